"""What a return visit looks at: the earlier findings of the case that an intimation stands for, and no auto yet."""

from django.db.models import Q

from inspections.models import Finding, Inspection
from inspections.services import facts


def findings_to_check(case) -> list[Finding]:
    """Intimated findings of the case that no standing auto covers, cured ones included: they may have relapsed."""
    rows = Finding.objects.filter(inspection__act__case=case, intimation_items__isnull=False).distinct()
    found = facts.on_record(rows.order_by("pk"))
    return [row for row in found if row.standing_items and not facts.is_noticed(row)]


def visits_of(inspection):
    """The first visit and all its returns, in order, in one query."""
    first = inspection.return_of_id or inspection.pk
    rows = Inspection.objects.filter(Q(pk=first) | Q(return_of=first))
    return rows.select_related("act__document__annulment", "act__author__user").order_by("act__at", "pk")
