"""Earlier penalties of many people at once, for lists: one query however many animals are shown."""

from collections.abc import Iterable

from django.db.models import Q

from registry.models import Penalty, Tutor
from registry.services.ledger import FINAL_DECISION


class PriorsBook:
    """The standing penalties of these people, counted as `registry.services.ledger.priors` counts them."""

    def __init__(self, people: Iterable[Tutor | None]):
        heads = {tutor.merged_into_id or tutor.pk for tutor in people if tutor is not None}
        self._rows: dict[int, list[Penalty]] = {}
        if not heads:
            return
        rows = Penalty.objects.standing().filter(act__document__annulment=None)
        rows = rows.filter(Q(tutor__in=heads) | Q(tutor__merged_into__in=heads)).select_related("tutor")
        for row in rows:
            self._rows.setdefault(row.tutor.merged_into_id or row.tutor_id, []).append(row)

    def count(self, owner: Tutor | None, *, lawbook, custody) -> int:
        """As `state.priors_of`, without asking the database."""
        provision = lawbook.ruleset.custody.event_of(custody.seizure.ground)
        if owner is None or not provision:
            return 0
        final = lawbook.ruleset.practice.prior_from == FINAL_DECISION
        return sum(
            row.ruleset == lawbook.ruleset.id
            and row.provision == provision
            and (day := row.final_on if final else row.on) is not None
            and day < custody.seized_on
            for row in self._rows.get(owner.pk, ())
        )
