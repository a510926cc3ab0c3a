"""Visitas pós-adoção: those to make, and what was seen on each."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from impound.forms.follow_ups import VisitForm
from impound.services import follow_ups
from impound.views.custody import RECORDERS
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import FIELD, access, staff
from zoonoses.municipalities.paging import page_of

STATES = (("a-fazer", "A fazer"), ("feitas", "Feitas"), ("irregulares", "Com irregularidade"))


@staff
def follow_up_list(request):
    """Visits to make, by their day; those done; those that found a problem. `?animal=` keeps those of one animal."""
    chosen = request.GET.get("situacao", "a-fazer")
    rows = follow_ups.visits(request.municipality)
    animal = request.GET.get("animal", "")
    if animal.isascii() and animal.isdigit():
        rows = rows.filter(exit__custody=int(animal))
    if chosen == "feitas":
        rows = rows.exclude(done_on=None).order_by("-done_on", "-pk")
    elif chosen == "irregulares":
        rows = rows.filter(result="problem").order_by("-done_on", "-pk")
    else:
        rows = rows.filter(done_on=None)
    page = page_of(rows, request.GET.get("page", 1))
    now = clock.now(request.municipality)
    trail.looked(request.membership, now, "visitas pós-adoção", *{visit.exit.receiver for visit in page})
    context = {
        "page": page,
        "rows": [_row(visit) for visit in page],
        "chips": [
            {"label": label, "url": f"?situacao={code}", "active": code == chosen} for code, label in STATES
        ],
    }
    return render(request, "impound/follow_ups_list.html", context)


def _row(visit) -> dict:
    receiver, custody = visit.exit.receiver, visit.exit.custody
    done = f"{visit.get_result_display()}, {visit.done_on:%d/%m/%Y}" if visit.done_on else ""
    return {
        "url": reverse("impound:follow_up", args=[visit.pk]),
        "title": receiver.name,
        "subtitle": f"Animal nº {custody.full_number} · {receiver.address_line}",
        "next": "" if done else "Visitar",
        "due": None if done else visit.due_on,
        "done": done,
    }


@access(*RECORDERS)
def follow_up(request, pk):
    """One visit: whom, where, and what was seen. A problem leads to a vistoria of the person."""
    visit = get_object_or_404(follow_ups.visits(request.municipality).select_related("exit__act"), pk=pk)
    now = clock.now(request.municipality)
    trail.looked(request.membership, now, "visita pós-adoção", visit.exit.receiver)
    form = VisitForm(request.POST or None, initial={"on": now.date()})
    context = {
        "visit": visit,
        "receiver": visit.exit.receiver,
        "form": form if visit.done_on is None else None,
        "others": follow_ups.visits(request.municipality).filter(exit=visit.exit_id).exclude(pk=pk),
        "may_inspect": request.membership.role in FIELD,
        "back_url": reverse("impound:follow_ups"),
    }
    key = key_of(request.POST.get("idempotency_key"))
    if request.method != "POST":
        return render(request, "impound/follow_ups_page.html", context)
    if not form.is_valid() or key is None:
        return render(request, "impound/follow_ups_page.html", context, status=422)
    try:
        follow_ups.record(follow_up=visit, at=now, by=request.membership, key=key, **form.cleaned_data)
    except Refusal as refusal:
        return render(request, "impound/follow_ups_page.html", context | {"refusal": refusal}, status=409)
    messages.success(request, "Visita registrada.")
    return redirect("impound:follow_up", pk)
