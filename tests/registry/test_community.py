"""Community animals: the termo de compromisso and the order until the return."""

import uuid
from datetime import date

import pytest

from registry.models import Animal, CommunityCommitment
from registry.services import animal_facts, community
from tests.documents.conftest import text_of
from tests.factories import AnimalFactory, TutorFactory
from tests.inspections.visits import Town
from tests.registry.licences import rga_of
from zoonoses.documents.refusals import Refusal

pytestmark = pytest.mark.django_db
DAY = date(2025, 3, 10)


def commit(town, animal, caretaker=None, key=None):
    return community.commit(
        animal=animal,
        caretaker=caretaker or town.tutor,
        place="Praça da Matriz",
        at=town.at(DAY, 10),
        by=town.clerk,
        key=key,
    )


def state(animal):
    found = community.standing(Animal.objects.get(pk=animal.pk), DAY)
    return found.allowed, found.next_step and found.next_step.code


def test_the_steps_of_joao_neiva_until_the_return():
    town = Town("joao-neiva-es")
    dog = AnimalFactory(municipality=town.municipality, tutor=None)
    common = {"on": DAY, "at": town.at(DAY), "by": town.vet}
    assert state(dog) == (False, "collection")
    animal_facts.seize(animal=dog, **common)
    assert state(dog) == (False, "identification")
    dog.chips.create(number="963000000000001", implanted_on=DAY)
    assert state(dog) == (False, "neutering")
    animal_facts.neuter(animal=dog, **common)
    assert state(dog) == (False, "registration")
    rga_of(dog, town.clerk, town.at(DAY))
    assert state(dog) == (False, "commitment_statement")
    made = commit(town, dog)
    assert state(dog) == (True, None)
    assert Animal.objects.get(pk=dog.pk).is_community
    assert made.document.file.context["body"]["article"] == "Art. 13"


def test_a_term_is_signed_once_and_another_caretaker_may_follow():
    town = Town("joao-neiva-es")
    dog, key = AnimalFactory(municipality=town.municipality, tutor=None), uuid.uuid4()
    assert commit(town, dog, key=key) == commit(town, dog, key=key)
    with pytest.raises(Refusal):
        commit(town, dog)
    other = TutorFactory(municipality=town.municipality)
    commit(town, dog, other)
    assert community.commitment_of(dog).caretaker == other
    assert CommunityCommitment.objects.count() == 2


def test_where_the_law_is_silent_the_term_says_so():
    town = Town("vitoria-es")
    dog = AnimalFactory(municipality=town.municipality, tutor=None)
    made = commit(town, dog)
    assert "sem previsão na lei" in made.document.file.context["body"]["law_note"]
    assert community.standing(dog, DAY).allowed is None


def test_the_term_says_who_what_where_and_how_far_the_animal_is():
    town = Town("joao-neiva-es")
    dog = AnimalFactory(municipality=town.municipality, tutor=None, name="Caramelo")
    made = commit(town, dog)
    text = text_of(made.document)
    for words in (
        town.tutor.name,
        "Caramelo",
        "Praça da Matriz",
        "Art. 13",
        "a fazer",
        "Lei nº 3.468/2022",
        "via 1 de 2 – tutor principal",
        "via 2 de 2 – processo",
    ):
        assert words in text
