"""The whole process of an auto as one PDF: every act in order, on the sheets that the index says; odd attachments."""

import re
import uuid
from datetime import date, timedelta
from io import BytesIO

import pikepdf
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from fines.services import debts, process_file
from fines.services.procedure import locked
from fines.services.process_pieces import pieces_of
from tests.factories import sign_in, unit_value
from tests.fines.process import decide, defend, drawn, serve
from tests.inspections.visits import Town
from zoonoses.documents.models import Attachment
from zoonoses.documents.services import attachments
from zoonoses.documents.services.annulment import annul
from zoonoses.treasury.services import charges

pytestmark = pytest.mark.django_db
LONG = "Maria Aparecida do Nascimento Albuquerque de Vasconcelos e Silva Cavalcanti d’Ávila Conceição"
ON = date(2026, 4, 1)


@pytest.fixture
def neiva():
    town = Town("joao-neiva-es", now="2026-06-24 10:00")
    unit_value(town.municipality, "VRTE", 2026, "4.50")
    town.tutor.name = LONG
    town.tutor.save()
    return town


def picture(name, size=(60, 40)):
    stored = BytesIO()
    Image.new("RGB", size, "#775533").save(stored, "JPEG")
    return SimpleUploadedFile(name, stored.getvalue(), content_type="image/jpeg")


def scanned(*pages):
    """A PDF with a page of each size and turn, in points and degrees."""
    stored = BytesIO()
    with pikepdf.new() as pdf:
        for width, height, turned in pages:
            pdf.add_blank_page(page_size=(width, height)).Rotate = turned
        pdf.save(stored)
    return SimpleUploadedFile("petição assinada.pdf", stored.getvalue(), content_type="application/pdf")


def read(town, auto, on):
    data = process_file.draw(notice=locked(auto), by=town.judge, at=town.at(on))
    return PdfReader(BytesIO(data))


def words(page):
    return " ".join(page.extract_text().split())


def test_every_act_stands_on_the_sheets_that_the_index_says(client, neiva):
    auto = drawn(neiva, ON, "short_tether", aggravating=("intent",))
    serve(neiva, auto.act, date(2026, 4, 2))
    files = [picture("portão 🐶.jpg"), scanned((595, 842, 0), (1190, 842, 90)), picture("a" * 120 + ".jpg")]
    defend(neiva, auto, date(2026, 4, 10), files=files)
    wrong = decide(neiva, auto, date(2026, 4, 22), outcome="cancelled")
    annul(
        document=wrong.act.document, reason="Ata trocada.", by=neiva.manager, at=neiva.at(date(2026, 4, 23))
    )
    first = decide(neiva, auto, date(2026, 4, 24))
    serve(neiva, first.act, date(2026, 4, 27))
    charge = debts.charge_fine(notice=auto, by=neiva.clerk, at=neiva.at(date(2026, 5, 21)))
    given = {"charge": charge, "by": neiva.clerk, "at": neiva.at(date(2026, 5, 21))}
    charges.issue_guide(due_on=date(2026, 6, 22), key=uuid.uuid4(), **given)
    paid = {"amount": charge.amount, "means": "pix", "paid_on": date(2026, 5, 21), "key": uuid.uuid4()}
    charges.pay(**given, **paid)

    pieces = pieces_of(locked(auto))
    whole = read(neiva, auto, date(2026, 6, 24))
    texts = [words(page) for page in whole.pages]
    marks = [(mark.title, whole.get_destination_page_number(mark) + 1) for mark in whole.outline]
    assert [title for title, _ in marks] == [
        "Capa e índice",
        *(piece.title for piece in pieces),
        "Termo de encerramento",
    ]
    index = "".join(texts[0].split())
    for piece, (title, first_sheet), (_, after) in zip(pieces, marks[1:], marks[2:], strict=False):
        sheets = f"{first_sheet}" if after == first_sheet + 1 else f"{first_sheet}–{after - 1}"
        line = f"{title.replace('🐶', '?')}{piece.on}{piece.hour}{piece.by}{sheets}"
        assert re.search(re.escape("".join(line.split())) + r"(?!\d)", index), line
        name = title.split(" nº ")[0].split(":")[0].lower()
        assert piece.scan is not None or name in texts[first_sheet - 1].lower(), title
    assert [f"fls. {sheet}" in text for sheet, text in enumerate(texts, 1)] == [True] * len(texts)
    assert LONG in texts[0] and "paga" in texts[0]
    assert "Decisão nº 0001/2026 (sem efeito)" in texts[0] and "Anulação: Decisão nº 0001/2026" in texts[0]
    assert f"Antes deste termo há {len(texts) - 1} folhas" in texts[-1]
    assert auto.act.document.file.sha256 in texts[-1] and auto.act.document.code in texts[-1]

    sign_in(client, neiva.judge)
    answer = client.get(reverse("fines:process_pdf", args=[auto.pk]))
    assert answer["Content-Disposition"] == 'inline; filename="processo-0001-2026.pdf"'


def test_thirty_acts_fill_two_sheets_of_index_and_the_numbers_still_hold(neiva):
    auto = drawn(neiva, ON, "short_tether", aggravating=("intent",))
    for days in range(1, 30):
        serve(neiva, auto.act, ON + timedelta(days=days))
    whole = read(neiva, auto, date(2026, 6, 24))
    starts = [whole.get_destination_page_number(mark) + 1 for mark in whole.outline]
    assert len(whole.outline) == 33 and starts[1] == 3, "two sheets of index"
    ends = " ".join(words(whole.pages[sheet]) for sheet in (0, 1))
    for day, sheet in ((2, starts[3]), (30, starts[31])):
        assert re.search(
            rf"Ciência, em {day:02d}/04/2026: Auto de infração nº 0001/2026 [\d/: ]+ Servidora Nº \d+ {sheet} ",
            ends,
        )


def test_a_form_filled_by_hand_is_shown_as_it_was_filled(neiva):
    auto = drawn(neiva, ON, "short_tether", aggravating=("intent",))
    document = auto.act.document
    document.is_blank = True
    document.save()
    attachments.store(
        municipality=neiva.municipality, kind=Attachment.Kind.SCAN,
        upload=picture("via assinada.jpg"), by=neiva.agent, at=neiva.at(ON, 18), act=auto.act,
    )  # fmt: skip
    titles = [piece.title for piece in pieces_of(locked(auto))]
    assert titles == ["Termo de vistoria nº " + titles[0][-9:], "Auto de infração nº 0001/2026 (em papel)"]
