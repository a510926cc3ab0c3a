"""The municipality's calendar, year by year."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from zoonoses.municipalities import clock
from zoonoses.municipalities.access import Role, access
from zoonoses.municipalities.forms.holidays import ConfirmationForm, HolidayForm, RevocationForm, YearForm
from zoonoses.municipalities.models import Holiday
from zoonoses.municipalities.refusals import Refused
from zoonoses.municipalities.services import holidays as services


@access(Role.MANAGER)
def holidays(request):
    """One year: official days, the municipality's own, those its laws fix, and whether the year was checked."""
    year = _year(request)
    form = HolidayForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            row = services.add_day(
                municipality=request.municipality, on=clock.today(request.municipality), **form.cleaned_data
            )
        except Refused as refusal:
            form.add_error(refusal.field, refusal.sentence)
        else:
            messages.success(request, f"{row.name} está no calendário.")
            return _back(row.on.year)
    return _page(request, year, form=form)


@access(Role.MANAGER)
@require_POST
def suggested(request, year):
    """Enters the days that the published municipal laws fix for the year."""
    count = services.add_suggested(
        municipality=request.municipality, year=year, on=clock.today(request.municipality)
    )
    messages.success(request, f"Dias incluídos: {count}.")
    return _back(year)


@access(Role.MANAGER)
@require_POST
def confirm(request, year):
    """The manager's word that every day of the year is entered."""
    form = ConfirmationForm(request.POST)
    if not form.is_valid():
        return _page(request, year, confirmation=form)
    try:
        services.confirm_year(
            municipality=request.municipality,
            year=year,
            by=request.membership,
            at=clock.now(request.municipality),
            **form.cleaned_data,
        )
    except Refused as refusal:
        form.add_error("source", refusal.sentence)
        return _page(request, year, confirmation=form)
    messages.success(request, f"Calendário de {year} conferido: os prazos já podem entrar nele.")
    return _back(year)


@access(Role.MANAGER)
def revoke(request, pk):
    """Takes a day out of the calendar by the act that revoked it."""
    holiday = get_object_or_404(Holiday.objects.of(request.municipality), pk=pk)
    form = RevocationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.revoke_day(holiday=holiday, on=clock.today(request.municipality), **form.cleaned_data)
        except Refused as refusal:
            form.add_error("act", refusal.sentence)
        else:
            messages.success(request, f"{holiday.name} voltou a ser dia útil.")
            return _back(holiday.on.year)
    context = {"form": form, "holiday": holiday}
    return render(
        request, "municipalities/holiday_revoke.html", context, status=422 if form.is_bound else 200
    )


def _year(request):
    form = YearForm(request.GET)
    return form.cleaned_data["ano"] if form.is_valid() else clock.today(request.municipality).year


def _back(year):
    return redirect(f"{reverse('municipalities:holidays')}?ano={year}")


def _page(request, year, form=None, confirmation=None):
    form = form if form is not None else HolidayForm()
    confirmation = confirmation if confirmation is not None else ConfirmationForm()
    context = {
        "year": services.year_of(request.municipality, year),
        "form": form,
        "confirmation": confirmation,
        "years": [year - 1, year, year + 1],
    }
    status = 422 if form.is_bound or confirmation.is_bound else 200
    return render(request, "municipalities/holidays.html", context, status=status)
