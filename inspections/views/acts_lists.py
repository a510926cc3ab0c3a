"""The intimações of the municipality: the list, with what runs out first, and the page of each."""

from django.core.paginator import Paginator
from django.db.models import Min, OuterRef, Subquery
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from inspections.models import Intimation
from inspections.services import intimations
from inspections.services.exports import INTIMATION_COLUMNS
from zoonoses.documents.downloads import list_file
from zoonoses.documents.models import Agenda
from zoonoses.documents.services.trail import looked
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access, staff
from zoonoses.municipalities.models import Role

PAGE_SIZE = 25
CHIPS = (
    ("", "Todas"),
    ("vencidas", "Prazo vencido"),
    ("correndo", "Prazo correndo"),
    ("sem-ciencia", "Sem ciência"),
)


def with_due(rows, today, situation):
    """Intimações with the due day that the agenda keeps for their case, filtered by situation."""
    due = Agenda.objects.filter(case=OuterRef("act__case")).values("case").annotate(first=Min("due_on"))
    rows = rows.annotate(due_on=Subquery(due.values("first")))
    if situation == "vencidas":
        rows = rows.filter(due_on__lt=today)
    elif situation == "correndo":
        rows = rows.filter(due_on__gte=today)
    elif situation == "sem-ciencia":
        rows = rows.filter(act__acknowledgements=None, act__document__annulment=None)
    return rows


@staff
def intimation_list(request):
    """All intimações, the latest first, 25 a page, with the next due day of each case."""
    today = clock.today(request.municipality)
    situation = request.GET.get("situacao", "")
    rows = with_due(Intimation.objects.of(request.municipality), today, situation).recent_first()
    rows = rows.select_related("act__document__annulment", "act__author__user", "tutor", "inspection")
    whole = rows.prefetch_related("act__acknowledgements")
    file = list_file(request, whole, INTIMATION_COLUMNS, name="intimações", seen=lambda row: [row.tutor])
    if file is not None:
        return file
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    looked(request.membership, clock.now(request.municipality), "intimations", *[row.tutor for row in page])
    context = {
        "page": page,
        "rows": [_row(intimation) for intimation in page],
        "chips": [
            {"label": label, "url": f"?situacao={value}" if value else "?", "active": value == situation}
            for value, label in CHIPS
        ],
    }
    return render(request, "inspections/intimations.html", context)


def _row(intimation):
    document = intimation.act.document
    annulled = hasattr(document, "annulment")
    return {
        "url": reverse("inspections:intimation", args=[intimation.pk]),
        "title": f"{document} · {intimation.tutor.name}",
        "subtitle": intimation.inspection.address_line,
        "due": None if annulled else intimation.due_on,
        "done": "anulada" if annulled else "",
    }


@access(Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER, Role.JUDGE)
def intimation(request, pk):
    """One intimação: what was ordered, to whom, the ciência, and the last day of each term with its basis."""
    rows = Intimation.objects.of(request.municipality).select_related(
        "act__document__annulment",
        "act__author__user",
        "act__case__municipality",
        "tutor",
        "inspection__act__document",
    )
    found = get_object_or_404(rows, pk=pk)
    now = clock.now(request.municipality)
    looked(request.membership, now, "intimation", found.tutor)
    terms, refusal = intimations.terms_of(found)
    context = {
        "intimation": found,
        "act": found.act,
        "document": found.act.document,
        "annulled": hasattr(found.act.document, "annulment"),
        "acknowledgements": found.act.acknowledgements.select_related("act").order_by("on", "pk"),
        "editais": found.act.service_editais.select_related("act__document"),
        "terms": terms,
        "refusal": refusal,
        "is_manager": request.membership.role == Role.MANAGER,
        "may_act": request.membership.role != Role.JUDGE,
        "case_url": reverse("desk:case", args=[found.act.case_id]),
    }
    return render(request, "inspections/intimation.html", context)
