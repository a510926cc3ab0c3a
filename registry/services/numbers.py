"""Numbers of the RGA: one sequence per municipality that never restarts.

The agency takes the next number of the sequence. A block of kits takes consecutive numbers of the same sequence when
it is delivered, so that no number is in two blocks and none of a block is ever given at the agency.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from registry.models import Clinic, KitBlock, Rga, SpoiltNumber
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import numbering

SEQUENCE = {"kind": "rga", "year": 0}


@dataclass(frozen=True)
class Taken:
    """A number for a registration, and the block that it comes from, where it comes from one."""

    number: int
    block: KitBlock | None = None


@transaction.atomic
def take(*, municipality, on: date, clinic: Clinic | None = None, number: int | None = None) -> Taken:
    """The number of a registration made on a day, inside the transaction that writes the `Rga` row.

    At the agency: the next of the sequence, or the `number` of a kit in a block that the agency kept for itself. At a
    clinic: the `number` that it typed, in any order inside its blocks, or else the lowest free one. Raises `Refusal`
    for a clinic that may not register on the day, a number outside the blocks, used, or spoilt, and when none is left.
    """
    if clinic is None and number is None:
        return Taken(numbering.next_number(municipality=municipality, **SEQUENCE))
    if clinic is not None:
        may_register(clinic, on)
    blocks = locked_blocks(municipality, clinic)
    if number is not None:
        return Taken(number, free(blocks, number))
    for block in blocks:
        found = next(iter(free_numbers(block)), None)
        if found is not None:
            return Taken(found, block)
    raise Refusal(
        "no_numbers_left", "Acabaram os kits da clínica: não há número livre. Peça um novo bloco ao órgão."
    )


def may_register(clinic: Clinic, on: date) -> None:
    """Raises `Refusal` when the clinic's accreditation does not hold on the day."""
    if clinic.accredited_on > on:
        raise Refusal("not_accredited", f"O credenciamento começa em {clinic.accredited_on:%d/%m/%Y}.")
    if clinic.suspended_on and clinic.suspended_on <= on:
        raise Refusal(
            "clinic_suspended",
            f"O credenciamento está suspenso desde {clinic.suspended_on:%d/%m/%Y}. Procure o órgão municipal.",
        )
    if clinic.valid_until and clinic.valid_until < on:
        raise Refusal(
            "clinic_expired",
            f"O credenciamento venceu em {clinic.valid_until:%d/%m/%Y}. Procure o órgão municipal para renovar.",
        )


def locked_blocks(municipality, clinic: Clinic | None) -> list[KitBlock]:
    """The blocks of a clinic, or those that the agency kept, lowest first, locked until the transaction ends."""
    rows = KitBlock.objects.of(municipality).filter(clinic=clinic).order_by("first")
    return list(rows.select_for_update(of=("self",)))


def free(blocks: Iterable[KitBlock], number: int) -> KitBlock:
    """The block in which a number is still free; raises `Refusal` otherwise."""
    block = next((block for block in blocks if block.first <= number <= block.last), None)
    if block is None:
        raise Refusal(
            "number_outside_blocks",
            f"O número {number} não está nos seus blocos de kits. Confira a carteira.",
        )
    if Rga.objects.filter(municipality_id=block.municipality_id, number=number).exists():
        raise Refusal("number_used", f"O número {number} já foi usado em outro registro. Confira a carteira.")
    if block.spoilt.filter(number=number).exists():
        raise Refusal("number_spoilt", f"O número {number} foi dado como inutilizado e não pode ser usado.")
    return block


def free_numbers(block: KitBlock) -> list[int]:
    """Numbers of a block neither used nor spoilt, lowest first."""
    gone = used_numbers(block) | set(block.spoilt.values_list("number", flat=True))
    return [number for number in range(block.first, block.last + 1) if number not in gone]


def used_numbers(block: KitBlock) -> set[int]:
    """Numbers of a block that an animal has."""
    rows = Rga.objects.filter(municipality_id=block.municipality_id, number__range=(block.first, block.last))
    return set(rows.values_list("number", flat=True))


@transaction.atomic
def spoil(*, municipality, clinic: Clinic | None, number: int, reason: str, on: date, by) -> SpoiltNumber:
    """A kit spoilt before use: its number is accounted for and never given. Refusals as `take`."""
    reason = reason.strip()
    if not reason:
        raise Refusal("reason_missing", "Diga o que houve com o kit.")
    block = free(locked_blocks(municipality, clinic), number)
    return SpoiltNumber.objects.create(block=block, number=number, reason=reason, on=on, recorded_by=by)


@transaction.atomic
def claim(*, municipality, numbers: Iterable[int]) -> None:
    """Numbers that animals already have from the town's former register: the sequence goes on after the highest.

    The caller writes the `Rga` rows in the same transaction. Raises `Refusal` naming those that an animal already has
    or that lie in a block of kits.
    """
    wanted = sorted(set(numbers))
    if not wanted:
        return
    counter = numbering.locked(municipality=municipality, **SEQUENCE)
    taken = set()
    for start in range(0, len(wanted), 500):
        rows = Rga.objects.of(municipality).filter(number__in=wanted[start : start + 500])
        taken.update(rows.values_list("number", flat=True))
    blocks = list(KitBlock.objects.of(municipality).values_list("first", "last"))
    taken.update(n for n in wanted for first, last in blocks if first <= n <= last)
    if taken:
        shown = ", ".join(str(number) for number in sorted(taken)[:20])
        raise Refusal(
            "number_used", f"Números de RGA já dados a outro animal ou a um bloco de kits: {shown}."
        )
    counter.last = max(counter.last, wanted[-1])
    counter.save(update_fields=["last"])
