"""The fine that was not paid: the day's lines, the dívida ativa, and the order of it all in the timeline."""

import uuid
from datetime import date
from decimal import Decimal

import pytest

from fines.services import debts
from fines.services.procedure import Process
from fines.services.process_pieces import pieces_of
from fines.services.timeline import timeline_of
from tests.factories import unit_value
from tests.fines.process import charge_of, decide, drawn, serve
from tests.inspections.visits import Town, commits
from zoonoses.desk.services import day
from zoonoses.documents.models import Agenda
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import agenda
from zoonoses.treasury.services import active_debt, charges, debt_returns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unseen_papers")]
# Decision served on Thursday 23/04/2026: appeal in 10 dias úteis until 08/05 (1 May is a holiday), payment in 30 days,
# 23/05, a Saturday: until Monday 25/05.
APPEAL_OVER, LAST, AFTER = date(2026, 5, 11), date(2026, 5, 25), date(2026, 5, 26)


@pytest.fixture
def neiva():
    town = Town("joao-neiva-es", now="2026-05-26 10:00")
    unit_value(town.municipality, "VRTE", 2026, "4.50")
    return town


@pytest.fixture
def auto(neiva):
    """Drawn up, decided and charged: R$ 450,00."""
    made = drawn(neiva, date(2026, 4, 1), "short_tether", aggravating=("intent",))
    serve(neiva, made.act, date(2026, 4, 2))
    first = decide(neiva, made, date(2026, 4, 21))
    serve(neiva, first.act, date(2026, 4, 23))
    debts.charge_fine(notice=made, by=neiva.clerk, at=neiva.at(APPEAL_OVER))
    return made


def send(town, notice, on, by=None, reason=""):
    return active_debt.send(
        municipality=town.municipality,
        charges=[charge_of(notice)],
        by=by or town.clerk,
        at=town.at(on),
        key=uuid.uuid4(),
        reason=reason,
    )


def lines(notice, on):
    agenda.rebuild(notice.act.case, on=on)
    rows = Agenda.objects.filter(case=notice.act.case, next_act__in=("payment", "active_debt"))
    return {row.next_act: (row.from_on, row.due_on) for row in rows}


def test_the_day_of_the_payment_then_the_divida_ativa_in_red(neiva, auto):
    assert Process(auto).state.payment.due_on == LAST
    waits = {"payment": (None, LAST), "active_debt": (AFTER, None)}
    assert lines(auto, APPEAL_OVER) == waits and lines(auto, LAST) == waits
    assert lines(auto, AFTER) == {"active_debt": (AFTER, LAST)}
    charges.pay(
        charge=charge_of(auto), amount=Decimal("450.00"), means="pix", paid_on=AFTER, at=neiva.at(AFTER),
        by=neiva.clerk, key=uuid.uuid4(),
    )  # fmt: skip
    assert lines(auto, AFTER) == {}


def test_the_line_is_of_who_charged_and_a_guide_moves_its_day(neiva, auto):
    agenda.rebuild(auto.act.case, on=APPEAL_OVER)
    line = Agenda.objects.get(next_act="payment")
    assert line in day.lines_for(neiva.clerk, everyone=False)
    assert line.responsible == neiva.clerk and line.sentence.startswith("Emitir a guia da multa do Auto")
    charges.issue_guide(
        charge=charge_of(auto), due_on=date(2026, 6, 1), at=neiva.at(APPEAL_OVER), by=neiva.clerk
    )
    assert lines(auto, AFTER) == {
        "payment": (None, date(2026, 6, 1)),
        "active_debt": (date(2026, 6, 2), None),
    }
    with pytest.raises(Refusal, match="pode ser paga até 01/06/2026"):
        send(neiva, auto, AFTER)


