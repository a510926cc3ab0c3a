"""Pages of the castration programme: the queue in its stated order, days with places, calls and results."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from registry.forms.castration import CastrationDayForm, CastrationRequestForm, ReasonForm, ResultForm
from registry.models import Animal, CastrationAppointment, CastrationDay, CastrationRequest
from registry.services import castration
from registry.views.people import WRITERS
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.paging import PAGE_SIZE, page_of

CHIPS = (("", "Na fila"), ("chamados", "Com vaga"), ("encerrados", "Encerrados"))
CONTACTS = ("animal__tutor__phones", "animal__commitments__caretaker__phones")


@access(*WRITERS)
def queue(request):
    """The queue, 25 a page, each with its place in it."""
    situation = request.GET.get("situacao", "")
    rows = CastrationRequest.objects.of(request.municipality)
    if situation == "chamados":
        rows = rows.called()
    elif situation == "encerrados":
        rows = rows.exclude(pk__in=rows.open().values("pk")).order_by("-requested_at", "-pk")
    else:
        situation, rows = "", rows.waiting()
    page = page_of(rows.select_related("animal__tutor"), request.GET.get("page", 1))
    people = [row.animal.tutor for row in page]
    trail.looked(request.membership, clock.now(request.municipality), "fila de castração", *people)
    first = (page.number - 1) * PAGE_SIZE + 1
    context = {
        "page": page,
        "rows": [_row(row, place if not situation else None) for place, row in enumerate(page, first)],
        "chips": [
            {"label": label, "url": f"?situacao={value}" if value else "?", "active": value == situation}
            for value, label in CHIPS
        ],
        "order": castration.STATED_ORDER,
    }
    return render(request, "registry/castration_queue.html", context)


def _row(row, place):
    who = row.animal.tutor.name if row.animal.tutor else "sem tutor"
    return {
        "url": reverse("registry:castration_request", args=[row.pk]),
        "title": f"{place}º · {row.animal}" if place else str(row.animal),
        "subtitle": f"{row.animal.species_label} · {who}",
        "next": f"pedido em {row.requested_at:%d/%m/%Y}",
        "tag": row.get_ground_display(),
    }


@access(*WRITERS)
def request_new(request, pk):
    """An animal enters the queue."""
    animal = get_object_or_404(Animal.objects.of(request.municipality).select_related("tutor"), pk=pk)
    form = CastrationRequestForm(request.POST or None, animal=animal)
    context = {"form": form, "animal": animal, "refusal": castration.refusal_for(animal)}
    if request.method != "POST":
        return render(request, "registry/castration_new.html", context)
    if not form.is_valid():
        return render(request, "registry/castration_new.html", context, status=422)
    try:
        made = castration.enter(
            animal=animal,
            at=clock.now(request.municipality),
            by=request.membership,
            key=key_of(request.POST.get("idempotency_key")),
            **form.cleaned_data,
        )
    except Refusal as refusal:
        return render(request, "registry/castration_new.html", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{animal} entrou na fila de castração.")
    return redirect("registry:castration_request", made.pk)


def fetch(request, pk) -> CastrationRequest:
    """A request of this municipality, or 404."""
    rows = CastrationRequest.objects.of(request.municipality)
    return get_object_or_404(
        rows.select_related("municipality", "animal__tutor", "requested_by__user"), pk=pk
    )


@access(*WRITERS)
def request_page(request, pk):
    """One request: why it is attended, its place in the queue, and every call."""
    return _request_page(request, fetch(request, pk), ReasonForm())


def _request_page(request, row, form, *, refusal=None, status=200):
    contact = castration.contact_of(row)
    trail.looked(request.membership, clock.now(request.municipality), "pedido de castração", contact)
    calls = list(row.appointments.select_related("day").order_by("called_at", "pk"))
    context = {
        "row": row,
        "contact": contact,
        "situation": castration.situation_of(row),
        "order": castration.STATED_ORDER,
        "calls": calls,
        "form": form,
        "refusal": refusal,
    }
    return render(request, "registry/castration_request.html", context, status=status)


@access(*WRITERS)
@require_POST
def withdraw(request, pk):
    """The request leaves the queue."""
    row = fetch(request, pk)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _request_page(request, row, form, status=422)
    now = clock.now(request.municipality)
    try:
        castration.withdraw(
            request=row, reason=form.cleaned_data["reason"], on=now.date(), at=now, by=request.membership
        )
    except Refusal as refusal:
        return _request_page(request, row, form, refusal=refusal, status=409)
    messages.success(request, "O pedido saiu da fila.")
    return redirect("registry:castration_request", pk)


@access(*WRITERS)
def days(request):
    """Days of surgery, the latest first, each with its free places; POST opens one."""
    town = request.municipality
    form = CastrationDayForm(request.POST or None)
    if request.method != "POST":
        return _days(request, form)
    if not form.is_valid():
        return _days(request, form, status=422)
    try:
        day = castration.open_day(
            municipality=town, today=clock.today(town), by=request.membership, **form.cleaned_data
        )
    except Refusal as refusal:
        return _days(request, form, refusal=refusal, status=409)
    messages.success(request, f"Dia aberto: {day}.")
    return redirect("registry:castration_day", day.pk)


def _days(request, form, *, refusal=None, status=200):
    rows = CastrationDay.objects.of(request.municipality).with_places().order_by("-on", "pk")
    page = page_of(rows, request.GET.get("page", 1))
    context = {"page": page, "form": form, "refusal": refusal}
    return render(request, "registry/castration_days.html", context, status=status)


def fetch_day(request, pk) -> CastrationDay:
    """A day of this municipality with its places, or 404."""
    return get_object_or_404(CastrationDay.objects.of(request.municipality).with_places(), pk=pk)


@access(*WRITERS)
def day(request, pk):
    """The list of one day, made to be printed; and the next call."""
    return _day(request, fetch_day(request, pk))


def _day(request, row, *, refusal=None, status=200):
    calls = row.appointments.select_related("request__animal__tutor", "day").order_by("called_at", "pk")
    calls = list(calls.prefetch_related(*(f"request__{name}" for name in CONTACTS)))
    lines = [(call, _contact(call.request.animal)) for call in calls]
    now = clock.now(request.municipality)
    trail.looked(request.membership, now, "dia de castração", *[contact for _, contact in lines])
    context = {
        "day": row,
        "lines": lines,
        "is_past": row.on < now.date(),
        "refusal": refusal,
        "order": castration.STATED_ORDER,
    }
    return render(request, "registry/castration_day.html", context, status=status)


def _contact(animal):
    commitments = list(animal.commitments.all())
    return animal.tutor or (commitments[-1].caretaker if commitments else None)


@access(*WRITERS)
@require_POST
def call_next(request, pk):
    """Gives the next place to the head of the queue."""
    row = fetch_day(request, pk)
    try:
        call = castration.call_next(
            day=row,
            at=clock.now(request.municipality),
            by=request.membership,
            key=key_of(request.POST.get("idempotency_key")),
        )
    except Refusal as refusal:
        return _day(request, row, refusal=refusal, status=409)
    messages.success(request, f"Vaga dada a {call.request.animal}. Avise quem responde pelo animal.")
    return redirect("registry:castration_day", pk)


@access(*WRITERS)
def result(request, pk):
    """What came of a place: done, deferred, missed or given back."""
    rows = CastrationAppointment.objects.filter(day__municipality=request.municipality)
    row = get_object_or_404(rows.select_related("day", "request__animal"), pk=pk)
    form = ResultForm(request.POST or None, membership=request.membership)
    context = {"row": row, "form": form, "refusal": None}
    if request.method != "POST":
        return render(request, "registry/castration_result.html", context)
    if not form.is_valid():
        return render(request, "registry/castration_result.html", context, status=422)
    data = form.cleaned_data
    try:
        castration.record_result(
            appointment=row,
            result=data["result"],
            reason=data["result_reason"],
            vet_name=data["vet_name"],
            vet_crmv=data["vet_crmv"],
            at=clock.now(request.municipality),
            by=request.membership,
        )
    except Refusal as refusal:
        return render(request, "registry/castration_result.html", context | {"refusal": refusal}, status=409)
    messages.success(request, "Resultado registrado.")
    return redirect("registry:castration_day", row.day_id)
