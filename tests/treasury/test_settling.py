"""The bank's money that found no debt: it pays a charge found by hand, once, or it is returned; nothing is lost."""

import uuid
from datetime import date
from decimal import Decimal

import pytest
from django.urls import reverse

from tests.factories import sign_in
from tests.treasury.counter import at_the_bank, make_counter
from tests.treasury.owing import guide
from tests.treasury.returns import file_of, line
from zoonoses.documents.refusals import Refusal
from zoonoses.treasury.models import BankRecord, BankSettlement, Payment
from zoonoses.treasury.services import bank, charges, settling

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unseen_papers")]


@pytest.fixture
def counter():
    return at_the_bank()


def left_over(counter, amount="160.00"):
    """A charge of R$ 100,00 paid by a record of the bank that brings more."""
    charge = counter.charge()
    data = file_of(line(guide(counter, charge).barcode, amount))
    at = counter.at(2025, 3, 14, 8, 0)
    found, _ = bank.take(municipality=counter.municipality, name="x", data=data, by=counter.clerk, at=at)
    bank.settle(found.pk, lambda: at)
    return BankRecord.objects.get(bank_return=found)


def counts(counter):
    return tuple(settling.figures(counter.municipality).values())


def given(counter, **more):
    return {
        "at": counter.at(2025, 3, 14, 10, 0),
        "by": counter.clerk,
        "key": uuid.uuid4(),
        "note": "extrato",
    } | more


def matching(record, charge, amount, counter, **more):
    return settling.match(record=record, charge=charge, amount=Decimal(amount), **given(counter, **more))


def returning(record, amount, counter, **more):
    proof = {"who": "Clínica São Francisco", "document_number": "TED 123", "on": date(2025, 3, 14)}
    return settling.give_back(record=record, amount=Decimal(amount), **given(counter, **proof | more))


def test_a_charge_found_by_hand_is_paid_once_on_the_day_of_the_bank(counter):
    record, other = left_over(counter), counter.charge("50.00")
    assert (settling.left_of(record), counts(counter)) == (60, (1, 0))
    key = uuid.uuid4()
    made = matching(record, other, "50.00", counter, key=key)
    assert matching(record, other, "50.00", counter, key=key) == made
    payment = made.payment
    assert (payment.means, payment.paid_on, payment.bank_record) == ("bank", date(2025, 3, 12), record)
    assert charges.owed(other) == 0 and settling.left_of(record) == 10 and counts(counter) == (1, 0)
    later = counter.charge("10.00", on=date(2025, 3, 14))
    assert matching(record, later, "10.00", counter).payment.paid_on == date(2025, 3, 14)
    assert counts(counter) == (0, 0) and Payment.objects.count() == 3
    assert BankRecord.objects.of(counter.municipality).settled().get() == record
    with pytest.raises(Refusal) as refused:
        matching(record, counter.charge("1.00"), "1.00", counter)
    assert refused.value.code == "settled"


def test_what_is_voided_waits_again(counter):
    record, other = left_over(counter), counter.charge("60.00")
    made = matching(record, other, "60.00", counter)
    undo = {"reason": "cobrança errada", "at": counter.at(2025, 3, 14, 11, 0), "by": counter.manager}
    charges.void_payment(payment=made.payment, **undo)
    assert settling.left_of(record) == 60 and counts(counter) == (1, 0)
    charges.void_payment(payment=record.payments.standing().get(), **undo)
    assert settling.left_of(record) == 160, "so does what the file itself had received"


def test_to_be_returned_and_returned(counter):
    record = left_over(counter)
    mark = settling.mark_to_return(record=record, who="", **given(counter))
    assert settling.mark_to_return(record=record, who="outro", **given(counter)) == mark
    assert (mark.amount, counts(counter)) == (60, (0, 1))
    key = uuid.uuid4()
    part = returning(record, "20.00", counter, key=key)
    assert returning(record, "20.00", counter, key=key) == part and settling.left_of(record) == 40
    returning(record, "40.00", counter)
    assert counts(counter) == (0, 0)
    assert BankSettlement.objects.filter(kind="returned").count() == 2


@pytest.mark.parametrize(
    ("amount", "more", "code"),
    [
        ("60.01", {}, "more_than_left"),
        ("0.00", {}, "not_an_amount"),
        ("0.001", {}, "not_an_amount"),
        ("60.00", {"who": " "}, "proof_missing"),
        ("60.00", {"document_number": ""}, "proof_missing"),
        ("60.00", {"on": date(2025, 3, 15)}, "day_absurd"),
        ("60.00", {"on": date(2025, 3, 11)}, "day_absurd"),
    ],
)
def test_a_return_that_cannot_be(counter, amount, more, code):
    record = left_over(counter)
    with pytest.raises(Refusal) as refused:
        returning(record, amount, counter, **more)
    assert refused.value.code == code and not BankSettlement.objects.exists()


