"""What tests of the redemption share: a request, what is shown for it, its bill and its payment, on fixed days."""

import uuid
from decimal import Decimal

import pytest

from impound.models import CustodyEvent, Redemption
from impound.services import redemption_bills, redemptions
from impound.services.redemption_checklist import checklist
from impound.services.redemptions import Requester
from tests.factories import TutorFactory
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.models import IndexValue

HORSE_EXAMS = {
    "glanders_exam": "Exame de mormo",
    "equine_anaemia_exam": "Exame de anemia",
    "equine_influenza_vaccine": "Vacina de Influenza Equina",
}


def refused(expected, act, /, *args, **kwargs) -> Refusal:
    with pytest.raises(Refusal) as found:
        act(*args, **kwargs)
    assert found.value.code == expected, found.value.sentence
    return found.value


def asked(depot, custodies, at, *, person=None, capacity="owner", owner=None, born_on=None) -> Redemption:
    person = person or TutorFactory(municipality=depot.municipality)
    requester = Requester(person, capacity, owner, born_on)
    return redemptions.ask(custodies=custodies, requester=requester, at=at, by=depot.clerk, key=uuid.uuid4())


def billed(depot, redemption, at):
    return redemption_bills.make_bill(redemption=redemption, at=at, by=depot.clerk, key=uuid.uuid4())


def paid(depot, redemption, at, **given):
    given = {"means": "pix", "paid_on": at.date(), "key": uuid.uuid4(), "by": depot.clerk} | given
    return redemption_bills.pay(redemption=redemption, at=at, **given)


def seen(depot, redemption, at, *codes, copy=None):
    for code in codes:
        redemptions.see(redemption=redemption, code=code, label=code, copy=copy, at=at, by=depot.clerk)


def missing(redemption, at) -> list[str]:
    return [item.need.code for item in checklist(redemption, at=at).missing]


def event(depot, custody, kind, on, **values) -> CustodyEvent:
    fields = {
        "label": "fato",
        "recorded_at": depot.at(on.year, on.month, on.day, 8),
        "recorded_by": depot.agent,
    }
    return CustodyEvent.objects.create(custody=custody, kind=kind, on=on, **{**fields, **values})


def examined(depot, horse, on):
    """Every entry exam and vaccine of a horse under the law of Álvares Machado, with its result."""
    for code, label in HORSE_EXAMS.items():
        kind = "vaccine" if code.endswith("vaccine") else "exam"
        event(depot, horse, kind, on, code=code, label=label, result="negative")


def unit_value(depot, unit, value, first, last):
    return IndexValue.objects.create(
        municipality=depot.municipality,
        unit=unit,
        from_on=first,
        until_on=last,
        value=Decimal(value),
        source="Decreto",
        entered_by=depot.manager,
        entered_at=depot.at(first.year, first.month, first.day, 8),
    )
