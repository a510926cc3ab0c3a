"""National, state and municipal days; and that no term runs into a year nobody confirmed."""

from datetime import date

import pytest
from django.urls import reverse

from tests.factories import MembershipFactory, MunicipalityFactory, sign_in
from zoonoses.law import LawError
from zoonoses.municipalities import clock
from zoonoses.municipalities.calendars import calendar_of, official_days_of_year
from zoonoses.municipalities.models import CalendarYear, Holiday, Role
from zoonoses.municipalities.refusals import Refused
from zoonoses.municipalities.services import holidays, recount

pytestmark = pytest.mark.django_db
NATIONAL = ["01-01", "04-21", "05-01", "09-07", "10-12", "11-02", "11-15", "12-25"]


def days(*texts):
    return {date.fromisoformat(text) for text in texts}


@pytest.mark.parametrize(
    ("uf", "year", "more"),
    [
        ("ES", 2023, ["2023-04-07", "2023-04-17"]),
        ("ES", 2024, ["2024-03-29", "2024-04-08", "2024-11-20"]),
        ("ES", 2026, ["2026-04-03", "2026-04-13", "2026-11-20"]),
        ("SP", 2024, ["2024-03-29", "2024-07-09", "2024-11-20"]),
        ("MT", 2023, ["2023-04-07", "2023-11-20"]),
        ("MT", 2026, ["2026-04-03", "2026-11-20"]),
    ],
)
def test_official_days_are_the_law_s_and_no_optional_ones(uf, year, more):
    assert set(official_days_of_year(uf, year)) == days(*(f"{year}-{day}" for day in NATIONAL), *more)


@pytest.mark.parametrize(
    ("law", "start", "count", "due", "own"),
    [
        ("joao-neiva-es", "2026-04-02", 10, "2026-04-20", []),
        ("cuiaba-mt", "2026-04-07", 3, "2026-04-13", ["2026-04-08"]),
        ("cuiaba-mt", "2026-11-18", 3, "2026-11-24", []),
        ("cuiaba-mt", "2026-12-04", 3, "2026-12-10", ["2026-12-08"]),
        ("joao-neiva-es", "2025-12-19", 10, "2026-01-06", []),
    ],
)
def test_business_days_over_holidays(law, start, count, due, own):
    town = MunicipalityFactory(law=law)
    for day in own:
        holidays.add_day(
            municipality=town,
            day=date.fromisoformat(day),
            name="Dia",
            kind="holiday",
            act="Lei",
            on=date(2026, 1, 5),
        )
    found = calendar_of(town).business_days_after(date.fromisoformat(start), count, include_start=False)
    assert found == date.fromisoformat(due)


@pytest.mark.parametrize("kind", Holiday.Kind.values)
def test_no_kind_of_own_day_is_a_business_day(kind):
    town = MunicipalityFactory()
    day = date(2026, 6, 4)
    assert calendar_of(town).is_business_day(day)
    row = holidays.add_day(
        municipality=town, day=day, name="Corpus Christi", kind=kind, act="Decreto", on=day
    )
    assert not calendar_of(town).is_business_day(day)
    holidays.revoke_day(holiday=row, act="Decreto 2", on=day)
    assert calendar_of(town).is_business_day(day)


@pytest.mark.parametrize(
    ("day", "known"),
    [
        ("2024-12-31", False),
        ("2025-01-02", True),
        ("2025-12-31", True),
        ("2026-01-02", False),
        ("2027-01-04", True),
    ],
)
def test_only_confirmed_years_are_known_gaps_included(day, known):
    town = MunicipalityFactory(calendar=False)
    manager = MembershipFactory(municipality=town, role=Role.MANAGER)
    for year in (2025, 2027):
        holidays.confirm_year(municipality=town, year=year, source="Decreto", by=manager, at=clock.real_now())
    calendar = calendar_of(town)
    if known:
        assert calendar.is_business_day(date.fromisoformat(day))
    else:
        with pytest.raises(LawError) as caught:
            calendar.is_business_day(date.fromisoformat(day))
        assert caught.value.code == "calendar_unknown"
        assert caught.value.details["year"] == int(day[:4])


def test_a_moved_day_is_revoked_and_entered_elsewhere():
    town, on = MunicipalityFactory(law="vitoria-es"), date(2021, 3, 20)
    moved = holidays.add_day(
        municipality=town, day=date(2021, 9, 8), name="Vitória", kind="holiday", act="Lei 1.732/1967", on=on
    )
    with pytest.raises(Refused):
        holidays.add_day(municipality=town, day=moved.on, name="De novo", kind="holiday", act="Lei", on=on)
    holidays.revoke_day(holiday=moved, act="Decreto 18.000/2021", on=on)
    with pytest.raises(Refused):
        holidays.revoke_day(holiday=moved, act="Decreto", on=on)
    holidays.add_day(
        municipality=town, day=date(2021, 4, 1), name="Vitória", kind="holiday", act="Decreto", on=on
    )
    assert calendar_of(town).is_business_day(date(2021, 9, 8))
    assert not calendar_of(town).is_business_day(date(2021, 4, 1))


def test_a_change_is_announced_after_it_is_stored(django_capture_on_commit_callbacks, monkeypatch):
    heard = []
    monkeypatch.setattr(
        recount, "_recounters", [lambda municipality, on: heard.append((municipality.pk, on))]
    )
    town, on = MunicipalityFactory(), date(2026, 1, 5)
    with django_capture_on_commit_callbacks(execute=True):
        holidays.add_day(municipality=town, day=on, name="Dia", kind="holiday", act="Lei", on=on)
    assert heard == [(town.pk, on)]


def test_pages_enter_confirm_and_revoke(client):
    town = MunicipalityFactory(calendar=False)
    sign_in(client, MembershipFactory(municipality=town, role=Role.MANAGER))
    url = reverse("municipalities:holidays")
    data = {"day": "2026-06-04", "name": "Corpus Christi", "kind": "optional", "act": "Decreto 1/2026"}
    assert client.post(url, {**data, "day": "20226-06-04"}).status_code == 422
    assert client.post(url, data).status_code == 302
    assert client.post(url, data).status_code == 422
    confirm = reverse("municipalities:calendar_year", args=[2026])
    assert client.post(confirm, {"source": ""}).status_code == 422
    assert client.post(confirm, {"source": "Decreto 2/2026"}).status_code == 302
    assert (
        client.post(reverse("municipalities:calendar_year", args=[9999]), {"source": "x"}).status_code == 422
    )
    assert CalendarYear.objects.of(town).get().source == "Decreto 2/2026"
    row = Holiday.objects.of(town).get()
    revoke = reverse("municipalities:holiday_revoke", args=[row.pk])
    assert client.post(revoke, {"act": ""}).status_code == 422
    assert client.post(revoke, {"act": "Decreto 3/2026"}).status_code == 302
    page = client.get(url, {"ano": "2026"}).content.decode()
    assert "revogado por Decreto 3/2026" in page
    assert "Calendário de 2026 conferido" in page
