"""Births in custody: each newborn is in custody by itself, of its mother's seizure, since the moment it was born."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from impound.models import CustodyEvent, SeizedAnimal
from impound.services.events import Entry, locked
from impound.services.seizing import ENTRY
from registry.models import Animal
from registry.services import animals
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.numbering import next_numbers

MOST = 20


@dataclass(frozen=True)
class Litter:
    """How many were born, by sex, and how they look."""

    females: int = 0
    males: int = 0
    unknown: int = 0
    description: str = ""
    health: str = ""

    @property
    def sexes(self) -> list[str]:
        sex = Animal.Sex
        return [sex.FEMALE] * self.females + [sex.MALE] * self.males + [sex.UNKNOWN] * self.unknown


@transaction.atomic
def record(*, mother: SeizedAnimal, litter: Litter, born_at: datetime, entry: Entry) -> CustodyEvent:
    """The birth, and one record for each newborn: its number, its mother, her seizure and her size class.

    The terms and the bill of each count from its birth. Sent again with the same key, it gives the birth already made.
    Raises `Refusal`: none or too many, a male mother, a birth before she came or after now.
    """
    mother = locked(mother)
    made = CustodyEvent.objects.filter(key=entry.key).first() if entry.key else None
    if made is not None:
        return made
    sexes = litter.sexes
    _check(mother, sexes, born_at, entry.at)
    numbers = next_numbers(municipality=mother.municipality, kind=ENTRY, year=born_at.year, count=len(sexes))
    born = [
        _newborn(mother, litter, sex, number, born_at) for sex, number in zip(sexes, numbers, strict=True)
    ]
    names = ", ".join(f"nº {row.full_number}" for row in born)
    return CustodyEvent.objects.create(
        custody=mother,
        kind=CustodyEvent.Kind.BIRTH,
        label=f"Nascimento: {names}"[:200],
        on=born_at.date(),
        text=entry.text.strip(),
        facts={"born": [row.pk for row in born]},
        recorded_at=entry.at,
        recorded_by=entry.by,
        key=entry.key,
    )


def _check(mother, sexes, born_at, at) -> None:
    if not sexes:
        raise Refusal("none_born", "Diga quantos nasceram.")
    if len(sexes) > MOST:
        raise Refusal("too_many", f"São no máximo {MOST} por registro: confira o número.")
    if mother.sex == Animal.Sex.MALE:
        raise Refusal("male", "Este animal consta como macho: confira o registro.")
    if born_at < mother.seized_at or born_at > at:
        raise Refusal("not_in_custody", "O nascimento é depois da entrada da mãe e até agora.")


def _newborn(mother, litter, sex, number, born_at) -> SeizedAnimal:
    owner = mother.seizure.owner or (mother.animal.tutor if mother.identified else None)
    animal = animals.register(
        municipality=mother.municipality,
        tutor=owner,
        values={
            "species": mother.species,
            "species_other": mother.animal.species_other,
            "sex": sex,
            "born_on": born_at.date(),
            "age_is_presumed": False,
            "origin": f"nasceu no depósito, da mãe nº {mother.full_number}",
        },
    )
    return SeizedAnimal.objects.create(
        municipality=mother.municipality,
        seizure=mother.seizure,
        animal=animal,
        entry_year=born_at.year,
        entry_number=number,
        seized_at=born_at,
        seized_on=born_at.date(),
        species=mother.species,
        size=mother.size,
        size_reason=mother.size_reason,
        sex=sex,
        presumed_age="nascido em custódia",
        description=litter.description.strip() or "filhote",
        apparent_health=litter.health.strip() or "sem alteração aparente",
        mother=mother,
    )
