"""Acts done on numbered blanks in the street and entered later; and the printing of the blanks."""

import io
import uuid
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from inspections.models import Intimation
from inspections.services import intimations
from inspections.services.intimations import Order
from tests.factories import MembershipFactory, sign_in
from tests.inspections.visits import Town
from zoonoses.documents.models import Attachment, Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import blanks
from zoonoses.documents.services.acknowledgement import Service
from zoonoses.documents.services.annulment import annul
from zoonoses.documents.services.paper import Paper

pytestmark = pytest.mark.django_db

PRINTED, DONE, ENTERED = date(2012, 2, 27), date(2012, 3, 1), date(2012, 3, 5)


def scan():
    buffer = io.BytesIO()
    Image.new("RGB", (40, 60), "white").save(buffer, "JPEG")
    return SimpleUploadedFile("intimacao.jpg", buffer.getvalue(), "image/jpeg")


@pytest.fixture
def town():
    return Town("alegre-es", now="2012-03-05 09:00")


@pytest.fixture
def dogs(town):
    return town.visit(DONE, "unregistered_animal", animals=3)


def blank(town, kind="intimation", on=PRINTED):
    [document] = blanks.print_blanks(
        municipality=town.municipality, kind=kind, quantity=1, at=town.at(on), author=town.clerk
    )
    return document


def enter(town, visit, paper, **kwargs):
    return intimations.intimate(
        inspection=visit,
        orders=[Order(visit.findings.get())],
        text="Registrar os cães.",
        author=town.clerk,
        at=town.at(ENTERED),
        paper_act=paper,
        **kwargs,
    )


def test_the_act_keeps_its_own_day_hour_author_and_number(town, dogs):
    document = blank(town)
    paper = Paper(at=town.at(DONE, 15, 40), author=town.agent, document=document, scan=scan())
    act = enter(town, dogs, paper, service=Service(means="in_person", on=DONE, received_by="Maria"))
    assert (act.on, act.at, act.author, act.document) == (DONE, town.at(DONE, 15, 40), town.agent, document)
    assert (act.recorded_by, act.recorded_at, act.on_paper) == (town.clerk, town.at(ENTERED), True)
    assert act.attachments.get().kind == Attachment.Kind.SCAN
    assert act.intimation.items.get().printed_due_on == date(2012, 4, 2)
    assert act.acknowledgements.get().on == DONE


@pytest.mark.parametrize(
    ("moment", "code"),
    [
        ((date(2012, 3, 6), 10), "future"),
        ((date(2012, 3, 1), 8), "before_the_visit"),
    ],
)
def test_days_that_cannot_be(town, dogs, moment, code):
    paper = Paper(at=town.at(*moment), author=town.agent, document=blank(town), scan=scan())
    with pytest.raises(Refusal) as refused:
        enter(town, dogs, paper)
    assert refused.value.code == code
    assert not Intimation.objects.exists()


def test_a_blank_serves_one_act_of_its_own_kind(town, dogs):
    document = blank(town)
    paper = Paper(at=town.at(DONE, 15), author=town.agent, document=document, scan=scan())
    enter(town, dogs, paper)
    other = town.visit(DONE, "inadequate_keeping")
    refusals = {
        "blank_used": document,
        "other_kind": blank(town, "infraction_notice"),
        "before_the_blank": blank(town, on=ENTERED),
        "not_blank": town.document("intimation", town.at(DONE)),
    }
    for code, paper_document in refusals.items():
        paper = Paper(at=town.at(DONE, 16), author=town.agent, document=paper_document, scan=scan())
        with pytest.raises(Refusal) as refused:
            enter(town, other, paper)
        assert refused.value.code == code


def test_an_annulled_blank_is_not_used(town, dogs):
    document = blank(town)
    annul(document=document, reason="folha rasgada", by=town.manager, at=town.at(DONE, 8))
    paper = Paper(at=town.at(DONE, 15), author=town.agent, document=document, scan=scan())
    with pytest.raises(Refusal) as refused:
        enter(town, dogs, paper)
    assert refused.value.code == "blank_annulled"


def test_who_did_it_works_in_this_town(town, dogs):
    paper = Paper(at=town.at(DONE, 15), author=MembershipFactory(), document=blank(town), scan=scan())
    with pytest.raises(Refusal) as refused:
        enter(town, dogs, paper)
    assert refused.value.code == "other_municipality"


def test_page_enters_the_paper_once(client, town, dogs):
    document = blank(town)
    sign_in(client, town.agent)
    url = reverse("inspections:intimate_paper", args=[dogs.pk])
    data = {
        "paper_document": document.full_number,
        "paper_on": "2012-03-01",
        "paper_time": "15:40",
        "paper_author": town.agent.pk,
        f"finding_{dogs.findings.get().pk}": "on",
        "orders": "Registrar os cães.",
        "ciencia-means": "in_person",
        "confirmar": "1",
        "idempotency_key": str(uuid.uuid4()),
    }
    assert client.post(url, data).status_code == 422  # no scan
    first = client.post(url, data | {"scan": scan()})
    again = client.post(url, data | {"scan": scan()})
    assert (first.status_code, first.url) == (302, again.url)
    assert Intimation.objects.get().act.document == document
    other = town.visit(DONE, "inadequate_keeping")
    wrong = data | {"paper_document": "0777/2012", f"finding_{other.findings.get().pk}": "on", "scan": scan()}
    wrong["idempotency_key"] = str(uuid.uuid4())
    answer = client.post(reverse("inspections:intimate_paper", args=[other.pk]), wrong)
    assert answer.status_code == 422
    assert "Nenhum formulário em branco deste tipo tem este número." in answer.content.decode()


@pytest.mark.parametrize(
    ("law", "kinds"),
    [
        ("alegre-es", {"inspection_record", "intimation", "infraction_notice", "seizure"}),
        ("joao-neiva-es", {"control_form", "notification", "infraction_notice", "seizure"}),
        (
            "vitoria-es",
            {"inspection_record", "intimation", "written_warning", "infraction_notice", "seizure"},
        ),
    ],
)
def test_each_law_has_its_blanks(law, kinds):
    offered = blanks.offered(Town(law).municipality, date(2024, 5, 6) if law != "alegre-es" else DONE)
    assert set(offered) == kinds


def test_blanks_are_numbered_one_by_one_and_printed_once(client, town):
    sign_in(client, town.agent)
    url = reverse("documents:blanks")
    data = {"kind": "intimation", "quantity": "3", "idempotency_key": str(uuid.uuid4())}
    for _ in range(2):
        assert client.post(url, data).status_code == 302
    numbers = [document.full_number for document in Document.objects.filter(is_blank=True).order_by("number")]
    assert numbers == ["0001/2012", "0002/2012", "0003/2012"]
    with CaptureQueriesContext(connection) as three:
        assert "0003/2012" in client.get(url).content.decode()
    client.post(url, data | {"idempotency_key": str(uuid.uuid4())})
    with CaptureQueriesContext(connection) as six:
        client.get(url)
    assert len(three) == len(six)
    assert client.post(url, {"kind": "intimation", "quantity": "21"}).status_code == 422


@pytest.mark.parametrize(
    ("role", "status"), [("agent", 200), ("clerk", 200), ("manager", 200), ("judge", 403), ("clinic", 403)]
)
def test_who_prints_blanks(client, town, role, status):
    sign_in(client, getattr(town, role))
    assert client.get(reverse("documents:blanks")).status_code == status
