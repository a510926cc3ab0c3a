"""Vias of one paper: the pages, the stamps, the structure and the bookmarks of each, and what is stored only once."""

import io

import pikepdf
import pypdf
import pytest

from zoonoses.documents import rendering

LABELS = ("via 1 de 3 – infrator", "", "via 3 de 3 – ônibus <b>&</b>")
PAPER = """<html lang="pt-BR"><head><title>Auto</title></head><body>
<h1>Auto</h1><p>um</p><h1 style="break-before: page">Anexo</h1><p>dois</p></body></html>"""


@pytest.fixture(scope="module")
def paper() -> bytes:
    return rendering.draw(PAPER, images={}, vias=LABELS)


def test_each_via_has_its_pages_and_its_words(paper):
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(paper)).pages]
    assert len(pages) == 6
    for place, text in enumerate(pages):
        via, second = divmod(place, 2)
        assert ("dois" if second else "um") in text
        assert [label for label in LABELS if label and label in text] == [
            label for label in (LABELS[via],) if label
        ]


def test_each_page_is_mapped_to_elements_of_its_own(paper):
    with pikepdf.open(io.BytesIO(paper)) as pdf:
        tree = pdf.Root.StructTreeRoot
        (document,) = tree.K
        assert len(document.K) == 3 * 4
        assert {element.P.objgen for element in document.K} == {document.objgen}
        numbers = tree.ParentTree.Nums
        mapped = {int(key): list(elements) for key, elements in zip(numbers[::2], numbers[1::2], strict=True)}
        assert list(mapped) == list(range(6))
        for page in pdf.pages:
            elements = mapped[int(page.obj.StructParents)]
            assert elements
            assert {element.Pg.objgen for element in elements} == {page.obj.objgen}


def test_bookmarks_lead_to_the_pages_of_each_via(paper):
    reader = pypdf.PdfReader(io.BytesIO(paper))
    found = [(entry.title, reader.get_destination_page_number(entry)) for entry in reader.outline]
    assert found == [(title, page) for page, title in enumerate(("Auto", "Anexo") * 3)]


def test_the_pages_are_written_once(paper):
    with pikepdf.open(io.BytesIO(paper)) as pdf:
        written = [
            stream.objgen
            for page in pdf.pages
            for stream in (page.Contents if isinstance(page.Contents, pikepdf.Array) else [page.Contents])
            if len(stream.read_bytes()) > 100
        ]
    assert len(set(written)) == 2


def test_each_part_of_a_font_has_a_tag_of_its_own(paper):
    with pikepdf.open(io.BytesIO(paper)) as pdf:
        names = [
            str(thing.FontName)
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor"
        ]
    assert len(names) == 4
    assert len({name.partition("+")[0] for name in names}) == 4


def test_a_single_via_without_words_is_the_paper_itself():
    alone = rendering.draw(PAPER, images={})
    assert len(pypdf.PdfReader(io.BytesIO(alone)).pages) == 2
    assert b"/Via1" not in alone
