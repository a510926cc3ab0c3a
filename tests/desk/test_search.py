"""The search of everything: by number, chip, name, CPF, telephone and address; exact hits first."""

from datetime import date

import pytest
from django.urls import reverse

from inspections.models import Inspection
from registry.models import Microchip, Rga
from registry.services import merges
from registry.text import search_key
from tests.factories import AnimalFactory, TutorFactory, sign_in
from tests.inspections.visits import Town
from zoonoses.desk.services.search import search

pytestmark = pytest.mark.django_db
DAY = date(2012, 3, 1)


@pytest.fixture
def town():
    town = Town("alegre-es", now="2012-04-02 08:00")
    owner = TutorFactory(
        municipality=town.municipality, name="Conceição Araújo", document="52998224725",
        phone="27999990000", street="Av. Getúlio Vargas", number="1020",
    )  # fmt: skip
    town.pet = AnimalFactory(tutor=owner, name="Pitágoras")
    Microchip.objects.create(animal=town.pet, number="982000123456789")
    Rga.objects.create(
        municipality=town.municipality, number=1234, animal=town.pet, registered_on=DAY, code="AB12-CD34",
        registered_at=town.at(DAY), registered_by=town.clerk,
    )  # fmt: skip
    town.owner = owner
    return town


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("1234", "animals"),
        ("RGA 1234", "animals"),
        ("rga nº 1234", "animals"),
        ("982000123456789", "animals"),
        ("982 000 123 456 789", "animals"),
        ("982-000-123456789", "animals"),
        ("chip 982000123456789", "animals"),
        ("AB12-CD34", "animals"),
        ("ab12-cd34", "animals"),
        ("pitagoras", "animals"),
        ("conceicao araujo", "people"),
        ("529.982.247-25", "people"),
        ("52998224725", "people"),
        ("(27) 99999-0000", "people"),
        ("99999-0000", "people"),
        ("av. getulio vargas 1020", "people"),
        ("avenida getúlio", "people"),
    ],
)
def test_each_way_of_naming_finds_it(town, typed, kind):
    found = search(municipality=town.municipality, text=typed)
    assert getattr(found, kind) == [town.pet if kind == "animals" else town.owner], found.sentence
    elsewhere = search(municipality=Town("vitoria-es").municipality, text=typed)
    assert elsewhere.animals == elsewhere.people == []


def test_exact_hits_come_first_and_the_rest_is_not_counted(town, django_assert_max_num_queries):
    for number in range(30):
        TutorFactory(municipality=town.municipality, name=f"Ana {number:02d} Lima")
        AnimalFactory(tutor=town.owner, name=f"Rex {number:02d}")
    exact = TutorFactory(municipality=town.municipality, name="Lima Ana")
    rex = AnimalFactory(tutor=town.owner, name="Rex")
    with django_assert_max_num_queries(14) as captured:
        people = search(municipality=town.municipality, text="lima ana").people
    assert people[0] == exact and len(people) == 25
    assert not [each for each in captured.captured_queries if "COUNT(" in each["sql"]]
    animals = search(municipality=town.municipality, text="rex").animals
    assert animals[0] == rex and len(animals) == 25


def test_names_that_begin_with_what_was_typed_come_before_those_that_hold_it(town):
    names = ("Ana Rita Lima", "Rita Zulmira", "Zélia Rita", "Rita", "Rita Abreu")
    for name in names:
        TutorFactory(municipality=town.municipality, name=name)
        AnimalFactory(tutor=town.owner, name=name)
    found = search(municipality=town.municipality, text="rita")
    expected = ["Rita", "Rita Abreu", "Rita Zulmira", "Ana Rita Lima", "Zélia Rita"]
    assert [person.name for person in found.people] == expected
    assert [animal.name for animal in found.animals] == expected


def test_visits_and_complaints_are_found_by_address_or_by_person(town):
    visit = town.visit(DAY, "leash_plate_handler")
    Inspection.objects.filter(pk=visit.pk).update(address_key=search_key(visit.address_line))
    for typed in (town.tutor.name, "flores 157"):
        assert search(municipality=town.municipality, text=typed).inspections == [visit]
    assert search(municipality=town.municipality, text="rua inexistente").inspections == []


def test_cases_of_a_merged_record_are_found_under_the_person(town):
    visit = town.visit(DAY, "leash_plate_handler")
    merges.merge(
        kept=town.owner, merged=town.tutor, choices={}, reason="a mesma", by=town.clerk, at=town.at(DAY)
    )
    assert search(municipality=town.municipality, text="conceição araújo").inspections == [visit]


def test_the_page_shows_the_animal_and_says_what_is_wrong(client, town):
    sign_in(client, town.agent)
    page = client.post(reverse("desk:search"), {"q": "982 000 123 456 789"}).content.decode()
    assert "Pitágoras" in page and "RGA 1234" in page and "Conceição Araújo" in page
    page = client.post(reverse("desk:search"), {"q": "529.982.247-24"}).content.decode()
    assert "CPF inválido" in page
