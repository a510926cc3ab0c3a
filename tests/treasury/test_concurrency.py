"""Two clerks with the same charge."""

import uuid
from datetime import date
from decimal import Decimal

import pytest

from tests.together import at_once
from tests.treasury.counter import make_counter
from tests.treasury.owing import agree, instalment_rule
from tests.treasury.returns import file_of, line
from zoonoses.documents.models import Document
from zoonoses.treasury.models import BankOutcome, BankReturn, BankSettlement, CollectionSettings, Payment
from zoonoses.treasury.services import bank, charges, plans, settling
from zoonoses.treasury.services.guides import issue_guide

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_the_same_form_sent_by_both_is_one_payment():
    counter, key = make_counter(), uuid.uuid4()
    charge = counter.charge()
    clerks = [counter.clerk, counter.other_clerk] * 4
    made = at_once([lambda by=by: counter.pay(charge, "40.00", key=key, by=by).pk for by in clerks])
    assert len(set(made)) == 1 and Payment.objects.count() == Document.objects.count() == 1
    assert charges.owed(charge) == 60


def test_both_receive_the_whole_and_one_is_told():
    counter = make_counter()
    charge = counter.charge()
    made = at_once(
        [lambda by=by: counter.pay(charge, by=by).pk for by in (counter.clerk, counter.other_clerk)]
    )
    assert made.count("paid") == 1 and Payment.objects.count() == 1


def guide_and_file():
    counter = make_counter()
    CollectionSettings.objects.create(municipality=counter.municipality, febraban_code="9999")
    charge = counter.charge()
    guide = issue_guide(
        charge=charge, due_on=date(2025, 3, 17), at=counter.at(2025, 3, 10, 9, 0), by=counter.clerk
    )
    return counter, charge, file_of(line(guide.barcode, "100.00"), line(guide.barcode, "100.00", number=2))


def test_the_same_return_file_sent_by_both_is_received_once(unseen_papers):
    counter, charge, data = guide_and_file()
    at = counter.at(2025, 3, 14, 8, 0)

    def receive(by):
        found, _ = bank.take(municipality=counter.municipality, name="x", data=data, by=by, at=at)
        bank.settle(found.pk, lambda: at)
        return found.pk

    made = at_once([lambda by=by: receive(by) for by in (counter.clerk, counter.other_clerk) * 2])
    assert len(set(made)) == 1 and BankReturn.objects.count() == 1
    assert list(BankOutcome.objects.order_by("record__line").values_list("kind", flat=True)) == [
        "paid",
        "not_owed",
    ]
    assert Payment.objects.count() == 1 and charges.owed(charge) == 0


def test_the_bank_and_the_counter_at_once_are_one_payment(unseen_papers):
    counter, charge, data = guide_and_file()
    at = counter.at(2025, 3, 14, 8, 0)
    found, _ = bank.take(municipality=counter.municipality, name="x", data=data, by=counter.clerk, at=at)
    works = [
        lambda: counter.pay(charge, at=at, paid_on=date(2025, 3, 14)).pk,
        lambda: bank.settle(found.pk, lambda: at),
    ]
    at_once(works)
    assert Payment.objects.count() == 1 and charges.owed(charge) == 0


def test_two_agreements_at_once_are_one(unseen_papers):
    counter = make_counter()
    instalment_rule(counter)
    one, other, key = counter.charge(), counter.charge(), uuid.uuid4()
    clerks = [counter.clerk, counter.other_clerk] * 2
    same = at_once([lambda by=by: agree(counter, one, key=key, by=by).pk for by in clerks])
    assert len(set(same)) == 1 and one.plans.count() == 1
    made = at_once([lambda by=by: agree(counter, other, by=by).pk for by in clerks])
    assert made.count("in_instalments") == 3 and other.plans.count() == 1


def test_an_agreement_and_a_payment_at_once_ask_for_what_is_left(unseen_papers):
    counter = make_counter()
    instalment_rule(counter)
    charge = counter.charge()
    at_once([lambda: agree(counter, charge).pk, lambda: counter.pay(charge, "40.00").pk])
    plan = charge.plans.get()
    left = sum(row.rest for row in plans.rows_of(plan, date(2025, 3, 12)))
    assert left == charges.owed(charge) == 60 and plans.outside(plan) == 0


def test_the_same_money_of_the_bank_is_settled_once(unseen_papers):
    counter, charge, data = guide_and_file()
    at = counter.at(2025, 3, 14, 8, 0)
    found, _ = bank.take(municipality=counter.municipality, name="x", data=data, by=counter.clerk, at=at)
    bank.settle(found.pk, lambda: at)
    record = found.records.get(outcome__kind="not_owed")
    others = counter.charge(), counter.charge()
    given = {"record": record, "amount": Decimal(100), "note": "", "at": at}
    proof = {"who": "Ana", "document_number": "1", "on": date(2025, 3, 14)}
    works = [
        lambda pay=pay, by=by: settling.match(charge=pay, by=by, key=uuid.uuid4(), **given).kind
        for pay, by in zip(others, (counter.clerk, counter.other_clerk), strict=True)
    ]
    works.append(lambda: settling.give_back(by=counter.manager, key=uuid.uuid4(), **given, **proof).kind)
    made = at_once(works)
    assert made.count("settled") == 2 and BankSettlement.objects.count() == 1
    assert settling.left_of(record) == 0


def test_the_same_form_of_settling_sent_by_both_is_one(unseen_papers):
    counter, charge, data = guide_and_file()
    at = counter.at(2025, 3, 14, 8, 0)
    found, _ = bank.take(municipality=counter.municipality, name="x", data=data, by=counter.clerk, at=at)
    bank.settle(found.pk, lambda: at)
    record = found.records.get(outcome__kind="not_owed")
    given = {"record": record, "charge": counter.charge(), "amount": Decimal(40), "note": "", "at": at}
    key = uuid.uuid4()
    clerks = [counter.clerk, counter.other_clerk] * 2
    made = at_once([lambda by=by: settling.match(by=by, key=key, **given).pk for by in clerks])
    assert len(set(made)) == 1 and settling.left_of(record) == 60
