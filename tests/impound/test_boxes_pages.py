"""The pages of the boxes: who is where, who is nowhere, a box entered, an animal moved."""

import pytest
from django.urls import reverse

from impound.models import Box
from impound.services.boxes import allocate
from tests.factories import sign_in
from tests.impound.depot import Depot

pytestmark = pytest.mark.django_db
LIST = reverse("impound:boxes")


@pytest.fixture
def depot():
    return Depot("alegre-es", (2012, 3, 2, 9, 0))


def test_the_list_says_places_who_is_inside_and_who_is_nowhere(client, depot):
    sign_in(client, depot.vet)
    full, empty = depot.box("Canil 1", capacity=1), depot.box("Gatil", capacity=3, species="cat")
    inside, nowhere = (depot.seize(depot.at(2012, 3, 1, 9)) for _ in range(2))
    allocate(custody=inside, box=full, at=depot.at(2012, 3, 1, 10), by=depot.agent)
    page = client.get(LIST).content.decode()
    assert "1 de 1" in page and "0 de 3" in page and "sem lugar" in page and "Sem baia: 1" in page
    assert reverse("impound:box_move", args=[nowhere.pk]) in page
    filtered = client.get(f"{LIST}?situacao=com-vaga").content.decode()
    assert empty.name in filtered and full.name not in filtered
    assert full.name not in client.get(f"{LIST}?situacao=quarentena").content.decode()


def test_a_box_is_entered_and_corrected(client, depot):
    sign_in(client, depot.manager)
    fields = {"name": "Canil 9", "capacity": "4", "purpose": "quarantine", "is_active": "on"}
    assert client.post(reverse("impound:box_new"), fields).status_code == 302
    box = Box.objects.get()
    assert (box.capacity, box.purpose) == (4, "quarantine")
    edit = reverse("impound:box_edit", args=[box.pk])
    custody = depot.seize(depot.at(2012, 3, 1, 9))
    allocate(custody=custody, box=box, at=depot.at(2012, 3, 1, 10), by=depot.agent)
    answer = client.post(edit, fields | {"is_active": ""})
    assert answer.status_code == 409 and "mude-os antes" in answer.content.decode()
    assert client.post(edit, fields | {"capacity": "0"}).status_code == 422
    assert client.post(reverse("impound:box_new"), fields).status_code == 409


def test_an_animal_is_moved_with_its_reason_and_each_box_says_why_not(client, depot):
    sign_in(client, depot.clerk)
    one, two = depot.box("Canil 1"), depot.box("Canil 2")
    cats = depot.box("Gatil", species="cat")
    custody = depot.seize(depot.at(2012, 3, 1, 9))
    url = reverse("impound:box_move", args=[custody.pk])
    assert "Gatil é só para gato" in client.get(url).content.decode()
    assert client.post(url, {}).status_code == 422
    assert client.post(url, {"box": one.pk}).url == LIST
    assert client.post(url, {"box": two.pk}).status_code == 422
    refused = client.post(url, {"box": cats.pk, "reason": "engano"})
    assert refused.status_code == 409 and "engano" in refused.content.decode()
    client.post(url, {"box": two.pk, "reason": "limpeza"})
    assert custody.stays.current().get().box == two


def test_a_stranger_moves_nothing(client, depot):
    other = Depot("cuiaba-mt", (2012, 3, 2, 9, 0))
    custody = depot.seize(depot.at(2012, 3, 1, 9))
    sign_in(client, other.manager)
    url = reverse("impound:box_move", args=[custody.pk])
    assert client.post(url, {"box": other.box().pk}).status_code == 404
    sign_in(client, depot.judge)
    assert client.post(url, {}).status_code == 403


def test_the_list_asks_the_same_number_of_queries_for_one_as_for_many(
    client, depot, django_assert_max_num_queries, django_assert_num_queries
):
    sign_in(client, depot.agent)

    def fill(name):
        custody = depot.seize(depot.at(2012, 3, 1, 9))
        allocate(custody=custody, box=depot.box(name), at=depot.at(2012, 3, 1, 10), by=depot.agent)
        depot.seize(depot.at(2012, 3, 1, 9))

    fill("A")
    with django_assert_max_num_queries(14) as few:
        client.get(LIST)
    for number in range(10):
        fill(f"B{number}")
    with django_assert_num_queries(len(few.captured_queries)):
        client.get(LIST)
