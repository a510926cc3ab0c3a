"""The whole process of an auto as one PDF: cover and index, every paper and attachment in order, a closing sheet."""

import io
from contextlib import ExitStack
from datetime import datetime

import pikepdf
from django.template.loader import render_to_string

from fines.documents_process_file import cover_lines, process_number, replaced_lines
from fines.models import InfractionNotice
from fines.services.procedure import Process
from fines.services.process_pieces import Piece, pieces_of
from zoonoses.documents import glyphs, rendering, sheets
from zoonoses.documents.models import DocumentFile
from zoonoses.documents.refusals import Refusal

SHEET = "process_file.css"
INDEX, CLOSING = "Capa e índice", "Termo de encerramento"
PROCESS_VIA = "processo"
PICTURE = "anexo-{}"


def draw(*, notice: InfractionNotice, by, at: datetime) -> bytes:
    """The PDF, as of the moment `at` (local), taken out by `by`. Nothing is kept: its papers are the frozen ones."""
    head, pieces = _head(notice, by, at), pieces_of(notice)
    with ExitStack() as opened, pikepdf.new() as whole:

        def pages_of(pdf: bytes) -> list[pikepdf.Page]:
            return list(opened.enter_context(pikepdf.open(io.BytesIO(pdf))).pages)

        parts = _parts(pieces, head, pages_of)
        index = pages_of(_numbered_index(pieces, [len(part) for part in parts], head, _cover(notice, at)))
        last = len(index) + sum(map(len, parts)) + 1
        sealed = [piece for piece in pieces if piece.sha256]
        closing = pages_of(_draw("closing", head, sealed=sealed, before=last - 1))
        for part in (index, *parts, closing):
            whole.pages.extend(part)
        sheets.number(whole, lambda sheet: f"Processo nº {head['number']} · fls. {sheet}")
        _describe(whole, head, pieces, last)
        stored = io.BytesIO()
        whole.save(stored, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return stored.getvalue()


def _head(notice, by, at) -> dict:
    municipality = notice.act.case.municipality
    return {
        "town": municipality.letterhead_name,
        "body_name": municipality.body_name,
        "number": process_number(notice),
        "offender": notice.offender.name,
        "taken_by": by.user.name,
        "on": f"{at:%d/%m/%Y}",
        "hour": f"{at:%H:%M}",
        "training": municipality.is_training,
    }


def _cover(notice, at) -> list:
    try:
        process = Process(notice)
    except Refusal as refusal:
        process = refusal
    return [*cover_lines(notice, process, at.date()), *replaced_lines(notice)]


def _parts(pieces: list[Piece], head: dict, pages_of) -> list[list]:
    """The pages of each piece: the frozen paper itself, the attachment, or a sheet drawn for it.

    What has to be drawn, facts without paper and pictures, is drawn at once; each begins under a bookmark of its own.
    """
    drawn, pictures, parts = [], {}, []
    for piece in pieces:
        part = None
        if piece.paper is not None:
            part = _one_via(piece.paper, pages_of)
        elif piece.scan is not None:
            data = _bytes_of(piece.scan)
            if piece.scan.display_type == "application/pdf":
                part = pages_of(data)
            else:
                pictures[PICTURE.format(piece.scan.pk)] = data
        drawn += [piece] if part is None else []
        parts.append(part)
    if not drawn:
        return parts
    own = iter(_by_bookmark(_draw("sheets", head, images=pictures, pieces=drawn), pages_of))
    return [part if part is not None else next(own) for part in parts]


def _bytes_of(scan) -> bytes:
    with scan.display.open("rb") as opened:
        return opened.read()


def _one_via(file: DocumentFile, pages_of) -> list:
    """The via of the process, where the paper has several: the others only repeat it."""
    pages, stamps = pages_of(bytes(file.pdf)), [copy["stamp"] for copy in file.context["copies"]]
    place = next((at for at, stamp in enumerate(stamps) if PROCESS_VIA in stamp.lower()), 0)
    size = len(pages) // max(len(stamps), 1)
    return pages[place * size : (place + 1) * size]


def _by_bookmark(pdf: bytes, pages_of) -> list[list]:
    """The pages from each bookmark to the next."""
    with pikepdf.open(io.BytesIO(pdf)) as read, read.open_outline() as outline:
        places = {page.objgen: place for place, page in enumerate(read.pages)}
        starts = [places[item.destination[0].objgen] for item in outline.root]
    pages = pages_of(pdf)
    ends = [*starts[1:], len(pages)]
    return [pages[start:end] for start, end in zip(starts, ends, strict=True)]


def _numbered_index(pieces, counts, head, lines) -> bytes:
    """The index with the sheets of each piece, which depend on how many sheets the index itself takes."""
    for taken in (1, 2):
        index = _index(pieces, counts, head, lines, taken)
        with pikepdf.open(io.BytesIO(index)) as opened:
            found = len(opened.pages)
        if found == taken:
            return index
    return _index(pieces, counts, head, lines, found)


def _index(pieces, counts, head, lines, taken: int) -> bytes:
    """The cover and the index, with the sheets that each piece has after `taken` sheets of the index.

    How many sheets it takes does not depend on the numbers: their column has one width.
    """
    page = taken + 1
    for piece, count in zip(pieces, counts, strict=True):
        piece.first, piece.last, page = page, page + count - 1, page + count
    return _draw("index", head, lines=lines, pieces=pieces, last=page)


def _draw(part: str, head: dict, images=None, **context) -> bytes:
    html = render_to_string(f"documents/process_{part}.html", {"head": head, **context})
    return rendering.draw_batch(glyphs.legible(html), images=images or {}, sheet=SHEET)


def _describe(whole, head, pieces, last: int) -> None:
    """Title, language and bookmarks, for whoever opens the file."""
    whole.docinfo["/Title"] = f"Processo administrativo nº {head['number']} – {head['offender']}"
    whole.Root.Lang = pikepdf.String("pt-BR")
    whole.Root.PageMode = pikepdf.Name.UseOutlines
    marks = [(INDEX, 1), *((piece.title, piece.first) for piece in pieces), (CLOSING, last)]
    with whole.open_outline() as outline:
        outline.root += [pikepdf.OutlineItem(title, sheet - 1) for title, sheet in marks]