def test_a_repeated_record_and_a_stranger_s_leave_nothing_to_settle(counter):
    record = left_over(counter)
    data = file_of(line(record.barcode, "160.00"), sequence=2)
    at = counter.at(2025, 3, 14, 9, 0)
    again, _ = bank.take(municipality=counter.municipality, name="y", data=data, by=counter.clerk, at=at)
    bank.settle(again.pk, lambda: at)
    assert settling.left_of(again.records.get()) == 0 and counts(counter) == (1, 0)
    stranger = make_counter("cuiaba-mt", at=(2025, 3, 14, 9, 30))
    with pytest.raises(Refusal):
        returning(record, "60.00", stranger)
    with pytest.raises(ValueError):
        matching(record, stranger.charge(), "60.00", counter)
    judge = counter.clerk
    judge.role = "agent"
    with pytest.raises(Refusal):
        returning(record, "60.00", counter, by=judge)


def page(client, name, *args, **data):
    url = reverse(f"treasury:{name}", args=args)
    return client.post(url, data) if data else client.get(url)


def test_the_pages(client, counter):
    record, other = left_over(counter), counter.charge("50.00", description="Segunda via")
    sign_in(client, counter.clerk)
    assert "1 registro a acertar" in page(client, "bank_returns").content.decode()
    assert "1 a acertar · 0 a devolver" in client.get(reverse("desk:today")).content.decode()
    assert "acertar R$ 60,00" in page(client, "bank_return", record.bank_return_id).content.decode()
    text = page(client, "bank_record", record.pk).content.decode()
    assert "Segunda via, faltam R$ 50,00" in text, "of who pays the guide"
    found = page(client, "bank_record", record.pk, payer="ninguém").content.decode()
    assert "Nenhuma cobrança em aberto assim" in found
    number = str(guide(counter, other).document.full_number).lstrip("0")
    assert "Segunda via" in page(client, "bank_record", record.pk, payer=number).content.decode()
    typed = {"charge": other.pk, "note": "Comprovante", "idempotency_key": uuid.uuid4()}
    for wrong, status, words in (
        ({"charge": ""}, 422, "Escolha a cobrança"),
        ({"amount": "50,01"}, 409, "Falta pagar R$ 50,00"),
        ({"amount": "60,01"}, 409, "Restam R$ 60,00"),
        ({"idempotency_key": "x"}, 422, "Abra a página de novo"),
    ):
        answer = page(client, "bank_match", record.pk, **typed | {"amount": "50,00"} | wrong)
        text = answer.content.decode()
        assert answer.status_code == status and words in text and 'value="Comprovante"' in text
    assert page(client, "bank_match", record.pk, **typed | {"amount": "50,00"}).status_code == 302
    assert page(client, "bank_match", record.pk, **typed | {"amount": "50,00"}).status_code == 302
    mark = {"devolver-who": "", "devolver-note": "Pagou a mais", "idempotency_key": uuid.uuid4()}
    assert page(client, "bank_mark", record.pk, **mark).status_code == 302
    listed = client.get(reverse("treasury:bank_records") + "?situacao=devolver").content.decode()
    assert "A devolver (1)" in listed and "R$ 10,00" in listed
    proof = {"who": "Ana", "amount": "10,00", "document_number": "", "on": "2025-03-14"}
    proof = {f"devolvido-{name}": value for name, value in proof.items()} | {"idempotency_key": uuid.uuid4()}
    answer = page(client, "bank_give_back", record.pk, **proof)
    assert answer.status_code == 422 and 'value="Ana"' in answer.content.decode()
    assert (
        page(
            client, "bank_give_back", record.pk, **proof | {"devolvido-document_number": "TED 9"}
        ).status_code
        == 302
    )
    listed = client.get(reverse("treasury:bank_records") + "?situacao=acertados&formato=csv")
    assert b"160,00" in b"".join(listed.streaming_content)
    assert "TED 9" in page(client, "bank_record", record.pk).content.decode()


def test_the_list_asks_a_constant_number_of_queries(client, counter, django_assert_max_num_queries):
    left_over(counter)
    sign_in(client, counter.clerk)
    with django_assert_max_num_queries(25) as few:
        page(client, "bank_records")
    at = counter.at(2025, 3, 14, 8, 0)
    lines = [line(guide(counter, counter.charge()).barcode, "101.00", number=n) for n in range(1, 5)]
    found, _ = bank.take(
        municipality=counter.municipality, name="x", data=file_of(*lines, sequence=2), by=counter.clerk, at=at
    )
    bank.settle(found.pk, lambda: at)
    with django_assert_max_num_queries(len(few.captured_queries)):
        assert page(client, "bank_records").content.decode().count("row-item") == 5
