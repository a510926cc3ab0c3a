"""The ledger of penalties per person: what counts as recidivism, and what no longer does.

Written when an auto is drawn up and when it is annulled; read before a visit is filed and before every auto.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from registry.models import Penalty, PenaltyLifted, Tutor
from registry.querysets import group_of

FINAL_DECISION = "final_decision"


@dataclass(frozen=True)
class Priors:
    """Earlier penalties of one person under one law: of the same provision, and of the others. Oldest first."""

    same: list[Penalty] = field(default_factory=list)
    other: list[Penalty] = field(default_factory=list)


@dataclass(frozen=True)
class LedgerItem:
    """One provision of an auto."""

    provision: str
    article: str
    fact_on: date


def priors(*, tutor: Tutor | None, lawbook, provision: str, on: date) -> Priors:
    """Penalties that make a fact of the day `on` a repetition.

    They are of the same person (merged records included), under the same law, stand (neither annulled nor lifted),
    and are earlier than `on`: by the day of the auto, or by the day of the final decision where the law's practice
    counts from it (a penalty without a final decision then counts for nothing). A penalty of the very day of the new
    fact does not count: nobody can say which came first.
    """
    if tutor is None:
        return Priors()
    rows = Penalty.objects.against(group_of(tutor)).standing().filter(ruleset=lawbook.ruleset.id)
    rows = rows.filter(act__document__annulment=None)
    if lawbook.ruleset.practice.prior_from == FINAL_DECISION:
        rows = rows.filter(final_on__lt=on)
    else:
        rows = rows.filter(on__lt=on)
    rows = list(rows.select_related("act__document").order_by("on", "pk"))
    return Priors(
        same=[row for row in rows if row.provision == provision],
        other=[row for row in rows if row.provision != provision],
    )


def record(*, notice_act, tutor: Tutor, items: Iterable[LedgerItem]) -> list[Penalty]:
    """Writes one penalty for each provision of an auto, inside the caller's transaction.

    Two items of the same provision are one penalty: one auto is one occasion.
    """
    once = {}
    for item in items:
        once.setdefault(item.provision, item)
    return Penalty.objects.bulk_create(
        Penalty(
            tutor=tutor,
            ruleset=notice_act.ruleset,
            provision=item.provision,
            article=item.article,
            on=notice_act.on,
            fact_on=item.fact_on,
            case_id=notice_act.case_id,
            act=notice_act,
        )
        for item in once.values()
    )


def lift(*, notice_act, by_act, on: date) -> int:
    """The penalties of an auto no longer stand, by an annulment or a decision. Returns how many were lifted now."""
    standing = list(Penalty.objects.filter(act=notice_act).standing())
    PenaltyLifted.objects.bulk_create(PenaltyLifted(penalty=row, on=on, act=by_act) for row in standing)
    return len(standing)