def test_sent_after_the_last_day_with_the_days_of_the_process(neiva, auto):
    with pytest.raises(Refusal, match="O prazo de pagamento vai até 25/05/2026"):
        send(neiva, auto, LAST)
    neiva.tutor.street, neiva.tutor.number, neiva.tutor.city = "Rua Nova", "9", "João Neiva"
    neiva.tutor.save()
    with commits():
        remittance = send(neiva, auto, AFTER)
    row = remittance.debts.get()
    assert str(remittance) == "Remessa nº 0001/2026"
    assert (row.debtor_name, row.debtor_document) == (neiva.tutor.name, neiva.tutor.document)
    assert row.debtor_address.startswith("Rua Nova, 9") and row.origin == str(auto)
    assert (row.owed, row.due_on) == (Decimal("450.00"), LAST)
    assert row.days["served"] == "2026-04-02" and row.days["final"] == "2026-05-09"
    assert not Agenda.objects.filter(case=auto.act.case).exists()
    steps = {step.act: step.code for step in Process(auto).steps(AFTER)}
    assert (steps["payment"], steps["active_debt"]) == ("at_active_debt", "already_sent")
    with pytest.raises(Refusal, match="Já foi enviada"):
        send(neiva, auto, AFTER)
    with pytest.raises(Refusal, match="paga-se na Fazenda"):
        charges.pay(
            charge=charge_of(auto), amount=Decimal("450.00"), means="pix", paid_on=AFTER, at=neiva.at(AFTER),
            by=neiva.clerk, key=uuid.uuid4(),
        )  # fmt: skip


def test_without_any_term_only_the_manager_sends_with_a_reason():
    town = Town("alegre-es", now="2012-06-01 10:00")
    made = drawn(town, date(2012, 3, 1), "leash_plate_handler")
    debts.charge_fine(notice=made, by=town.clerk, at=town.at(date(2012, 3, 2)))
    on = date(2012, 6, 1)
    for reason in ("", "Não foi paga."):
        with pytest.raises(Refusal, match="ainda não é definitiva"):
            send(town, made, on, by=town.manager, reason=reason)
    serve(town, made.act, date(2012, 3, 5))
    with pytest.raises(Refusal, match="Só o gestor"):
        send(town, made, on, reason="Não foi paga.")
    with pytest.raises(Refusal, match="Escreva o motivo"):
        send(town, made, on, by=town.manager)
    row = send(town, made, on, by=town.manager, reason="Três avisos sem pagamento.").debts.get()
    assert row.reason == "Três avisos sem pagamento." and row.due_on is None


def test_the_timeline_tells_the_money_among_the_acts_in_order_of_time(neiva, auto):
    charge = charge_of(auto)
    at = neiva.at(date(2026, 5, 12))
    charges.issue_guide(charge=charge, due_on=date(2026, 5, 20), at=at, by=neiva.clerk)
    paid = charges.pay(
        charge=charge, amount=Decimal("50.00"), means="pix", paid_on=date(2026, 5, 13),
        at=neiva.at(date(2026, 5, 13)), by=neiva.clerk, key=uuid.uuid4(),
    )  # fmt: skip
    charges.void_payment(payment=paid, reason="Engano.", at=neiva.at(date(2026, 5, 14)), by=neiva.manager)
    debt = send(neiva, auto, AFTER).debts.get()
    later = date(2026, 5, 27)
    active_debt.inscribe(debt=debt, number="CDA 7", on=later, by=neiva.clerk, at=neiva.at(later))
    given = {"paid_on": later, "amount": Decimal("100.00"), "document": "", "by": neiva.clerk}
    debt_returns.paid_by_hand(debt=debt, at=neiva.at(later, 11), **given)
    later = date(2026, 5, 28)
    active_debt.withdraw(debt=debt, reason="Acordo.", by=neiva.manager, at=neiva.at(later))
    entries = timeline_of(auto, by=neiva.clerk, on=later).done
    told = [entry["title"].partition(":")[0].partition(" (")[0] for entry in entries]
    assert told[1:] == [
        "Ciência do auto",
        "Decisão",
        "Ciência da decisão",
        "Cobrança de R$ 450,00 lançada",
        "Guia de arrecadação nº 0001/2026",
        "Recebidos R$ 50,00",
        "Pagamento de R$ 50,00 estornado",
        "Enviada à dívida ativa",
        "Recebidos R$ 100,00",
        "Inscrita em dívida ativa sob o nº CDA 7",
        "Retirada da dívida ativa",
    ]
    assert [entry["title"][:4] for entry in entries if entry.get("void")] == ["Guia", "Rece"]
    sheets = [piece for piece in pieces_of(auto) if "dívida ativa" in piece.title and piece.facts]
    assert [piece.on for piece in sheets] == ["26/05/2026", "27/05/2026", "28/05/2026"]
    assert ("Motivo", "Acordo.") in sheets[-1].facts
    steps = {step.act: step.allowed for step in Process(auto).steps(later)}
    assert steps["payment"] and steps["active_debt"]
