"""Pages of the acts that follow a visit: intimação, ciência and term, relatório, orientação, prorrogação.

Each act that issues a paper has two steps in one address: the form, then the page that shows exactly what
will be printed. The second one carries `confirmar`, and only then is anything written.
"""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from inspections.forms.acts import (
    ExtensionForm,
    GuidanceForm,
    IntimationForm,
    PaperIntimationForm,
    VetReportForm,
)
from inspections.models import Inspection, IntimationItem
from inspections.services import extensions, guidance, intimations, reports
from inspections.views.acts_sheets import sheet
from zoonoses.documents.forms_acknowledgement import SameActForm
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import idempotency
from zoonoses.documents.views_acknowledgement import repeated
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access, field
from zoonoses.municipalities.models import Role

INTIMATION_KINDS = (DocumentKind.INTIMATION, DocumentKind.NOTIFICATION, DocumentKind.WRITTEN_WARNING)


def inspection_of(request, pk):
    rows = Inspection.objects.of(request.municipality)
    return get_object_or_404(rows.select_related("act__case__municipality", "act__document", "tutor"), pk=pk)


def case_url(inspection):
    return reverse("desk:case", args=[inspection.act.case_id])


def key_of(request):
    return idempotency.key_of(request.POST.get("idempotency_key"))


def done_before(request):
    """The act that this very form already made, when it is sent again."""
    return idempotency.made(request.municipality, key_of(request)) if "confirmar" in request.POST else None


def show(request, template, context, *, status=200):
    return render(request, f"inspections/{template}.html", context, status=status)


def confirm(request, *, title, body, back_url, form_url, law=None):
    """The page that shows exactly what will be printed; it repeats what was typed, as hidden fields."""
    context = {
        "title": title,
        "parts": sheet(body),
        "law": law,
        "repeated": repeated(request),
        "back_url": back_url,
        "form_url": form_url,
    }
    return show(request, "intimate_confirm", context)


