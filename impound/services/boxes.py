"""Where each animal is kept: places are counted with the box locked, so that the last one goes to one animal."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from impound.models import Box, BoxStay, SeizedAnimal
from impound.services import law, leaving, state
from registry.models import Animal
from zoonoses.documents.refusals import Refusal

SPECIES, SEX = "species", "sex"


@transaction.atomic
def allocate(*, custody: SeizedAnimal, box: Box, at: datetime, by, reason: str = "") -> BoxStay:
    """Puts an animal in a box, or moves it from another one, with the reason of the move.

    Nothing changes when it is there already. Raises `Refusal`: the animal has left, the box is full, out of use or
    for another species or sex, the law keeps apart who is inside, or entry exams are missing outside quarantine.
    """
    custody = leaving.lock([custody])[0]
    stay = BoxStay.objects.filter(custody=custody).current().select_related("box").first()
    box = _locked(custody, box, stay)
    if stay is not None and stay.box_id == box.pk:
        return stay
    reason = reason.strip()
    if stay is not None and not reason:
        raise Refusal("no_reason", "Escreva por que o animal muda de baia: fica no histórico dele.")
    if at < (stay.entered_at if stay else custody.seized_at):
        raise Refusal("before", "A mudança não pode ser anterior à entrada do animal onde ele está.")
    check(custody, box)
    if stay is not None:
        stay.left_at = at
        stay.save(update_fields=["left_at"])
    return BoxStay.objects.create(custody=custody, box=box, entered_at=at, reason=reason, moved_by=by)


def _locked(custody, box, stay) -> Box:
    """The box, with the one that the animal leaves, locked in one order for everybody."""
    wanted = {box.pk, stay.box_id if stay else box.pk}
    rows = Box.objects.of(custody.municipality).select_for_update(of=("self",)).filter(pk__in=wanted)
    locked = {row.pk: row for row in rows.order_by("pk")}
    if box.pk not in locked:
        raise ValueError("a box of another municipality")
    return locked[box.pk]


@dataclass(frozen=True)
class _Asked:
    """An animal, the law of its seizure, and the entry exams without a result: read once for many boxes."""

    custody: SeizedAnimal
    rule: Any
    missing: tuple


def _asked(custody) -> _Asked:
    lawbook = law.lawbook_of(custody)
    return _Asked(custody, law.custody_rule(lawbook), state.quarantine(custody, lawbook=lawbook))


def check(custody: SeizedAnimal, box: Box) -> None:
    """Raises `Refusal` when this animal may not be put in this box now."""
    _judge(_asked(custody), box, _inside(box, but=custody))


def _judge(asked, box, inside) -> None:
    custody = asked.custody
    if not box.is_active:
        raise Refusal("box_inactive", f"{box} está fora de uso.")
    if box.species and box.species != custody.species:
        raise Refusal("box_species", f"{box} é só para {box.get_species_display()}.")
    if box.sex and box.sex != custody.sex:
        raise Refusal("box_sex", f"{box} é só para {box.get_sex_display()}; {_sex_of(custody)}.")
    if asked.missing and box.purpose != Box.Purpose.QUARANTINE:
        names = ", ".join(row.label for row in asked.missing)
        raise Refusal(
            "quarantine",
            f"Falta: {names}. Até lá o animal fica em quarentena: escolha uma baia de quarentena "
            "ou registre os resultados.",
            asked.missing[0].article,
        )
    if len(inside) >= box.capacity:
        raise Refusal("box_full", f"{box} não tem lugar: {occupation(len(inside), box.capacity)}.")
    for other in inside:
        _check_apart(asked, box, other)


def occupation(inside: int, capacity: int) -> str:
    """`2 de 3 vagas`, `1 de 1 vaga`."""
    return f"{inside} de {capacity} {'vaga' if capacity == 1 else 'vagas'}"


def _inside(box, *, but=None) -> list[SeizedAnimal]:
    stays = BoxStay.objects.filter(box=box).current().exclude(custody=but).select_related("custody")
    return [stay.custody for stay in stays]


def _sex_of(custody) -> str:
    if custody.sex == Animal.Sex.UNKNOWN:
        return "o sexo do animal não foi verificado"
    return f"o animal é {custody.get_sex_display()}"


def _check_apart(asked, box, other) -> None:
    """What the law of the seizure keeps apart. A mother and her young stay together."""
    custody, rule = asked.custody, asked.rule
    families = {custody.mother_id or custody.pk, other.mother_id or other.pk}
    if len(families) == 1:
        return
    if SPECIES in rule.separated_by and other.species != custody.species:
        raise Refusal(
            "species_apart",
            f"Em {box} está o nº {other.full_number}, {other.get_species_display()}: as espécies ficam separadas.",
            rule.separated_article,
        )
    if SEX in rule.separated_by and not _same_sex(custody, other):
        raise Refusal(
            "sexes_apart",
            f"Em {box} está o nº {other.full_number}, {other.get_sex_display()}, e {_sex_of(custody)}: "
            "os sexos ficam separados.",
            rule.separated_article,
        )


def _same_sex(one, other) -> bool:
    return one.sex == other.sex and one.sex != Animal.Sex.UNKNOWN


def choices(custody: SeizedAnimal) -> list[tuple[Box, Refusal | None]]:
    """Every box in use with who is inside (`box.inside`), and why this animal may not go there, or None."""
    asked = _asked(custody)
    stays = BoxStay.objects.filter(box__municipality=custody.municipality).current().exclude(custody=custody)
    inside: dict[int, list[SeizedAnimal]] = {}
    for stay in stays.select_related("custody").order_by("pk"):
        inside.setdefault(stay.box_id, []).append(stay.custody)
    found = []
    for box in Box.objects.of(custody.municipality).active():
        box.inside = inside.get(box.pk, [])
        found.append((box, _why_not(asked, box)))
    return found


def _why_not(asked, box) -> Refusal | None:
    try:
        _judge(asked, box, box.inside)
    except Refusal as refusal:
        return refusal
    return None


def listed(municipality, situation: str = "") -> QuerySet:
    """Boxes with `occupied`: all in use, or `com-vaga`, `quarentena`, `observacao`, `fora-de-uso`."""
    rows = Box.objects.of(municipality).with_occupation().filter(is_active=situation != "fora-de-uso")
    if situation == "com-vaga":
        rows = rows.filter(occupied__lt=F("capacity"))
    purposes = {"quarentena": Box.Purpose.QUARANTINE, "observacao": Box.Purpose.OBSERVATION}
    if situation in purposes:
        rows = rows.filter(purpose=purposes[situation])
    return rows.order_by("name", "pk")


def without_box(municipality) -> QuerySet:
    """Animals in custody that are in no box, those waiting longest first."""
    inside = BoxStay.objects.current().filter(custody=OuterRef("pk"))
    rows = SeizedAnimal.objects.of(municipality).in_custody().filter(~Exists(inside))
    return rows.order_by("seized_at", "pk")


@transaction.atomic
def save_box(*, municipality, values: Mapping[str, Any], box: Box | None = None) -> Box:
    """Enters a box, or corrects one: never below who is inside, nor out of use while somebody is.

    `values` are the fields of `Box`. Raises `Refusal` with a sentence of what to do.
    """
    if box is None:
        box = Box(municipality=municipality)
        inside = []
    else:
        box = Box.objects.of(municipality).select_for_update(of=("self",)).get(pk=box.pk)
        inside = _inside(box)
    for name in ("name", "capacity", "purpose", "species", "sex", "is_active"):
        if name in values:
            setattr(box, name, values[name])
    if len(inside) > box.capacity:
        raise Refusal("box_occupied", f"Há {len(inside)} animais na baia: as vagas não podem ser menos.")
    if inside and not box.is_active:
        raise Refusal("box_occupied", "Há animais na baia: mude-os antes de tirá-la de uso.")
    _check_inside(box, inside)
    try:
        with transaction.atomic():
            box.save()
    except IntegrityError as error:
        raise Refusal("box_name", f"Já há uma baia com o nome “{box.name}”.") from error
    return box


def _check_inside(box, inside) -> None:
    for custody in inside:
        if box.species and custody.species != box.species:
            raise Refusal("box_occupied", f"O nº {custody.full_number} está na baia e é de outra espécie.")
        if box.sex and custody.sex != box.sex:
            raise Refusal("box_occupied", f"O nº {custody.full_number} está na baia e é de outro sexo.")
