"""Pages of people: list and search, the record with its addresses, and the warnings before a visit."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from registry.forms.tutors import AddressForm, SearchForm, TutorForm, WarningForm
from registry.models import Animal, Phone, Tutor, TutorAddress, TutorMerge, TutorWarning
from registry.querysets import group_of
from registry.services import duplicates, tutors
from registry.services.exports import TUTOR_COLUMNS, tutors_with_all
from zoonoses.documents.downloads import list_file
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access, staff
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of
from zoonoses.municipalities.returning import return_url
from zoonoses.text import record_key

WRITERS = (Role.AGENT, Role.VET, Role.CLERK, Role.MANAGER)
INSPECTIONS_SHOWN = 50


def fetch(request, pk) -> Tutor:
    """A person of this municipality, or 404."""
    return get_object_or_404(Tutor.objects.of(request.municipality), pk=pk)


@staff
def tutor_list(request):
    """People by name; a search is sent by POST, so that names and CPFs stay out of the address."""
    form = SearchForm(request.POST or None)
    context = {"form": form, "found": None, "page": None}
    if form.is_bound and form.is_valid() and form.cleaned_data["q"]:
        found = tutors.search(municipality=request.municipality, text=form.cleaned_data["q"])
        file = _file(request, found.everyone())
        if file is not None:
            return file
        context.update(found=found, people=found.tutors)
    else:
        rows = Tutor.objects.of(request.municipality).heads().prefetch_related("phones")
        file = _file(request, rows)
        if file is not None:
            return file
        page = page_of(rows, request.GET.get("page", 1))
        context.update(page=page, people=page.object_list)
    trail.looked(request.membership, clock.now(request.municipality), "lista de tutores", *context["people"])
    return render(request, "registry/tutors.html", context)


def _file(request, rows):
    """The people as a file, when one is asked for; each one's access is recorded."""
    rows = tutors_with_all(rows)
    return list_file(request, rows, TUTOR_COLUMNS, name="tutores", seen=lambda person: [person])


@access(*WRITERS)
def tutor_new(request):
    return _edit(request, None)


@access(*WRITERS)
def tutor_edit(request, pk):
    person = fetch(request, pk)
    if person.merged_into_id or person.anonymised_on:
        return redirect("registry:tutor", person.merged_into_id or pk)
    return _edit(request, person)


@access(*WRITERS)
@require_POST
def tutor_likely(request):
    """A piece of the form, while it is typed: who may already be registered. `?but=` is the person themselves."""
    but = record_key(request.GET.get("but"))
    people = duplicates.while_typing(municipality=request.municipality, typed=request.POST, but=but)
    trail.looked(request.membership, clock.now(request.municipality), "cadastro parecido", *people)
    return render(request, "registry/_people_likely.html", {"people": people})


def _edit(request, tutor):
    """The form; a near duplicate is shown once, and entered all the same when the person insists."""
    town = request.municipality
    form = TutorForm(
        request.POST or None, instance=tutor, municipality=town, initial={"city": town.name, "uf": town.uf}
    )
    context = {"form": form, "tutor": tutor, "likely": []}
    if request.method != "POST":
        return render(request, "registry/tutor_form.html", context)
    if not form.is_valid():
        return render(request, "registry/tutor_form.html", context, status=422)
    but = tutor.pk if tutor else None
    if "anyway" not in request.POST:
        context["likely"] = duplicates.likely_same(municipality=town, values=form.values(), but=but)
        if context["likely"]:
            trail.looked(request.membership, clock.now(town), "cadastro parecido", *context["likely"])
            return render(request, "registry/tutor_form.html", context, status=409)
    try:
        if tutor is None:
            saved = tutors.register(municipality=town, values=form.values())
        else:
            saved = tutors.update(tutor=fetch(request, tutor.pk), values=form.values())
    except Refusal as refusal:
        return render(request, "registry/tutor_form.html", {**context, "refusal": refusal}, status=409)
    messages.success(request, "Cadastro guardado.")
    back = return_url(request, **{request.GET.get("campo", "tutor"): saved.pk})
    return redirect(back or reverse("registry:tutor", args=[saved.pk]))


