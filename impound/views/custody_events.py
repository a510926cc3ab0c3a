"""Pages that record what happens to an animal in custody, and undo what was recorded by mistake."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from impound.forms import custody as forms
from impound.models import CustodyEvent
from impound.services import births, evaluations, events, undoing
from impound.services.births import Litter
from impound.services.events import Entry
from impound.views.custody import RECORDERS, custody_of
from registry.models import VaccineLot
from registry.services.vets import vets_at
from registry.views.choosing import choose_person, chosen_person, confirm
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import idempotency, trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import FIELD, access
from zoonoses.municipalities.returning import return_url

Kind = CustodyEvent.Kind


@dataclass(frozen=True)
class Page:
    """What recording one kind of fact is called, its form, and the service that records it."""

    title: str
    form: type
    record: object
    lead: str = ""


PAGES = {
    "exame": Page("Registrar exame", forms.ExamForm, events.exam),
    "vacina": Page(
        "Registrar vacina", forms.VaccineForm, events.vaccine, "Vai também para o cadastro do animal."
    ),
    "tratamento": Page(
        "Registrar tratamento",
        forms.TreatmentForm,
        events.treatment,
        "Castração e microchip vão também para o cadastro do animal.",
    ),
    "despesa": Page("Registrar despesa", forms.ExpenseForm, events.expense),
    "observacao": Page("Registrar observação", forms.ObservationForm, events.observe),
    "causa": Page(
        "Registrar verificação das causas",
        forms.CauseForm,
        events.find_cause,
        "O resgate depende de terem cessado as causas da apreensão.",
    ),
    "resultado": Page("Registrar resultado", forms.ResultForm, events.result_of),
}


@access(*RECORDERS)
def event_new(request, pk):
    """One fact of an animal in custody: `?fato=exame`, or `?fato=resultado&exame=` of an exam that waited."""
    custody = custody_of(request, pk)
    slug = request.GET.get("fato", "")
    if slug not in PAGES:
        return redirect("impound:custody", pk)
    page, subject = PAGES[slug], {"custody": custody}
    if slug == "resultado":
        subject = {"event": _exam(custody, request.GET.get("exame", ""))}
    lots = VaccineLot.objects.of(request.municipality).filter(clinic=None)
    form = page.form(
        request.POST or None,
        request.FILES or None,
        custody=custody,
        today=clock.today(request.municipality),
        lots=lots,
        vets=vets_at(municipality=request.municipality, first=request.membership),
    )
    context = {"custody": custody, "form": form, "page": page, "slug": slug, **subject}
    if request.method != "POST":
        return render(request, "impound/custody_event.html", context)
    if not form.is_valid():
        return render(request, "impound/custody_event.html", context, status=422)
    try:
        event = page.record(**subject, entry=_entry(request, form), **_values(slug, form))
    except Refusal as refusal:
        return render(request, "impound/custody_event.html", context | {"refusal": refusal}, status=409)
    messages.success(request, _said(event))
    return redirect(return_url(request) or reverse("impound:custody", args=[pk]))


def _values(slug, form) -> dict:
    return {"result": form.cleaned_data["result"]} if slug == "resultado" else form.values()


def _exam(custody, pk) -> CustodyEvent:
    rows = custody.events.filter(kind=Kind.EXAM)
    return get_object_or_404(rows, pk=pk if pk.isascii() and pk.isdigit() and len(pk) < 18 else None)


def _entry(request, form, **more) -> Entry:
    data = form.cleaned_data
    return Entry(
        on=more.get("on") or data["on"],
        at=clock.now(request.municipality),
        by=request.membership,
        key=idempotency.key_of(request.POST.get("idempotency_key")),
        text=data.get("text", ""),
        upload=data.get("upload"),
    )


def _said(event) -> str:
    if event.kind == Kind.EXPENSE and not event.code:
        return f"Registrado: {event.label}. A lei deste caso não a cobra do proprietário."
    return f"Registrado: {event.label}."


@access(*RECORDERS)
def event_revoke(request, pk):
    """Undoes a fact entered by mistake, with the reason; it stays in the history, marked."""
    rows = CustodyEvent.objects.filter(custody__municipality=request.municipality)
    event = get_object_or_404(rows.select_related("custody__animal", "act__document__annulment"), pk=pk)
    form = forms.UndoForm(request.POST or None)
    context = {"event": event, "custody": event.custody, "form": form}
    if request.method != "POST":
        return render(request, "impound/custody_revoke.html", context)
    if not form.is_valid():
        return render(request, "impound/custody_revoke.html", context, status=422)
    try:
        undoing.undo(
            event=event,
            reason=form.cleaned_data["reason"],
            at=clock.now(request.municipality),
            by=request.membership,
        )
    except Refusal as refusal:
        return render(request, "impound/custody_revoke.html", context | {"refusal": refusal}, status=409)
    messages.success(request, "Registro desfeito.")
    return redirect("impound:custody", event.custody_id)


@access(*FIELD)
def evaluation_new(request, pk):
    """Avaliação or laudo: what is stated of the animal. With a CRMV it is checked on paper and then issued."""
    custody, now = custody_of(request, pk), clock.now(request.municipality)
    back = {"back_url": reverse("impound:custody", args=[pk]), "back_label": "Animal"}
    context = {"custody": custody, "is_vet": bool(request.membership.crmv)}
    try:
        facts = evaluations.facts_of(custody, author=request.membership)
    except Refusal as refusal:
        return render(request, "impound/custody_evaluation.html", context | {"refusal": refusal}, status=409)
    form = forms.EvaluationForm(request.POST or None, facts=facts)
    context |= {"form": form, "facts": facts}
    if request.method != "POST" or "voltar" in request.POST:
        return render(request, "impound/custody_evaluation.html", context)
    if not form.is_valid():
        return render(request, "impound/custody_evaluation.html", context, status=422)
    try:
        if context["is_vet"] and "confirmar" not in request.POST:
            parts = evaluations.parts_of(
                custody=custody,
                stated=form.stated(),
                text=form.cleaned_data["text"],
                author=request.membership,
                at=now,
            )
            return confirm(request, title="Laudo veterinário", parts=parts, button="Emitir laudo", **back)
        entry = _entry(request, form, on=now.date())
        event = evaluations.evaluate(custody=custody, stated=form.stated(), entry=entry)
    except Refusal as refusal:
        return render(request, "impound/custody_evaluation.html", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{event.act.document} emitido." if event.act_id else "Avaliação registrada.")
    return redirect("impound:custody", pk)


@access(*RECORDERS)
def owner_identified(request, pk):
    """Whose animal it is, found out after the seizure: the person first, then how it was known."""
    custody = custody_of(request, pk)
    person = chosen_person(request)
    if person is None:
        return choose_person(
            request,
            title="Proprietário identificado",
            lead=f"Animal apreendido nº {custody.full_number}.",
            back_url=reverse("impound:custody", args=[pk]),
            back_label="Animal",
        )
    now = clock.now(request.municipality)
    form = forms.OwnerForm(request.POST or None, initial={"on": now.date()})
    context = {"custody": custody, "person": person, "form": form}
    trail.looked(request.membership, now, "proprietário do animal", person)
    if request.method != "POST":
        return render(request, "impound/custody_owner.html", context)
    if not form.is_valid():
        return render(request, "impound/custody_owner.html", context, status=422)
    try:
        events.name_owner(custody=custody, entry=_entry(request, form), tutor=person)
    except Refusal as refusal:
        return render(request, "impound/custody_owner.html", context | {"refusal": refusal}, status=409)
    messages.success(request, f"Proprietário identificado: {person.name}.")
    return redirect("impound:custody", pk)


@access(*RECORDERS)
def birth_new(request, pk):
    """A birth in custody: each newborn becomes an animal of the depósito."""
    mother, now = custody_of(request, pk), clock.now(request.municipality)
    initial = {"on": now.date(), "hour": f"{now:%H:%M}"}
    form = forms.BirthForm(request.POST or None, initial=initial)
    context = {"custody": mother, "form": form}
    if request.method != "POST":
        return render(request, "impound/custody_birth.html", context)
    if not form.is_valid():
        return render(request, "impound/custody_birth.html", context, status=422)
    data = form.cleaned_data
    litter = Litter(**{name: data[name] for name in ("females", "males", "unknown", "description", "health")})
    born_at = datetime.combine(data["on"], data["hour"], tzinfo=clock.zone(request.municipality))
    try:
        event = births.record(mother=mother, litter=litter, born_at=born_at, entry=_entry(request, form))
    except Refusal as refusal:
        return render(request, "impound/custody_birth.html", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{event.label}. Cada filhote tem a sua página.")
    return redirect("impound:custody", pk)
