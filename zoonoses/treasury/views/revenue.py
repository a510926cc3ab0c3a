"""The report of what came in."""

from datetime import date

from django.shortcuts import render

from zoonoses.documents.downloads import list_file
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import Role, access
from zoonoses.treasury.forms import PeriodForm
from zoonoses.treasury.services import revenue as services


@access(Role.CLERK, Role.MANAGER)
def revenue(request):
    """Revenue of a period, this year by default, by destination, month and kind; also as a file."""
    today = clock.today(request.municipality)
    since, until = date(today.year, 1, 1), date(today.year, 12, 31)
    asked = {"de": request.GET.get("de") or since, "ate": request.GET.get("ate") or until}
    form = PeriodForm(asked)
    found = []
    if form.is_valid():
        since, until = form.cleaned_data["de"], form.cleaned_data["ate"]
        found = services.lines(request.municipality, since=since, until=until)
    file = list_file(request, found, services.columns(found), name="receita")
    if file is not None:
        return file
    context = {
        "form": form,
        "since": since,
        "until": until,
        "funds": services.by_fund(found),
        "total": services.total(found),
    }
    return render(request, "treasury/revenue.html", context, status=200 if form.is_valid() else 422)
