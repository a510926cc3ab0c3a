"""Dívida ativa: sent once, paid there once, and back; by the pages, by the office's file and by hand."""

import uuid
from datetime import date
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import CaseFactory, sign_in
from tests.together import at_once, times
from tests.treasury.counter import make_counter
from zoonoses.documents.models import AccessRecord, Agenda
from zoonoses.documents.refusals import Refusal
from zoonoses.treasury import debt_file
from zoonoses.treasury.models import Charge, DebtRemittance, DebtReturnLine, Payment, SentDebt
from zoonoses.treasury.return_file import BadFile
from zoonoses.treasury.services import active_debt, charges, debt_returns, revenue

pytestmark = pytest.mark.django_db
SENT, PAID = date(2025, 3, 20), date(2025, 3, 25)


@pytest.fixture
def counter(unseen_papers):
    return make_counter(at=(2025, 3, 31, 9, 30))


def send(counter, *found, by=None, key=None, reason="Não foi paga.", on=SENT):
    return active_debt.send(
        municipality=counter.municipality,
        charges=found,
        by=by or counter.manager,
        at=counter.at(on.year, on.month, on.day, 9, 0),
        key=key or uuid.uuid4(),
        reason=reason,
    )


def returned(counter, text, name="fazenda.csv"):
    """What each line of a file did."""
    at = counter.at(2025, 3, 31, 9, 0)
    given = {"municipality": counter.municipality, "name": name, "by": counter.clerk, "at": at}
    found, is_new = debt_returns.take(data=text.encode(), **given)
    debt_returns.settle(found.pk, lambda: at)
    return [line.outcome for line in found.lines.all()], is_new


def test_sent_once_in_a_numbered_remittance_and_refused_at_the_counter(counter):
    charge, key = counter.charge(), uuid.uuid4()
    counter.pay(charge, "30.00")
    at = counter.at(2025, 3, 10, 10, 0)
    guide = charges.issue_guide(charge=charge, due_on=date(2025, 3, 12), at=at, by=counter.clerk)
    made = send(counter, charge, key=key)
    assert send(counter, charge, key=key) == made and str(made) == "Remessa nº 0001/2025"
    row = made.debts.get()
    assert (row.amount, row.paid, row.owed, row.total) == (100, 30, 70, 70)
    assert (row.debtor_name, row.due_on, row.reason) == (
        "Clínica São Francisco",
        date(2025, 3, 12),
        "Não foi paga.",
    )
    guide.document.refresh_from_db()
    assert guide.document.annulment.reason == "A cobrança foi enviada à dívida ativa."
    for refused in (
        lambda: send(counter, charge),
        lambda: counter.pay(charge, "70.00", at=counter.at(2025, 3, 21, 9, 0), paid_on=date(2025, 3, 21)),
        lambda: charges.issue_guide(
            charge=charge, due_on=PAID, at=counter.at(2025, 3, 21, 9, 0), by=counter.clerk
        ),
    ):
        with pytest.raises(Refusal, match="dívida ativa"):
            refused()
    assert SentDebt.objects.count() == 1 and charges.owed(charge) == 70


@pytest.mark.parametrize(
    ("by", "reason", "words"),
    [
        ("clerk", "Não foi paga.", "Só o gestor"),
        ("manager", " ", "Escreva o motivo"),
        ("manager", "Sim.", "até 20/03"),
    ],
)
def test_without_a_term_the_manager_decides_after_the_guides_day(counter, by, reason, words):
    charge = counter.charge()
    if words == "até 20/03":
        at = counter.at(2025, 3, 10, 10, 0)
        charges.issue_guide(charge=charge, due_on=SENT, at=at, by=counter.clerk)
    with pytest.raises(Refusal, match=words):
        send(counter, charge, by=getattr(counter, by), reason=reason)
    assert not DebtRemittance.objects.exists()


def test_one_of_many_that_may_not_be_sent_stops_the_remittance_by_name(counter):
    first, second = counter.charge(), counter.charge("8.00", description="Segunda via")
    counter.pay(second, "8.00")
    with pytest.raises(Refusal, match="Segunda via: Esta cobrança já está paga"):
        send(counter, first, second)
    assert not SentDebt.objects.exists()
    with pytest.raises(Refusal, match="ao menos uma"):
        send(counter)


