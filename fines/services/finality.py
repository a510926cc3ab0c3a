"""From which day an auto is final. Recidivism reads it from the ledger, so the ledger is told as soon as it is known.

A day still to come is written too: a person who lets the term pass needs no nightly run to become a recidivist, and
an appeal takes the day back.
"""

from datetime import datetime, timedelta

from django.db.models import Q

from fines.models import Decision, Filing, InfractionNotice
from fines.services.procedure import Process
from registry.models import Penalty
from zoonoses.documents.refusals import Refusal

LOOKED_AT, SETTLED_AFTER = timedelta(days=730), timedelta(days=60)


def tell_ledger(notice: InfractionNotice) -> bool:
    """Writes the day of the final decision into the penalties of an auto; whether anything changed.

    Call it inside the transaction of the act that changed the procedure. A year of the calendar that nobody confirmed
    leaves the ledger as it is.
    """
    try:
        final_on = Process(notice).state.final_on
    except Refusal:
        return False
    rows = Penalty.objects.filter(act=notice.act)
    stale = rows.filter(final_on__isnull=False) if final_on is None else rows.exclude(final_on=final_on)
    return stale.update(final_on=final_on) > 0


def after_acknowledgement(act) -> None:
    """Hook of ciência: it may start the term after which the auto is final."""
    for notice in _notices().filter(act=act):
        tell_ledger(notice)
    for notice in _notices().filter(decisions__act=act):
        tell_ledger(notice)


def after_annulment(document, act) -> None:
    """Hook of annulment: when a filing or a decision falls, the procedure is again where it was before it."""
    filed = Filing.objects.filter(act__document=document).values("notice")
    decided = Decision.objects.filter(act__document=document).values("notice")
    for notice in _notices().filter(Q(pk__in=filed) | Q(pk__in=decided)):
        tell_ledger(notice)


def nightly(municipality, *, at: datetime) -> int:
    """Puts the ledger right where holidays, readings or the regulation changed; how many autos that concerned.

    Autos of the last two years, and only those whose last day is still to come or has just come: what was final for
    longer stays as it was told.
    """
    today = at.date()
    penalties = Penalty.objects.filter(Q(final_on=None) | Q(final_on__gte=today - SETTLED_AFTER), lifted=None)
    rows = _notices().of(municipality).standing().filter(act__on__gte=today - LOOKED_AT)
    rows = rows.filter(act__in=penalties.values("act"), act__acknowledgements__isnull=False).distinct()
    return sum(tell_ledger(notice) for notice in rows.order_by("pk").iterator(chunk_size=200))


def _notices():
    return InfractionNotice.objects.select_related(
        "act__case__municipality", "act__document__annulment", "act__author", "act__recorded_by"
    )
