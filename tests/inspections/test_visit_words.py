"""What a visit records beside the conduct: who had the duty, and what the law equates the conduct to."""

from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from inspections.models import Finding
from tests.inspections.street import ABSENT, DOG, PLACE, Street
from zoonoses.documents.models import Document

pytestmark = pytest.mark.django_db


def text_of(document):
    pages = PdfReader(BytesIO(bytes(document.file.pdf))).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


@pytest.mark.parametrize(
    ("law", "code"),
    [
        ("alegre-es", "feces_not_collected"),
        ("alegre-es", "leash_plate_handler"),
        ("vitoria-es", "feces_not_collected"),
        ("vitoria-es", "leash_handler"),
    ],
)
def test_the_handler_who_had_the_duty_is_kept_apart_from_the_owner(client, law, code):
    street = Street(client, law)
    draft = street.begin()
    assert f"f-{code}-handler" in street.page(draft)
    owner = {
        "who-who": "new",
        "tutor-kind": "natural_person",
        "tutor-name": "Ana Dona",
        "tutor-document": "52998224725",
    }
    found = {f"f-{code}-found": "on", f"f-{code}-animals": "1", f"f-{code}-handler": "Beto Condutor"}
    street.review(draft, **owner, **PLACE, **DOG, **found, **ABSENT)
    client.post(reverse("inspections:draft_review", args=[draft.key]))
    finding = Finding.objects.get()
    assert (finding.handler, finding.inspection.tutor.name) == ("Beto Condutor", "Ana Dona")
    assert "Conduzia o animal: Beto Condutor" in text_of(Document.objects.get())


def test_a_sale_in_a_public_area_is_equated_to_mistreatment_in_the_file(client):
    street = Street(client, "joao-neiva-es")
    draft = street.begin()
    found = {"f-sale_in_public_area-found": "on", "f-sale_in_public_area-animals": "1"}
    street.review(draft, **{"who-who": "unknown"}, **PLACE, **DOG, **found, **ABSENT)
    client.post(reverse("inspections:draft_review", args=[draft.key]))
    text = text_of(Document.objects.get())
    assert "equiparada a maus-tratos (Art. 6º, parágrafo único)" in text
