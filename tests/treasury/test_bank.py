"""Return files of the bank: each line finds its guide or says why not, and nothing is received twice."""

from datetime import date
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import sign_in
from tests.treasury.counter import at_the_bank, make_counter
from tests.treasury.returns import file_of, line
from zoonoses.municipalities.services import nightly
from zoonoses.treasury import febraban, return_file, tasks
from zoonoses.treasury.models import BankOutcome, BankRecord, BankReturn, Payment
from zoonoses.treasury.services import bank, charges
from zoonoses.treasury.services.guides import issue_guide

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unseen_papers")]
STRANGE = febraban.make(
    segment="1", value_id="6", amount=Decimal(10), issuer="1111", due_on=date(2025, 3, 17), number=999
)


@pytest.fixture
def counter():
    return at_the_bank()


def guide_of(counter, *asked, **given):
    given = {"due_on": date(2025, 3, 17), "at": counter.at(2025, 3, 10, 9, 0), "by": counter.clerk} | given
    return issue_guide(charge=asked[0], also=asked[1:], **given)


def receive(counter, data, by=None):
    at = counter.at(2025, 3, 14, 8, 0)
    found, is_new = bank.take(
        municipality=counter.municipality, name="x.ret", data=data, by=by or counter.clerk, at=at
    )
    bank.settle(found.pk, lambda: at)
    return found, is_new


def results(found):
    rows = BankOutcome.objects.filter(record__bank_return=found).order_by("record__line")
    return [(row.kind, row.surplus) for row in rows]


@pytest.mark.parametrize(
    ("amount", "kind", "owed", "surplus"),
    [
        ("100.00", "paid", "0.00", "0.00"),
        ("60.00", "partial", "40.00", "0.00"),
        ("100.01", "over", "0.00", "0.01"),
    ],
)
def test_a_payment_finds_its_guide(counter, amount, kind, owed, surplus):
    charge = counter.charge()
    guide = guide_of(counter, charge)
    found, _ = receive(counter, file_of(line(guide.barcode, amount)))
    assert results(found) == [(kind, Decimal(surplus))]
    payment = Payment.objects.get()
    assert (payment.means, payment.paid_on, payment.charge) == ("bank", date(2025, 3, 12), charge)
    assert payment.bank_record.bank_return == found and payment.receipt.full_number == "0001/2025"
    assert charges.owed(charge) == Decimal(owed)


def test_the_same_file_twice_changes_nothing(counter):
    guide = guide_of(counter, counter.charge())
    data = file_of(line(guide.barcode, "60.00"), line(STRANGE, "10.00", number=2))
    first, is_new = receive(counter, data)
    assert is_new and receive(counter, data, by=counter.manager) == (first, False)
    assert (BankReturn.objects.count(), BankRecord.objects.count(), Payment.objects.count()) == (1, 2, 1)


def test_a_record_sent_again_in_another_file_is_told_and_not_received(counter):
    guide = guide_of(counter, counter.charge())
    once = line(guide.barcode, "40.00")
    receive(counter, file_of(once))
    again, is_new = receive(counter, file_of(once, line(guide.barcode, "60.00", number=2), sequence=2))
    assert is_new and results(again) == [("repeated", 0), ("paid", 0)]
    assert Payment.objects.count() == 2
    note = BankOutcome.objects.get(kind="repeated").note
    assert note == "Arquivo 1 do banco 341, de 13/03/2025, linha 2."


def test_two_equal_lines_of_one_file_count_once(counter):
    guide = guide_of(counter, counter.charge())
    found, _ = receive(counter, file_of(line(guide.barcode, "40.00"), line(guide.barcode, "40.00")))
    assert results(found) == [("partial", 0), ("repeated", 0)]


def test_a_guide_paid_twice_leaves_money_to_return(counter):
    guide = guide_of(counter, counter.charge())
    lines = [line(guide.barcode, "100.00", number=number) for number in (1, 2)]
    found, _ = receive(counter, file_of(*lines))
    assert results(found) == [("paid", 0), ("not_owed", 100)]
    assert bank.left_of(found) == 100 and Payment.objects.count() == 1
    assert [(row["kind"], row["count"], row["amount"]) for row in bank.tally(found)] == [
        ("paid", 1, 100),
        ("not_owed", 1, 100),
    ]


def test_what_has_no_guide_here(counter):
    guide = guide_of(counter, counter.charge())
    other = febraban.make(
        segment="1", value_id="6", amount=Decimal(99), issuer="9999", due_on=guide.due_on, number=guide.number
    )
    found, _ = receive(counter, file_of(line(STRANGE, "10.00"), line(other, "99.00", number=2)))
    assert results(found) == [("unknown", 10), ("unknown", 99)]
    notes = list(BankOutcome.objects.order_by("record__line").values_list("note", flat=True))
    assert "tem este número" in notes[0] and "não é o dela" in notes[1]
    assert not Payment.objects.exists()


def test_another_town_s_guide_is_unknown(counter):
    guide = guide_of(counter, counter.charge())
    stranger = make_counter("cuiaba-mt", at=(2025, 3, 14, 9, 30))
    assert results(receive(stranger, file_of(line(guide.barcode, "100.00")))[0]) == [("unknown", 100)]


