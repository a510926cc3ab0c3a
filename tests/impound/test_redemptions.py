"""Redemption by its services: who may ask, what the law wants, what is paid, and how the animals leave."""

import uuid
from datetime import date
from decimal import Decimal

import pytest

from impound.models import CustodyEvent, Exit, Redemption
from impound.services import redemption_bills, redemptions, releasing
from impound.services.redemption_checklist import checklist
from impound.services.redemptions import Requester
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.models import IndexValue

pytestmark = pytest.mark.django_db


def refused(code, act, *args, **kwargs):
    with pytest.raises(Refusal) as found:
        act(*args, **kwargs)
    assert found.value.code == code, found.value.sentence
    return found.value


def asked(depot, custodies, at, person=None, capacity="owner", **given) -> Redemption:
    person = person or TutorFactory(municipality=depot.municipality)
    return redemptions.ask(
        custodies=custodies,
        requester=Requester(person, capacity, **given),
        at=at,
        by=depot.clerk,
        key=uuid.uuid4(),
    )


def test_alegre_whole(): 
    depot = Depot("alegre-es", (2012, 3, 5, 10, 0))
    custody = depot.seize(depot.at(2012, 3, 1, 9), registered=True, identified=True)
    at = depot.at(2012, 3, 5, 10)
    found = asked(depot, [custody], at)
    print([(i.need.code, i.met, i.how) for i in checklist(found, at=at).items])
    bill = redemption_bills.make_bill(redemption=found, at=at, by=depot.clerk, key=uuid.uuid4())
    print(bill.items, bill.reais, bill.charge.amount, bill.fine_charge)
    redemption_bills.pay(redemption=found, means="pix", paid_on=at.date(), at=at, by=depot.clerk, key=uuid.uuid4())
    refused("missing", releasing.release, redemption=found, at=at, by=depot.clerk, key=uuid.uuid4())
