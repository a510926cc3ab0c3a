"""Values of the units of account."""

from django.contrib import messages
from django.shortcuts import redirect, render

from zoonoses.municipalities import clock
from zoonoses.municipalities.access import Role, access
from zoonoses.municipalities.forms.units import IndexValueForm
from zoonoses.municipalities.refusals import Refused
from zoonoses.municipalities.services import units as services


@access(Role.MANAGER)
def index_values(request):
    """What is known of each unit, shipped and entered; and the form that enters another value."""
    municipality = request.municipality
    units = services.units_of(municipality)
    initial = {"unit": request.GET.get("unidade", "")}
    form = IndexValueForm(request.POST or None, units=units, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            services.enter(
                municipality=municipality,
                by=request.membership,
                at=clock.now(municipality),
                **form.cleaned_data,
            )
        except Refused as refusal:
            form.add_error(refusal.field, refusal.sentence)
        else:
            messages.success(request, "Valor guardado. Os atos já feitos ficam com o valor que tinham.")
            return redirect("municipalities:index_values")
    entered = list(services.entered(municipality))
    context = {
        "form": form,
        "doubts": services.doubts_of(municipality),
        "units": [
            {
                "code": code,
                "name": name,
                "entered": [row for row in entered if row.unit == code],
                "shipped": services.shipped_unit(municipality, code),
            }
            for code, name in units
        ],
    }
    return render(request, "municipalities/index_values.html", context, status=422 if form.is_bound else 200)
