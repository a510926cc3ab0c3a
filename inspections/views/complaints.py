"""Denúncias: list, reception, page, and the identity of who complained for those who may see it."""

import uuid

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render

from inspections.forms.complaints import ComplainantForm, ComplaintFilter, ComplaintForm
from inspections.models import Complaint
from inspections.services import complaints
from inspections.services.exports import COMPLAINT_COLUMNS
from registry.services.tutors import standing_warnings
from zoonoses.documents.downloads import list_file
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access, staff
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of
from zoonoses.text import record_key


def key_of(request) -> uuid.UUID:
    """The form's idempotency key; a form without a right one gets its own, so that it is simply not repeated."""
    try:
        return uuid.UUID(request.POST.get("idempotency_key", ""))
    except ValueError:
        return uuid.uuid4()


@staff
def complaint_list(request):
    """Denúncias, the latest first."""
    form = ComplaintFilter(request.GET or None)
    rows = Complaint.objects.of(request.municipality).select_related("act__document__annulment", "accused")
    rows = form.apply(rows) if form.is_bound else rows
    rows = rows.prefetch_related("inspections").recent_first()
    file = list_file(request, rows, COMPLAINT_COLUMNS, name="denúncias", seen=lambda row: [row.accused])
    if file is not None:
        return file
    page = page_of(rows, request.GET.get("page", 1))
    return render(request, "inspections/complaints.html", {"form": form, "page": page})


@access(Role.CLERK, Role.AGENT, Role.VET, Role.MANAGER)
def complaint_new(request):
    """Reception at the counter. `tutor` in the address names who is accused."""
    town = request.municipality
    initial = {"city": town.name, "uf": town.uf, "channel": Complaint.Channel.COUNTER}
    initial["accused"] = record_key(request.GET.get("tutor"))
    form = ComplaintForm(request.POST or None, municipality=town, initial=initial)
    complainant = ComplainantForm(request.POST or None)
    context = {"form": form, "complainant": complainant}
    if request.method != "POST":
        return render(request, "inspections/complaint_form.html", context)
    if not (form.is_valid() & complainant.is_valid()):
        return render(request, "inspections/complaint_form.html", context, status=422)
    try:
        complaint = complaints.receive(
            municipality=town,
            values=form.cleaned_data,
            complainant=complainant.values(),
            at=clock.now(town),
            by=request.membership,
            key=key_of(request),
        )
    except Refusal as refusal:
        return render(request, "inspections/complaint_form.html", {**context, "refusal": refusal}, status=409)
    messages.success(request, f"Denúncia registrada: protocolo nº {complaint.act.document.full_number}.")
    return redirect("inspections:complaint", complaint.pk)


def fetch(request, pk) -> Complaint:
    """A complaint of this municipality, or 404."""
    rows = Complaint.objects.of(request.municipality)
    return get_object_or_404(
        rows.select_related("act__document__annulment", "act__author__user", "accused"), pk=pk
    )


@staff
def complaint(request, pk):
    """One complaint; who complained is a page of its own."""
    row = fetch(request, pk)
    visits = row.inspections.select_related("act__document", "act__author__user").order_by("act__at")
    if row.accused:
        trail.looked(request.membership, clock.now(request.municipality), "denúncia", row.accused)
    context = {
        "complaint": row,
        "inspections": visits,
        "warnings": standing_warnings(row.accused),
        "has_complainant": hasattr(row, "complainant"),
    }
    return render(request, "inspections/complaint.html", context)


@access(Role.CLERK, Role.MANAGER)
def complainant(request, pk):
    """Who complained. Each look is recorded."""
    row = fetch(request, pk)
    person = getattr(row, "complainant", None)
    if person is not None:
        trail.looked(request.membership, clock.now(request.municipality), "identidade do denunciante", row)
    return render(
        request, "inspections/complaint_complainant.html", {"complaint": row, "complainant": person}
    )
