"""The spine: cases and acts. Every legal act of every app is recorded here, once."""

from django.db import transaction

from zoonoses.documents.models import Act, Case
from zoonoses.documents.services import agenda


def open_case(*, municipality, on) -> Case:
    """A new case, opened on the municipality's local day."""
    return Case.objects.create(municipality=municipality, opened_on=on)


@transaction.atomic
def record(
    *,
    case,
    kind,
    at,
    author,
    recorded_at=None,
    recorded_by=None,
    on_paper=False,
    online=False,
    document=None,
    subjects=(),
    rests_on=(),
    law=None,
) -> Act:
    """One act, as it happened.

    `at` is the act's own local moment (aware, in the municipality's zone): its date is the day of the act. For an act
    done on paper, `recorded_at` and `recorded_by` say when and by whom it was entered. `law` is `Lawbook.record()`. An
    `online` act came in by the public page: `author` is the post that answers for it.
    The case's agenda is rebuilt at the end of the transaction.
    """
    law = law or {"ruleset": "", "ruleset_hash": "", "readings": {}}
    act = Act.objects.create(
        case=case,
        kind=kind,
        on=at.date(),
        at=at,
        author=author,
        recorded_by=recorded_by or author,
        recorded_at=recorded_at or at,
        on_paper=on_paper,
        online=online,
        document=document,
        subjects=list(subjects),
        **law,
    )
    act.rests_on.set(rests_on)
    agenda.rebuild_at_commit(case, on=(recorded_at or at).date())
    return act
