"""Days without full office hours, and the years whose days are all entered."""

from django import forms

from zoonoses.municipalities.forms.fields import EARLIEST_YEAR, LATEST_YEAR, DayField
from zoonoses.municipalities.models import Holiday


class HolidayForm(forms.Form):
    """One day, with the act that says so."""

    day = DayField(label="Dia")
    name = forms.CharField(label="Nome", max_length=120)
    kind = forms.ChoiceField(label="Tipo", choices=Holiday.Kind.choices)
    act = forms.CharField(label="Lei ou decreto", max_length=200, help_text="Como “Decreto nº 4.120/2026”.")


class RevocationForm(forms.Form):
    """The act that made it a business day again."""

    act = forms.CharField(label="Lei ou decreto que revogou ou transferiu", max_length=200)


class ConfirmationForm(forms.Form):
    """Where the manager took the year's days from."""

    source = forms.CharField(
        label="Fonte", max_length=250, help_text="O decreto do calendário do ano, ou onde foi conferido."
    )


class YearForm(forms.Form):
    """Which year the page shows."""

    ano = forms.IntegerField(label="Ano", min_value=EARLIEST_YEAR, max_value=LATEST_YEAR)
