"""A visit done on a numbered blank form and entered later: its own day, hour and author; the law of its day."""

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from inspections.models import Inspection, InspectionDraft
from tests.factories import MembershipFactory, local_moment, sign_in
from tests.inspections.street import ABSENT, DOG, PLACE, Street, found, photo
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Document
from zoonoses.municipalities.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def street(client):
    return Street(client, "joao-neiva-es", (2025, 3, 14, 9, 0))


def blank(street, number=7, kind=DocumentKind.CONTROL_FORM):
    at = local_moment(street.town, 2025, 3, 3, 8, 0)
    return Document.objects.create(
        municipality=street.town,
        kind=kind,
        year=2025,
        number=number,
        code=f"BRANCO-{number}",
        title="Ficha em branco",
        is_blank=True,
        issued_on=at.date(),
        issued_at=at,
        issued_by=street.agent,
    )


def begin(street):
    draft = street.begin(paper="1")
    assert draft.data["paper-day"] == ["2025-03-14"]
    data = {"who-who": "unknown", **PLACE, **DOG, **ABSENT, **found("deprivation"), "paper-day": "2025-03-10"}
    street.review(draft, **data)
    return draft


def paper(street, **change):
    return {
        "paper_on": "2025-03-10",
        "paper_time": "16:40",
        "paper_author": street.agent.pk,
        "paper_document": "0007/2025",
        "scan": photo("ficha.jpg"),
        **change,
    }


def send(street, draft, **data):
    return street.client.post(reverse("inspections:draft_review", args=[draft.key]), data)


def test_the_paper_keeps_its_own_day_hour_author_and_number(client, street):
    form = blank(street)
    clerk = MembershipFactory(municipality=street.town, role=Role.MANAGER)
    draft = begin(street)
    sign_in(client, clerk)
    assert send(street, draft, **paper(street)).status_code == 302
    act = Inspection.objects.get().act
    assert (act.on, act.on_paper, act.document) == (date(2025, 3, 10), True, form)
    assert act.at == local_moment(street.town, 2025, 3, 10, 16, 40)
    assert (act.author, act.recorded_by) == (street.agent, clerk)
    assert act.recorded_at.date() == date(2025, 3, 14)
    assert act.attachments.filter(kind="scan").count() == 1
    assert Document.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"paper_document": "0008/2025"}, 422, "Nenhum formulário em branco deste tipo tem este número."),
        ({"paper_on": "2025-03-20"}, 409, "ainda não chegaram"),
        ({"paper_on": "2025-03-01"}, 409, "o ato não pode ser anterior"),
        ({"scan": SimpleUploadedFile("a.txt", b"x")}, 409, "não é uma foto"),
    ],
)
def test_what_the_paper_cannot_be(street, change, status, sentence):
    blank(street)
    response = send(street, begin(street), **paper(street, **change))
    assert response.status_code == status
    assert sentence in response.content.decode()
    assert not Inspection.objects.exists()


def test_a_blank_form_serves_once(street):
    blank(street)
    assert send(street, begin(street), **paper(street)).status_code == 302
    response = send(street, begin(street), **paper(street))
    assert response.status_code == 409
    assert "já foi usado" in response.content.decode()
    assert InspectionDraft.objects.filter(filed_as=None).count() == 1
