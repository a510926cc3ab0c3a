"""Pages of the agency about the accredited clinics: accreditation, kits, people, remittances received."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from registry.forms.clinics import ClinicForm, KitForm, MemberForm, ReceiveForm, SpoiltForm
from registry.models import Clinic, Remittance
from registry.services import clinic_list as lists
from registry.services import clinics, kits, numbers, remittances
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of

OFFICE = (Role.CLERK, Role.MANAGER)


@access(*OFFICE)
def clinic_list(request):
    """Accredited clinics, with what needs attention: expiry, suspension, low stock, overdue remittance."""
    rows = lists.for_list(request.municipality)
    page = page_of(rows, request.GET.get("page"))
    today = clock.today(request.municipality)
    context = {
        "page": page,
        "rows": [
            line | {"url": reverse("registry:clinic", args=[line["pk"]])}
            for line in lists.told(page, request.municipality, today)
        ],
    }
    return render(request, "registry/clinics.html", context)


@access(*OFFICE)
def clinic_new(request):
    return _edit(request, None)


@access(*OFFICE)
def clinic_edit(request, pk):
    return _edit(request, _fetch(request, pk))


def _edit(request, clinic):
    town = request.municipality
    initial = {} if clinic else {"city": town.name, "uf": town.uf, "accredited_on": clock.today(town)}
    form = ClinicForm(request.POST or None, instance=clinic, initial=initial)
    context = {"form": form, "clinic": clinic}
    if request.method != "POST":
        return render(request, "registry/clinic_form.html", context)
    if not form.is_valid():
        return render(request, "registry/clinic_form.html", context, status=422)
    try:
        saved = clinics.save(
            municipality=town, values=form.cleaned_data, clinic=clinic and _fetch(request, clinic.pk)
        )
    except Refusal as refusal:
        return render(request, "registry/clinic_form.html", context | {"refusal": refusal}, status=409)
    messages.success(request, "Credenciamento guardado.")
    return redirect("registry:clinic", saved.pk)


def _fetch(request, pk) -> Clinic:
    return get_object_or_404(Clinic.objects.of(request.municipality).select_related("municipality"), pk=pk)


@access(*OFFICE)
def clinic(request, pk):
    """One clinic: accreditation, kits and stock, people, remittances."""
    return _page(request, _fetch(request, pk))


def _page(request, found, *, status=200, **more):
    today = clock.today(request.municipality)
    context = {
        "clinic": found,
        "standing": lists.standing(found, today),
        "stock": kits.stock_of(found),
        "blocks": page_of(kits.blocks_of(found), request.GET.get("page")),
        "price": kits.price_of(municipality=request.municipality, quantity=1, on=today),
        "members": found.members.select_related("membership__user").order_by("membership__user__name"),
        "remittances": found.remittances.select_related("list_document")[:12],
        "due": lists.due_words(found, request.municipality, today),
        "kit_form": KitForm(initial={"quantity": 20}),
        "spoilt_form": SpoiltForm(),
        "member_form": MemberForm(),
        "is_manager": request.membership.role == Role.MANAGER,
        "refusal": None,
        **more,
    }
    return render(request, "registry/clinic.html", context, status=status)


@access(*OFFICE)
@require_POST
def clinic_kits(request, pk):
    """Delivers a block of kits; where the law has a price, its charge is the next page."""
    found = _fetch(request, pk)
    form = KitForm(request.POST)
    key = key_of(request.POST.get("idempotency_key"))
    if key is None:
        form.add_error(None, "Abra a página de novo e repita a entrega.")
    if not form.is_valid():
        return _page(request, found, status=422, kit_form=form)
    at = clock.now(request.municipality)
    try:
        block = kits.deliver(
            municipality=request.municipality, clinic=found, at=at, by=request.membership, key=key,
            **form.cleaned_data,
        )  # fmt: skip
    except Refusal as refusal:
        return _page(request, found, status=409, kit_form=form, refusal=refusal)
    messages.success(
        request, f"Entregues {block.size} kits: RGA {block.first} a {block.last}. {block.price_note}"
    )
    if block.charge_id:
        return redirect("treasury:charge", block.charge_id)
    return redirect("registry:clinic", pk)


@access(*OFFICE)
@require_POST
def clinic_spoilt(request, pk):
    """A spoilt kit that the clinic brought back."""
    found = _fetch(request, pk)
    form = SpoiltForm(request.POST)
    if not form.is_valid():
        return _page(request, found, status=422, spoilt_form=form)
    on = clock.today(request.municipality)
    try:
        numbers.spoil(
            municipality=request.municipality, clinic=found, on=on, by=request.membership, **form.cleaned_data
        )
    except Refusal as refusal:
        return _page(request, found, status=409, spoilt_form=form, refusal=refusal)
    messages.success(request, f"Kit {form.cleaned_data['number']} dado como inutilizado.")
    return redirect("registry:clinic", pk)


@access(Role.MANAGER)
@require_POST
def clinic_suspend(request, pk):
    """Suspends the accreditation, or ends the suspension."""
    found = _fetch(request, pk)
    if request.POST.get("para") == "resume":
        clinics.resume(clinic=found)
        messages.success(request, "A suspensão terminou: a clínica pode registrar de novo.")
    else:
        clinics.suspend(clinic=found, on=clock.today(request.municipality))
        messages.success(request, "Credenciamento suspenso a partir de hoje.")
    return redirect("registry:clinic", pk)


@access(Role.MANAGER)
@require_POST
def clinic_member_new(request, pk):
    """A person of the clinic; the page of its post then gives the one-time link."""
    found = _fetch(request, pk)
    form = MemberForm(request.POST)
    if not form.is_valid():
        return _page(request, found, status=422, member_form=form)
    try:
        member, is_new = clinics.add_person(clinic=found, **form.cleaned_data)
    except Refusal as refusal:
        return _page(request, found, status=409, member_form=form, refusal=refusal)
    name = member.membership.user.name
    if is_new:
        messages.success(request, f"{name} está cadastrado. Falta o link para definir a senha.")
        return redirect("municipalities:user", member.membership_id)
    messages.success(request, f"{name} já tinha conta e agora entra também por esta clínica.")
    return redirect("registry:clinic", pk)


@access(*OFFICE)
def remittance(request, pk):
    """A remittance: what the clinic sent, and receiving it with the vias that did not come."""
    rows = Remittance.objects.filter(clinic__municipality=request.municipality)
    found = get_object_or_404(
        rows.select_related("clinic", "list_document", "receipt", "received_by__user"), pk=pk
    )
    items = list(found.items.select_related("rga__animal").order_by("rga__number"))
    form = ReceiveForm(request.POST if request.method == "POST" else None, items=items)
    sent = request.POST.getlist("missing")
    for item in items:
        item.label = f"RGA {item.rga.number} – {item.rga.animal}"
        item.field_id = f"id_missing_{item.rga.number}"
        item.checked = str(item.rga.number) in sent
    context = {"remittance": found, "items": items, "form": form, "refusal": None}
    if request.method != "POST":
        return render(request, "registry/clinic_remittance_received.html", context)
    if not form.is_valid():
        return render(request, "registry/clinic_remittance_received.html", context, status=422)
    at = clock.now(request.municipality)
    try:
        done = remittances.receive(
            remittance=found, missing=form.cleaned_data["missing"], at=at, by=request.membership
        )
    except Refusal as refusal:
        context["refusal"] = refusal
        return render(request, "registry/clinic_remittance_received.html", context, status=409)
    messages.success(request, f"Remessa recebida. {done.receipt} emitido.")
    return redirect("registry:remittance", pk)
