"""Faces drawn into a PDF: words and accents, embedded fonts, photos as they are, forms stored once."""

import io

import pikepdf
import pypdf
import pytest
from PIL import Image

from registry.documents import drawing, sheets
from registry.documents.cards import Box, Face, Picture, line

FORM = Face(
    (Box(3, 2, 60, 6.5, "strong", "PREFEITURA MUNICIPAL DE ALEGRE"),), (), Picture(3, 14.2, 22.5, 30, "", "")
)
BACK_FORM = Face((Box(3, 2, 60, 5, "label", "nome do proprietário"),))


def jpeg() -> bytes:
    stored = io.BytesIO()
    Image.new("RGB", (28, 37), "#456").save(stored, "JPEG")
    return stored.getvalue()


def card(name):
    front = Face((Box(28, 16, 54, 7.5, "value", name),), (Picture(3.3, 14.5, 21.9, 29.4, "photo", "Foto"),))
    return front, Face((Box(3, 5, 54, 7.5, "strong", "Conceição\nAraújo"),))


@pytest.fixture(scope="module")
def sheet():
    pages = sheets.sheets([card("Príncipe D'Ávila"), card("Açucena")])
    return drawing.draw(pages, images={"photo": jpeg()}, forms=(FORM, BACK_FORM))


def test_words_of_the_forms_and_of_the_cards(sheet):
    front, back = [page.extract_text().splitlines() for page in pypdf.PdfReader(io.BytesIO(sheet)).pages]
    for word in ("Príncipe D'Ávila", "Açucena"):
        assert word in front
    assert front.count("PREFEITURA MUNICIPAL DE ALEGRE") == 2
    assert [line for line in back if line] == 2 * ["nome do proprietário", "Conceição", "Araújo"]


def test_fonts_are_embedded_under_their_names(sheet):
    with pikepdf.open(io.BytesIO(sheet)) as pdf:
        fonts = [
            thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and thing.get("/BaseFont")
        ]
        embedded = {str(font.BaseFont).split("+")[1] for font in fonts if "/FontDescriptor" in font}
        assert embedded == {"PublicSans-Regular", "PublicSans-Bold"}
        assert all("/FontFile2" in font.FontDescriptor for font in fonts if "/FontDescriptor" in font)


def test_photo_and_forms_are_stored_once_and_the_photo_as_it_is(sheet):
    with pikepdf.open(io.BytesIO(sheet)) as pdf:
        streams = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream)]
        pictures = [stream for stream in streams if stream.get("/Subtype") == "/Image"]
        assert [picture.read_raw_bytes() for picture in pictures] == [jpeg()]
        assert len([stream for stream in streams if stream.get("/Subtype") == "/Form"]) == 2


def test_text_stands_inside_its_box():
    (box,) = line(
        "Maximiliano Felisberto de Albuquerque e Vasconcelos Neto", 10, 20, 30, sizes=(7.5, 5), kind="value"
    )
    pdf = drawing.draw(sheets.singles([(Face((box,)), Face(()))]), images={})
    placed = []
    pypdf.PdfReader(io.BytesIO(pdf)).pages[0].extract_text(
        visitor_text=lambda text, cm, tm, font, size: placed.append((tm[4], tm[5])) if text.strip() else None
    )
    (x, y), top = placed[0], (sheets.HEIGHT - 20) * 72 / 25.4
    assert x == pytest.approx(10 * 72 / 25.4, abs=0.1)
    assert top - 1.1 * box.size < y < top
