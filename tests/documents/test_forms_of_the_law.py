"""João Neiva's Anexos I and II, field for field in the law's order; vias; the file's format."""

import io
import re

import pikepdf
import pytest

from tests.documents import bodies
from tests.documents.conftest import pages_of, text_of
from zoonoses.documents import codes, contexts

pytestmark = [pytest.mark.django_db, pytest.mark.paper]

ANEXO_I = [
    "ANEXO I",
    "FICHA DE CONTROLE DA PROTEÇÃO E BEM-ESTAR ANIMAL",
    "DADOS DE IDENTIFICAÇÃO",
    "Nome do tutor:",
    "RG:",
    "CPF:",
    "Endereço:",
    "Número:",
    "Bairro:",
    "Telefone:",
    "E-mail:",
    "Nome(s) do(s) animal(is):",
    "Quantidade de animais:",
    "Tipo de animais:",
    "cão",
    "gato",
    "Outro:",
    "Raça:",
    "Cor:",
    "Porte:",
    "IDENTIFICAÇÃO DOS MAUS-TRATOS:",
    *bodies.SIGNS,
    "Data:",
]
ANEXO_II = [
    "ANEXO II",
    "AUTO DE INFRAÇÃO",
    "Auto de infração nº:",
    "Data:",
    "Hora:",
    "Endereço da infração:",
    "Nome do infrator:",
    "CPF/RG:",
    "Descrição da infração e dispositivo legal transgredido:",
    "Penalidade e dispositivo legal que a fundamenta:",
    bodies.FIXED_TEXT,
    "Data:",
]


def assert_in_order(text, words):
    place = 0
    for word in words:
        found = text.find(word, place)
        assert found >= 0, f"{word!r} is not after what comes before it in:\n{text[place : place + 400]}"
        place = found + len(word)


def test_anexo_i_filled(office):
    page = pages_of(office.issue(contexts.CONTROL_FORM_ANEXO_I))[0]
    assert_in_order(page, ANEXO_I)
    assert_in_order(
        page,
        [
            "123.456.789-09",
            "(27) 99999-8888",
            "[X] cão",
            "[ ] gato",
            "[ ] Outro:",
            "( )P",
            "(X)M",
            "( )G",
            "( )EG",
        ],
    )
    for number, sign in enumerate(bodies.SIGNS):
        box = "(X)" if number in (0, 1, 8) else "( )"
        assert f"{box} {sign}" in page
    assert "(X) outros ferida aberta na orelha direita" in page
    for words in ("Assinatura do fiscal", "Cargo: Fiscal de Meio Ambiente", "Matrícula: 00123-4"):
        assert words in page
    assert "Assinatura do denunciado" in page


def test_anexo_i_blank_is_one_page_for_handwriting(office):
    document = office.issue(contexts.CONTROL_FORM_ANEXO_I, body=bodies.empty_control_form(), blank=True)
    (page,) = pages_of(document)
    assert_in_order(page, ANEXO_I)
    assert page.count("( )") == 13 and page.count("[ ]") == 3
    assert "não informado" not in page


def test_anexo_ii_in_three_vias_each_with_its_own_pages(office):
    copies = ("infrator", "processo", "unidade autuante")
    labels = [f"{number}ª via – {label}" for number, label in enumerate(copies, start=1)]
    pages = pages_of(office.issue(contexts.NOTICE_ANEXO_II, copies=labels))
    assert len(pages) == 6
    for number, label in enumerate(copies, start=1):
        first, annex = pages[2 * number - 2], pages[2 * number - 1]
        assert_in_order(first, ANEXO_II)
        for page, place in ((first, 1), (annex, 2)):
            assert f"via {number} de 3 – {label}" in page
            assert f"página {place} de 2" in page
        assert "Penalidade proposta: Multa de 100,00 VRTE (art. 20, I)." in first
        assert "Assinatura do autuado" in first
        assert_in_order(
            annex, ["MEMÓRIA DE CÁLCULO", "Total proposto", "100,00 VRTE", "100 × 1 = 100,00 VRTE"]
        )
        assert "Auto de infração nº 0007/2024" in annex


def test_the_common_auto_says_the_same(office):
    text = text_of(office.issue(contexts.NOTICE))
    # no header or footer of a browser: the addresses on paper are those of the pages that check and that answer it
    assert {found.rstrip(".") for found in re.findall(r"https?://\S+", text)} == {
        codes.verify_address(),
        codes.defence_address(),
    }
    assert_in_order(
        text,
        [
            "Auto de infração nº",
            "Endereço da infração",
            "Nome do infrator",
            "DESCRIÇÃO DA INFRAÇÃO",
            "PENALIDADE PROPOSTA",
            "100,00 VRTE",
            "Equivalente a R$ 471,75 em 10/03/2025.",
            "Prazo de defesa",
            "Assinatura do fiscal",
            "MEMÓRIA DE CÁLCULO",
        ],
    )


@pytest.mark.parametrize("named", [True, False])
def test_a_refusal_prints_the_two_witnesses(office, named):
    body = bodies.inspection_record()
    if not named:
        witnesses = [{**one, "heading": ""} for one in bodies.REFUSAL["witnesses"]]
        body["refusal"] = bodies.REFUSAL | {"witnesses": witnesses}
    text = text_of(office.issue(contexts.INSPECTION_RECORD, body=body))
    assert_in_order(text, ["Recusa de assinatura", "Testemunha 1", "Testemunha 2"])
    for words in ("Ângela Brandão", "CPF 111.444.777-35", "Inácio Müller", "RG 998.877"):
        assert words in text


def test_the_complaint_has_no_place_for_the_complainant(office):
    body = bodies.complaint() | {"complainant": {"name": "Fulana Denunciante"}, "complainant_name": "Fulana"}
    assert "Fulana" not in text_of(office.issue(contexts.COMPLAINT, body=body))


@pytest.mark.parametrize("template", bodies.FULL)
def test_the_file_is_pdf_a_3a_tagged_in_portuguese_with_its_fonts(office, template):
    document = office.issue(template, copies=("a", "b"))
    with pikepdf.open(io.BytesIO(bytes(document.file.pdf))) as pdf:
        with pdf.open_metadata() as xmp:
            assert (xmp["pdfaid:part"], xmp["pdfaid:conformance"]) == ("3", "A")
            assert xmp["dc:title"] == f"{document.title} nº {document.full_number}"
        assert str(pdf.Root.Lang) == "pt-BR"
        assert bool(pdf.Root.MarkInfo.Marked)
        assert "/Document" in {str(kid.S) for kid in _children(pdf.Root.StructTreeRoot)}
        assert "/OutputIntents" in pdf.Root
        fonts = [font for page in pdf.pages for font in page.Resources.Font.values()]
        assert fonts
        for font in fonts:
            descendant = font.DescendantFonts[0]
            assert "Public-Sans" in str(descendant.BaseFont)
            assert "/FontFile2" in descendant.FontDescriptor or "/FontFile3" in descendant.FontDescriptor
        assert "/Annots" not in pdf.pages[0]


def _children(node):
    kids = node.K
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]
