"""Pages of animals."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render

from registry.forms.animals import AnimalForm
from registry.forms.tutors import SearchForm
from registry.models import Animal, Tutor
from registry.services import animals
from registry.services.exports import ANIMAL_COLUMNS, animals_with_all
from registry.views.people import WRITERS
from zoonoses.documents.downloads import list_file
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access, staff
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
    people = Tutor.objects.of(request.municipality).heads()
    tutor = (
        get_object_or_404(people, pk=request.GET["tutor"]) if request.GET.get("tutor", "").isdigit() else None
    )
    return _edit(request, None, tutor)


@access(*WRITERS)
def animal_edit(request, pk):
    animal = get_object_or_404(Animal.objects.of(request.municipality).select_related("tutor"), pk=pk)
    return _edit(request, animal, animal.tutor)


def _edit(request, animal, tutor):
    form = AnimalForm(request.POST or None, instance=animal, today=clock.today(request.municipality))
    context = {"form": form, "animal": animal, "tutor": tutor}
    if request.method != "POST":
        return render(request, "registry/animal_form.html", context)
    if not form.is_valid():
        return render(request, "registry/animal_form.html", context, status=422)
    if animal is None:
        saved = animals.register(municipality=request.municipality, tutor=tutor, values=form.cleaned_data)
    else:
        saved = animals.update(animal=animal, values=form.cleaned_data)
    messages.success(request, "Animal guardado.")
    return redirect("registry:animal", saved.pk)


@staff
def animal(request, pk):
    row = get_object_or_404(Animal.objects.of(request.municipality).select_related("tutor"), pk=pk)
    if row.tutor:
        trail.looked(request.membership, clock.now(request.municipality), "cadastro do animal", row.tutor)
    visits = row.inspections.select_related("act").order_by("-act__at")[:50]
    return render(request, "registry/animal.html", {"animal": row, "inspections": visits})
