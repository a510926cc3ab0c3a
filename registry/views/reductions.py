"""Pages of the laudo that reduces the limit of an address: recorded, and lifted."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render

from registry.forms.reductions import LiftForm, ReductionForm
from registry.models import HouseholdReduction, Tutor
from registry.services import reductions
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import trail
from zoonoses.documents.services.idempotency import key_of
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.models import Role

FIELD = (Role.AGENT, Role.VET, Role.MANAGER)
PAGE = "registry/reduction_form.html"


@access(*FIELD)
def reduction_new(request, pk):
    """A laudo for the address of a person; where the law has no such thing, that is said."""
    town, now = request.municipality, clock.now(request.municipality)
    person = get_object_or_404(Tutor.objects.of(town), pk=pk)
    article = reductions.article_of(Lawbook(town, now.date()))
    form = ReductionForm(request.POST or None)
    context = {"tutor": person, "form": form, "article": article, "refusal": None}
    trail.looked(request.membership, now, "domicílio", person)
    if request.method != "POST":
        return render(request, PAGE, context)
    if not form.is_valid():
        return render(request, PAGE, context, status=422)
    try:
        made = reductions.record(
            holder=person,
            values=form.cleaned_data,
            at=now,
            by=request.membership,
            key=key_of(request.POST.get("idempotency_key")),
        )
    except Refusal as refusal:
        return render(request, PAGE, context | {"refusal": refusal}, status=409)
    messages.success(request, f"Laudo registrado: limite de {made.limit} neste endereço.")
    return redirect("registry:household", person.pk)


@access(*FIELD)
def reduction_lift(request, pk):
    """The laudo no longer stands, with the reason."""
    rows = HouseholdReduction.objects.of(request.municipality).select_related("holder")
    row = get_object_or_404(rows, pk=pk)
    form = LiftForm(request.POST or None)
    context = {"row": row, "form": form, "refusal": None}
    if request.method != "POST":
        return render(request, "registry/reduction_lift.html", context)
    if not form.is_valid():
        return render(request, "registry/reduction_lift.html", context, status=422)
    on = clock.today(request.municipality)
    reductions.lift(reduction=row, on=on, by=request.membership, **form.cleaned_data)
    messages.success(request, "O laudo deixou de valer; volta o limite comum.")
    return redirect("registry:household", row.holder_id)
