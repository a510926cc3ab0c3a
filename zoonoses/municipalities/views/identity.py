"""The municipality's own data, its coat of arms, and the colours of its pages."""

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from zoonoses.municipalities.access import Role, access, public, signed_in
from zoonoses.municipalities.forms.identity import MunicipalityForm
from zoonoses.municipalities.models import Municipality
from zoonoses.municipalities.refusals import Refused
from zoonoses.municipalities.services.identity import save_identity

A_DAY = 24 * 60 * 60


@access(Role.MANAGER)
def settings(request):
    """Name, letterhead, coat of arms, colours and time zone of the current municipality."""
    # Its own row: a form that does not validate must not colour the page around it.
    municipality = Municipality.objects.get(pk=request.municipality.pk)
    form = MunicipalityForm(request.POST or None, request.FILES or None, instance=municipality)
    if request.method == "POST" and form.is_valid():
        try:
            save_identity(
                municipality=form.instance,
                crest=form.cleaned_data["crest_upload"],
                remove_crest=form.cleaned_data.get("crest_remove", False),
            )
        except Refused as refusal:
            form.add_error("crest_upload", refusal.sentence)
        else:
            messages.success(request, "Dados do município guardados.")
            return redirect("municipalities:settings")
    status = 422 if form.is_bound else 200
    return render(request, "municipalities/settings.html", {"form": form}, status=status)


@public
@require_safe
@cache_control(private=True, max_age=A_DAY)
def theme(request):
    """The municipality's colours as custom properties. Its address carries them: another colour, another address."""
    town = request.municipality
    rule = (
        f":root{{--town-primary:{town.primary_colour};--town-secondary:{town.secondary_colour}}}"
        if town
        else ""
    )
    return HttpResponse(rule, content_type="text/css; charset=utf-8")


@signed_in
@require_safe
@cache_control(private=True, max_age=A_DAY)
def crest(request):
    """The coat of arms of the current municipality, drawn again as PNG when it was sent."""
    if request.municipality is None or not request.municipality.crest:
        raise Http404
    return FileResponse(request.municipality.crest.open("rb"), content_type="image/png")
