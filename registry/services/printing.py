"""Printing in batches: what is to be drawn, chunk by chunk, by the worker; one row that fails does not stop the rest.

A kind of batch has a drawer (`register_drawer`). Work that was broken off goes on where it stopped: a chunk already
drawn waits in private storage until the batch is joined.
"""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

import pikepdf
from django.core.files import File
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from registry.models import BatchRow, IdentityCard, PrintBatch
from zoonoses.documents.refusals import Refusal

MOST_ROWS = 5000
STALE = timedelta(minutes=2)
CARD_KINDS = {
    PrintBatch.Kind.CARDS_SINGLE: IdentityCard.Kind.CARD,
    PrintBatch.Kind.CARDS_SHEET: IdentityCard.Kind.CARD,
    PrintBatch.Kind.TAGS: IdentityCard.Kind.TAG,
}


@dataclass
class Drawn:
    """One chunk: its PDF (None when no row could be drawn), and why rows failed, by their primary key."""

    pdf: bytes | None
    faults: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Drawer:
    """`draw(batch, rows) -> Drawn`, for at most `chunk` rows at a time."""

    draw: Callable[[PrintBatch, Sequence[BatchRow]], Drawn]
    chunk: int


_drawers: dict[str, Drawer] = {}


def register_drawer(kind: str, draw, *, chunk: int) -> None:
    """Says who draws a kind of batch. Called once, when the module that draws is imported by `registry.tasks`."""
    _drawers[kind] = Drawer(draw, chunk)


def unprinted(*, municipality, kind):
    """Standing cards or tags (`IdentityCard.Kind`) that were never printed, the oldest number first."""
    rows = IdentityCard.objects.filter(rga__municipality=municipality, kind=kind)
    return rows.filter(printed_at=None, voided_on=None).order_by("rga__number", "copy")


@transaction.atomic
def order(
    *, municipality, kind, at: datetime, by, key: UUID, cards: Iterable[int] = (), animals: Iterable[int] = ()
) -> PrintBatch:
    """A batch of cards or tags (primary keys, in this order) or of letters to the tutors of animals.

    A form sent again gives the batch already made. What is of another municipality or of another kind is left out.
    Raises `Refusal` when nothing remains, or when it is too much for one file.
    """
    made = PrintBatch.objects.of(municipality).filter(key=key).first()
    if made is not None:
        return made
    chosen = list(dict.fromkeys(cards))
    found = set(
        IdentityCard.objects.filter(
            pk__in=chosen, rga__municipality=municipality, kind=CARD_KINDS.get(kind, "")
        ).values_list("pk", flat=True)
    )
    rows = [{"card_id": pk} for pk in chosen if pk in found] or [{"animal_id": pk} for pk in animals]
    if not rows:
        raise Refusal("nothing_to_print", "Nada foi marcado para imprimir.")
    if len(rows) > MOST_ROWS:
        raise Refusal(
            "too_many", f"São {len(rows)} de uma vez; o limite é de {MOST_ROWS}. Imprima em partes."
        )
    batch = PrintBatch.objects.create(
        municipality=municipality, kind=kind, requested_by=by, requested_at=at, key=key
    )
    BatchRow.objects.bulk_create(
        BatchRow(batch=batch, position=position, **row) for position, row in enumerate(rows, start=1)
    )
    return batch


@dataclass(frozen=True)
class Progress:
    total: int
    drawn: int
    failed: int

    @property
    def done(self) -> int:
        return self.drawn + self.failed


def progress(batch) -> Progress:
    """How many rows were drawn and how many failed, counted from the rows."""
    rows = batch.rows.values_list("drawn", "error")
    return Progress(len(rows), sum(drawn for drawn, _ in rows), sum(bool(error) for _, error in rows))


def is_stale(batch, at: datetime) -> bool:
    """Whether the work stopped: unfinished, and silent for two minutes since its last sign or its request."""
    return batch.finished_at is None and at - (batch.beat_at or batch.requested_at) > STALE


def run(batch_id: int, now: Callable[[PrintBatch], datetime]) -> int:
    """Draws what of a batch is not drawn yet, joins it and marks its cards as printed. Returns the pages.

    Run again it does nothing more; while another worker gives signs of life it leaves the batch to that one.
    """
    batch = _claim(batch_id, now)
    if batch is None:
        return 0
    drawer = _drawers[batch.kind]
    rows = list(batch.rows.order_by("position"))
    parts = []
    for start in range(0, len(rows), drawer.chunk):
        chunk = rows[start : start + drawer.chunk]
        name = f"private/batches/parts/{batch.pk}-{start}.pdf"
        kept = not any(row.drawn for row in chunk) or default_storage.exists(name)
        if not kept or not all(row.drawn or row.error for row in chunk):
            _draw(drawer, batch, chunk, name)
        if any(row.drawn for row in chunk):
            parts.append(name)
        PrintBatch.objects.filter(pk=batch.pk).update(beat_at=now(batch))
    return _finish(batch, parts, now(batch))


def _claim(batch_id, now) -> PrintBatch | None:
    with transaction.atomic():
        rows = PrintBatch.objects.select_for_update(of=("self",)).select_related("municipality")
        batch = rows.get(pk=batch_id)
        at = now(batch)
        if batch.finished_at or (batch.beat_at and at - batch.beat_at <= STALE):
            return None
        batch.beat_at = at
        batch.save(update_fields=["beat_at"])
    return batch


def _draw(drawer, batch, chunk, name) -> None:
    drawn = drawer.draw(batch, chunk)
    default_storage.delete(name)
    if drawn.pdf is not None:
        default_storage.save(name, ContentFile(drawn.pdf))
    for row in chunk:
        row.error = drawn.faults.get(row.pk, "")[:300]
        row.drawn = drawn.pdf is not None and not row.error
    BatchRow.objects.bulk_update(chunk, ["drawn", "error"])


def _finish(batch, parts, at) -> int:
    """Joins the chunks through a file on disk, so that memory stays flat however long the batch is."""
    with ExitStack() as opened:
        joined = opened.enter_context(tempfile.TemporaryFile())
        whole = opened.enter_context(pikepdf.new())
        for name in parts:
            file = opened.enter_context(default_storage.open(name))
            whole.pages.extend(opened.enter_context(pikepdf.open(file)).pages)
        pages = len(whole.pages)
        if pages:
            whole.docinfo["/Title"] = batch.get_kind_display().capitalize()
            whole.Root.Lang = pikepdf.String("pt-BR")
            whole.save(joined)
            joined.seek(0)
            batch.pdf.save(f"{batch.kind}-{batch.pk}.pdf", File(joined), save=False)
    with transaction.atomic():
        batch.pages, batch.finished_at, batch.beat_at = pages, at, at
        batch.save(update_fields=["pdf", "pages", "finished_at", "beat_at"])
        IdentityCard.objects.filter(pk__in=batch.rows.filter(drawn=True).values("card")).update(printed_at=at)
    for name in parts:
        default_storage.delete(name)
    return pages
