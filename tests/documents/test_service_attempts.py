"""When the person could not be told: attempts that start nothing, and the edital from its draft to its publication."""

import uuid
from datetime import date, time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from fines.services.procedure import Process, enter_rule
from fines.services.process_pieces import pieces_of
from tests.documents.conftest import text_of
from tests.documents.test_attachments import jpeg
from tests.factories import sign_in
from tests.fines.process import drawn
from tests.inspections.visits import Town
from zoonoses.documents.models import Acknowledgement, Attachment, ServiceAttempt, ServiceEdital
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import means, service_attempts, service_editais
from zoonoses.documents.services.acknowledgement import Service, acknowledge
from zoonoses.documents.services.annulment import annul
from zoonoses.documents.services.service_attempts import Attempt

pytestmark = pytest.mark.django_db

DRAWN, TODAY = date(2026, 4, 1), date(2026, 4, 20)
ABSENT = {
    "means": "in_person",
    "on": date(2026, 4, 6),
    "hour": time(9, 30),
    "outcome": "absent",
    "tried_by": "Ana",
}
RETURNED = {"means": "postal", "on": date(2026, 4, 10), "outcome": "moved", "tried_by": "Correios",
            "postal_code": "aa123456789br"}  # fmt: skip


@pytest.fixture
def neiva():
    return Town("joao-neiva-es", now="2026-04-20 10:00")


@pytest.fixture
def auto(neiva):
    return drawn(neiva, DRAWN, "short_tether", aggravating=("intent",))


def tried(town, act, key=None, **given):
    attempt = Attempt(**(ABSENT | given))
    return service_attempts.attempt(of_act=act, attempt=attempt, by=town.clerk, at=town.at(TODAY), key=key)


def made(town, act, *, basis="Decreto nº 9/2024, art. 2º", text=None):
    name = service_editais.addressee_of(act)
    text = text or service_editais.draft(act, addressee=name, on=TODAY)
    return service_editais.issue(
        of_act=act, addressee=name, text=text, basis=basis, by=town.manager, at=town.at(TODAY)
    )


def test_an_attempt_is_a_fact_that_starts_no_term(neiva, auto):
    key = uuid.uuid4()
    first = tried(neiva, auto.act, key=key)
    assert tried(neiva, auto.act, key=key) == first and ServiceAttempt.objects.count() == 1
    back = tried(neiva, auto.act, **RETURNED, hour=None)
    assert back.postal_code == "AA123456789BR" and list(back.act.rests_on.all()) == [auto.act]
    assert not Acknowledgement.objects.exists()
    assert service_attempts.words(first) == "pessoalmente: ausente, às 09:30, por Ana"


IMPOSSIBLE = [
    ({"on": date(2026, 3, 31)}, "before_the_act"),
    ({"on": DRAWN, "hour": time(8)}, "before_the_act"),
    ({"on": date(2026, 4, 21)}, "future"),
    ({"on": TODAY, "hour": time(23)}, "future"),
    ({"hour": None}, "hour_missing"),
    ({"tried_by": " "}, "who_missing"),
    ({"means": "postal"}, "postal_code_missing"),
    ({"outcome": "other"}, "note_missing"),
]


def test_an_attempt_that_cannot_have_been_is_refused(neiva, auto):
    for changes, code in IMPOSSIBLE:
        with pytest.raises(Refusal) as refused:
            tried(neiva, auto.act, **changes)
        assert refused.value.code == code, changes
    assert not ServiceAttempt.objects.exists()


def test_the_edital_says_who_of_what_and_which_law_does_not_foresee_it(neiva, auto):
    tried(neiva, auto.act)
    with pytest.raises(Refusal) as refused:
        made(neiva, auto.act, basis="")
    assert refused.value.code == "basis_missing" and refused.value.article == "Art. 9º, V"
    edital = made(neiva, auto.act)
    text = text_of(edital.act.document)
    for words in (
        "Edital de ciência",
        neiva.tutor.name,
        auto.act.document.full_number,
        "Houve 1 tentativa",
        "Prazo de defesa",
    ):
        assert words in text
    assert "Art. 9º, V" in edital.means_note and "não é meio desta lei" in edital.means_note
    assert edital.means_note.split(".")[0] in text and "Decreto nº 9/2024" in text
    private = (neiva.tutor.document, auto.act.document.code, neiva.tutor.street)
    assert not any(value in text for value in private if value)
    assert not auto.act.acknowledgements.exists(), "an edital that nobody published tells nobody"


def test_what_is_private_does_not_go_into_an_edital(neiva, auto):
    person = auto.act.document.file.context["body"]["person"]
    text = service_editais.draft(auto.act, addressee=person["name"], on=TODAY)
    numbers = ("123.456.789-09", "12345678909", "12.345.678/0001-95")
    for private in (*numbers, person["street"], person["document"], auto.act.document.code):
        with pytest.raises(Refusal) as refused:
            made(neiva, auto.act, text=f"{text}\n{private}")
        assert refused.value.code == "private_data", private


