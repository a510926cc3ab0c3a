"""Background work of the documents."""

from django_tasks import task

from zoonoses.documents.models import Case
from zoonoses.documents.services import agenda
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Municipality


@task()
def rebuild_agenda(municipality_id: int) -> int:
    """Writes again what is next in every case of a municipality, as of its own day; how many cases. Idempotent."""
    municipality = Municipality.objects.get(pk=municipality_id)
    today = clock.today(municipality)
    done = 0
    for case in Case.objects.of(municipality).order_by("pk").iterator():
        agenda.rebuild(case, on=today)
        done += 1
    return done


def recount(municipality, *, on) -> None:
    """Asks for the agenda to be written again, after a reading, a holiday or a law changed."""
    rebuild_agenda.enqueue(municipality.pk)
