"""The animals of a seizure before they are anybody's record: are they within the law, of which size, whose are they."""

from collections.abc import Sequence
from dataclasses import dataclass

from impound.models import SeizedAnimal
from impound.services import law
from registry.models import Animal, Rga
from registry.services import animals as registry
from registry.services.animals import Chip
from zoonoses import brazil
from zoonoses.documents import codes
from zoonoses.documents.models import Attachment
from zoonoses.documents.refusals import Refusal

Species = Animal.Species
LARGEST_RGA = 2_147_483_647


@dataclass(frozen=True)
class AnimalInput:
    """One animal as it was found. `animal` is the one of the registry that it is; without it one is entered.

    `size` and `size_reason` are given by a person, and count only where the law's table does not hold the species.
    `chip_accepted` says why a chip that another living animal has is accepted for an animal entered now.
    """

    description: str
    apparent_health: str
    species: str = ""
    species_other: str = ""
    sex: str = Animal.Sex.UNKNOWN
    name: str = ""
    colour: str = ""
    is_wild: bool = False
    presumed_age: str = ""
    size: str = ""
    size_reason: str = ""
    tag_read: str = ""
    chip_read: str = ""
    chip_accepted: str = ""
    animal: Animal | None = None
    photos: tuple[Attachment, ...] = ()

    @property
    def kind(self) -> str:
        """The species: of the registry when the animal is there."""
        return self.animal.species if self.animal else self.species

    @property
    def label(self) -> str:
        """The species in words."""
        if self.animal:
            return self.animal.species_label
        return self.species_other or Species(self.species).label


@dataclass(frozen=True)
class Sized:
    """The size class of an animal: by the law's table (`article`), by hand (`reason`), or none where it has none."""

    size: str = ""
    reason: str = ""
    article: str = ""


def check_scope(lawbook, row: AnimalInput) -> None:
    """Raises `Refusal("out_of_scope")`, with the article, for an animal that this law does not reach.

    A species outside every list (`other`) is reached where the law goes by size: a person then classes it.
    """
    practice = lawbook.ruleset.practice
    wild = row.animal.is_wild if row.animal else row.is_wild
    if practice.domestic_only and wild:
        raise Refusal(
            "out_of_scope",
            f"{row.label.capitalize()}: {practice.scope_note}",
            practice.articles.get("domestic_only", ""),
        )
    listed = not practice.scope_species or row.kind in practice.scope_species
    if not listed and not (row.kind == Species.OTHER and lawbook.ruleset.sizes):
        raise Refusal(
            "out_of_scope",
            f"{row.label.capitalize()}: {practice.scope_note}",
            practice.articles.get("scope_species", ""),
        )


def sized(lawbook, row: AnimalInput) -> Sized:
    """The size class; raises `Refusal` where the table is silent on the species and nobody chose with a reason."""
    try:
        size, article = law.size_of(lawbook, row.kind)
        return Sized(size=size, article=article)
    except Refusal as refusal:
        if refusal.code != "species_not_in_table" or not row.size:
            raise
    if not row.size_reason.strip():
        raise Refusal("size_reason", f"{row.label.capitalize()}: escreva por que é deste porte.")
    return Sized(size=row.size, reason=row.size_reason.strip())


def check(lawbook, rows: Sequence[AnimalInput]) -> list[Sized]:
    """The size of each animal of a lot, or the first `Refusal`; nothing is written."""
    if not rows:
        raise Refusal("no_animals", "Informe ao menos um animal.")
    known = [row.animal.pk for row in rows if row.animal]
    if len(set(known)) < len(known):
        raise Refusal("same_animal", "O mesmo animal do cadastro foi informado duas vezes.")
    for row in rows:
        check_scope(lawbook, row)
    return [sized(lawbook, row) for row in rows]


def lock_registered(municipality, rows: Sequence[AnimalInput]) -> None:
    """Locks the animals that the registry knows; raises `Refusal` for one already in custody."""
    pks = sorted(row.animal.pk for row in rows if row.animal)
    found = Animal.objects.of(municipality).select_for_update(of=("self",)).filter(pk__in=pks).order_by("pk")
    if len(list(found)) < len(pks):
        raise ValueError("an animal of another municipality")
    inside = SeizedAnimal.objects.of(municipality).in_custody().filter(animal__in=pks)
    for custody in inside.select_related("animal"):
        raise Refusal(
            "in_custody", f"{custody.animal} já está no depósito: {custody} de {custody.seized_on:%d/%m/%Y}."
        )


def registered_animal(municipality, row: AnimalInput, *, owner, at, by) -> Animal:
    """The registry's animal, or one entered now: the owner's when known, with the chip that was read."""
    if row.animal is not None:
        return row.animal
    values = {
        "species": row.species,
        "species_other": row.species_other if row.species == Species.OTHER else "",
        "sex": row.sex,
        "name": row.name,
        "colour": row.colour,
        "is_wild": row.is_wild,
        "age_text": row.presumed_age,
    }
    chips = [Chip(row.chip_read, collision_accepted=row.chip_accepted)] if row.chip_read else None
    animal = registry.register(
        municipality=municipality, tutor=owner, values=values, chips=chips, by=by, at=at
    )
    if row.photos:
        animal.photo = row.photos[0]
        animal.save(update_fields=["photo"])
    return animal


def rga_of(animal: Animal) -> Rga | None:
    """The animal's RGA, or None."""
    return Rga.objects.filter(animal=animal).first()


def wears_own_tag(rga: Rga, tag_read: str) -> bool:
    """Whether the tag read on the animal is that of its RGA: its number, its code, or the address of its page."""
    last = tag_read.strip().rstrip("/").rsplit("/", 1)[-1].strip()
    number = brazil.bare(last)
    if number.isascii() and number.isdigit() and int(number) <= LARGEST_RGA and int(number) == rga.number:
        return True
    return rga.code in (last.upper(), codes.normalise(last))
