"""Dogs and cats of one address, across tutors, against the limit of the law of each municipality."""

from datetime import date, timedelta

import pytest

from registry.models import Animal
from registry.services import households
from registry.text import address_key
from tests.factories import AnimalFactory, MunicipalityFactory, TutorFactory

pytestmark = pytest.mark.django_db
ON = date(2024, 6, 3)
HOME = address_key("Rua das Flores", "157", "Centro")


def people(law, *, dogs=0, cats=0, **animal):
    """Two tutors of one house, written in two ways, who share its animals."""
    town = MunicipalityFactory(law=law)
    owners = [
        TutorFactory(municipality=town, street=street) for street in ("Rua das Flores", "R. das Flores")
    ]
    for place in range(dogs + cats):
        species = Animal.Species.DOG if place < dogs else Animal.Species.CAT
        AnimalFactory(tutor=owners[place % 2], species=species, **animal)
    return town, owners


@pytest.mark.parametrize(
    ("law", "dogs", "cats", "counted", "over", "infraction"),
    [
        ("alegre-es", 6, 4, 10, False, None),
        ("alegre-es", 6, 5, 11, True, "too_many_animals"),
        ("cuiaba-mt", 10, 0, 10, False, None),
        ("cuiaba-mt", 6, 5, 11, True, "kennel_without_report"),
    ],
)
def test_two_tutors_of_one_house_are_counted_together(law, dogs, cats, counted, over, infraction):
    town, _ = people(law, dogs=dogs, cats=cats)
    answer = households.count(municipality=town, address_key=HOME, on=ON)
    found = (answer["counted"], answer["over_limit"], answer["infraction"])
    assert found == (counted, over, infraction)
    assert answer["basis"][0]["article"].startswith("Art.")


@pytest.mark.parametrize("law", ["vitoria-es", "joao-neiva-es", "alvares-machado-sp"])
def test_a_law_without_a_limit_has_no_answer(law):
    town, _ = people(law, dogs=12)
    assert households.count(municipality=town, address_key=HOME, on=ON) is None


@pytest.mark.parametrize(("days", "counted"), [(89, 0), (90, 0), (91, 1)])
def test_only_animals_older_than_ninety_days_count(days, counted):
    town, _ = people("cuiaba-mt", dogs=1, born_on=ON - timedelta(days=days))
    assert households.count(municipality=town, address_key=HOME, on=ON)["counted"] == counted


@pytest.mark.parametrize(
    ("died_on", "counted"), [(None, 1), (date(2024, 6, 4), 1), (date(2024, 6, 3), 0), (date(2024, 6, 2), 0)]
)
def test_the_dead_count_until_the_eve(died_on, counted):
    town, _ = people("cuiaba-mt", dogs=1, died_on=died_on)
    assert households.count(municipality=town, address_key=HOME, on=ON)["counted"] == counted


def test_an_animal_counts_where_it_is_kept():
    town, owners = people("cuiaba-mt", dogs=1)
    AnimalFactory(tutor=owners[0], kept_at="Sítio Boa Vista, km 4")
    elsewhere = TutorFactory(municipality=town, street="Avenida Brasil", number="9")
    AnimalFactory(tutor=elsewhere, kept_at="Rua das Flores, 157 – Centro")
    AnimalFactory(tutor=owners[0], species=Animal.Species.HORSE)
    assert households.count(municipality=town, address_key=HOME, on=ON)["counted"] == 2


def test_a_merged_record_lives_with_its_person_and_coming_animals_are_added_once():
    town, owners = people("cuiaba-mt", dogs=2)
    head = TutorFactory(municipality=town, street="Avenida Brasil", number="9", district="Centro")
    owners[0].merged_into = head
    owners[0].save(update_fields=["merged_into"])
    there = households.animals_at(
        municipality=town, address_key=address_key("Av. Brasil", "9", "Centro"), on=ON
    )
    assert [animal.tutor for animal in there] == [owners[0]]
    known, new = there[0], Animal(municipality=town, species=Animal.Species.CAT)
    answer = households.count(municipality=town, address_key=head.address_key, on=ON, adding=[known, new])
    assert answer["counted"] == 2
    assert households.count(municipality=town, address_key=HOME, on=ON)["counted"] == 1


def test_no_address_and_another_town_count_nothing():
    town, _ = people("cuiaba-mt", dogs=3)
    assert households.animals_at(municipality=town, address_key="", on=ON) == []
    other = MunicipalityFactory(law="cuiaba-mt")
    assert households.count(municipality=other, address_key=HOME, on=ON)["counted"] == 0


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        (("R. das Flores", "157", "Centro"), "rua das flores 157 centro"),
        (("Av Getúlio Vargas", "S/N", ""), "avenida getulio vargas s n"),
        (("Pça. da Matriz", "1", "Centro"), "praca da matriz 1 centro"),
        (("Rodovia ES-482", "KM 12,5", ""), "rodovia es 482 km 12 5"),
        (("R", "2", ""), "r 2"),
        (("", "157", "Centro"), ""),
    ],
)
def test_one_key_however_the_street_is_written(typed, key):
    assert address_key(*typed) == key
