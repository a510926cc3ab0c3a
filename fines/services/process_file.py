"""The whole process of an auto as one PDF: an index, then every paper and attachment in order, with page numbers."""

import io
from dataclasses import dataclass
from datetime import datetime

import pikepdf
from django.template.loader import render_to_string

from fines.documents_process import notice_reference
from fines.models import InfractionNotice
from fines.services.procedure import subject_of
from zoonoses.documents import rendering
from zoonoses.documents.models import Act, Attachment
from zoonoses.municipalities import clock
from zoonoses.municipalities.templatetags import br

SHEET = "process_file.css"
TEMPLATE = "documents/process_file.html"
PROCESS_VIA = "processo"


@dataclass
class Piece:
    """One paper or attachment: what the index says of it, and its pages as a PDF; no pages for an act without paper."""

    title: str
    on: str
    by: str
    proof: str = ""
    pdf: bytes | None = None
    first: int = 0
    last: int = 0

    @property
    def sheets(self) -> str:
        """`3` or `3–5`; empty where there is no paper."""
        if not self.pdf:
            return ""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def acts_of(notice: InfractionNotice) -> list[Act]:
    """Every act of the process, in the order in which it happened.

    The auto, what it rests on (visits, intimações, returns), what was filed and decided about it, and each one's
    ciência and annulment. Another person's auto of the same case is no part of it.
    """
    rows = Act.objects.filter(case_id=notice.act.case_id).prefetch_related("rests_on")
    rows = list(
        rows.select_related("document__file", "document__annulment", "author__user", "acknowledgement")
    )
    by_pk = {row.pk: row for row in rows}
    found, waiting = set(), [notice.act_id, *(row.pk for row in rows if subject_of(notice) in row.subjects)]
    while waiting:
        pk = waiting.pop()
        if pk not in found and pk in by_pk:
            found.add(pk)
            waiting += [each.pk for each in by_pk[pk].rests_on.all()]
    for row in rows:
        told = {each.pk for each in row.rests_on.all()}
        if row.kind in ("acknowledgement", "annulment") and told & found:
            found.add(row.pk)
    return sorted((by_pk[pk] for pk in found), key=lambda row: (row.at, row.pk))


def draw(*, notice: InfractionNotice, at: datetime) -> bytes:
    """The PDF, as of the moment `at` (local). Nothing is kept: the papers inside it are the frozen ones."""
    pieces = [piece for act in acts_of(notice) for piece in _pieces(act, notice)]
    _number(pieces, _pages(_index(notice, pieces, at)))
    index = _index(notice, pieces, at)
    with pikepdf.new() as whole:
        for pdf in (index, *(piece.pdf for piece in pieces if piece.pdf)):
            with pikepdf.open(io.BytesIO(pdf)) as part:
                whole.pages.extend(part.pages)
        _stamp_numbers(whole)
        whole.docinfo["/Title"] = f"Processo: {notice_reference(notice)}"
        whole.Root.Lang = pikepdf.String("pt-BR")
        whole.Root.PageMode = pikepdf.Name.UseOutlines
        with whole.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem("Índice", 0))
            outline.root += [
                pikepdf.OutlineItem(piece.title, piece.first - 1) for piece in pieces if piece.pdf
            ]
        stored = io.BytesIO()
        whole.save(stored)
    return stored.getvalue()


def _pieces(act, notice):
    local = clock.local(notice.act.case.municipality, act.at)
    on = f"{local:%d/%m/%Y %H:%M}"
    document = act.document
    void = " (anulado)" if document is not None and hasattr(document, "annulment") else ""
    proof = f"SHA-256 {document.file.sha256}" if document is not None and hasattr(document, "file") else ""
    title = f"{document}{void}" if document else act.get_kind_display().capitalize()
    if hasattr(act, "acknowledgement"):
        told = act.acknowledgement
        title = f"Ciência em {told.on:%d/%m/%Y}, {told.get_means_display()}"
        proof = told.postal_code or told.publication or told.received_by
    pdf = _one_via(document.file) if document is not None and hasattr(document, "file") else None
    yield Piece(title, on, act.author.user.name, proof, pdf)
    for row in act.attachments.filter(kind=Attachment.Kind.SCAN):
        name = f"Anexo: {row.original_name}"
        yield Piece(name, on, act.author.user.name, f"SHA-256 {row.original_sha256}", _scan(row))


def _one_via(file) -> bytes:
    """The via of the process, where the paper has several: the others only repeat it."""
    stamps = [copy["stamp"] for copy in file.context["copies"]]
    if len(stamps) < 2:
        return bytes(file.pdf)
    place = next((at for at, stamp in enumerate(stamps) if PROCESS_VIA in stamp.lower()), 0)
    with pikepdf.open(io.BytesIO(bytes(file.pdf))) as paper, pikepdf.new() as via:
        size = len(paper.pages) // len(stamps)
        via.pages.extend(paper.pages[place * size : (place + 1) * size])
        stored = io.BytesIO()
        via.save(stored)
    return stored.getvalue()


def _scan(row: Attachment) -> bytes:
    """A PDF as it is; a picture on a page of its own."""
    with row.display.open("rb") as opened:
        data = opened.read()
    if row.display_type == "application/pdf":
        return data
    html = render_to_string(TEMPLATE, {"picture": row.original_name})
    return rendering.draw_batch(html, images={"anexo": data}, sheet=SHEET)


def _pages(pdf: bytes) -> int:
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return len(opened.pages)


def _number(pieces, index_pages) -> None:
    """Gives each piece its pages, after those of the index."""
    page = index_pages + 1
    for piece in pieces:
        if piece.pdf:
            count = _pages(piece.pdf)
            piece.first, piece.last = page, page + count - 1
            page += count


def _index(notice, pieces, at) -> bytes:
    municipality = notice.act.case.municipality
    context = {
        "index": pieces,
        "head": [municipality.letterhead_name, municipality.body_name],
        "reference": notice_reference(notice),
        "offender": notice.offender.name,
        "document": br.document(notice.offender.document),
        "at": f"{at:%d/%m/%Y, às %H:%M}",
    }
    return rendering.draw_batch(render_to_string(TEMPLATE, context), images={}, sheet=SHEET)


def _stamp_numbers(whole) -> None:
    """`fls. n` on every page, over whatever it says."""
    html = render_to_string(TEMPLATE, {"numbers": range(len(whole.pages))})
    with pikepdf.open(io.BytesIO(rendering.draw_batch(html, images={}, sheet=SHEET))) as numbers:
        for page, number in zip(whole.pages, numbers.pages, strict=True):
            page.add_overlay(number)
