"""Pages of a clinic's own people: kits, registrations, remittance, look-up. Nothing of another clinic."""

from csp.decorators import csp_exempt
from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_POST

from registry.forms.clinics import LookupForm, SpoiltForm
from registry.models import Rga
from registry.services import clinic_list as lists
from registry.services import identify, kits, numbers, remittances
from registry.services.clinics import clinic_of
from zoonoses.documents.models import DocumentFile
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of


@access(Role.CLINIC)
def clinic_home(request):
    """The clinic: accreditation, kits left, blocks, and its latest registrations."""
    return _home(request)


def _home(request, *, status=200, **more):
    clinic, today = clinic_of(request.membership), clock.today(request.municipality)
    context = {
        "clinic": clinic,
        "standing": lists.standing(clinic, today),
        "stock": kits.stock_of(clinic),
        "blocks": page_of(kits.blocks_of(clinic), request.GET.get("page")),
        "due": lists.due_words(clinic, request.municipality, today),
        "spoilt_form": SpoiltForm(),
        "refusal": None,
        **more,
    }
    return render(request, "registry/clinic_home.html", context, status=status)


@access(Role.CLINIC)
@require_POST
def kit_spoilt(request):
    """A kit of the clinic that was spoilt before use."""
    clinic = clinic_of(request.membership)
    form = SpoiltForm(request.POST)
    if not form.is_valid():
        return _home(request, status=422, spoilt_form=form)
    on = clock.today(request.municipality)
    try:
        numbers.spoil(
            municipality=request.municipality,
            clinic=clinic,
            on=on,
            by=request.membership,
            **form.cleaned_data,
        )
    except Refusal as refusal:
        return _home(request, status=409, spoilt_form=form, refusal=refusal)
    messages.success(request, f"Kit {form.cleaned_data['number']} dado como inutilizado.")
    return redirect("registry:clinic_home")


@access(Role.CLINIC)
def clinic_registrations(request):
    """What the clinic registered, the latest first."""
    clinic = clinic_of(request.membership)
    rows = Rga.objects.filter(clinic=clinic).select_related("animal__tutor", "form")
    page = page_of(rows.order_by("-registered_at", "-pk"), request.GET.get("page"))
    now = clock.now(request.municipality)
    trail.looked(request.membership, now, "registros da clínica", *{rga.animal.tutor for rga in page})
    return render(request, "registry/clinic_registrations.html", {"clinic": clinic, "page": page})


@access(Role.CLINIC)
def clinic_remittance(request):
    """The vias to be sent, until when, and sending them; earlier remittances below."""
    clinic, now = clinic_of(request.membership), clock.now(request.municipality)
    status, refusal = 200, None
    if request.method == "POST":
        try:
            made = remittances.send(clinic=clinic, at=now, by=request.membership)
        except Refusal as refused:
            status, refusal = 409, refused
        else:
            messages.success(
                request, f"Remessa registrada. Imprima a {made.list_document} e leve-a com as vias."
            )
            return redirect("registry:clinic_remittance")
    rows = page_of(remittances.pending(clinic), request.GET.get("page"))
    trail.looked(request.membership, now, "remessa da clínica", *{rga.animal.tutor for rga in rows})
    context = {
        "clinic": clinic,
        "page": rows,
        "due": lists.due_words(clinic, request.municipality, now.date()),
        "remittances": clinic.remittances.select_related("list_document", "receipt")[:12],
        "sent_today": clinic.remittances.filter(until_on=now.date()).exists(),
        "refusal": refusal,
    }
    return render(request, "registry/clinic_remittance.html", context, status=status)


@access(Role.CLINIC)
def clinic_lookup(request):
    """Whose tag or chip is this: the minimum, never the tutor. Who looked at which animal is recorded."""
    clinic = clinic_of(request.membership)
    form = LookupForm(request.POST or None)
    context = {"clinic": clinic, "form": form, "animals": None}
    if request.method != "POST":
        return render(request, "registry/clinic_lookup.html", context)
    if not form.is_valid():
        return render(request, "registry/clinic_lookup.html", context, status=422)
    context["animals"] = identify.animals_by(
        municipality=request.municipality, text=form.cleaned_data["q"], with_people=False
    )
    now = clock.now(request.municipality)
    trail.looked(request.membership, now, "consulta da clínica", *context["animals"])
    return render(request, "registry/clinic_lookup.html", context)


@csp_exempt()
@access(Role.CLINIC)
def clinic_pdf(request, pk):
    """The PDF of a paper that is the clinic's own: forms, remittances, receipts and guides of its kits."""
    clinic = clinic_of(request.membership)
    payer = f"clinic:{clinic.pk}"
    own = (
        Q(document__rga__clinic=clinic)
        | Q(document__vaccination__clinic=clinic)
        | Q(document__remittance_list__clinic=clinic)
        | Q(document__remittance_receipt__clinic=clinic)
        | Q(document__payment__charge__payer=payer)
        | Q(document__guide__charges__payer=payer)
    )
    rows = DocumentFile.objects.filter(own, document__municipality=request.municipality)
    file = get_object_or_404(rows.select_related("document").distinct(), document_id=pk)
    trail.looked(request.membership, clock.now(request.municipality), "pdf", file.document)
    response = HttpResponse(bytes(file.pdf), content_type="application/pdf")
    name = f"{slugify(file.document.title)}-{file.document.number:04d}-{file.document.year}.pdf"
    response["Content-Disposition"] = f'inline; filename="{name}"'
    response["Cache-Control"] = "private, no-cache"
    return response
