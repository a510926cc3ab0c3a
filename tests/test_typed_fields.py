"""What people type, on every form of the product at once: days, amounts, microchips. A new form is found by itself."""

import importlib
import pkgutil
from datetime import date
from decimal import Decimal

import pytest
from django import forms

import fines
import impound
import inspections
import registry
import zoonoses
from zoonoses import brazil
from zoonoses.municipalities.forms.fields import AmountField
from zoonoses.treasury.forms_rules import MonthField, PercentField

PLACES = {"latitude", "longitude"}  # what a phone sends, not what a person types


def _fields():
    """Every field that a form of the product declares: where it is, its name, the field."""
    for package in (zoonoses, registry, inspections, fines, impound):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".forms" not in module.name:
                continue
            for form in vars(importlib.import_module(module.name)).values():
                if (
                    isinstance(form, type)
                    and issubclass(form, forms.BaseForm)
                    and form.__module__ == module.name
                ):
                    for name, field in getattr(form, "base_fields", {}).items():
                        yield f"{module.name}.{form.__name__}", name, field


FIELDS = list(_fields())


def refuses(field, typed) -> bool:
    try:
        field.clean(typed)
    except forms.ValidationError:
        return True
    return False


@pytest.mark.parametrize(
    "typed", ["20226-03-18", "18/03/20226", "0226-03-18", "9999-12-31", "2022-02-30", "31/04/2022", "amanhã"]
)
def test_no_form_takes_a_day_that_is_none(typed):
    days = [(where, name, field) for where, name, field in FIELDS if isinstance(field, forms.DateField)]
    assert len(days) > 40
    assert [(where, name) for where, name, field in days if not refuses(field, typed)] == []


def test_every_form_takes_a_day_of_the_calendar():
    days = [(where, name, field) for where, name, field in FIELDS if isinstance(field, forms.DateField)]
    months = [name for _, name, field in days if isinstance(field, MonthField)]
    refusing = [name for _, name, field in days if refuses(field, "2022-03-18")]
    assert refusing == months == ["month"]


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("2", "2"),
        ("0,33", "0.33"),
        ("0.333", "0.333"),
        ("1%", "1"),
        ("-0,08", "-0.08"),
        ("1.23,4", None),
        ("--1", None),
    ],
)
def test_a_percentage_is_read_as_an_amount_is(typed, value):
    field = PercentField()
    assert refuses(field, typed) if value is None else field.clean(typed) == Decimal(value)


@pytest.mark.parametrize(
    ("typed", "month"),
    [
        ("04/2025", date(2025, 4, 1)),
        ("2025-04", date(2025, 4, 1)),
        ("13/2025", None),
        ("04/20226", None),
        ("04/0225", None),
    ],
)
def test_a_month_is_read_by_its_first_day(typed, month):
    field = MonthField()
    assert refuses(field, typed) if month is None else field.clean(typed) == month


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("1.234,56", "1234.56"),
        ("12,5", "12.5"),
        ("9.999", "9999"),
        ("1234.56", "1234.56"),
        ("1.234.567,89", "1234567.89"),
        (" 12,50 ", "12.50"),
        ("R$ 12,50", "12.50"),
        ("1.23,4", None),
        ("1,2,3", None),
        ("12,", None),
        ("1.2.3", None),
        ("-10", None),
        ("1e3", None),
        ("NaN", None),
        ("dez", None),
    ],
)
def test_an_amount_is_read_as_brazil_writes_it_or_refused(typed, value):
    field = AmountField()
    if value is None:
        assert refuses(field, typed)
    else:
        assert field.clean(typed) == Decimal(value)


def test_every_typed_number_with_decimals_is_such_a_field():
    plain = [
        (where, name)
        for where, name, field in FIELDS
        if type(field) is forms.DecimalField and name not in PLACES
    ]
    assert plain == []


@pytest.mark.parametrize("stored", ["12.5", "12.500", "9999", "9999.00", "0.3333", "1234567.89"])
def test_what_an_edit_form_shows_again_is_the_same_amount(stored):
    class Weighed(forms.Form):
        weight = AmountField()

    shown = Weighed(initial={"weight": Decimal(stored)})["weight"].as_widget()
    value = shown.split('value="')[1].split('"')[0]
    assert AmountField().clean(value) == Decimal(stored)


@pytest.mark.parametrize("typed", ["123", "98200012345678", "9820001234567890", "98200012345678a"])
def test_a_microchip_has_fifteen_digits(typed):
    with pytest.raises(ValueError, match="icrochip"):
        brazil.microchip(typed)


def test_a_microchip_is_kept_without_its_spaces():
    assert brazil.microchip("982 000 123 456 789") == "982000123456789"
