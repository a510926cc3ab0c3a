"""Visits to adopted animals: planned at the adoption, done once, with what was seen and the next one."""

from datetime import date, datetime
from uuid import UUID

from django.db import transaction

from impound.models import FollowUp
from impound.services.destining import REPEATED_KEY
from zoonoses.documents.models import Case
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import agenda

Result = FollowUp.Result


def visits(municipality):
    """Every visit of a municipality with what its row shows, the next one first."""
    rows = FollowUp.objects.filter(exit__custody__municipality=municipality)
    return rows.select_related(
        "exit__custody__animal",
        "exit__custody__municipality",
        "exit__receiver__merged_into",
        "exit__act__document",
        "responsible__user",
        "done_by__user",
    ).order_by("due_on", "pk")


@transaction.atomic
def record(
    *,
    follow_up: FollowUp,
    result: str,
    on: date,
    notes: str,
    next_on: date | None = None,
    at: datetime,
    by,
    key: UUID,
) -> FollowUp:
    """What was seen on a visit, and the day of the next one, if any. The same key changes nothing.

    Raises `Refusal`: done already, a day before the adoption or after today, a problem without words, a next visit that
    is not in the future.
    """
    case_id = follow_up.exit.act.case_id
    case = Case.objects.lock(case_id)
    row = FollowUp.objects.select_for_update(of=("self",)).get(pk=follow_up.pk)
    if row.done_on is not None:
        if row.key == key:
            return row
        raise Refusal("done", f"Esta visita já foi registrada, feita em {row.done_on:%d/%m/%Y}.")
    if FollowUp.objects.filter(key=key).exists():
        raise REPEATED_KEY
    if not follow_up.exit.on <= on <= at.date():
        raise Refusal("not_a_day", "O dia da visita é depois da adoção e até hoje.")
    if result not in Result.values:
        raise Refusal("no_result", "Diga como o animal foi encontrado.")
    if result == Result.PROBLEM and not notes.strip():
        raise Refusal("no_words", "Escreva a irregularidade encontrada.")
    if next_on is not None and next_on <= at.date():
        raise Refusal("visit_in_the_past", "A próxima visita é depois de hoje.")
    row.result, row.notes, row.done_on, row.done_by, row.key = result, notes.strip(), on, by, key
    row.save(update_fields=["result", "notes", "done_on", "done_by", "key"])
    if next_on is not None:
        FollowUp.objects.create(exit=row.exit, due_on=next_on, responsible=by)
    agenda.rebuild_at_commit(case, on=at.date())
    return row
