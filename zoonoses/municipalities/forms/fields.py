"""Fields of Brazilian forms that several pages of this app share."""

import re
from decimal import Decimal

from django import forms

from zoonoses import brazil

EARLIEST_YEAR, LATEST_YEAR = 1990, 2100
FAR_END = f"{LATEST_YEAR}-12-31"


class DayField(forms.DateField):
    """A day, by the browser's own calendar or as `dd/mm/aaaa`. Absurd years, and those of five digits, are refused."""

    earliest, latest = EARLIEST_YEAR, LATEST_YEAR

    def __init__(self, **kwargs):
        kwargs.setdefault(
            "widget", forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "max": FAR_END})
        )
        kwargs.setdefault("input_formats", ["%Y-%m-%d", "%d/%m/%Y"])
        super().__init__(**kwargs)
        self.error_messages["invalid"] = "Data inválida: use dia, mês e ano com quatro algarismos."

    def clean(self, value):
        day = super().clean(value)
        if day and not self.earliest <= day.year <= self.latest:
            raise forms.ValidationError(f"Informe um ano entre {self.earliest} e {self.latest}.")
        return day


class LifetimeDayField(DayField):
    """A day that may lie a lifetime back: of a birth, of a paper of long ago."""

    earliest = 1900


class ConvertedField(forms.CharField):
    """A text stored in one form only: `convert` gives it, or raises ValueError with the sentence to show."""

    def __init__(self, *args, convert, **kwargs):
        super().__init__(*args, **kwargs)
        self.convert = convert

    def clean(self, value):
        text = super().clean(value)
        if not text:
            return ""
        try:
            return self.convert(text)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error


def cpf_field(**kwargs) -> ConvertedField:
    """A CPF, with or without punctuation."""
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return ConvertedField(label="CPF", max_length=20, convert=brazil.cpf, widget=widget, **kwargs)


_WITH_COMMA = re.compile(r"(\d+|[1-9]\d{0,2}(\.\d{3})+),\d+")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(\.\d{3})+")  # not 0.333, which is a third
_PLAIN = re.compile(r"\d+(\.\d+)?")


def amount(text: str) -> Decimal:
    """`1.234,56`, `12,5`, `9.999`, `4.7175` and `0.333` as 1234.56, 12.5, 9999, 4.7175 and 0.333.

    Anything else is a ValueError.
    """
    text = text.strip().removeprefix("R$").strip()
    if _WITH_COMMA.fullmatch(text):
        return Decimal(text.replace(".", "").replace(",", "."))
    if _THOUSANDS.fullmatch(text):
        return Decimal(text.replace(".", ""))
    if _PLAIN.fullmatch(text):
        return Decimal(text)
    raise ValueError("Escreva o valor como 1.234,56.")


class AmountField(forms.DecimalField):
    """A positive amount as Brazil writes it; a stored one is shown with its comma, to be read again as it is."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})

    def prepare_value(self, value):
        return f"{value:f}".replace(".", ",") if isinstance(value, Decimal) else value

    def to_python(self, value):
        if value in self.empty_values or not isinstance(value, str):
            return super().to_python(value)
        try:
            return amount(value)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error
