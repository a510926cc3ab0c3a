"""The last place of a box, and one animal for two lots, asked for by many at one moment: one gets it."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from impound.models import BoxStay
from impound.services.boxes import allocate
from tests.impound.depot import Depot
from zoonoses.documents.refusals import Refusal

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
AT_ONCE = 6


def at_once(works):
    def run(work):
        try:
            return work()
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def test_the_last_place_of_a_box_goes_to_one_animal():
    depot = Depot("alegre-es", (2012, 3, 2, 9, 0))
    box, other, at = depot.box(capacity=1), depot.box("Canil 2", capacity=9), depot.at(2012, 3, 2, 9)
    animals = [depot.seize(depot.at(2012, 3, 1, 9)) for _ in range(AT_ONCE)]
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
    animals = [depot.seize(depot.at(2012, 3, 1, 9)) for _ in boxes]
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