def test_the_office_inscribes_and_receives_and_its_file_counts_once(counter):
    charge, other = counter.charge(), counter.charge("50.00")
    debts = {row.charge_id: row for row in send(counter, charge, other).debts.all()}
    text = (
        "Cobrança;Inscrição;Inscrita em;Pago em;Valor;Documento\r\n"
        f"{charge.pk};CDA 12/2025;21/03/2025;;;\r\n"
        ";CDA 12/2025;;25/03/2025;1.040,00;A1\r\n"
        f"{other.pk};;;2025-03-25;20,00;\r\n"
        f"{other.pk};;;25/03/2025;20,00;\r\n"
        "999;;;25/03/2025;20,00;\r\n"
        f"{other.pk};;;19/03/2025;5,00;\r\n"
    )
    done = ["inscribed", "paid", "partial", "repeated", "unknown", "refused"]
    assert returned(counter, text) == (done, True)
    assert returned(counter, text, "outro nome.csv") == (done, False)
    again = text.replace("\r\n", "\n")
    assert returned(counter, again)[0] == [
        "inscribed",
        "repeated",
        "repeated",
        "repeated",
        "unknown",
        "refused",
    ]
    debts[charge.pk].refresh_from_db()
    assert (debts[charge.pk].inscription, debts[charge.pk].inscribed_on) == ("CDA 12/2025", date(2025, 3, 21))
    assert charges.owed(charge) == 0 and charges.owed(other) == 30
    assert DebtReturnLine.objects.filter(additions=Decimal("940.00")).count() == 1
    paid = Payment.objects.filter(means="debt")
    assert sorted(paid.values_list("amount", flat=True)) == [20, 100]
    report = revenue.lines(counter.municipality, since=SENT, until=date(2025, 3, 31))
    assert revenue.total(report) == 120, "what the office added is no revenue of this count"


def test_by_hand_once_and_again_after_a_void(counter):
    debt = send(counter, counter.charge()).debts.get()
    given = {"debt": debt, "paid_on": PAID, "amount": Decimal("60.00"), "document": "", "by": counter.clerk}
    at = counter.at(2025, 3, 31, 9, 0)
    line, key = None, uuid.uuid4()
    for _ in range(2):
        line = debt_returns.paid_by_hand(**given, at=at, key=key)
    assert DebtReturnLine.objects.get() == line
    with pytest.raises(Refusal, match="Já registrado: Recibo nº 0001/2025"):
        debt_returns.paid_by_hand(**given, at=at)
    payment = line.payments.get()
    charges.void_payment(payment=payment, reason="Engano.", at=at, by=counter.manager)
    debt_returns.paid_by_hand(**given, at=at)
    debt_returns.paid_by_hand(**(given | {"document": "B2", "amount": Decimal("45.00")}), at=at)
    assert charges.owed(debt.charge) == 0 and DebtReturnLine.objects.count() == 3
    for changed, words in (
        ({"amount": Decimal("1.00")}, "já estava paga"),
        ({"paid_on": date(2025, 3, 19)}, "anterior"),
    ):
        with pytest.raises(Refusal, match=words):
            debt_returns.paid_by_hand(**(given | changed), at=at)


def test_withdrawn_it_is_paid_at_the_counter_and_may_be_sent_again(counter):
    charge = counter.charge()
    debt = send(counter, charge).debts.get()
    at = counter.at(2025, 3, 25, 9, 0)
    with pytest.raises(Refusal, match="Só o gestor"):
        active_debt.withdraw(debt=debt, reason="Acordo.", by=counter.clerk, at=at)
    for _ in range(2):
        assert (
            active_debt.withdraw(debt=debt, reason="Acordo.", by=counter.manager, at=at).withdrawn_on == PAID
        )
    with pytest.raises(Refusal, match="já foi retirada"):
        active_debt.withdraw(debt=debt, reason="Outro.", by=counter.manager, at=at)
    with pytest.raises(Refusal, match="foi retirada"):
        active_debt.inscribe(debt=debt, number="1", on=PAID, by=counter.clerk, at=at)
    counter.pay(charge, "40.00", at=at, paid_on=PAID)
    again = send(counter, charge, on=date(2025, 3, 26)).debts.get()
    assert (str(again.remittance), again.owed) == ("Remessa nº 0002/2025", 60)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nome;valor\nAna;1,00", "nomes das colunas"),
        ("inscricao;pago_em;valor\n", "nenhuma linha"),
        ("inscricao;pago_em;valor\n1;31/02/2025;1,00", "não é um dia"),
        ("inscricao;pago_em;valor\n1;01/03/20226;1,00", "não é um dia"),
        ("inscricao;pago_em;valor\n1;01/03/2025;", "falta um deles"),
        ("inscricao;pago_em;valor\n1;01/03/2025;-1,00", "reais e centavos"),
        ("inscricao;pago_em;valor\n1;01/03/2025;1,001", "reais e centavos"),
        ("inscricao;pago_em;valor\n;01/03/2025;1,00", "falta a cobrança ou a inscrição"),
        ("cobranca,inscrita_em\n1,01/03/2025", "número da inscrição"),
        ("cobranca;pago_em;valor\n1a;01/03/2025;1,00", "não é um número"),
        ("inscricao\n1", "nem pagamento"),
        ("inscricao;valor\n\0;1", "CSV"),
    ],
)
def test_a_file_with_a_wrong_line_is_not_taken(text, words):
    with pytest.raises(BadFile) as bad:
        debt_file.parse(text.encode())
    assert words in bad.value.faults[0].text