@field
def intimate(request, pk):
    """Intimar: choose findings and terms, confirm, issue."""
    inspection = inspection_of(request, pk)
    if act := done_before(request):
        return redirect("inspections:intimation", pk=act.intimation.pk)
    now = clock.now(request.municipality)
    context = _intimation_context(inspection, now)
    form = IntimationForm(request.POST or None, options=context["options"], initial=context["initial"])
    same_act = SameActForm(request.POST or None, prefix="ciencia", initial=_receiver(inspection))
    context |= {"form": form, "same_act": same_act}
    if request.method != "POST" or "voltar" in request.POST:
        return show(request, "intimate", context)
    if not (form.is_valid() and same_act.is_valid()):
        return show(request, "intimate", context, status=422)
    given = {
        "inspection": inspection,
        "orders": [intimations.Order(finding, days) for finding, days in form.chosen()],
        "text": form.cleaned_data["orders"],
        "author": request.membership,
        "at": now,
        "service": same_act.service(now.date()),
    }
    try:
        if "confirmar" not in request.POST:
            plan = intimations.plan(**given)
            return confirm(
                request, title=plan.name, body=plan.body, back_url=context["back_url"], form_url=request.path
            )
        act = intimations.intimate(**given, key=key_of(request))
    except Refusal as refusal:
        return show(request, "intimate", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{act.document} emitida.")
    return redirect("inspections:intimation", pk=act.intimation.pk)


def _intimation_context(inspection, now):
    """Findings with the law's answer, and the orders that follow from them; a refusal when the law cannot
    answer.
    """
    context = {"inspection": inspection, "options": [], "initial": {}, "refusal": None}
    context["back_url"] = case_url(inspection)
    try:
        context["options"] = intimations.choices(inspection, on=now.date())
        context["initial"] = {"orders": intimations.suggested_orders(inspection)}
        context["name"] = intimations.name_for(inspection)
    except Refusal as refusal:
        context["refusal"] = refusal
    return context


def _receiver(inspection):
    return {"received_by": inspection.tutor.name if inspection.tutor else ""}


@field
def intimate_paper(request, pk):
    """Enter an intimação already done on a numbered blank: its own day, hour, author and scan."""
    inspection = inspection_of(request, pk)
    if act := done_before(request):
        return redirect("inspections:intimation", pk=act.intimation.pk)
    now = clock.now(request.municipality)
    context = _intimation_context(inspection, now)
    form = PaperIntimationForm(
        request.POST or None,
        request.FILES or None,
        options=context["options"],
        initial=context["initial"],
        municipality=request.municipality,
        kinds=INTIMATION_KINDS,
    )
    same_act = SameActForm(request.POST or None, prefix="ciencia", initial=_receiver(inspection))
    context |= {"form": form, "same_act": same_act}
    if request.method != "POST":
        return show(request, "paper_intimation", context)
    if not (form.is_valid() and same_act.is_valid()):
        return show(request, "paper_intimation", context, status=422)
    paper = form.paper()
    try:
        act = intimations.intimate(
            inspection=inspection,
            orders=[intimations.Order(finding, days) for finding, days in form.chosen()],
            text=form.cleaned_data["orders"],
            author=request.membership,
            at=now,
            service=same_act.service(paper.at.date()),
            paper_act=paper,
            key=key_of(request),
        )
    except Refusal as refusal:
        return show(request, "paper_intimation", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{act.document} registrada como feita em {act.on:%d/%m/%Y}.")
    return redirect("inspections:intimation", pk=act.intimation.pk)


@field
def vet_report_new(request, pk):
    """Relatório do médico veterinário on a visit: items a–f, confirm, issue."""
    inspection = inspection_of(request, pk)
    now = clock.now(request.municipality)
    form = VetReportForm(request.POST or None, initial=reports.suggested(inspection))
    context = {
        "inspection": inspection,
        "form": form,
        "refusal": reports.refusal_for(inspection, request.membership),
    }
    context["back_url"] = case_url(inspection)
    if request.method != "POST" or "voltar" in request.POST:
        return show(request, "vet_report", context)
    if not form.is_valid():
        return show(request, "vet_report", context, status=422)
    given = {"inspection": inspection, "data": form.cleaned_data, "author": request.membership, "at": now}
    try:
        if "confirmar" not in request.POST:
            body = reports.plan(**given)
            title = DocumentKind.VET_REPORT.label
            return confirm(
                request, title=title, body=body, back_url=context["back_url"], form_url=request.path
            )
        act = reports.report(**given, key=key_of(request))
    except Refusal as refusal:
        return show(request, "vet_report", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{act.document} emitido.")
    return redirect(context["back_url"])


@field
def guidance_new(request, pk):
    """Orientar: what was taught where the law has no sanction."""
    inspection = inspection_of(request, pk)
    form = GuidanceForm(request.POST or None, findings=inspection.findings.all())
    context = {"inspection": inspection, "form": form, "back_url": case_url(inspection)}
    if request.method != "POST":
        return show(request, "guidance", context)
    if not form.is_valid():
        return show(request, "guidance", context, status=422)
    try:
        guidance.guide(
            finding=form.cleaned_data["finding"],
            text=form.cleaned_data["text"],
            author=request.membership,
            at=clock.now(request.municipality),
            key=key_of(request),
        )
    except Refusal as refusal:
        return show(request, "guidance", context | {"refusal": refusal}, status=409)
    messages.success(request, "Orientação registrada.")
    return redirect(context["back_url"])


@access(Role.MANAGER)
def extension_new(request, pk):
    """Prorrogar o prazo of one item of an intimação: new last day and reason, confirm, issue."""
    rows = IntimationItem.objects.filter(intimation__act__case__municipality=request.municipality)
    rows = rows.select_related(
        "intimation__act__document", "intimation__tutor", "finding__inspection__act__case"
    )
    item = get_object_or_404(rows, pk=pk)
    form = ExtensionForm(request.POST or None)
    context = {"item": item, "form": form, **extensions.standing(item)}
    context["back_url"] = reverse("inspections:intimation", args=[item.intimation_id])
    if request.method != "POST" or "voltar" in request.POST:
        return show(request, "extension", context)
    if not form.is_valid():
        return show(request, "extension", context, status=422)
    given = {"item": item, "author": request.membership, "at": clock.now(request.municipality)}
    given |= {"until_on": form.cleaned_data["until_on"], "reason": form.cleaned_data["reason"]}
    try:
        if "confirmar" not in request.POST:
            body = extensions.plan(**given)
            title = DocumentKind.EXTENSION.label
            return confirm(
                request, title=title, body=body, back_url=context["back_url"], form_url=request.path
            )
        act = extensions.extend(**given, key=key_of(request))
    except Refusal as refusal:
        return show(request, "extension", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{act.document} emitida.")
    return redirect("inspections:intimation", pk=item.intimation_id)
