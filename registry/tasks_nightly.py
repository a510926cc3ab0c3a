"""The registry's part of the night: long work whose worker was stopped goes back in the queue."""

from datetime import datetime

from django.db.models import Q

from registry import tasks, tasks_imports
from registry.models import ImportJob, PrintBatch
from registry.services import printing
from registry.services.imports import jobs


def resume_imports(municipality, *, at: datetime) -> int:
    """Imports silent for too long go on from their last finished chunk; how many were put back in the queue."""
    open_ones = ImportJob.objects.of(municipality).filter(undone_at=None)
    open_ones = open_ones.filter(Q(imported_at=None) | ~Q(undone_by=None))
    silent = [job for job in open_ones.order_by("pk") if jobs.is_silent(job, at)]
    for job in silent:
        tasks_imports.resume(job)
    return len(silent)


def resume_batches(municipality, *, at: datetime) -> int:
    """Batches of cards, tags and letters whose drawing stopped go on; how many were put back in the queue."""
    rows = PrintBatch.objects.of(municipality).filter(finished_at=None).order_by("pk")
    stopped = [batch for batch in rows if printing.is_stale(batch, at)]
    for batch in stopped:
        tasks.print_batch.enqueue(batch.pk)
    return len(stopped)
