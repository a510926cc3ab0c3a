"""What the page of a new seizure takes from the law of the day and from the registry."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.http import QueryDict

from impound.documents.seizing import free_ground_note
from impound.models import SeizedAnimal
from impound.services import law
from inspections.services import lawform
from registry.models import Animal, Tutor
from registry.services.identify import animals_by
from zoonoses.municipalities.lawbook import Lawbook

MOST_OFFERED = 12
# Rows open at once, so that a lot is typed without asking the network for another.
ROWS_AT_FIRST = 3
PLACE = ("street", "number", "complement", "district", "city", "uf", "postal_code")


@dataclass(frozen=True)
class Ground:
    """One ground of the law, in its words."""

    code: str
    label: str
    article: str


@dataclass(frozen=True)
class SeizingLaw:
    """The form's side of the law: its grounds, its species first, and whether it has sizes."""

    title: str
    grounds: tuple[Ground, ...]
    free_ground: bool
    ground_note: str
    species: tuple[tuple[str, str], ...]
    scope_note: str
    sized: bool


def law_of_day(municipality, on: date) -> SeizingLaw:
    """What the form asks under the law of a day; raises `Refusal` when no law is in force."""
    lawbook = Lawbook(municipality, on)
    lawform.require_in_force(lawbook)
    rules, rule = lawbook.ruleset, law.custody_rule(lawbook)
    scope = rules.practice.scope_species
    species = sorted(Animal.Species.choices, key=lambda row: bool(scope) and row[0] not in scope)
    return SeizingLaw(
        title=rules.header.short_title,
        grounds=tuple(Ground(row.code, row.label, row.article) for row in rules.seizure_grounds),
        free_ground=rule.free_ground,
        ground_note=free_ground_note(rules) if rule.free_ground else "",
        species=tuple(species),
        scope_note=rules.practice.scope_note,
        sized=bool(rules.sizes),
    )


def found_by(municipality, *numbers: str) -> list[Animal]:
    """Living animals of the registry that a chip or a tag names, by exact number; each once."""
    found: dict[int, Animal] = {}
    for number in numbers:
        if number.strip():
            rows = animals_by(municipality=municipality, text=number, with_people=False)
            found.update({row.pk: row for row in rows if row.died_on is None})
    return list(found.values())


def offered(municipality, *, owner: Tutor | None, inspection, but: Iterable[int]) -> list[Animal]:
    """Animals that may be put in the lot by one touch: the owner's, and those of the visit; none that is in custody."""
    rows = Animal.objects.of(municipality).filter(died_on=None).exclude(pk__in=list(but))
    owned = rows.filter(tutor=owner) if owner else rows.none()
    seen = rows.filter(inspections=inspection) if inspection else rows.none()
    inside = SeizedAnimal.objects.of(municipality).in_custody().values("animal")
    found = (owned | seen).exclude(pk__in=inside).distinct().order_by("name_key", "pk")
    return list(found[:MOST_OFFERED])


def initial(municipality, *, inspection=None, complaint=None, measure=None) -> QueryDict:
    """What is already known when the form opens: the place, and whose the animals are, of the visit or complaint; of a
    decision that took them, the place of the fact and who lost them."""
    source = measure.notice.inspection if measure else inspection or complaint
    data = QueryDict(mutable=True)
    data["animal-rows"] = str(ROWS_AT_FIRST)
    data["where-city"], data["where-uf"] = municipality.name, municipality.uf
    if source is not None:
        data.update({f"where-{name}": getattr(source, name) for name in PLACE if getattr(source, name)})
    owner = inspection.tutor if inspection else complaint.accused if complaint else None
    owner = measure.notice.offender if measure else owner
    if owner is not None:
        owner = owner.merged_into or owner
        data["who-who"], data["who-tutor"] = "known", str(owner.pk)
    return data
