"""The last place given by many at one moment is given once. Only PostgreSQL writes at one moment."""

from datetime import date

import pytest

from registry.models import CastrationAppointment, CastrationRequest
from registry.services import castration
from tests.factories import AnimalFactory
from tests.inspections.visits import Town
from tests.together import times

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
AT_ONCE = 8
DAY = date(2025, 3, 10)


def test_the_last_places_of_two_days():
    town = Town("joao-neiva-es")
    for hour in range(8, 16):
        castration.enter(
            animal=AnimalFactory(tutor=town.tutor),
            ground=CastrationRequest.Ground.OTHER,
            at=town.at(DAY, hour),
            by=town.clerk,
        )
    days = [
        castration.open_day(
            municipality=town.municipality, on=DAY, place=place, places=1, today=DAY, by=town.clerk
        )
        for place in ("CCZ", "Castramóvel")
    ]

    def call(number):
        return castration.call_next(day=days[number % 2], at=town.at(DAY, 16), by=town.clerk).request_id

    found = times(AT_ONCE, call)
    assert sorted(map(str, found))[2:] == ["day_full"] * (AT_ONCE - 2)
    assert CastrationAppointment.objects.count() == 2
    assert len(set(CastrationAppointment.objects.values_list("request", flat=True))) == 2
