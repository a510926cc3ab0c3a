"""What a unit is worth on a day: entered before shipped, never carried forward, replaced by a new row."""

from datetime import date
from decimal import Decimal

import pytest
from django.urls import reverse

from tests.factories import MembershipFactory, MunicipalityFactory, sign_in
from zoonoses.law import LawError
from zoonoses.municipalities import clock
from zoonoses.municipalities.forms.fields import amount
from zoonoses.municipalities.models import IndexValue, Role
from zoonoses.municipalities.refusals import Refused
from zoonoses.municipalities.services import units

pytestmark = pytest.mark.django_db


def enter(town, first, last, value, unit="VRTE"):
    return units.enter(
        municipality=town,
        unit=unit,
        from_on=date.fromisoformat(first),
        until_on=date.fromisoformat(last),
        value=Decimal(value),
        source="Decreto 6.000-R",
        by=town.memberships.get(role=Role.MANAGER),
        at=clock.real_now(),
    )


@pytest.mark.parametrize(
    ("law", "unit", "day", "value"),
    [
        ("joao-neiva-es", "VRTE", "2025-01-01", "4.7175"),
        ("joao-neiva-es", "VRTE", "2025-12-31", "4.7175"),
        ("joao-neiva-es", "VRTE", "2010-06-01", "2.0074"),
        ("cuiaba-mt", "UPF", "2024-03-01", "234.46"),
        ("cuiaba-mt", "UPF", "2024-03-31", "234.46"),
    ],
)
def test_shipped(law, unit, day, value):
    found = units.value_on(MunicipalityFactory(law=law), unit, date.fromisoformat(day))
    assert (found.value, found.own) == (Decimal(value), False)
    assert found.source


@pytest.mark.parametrize(
    ("law", "unit", "day", "period"),
    [
        ("joao-neiva-es", "VRTE", "2026-01-01", "2026"),
        ("joao-neiva-es", "VRTE", "2011-01-01", "2011"),
        ("cuiaba-mt", "UPF", "2024-02-29", "2024-02"),
        ("cuiaba-mt", "UPF", "2024-04-01", "2024-04"),
        ("alvares-machado-sp", "UFM", "2025-05-01", "2025"),
    ],
)
def test_unknown_says_what_is_missing_and_where_to_enter_it(law, unit, day, period):
    with pytest.raises(LawError) as caught:
        units.value_on(MunicipalityFactory(law=law), unit, date.fromisoformat(day))
    assert caught.value.code == "index_value_missing"
    assert caught.value.details["unit"] == unit
    assert caught.value.details["period"] == period
    assert reverse(caught.value.details["enter"])


def test_entered_comes_before_shipped_and_is_replaced_by_a_new_row():
    town = MunicipalityFactory(law="joao-neiva-es")
    enter(town, "2025-01-01", "2025-12-31", "4.8000")
    enter(town, "2025-01-01", "2025-12-31", "4.7175")
    found = units.value_on(town, "VRTE", date(2025, 6, 1))
    assert (found.value, found.own) == (Decimal("4.7175"), True)
    assert list(IndexValue.objects.order_by("pk").values_list("superseded", flat=True)) == [True, False]


@pytest.mark.parametrize(
    ("first", "last", "fits"),
    [
        ("2026-01-01", "2026-06-30", False),
        ("2025-12-31", "2026-01-01", False),
        ("2026-07-01", "2027-06-30", False),
        ("2027-01-01", "2027-12-31", True),
        ("2026-01-01", "2026-12-31", True),
    ],
)
def test_each_day_has_one_value(first, last, fits):
    town = MunicipalityFactory(law="joao-neiva-es")
    enter(town, "2026-01-01", "2026-12-31", "4.9000")
    if fits:
        assert enter(town, first, last, "5.0000")
    else:
        with pytest.raises(Refused):
            enter(town, first, last, "5.0000")


def test_one_town_s_value_is_not_another_s():
    enter(MunicipalityFactory(law="joao-neiva-es"), "2026-01-01", "2026-12-31", "4.9000")
    with pytest.raises(LawError):
        units.value_on(MunicipalityFactory(law="joao-neiva-es"), "VRTE", date(2026, 6, 1))


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("1.234,56", "1234.56"),
        ("12,5", "12.5"),
        ("9.999", "9999"),
        ("4,7175", "4.7175"),
        ("R$ 4.7175", "4.7175"),
        ("0.333", "0.333"),
        ("0,333", "0.333"),
    ],
)
def test_amounts_as_brazil_writes_them(typed, value):
    assert amount(typed) == Decimal(value)


@pytest.mark.parametrize("typed", ["-1", "1,2,3", "1.23,4", "0.333,5", "doze", "1e3", ""])
def test_what_is_not_an_amount(typed):
    with pytest.raises(ValueError, match="Escreva"):
        amount(typed)


def test_page_enters_and_tells_the_doubt(client):
    town = MunicipalityFactory(law="cuiaba-mt")
    sign_in(client, MembershipFactory(municipality=town, role=Role.MANAGER))
    url = reverse("municipalities:index_values")
    assert "UPM" in client.get(url).content.decode()
    data = {
        "unit": "UPF",
        "from_on": "2026-03-01",
        "until_on": "2026-03-31",
        "value": "256,04",
        "source": "Portaria 9",
    }
    for wrong in (
        {"value": "-1"},
        {"until_on": "2026-02-01"},
        {"source": ""},
        {"unit": "VRTE"},
        {"value": "0"},
    ):
        assert client.post(url, {**data, **wrong}).status_code == 422
    assert client.post(url, data).status_code == 302
    assert units.value_on(town, "UPF", date(2026, 3, 31)).value == Decimal("256.04")
    assert "256,0400" in client.get(url).content.decode()
