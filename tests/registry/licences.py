"""A home with animals that have RGA and vaccine, for the tests of licences."""

from datetime import date
from itertools import count

from registry.models import Rga, Vaccination
from tests.factories import AnimalFactory

_codes = count(1)


def rga_of(animal, by, on):
    """The next RGA number, given straight."""
    number = Rga.objects.filter(municipality=animal.municipality).count() + 1
    return Rga.objects.create(
        municipality=animal.municipality,
        number=number,
        animal=animal,
        registered_on=on.date(),
        registered_at=on,
        registered_by=by,
        code=f"PLACA-{next(_codes):06d}",
    )


def dose_of(animal, by, at, on, until=None):
    """A dose against rabies shown by document."""
    return Vaccination.objects.create(
        animal=animal,
        municipality=animal.municipality,
        product_name="Antirrábica",
        on=on,
        revaccinate_on=until,
        shown_proof=True,
        recorded_by=by,
        recorded_at=at,
    )


def home(town, number, *, at, tutor=None, born_on=date(2009, 5, 10), complete=True):
    """Animals of one tutor, `number` of them, with RGA and dose when `complete`."""
    animals = [
        AnimalFactory(tutor=tutor or town.tutor, name=f"Cão {place}", born_on=born_on)
        for place in range(number)
    ]
    for animal in animals if complete else ():
        rga_of(animal, town.clerk, at)
        dose_of(animal, town.vet, at, at.date())
    return animals
