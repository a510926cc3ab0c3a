"""The history of a person and of an address: everything, once, in constant queries, and never a stranger's."""

import uuid
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from inspections.services import complaints
from registry.models import AnimalFact, Rga, Vaccination
from registry.services import merges, tutors
from registry.text import address_key
from tests.factories import AnimalFactory, MunicipalityFactory, TutorFactory, sign_in
from tests.fines.test_notices import intimate, notice
from tests.inspections.visits import Town
from zoonoses.documents.models import AccessRecord

pytestmark = pytest.mark.django_db
DAY = date(2012, 3, 1)
PLACE = {"street": "R. das Flores", "number": "157", "district": "Centro"}


@pytest.fixture
def town():
    town = Town("alegre-es", now="2012-04-02 08:00")
    town.other = TutorFactory(municipality=town.municipality, name="Josefa", street="Rua B", number="2")
    town.pet = AnimalFactory(tutor=town.tutor, name="Rex")
    return town


def fill(town, tutor=None, pet=None, number=1):
    """A visit with an intimação, an auto, a complaint, a fact, an RGA and a dose of one person."""
    tutor, pet, at = tutor or town.tutor, pet or town.pet, town.at(DAY)
    visit = town.visit(DAY, "inadequate_keeping", tutor=tutor)
    intimate(town, visit, DAY)
    second = town.visit(DAY, "leash_plate_handler", tutor=tutor)
    for each in (visit, second):
        each.address_key = address_key(each.street, each.number, each.district)
        each.save()
    notice(town, second, DAY)
    complaints.receive(
        municipality=town.municipality,
        values={"channel": "counter", "what": "Cães soltos", "accused": tutor, **PLACE},
        complainant=None,
        at=at,
        by=town.clerk,
        key=uuid.uuid4(),
    )
    AnimalFact.objects.create(
        animal=pet, kind="lost", on=DAY, recorded_at=at, recorded_by=town.clerk, notes="fugiu no temporal"
    )
    Rga.objects.create(
        municipality=town.municipality, number=number, animal=pet, registered_on=DAY, registered_at=at,
        registered_by=town.clerk, code=f"RGA{number}",
    )  # fmt: skip
    Vaccination.objects.create(
        animal=pet, municipality=town.municipality, product_name="Antirrábica", on=DAY, shown_proof=True,
        recorded_by=town.clerk, recorded_at=at,
    )  # fmt: skip
    return visit


WORDS = (
    "Intimação nº",
    "Auto de infração nº",
    "Protocolo de denúncia nº",
    "fugiu no temporal",
    "RGA 1",
    "Antirrábica",
)


def test_everything_of_a_person_also_of_the_merged_record(client, town):
    fill(town)
    merges.merge(
        kept=town.other, merged=town.tutor, choices={}, reason="a mesma", by=town.clerk, at=town.at(DAY)
    )
    sign_in(client, town.agent)
    old = client.get(reverse("desk:history_person", args=[town.tutor.pk]))
    assert old.url == reverse("desk:history_person", args=[town.other.pk])
    page = client.get(old.url).content.decode()
    for words in (*WORDS, "unificado ao de Josefa"):
        assert words in page, words
    assert AccessRecord.objects.filter(what="histórico da pessoa", object_id=str(town.other.pk)).exists()


def test_everything_of_an_address_however_it_is_written(client, town):
    fill(town)
    sign_in(client, town.agent)
    url = reverse("desk:history_address")
    page = client.post(url, PLACE).content.decode()
    for words in (*WORDS, escape(town.tutor.name)):
        assert words in page, words
    assert "Josefa" not in page
    assert WORDS[0] in client.post(url, {**PLACE, "district": ""}).content.decode()
    typed = {f"where-{name}": value for name, value in PLACE.items()}
    assert WORDS[0] in client.post(url, typed).content.decode(), "as the form of a visit sends it"
    elsewhere = client.post(url, {**PLACE, "number": "15"}).content.decode()
    assert WORDS[0] not in elsewhere and "Nada registrado neste endereço" in elsewhere
    assert client.post(url, {"street": ""}).status_code == 422


def test_the_history_has_pages_and_costs_the_same(client, town, django_assert_max_num_queries):
    sign_in(client, town.agent)
    fill(town)
    url, place = reverse("desk:history_person", args=[town.tutor.pk]), reverse("desk:history_address")
    client.get(url)
    with CaptureQueriesContext(connection) as few:
        client.get(url)
    with CaptureQueriesContext(connection) as few_there:
        client.post(place, PLACE)
    for number in range(2, 8):
        fill(town, pet=AnimalFactory(tutor=town.tutor), number=number)
    with django_assert_max_num_queries(len(few)):
        page = client.get(url).content.decode()
    assert "Próximas" in page
    with django_assert_max_num_queries(len(few_there)):
        page = client.post(place, PLACE).content.decode()
    assert 'name="page" value="2"' in page
    seen = [client.get(f"{url}?page={number}").context["entries"] for number in (1, 2, 3)]
    assert len(seen[0]) == 25 and 0 < len(seen[1]) <= 25


def test_strangers_and_the_clinic(client, town):
    there = Town("vitoria-es")
    sign_in(client, town.agent)
    assert client.get(reverse("desk:history_person", args=[there.tutor.pk])).status_code == 404
    AnimalFactory(
        tutor=TutorFactory(municipality=MunicipalityFactory(law="vitoria-es"), name="De Outra Cidade")
    )
    assert "De Outra Cidade" not in client.post(reverse("desk:history_address"), PLACE).content.decode()
    sign_in(client, town.clinic)
    assert client.post(reverse("desk:history_address"), PLACE).status_code == 403


def test_warnings_of_the_person_are_seen_on_the_case_with_author_and_day(client, town):
    visit = fill(town)
    tutors.warn(tutor=town.tutor, reason="ameaçou o fiscal", by=town.vet, on=DAY)
    merges.merge(
        kept=town.other, merged=town.tutor, choices={}, reason="a mesma", by=town.clerk, at=town.at(DAY)
    )
    tutors.warn(tutor=town.other, reason="cão solto no portão", by=town.vet, on=DAY)
    sign_in(client, town.agent)
    urls = [
        reverse("desk:case", args=[visit.act.case_id]),
        reverse("inspections:inspection", args=[visit.pk]),
        reverse("desk:history_person", args=[town.other.pk]),
        client.post(reverse("inspections:return_new", args=[visit.pk])).url,
        client.post(reverse("inspections:inspection_new"), {"tutor": town.other.pk}).url,
    ]
    for url in urls:
        page = client.get(url).content.decode()
        for words in ("ameaçou o fiscal", "cão solto no portão", town.vet.user.name, "01/03"):
            assert words in page, (url, words)