@staff
def tutor(request, pk):
    """One person: record, warnings, animals and visits. Who was merged into another is shown as the other."""
    person = fetch(request, pk)
    if person.merged_into_id:
        return redirect("registry:tutor", person.merged_into_id)
    trail.looked(request.membership, clock.now(request.municipality), "cadastro do tutor", person)
    return render(request, "registry/tutor.html", _record(request, person))


def _record(request, person, **more):
    """What the page of a person shows, of every record that is this person."""
    group = group_of(person)
    visits = person.inspections.model.objects.filter(tutor__in=group)
    acts = visits.select_related("act__document", "act__case").order_by("-act__at", "-pk")
    return {
        "tutor": person,
        "phones": Phone.objects.filter(tutor__in=group).order_by("tutor_id", "pk"),
        "addresses": TutorAddress.objects.filter(tutor__in=group).order_by("pk"),
        "merged": person.merged_from.order_by("pk"),
        "merges": TutorMerge.objects.filter(merged__in=group).select_related("merged_by__user"),
        "writes": request.membership.role in WRITERS,
        "merges_people": request.membership.role in (Role.CLERK, Role.MANAGER),
        "warnings": tutors.standing_warnings(person),
        "warning_form": WarningForm(),
        "animals": Animal.objects.filter(tutor__in=group).order_by("name_key", "pk")[:INSPECTIONS_SHOWN],
        "inspections": acts[:INSPECTIONS_SHOWN],
        **more,
    }


@access(*WRITERS)
@require_POST
def warning_new(request, pk):
    person = fetch(request, pk)
    form = WarningForm(request.POST)
    if not form.is_valid():
        return render(request, "registry/tutor.html", _record(request, person, warning_form=form), status=422)
    tutors.warn(
        tutor=person,
        reason=form.cleaned_data["reason"],
        by=request.membership,
        on=clock.today(request.municipality),
    )
    messages.success(request, "Alerta registrado: aparecerá antes da próxima visita.")
    return redirect("registry:tutor", pk)


@access(*WRITERS)
@require_POST
def warning_lift(request, pk):
    rows = TutorWarning.objects.filter(tutor__municipality=request.municipality)
    warning = get_object_or_404(rows, pk=pk)
    tutors.lift_warning(warning=warning, by=request.membership, on=clock.today(request.municipality))
    messages.success(request, "Alerta retirado.")
    return redirect("registry:tutor", warning.tutor_id)


@access(*WRITERS)
def address_new(request, pk):
    """A further address of a person."""
    person = fetch(request, pk)
    town = request.municipality
    address = TutorAddress(tutor=person, city=town.name, uf=town.uf)
    return _address(request, person, AddressForm(request.POST or None, instance=address))


@access(*WRITERS)
def address_edit(request, pk):
    """Corrects a further address, or takes it away."""
    rows = TutorAddress.objects.filter(tutor__municipality=request.municipality).select_related("tutor")
    address = get_object_or_404(rows, pk=pk)
    if request.method == "POST" and "remove" in request.POST:
        address.delete()
        messages.success(request, "Endereço retirado.")
        return redirect("registry:tutor", address.tutor_id)
    return _address(request, address.tutor, AddressForm(request.POST or None, instance=address))


def _address(request, person, form):
    if request.method == "POST" and form.is_valid():
        tutors.put_address(address=form.instance, values=form.cleaned_data)
        messages.success(request, "Endereço guardado.")
        return redirect("registry:tutor", person.merged_into_id or person.pk)
    status = 422 if form.is_bound else 200
    return render(request, "registry/people_address.html", {"form": form, "tutor": person}, status=status)
