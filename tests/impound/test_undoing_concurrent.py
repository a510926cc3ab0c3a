"""An escape is undone while the same animal is seized again: it is in the depósito once. And a draft begun at once."""

import uuid

import pytest
from django.db import transaction

from impound.models import SeizedAnimal
from impound.services import ends, undoing_ends
from impound.services.ends import End
from impound.services.seizing import AnimalInput, SeizureInput, seize
from inspections.models import InspectionDraft
from inspections.services import drafts
from tests.impound.depot import Depot
from tests.together import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_an_escape_undone_and_the_animal_seized_again_at_one_moment(unseen_papers):
    depot = Depot("alegre-es", (2012, 3, 5, 9, 0))
    with transaction.atomic():
        custody = depot.seize(depot.at(2012, 3, 1, 9))
    at = depot.at(2012, 3, 5, 9)
    end = End(kind="escape", reason="Portão aberto.", happened_at=depot.at(2012, 3, 2, 8))
    ends.end_custody(custody=custody, end=end, by=depot.agent, at=depot.at(2012, 3, 2, 9), key=uuid.uuid4())

    def undo():
        undoing_ends.undo(custody=custody, reason="Voltou só.", at=at, by=depot.manager)
        return "undone"

    def again():
        dog = AnimalInput(description="caramelo", apparent_health="bom", animal=custody.animal)
        given = SeizureInput(ground="loose", place={"street": "Rua X"})
        seize(municipality=depot.municipality, seizure=given, animals=[dog], at=at, by=depot.agent)
        return "seized"

    found = sorted(at_once([undo, again]))
    assert found in (["in_custody", "undone"], ["seized", "seized_again"])
    assert SeizedAnimal.objects.in_custody().filter(animal=custody.animal).count() == 1


def test_a_visit_on_paper_begun_by_three_presses_is_one_draft():
    depot = Depot("alegre-es", (2012, 3, 5, 9, 0))
    at = depot.at(2012, 3, 5, 9)
    begun = at_once(
        [lambda: drafts.begin(author=depot.agent, at=at, paper_on=at.date()).key for _ in range(3)]
    )
    assert len(set(begun)) == 1 and InspectionDraft.objects.count() == 1
