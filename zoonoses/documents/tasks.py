"""Background work of the documents."""

from django_tasks import task

from zoonoses.documents.services import agenda
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Municipality


@task()
def rebuild_agenda(municipality_id: int) -> int:
    """Writes again what is next in every case of a municipality, as of its own day; how many cases. Idempotent."""
    municipality = Municipality.objects.get(pk=municipality_id)
    return agenda.rebuild_all(municipality, on=clock.today(municipality))


def rebuild_by_night(municipality, *, at) -> int:
    """The same, as one of the night's duties: what is due changes with the day."""
    return agenda.rebuild_all(municipality, on=at.date())


def recount(municipality, *, on) -> None:
    """Asks for the agenda to be written again, after a reading, a holiday or a law changed."""
    rebuild_agenda.enqueue(municipality.pk)
