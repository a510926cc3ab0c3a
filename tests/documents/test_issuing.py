"""Issuing: numbers, the local year, what is frozen, what is refused."""

import hashlib
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.db import transaction

from tests.documents import bodies
from tests.documents.conftest import make_office, pages_of, text_of
from zoonoses.documents import codes, contexts, rendering, typefaces
from zoonoses.documents.models import Counter, Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import annulment
from zoonoses.documents.services.issuing import issue

pytestmark = pytest.mark.django_db


def test_bytes_hash_context_and_code_are_frozen(office):
    document = office.issue(contexts.INTIMATION)
    file = document.file
    assert hashlib.sha256(bytes(file.pdf)).hexdigest() == file.sha256
    assert file.template == contexts.INTIMATION
    assert file.context["body"]["items"][0]["term"] == "30 (trinta) dias"
    assert file.context["document"]["number"] == "0001/2025"
    assert codes.normalise(document.code) == document.code
    assert (
        file.context["images"]["qr"]
        == hashlib.sha256(codes.qr_png(codes.verify_url(document.code))).hexdigest()
    )


def test_each_kind_and_year_has_its_own_sequence(office):
    issued = [
        office.issue(contexts.INTIMATION),
        office.issue(contexts.COMPLAINT),
        office.issue(contexts.INTIMATION),
        office.issue(contexts.INTIMATION, at=office.at(2026, 1, 2, 8, 0)),
        make_office().issue(contexts.INTIMATION),
    ]
    assert [document.full_number for document in issued] == [
        "0001/2025",
        "0001/2025",
        "0002/2025",
        "0001/2026",
        "0001/2025",
    ]


@pytest.mark.parametrize("law", ["cuiaba-mt", "vitoria-es"])
def test_at_half_past_ten_of_the_last_evening_year_and_day_are_local(law):
    office = make_office(law)
    utc = office.at(2025, 12, 31, 22, 30).astimezone(tz=None)
    document = office.issue(contexts.COMPLAINT, at=utc)
    assert document.full_number == "0001/2025"
    assert document.issued_on == date(2025, 12, 31)
    assert document.file.context["document"]["issued_at"].startswith("2025-12-31T22:30:00")


def test_a_refused_issue_uses_no_number(office):
    with pytest.raises(Refusal):
        office.issue(contexts.COMPLAINT, body={"what": "李"})
    with pytest.raises(RuntimeError), transaction.atomic():
        office.issue(contexts.COMPLAINT)
        raise RuntimeError
    assert office.issue(contexts.COMPLAINT).number == 1
    assert Counter.objects.get(kind="complaint").last == 1


@pytest.mark.parametrize(
    ("body", "named"),
    [
        (
            {"person": {"name": "Bruce Lee 李小龍"}},
            ["“nome”", "“李” (U+674E)", "“小” (U+5C0F)", "“龍” (U+9F8D)"],
        ),
        ({"orders": "Alimentar o cão 🐶"}, ["“o que deve ser feito”", "U+1F436"]),
        ({"items": [{"conduct": "x", "description": "Привет"}]}, ["“descrição”", "U+041F"]),
    ],
)
def test_a_character_without_glyph_is_refused_by_name_and_field(office, body, named):
    with pytest.raises(Refusal) as refused:
        office.issue(contexts.INTIMATION, body=body)
    assert refused.value.code == "character_not_printable"
    for words in named:
        assert words in refused.value.sentence


def test_names_of_the_field_are_printed_whole(office):
    names = "José D'Ávila, Sant'Ana, Maria O’Hara, João Gonçalves, Ñandú, Øyvind, ª º §"
    decomposed = "Conceic\u0327a\u0303o\u200b\u00a0Silva"
    document = office.issue(contexts.COMPLAINT, body={"what": names, "accused": decomposed})
    text = text_of(document)
    assert names in text
    assert "Conceição" in text and document.file.context["body"]["accused"] == "Conceição\u00a0Silva"


