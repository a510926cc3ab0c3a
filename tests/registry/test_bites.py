"""Observation of animals that bit: the tenth day, visits, outcomes. Services and pages."""

import uuid
from datetime import date

import pytest

from registry.services import bites
from tests.registry.test_vaccination import refused
from tests.registry.vaccines import VaccineTown

pytestmark = pytest.mark.django_db
BITE = date(2012, 3, 1)


def opened(town, on=BITE, **values):
    given = {"bitten_on": on, "condition": "healthy", "observable": True, "place": "na casa do tutor"}
    return bites.open_observation(
        animal=town.animal, values={**given, **values}, at=town.at(on, 15), by=town.vet, key=uuid.uuid4()
    )


@pytest.mark.parametrize(
    ("outcome", "on", "code"),
    [
        ("healthy", date(2012, 3, 10), "too_early"),  # ninth day
        ("healthy", date(2012, 3, 11), ""),  # tenth day, a Sunday: never extended
        ("healthy", date(2012, 3, 12), ""),
        ("suspect", date(2012, 3, 10), "too_early"),
        ("rabid", date(2012, 3, 4), ""),
        ("dead_or_gone", date(2012, 3, 1), ""),
        ("dead_or_gone", date(2012, 2, 29), "before_bite"),
    ],
)
def test_the_tenth_day(outcome, on, code):
    town = VaccineTown()
    observation = opened(town)
    assert bites.ends_on(observation) == date(2012, 3, 11)
    given = {"observation": observation, "outcome": outcome, "on": on, "by": town.vet}
    assert refused(bites.close, **given, at=town.at(date(2012, 3, 20))) == code
    observation.refresh_from_db()
    assert observation.outcome == ("" if code else outcome)


def test_visits_come_between_the_bite_and_the_outcome():
    town = VaccineTown()
    observation = opened(town)
    seen = {"observation": observation, "condition": "healthy", "notes": "", "by": town.agent}
    now = town.at(date(2012, 3, 11))
    key = uuid.uuid4()
    for _ in range(2):
        bites.visit(**seen, on=date(2012, 3, 6), at=now, key=key)
    assert observation.visits.count() == 1
    for code, on in {"before_bite": date(2012, 2, 29), "in_the_future": date(2012, 3, 12)}.items():
        assert refused(bites.visit, **seen, on=on, at=now, key=uuid.uuid4()) == code
    close = {"observation": observation, "at": now, "by": town.vet}
    assert refused(bites.close, **close, outcome="dead_or_gone", on=date(2012, 3, 5)) == "before_visit"
    bites.close(**close, outcome="healthy", on=date(2012, 3, 11))
    assert refused(bites.close, **close, outcome="rabid", on=date(2012, 3, 11)) == "closed"
    assert refused(bites.visit, **seen, on=date(2012, 3, 11), at=now, key=uuid.uuid4()) == "closed"
    assert refused(opened, town=town) == ""  # a closed observation does not bar another


def test_the_list_has_the_first_to_end_first_and_its_day():
    town = VaccineTown()
    later = opened(town, date(2012, 3, 2))
    sooner = opened(town, date(2012, 2, 28))
    assert refused(opened, town=town, on=date(2012, 3, 2)) == "already_observed"
    rows = list(bites.observations(town.municipality))
    assert [(row.pk, row.due_on) for row in rows] == [
        (sooner.pk, date(2012, 3, 9)),
        (later.pk, date(2012, 3, 12)),
    ]
    assert not list(bites.observations(VaccineTown().municipality))
