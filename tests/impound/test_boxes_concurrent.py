"""The last place of a box, and one animal for two lots, asked for by many at one moment: one gets it."""

import uuid

import pytest
from django.db import transaction

from impound.models import BoxStay, SeizedAnimal
from impound.services.boxes import allocate
from impound.services.seizing import AnimalInput, SeizureInput, seize
from tests.factories import AnimalFactory
from tests.impound.depot import Depot
from tests.together import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
AT_ONCE = 6


def _seized(depot, count):
    with transaction.atomic():
        return [depot.seize(depot.at(2012, 3, 1, 9)) for _ in range(count)]


def test_the_last_place_of_a_box_goes_to_one_animal():
    depot = Depot("alegre-es", (2012, 3, 2, 9, 0))
    box, other, at = depot.box(capacity=1), depot.box("Canil 2", capacity=9), depot.at(2012, 3, 2, 9)
    animals = _seized(depot, AT_ONCE)
    for custody in animals[::2]:
        allocate(custody=custody, box=other, at=at, by=depot.agent)

    def move(custody):
        allocate(custody=custody, box=box, at=at, by=depot.agent, reason="limpeza")
        return "in"

    found = at_once([lambda custody=custody: move(custody) for custody in animals])
    assert sorted(found) == ["box_full"] * (AT_ONCE - 1) + ["in"]
    assert BoxStay.objects.filter(box=box).current().count() == 1


def test_two_animals_that_change_places_do_not_wait_for_each_other():
    depot = Depot("alegre-es", (2012, 3, 2, 9, 0))
    boxes, at = [depot.box(name, capacity=2) for name in ("A", "B")], depot.at(2012, 3, 2, 9)
    animals = _seized(depot, len(boxes))
    for custody, box in zip(animals, boxes, strict=True):
        allocate(custody=custody, box=box, at=at, by=depot.agent)
    swaps = zip(animals, reversed(boxes), strict=True)
    at_once(
        [
            lambda custody=custody, box=box: allocate(
                custody=custody, box=box, at=at, by=depot.agent, reason="a"
            )
            for custody, box in swaps
        ]
    )
    assert [custody.stays.current().get().box for custody in animals] == boxes[::-1]


def test_one_animal_is_seized_once_though_two_agents_seize_it_at_one_moment(unseen_papers):
    depot = Depot("alegre-es", (2012, 3, 2, 9, 0))
    animal = AnimalFactory(municipality=depot.municipality, species="dog")

    def take():
        row = AnimalInput(animal=animal, description="caramelo", apparent_health="bom")
        seize(
            municipality=depot.municipality,
            seizure=SeizureInput(ground="loose", place={"street": "Rua A"}),
            animals=[row],
            at=depot.at(2012, 3, 2, 9),
            by=depot.agent,
            key=uuid.uuid4(),
        )
        return "seized"

    assert sorted(at_once([take] * AT_ONCE)) == ["in_custody"] * (AT_ONCE - 1) + ["seized"]
    assert SeizedAnimal.objects.get().full_number == "0001/2012"
