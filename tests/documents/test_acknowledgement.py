"""Ciência: the four means, the days on which it may be, and which one counts."""

import uuid
from datetime import date

import pytest
from django.urls import reverse

from tests.factories import sign_in
from tests.inspections.visits import Town
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Acknowledgement, Annulment
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.acknowledgement import Service, acknowledge, effective

pytestmark = pytest.mark.django_db

ACT_DAY = date(2025, 3, 10)
TODAY = date(2025, 3, 20)
WITNESSES = (("Ana Souza", "111"), ("Rui Lima", "222"))


@pytest.fixture
def town():
    return Town("joao-neiva-es", now="2025-03-20 09:00")


@pytest.fixture
def act(town):
    visit = town.visit(ACT_DAY, "short_tether")
    at = town.at(ACT_DAY, 14)
    paper = town.document(DocumentKind.NOTIFICATION, at, visit.act.case)
    return town.act(ActKind.NOTIFICATION, at, case=visit.act.case, document=paper)


def record(town, act, service, **kwargs):
    return acknowledge(of_act=act, service=service, by=town.clerk, at=town.at(TODAY), **kwargs)


@pytest.mark.parametrize(
    "service",
    [
        Service(means="in_person", on=ACT_DAY, received_by="Maria"),
        Service(means="refused", on=ACT_DAY, witnesses=WITNESSES),
        Service(means="postal", on=date(2025, 3, 15), postal_code="AR123456789BR"),
        Service(means="edital", on=TODAY, publication="Diário Oficial nº 10, p. 3"),
    ],
)
def test_each_means_is_recorded(town, act, service):
    done = record(town, act, service)
    assert (done.means, done.on, done.of_act) == (service.means, service.on, act)
    assert done.act.kind == ActKind.ACKNOWLEDGEMENT
    assert list(done.act.rests_on.all()) == [act]


@pytest.mark.parametrize(
    ("service", "code"),
    [
        (Service(means="in_person", on=date(2025, 3, 9)), "before_the_act"),
        (Service(means="in_person", on=date(2025, 3, 21)), "future"),
        (Service(means="refused", on=ACT_DAY, witnesses=WITNESSES[:1]), "witnesses_missing"),
        (Service(means="refused", on=ACT_DAY, witnesses=(WITNESSES[0], ("", ""))), "witnesses_missing"),
        (Service(means="refused", on=ACT_DAY, witnesses=(WITNESSES[0], WITNESSES[0])), "same_witness"),
        (Service(means="postal", on=ACT_DAY), "postal_code_missing"),
        (Service(means="edital", on=ACT_DAY), "publication_missing"),
    ],
)
def test_what_cannot_be_is_refused(town, act, service, code):
    with pytest.raises(Refusal) as refused:
        record(town, act, service)
    assert refused.value.code == code
    assert not Acknowledgement.objects.exists()


def test_the_earliest_counts_whatever_the_order_of_recording(town, act):
    record(town, act, Service(means="in_person", on=date(2025, 3, 18)))
    record(town, act, Service(means="postal", on=date(2025, 3, 14), postal_code="AR1"))
    assert effective(act).on == date(2025, 3, 14)


def test_an_annulled_act_takes_no_ciencia(town, act):
    Annulment.objects.create(
        document=act.document, reason="erro", annulled_by=town.manager, annulled_at=town.at(TODAY)
    )
    with pytest.raises(Refusal) as refused:
        record(town, act, Service(means="in_person", on=ACT_DAY))
    assert refused.value.code == "annulled"


def test_an_act_without_a_paper_takes_none(town, act):
    visit = act.case.acts.get(kind=ActKind.INSPECTION)
    with pytest.raises(Refusal) as refused:
        record(town, visit, Service(means="in_person", on=ACT_DAY))
    assert refused.value.code == "not_acknowledged"


def test_the_same_key_records_once(town, act):
    key = uuid.uuid4()
    service = Service(means="in_person", on=ACT_DAY)
    assert len({record(town, act, service, key=key).pk for _ in range(3)}) == 1


POSTED = {"means": "postal", "on": "2025-03-15", "postal_code": "ar123456789br"}


def test_page_shows_before_it_records(client, town, act):
    sign_in(client, town.clerk)
    url = reverse("documents:acknowledge", args=[act.pk])
    assert client.get(url).status_code == 200
    shown = client.post(url, POSTED)
    assert shown.status_code == 200
    assert "sáb., 15/03/2025" in shown.content.decode()
    assert not Acknowledgement.objects.exists()
    done = client.post(url, POSTED | {"confirmar": "1", "idempotency_key": str(uuid.uuid4())})
    assert done.status_code == 302
    assert Acknowledgement.objects.get().postal_code == "AR123456789BR"


@pytest.mark.parametrize(
    ("changes", "status", "words"),
    [
        ({"postal_code": ""}, 422, "Informe o código impresso no aviso"),
        ({"means": "refused"}, 422, "são duas"),
        ({"on": "2025-03-09"}, 409, "não pode ser anterior ao ato"),
        ({"on": "2025-03-21"}, 409, "ainda não chegou"),
    ],
)
def test_page_says_what_is_wrong_and_keeps_what_was_typed(client, town, act, changes, status, words):
    sign_in(client, town.agent)
    answer = client.post(reverse("documents:acknowledge", args=[act.pk]), POSTED | changes)
    assert answer.status_code == status
    assert words in answer.content.decode()
    assert f'value="{(POSTED | changes)["on"]}"' in answer.content.decode()


@pytest.mark.parametrize(
    ("role", "status"),
    [("agent", 200), ("vet", 200), ("clerk", 200), ("manager", 200), ("judge", 403), ("clinic", 403)],
)
def test_who_may(client, town, act, role, status):
    sign_in(client, getattr(town, role))
    assert client.get(reverse("documents:acknowledge", args=[act.pk])).status_code == status


def test_a_stranger_finds_nothing(client, act):
    sign_in(client, Town("vitoria-es").agent)
    assert client.get(reverse("documents:acknowledge", args=[act.pk])).status_code == 404