def test_money_for_a_guide_that_fell(counter):
    charge, cancelled = counter.charge(), counter.charge("50.00", payer="clinic:2")
    former, of_cancelled = guide_of(counter, charge), guide_of(counter, cancelled)
    guide_of(counter, charge)
    charges.cancel(charge=cancelled, reason="engano", at=counter.at(2025, 3, 11, 9, 0), by=counter.manager)
    lines = line(former.barcode, "100.00"), line(of_cancelled.barcode, "50.00", number=2)
    found, _ = receive(counter, file_of(*lines))
    assert results(found) == [("paid", 0), ("not_owed", 50)]
    notes = list(BankOutcome.objects.order_by("record__line").values_list("note", flat=True))
    assert notes == ["A guia tinha sido anulada.", "A cobrança foi cancelada. A guia tinha sido anulada."]


def test_one_guide_of_several_charges_pays_them_in_order(counter):
    one, two = counter.charge("30.00"), counter.charge("70.00")
    guide = guide_of(counter, one, two)
    found, _ = receive(counter, file_of(line(guide.barcode, "45.00")))
    assert results(found) == [("partial", 0)]
    assert (charges.owed(one), charges.owed(two)) == (0, 55) and Payment.objects.count() == 2
    found, _ = receive(counter, file_of(line(guide.barcode, "56.00", number=9), sequence=2))
    assert results(found) == [("over", 1)] and charges.owed(two) == 0


def test_a_payment_of_before_the_charge_is_refused_and_shown(counter):
    guide = guide_of(counter, counter.charge())
    found, _ = receive(counter, file_of(line(guide.barcode, "100.00", on=date(2025, 3, 9))))
    assert results(found) == [("refused", 100)] and not Payment.objects.exists()
    assert "não pode ser anterior" in BankOutcome.objects.get().note


def test_a_stopped_file_goes_on_at_night(counter):
    guide = guide_of(counter, counter.charge())
    lines = [line(guide.barcode, "10.00", number=number) for number in (1, 2, 3)]
    at = counter.at(2025, 3, 14, 8, 0)
    found, _ = bank.take(
        municipality=counter.municipality, name="x", data=file_of(*lines), by=counter.clerk, at=at
    )
    bank.decide(found.records.first().pk, at=at)
    assert not bank.decide(found.records.first().pk, at=at)
    assert tasks.resume_returns(counter.municipality, at=at) == 0
    night = {
        done.name: done.count for done in nightly.run(counter.municipality, at=counter.at(2025, 3, 15, 0, 5))
    }
    assert night["retornos do banco retomados"] == 1 and Payment.objects.count() == 3
    assert tasks.resume_returns(counter.municipality, at=counter.at(2025, 3, 16, 0, 5)) == 0


def test_a_bad_file_leaves_nothing(counter):
    with pytest.raises(return_file.BadFile):
        receive(counter, file_of(line(STRANGE, "10.00"))[:-40])
    assert not BankReturn.objects.exists()


def send(client, data, name="retorno.ret"):
    upload = SimpleUploadedFile(name, data)
    return client.post(reverse("treasury:bank_returns"), {"file": upload})


def test_the_pages(client, counter, django_assert_max_num_queries):
    guide = guide_of(counter, counter.charge())
    data = file_of(line(guide.barcode, "160.00"), line(STRANGE, "10.00", number=2))
    sign_in(client, counter.clerk)
    answer = send(client, data)
    found = BankReturn.objects.get()
    assert answer.url == reverse("treasury:bank_return", args=[found.pk]) == send(client, data).url
    text = client.get(answer.url).content.decode()
    for words in (
        "já tinha sido enviado",
        "pago a mais",
        "sobram R$ 60,00",
        "guia desconhecida",
        "R$ 70,00",
        STRANGE,
    ):
        assert words in text, words
    assert "2 a acertar" in client.get(reverse("treasury:bank_returns")).content.decode()
    csv = b"".join(client.get(f"{answer.url}?formato=csv").streaming_content).decode()
    assert "pago a mais;60,00" in csv and "Clínica São Francisco" in csv
    with django_assert_max_num_queries(30) as few:
        client.get(answer.url)
    asked = len(few.captured_queries)
    more = [line(guide_of(counter, counter.charge()).barcode, "100.00", number=n) for n in range(1, 6)]
    send(client, file_of(*more, sequence=2))
    url = reverse("treasury:bank_return", args=[BankReturn.objects.get(sequence=2).pk])
    client.get(url)
    with django_assert_max_num_queries(asked):
        assert client.get(url).content.decode().count("row-item") == 5
    assert client.post(reverse("treasury:bank_resume", args=[found.pk])).status_code == 302


def test_a_bad_file_says_every_line(client, counter):
    sign_in(client, counter.clerk)
    answer = send(client, file_of(line(STRANGE[:-1] + "1", "10.00")).replace(b"Z000003", b"Z00000X"))
    text = answer.content.decode()
    assert answer.status_code == 422 and "Linha 2: O dígito verificador geral" in text
    assert "Linha 3: O campo “total de registros”" in text and not BankReturn.objects.exists()
    assert client.post(reverse("treasury:bank_returns"), {}).status_code == 422
