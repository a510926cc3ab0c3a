"""The page of a charge leads back to what made it: the redemption, also for the fine of the event, and the auto."""

from datetime import date
from decimal import Decimal

import pytest
from django.urls import reverse

from fines.services import debts
from tests.factories import TutorFactory, sign_in
from tests.fines.process import drawn, serve
from tests.impound.depot import Depot
from tests.impound.redeeming import asked, billed, event, unit_value
from tests.inspections.visits import Town
from zoonoses.treasury.models import Charge
from zoonoses.treasury.services import sources

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unseen_papers")]


def page_of(client, charge) -> str:
    return client.get(reverse("treasury:charge", args=[charge.pk])).content.decode()


def test_charges_of_a_redemption_lead_to_it(client):
    depot = Depot("alvares-machado-sp", (2024, 6, 10, 9, 0))
    owner, person = TutorFactory.create_batch(2, municipality=depot.municipality)
    seizure = depot.seizure(depot.at(2024, 6, 3, 9), owner=owner, ground="loose_unaccompanied")
    horse = depot.seize(depot.at(2024, 6, 3, 9), species="horse", size="large", seizure=seizure)
    event(depot, horse, "expense", date(2024, 6, 4), code="feeding", cost=Decimal("120.50"))
    unit_value(depot, "UFM", "5.00", date(2024, 1, 1), date(2024, 12, 31))
    at = depot.at(2024, 6, 10, 9)
    found = asked(depot, [horse], at, person=person, capacity="possessor", born_on=date(1980, 5, 1))
    bill = billed(depot, found, at)
    sign_in(client, depot.clerk)
    link = f'<a href="{reverse("impound:redemption", args=[found.pk])}">Resgate</a>'
    assert link in page_of(client, bill.charge) and link in page_of(client, bill.fine_charge)
    Charge.objects.filter(pk=bill.charge.pk).update(subject="hand:1")
    assert "Origem" not in page_of(client, bill.charge)
    assert sources.source_of(Charge(subject="notice:999999")) is None


def test_the_charge_of_an_auto_leads_to_it(client):
    town = Town("vitoria-es", now="2024-03-05 10:00")
    auto = drawn(town, date(2024, 3, 4), "abandonment")
    serve(town, auto.act, date(2024, 3, 4))
    made = debts.charge_fine(notice=auto, by=town.clerk, at=town.at(date(2024, 3, 5), 9))
    sign_in(client, town.clerk)
    assert f'<a href="{reverse("fines:notice", args=[auto.pk])}">{auto}</a>' in page_of(client, made)
