"""The history of a person, of an animal and of an address.

An address is sent by POST: it stays out of the browser's history.
"""

from django.shortcuts import get_object_or_404, redirect, render

from registry.models import Animal, Tutor
from registry.services.tutors import standing_warnings
from zoonoses.desk.forms import PlaceForm
from zoonoses.desk.services import depot, history
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import staff


@staff
def person(request, pk):
    """Everything that happened to a person, the latest first, page by page."""
    tutor = get_object_or_404(Tutor.objects.of(request.municipality), pk=pk)
    if tutor.merged_into_id:
        return redirect("desk:history_person", tutor.merged_into_id)
    trail.looked(request.membership, clock.now(request.municipality), "histórico da pessoa", tutor)
    page = history.of_person(tutor, request.GET.get("page", 1))
    context = {
        "tutor": tutor,
        "page": page,
        "entries": page.object_list,
        "warnings": standing_warnings(tutor),
    }
    return render(request, "desk/history_person.html", context)


@staff
def animal(request, pk):
    """Everything that happened to an animal, also in the depósito, the latest first, page by page."""
    found = get_object_or_404(Animal.objects.of(request.municipality).select_related("tutor"), pk=pk)
    trail.looked(
        request.membership, clock.now(request.municipality), "histórico do animal", found, found.tutor
    )
    page = history.of_animal(found, request.GET.get("page", 1))
    context = {
        "animal": found,
        "page": page,
        "entries": page.object_list,
        "custody": depot.in_custody(found),
    }
    return render(request, "desk/history_animal.html", context)


@staff
def address(request):
    """Everything that happened at an address, and who is registered there."""
    form = PlaceForm(_typed(request.POST) if request.method == "POST" else None)
    context = {"form": form}
    if request.method != "POST":
        return render(request, "desk/history_address.html", context)
    if not form.is_valid():
        return render(request, "desk/history_address.html", context, status=422)
    town, key = request.municipality, history.key_of(form.cleaned_data)
    page = history.of_address(town, key, request.POST.get("page", 1))
    people = history.heads_at(town, key)
    trail.looked(request.membership, clock.now(town), "histórico do endereço", *people)
    context.update(
        page=page, entries=page.object_list, people=people, warnings=standing_warnings(*people), searched=True
    )
    return render(request, "desk/history_address.html", context)


def _typed(data):
    """The address by its own names, or by those of the form of a visit."""
    if "where-street" not in data:
        return data
    return {name: data.get(f"where-{name}", "") for name in PlaceForm.base_fields}