def page(client, name, *args, **data):
    return client.get(reverse(f"treasury:{name}", args=args), data)


def post(client, name, *args, **data):
    return client.post(reverse(f"treasury:{name}", args=args), data)


def overdue(counter, count=1):
    """Charges of a case that the agenda says are to be sent."""
    made = []
    for number in range(count):
        case = CaseFactory(municipality=counter.municipality)
        charge = counter.charge(subject=f"seen:{number}", case=case)
        Agenda.objects.create(
            municipality=counter.municipality,
            case=case,
            key=f"active_debt:seen:{number}",
            next_act="active_debt",
            sentence="Enviar",
            from_on=SENT,
            responsible=counter.clerk,
        )
        made.append(charge)
    return made


def test_the_pages_from_the_list_to_the_file(client, counter):
    charge, other = overdue(counter, 2)
    sign_in(client, counter.manager)
    assert page(client, "debts").content.decode().count('name="charges"') == 2
    assert post(client, "debts").status_code == 422
    shown = post(client, "debts", charges=[charge.pk])
    assert "R$ 100,00" in shown.content.decode() and not SentDebt.objects.exists()
    refused = post(client, "debts", charges=[charge.pk], confirmar="1", idempotency_key=uuid.uuid4())
    assert refused.status_code == 409 and "Escreva o motivo" in refused.content.decode()
    url = ("debt_new", charge.pk)
    assert "Decisão do gestor" in page(client, *url).content.decode()
    assert post(client, *url, reason="", idempotency_key=uuid.uuid4()).status_code == 422
    assert post(client, *url, reason="Sim.", idempotency_key="x").status_code == 409
    key = uuid.uuid4()
    remittance_urls = {post(client, *url, reason="Sim.", idempotency_key=key).url for _ in range(2)}
    debt = SentDebt.objects.get()
    assert remittance_urls == {reverse("treasury:remittance", args=[debt.remittance_id])}
    assert [row.pk for row in active_debt.to_send(counter.municipality, date(2025, 3, 31))] == [other.pk]
    file = b"".join(page(client, "remittance", debt.remittance_id, formato="csv").streaming_content).decode()
    assert "Clínica São Francisco;11.222.333/0001-81" in file and ";100,00;0,00;100,00;0,00;100,00;" in file
    assert AccessRecord.objects.filter(
        what="exportação: remessa 0001-2025", object_id=str(charge.pk)
    ).exists()
    text = page(client, "charge", charge.pk).content.decode()
    assert "Paga-se na Fazenda" in text and "Receber e emitir recibo" not in text
    assert "Enviada à dívida ativa: Remessa nº 0001/2025" in text
    assert "Clínica" in page(client, "charges", situacao="divida-ativa").content.decode()


