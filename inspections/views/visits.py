"""Vistorias: the list, and the page of one visit with its returns and what the law allows now."""

from datetime import date

from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from inspections.models import Inspection, InspectionDraft
from inspections.services import answering, drafts, facts, returns
from inspections.services.exports import INSPECTION_COLUMNS
from registry.services import tutors
from zoonoses.documents.downloads import list_file
from zoonoses.documents.models import Attachment
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import staff
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of

DRAFTS_SHOWN = 10
FIELD = (Role.AGENT, Role.VET, Role.MANAGER)
# The next lawful act as a button: act of the law, page, verb, who may.
ACT_PAGES = (
    ("notice", "fines:notice_new", "Lavrar auto", FIELD),
    ("intimation", "inspections:intimate", "Intimar", FIELD),
    ("vet_report", "inspections:vet_report_new", "Emitir relatório", (Role.VET,)),
    ("guidance", "inspections:guidance_new", "Registrar orientação", FIELD),
    ("referral", "inspections:referral_new", "Encaminhar o caso", FIELD),
)


@staff
def inspection_list(request):
    """First visits with what is next in their case. An agent sees their own; `?de=todos` shows everybody's."""
    membership = request.membership
    mine = request.GET.get("de", "" if membership.role in (Role.AGENT, Role.VET) else "todos") != "todos"
    rows = Inspection.objects.of(request.municipality).filter(return_of=None)
    if mine:
        rows = rows.filter(act__author=membership)
    rows = rows.select_related("act__document__annulment", "act__author__user", "tutor")
    whole = rows.prefetch_related("findings").recent_first()
    file = list_file(request, whole, INSPECTION_COLUMNS, name="vistorias", seen=lambda row: [row.tutor])
    if file is not None:
        return file
    page = page_of(rows.prefetch_related("act__case__agenda").recent_first(), request.GET.get("page", 1))
    open_drafts = InspectionDraft.objects.none()
    if membership.role in FIELD:
        open_drafts = (
            drafts.visible_to(membership).filter(filed_as=None).select_related("author__user", "return_of")
        )
        open_drafts = open_drafts.filter(author=membership) if mine else open_drafts
    trail.looked(
        membership, clock.now(request.municipality), "lista de vistorias", *[row.tutor for row in page]
    )
    context = {
        "page": page,
        "rows": [(row, _next(row)) for row in page],
        "drafts": list(open_drafts.order_by("-updated_at")[:DRAFTS_SHOWN]),
        "mine": mine,
        "chips": [
            {"label": "Minhas", "url": "?de=mim", "active": mine},
            {"label": "De todos", "url": "?de=todos", "active": not mine},
        ],
    }
    return render(request, "inspections/inspections.html", context)


def _next(row):
    """The most urgent line of the case's agenda, or None."""
    lines = list(row.act.case.agenda.all())
    return min(lines, key=lambda line: (line.due_on or date.max, line.pk), default=None)


@staff
def inspection(request, pk):
    """One visit as it was filed, and what the law allows today for each finding."""
    rows = Inspection.objects.of(request.municipality).select_related(
        "act__document__annulment",
        "act__author__user",
        "act__case",
        "tutor",
        "complaint__act__document",
        "return_of__act",
    )
    row = get_object_or_404(rows, pk=pk)
    now = clock.now(request.municipality)
    judged = facts.steps_by_finding(facts.on_record(row.findings.order_by("pk")), on=now.date())
    trail.looked(request.membership, now, "vistoria", row.tutor)
    files = row.act.attachments.order_by("pk")
    context = {
        "inspection": row,
        "findings": judged,
        "answering": answering.of_visit(row),
        "acts": _next_acts(judged, row, request.membership.role),
        "outcomes": row.outcomes.select_related("finding").prefetch_related("cured_animals").order_by("pk"),
        "animals": row.animals.order_by("name_key", "pk"),
        "photos": [file for file in files if file.kind == Attachment.Kind.PHOTO],
        "visits": returns.visits_of(row),
        "warnings": tutors.standing_warnings(row.tutor),
        "may_return": request.membership.role in FIELD,
        "return_is_next": bool(returns.findings_to_check(row.act.case)),
        "draft_key": request.GET.get("rascunho", ""),
    }
    return render(request, "inspections/inspection.html", context)


def _next_acts(judged, row, role):
    """Verb and address of each act that the law allows now for some finding, and this role may do.

    Among them an act whose page asks for the one fact that is still missing.
    """
    allowed = {step.act for _, steps, _ in judged for step in steps if step.is_open}
    return [
        {"label": label, "url": reverse(page, args=[row.pk])}
        for act, page, label, roles in ACT_PAGES
        if act in allowed and role in roles
    ]
