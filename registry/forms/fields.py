"""Form fields for what people type by hand: documents, telephones, postal codes, days and quantities.

Each gives the stored form (digits, capitals, `date`), so that pages only show and services only receive clean
data.
"""

from datetime import date

from django import forms

from zoonoses import brazil

EARLIEST_BIRTH_YEAR = 1960


class CheckedField(forms.CharField):
    """A text checked by one function of `zoonoses.brazil`; empty stays empty."""

    check = None

    def clean(self, value):
        value = super().clean(value)
        if not value:
            return ""
        try:
            return type(self).check(value)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error


class PhoneField(CheckedField):
    check = staticmethod(brazil.phone)
    widget = forms.TextInput(attrs={"inputmode": "tel", "autocomplete": "off"})


class PostalCodeField(CheckedField):
    check = staticmethod(brazil.postal_code)
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})


def check_birth(born_on, today: date):
    """A birth lies in the past and within the life of an animal; raises `ValidationError`."""
    if born_on and born_on > today:
        raise forms.ValidationError("O nascimento não pode ser depois de hoje.")
    if born_on and born_on.year < EARLIEST_BIRTH_YEAR:
        raise forms.ValidationError(f"Confira o ano do nascimento: {born_on.year}.")
    return born_on
