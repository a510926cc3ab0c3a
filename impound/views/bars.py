"""Impedimentos de adotar: who may not adopt on the manager's word, with the reason, and the lifting of it."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from impound.forms.follow_ups import BarForm
from impound.models import AdoptionBar
from impound.services import bars
from registry.views.choosing import choose_person, chosen_person
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access, staff
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.paging import page_of

STATES = (("valem", "Valem"), ("levantados", "Levantados"))


@staff
def bar_list(request):
    """Bars that stand, and those that were lifted."""
    chosen = request.GET.get("situacao", "valem")
    rows = AdoptionBar.objects.of(request.municipality).select_related(
        "tutor", "written_by__user", "lifted_by__user"
    )
    rows = rows.exclude(lifted_on=None) if chosen == "levantados" else rows.filter(lifted_on=None)
    page = page_of(rows, request.GET.get("page", 1))
    trail.looked(
        request.membership, clock.now(request.municipality), "impedimentos", *{row.tutor for row in page}
    )
    context = {
        "page": page,
        "chips": [
            {"label": label, "url": f"?situacao={code}", "active": code == chosen} for code, label in STATES
        ],
        "manages": request.membership.role == Role.MANAGER,
    }
    return render(request, "impound/bars_list.html", context)


@access(Role.MANAGER)
def bar_new(request):
    """Who may not adopt, what already stands against the person, and the reason."""
    back_url = reverse("impound:bars")
    person = chosen_person(request)
    if person is None:
        back = {"back_url": back_url, "back_label": "Impedimentos"}
        return choose_person(request, title="Impedir de adotar", lead="Quem não pode adotar?", **back)
    now = clock.now(request.municipality)
    context = {"person": person, "reasons": bars.barred(person, now.date()), "back_url": back_url}
    context |= {"title": "Impedir de adotar", "button": "Impedir"}
    trail.looked(request.membership, now, "impedimento", person)
    return _form(
        request, context, lambda reason: bars.bar(tutor=person, reason=reason, at=now, by=request.membership)
    )


@access(Role.MANAGER)
def bar_lift(request, pk):
    """The bar no longer stands, and why."""
    row = get_object_or_404(AdoptionBar.objects.of(request.municipality).select_related("tutor"), pk=pk)
    now = clock.now(request.municipality)
    if row.lifted_on is not None:
        return redirect("impound:bars")
    context = {"person": row.tutor, "bar": row, "back_url": reverse("impound:bars")}
    context |= {"title": "Levantar o impedimento", "button": "Levantar"}
    trail.looked(request.membership, now, "impedimento", row.tutor)
    return _form(
        request,
        context,
        lambda reason: bars.lift(adoption_bar=row, reason=reason, at=now, by=request.membership),
    )


def _form(request, context, act):
    form = BarForm(request.POST or None)
    context["form"] = form
    if request.method != "POST":
        return render(request, "impound/bars_form.html", context)
    if not form.is_valid():
        return render(request, "impound/bars_form.html", context, status=422)
    try:
        act(form.cleaned_data["reason"])
    except Refusal as refusal:
        return render(request, "impound/bars_form.html", context | {"refusal": refusal}, status=409)
    messages.success(request, f"{context['title']}: {context['person'].name}.")
    return redirect("impound:bars")
