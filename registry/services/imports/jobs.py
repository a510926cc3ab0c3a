"""The way of one file: sent, mapped, checked, imported, undone. The worker does the long parts in chunks.

Each chunk is one transaction that locks the job and moves its cursor (`done`): a task that is killed goes on from the
last chunk, and two workers on one job never write a row twice.
"""

import hashlib
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import islice
from pathlib import PurePath

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from registry.models import ImportFault, ImportJob
from registry.services.imports import columns as mapping
from registry.services.imports import writing
from registry.services.imports.doses import DosePlanner
from registry.services.imports.fields import fields_of
from registry.services.imports.plans import AnimalPlanner, TutorPlanner
from registry.services.imports.rows import Row, RowReader
from registry.services.imports.sheets import Unreadable, opened
from registry.services.imports.undo import remove
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities import clock

CHUNK = 1000
MAX_BYTES = 200 * 1024 * 1024
SILENT_AFTER = timedelta(minutes=3)
PREVIEW_ROWS = 5
PLANNERS = {
    ImportJob.Kind.TUTORS: TutorPlanner,
    ImportJob.Kind.ANIMALS: AnimalPlanner,
    ImportJob.Kind.VACCINATIONS: DosePlanner,
}


class State(StrEnum):
    """Where a file is on its way, computed from what happened to it."""

    MAPPING = "mapping"
    CHECKING = "checking"
    CHECKED = "checked"
    IMPORTING = "importing"
    IMPORTED = "imported"
    UNDOING = "undoing"
    UNDONE = "undone"
    FAILED = "failed"

    @property
    def is_running(self) -> bool:
        return self in (State.CHECKING, State.IMPORTING, State.UNDOING)


def state_of(job) -> State:
    """The state of an import; a failure of the check or of the import stands until the next attempt."""
    facts = (
        (job.undone_at, State.UNDONE),
        (job.undone_by_id, State.UNDOING),
        (job.imported_at, State.IMPORTED),
        (job.started_at, State.FAILED if job.failure else State.IMPORTING),
        (job.checked_at, State.CHECKED),
        (job.columns, State.FAILED if job.failure else State.CHECKING),
    )
    return next((state for fact, state in facts if fact), State.MAPPING)


def is_silent(job, now: datetime) -> bool:
    """Whether the worker should have given a sign of this job by now: it was probably stopped."""
    return state_of(job).is_running and (job.beat_at is None or now - job.beat_at > SILENT_AFTER)


class Overtaken(Exception):
    """Another worker has this job, or it was changed meanwhile: this one leaves it."""


class Kept(Exception):
    """A row cannot be taken and the person asked for all rows or none."""


def receive(*, municipality, kind, upload, by, at: datetime) -> ImportJob:
    """Keeps the file, privately, once it is known to be a spreadsheet. Raises `Refusal` when it is not."""
    if upload.size > MAX_BYTES:
        raise Refusal("too_large", f"O arquivo passa de {MAX_BYTES // 1024**2} MB: divida-o em partes.")
    digest = hashlib.sha256()
    for piece in upload.chunks():
        digest.update(piece)
    try:
        with opened(upload) as sheet:
            if next(sheet.rows, None) is None:
                raise Refusal("no_rows", "A planilha tem só o cabeçalho: não há linhas para importar.")
    except Unreadable as error:
        raise Refusal("unreadable", str(error)) from error
    upload.seek(0)
    return ImportJob.objects.create(
        municipality=municipality,
        kind=kind,
        file=upload,
        file_name=PurePath(upload.name or "planilha").name[-200:],
        file_sha256=digest.hexdigest(),
        uploaded_by=by,
        uploaded_at=at,
    )


def head(job) -> tuple[list[str], list[list]]:
    """Headers and first rows, for the person to see what is in each column."""
    with job.file.open("rb") as file, opened(file) as sheet:
        return sheet.headers, [cells for _, cells in islice(sheet.rows, PREVIEW_ROWS)]


def suggested(job, headers) -> dict[str, int]:
    """The mapping chosen for the last file with these headers, or a guess."""
    return mapping.remembered(job.municipality, job.kind, headers) or mapping.guess(job.kind, headers)


@transaction.atomic
def ask_check(*, job, columns: dict[str, int], at: datetime) -> None:
    """Says which column is which and asks for the check; an earlier check is forgotten.

    Raises `Refusal` when a required field has no column, or once the import began.
    """
    job = _locked(job)
    if job.started_at or job.undone_by_id:
        raise Refusal("already_started", "Esta importação já começou: as colunas não mudam mais.")
    missing = [
        each.label for each in fields_of(job.kind).values() if each.required and each.name not in columns
    ]
    if missing:
        raise Refusal("column_missing", f"Diga qual coluna tem: {', '.join(missing)}.")
    headers, _ = head(job)
    mapping.remember(job.municipality, job.kind, headers, columns)
    job.faults.all().delete()
    ImportJob.objects.filter(pk=job.pk).update(
        columns=columns, done=0, total=0, checked_at=None, failure="", beat_at=at
    )


