"""Animals of the registry: entered and corrected, their chips, and who answers for them on a day.

The audit trail keeps what a record was.
"""

from dataclasses import dataclass
from datetime import date

from dateutil.relativedelta import relativedelta
from django.db import transaction

from registry.models import Animal, AnimalFact, ListEntry, Microchip
from registry.text import search_key
from zoonoses.documents.models import Attachment
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import attachments

MOST_CHIPS = 2
CHANGES_OF_TUTOR = (AnimalFact.Kind.TRANSFERRED, AnimalFact.Kind.ADOPTED)


@dataclass(frozen=True)
class Chip:
    """A chip as typed: its normal number (`zoonoses.brazil.microchip`), when it was implanted, and why a number
    that another living animal has was accepted.
    """

    number: str
    implanted_on: date | None = None
    collision_accepted: str = ""


def born_before(on: date, *, years: int = 0, months: int = 0) -> date:
    """The birth day presumed from an age on a day:

    The same day-number, or the last one of a shorter month.
    """
    return on - relativedelta(years=years, months=months)


@transaction.atomic
def register(*, municipality, tutor, values, chips=None, photo=None, by=None, at=None) -> Animal:
    """A new animal, with or without a known tutor. `values` are the cleaned fields of the animal's form.

    `chips` are `Chip`s, two at most; `photo` is an upload, kept with `by` and `at`. Raises `Refusal` as `set_chips`
    does, and for a photo that cannot be opened.
    """
    animal = _write(Animal(municipality=municipality, tutor=tutor), values)
    return _complete(animal, chips, photo, by, at)


@transaction.atomic
def update(*, animal, values, chips=None, photo=None, by=None, at=None) -> Animal:
    """Corrects an animal's record; `chips=None` leaves its chips as they are. Refusals as `register`."""
    return _complete(_write(animal, values), chips, photo, by, at)


def _write(animal, values) -> Animal:
    for name, value in values.items():
        setattr(animal, name, value)
    animal.clean_keys()
    animal.save()
    return animal


def _complete(animal, chips, photo, by, at) -> Animal:
    if chips is not None:
        set_chips(animal=animal, chips=chips)
    if photo is not None:
        animal.photo = attachments.store(
            municipality=animal.municipality, kind=Attachment.Kind.PHOTO, upload=photo, by=by, at=at
        )
        animal.save(update_fields=["photo"])
    return animal


def collisions(*, municipality, numbers, but=None) -> list[Microchip]:
    """Chips of other living animals of the municipality with one of these numbers."""
    rows = Microchip.objects.filter(
        number__in=numbers, animal__municipality=municipality, animal__died_on=None
    )
    return list(rows.exclude(animal=but).select_related("animal__tutor").order_by("pk"))


@transaction.atomic
def set_chips(*, animal, chips) -> None:
    """The animal carries these chips and no other: what is gone is removed, the rest written.

    Raises `Refusal("too_many_chips")`, `Refusal("same_chip_twice")`, and `Refusal("chip_collision")` when another
    living animal has the number and no reason says why it is accepted.
    """
    numbers = [chip.number for chip in chips]
    if len(numbers) > MOST_CHIPS:
        raise Refusal("too_many_chips", "Um animal tem no máximo dois microchips no cadastro.")
    if len(set(numbers)) < len(numbers):
        raise Refusal("same_chip_twice", "O mesmo microchip foi informado duas vezes.")
    taken = {row.number for row in collisions(municipality=animal.municipality, numbers=numbers, but=animal)}
    before = {row.number: row for row in animal.chips.select_for_update()}
    for chip in chips:
        row = before.pop(chip.number, None) or Microchip(animal=animal, number=chip.number)
        reason = chip.collision_accepted or row.collision_accepted
        if chip.number in taken and not reason:
            raise Refusal(
                "chip_collision",
                f"O microchip {chip.number} já está em outro animal vivo. Confira no leitor; "
                "se estiver certo, escreva o motivo de aceitar o número repetido.",
            )
        row.implanted_on = chip.implanted_on
        row.collision_accepted = reason if chip.number in taken else row.collision_accepted
        row.save()
    for row in before.values():
        row.delete()


def tutor_on(animal, day: date):
    """Who answers for the animal on a day, or None when nobody is known.

    A transfer counts from the day on which the registry was updated: until the eve the former tutor answers.
    """
    later = transfers_after([animal], day).get(animal.pk)
    return later.from_tutor if later is not None else animal.tutor


def transfers_after(animals, day: date) -> dict[int, AnimalFact]:
    """By animal, the first change of tutor recorded after a day, in one query; without one, nothing."""
    rows = AnimalFact.objects.filter(
        animal__in=animals, kind__in=CHANGES_OF_TUTOR, revoked_by=None, on__gt=day
    )
    rows = rows.select_related("from_tutor__merged_into", "to_tutor__merged_into").order_by("-on", "-pk")
    return {fact.animal_id: fact for fact in rows}


@transaction.atomic
def offer(*, municipality, kind: str, label: str) -> ListEntry:
    """Adds a species, breed or coat to the lists of the municipality; one taken out before is offered again."""
    entry, _ = ListEntry.objects.get_or_create(municipality=municipality, kind=kind, species="", label=label)
    if not entry.is_active:
        switch(entry=entry)
    return entry


def switch(*, entry: ListEntry) -> None:
    """Offered no longer, or again. Records that already have it keep it."""
    entry.is_active = not entry.is_active
    entry.save(update_fields=["is_active"])


def search(*, municipality, text):
    """Animals whose name, or whose tutor's name, holds every word, in any order and without accents."""
    rows = Animal.objects.of(municipality).select_related("tutor")
    for word in search_key(text).split():
        rows = rows.filter(name_key__contains=word) | rows.filter(tutor__name_key__contains=word)
    return rows
