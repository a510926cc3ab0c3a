"""The projection of what is next. Apps register who writes the lines of a case; any act rebuilds them.

Nothing here decides: guards ask the law from the facts. A lost projection is rebuilt by `manage.py rebuild_agenda`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from zoonoses.documents.models import Agenda, Case


@dataclass(frozen=True)
class Line:
    """One thing to do in a case. `due_on` is the last day of the term that runs; `from_on`, the first possible day."""

    key: str
    next_act: str
    sentence: str
    who: str
    where: str
    responsible_id: int
    from_on: date | None = None
    due_on: date | None = None


Projector = Callable[[Case, date], Iterable[Line]]
_projectors: list[Projector] = []


def register(projector: Projector) -> None:
    """Called by an app when it is ready: `projector(case, on)` gives the lines it has for a case."""
    if projector not in _projectors:
        _projectors.append(projector)


@transaction.atomic
def rebuild(case, *, on) -> None:
    """Writes the case's lines again, as they are on a day."""
    Agenda.objects.filter(case=case).delete()
    lines = [line for projector in _projectors for line in projector(case, on)]
    Agenda.objects.bulk_create(
        Agenda(
            municipality_id=case.municipality_id,
            case=case,
            key=line.key,
            next_act=line.next_act,
            sentence=line.sentence[:200],
            who=line.who[:200],
            where=line.where[:250],
            from_on=line.from_on,
            due_on=line.due_on,
            responsible_id=line.responsible_id,
        )
        for line in lines
    )


def rebuild_at_commit(case, *, on) -> None:
    """Rebuilds once the act's transaction is safe, so that a projection never undoes an act."""
    transaction.on_commit(lambda: rebuild(case, on=on))


def rebuild_all(municipality, *, on) -> int:
    """Every case of a municipality, as on a day; how many."""
    done = 0
    for case in Case.objects.of(municipality).order_by("pk").iterator():
        rebuild(case, on=on)
        done += 1
    return done
