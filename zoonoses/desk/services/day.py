"""Meu dia: what expired, what expires today, what can be done now, what runs, and what was left half typed.

Read from the projection of each case's next acts; nothing here decides an act.
"""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, F, Q

from fines.models import InfractionNotice
from inspections.models import InspectionDraft
from zoonoses.documents.models import Agenda
from zoonoses.municipalities.models import Membership, Role

SHOWN = 25
REPORT = "vet_report"
VISIT = "inspection"
# What concerns a post whoever seized the animal: care and laudos, the vet; calls, redemption and exits, the counter.
OF_VETS = (REPORT, "custody_exams", "custody_results", "custody_observed", "custody_destine")
OF_COUNTER = (
    *(VISIT, "custody_term", "custody_destine", "redemption", "summons", "summons_service"),
    *("sale", "decision_service", "final_service", "charge", "payment", "active_debt"),
)
OF_JUDGES = ("decision", "final_decision")


@dataclass(frozen=True)
class Section:
    """One heading of the day: its lines, the first ones, and whether there are more."""

    code: str
    title: str
    lines: list
    has_more: bool
    is_overdue: bool = False


TITLES = {
    "overdue": "Prazo vencido",
    "today": "Vence hoje",
    "now": "A fazer",
    "running": "Prazos correndo",
}


def filters_of(code: str, on: date) -> Q:
    """Which lines of the projection stand under a heading on a day."""
    free = Q(due_on=None) & (Q(from_on=None) | Q(from_on__lte=on))
    return {
        "overdue": Q(due_on__lt=on),
        "today": Q(due_on=on),
        "now": free,
        "running": Q(due_on__gt=on),
    }[code]


def lines_for(membership: Membership, *, everyone: bool):
    """The lines that concern a post: its own, or everybody's; what waits for a vet or the counter is theirs too."""
    rows = Agenda.objects.of(membership.municipality).select_related("responsible__user", "case")
    if membership.role == Role.CLERK:
        return rows.filter(next_act__in=OF_COUNTER)
    if everyone:
        return rows
    own = Q(responsible=membership)
    if membership.role == Role.VET:
        own |= Q(next_act__in=OF_VETS)
    if membership.role == Role.JUDGE:
        own |= Q(next_act__in=OF_JUDGES)
    return rows.filter(own)


def section(code: str, membership, *, everyone: bool, on: date):
    """All the lines of one heading, in the order in which they are to be done."""
    rows = lines_for(membership, everyone=everyone).filter(filters_of(code, on))
    by_day = (F("due_on").asc(nulls_last=True), F("from_on").asc(nulls_first=True), "pk")
    if everyone and membership.role == Role.MANAGER:
        return rows.order_by("responsible__user__name", "responsible_id", *by_day)
    return rows.order_by(*by_day)


def sections(membership, *, everyone: bool, on: date) -> list[Section]:
    """The four headings of the day, each with its first lines."""
    found = []
    for code, title in TITLES.items():
        lines = list(section(code, membership, everyone=everyone, on=on)[: SHOWN + 1])
        found.append(Section(code, title, lines[:SHOWN], len(lines) > SHOWN, code == "overdue"))
    return found


def figures(membership, *, everyone: bool, on: date) -> dict[str, int]:
    """How many lines stand under each heading."""
    rows = lines_for(membership, everyone=everyone)
    return rows.aggregate(**{code: Count("pk", filter=filters_of(code, on)) for code in TITLES})


def drafts_of(membership, *, everyone: bool):
    """Visits begun and not filed; a manager who looks at everyone's sees all of the municipality."""
    rows = InspectionDraft.objects.of(membership.municipality).filter(filed_as=None)
    if not (everyone and membership.role == Role.MANAGER):
        rows = rows.filter(author=membership)
    return list(rows.select_related("author__user").order_by("-updated_at")[:SHOWN])


def judgments(membership: Membership, *, on: date) -> list[dict]:
    """What waits for a judgment on a day, oldest first: the line and the auto that it is about."""
    rows = lines_for(membership, everyone=False).filter(filters_of("now", on), next_act__in=OF_JUDGES)
    rows = rows.order_by(F("from_on").asc(nulls_first=True), "pk")[:SHOWN]
    return [{"line": row, "notice": int(row.key.rpartition(":")[2])} for row in rows]


def notices_to_judge(municipality):
    """The latest standing autos, for who judges them."""
    rows = InfractionNotice.objects.of(municipality).standing().for_page().recent_first()
    return list(rows[:SHOWN])
