"""Pages of the acts that follow a visit: relatório, orientação, prorrogação; intimação is in
`acts_intimation`.

Each act that issues a paper has two steps in one address: the form, then the page that shows exactly what
will be printed. The second one carries `confirmar`, and only then is anything written.
"""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from inspections.forms.acts import ExtensionForm, GuidanceForm, VetReportForm
from inspections.models import Inspection, IntimationItem
from inspections.services import extensions, guidance, reports
from inspections.views.acts_sheets import sheet
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import idempotency
from zoonoses.documents.views_acknowledgement import repeated
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access, field
from zoonoses.municipalities.models import Role


def inspection_of(request, pk):
    rows = Inspection.objects.of(request.municipality)
    return get_object_or_404(rows.select_related("act__case__municipality", "act__document", "tutor"), pk=pk)


def case_url(inspection):
    return reverse("desk:case", args=[inspection.act.case_id])


def key_of(request):
    return idempotency.key_of(request.POST.get("idempotency_key"))


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
    context = {"item": item, "form": form, **extensions.standing(item, on=clock.today(request.municipality))}
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
