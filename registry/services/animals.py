"""Animals of the registry: entered and corrected. The audit trail keeps what they were."""

from datetime import date

from dateutil.relativedelta import relativedelta
from django.db import transaction

from registry.models import Animal
from registry.text import search_key


def born_before(on: date, *, years: int = 0, months: int = 0) -> date:
    """The birth day presumed from an age on a day:

    The same day-number, or the last one of a shorter month.
    """
    return on - relativedelta(years=years, months=months)


@transaction.atomic
def register(*, municipality, tutor, values) -> Animal:
    """A new animal, with or without a known tutor. `values` are the cleaned fields of the animal's form."""
    return _write(Animal(municipality=municipality, tutor=tutor), values)


@transaction.atomic
def update(*, animal, values) -> Animal:
    """Corrects an animal's record."""
    return _write(animal, values)


def _write(animal, values) -> Animal:
    for name, value in values.items():
        setattr(animal, name, value)
    animal.clean_keys()
    animal.save()
    return animal


def search(*, municipality, text):
    """Animals whose name, or whose tutor's name, holds every word, in any order and without accents."""
    rows = Animal.objects.of(municipality).select_related("tutor")
    for word in search_key(text).split():
        rows = rows.filter(name_key__contains=word) | rows.filter(tutor__name_key__contains=word)
    return rows
