"""Pages of the observation of animals that bit: who is under observation, until when, visits, outcome."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from registry.forms.bites import BiteForm, OutcomeForm, VisitForm
from registry.models import Animal, BiteObservation
from registry.services import bites, vaccination
from registry.services.exports import Column
from registry.views.people import WRITERS
from registry.views.vaccination import find_animal, sections
from zoonoses.documents.downloads import list_file
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.paging import page_of
from zoonoses.text import record_key

CLOSED = "encerradas"
COLUMNS = [
    Column("Dia da agressão", lambda row: row.bitten_on),
    Column("Último dia da observação", lambda row: row.due_on),
    Column("Animal", lambda row: row.animal.name),
    Column("Espécie", lambda row: row.animal.species_label),
    Column("Tutor", lambda row: row.animal.tutor.name if row.animal.tutor else ""),
    Column("Quem notificou", lambda row: row.notified_by),
    Column("Número do SINAN", lambda row: row.sinan_number),
    Column("Condição do animal", lambda row: row.get_condition_display()),
    Column("Passível de observação", lambda row: row.observable),
    Column("Onde é observado", lambda row: row.place),
    Column("Desfecho", lambda row: row.get_outcome_display()),
    Column("Data do desfecho", lambda row: row.outcome_on),
]


def fetch(request, pk) -> BiteObservation:
    """An observation of this municipality, or 404."""
    rows = BiteObservation.objects.of(request.municipality)
    joined = ("animal__tutor__merged_into", "opened_by__user", "outcome_by__user")
    return get_object_or_404(rows.select_related(*joined), pk=pk)


@access(*WRITERS)
def bite_list(request):
    """Open observations, the first to end first; the closed ones with `?lista=encerradas`."""
    closed = request.GET.get("lista") == CLOSED
    rows = bites.observations(request.municipality, closed=closed)
    file = list_file(request, rows, COLUMNS, name="agressões", seen=lambda row: [row.animal.tutor])
    if file is not None:
        return file
    page = page_of(rows, request.GET.get("page", 1))
    people = {row.animal.tutor for row in page if row.animal.tutor}
    trail.looked(request.membership, clock.now(request.municipality), "lista de agressões", *people)
    here = reverse("registry:bites")
    chips = [
        {"label": "Em observação", "url": here, "active": not closed},
        {"label": "Encerradas", "url": f"{here}?lista={CLOSED}", "active": closed},
    ]
    context = {"page": page, "closed": closed, "chips": chips, "sections": sections(request)}
    return render(request, "registry/bites.html", context)


@access(*WRITERS)
def bite_new(request):
    """A bite that was notified: the animal first, by its number or from its page (`?animal=`)."""
    here = reverse("registry:bite_new")
    key = record_key(request.GET.get("animal"))
    if key is None:
        return find_animal(
            request,
            title="Registrar agressão",
            back=reverse("registry:bites"),
            link=lambda animal: f"{here}?animal={animal.pk}",
        )
    rows = Animal.objects.of(request.municipality).select_related("tutor", "municipality")
    animal = get_object_or_404(rows, pk=key)
    return _open(request, animal)


def _open(request, animal):
    today = clock.today(request.municipality)
    form = BiteForm(request.POST or None, initial={"bitten_on": today})
    context = {"form": form, "animal": animal, "last": vaccination.last_rabies(animal)}
    if request.method != "POST":
        return render(request, "registry/bite_new.html", context)
    if not form.is_valid():
        return render(request, "registry/bite_new.html", context, status=422)
    try:
        row = bites.open_observation(
            animal=animal,
            values=form.cleaned_data,
            at=clock.now(request.municipality),
            by=request.membership,
            key=key_of(request.POST.get("idempotency_key")),
        )
    except Refusal as refusal:
        return render(request, "registry/bite_new.html", {**context, "refusal": refusal}, status=409)
    messages.success(request, "Observação aberta.")
    return redirect("registry:bite", row.pk)


@access(*WRITERS)
def bite(request, pk):
    """One observation: the bite, the tenth day, what was seen, the outcome."""
    return _page(request, fetch(request, pk))


def _page(request, row, *, status=200, **more):
    if row.animal.tutor:
        trail.looked(request.membership, clock.now(request.municipality), "agressão", row.animal.tutor)
    today = clock.today(request.municipality)
    context = {
        "bite": row,
        "due_on": bites.ends_on(row),
        "visits": row.visits.select_related("by__user"),
        "visit_form": VisitForm(initial={"on": today}),
        "outcome_form": OutcomeForm(initial={"on": today}),
        "last": vaccination.last_rabies(row.animal),
        **more,
    }
    return render(request, "registry/bite.html", context, status=status)


@access(*WRITERS)
@require_POST
def bite_visit(request, pk):
    """The animal was seen."""
    row = fetch(request, pk)
    form = VisitForm(request.POST)
    if not form.is_valid():
        return _page(request, row, status=422, visit_form=form)
    try:
        bites.visit(
            observation=row,
            at=clock.now(request.municipality),
            by=request.membership,
            key=key_of(request.POST.get("idempotency_key")),
            **form.cleaned_data,
        )
    except Refusal as refusal:
        return _page(request, row, status=409, visit_form=form, refusal=refusal)
    messages.success(request, "Visita registrada.")
    return redirect("registry:bite", pk)


@access(*WRITERS)
@require_POST
def bite_close(request, pk):
    """The outcome; before the tenth day only of an animal rabid, dead or gone."""
    row = fetch(request, pk)
    form = OutcomeForm(request.POST)
    if not form.is_valid():
        return _page(request, row, status=422, outcome_form=form)
    try:
        bites.close(
            observation=row, at=clock.now(request.municipality), by=request.membership, **form.cleaned_data
        )
    except Refusal as refusal:
        return _page(request, row, status=409, outcome_form=form, refusal=refusal)
    messages.success(request, "Observação encerrada.")
    return redirect("registry:bite", pk)
