"""The long parts of an import, done by the worker. Each may be asked again at any time: nothing is done twice."""

from django_tasks import task

from registry.models import ImportJob
from registry.services.imports import jobs, undo
from zoonoses.municipalities import clock


def _now(job_id: int):
    municipality = ImportJob.objects.select_related("municipality").get(pk=job_id).municipality
    return lambda: clock.now(municipality)


@task()
def check_import(job_id: int) -> None:
    """Names every bad cell of the file."""
    jobs.check(job_id, now=_now(job_id))


@task()
def run_import(job_id: int) -> None:
    """Writes the rows, from the last finished chunk on."""
    jobs.run(job_id, now=_now(job_id))


@task()
def undo_import(job_id: int) -> None:
    """Takes the whole import away."""
    undo.undo(job_id, now=_now(job_id))


def resume(job) -> None:
    """Puts the step that a job is in back in the queue, after its worker was stopped."""
    steps = {
        jobs.State.CHECKING: check_import,
        jobs.State.IMPORTING: run_import,
        jobs.State.UNDOING: undo_import,
    }
    step = steps.get(jobs.state_of(job))
    if step is not None:
        step.enqueue(job.pk)
