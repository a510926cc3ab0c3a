"""The pages of destination: what is offered with its reasons, and each destination from the choice to the paper."""

import uuid
from datetime import date

import pytest
from django.urls import reverse
from django.utils.html import escape

from impound.models import Exit, FollowUp
from impound.services import bars
from registry.models import Microchip
from tests.factories import TutorFactory, sign_in
from tests.impound.depot import Depot
from tests.impound.destining import ALL, laudo, treated_for_return

pytestmark = pytest.mark.django_db


def _url(custody, *destination, **query):
    name = "destine_as" if destination else "destine"
    words = "&".join(f"{key}={value}" for key, value in query.items())
    return reverse(f"impound:{name}", args=[custody.pk, *destination]) + (f"?{words}" if words else "")


def _get(client, member, url):
    return sign_in(client, member).get(url)


def _post(client, member, url, key=None, **data):
    sign_in(client, member)
    return client.post(url, {"idempotency_key": str(key or uuid.uuid4()), **data})


def _initial(page) -> dict:
    """What the form shows, as a person would send it without touching it."""
    form = page.context["form"]
    found = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    return {name: value for name, value in found.items() if value not in (None, "", False)}


def test_the_page_lists_what_the_law_lists_with_articles_and_what_is_missing(client):
    depot = Depot("alegre-es", (2012, 3, 15, 9, 0))
    dog = depot.seize(depot.at(2012, 3, 1, 9))
    page = _get(client, depot.clerk, _url(dog)).content.decode()
    assert "Só a partir de 16/03/2012" in page
    assert "Art. 23, § 4º, III" in page
    assert "cabe hoje" not in page
    depot = Depot("alegre-es", (2012, 3, 16, 9, 0))
    dog = depot.seize(depot.at(2012, 3, 1, 9))
    page = _get(client, depot.clerk, _url(dog)).content.decode()
    order = [
        page.index(code) for code in ("destino-adoption", "destino-teaching", "destino-return", "destino-vet")
    ]
    assert order == sorted(order)
    assert page.count("cabe hoje") == 2
    assert "Esterilização" in page and "falta cumprir" in page
    assert _url(dog, ALL, "donation") in page
    assert _url(dog, "return_after_treatment", "return") not in page
    page = _get(client, depot.judge, _url(dog)).content.decode()
    assert _url(dog, ALL, "donation") not in page
    assert _get(client, depot.judge, _url(dog, ALL, "donation")).status_code == 403


def test_vitoria_without_its_regulation_says_where_it_is_entered(client):
    depot = Depot("vitoria-es", (2025, 9, 10, 9, 0))
    dog = depot.seize(depot.at(2025, 3, 10, 8))
    page = _get(client, depot.manager, _url(dog)).content.decode()
    assert reverse("municipalities:laws") in page
    assert "vedada a eutanásia" in page and "Art. 23" in page


def test_adoption_step_by_step(client):
    depot = Depot("vitoria-es", (2025, 3, 18, 9, 0))
    depot.choose("custody_days", 5)
    dog = depot.seize(depot.at(2025, 3, 10, 9), chip_read="963008000000017")
    assert _get(client, depot.clerk, _url(dog, "adoption", "adoption")).status_code == 409
    laudo(depot, dog, depot.at(2025, 3, 18, 8), healthy=True)
    assert "Quem adota" in _get(client, depot.clerk, _url(dog, "adoption", "adoption")).content.decode()
    person = TutorFactory(municipality=depot.municipality, name="Conceição")
    url = _url(dog, "adoption", "adoption", destinatario=person.pk)
    page = _get(client, depot.clerk, url)
    data = _initial(page)
    assert data["chip"] == "963008000000017"
    assert data["visit_1"] == date(2025, 4, 17)
    assert "que a lei não fixa" in page.content.decode()
    for faulty in ({}, {"informed": "on", "chip": ""}, {"informed": "on", "young": "on"}):
        answer = _post(client, depot.clerk, url, **{**data, **faulty})
        assert answer.status_code == 422, faulty
    data |= {"informed": "on"}
    sheet = _post(client, depot.clerk, url, **data).content.decode()
    assert "963008000000017, em nome de Conceição" in sheet
    assert not Exit.objects.exists()
    key = uuid.uuid4()
    for _ in range(2):
        answer = _post(client, depot.clerk, url, key, **data, confirmar="1")
        assert answer.url == reverse("impound:custody", args=[dog.pk])
    gone = Exit.objects.get()
    assert gone.receiver == person and Microchip.objects.get().number == "963008000000017"
    assert FollowUp.objects.count() == 3
    assert "Contrato de adoção" in _get(client, depot.clerk, answer.url).content.decode()


def test_who_is_barred_is_told_before_anything_is_typed(client):
    depot = Depot("alegre-es", (2012, 3, 16, 9, 0))
    dog, person = depot.seize(depot.at(2012, 3, 1, 9)), TutorFactory(municipality=depot.municipality)
    bars.bar(tutor=person, reason="maus-tratos em 2010", at=depot.at(2012, 3, 1, 9), by=depot.manager)
    url = _url(dog, ALL, "adoption", destinatario=person.pk)
    page = _get(client, depot.clerk, url)
    assert "maus-tratos em 2010" in page.content.decode()
    answer = _post(client, depot.clerk, url, **_initial(page))
    assert answer.status_code == 409 and escape("não pode receber animais") in answer.content.decode()


def test_return_vet_decision_and_what_the_clerk_may_not_do(client):
    depot = Depot("alegre-es", (2012, 3, 16, 9, 0))
    dog, at = depot.seize(depot.at(2012, 3, 1, 9)), depot.at(2012, 3, 16, 8)
    url = _url(dog, "return_after_treatment", "return")
    answer = _get(client, depot.agent, url)
    assert answer.status_code == 409 and "Art. 23, § 4º, III" in answer.content.decode()
    treated_for_return(depot, dog, at)
    assert "Rua do Fato, 10" in _get(client, depot.agent, url).content.decode()
    assert "Rua do Fato, 10" in _post(client, depot.agent, url).content.decode()
    assert _post(client, depot.agent, url, confirmar="1").status_code == 302
    assert Exit.objects.get().kind == "return"
    ill = depot.seize(depot.at(2012, 3, 1, 9))
    found = laudo(depot, ill, at, gravely_ill=True, vet_opinion=True)
    url = _url(ill, "vet_decision", "vet")
    data = {"evaluation": found.pk, "outcome": "handover", "reason": "precisa de cirurgia"}
    assert _post(client, depot.clerk, url, **{**data, "outcome": "death"}).status_code == 409
    assert _post(client, depot.vet, url, **data).status_code == 422
    person = TutorFactory(municipality=depot.municipality)
    url += f"?destinatario={person.pk}"
    assert _post(client, depot.vet, url, **data, confirmar="1").status_code == 302
    gone = Exit.objects.get(custody=ill)
    assert (gone.kind, gone.receiver, gone.vet_crmv) == ("vet", person, depot.vet.crmv)
    ill.animal.refresh_from_db()
    assert ill.animal.tutor == person


def test_a_destination_that_the_law_does_not_list_is_refused(client):
    depot = Depot("alegre-es", (2012, 3, 16, 9, 0))
    dog = depot.seize(depot.at(2012, 3, 1, 9))
    for code, form in (("sacrifice", "sacrifice"), (ALL, "research"), ("x", "death"), (ALL, "adoption2")):
        assert _get(client, depot.vet, _url(dog, code, form)).status_code == 409, code
