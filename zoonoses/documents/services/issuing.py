"""Issuing: the number is taken, the paper is drawn, and its bytes are frozen, all or nothing."""

import hashlib
import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from django.db import transaction
from django.template.loader import render_to_string

from zoonoses.documents import codes, glyphs, rendering
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Attachment, Document, DocumentFile
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.numbering import next_number
from zoonoses.municipalities import clock
from zoonoses.municipalities.templatetags import br

logger = logging.getLogger(__name__)


@transaction.atomic
def issue(
    *,
    municipality,
    kind,
    template,
    title,
    body: Mapping,
    at: datetime,
    author,
    case=None,
    copies: Iterable[str] = ("",),
    blank=False,
    replaces=None,
    pictures: Mapping[str, bytes] | None = None,
) -> Document:
    """One numbered document, drawn and frozen: PDF bytes, SHA-256, and the context it was drawn from.

    `body` has the shape of its template (see `contexts`); `copies` says whose each via is; `at` is the moment of issue,
    whose local year gives the number its year. `replaces` is the annulled document that this one takes the place of.
    `pictures` are drawings made for this paper alone (a barcode), which its template names as `imagem:<key>`.
    An act done on paper issues nothing: its document is the blank form that was filled by hand.

    Raises `Refusal` when a character cannot be printed, when the paper cannot be drawn, or when `replaces` still
    stands; then no number is used.
    """
    local = clock.local(municipality, at)
    _may_replace(replaces, municipality)
    clean_body = glyphs.clean(dict(body))
    fields = {"case": case, "is_blank": blank, "issued_by": author, "replaces": replaces}
    document = _numbered(
        municipality=municipality, kind=kind, title=glyphs.clean(title), issued_at=local, **fields
    )
    _freeze(document, template, clean_body, copies, pictures or {})
    return document


def _freeze(document, template, body, copies, pictures) -> None:
    """Draws the paper and stores it with what it was drawn from."""
    context = {
        "document": _document_block(document),
        "letterhead": _letterhead(document.municipality),
        "copies": _copies(copies),
        "body": body,
    }
    images = {**pictures, **_images(document.municipality, document, body)}
    pdf = _draw(template, context, images)
    document.save(force_insert=True)
    context["images"] = {name: hashlib.sha256(data).hexdigest() for name, data in images.items()}
    DocumentFile.objects.create(
        document=document, pdf=pdf, sha256=hashlib.sha256(pdf).hexdigest(), template=template, context=context
    )


def _numbered(*, municipality, kind, issued_at, **fields) -> Document:
    """The document with its number of the local year, not yet saved."""
    year = issued_at.year
    return Document(
        municipality=municipality,
        kind=kind,
        year=year,
        number=next_number(municipality=municipality, kind=kind, year=year),
        code=codes.new_code(),
        issued_on=issued_at.date(),
        issued_at=issued_at,
        **fields,
    )


def _may_replace(replaced, municipality) -> None:
    if replaced is None:
        return
    if replaced.municipality_id != municipality.pk:
        raise ValueError("a document replaces another of its own municipality")
    if not hasattr(replaced, "annulment"):
        raise Refusal(
            "not_annulled",
            f"{replaced} ainda vale. Anule-o, com o motivo, antes de emitir o que o substitui.",
        )


def _document_block(document) -> dict:
    return {
        "kind": document.kind,
        "kind_label": document.get_kind_display(),
        "title": document.title,
        "number": document.full_number,
        "heading": f"{document.title} nº {document.full_number}",
        "code": document.code,
        "verify_address": codes.verify_address(),
        "defence_address": codes.defence_address() if document.kind == DocumentKind.INFRACTION_NOTICE else "",
        "issued_on": f"{document.issued_on:%d/%m/%Y}",
        "issued_at": document.issued_at.isoformat(timespec="seconds"),
        "is_blank": document.is_blank,
        "training": document.municipality.is_training,
        "replaces": str(document.replaces) if document.replaces else "",
    }


def _letterhead(municipality) -> dict:
    """As the town's paper shows it on the day of issue."""
    contact = [municipality.address]
    if municipality.postal_code:
        contact.append(f"CEP {br.cep(municipality.postal_code)}")
    if municipality.cnpj:
        contact.append(f"CNPJ {br.cnpj(municipality.cnpj)}")
    if municipality.phone:
        contact.append(f"Tel. {br.phone(municipality.phone)}")
    contact.append(municipality.email)
    return glyphs.clean(
        {
            "name": municipality.letterhead_name,
            "body_name": municipality.body_name,
            "contact": " · ".join(part for part in contact if part),
            "crest": bool(municipality.crest),
            "town": str(municipality),
        },
        "letterhead",
    )


def _copies(labels: Iterable[str]) -> list[dict]:
    """Each via with the words stamped on its pages: `via 1 de 3 – infrator`; a single nameless one has none.

    The place of a via in its label (`1ª via – infrator`) is left out: the stamp says it.
    """
    labels = [re.sub(r"^\d+ª via\s*[–-]\s*", "", label) for label in labels] or [""]
    copies = []
    for place, label in enumerate(labels, start=1):
        words = [f"via {place} de {len(labels)}", label]
        stamp = " – ".join(word for word in words if word) if label or len(labels) > 1 else ""
        copies.append(
            {"number": place, "of": len(labels), "label": label, "stamp": glyphs.clean(stamp, "copies")}
        )
    return copies


def _images(municipality, document, body) -> dict[str, bytes]:
    """The bytes of every picture of the paper: crest, QR, and the attachments that the body names."""
    images = {"qr": codes.qr_png(codes.verify_url(document.code))}
    if municipality.crest:
        images["crest"] = _read(municipality.crest)
    named = set(_named_images(body))
    for attachment in Attachment.objects.of(municipality).filter(pk__in=named):
        images[str(attachment.pk)] = _read(attachment.display)
    return images


def _named_images(value) -> Iterator[int]:
    if isinstance(value, dict):
        for name, item in value.items():
            if name == "image" and item:
                yield item
            else:
                yield from _named_images(item)
    elif isinstance(value, list):
        for item in value:
            yield from _named_images(item)


def _read(file) -> bytes:
    with file.open("rb") as opened:
        return opened.read()


def _draw(template, context, images) -> bytes:
    try:
        vias = [copy["stamp"] for copy in context["copies"]]
        return rendering.draw(render_to_string(template, context), images=images, vias=vias)
    except rendering.DrawingError as error:
        logger.error("document not drawn from %s: %s", template, error)
        raise Refusal(
            "not_drawn",
            "O documento não pôde ser desenhado como deve ser e não foi emitido. "
            "O que foi digitado está guardado; avise quem cuida da instalação.",
        ) from error