@transaction.atomic
def ask_import(*, job, only_good_rows: bool, at: datetime) -> bool:
    """Asks for the import of all rows, or of the good ones; whether there is something to start. Twice changes nothing.

    Raises `Refusal` before the check ends, and for "all rows" while some row cannot be taken.
    """
    job = _locked(job)
    if job.started_at:
        return False
    if job.checked_at is None:
        raise Refusal("not_checked", "Espere a conferência terminar.")
    if not only_good_rows and job.faults.filter(blocks=True).exists():
        raise Refusal(
            "bad_rows", "Há linhas com erro: corrija a planilha e envie de novo, ou importe só as boas."
        )
    ImportJob.objects.filter(pk=job.pk).update(
        only_good_rows=only_good_rows, started_at=at, beat_at=at, done=0, failure=""
    )
    return True


def check(job_id: int, *, now: Callable[[], datetime]) -> None:
    """Reads the whole file and names every bad cell; the register is not touched. Asked again, it starts over."""
    with transaction.atomic():
        job = _locked(ImportJob(pk=job_id))
        if job.checked_at or job.started_at or not job.columns:
            return
        job.faults.all().delete()
        ImportJob.objects.filter(pk=job.pk).update(done=0, beat_at=now())
    job.done = 0
    if _run(job, writes=False, now=now):
        rows = ImportJob.objects.filter(pk=job_id, checked_at=None, started_at=None)
        rows.update(checked_at=now(), total=job.done)


def run(job_id: int, *, now: Callable[[], datetime]) -> None:
    """Imports what was asked, going on from the last finished chunk. A row written by somebody else meanwhile makes
    the chunk be judged once more."""
    for attempt in range(3):
        job = ImportJob.objects.select_related("municipality", "uploaded_by").get(pk=job_id)
        if not job.started_at or job.imported_at or job.undone_by_id or job.failure:
            return
        try:
            finished = _run(job, writes=True, now=now)
        except IntegrityError:
            if attempt == 2:
                raise
            continue
        except Kept as error:
            _give_up(job, str(error))
            return
        if finished:
            _finish(job, now())
        return


@transaction.atomic
def _finish(job, at: datetime) -> None:
    """The import is whole; what came in with it enters the trail once."""
    if ImportJob.objects.filter(pk=job.pk, imported_at=None).update(imported_at=at):
        writing.log_parts(job)


def _give_up(job, sentence) -> None:
    """All or nothing: what earlier chunks wrote is taken away, and the job stands as checked."""
    try:
        with transaction.atomic():
            remove(job, by=job.uploaded_by)
            ImportJob.objects.filter(pk=job.pk).update(started_at=None, done=0, failure=sentence[:300])
    except ProtectedError:
        sentence = (
            f"A importação parou na linha {job.done + 1}, e o que entrou antes já está em uso. {sentence}"
        )
        ImportJob.objects.filter(pk=job.pk).update(failure=sentence[:300])


def _run(job, *, writes: bool, now) -> bool:
    """Every chunk from the cursor on; False when another worker has the job."""
    try:
        with job.file.open("rb") as file, opened(file) as sheet:
            reader = RowReader(fields_of(job.kind), job.columns, sheet.headers)
            planner = PLANNERS[job.kind](job, reader, clock.local(job.municipality, job.uploaded_at).date())
            for _ in islice(sheet.rows, job.done):
                pass
            for chunk in _chunks(sheet.rows):
                _chunk(job, [reader.read(number, cells) for number, cells in chunk], planner, writes, now)
    except Unreadable as error:
        ImportJob.objects.filter(pk=job.pk).update(failure=str(error)[:300])
        return False
    except Overtaken:
        return False
    return True


def _chunks(rows: Iterator) -> Iterator[list]:
    while chunk := list(islice(rows, CHUNK)):
        yield chunk


@transaction.atomic
def _chunk(job, rows: list[Row], planner, writes: bool, now) -> None:
    held = _locked(job)
    if held.done != job.done or held.undone_by_id or bool(held.started_at) != writes:
        raise Overtaken
    if writes and job.kind == ImportJob.Kind.ANIMALS:
        writing.lock_numbers(job)
    planner.plan(rows)
    faults = [fault for row in rows for fault in row.faults]
    if writes:
        bad = next((row for row in rows if row.blocked), None)
        if bad is not None and not job.only_good_rows:
            reason = next(fault.reason for fault in bad.faults if fault.blocks)
            raise Kept(f"Nada foi importado: a linha {bad.number} deixou de servir. {reason}")
        job.faults.filter(row__range=(rows[0].number, rows[-1].number)).delete()
        writing.write(job, rows)
    for fault in faults:
        fault.job = job
    ImportFault.objects.bulk_create(faults, batch_size=500)
    ImportJob.objects.filter(pk=job.pk).update(done=job.done + len(rows), beat_at=now())
    job.done += len(rows)


def _locked(job) -> ImportJob:
    rows = ImportJob.objects.select_for_update(of=("self",)).select_related("municipality", "uploaded_by")
    return rows.get(pk=job.pk)
