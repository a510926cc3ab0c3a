"""Numbers over sheets: at the corner that a reader sees and in their own size, however the page lies."""

import io

import pikepdf
import pytest
from pypdf import PdfReader

from zoonoses.documents import sheets

PAGES = {
    "upright": (595, 842, 0),
    "lying": (842, 595, 0),
    "turned": (595, 842, 90),
    "upside down": (400, 400, 180),
    "large, turned": (1190, 842, 270),
}


def numbered(pages):
    stored = io.BytesIO()
    with pikepdf.new() as pdf:
        for width, height, turned in pages:
            pdf.add_blank_page(page_size=(width, height)).Rotate = turned
        sheets.number(pdf, lambda sheet: f"Processo nº 0001/2026 · fls. {sheet}")
        pdf.save(stored)
    return stored.getvalue()


def test_each_sheet_says_its_number():
    texts = [page.extract_text() for page in PdfReader(io.BytesIO(numbered(PAGES.values()))).pages]
    assert texts == [f"Processo nº 0001/2026 · fls. {sheet}" for sheet in range(1, len(PAGES) + 1)]


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_number_keeps_its_size_and_covers_the_whole_page(page):
    with pikepdf.open(io.BytesIO(numbered([page]))) as pdf:
        laid = pdf.pages[0]
        (matrix,) = [row.operands for row in pikepdf.parse_content_stream(laid) if str(row.operator) == "cm"]
        a, b, c, d, _, _ = (float(value) for value in matrix)
        assert abs(a * d - b * c) == pytest.approx(1)
        (form,) = [each for name, each in laid.Resources.XObject.items()]
        seen = page[1::-1] if page[2] % 180 else page[:2]
        assert [float(edge) for edge in form.BBox] == [0, 0, *seen]
