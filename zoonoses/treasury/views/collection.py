"""How the municipality is paid through banks."""

from django.contrib import messages
from django.shortcuts import redirect, render

from zoonoses.municipalities.access import Role, access
from zoonoses.treasury.forms import CollectionForm
from zoonoses.treasury.services import collection as services


@access(Role.MANAGER)
def collection(request):
    """Codes of FEBRABAN and PIX, entered by the manager; every change stays in the trail."""
    settings = services.settings_of(request.municipality)
    form = CollectionForm(request.POST or None, instance=settings)
    if request.method == "POST" and form.is_valid():
        services.save(settings=form.instance)
        messages.success(request, "Dados guardados. Valem para as próximas guias.")
        return redirect("treasury:collection")
    status = 422 if form.is_bound else 200
    return render(request, "treasury/collection.html", {"form": form}, status=status)
