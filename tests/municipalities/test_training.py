"""A training municipality: its own date, which runs on and only goes forward, and no way out of training."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from tests.factories import MembershipFactory, MunicipalityFactory, sign_in, unit_value
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import CalendarYear, IndexValue, Municipality, Role
from zoonoses.municipalities.refusals import Refused
from zoonoses.municipalities.services import training

pytestmark = pytest.mark.django_db
REAL = datetime(2026, 11, 30, 13, 30, tzinfo=UTC)


def blank(**changes):
    given = {
        "name": "Alegre",
        "uf": "ES",
        "body_name": "Centro de Controle de Zoonoses",
        "ruleset": "alegre-es",
        "day": date(2012, 3, 5),
        "user": MembershipFactory(role=Role.MANAGER).user,
        "real": REAL,
    }
    return training.create_blank(**{**given, **changes})


def moment(town, real):
    return (real + town.clock_shift).astimezone(clock.zone(town))


@pytest.mark.parametrize(
    ("after", "local"),
    [
        (timedelta(0), datetime.fromisoformat("2012-03-05 10:30")),
        (timedelta(hours=13, minutes=29), datetime.fromisoformat("2012-03-05 23:59")),
        (timedelta(hours=13, minutes=30), datetime.fromisoformat("2012-03-06 00:00")),
        (timedelta(days=30), datetime.fromisoformat("2012-04-04 10:30")),
    ],
)
def test_the_date_runs_on_from_the_day_chosen(after, local):
    assert moment(blank(), REAL + after).replace(tzinfo=None) == local


@pytest.mark.parametrize(
    ("uf", "zone", "local"),
    [("MT", "America/Cuiaba", "2024-12-31 22:30"), ("ES", "America/Sao_Paulo", "2024-12-31 23:30")],
)
def test_the_year_is_the_local_one(monkeypatch, uf, zone, local):
    """At 02:30 UTC on 1 January it is still the old year in both zones."""
    real = datetime(2025, 1, 1, 2, 30, tzinfo=UTC)
    monkeypatch.setattr(clock, "real_now", lambda: real)
    town = MunicipalityFactory(uf=uf, time_zone=zone)
    assert f"{clock.now(town):%Y-%m-%d %H:%M}" == local
    assert clock.today(town).year == 2024


@pytest.mark.parametrize(
    ("day", "moves"),
    [("2012-03-04", False), ("2012-03-05", False), ("2012-03-06", True), ("2023-01-02", True)],
)
def test_only_forward(day, moves):
    town = blank()
    if moves:
        moved = training.move_forward(municipality=town, day=date.fromisoformat(day), real=REAL)
        assert moment(moved, REAL).date() == date.fromisoformat(day)
    else:
        with pytest.raises(Refused):
            training.move_forward(municipality=town, day=date.fromisoformat(day), real=REAL)


def test_a_real_one_has_no_date_to_move():
    with pytest.raises(Refused):
        training.move_forward(municipality=MunicipalityFactory(), day=date(2030, 1, 1), real=REAL)


def test_neither_becomes_the_other():
    real, trained = MunicipalityFactory(), blank()
    for town, changes in [
        (real, {"is_training": True}),
        (real, {"clock_shift": timedelta(days=-1)}),
        (trained, {"is_training": False}),
        (trained, {"clock_shift": None}),
    ]:
        with pytest.raises(IntegrityError), transaction.atomic():
            Municipality.objects.filter(pk=town.pk).update(**changes)


def test_a_copy_has_the_law_calendar_and_units_and_its_own_people():
    source = MunicipalityFactory(law="joao-neiva-es")
    unit_value(source, "VRTE", 2026, "4.9000")
    manager = source.memberships.filter(role=Role.MANAGER).first()
    MembershipFactory(municipality=source)
    made = training.create_from(source=source, day=date(2026, 2, 2), user=manager.user, real=REAL)
    assert made.is_training
    assert made.slug != source.slug
    assert made.rulesets.get().ruleset == "joao-neiva-es"
    assert CalendarYear.objects.of(made).count() == CalendarYear.objects.of(source).count() > 0
    assert IndexValue.objects.of(made).get().value == IndexValue.objects.of(source).get().value
    assert [post.user for post in made.memberships.all()] == [manager.user]
    again = training.create_from(source=source, day=date(2026, 2, 2), user=manager.user, real=REAL)
    assert again.slug != made.slug


def test_pages_create_enter_and_move(client):
    town = MunicipalityFactory(law="joao-neiva-es")
    post = town.memberships.get(role=Role.MANAGER)
    sign_in(client, post)
    url = reverse("municipalities:training")
    assert client.post(url, {"source": "blank", "day": "2012-03-05"}).status_code == 422
    assert client.post(url, {"source": "copy", "day": "2025-03-05"}).status_code == 302
    page = client.get(url)
    assert "TREINAMENTO – SEM VALOR" in page.content.decode()
    assert page.context["today"] == date(2025, 3, 5)
    assert client.post(url, {"day": "2025-03-04"}).status_code == 422
    assert client.post(url, {"day": "2025-06-02"}).status_code == 302
    assert client.get(url).context["today"] == date(2025, 6, 2)


def test_the_settings_page_cannot_end_a_training(client):
    town = MunicipalityFactory(law="joao-neiva-es", at=datetime.fromisoformat("2025-03-10 09:00"))
    sign_in(client, town.memberships.get(role=Role.MANAGER))
    form = client.get(reverse("municipalities:settings")).context["form"]
    data = {name: form[name].value() or "" for name in form.fields if "crest" not in name}
    sent = {**data, "is_training": "", "clock_shift": ""}
    assert client.post(reverse("municipalities:settings"), sent).status_code == 302
    shift = town.clock_shift
    town.refresh_from_db()
    assert town.is_training
    assert town.clock_shift == shift
