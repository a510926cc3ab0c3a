"""Pages of animals."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from registry.forms.animals import ListEntryForm, WholeAnimalForm
from registry.forms.tutors import SearchForm
from registry.models import Animal, AnimalFact, ListEntry
from registry.services import animal_facts, animals, second_copies
from registry.services.exports import ANIMAL_COLUMNS, animals_with_all
from registry.views.choosing import chosen_person
from registry.views.people import WRITERS
from zoonoses import brazil
from zoonoses.documents.downloads import list_file
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access, staff
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of


@staff
def animal_list(request):
    """Animals by name; searched by their own name or by their tutor's."""
    form = SearchForm(request.POST or None)
    form.fields["q"].label = "Nome do animal ou do tutor"
    rows = Animal.objects.of(request.municipality).select_related("tutor")
    if form.is_bound and form.is_valid() and form.cleaned_data["q"]:
        rows = animals.search(municipality=request.municipality, text=form.cleaned_data["q"])
    whole = animals_with_all(rows)
    file = list_file(request, whole, ANIMAL_COLUMNS, name="animais", seen=lambda animal: [animal.tutor])
    if file is not None:
        return file
    page = page_of(rows, request.GET.get("page", 1))
    people = {animal.tutor for animal in page if animal.tutor}
    trail.looked(request.membership, clock.now(request.municipality), "lista de animais", *people)
    return render(request, "registry/animals.html", {"form": form, "page": page, "searched": form.is_bound})


@access(*WRITERS)
def animal_new(request):
    """A new animal, of the person named by `tutor` in the address or without a known tutor."""
    return _edit(request, None, chosen_person(request))


@access(*WRITERS)
def animal_edit(request, pk):
    animal = get_object_or_404(Animal.objects.of(request.municipality).select_related("tutor"), pk=pk)
    return _edit(request, animal, animal.tutor)


def _edit(request, animal, tutor):
    town = request.municipality
    form = WholeAnimalForm(
        request.POST or None,
        request.FILES or None,
        instance=animal,
        today=clock.today(town),
        municipality=town,
    )
    context = {"form": form, "animal": animal, "tutor": tutor}
    if request.method != "POST":
        return render(request, "registry/animal_form.html", context)
    if not form.is_valid():
        return render(request, "registry/animal_form.html", context, status=422)
    given = {
        "values": form.values(),
        "chips": form.chips(),
        "photo": form.cleaned_data["picture"],
        "by": request.membership,
        "at": clock.now(town),
    }
    try:
        if animal is None:
            saved = animals.register(municipality=town, tutor=tutor, **given)
        else:
            saved = animals.update(animal=animal, **given)
    except Refusal as refusal:
        return render(request, "registry/animal_form.html", {**context, "refusal": refusal}, status=409)
    messages.success(request, "Animal guardado.")
    for chip in form.chips():
        doubt = brazil.microchip_doubt(chip.number)
        if doubt:
            messages.warning(request, f"Microchip {chip.number}. {doubt}")
    return redirect("registry:animal", saved.pk)


@staff
def animal(request, pk):
    """The animal: record, RGA with its cards, what happened to it, and its visits."""
    rows = Animal.objects.of(request.municipality).select_related(
        "tutor", "photo", "rga__charge", "rga__form"
    )
    row = get_object_or_404(rows, pk=pk)
    if row.tutor:
        trail.looked(request.membership, clock.now(request.municipality), "cadastro do animal", row.tutor)
    rga = getattr(row, "rga", None)
    context = {
        "animal": row,
        "rga": rga,
        "cards": list(rga.cards.order_by("kind", "-copy")) if rga else [],
        "open_requests": list(second_copies.open_requests(rga).select_related("document")) if rga else [],
        "chips": list(row.chips.order_by("pk")),
        "facts": facts_of(row),
        "state": animal_facts.state(row),
        "vaccinations": list(row.vaccinations.filter(voided_on=None).order_by("-on", "-pk")[:10]),
        "inspections": row.inspections.select_related("act").order_by("-act__at")[:50],
        "may_write": request.membership.role in WRITERS,
    }
    return render(request, "registry/animal.html", context)


def facts_of(row) -> list:
    """What happened, the last first, with what was undone marked."""
    facts = row.facts.select_related(
        "recorded_by__user", "from_tutor", "to_tutor", "document", "revoked_by"
    ).exclude(kind=AnimalFact.Kind.REVOKED)
    return list(facts.order_by("-on", "-pk"))


@access(Role.MANAGER)
def list_entries(request):
    """Species, breeds and coats that the municipality adds to the lists of the forms."""
    form = ListEntryForm(request.POST or None)
    form.instance.municipality = request.municipality
    context = {"form": form, "entries": ListEntry.objects.of(request.municipality).order_by("kind", "label")}
    if request.method != "POST":
        return render(request, "registry/animal_lists.html", context)
    if not form.is_valid():
        return render(request, "registry/animal_lists.html", context, status=422)
    animals.offer(municipality=request.municipality, **form.cleaned_data)
    messages.success(request, "Acrescentado à lista.")
    return redirect("registry:list_entries")


@access(Role.MANAGER)
@require_POST
def list_entry_switch(request, pk):
    """Offers an entry again, or no longer."""
    entry = get_object_or_404(ListEntry.objects.of(request.municipality), pk=pk)
    animals.switch(entry=entry)
    return redirect("registry:list_entries")
