"""LGPD: who looked, the copy for the person, the term of keeping, and what resists anonymisation."""

import io
import json
import uuid
from datetime import UTC, date, datetime

import pytest
from auditlog.models import LogEntry
from django.core.management import call_command
from django.urls import reverse
from pypdf import PdfReader

from registry.models import Tutor, TutorMerge
from registry.services import anonymisation, merges, tutors
from tests.factories import AnimalFactory, TutorFactory, sign_in
from tests.inspections.visits import Town
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Document
from zoonoses.documents.refusals import Refusal

pytestmark = pytest.mark.django_db
DAY = date(2012, 3, 1)


@pytest.fixture
def town():
    town = Town("alegre-es", now="2012-04-02 08:00")
    town.municipality.retention_years = 5
    town.municipality.save()
    return town


def forgotten(town, **values):
    """A person entered on 10/03/2000 and never seen again, with a telephone and an address that were corrected."""
    values = {"name": "Sebastião Esquecido", "kind": "natural_person", "document": "52998224725", **values}
    person = tutors.register(municipality=town.municipality, values={**values, "phones": ["27999990000"]})
    tutors.update(tutor=person, values={"street": "Rua Velha", "phones": ["27999990001"]})
    tutors.warn(tutor=person, reason="Sebastião ameaça", by=town.agent, on=DAY)
    LogEntry.objects.get_for_object(person).update(timestamp=datetime(2000, 3, 10, 12, tzinfo=UTC))
    return person


@pytest.mark.parametrize(
    ("on", "kept"),
    [
        (date(2005, 3, 9), True),
        (date(2005, 3, 10), True),
        (date(2005, 3, 11), False),
        (date(2012, 1, 1), False),
    ],
)
def test_the_term_runs_from_the_last_movement(town, on, kept):
    verdict = anonymisation.judge(forgotten(town), on=on)
    assert (verdict.reason == "") is not kept
    if kept:
        assert verdict.reason == "O prazo de guarda corre até 10/03/2005."


def test_nothing_of_the_person_is_left_anywhere(town):
    person = forgotten(town)
    other = TutorFactory(municipality=town.municipality, name="Sebastião Outro")
    merges.merge(kept=person, merged=other, choices={}, reason="Sebastião", by=town.clerk, at=town.at(DAY))
    LogEntry.objects.update(timestamp=datetime(2000, 3, 10, 12, tzinfo=UTC))
    anonymisation.anonymise(tutor=person, on=date(2012, 4, 2))
    for row in Tutor.objects.filter(pk__in=[person.pk, other.pk]):
        assert (row.name, row.document, row.street, row.anonymised_on) == (
            "Pessoa anonimizada", "", "", date(2012, 4, 2)
        )  # fmt: skip
        assert not row.phones.exists()
    assert TutorMerge.objects.get().before == {}
    told = json.dumps(
        [
            [row.changes, row.object_repr]
            for row in LogEntry.objects.exclude(content_type__app_label="accounts")
        ]
    )
    for words in ("Sebasti", "52998224725", "2799999000", "Rua Velha"):
        assert words not in told, [each for each in json.loads(told) if words in json.dumps(each)]
    assert tutors.search(municipality=town.municipality, text="anonimizada").tutors == []
    with pytest.raises(Refusal):
        tutors.update(tutor=Tutor.objects.get(pk=person.pk), values={"name": "De Novo"})


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("no_term", "ainda não definiu"),
        ("visit", "vistoria"),
        ("alive", "pode estar vivo"),
        ("recent", "corre até"),
    ],
)
def test_what_resists(client, town, case, words):
    person = forgotten(town)
    if case == "no_term":
        town.municipality.retention_years = None
        town.municipality.save()
    elif case == "visit":
        town.visit(DAY, "leash_plate_handler", tutor=person)
    elif case == "alive":
        AnimalFactory(tutor=person, born_on=date(2000, 1, 1))
    else:
        AnimalFactory(tutor=person, born_on=date(1995, 1, 1), died_on=date(2011, 1, 1))
    sign_in(client, town.manager)
    url = reverse("registry:anonymise", args=[person.pk])
    assert words in client.get(url).content.decode()
    response = client.post(url)
    assert response.status_code == 409 and words in response.content.decode()
    person.refresh_from_db()
    assert person.name == "Sebastião Esquecido"


def test_command_button_and_page(client, town, capsys):
    person, recent = forgotten(town), TutorFactory(municipality=town.municipality)
    sign_in(client, town.manager)
    page = client.get(reverse("registry:privacy")).content.decode()
    assert "Prazo terminado" in page and "guardado" in page
    call_command("anonymise_people", municipality=town.municipality.slug)
    assert "1 cadastro(s)" in capsys.readouterr().out
    person.refresh_from_db()
    recent.refresh_from_db()
    assert person.anonymised_on and not recent.anonymised_on
    assert client.post(reverse("registry:anonymise_all")).status_code == 302
    client.post(reverse("registry:privacy"), {"years": ""})
    town.municipality.refresh_from_db()
    assert town.municipality.retention_years is None
    assert client.post(reverse("registry:privacy"), {"years": "0"}).status_code == 422
    sign_in(client, town.clerk)
    assert client.post(reverse("registry:anonymise_all")).status_code == 403


def test_who_looked_is_read_by_the_manager(client, town):
    sign_in(client, town.agent)
    client.get(reverse("registry:tutor", args=[town.tutor.pk]))
    assert client.get(reverse("registry:looks", args=[town.tutor.pk])).status_code == 403
    sign_in(client, town.manager)
    page = client.get(reverse("registry:looks", args=[town.tutor.pk])).content.decode()
    assert town.agent.user.name in page and "cadastro do tutor" in page


def test_the_copy_on_paper_and_as_data(client, town):
    tutors.warn(tutor=town.tutor, reason="cão bravo no portão", by=town.agent, on=DAY)
    AnimalFactory(tutor=town.tutor, name="Pitágoras")
    visit = town.visit(DAY, "leash_plate_handler")
    sign_in(client, town.clerk)
    url, key = reverse("desk:person_copy", args=[town.tutor.pk]), str(uuid.uuid4())
    assert "Pitágoras" in client.get(url).content.decode()
    for _ in range(2):
        response = client.post(url, {"idempotency_key": key})
        assert response.status_code == 302
    document = Document.objects.get(kind=DocumentKind.PERSON_COPY)
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(bytes(document.file.pdf))).pages)
    for words in (
        town.tutor.name,
        "Pitágoras",
        "cão bravo no portão",
        visit.act.document.full_number,
        "13.709",
    ):
        assert words in text, words
    answer = client.get(reverse("desk:person_copy_json", args=[town.tutor.pk]))
    assert answer["Content-Disposition"].startswith("attachment")
    data = answer.json()
    assert data["titular"] == town.tutor.name
    assert "Pitágoras" in [row["nome"] for part in data["dados"] for row in part["itens"]]
    sign_in(client, town.agent)
    assert client.get(url).status_code == 403
    sign_in(client, Town("vitoria-es").clerk)
    assert client.get(url).status_code == 404