def test_one_debt_by_its_page_and_what_was_typed_stays(client, counter):
    debt = send(counter, counter.charge()).debts.get()
    sign_in(client, counter.manager)
    wrong = post(
        client, "debt_inscribe", debt.pk, **{"inscription-number": "CDA 9", "inscription-on": "2025-03-19"}
    )
    assert wrong.status_code == 409 and 'value="CDA 9"' in wrong.content.decode()
    right = post(
        client, "debt_inscribe", debt.pk, **{"inscription-number": "CDA 9", "inscription-on": "2025-03-21"}
    )
    assert right.status_code == 302
    assert (
        post(client, "debt_paid", debt.pk, **{"paid-paid_on": "2025-03-25", "paid-amount": "x"}).status_code
        == 422
    )
    paid = {"paid-paid_on": "2025-03-25", "paid-amount": "1.060,00", "paid-document": "D1"}
    assert post(client, "debt_paid", debt.pk, **paid).status_code == 302
    text = page(client, "debt", debt.pk).content.decode()
    for words in (
        "CDA 9",
        "documento D1",
        "Recibo nº 0001/2025",
        "mais R$ 960,00 de acréscimos da Fazenda",
        "paga",
    ):
        assert words in text
    assert post(client, "debt_withdraw", debt.pk, **{"withdraw-reason": ""}).status_code == 422
    assert post(client, "debt_withdraw", debt.pk, **{"withdraw-reason": "Erro."}).status_code == 302
    assert "Retirada da dívida ativa" in page(client, "debt", debt.pk).content.decode()


def test_the_file_of_the_office_by_its_page(client, counter):
    charge = counter.charge()
    send(counter, charge)
    sign_in(client, counter.clerk)

    def upload(text):
        return client.post(
            reverse("treasury:debt_returns"), {"file": SimpleUploadedFile("f.csv", text.encode())}
        )

    bad = upload("inscricao;pago_em;valor\n1;ontem;1,00")
    assert bad.status_code == 422 and "Linha 2: pago_em" in bad.content.decode()
    done = upload(f"cobranca;pago_em;valor\n{charge.pk};25/03/2025;100,00")
    found = charge.payments.get().debt_line.debt_return
    assert done.url == reverse("treasury:debt_return", args=[found.pk])
    text = page(client, "debt_return", found.pk).content.decode()
    assert "Recibo nº 0001/2025" in text and "Clínica São Francisco" in text
    assert "Nada a conferir" in page(client, "debt_return", found.pk, situacao="conferir").content.decode()
    assert (
        "100,00" in b"".join(page(client, "debt_return", found.pk, formato="csv").streaming_content).decode()
    )


def test_lists_take_the_same_number_of_queries_whatever_their_length(client, counter):
    sign_in(client, counter.manager)
    made = overdue(counter, 3)
    remittance = send(counter, made[0])
    urls = [
        reverse("treasury:debts"),
        reverse("treasury:debts") + "?situacao=sem-prazo",
        reverse("treasury:remittances"),
        reverse("treasury:remittance", args=[remittance.pk]),
    ]

    def counts():
        found = []
        for url in urls:
            with CaptureQueriesContext(connection) as queries:
                assert client.get(url).status_code == 200
            found.append(len(queries))
        return found

    before = counts()
    for charge in (counter.charge(), counter.charge()):
        row = send(counter, charge).debts.get()
        SentDebt.objects.filter(pk=row.pk).update(remittance=remittance)
    Charge.objects.filter(pk=made[1].pk).update(payer_name="Outra")
    assert counts() == before


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_clerks_send_the_same_charge_and_receive_the_same_payment_once(unseen_papers):
    counter = make_counter()
    charge = counter.charge()
    sent = times(2, lambda number: send(counter, charge))
    assert sorted(isinstance(each, str) for each in sent) == [False, True] and "already_sent" in sent
    debt = SentDebt.objects.get()
    given = {"debt": debt, "paid_on": PAID, "amount": Decimal("60.00"), "document": "", "by": counter.clerk}
    at = counter.at(2025, 3, 31, 9, 0)
    paid = times(3, lambda number: debt_returns.paid_by_hand(**given, at=at).outcome)
    assert sorted(paid) == ["partial", "repeated", "repeated"] and Payment.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_sent_and_paid_at_once_is_one_of_them(unseen_papers):
    counter = make_counter()
    charge, on = counter.charge(), date(2025, 3, 20)
    at = counter.at(2025, 3, 20, 9, 30)
    made = at_once([lambda: send(counter, charge).pk, lambda: counter.pay(charge, at=at, paid_on=on).pk])
    assert sum(each in ("paid", "at_active_debt") for each in made) == 1
    assert SentDebt.objects.count() + Payment.objects.count() == 1
