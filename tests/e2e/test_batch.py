"""A batch of 500 cards with photos and accents, ordered by the page: progress moves, one PDF of 50 sheets."""

from io import BytesIO

import pytest
from django.db import connection
from pypdf import PdfReader

from registry.models import IdentityCard, PrintBatch
from registry.services import printing
from tests.e2e.walk import pdf_text
from tests.inspections.visits import Town
from tests.registry.many_cards import NAMES, registered
from tests.registry.vaccines import DAY
from zoonoses.municipalities import clock

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
CARDS, SHEET = 500, 10


def test_progress_moves_and_the_pdf_has_every_card(phone, settings):
    settings.TASKS = {"default": {"BACKEND": "django_tasks.backends.dummy.DummyBackend"}}
    town = Town("alegre-es", now="2012-03-01 10:00")
    for number in range(1, CARDS + 1):
        registered(town.municipality, town.clerk, number, town.at(DAY), picture=number % 10)
    walker = phone(town.clerk)
    walker.go("/carteiras/")
    walker.press("Imprimir todas", at=r"/impressoes/\d+/")
    assert f"0 de {CARDS}" in walker.text() and not walker.offers("Abrir o PDF")
    batch, seen = PrintBatch.objects.get(), []

    def now(row):
        """The worker's sign of life after each chunk: the page shows what was drawn until then."""
        if not connection.in_atomic_block:
            walker.page.reload()
            seen.append(int(walker.page.locator("progress").get_attribute("value")))
        return clock.now(row.municipality)

    printing.run(batch.pk, now)
    moved = sorted({value for value in seen if value})
    assert len(moved) >= 10 and moved[-1] == CARDS
    walker.page.reload()
    assert walker.offers("Abrir o PDF")
    answer = walker.page.request.get(f"/impressoes/{batch.pk}/pdf/")
    assert answer.status == 200 and answer.headers["content-type"] == "application/pdf"
    assert len(PdfReader(BytesIO(answer.body())).pages) == 2 * CARDS // SHEET  # front and back of 50 sheets
    words = pdf_text(answer.body())
    assert all(f"{NAMES[number % len(NAMES)]} {number}" in words for number in range(1, CARDS + 1))
    assert not IdentityCard.objects.filter(printed_at=None).exists()