def test_markup_in_what_was_typed_is_only_text(office):
    typed = '<img src="http://example.org/x.png"><b>a & b</b>'
    assert typed in text_of(office.issue(contexts.COMPLAINT, body={"what": typed}))


@pytest.mark.parametrize("template", bodies.FULL)
def test_every_template_prints_number_code_and_letterhead(office, template):
    document = office.issue(template)
    text = text_of(document)
    for words in (document.full_number, document.code, "PREFEITURA MUNICIPAL DE JOÃO NEIVA", "/verificar/"):
        assert words in text
    assert "TREINAMENTO" not in text


def test_training_says_so_on_every_page():
    office = make_office()
    office.municipality.is_training = True
    for page in pages_of(office.issue(contexts.NOTICE_ANEXO_II, copies=("infrator", "processo"))):
        assert page.count("TREINAMENTO – SEM VALOR") == 2


def test_a_missing_picture_stops_the_issue(office):
    body = bodies.intimation() | {"recipient": {"heading": "Ciente", "name": "Ana", "image": 987654}}
    with pytest.raises(Refusal) as refused:
        office.issue(contexts.INTIMATION, body=body)
    assert refused.value.code == "not_drawn"
    assert not Document.objects.exists()


@pytest.mark.parametrize(
    "html",
    [
        '<img src="http://127.0.0.1:9/x.png">',
        '<img src="file:///etc/hostname">',
        '<link rel="stylesheet" href="https://example.org/x.css">',
        '<p style="colour: red">x</p>',
    ],
)
@pytest.mark.paper
def test_nothing_is_fetched_and_nothing_is_ignored(html):
    with pytest.raises(rendering.DrawingError):
        rendering.draw(html, images={})


def test_the_replacing_document_names_the_replaced(office):
    first = office.act().document
    with pytest.raises(Refusal) as refused:
        office.issue(contexts.INTIMATION, replaces=first)
    assert refused.value.code == "not_annulled"
    annulment.annul(
        document=first, reason="Prazo errado.", by=office.manager, at=office.at(2025, 3, 11, 9, 0)
    )
    first = Document.objects.get(pk=first.pk)
    second = office.issue(contexts.INTIMATION, replaces=first)
    assert "Substitui Intimação nº 0001/2025, anulado." in text_of(second)
    assert first.replaced_by == second


def test_a_document_of_another_town_is_never_replaced(office):
    stranger = make_office().issue()
    with pytest.raises(ValueError, match="own municipality"):
        office.issue(replaces=stranger)


def test_codes_read_as_people_type_them():
    assert codes.normalise(" 7k3m 9qxa-oi5r.bw2e ") == "7K3M-9QXA-015R-BW2E"
    for wrong in ("", "7K3M-9QXA-015R-BW2", "7K3M-9QXA-015R-BW2U", "7K3M-9QXA-015R-BW2E0"):
        assert codes.normalise(wrong) is None
    assert len({codes.new_code() for _ in range(200)}) == 200


def test_issue_outside_of_any_law_is_the_same_for_blank_forms(office):
    document = issue(
        municipality=office.municipality,
        kind="control_form",
        template=contexts.CONTROL_FORM_ANEXO_I,
        title="Ficha de Controle da Proteção e Bem-Estar Animal",
        body=bodies.empty_control_form(),
        at=office.at(2025, 3, 10, 8, 0),
        author=office.agent,
        blank=True,
    )
    assert document.is_blank and document.case is None
    assert "não informado" not in text_of(document)


def test_every_word_of_the_laws_can_be_printed():
    known = typefaces.drawable()
    folder = Path(settings.BASE_DIR) / "zoonoses" / "rulesets"
    for path in folder.rglob("*.toml"):
        text = path.read_text(encoding="utf-8")
        assert not {character for character in text if character != "\n" and ord(character) not in known}, (
            path
        )