def test_an_edital_is_the_ciencia_on_the_day_of_its_publication(neiva, auto):
    edital = made(neiva, auto.act)
    service = Service(means="edital", on=TODAY, publication="DOM-ES, ed. 9, p. 1", edital=edital)
    early = Service(means="edital", on=date(2026, 4, 19), publication="DOM-ES", edital=edital)
    given = {"of_act": auto.act, "by": neiva.clerk, "at": neiva.at(TODAY, 15)}
    with pytest.raises(Refusal) as refused:
        acknowledge(service=early, **given)
    assert refused.value.code == "before_the_edital"
    told = acknowledge(service=service, **given)
    assert (told.on, told.published_on, told.edital) == (TODAY, TODAY, edital)
    assert "nem a lei nem regulamento" in told.day_source and "não é meio desta lei" in told.means_note
    with pytest.raises(Refusal) as refused:
        annul(document=edital.act.document, reason="erro", by=neiva.manager, at=neiva.at(TODAY, 16))
    assert refused.value.code == "edital_published"


def test_a_law_that_names_no_means_marks_none():
    town = Town("alegre-es", now="2012-03-20 10:00")
    auto = drawn(town, date(2012, 3, 1), "leash_plate_handler")
    assert {means.note(auto.act, each) for each in Acknowledgement.Means.values} == {""}
    text = service_editais.draft(auto.act, addressee="Ana", on=date(2012, 3, 20))
    assert "Prazo de defesa: sem previsão na lei nem em regulamento do Município." in text
    assert "tentativa" not in text


def test_the_municipality_s_own_act_may_foresee_the_edital_and_say_when_it_counts(neiva, auto):
    at = neiva.at(date(2026, 1, 5))
    rule = {"act": "Decreto nº 9/2024", "from_on": date(2026, 1, 1), "edital_days": 5}
    enter_rule(municipality=neiva.municipality, by=neiva.manager, at=at, **rule)
    edital = made(neiva, auto.act, basis="")
    assert "previsto em Decreto nº 9/2024 (regulamento do Município, não da lei)" in edital.means_note
    service = Service(means="edital", on=TODAY, publication="DOM-ES, ed. 9", edital=edital)
    told = acknowledge(of_act=auto.act, service=service, by=neiva.clerk, at=neiva.at(TODAY, 15))
    assert (told.published_on, told.on) == (TODAY, date(2026, 4, 25))
    assert (
        told.day_source
        == "vale 5 dias depois da publicação: Decreto nº 9/2024 (regulamento do Município, não da lei)"
    )
    assert not Process(auto).state.is_final(TODAY)


def test_from_the_attempt_to_the_publication_through_the_pages(client, neiva, auto):
    sign_in(client, neiva.clerk)
    page = client.get(reverse("documents:acknowledge", args=[auto.act_id])).content.decode()
    assert "edital – fora dos meios que a lei nomeia" in page and "nada diz da recusa" in page
    url = reverse("documents:attempt_new", args=[auto.act_id])
    sent = {"means": "in_person", "on": "2026-04-06", "hour": "", "outcome": "absent", "tried_by": "Ana"}
    assert client.post(url, sent).status_code == 422
    assert client.post(url, sent | {"hour": "09:30", "on": "2026-03-01"}).status_code == 409
    assert client.post(url, sent | {"hour": "09:30", "idempotency_key": str(uuid.uuid4())}).status_code == 302
    assert "ausente" in client.get(reverse("fines:notice", args=[auto.pk])).content.decode()
    assert "ausente" in client.get(reverse("desk:case", args=[auto.act.case_id])).content.decode()

    url = reverse("documents:edital_new", args=[auto.act_id])
    form = client.get(url).context["form"]
    sent = {**form.initial, "basis": "", "idempotency_key": str(uuid.uuid4())}
    assert client.post(url, sent).status_code == 422
    sent["basis"] = "Decreto nº 9/2024, art. 2º"
    assert "É isto que será impresso" in client.post(url, sent).content.decode()
    for _ in range(2):
        issued = client.post(url, sent | {"confirmar": "1"})
    edital = ServiceEdital.objects.get()
    assert issued.url == reverse("documents:edital", args=[edital.pk])
    assert "Ainda não publicado" in client.get(issued.url).content.decode()

    url = reverse("documents:edital_publish", args=[edital.pk])
    proof = SimpleUploadedFile("diario.pdf", b"nada", content_type="application/pdf")
    sent = {"published_on": "2026-04-20", "where": "DOM-ES", "edition": "ed. 9, p. 1"}
    assert client.post(url, sent | {"proof": proof}).status_code == 409
    shown = client.post(url, sent | {"proof": SimpleUploadedFile("p.jpg", jpeg())})
    assert "Publicado em" in shown.content.decode() and not Acknowledgement.objects.exists()
    draft = dict(shown.context["repeated"])["proof_draft"]
    done = client.post(
        url, sent | {"confirmar": "1", "proof_draft": draft, "idempotency_key": str(uuid.uuid4())}
    )
    told = Acknowledgement.objects.get()
    assert done.status_code == 302 and told.publication == "DOM-ES, ed. 9, p. 1"
    assert Attachment.objects.get(act=told.act).original_name == "p.jpg"
    assert "DOM-ES" in client.get(reverse("documents:edital", args=[edital.pk])).content.decode()
    pieces = {piece.title: piece for piece in pieces_of(auto)}
    tried = next(
        piece for title, piece in pieces.items() if title.startswith("Tentativa de ciência, em 06/04/2026")
    )
    assert ("O que aconteceu", "Ausente") in tried.facts and str(edital.act.document) in pieces
    known = next(piece for title, piece in pieces.items() if title.startswith("Ciência, em 20/04/2026"))
    assert ("O que a lei diz do meio", told.means_note) in known.facts
