"""The law in force and its readings."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse

from zoonoses.municipalities import clock
from zoonoses.municipalities.access import Role, access
from zoonoses.municipalities.forms.laws import AdoptForm, ReadingForm, initial_value
from zoonoses.municipalities.refusals import Refused
from zoonoses.municipalities.services import laws as services


@access(Role.MANAGER)
def laws(request):
    """The laws adopted, and the open points of the one in force today (or of `?lei=`)."""
    municipality, today = request.municipality, clock.today(request.municipality)
    form = AdoptForm(request.POST or None, offered=services.offered())
    if request.method == "POST" and form.is_valid():
        try:
            services.adopt(municipality=municipality, on=today, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(refusal.field, refusal.sentence)
        else:
            messages.success(request, "Lei adotada. Confira as leituras dos pontos em aberto.")
            return redirect("municipalities:laws")
    law = _law(request, today)
    context = {
        "form": form,
        "adopted": services.adopted(municipality),
        "law": law,
        "points": services.points(municipality, law) if law else [],
    }
    return render(request, "municipalities/laws.html", context, status=422 if form.is_bound else 200)


@access(Role.MANAGER)
def reading(request, key):
    """One open point: the law's words, the options, the default and why, what was chosen before; and the choice."""
    municipality, now = request.municipality, clock.now(request.municipality)
    law = _law(request, now.date())
    point = services.point(municipality, law, key) if law else None
    if point is None:
        raise Http404
    initial = {"value": initial_value(point.reading, point.current)}
    form = ReadingForm(request.POST or None, reading=point.reading, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            services.choose(
                municipality=municipality,
                law=law,
                key=key,
                by=request.membership,
                at=now,
                **form.cleaned_data,
            )
        except Refused as refusal:
            form.add_error(refusal.field, refusal.sentence)
        else:
            messages.success(request, f"Leitura guardada: {point.reading.label}.")
            return redirect(f"{reverse('municipalities:laws')}?lei={law.id}#{key}")
    context = {"point": point, "law": law, "form": form}
    return render(request, "municipalities/reading.html", context, status=422 if form.is_bound else 200)


def _law(request, today):
    """The law asked for by `?lei=` among those adopted here, or the one of today."""
    asked = request.GET.get("lei")
    return (
        services.adopted_law(request.municipality, asked)
        if asked
        else services.law_on(request.municipality, today)
    )
