"""Acts around the process that die in their middle: failed ciência, public page, debts, the depósito."""

import uuid
from datetime import date, time
from decimal import Decimal

import pytest

from fines.services import public_filings
from fines.services.filings import Piece
from impound.services import adoption, releasing
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from tests.impound.destining import ALL, contract
from tests.impound.redeeming import asked, billed, paid
from tests.impound.test_redemption_concurrent import ready_dog
from tests.killing import dies_and_is_whole
from tests.test_killed import DEFENDED, SERVED, Way
from tests.treasury.counter import make_counter
from tests.treasury.owing import agree, guide, instalment_rule
from tests.treasury.returns import file_of, line
from zoonoses.documents.services import service_attempts, service_editais
from zoonoses.documents.services.service_attempts import Attempt
from zoonoses.treasury.models import BankRecord, CollectionSettings
from zoonoses.treasury.services import active_debt, bank, debt_returns, settling

AFTER = date(2026, 7, 1)


def attempt():
    way = Way()
    failed = Attempt("in_person", SERVED, "absent", way.town.agent.user.name, hour=time(9, 0))
    at = way.town.at(SERVED)
    return lambda: service_attempts.attempt(
        of_act=way.auto.act, attempt=failed, by=way.town.agent, at=at, key=way.key
    )


def edital():
    way = Way()
    name = service_editais.addressee_of(way.auto.act)
    given = {"addressee": name, "basis": "Decreto nº 9", "by": way.town.manager, "at": way.town.at(SERVED)}
    given["text"] = service_editais.draft(way.auto.act, addressee=name, on=SERVED)
    return lambda: service_editais.issue(of_act=way.auto.act, key=way.key, **given)


def defence_by_the_public_page():
    way = Way("told")
    at, piece = way.town.at(DEFENDED), Piece("João", "autuado", "Não fui eu.")
    return lambda: public_filings.file_online(notice=way.auto, piece=piece, at=at, key=way.key)


def instalments():
    counter, key = make_counter(), uuid.uuid4()
    instalment_rule(counter)
    charge = counter.charge()
    guide(counter, charge)
    return lambda: agree(counter, charge, key=key)


def debt_sent():
    way = Way("told", "decided", "decision_told", "charged")
    given = {"municipality": way.town.municipality, "charges": [way.charge], "by": way.town.clerk}
    return lambda: active_debt.send(at=way.town.at(AFTER), key=way.key, **given)


def debt_withdrawn():
    way = Way("told", "decided", "decision_told", "charged")
    given = {"municipality": way.town.municipality, "charges": [way.charge], "by": way.town.clerk}
    active_debt.send(at=way.town.at(AFTER), key=way.key, **given)
    debt, at = active_debt.standing(way.charge), way.town.at(AFTER, 15)
    return lambda: active_debt.withdraw(debt=debt, reason="Acordo", by=way.town.manager, at=at)


def debt_paid_at_the_office():
    way = Way("told", "decided", "decision_told", "charged")
    given = {"municipality": way.town.municipality, "charges": [way.charge], "by": way.town.clerk}
    active_debt.send(at=way.town.at(AFTER), key=way.key, **given)
    debt, at = active_debt.standing(way.charge), way.town.at(AFTER, 15)
    given = {"paid_on": AFTER, "amount": Decimal("40.00"), "document": "", "by": way.town.clerk}
    return lambda: debt_returns.paid_by_hand(debt=debt, at=at, key=way.key, **given)


def money_of_the_bank_settled_by_hand():
    counter, key = make_counter(at=(2025, 3, 14, 9, 30)), uuid.uuid4()
    CollectionSettings.objects.create(municipality=counter.municipality, febraban_code="9999")
    data = file_of(line(guide(counter, counter.charge()).barcode, "160.00"))
    at, other = counter.at(2025, 3, 14, 8, 0), counter.charge("50.00")
    kept, _ = bank.take(municipality=counter.municipality, name="x", data=data, by=counter.clerk, at=at)
    bank.settle(kept.pk, lambda: at)
    given = {"amount": Decimal("50.00"), "note": "extrato", "at": at, "by": counter.clerk, "key": key}
    return lambda: settling.match(record=BankRecord.objects.get(), charge=other, **given)


def redemption_paid():
    depot, key = Depot("alegre-es", (2012, 3, 20, 9, 0)), uuid.uuid4()
    at = depot.at(2012, 3, 14, 9)
    dog = depot.seize(depot.at(2012, 3, 12, 9), registered=True, identified=True)
    found = asked(depot, [dog], at)
    billed(depot, found, at)
    return lambda: paid(depot, found, at, key=key)


def redemption_delivered():
    (depot, _, found, at), key = ready_dog(), uuid.uuid4()
    return lambda: releasing.release(redemption=found, at=at, by=depot.clerk, key=key)


def adoption_by_contract():
    depot, key = Depot("alegre-es", (2012, 3, 16, 9, 0)), uuid.uuid4()
    dog, person = depot.seize(depot.at(2012, 3, 1, 9)), TutorFactory(municipality=depot.municipality)
    made = contract(dog, ALL, "adoption", person)
    at = depot.at(2012, 3, 16, 9)
    return lambda: adoption.adopt(custody=dog, contract=made, by=depot.clerk, at=at, key=key)


ACTS = (
    *(attempt, edital, defence_by_the_public_page, instalments, debt_sent, debt_withdrawn),
    debt_paid_at_the_office,
    *(money_of_the_bank_settled_by_hand, redemption_paid, redemption_delivered, adoption_by_contract),
)


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.usefixtures("unseen_papers")
@pytest.mark.parametrize("made_ready", ACTS, ids=lambda each: each.__name__)
def test_an_act_that_dies_in_its_middle_leaves_nothing_and_can_be_sent_again(made_ready):
    dies_and_is_whole(made_ready())
