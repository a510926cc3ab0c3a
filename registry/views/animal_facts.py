"""Pages of what happens to an animal: one form a fact, and its undoing."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render

from registry.forms.animal_facts import FactForm, ReasonForm, TransferForm
from registry.models import Animal, AnimalFact
from registry.services import animal_facts
from registry.views.people import WRITERS
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access


@dataclass(frozen=True)
class Page:
    """What recording a kind of fact is called, what it says first, what it asks, and the service that records it."""

    title: str
    lead: str
    needs: tuple = ()
    record: object = None


TOLD = ("reporter", "reporter_name")
PAGES = {
    "perda": Page("Registrar perda", "O animal passa a constar como perdido.", TOLD, animal_facts.lose),
    "encontro": Page("Registrar encontro", "O animal perdido foi encontrado.", TOLD, animal_facts.find),
    "castracao": Page("Registrar castração", "Informe o veterinário e o CRMV.", TOLD, animal_facts.neuter),
    "obito": Page(
        "Registrar óbito",
        "A carteira e a plaqueta perdem o valor; o número do RGA não é usado de novo.",
        ("cause", *TOLD),
        animal_facts.die,
    ),
    "transferencia": Page(
        "Registrar transferência",
        "O novo tutor responde pelo animal a partir de hoje, dia da atualização do cadastro; até ontem, o anterior.",
    ),
    "adocao": Page("Registrar adoção", "Quem adota responde pelo animal a partir de hoje."),
}
CHANGES = {"transferencia": AnimalFact.Kind.TRANSFERRED, "adocao": AnimalFact.Kind.ADOPTED}


@access(*WRITERS)
def fact_new(request, pk, slug):
    """The form of one kind of fact of one animal."""
    if slug not in PAGES:
        raise Http404
    animal = get_object_or_404(Animal.objects.of(request.municipality).select_related("tutor"), pk=pk)
    page, today = PAGES[slug], clock.today(request.municipality)
    if slug in CHANGES:
        form = TransferForm(request.POST or None, municipality=request.municipality)
    else:
        form = FactForm(request.POST or None, today=today, needs=page.needs)
    context = {"form": form, "animal": animal, "page": page, "slug": slug}
    if request.method != "POST":
        return render(request, "registry/animal_fact.html", context)
    if not form.is_valid():
        return render(request, "registry/animal_fact.html", context, status=422)
    try:
        fact = _record(request, animal, slug, form, today)
    except Refusal as refusal:
        return render(request, "registry/animal_fact.html", {**context, "refusal": refusal}, status=409)
    messages.success(request, _done(fact))
    return redirect("registry:animal", pk)


def _record(request, animal, slug, form, today):
    given = {"animal": animal, "at": clock.now(request.municipality), "by": request.membership}
    data = form.cleaned_data
    if slug in CHANGES:
        return animal_facts.transfer(
            to_tutor=data["tutor"], on=today, kind=CHANGES[slug], notes=data["notes"], **given
        )
    if slug == "obito":
        given["cause"] = data["cause"]
    return PAGES[slug].record(on=data["on"], reported_by=form.reported_by, notes=data["notes"], **given)


def _done(fact) -> str:
    said = f"Registrado: {fact.get_kind_display()}."
    if fact.notice_due_on:
        late = " Foi depois do prazo." if fact.recorded_at.date() > fact.notice_due_on else ""
        said += f" O prazo da comunicação do óbito ia até {fact.notice_due_on:%d/%m/%Y}.{late}"
    return said


@access(*WRITERS)
def fact_revoke(request, pk):
    """Undoes a fact that was entered by mistake, with the reason."""
    facts = AnimalFact.objects.filter(animal__municipality=request.municipality)
    fact = get_object_or_404(facts.select_related("animal"), pk=pk)
    form = ReasonForm(request.POST or None)
    context = {"form": form, "fact": fact, "animal": fact.animal}
    if request.method != "POST":
        return render(request, "registry/animal_fact_revoke.html", context)
    if not form.is_valid():
        return render(request, "registry/animal_fact_revoke.html", context, status=422)
    try:
        animal_facts.revoke(
            fact=fact,
            reason=form.cleaned_data["reason"],
            on=clock.today(request.municipality),
            at=clock.now(request.municipality),
            by=request.membership,
        )
    except Refusal as refusal:
        return render(
            request, "registry/animal_fact_revoke.html", {**context, "refusal": refusal}, status=409
        )
    messages.success(request, "Registro desfeito.")
    return redirect("registry:animal", fact.animal_id)
