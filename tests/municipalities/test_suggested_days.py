"""Days that the municipality's own laws fix are offered year by year, and entered in one click."""

from datetime import date

import pytest
from django.urls import reverse

from tests.factories import MembershipFactory, MunicipalityFactory, sign_in
from zoonoses.municipalities.calendars import calendar_of
from zoonoses.municipalities.models import Holiday, Role
from zoonoses.municipalities.services import holidays

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("law", "days"),
    [
        ("alegre-es", ["01-06", "08-15"]),
        ("cuiaba-mt", ["04-08", "06-04", "12-08"]),
        ("joao-neiva-es", []),
        ("alvares-machado-sp", ["03-19", "11-30"]),
        ("vitoria-es", ["06-04", "09-08"]),
    ],
)
def test_offered_in_2026(law, days):
    town = MunicipalityFactory(law=law)
    found = [f"{day.on:%m-%d}" for day in holidays.suggested_days(town, 2026)]
    assert found == days
    assert all(day.act for day in holidays.suggested_days(town, 2026))


def test_one_click_enters_them_once(client):
    town = MunicipalityFactory(law="cuiaba-mt")
    sign_in(client, MembershipFactory(municipality=town, role=Role.MANAGER))
    url = reverse("municipalities:holidays_suggested", args=[2026])
    for _ in range(2):
        assert client.post(url).status_code == 302
    assert Holiday.objects.of(town).count() == 3
    assert set(Holiday.objects.of(town).values_list("kind", flat=True)) <= set(Holiday.Kind.values)
    assert not calendar_of(town).is_business_day(date(2026, 4, 8))
    assert holidays.suggested_days(town, 2026) == []
