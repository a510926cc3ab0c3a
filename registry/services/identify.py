"""Which animals a number names: plaqueta (number or QR code), microchip, or the tutor's document. Exact or nothing."""

import re

from registry.models import Animal, Microchip, Rga, Tutor
from zoonoses import brazil
from zoonoses.documents import codes
from zoonoses.text import record_key

MOST = 60
LARGEST_RGA = 2_147_483_647
LONGEST_CODE = 20
MICROCHIP = re.compile(r"[0-9A-Z]{9,15}")


def animals_by(*, municipality, text, with_people=True) -> list[Animal]:
    """The animals that this number names, by name; none for a text that is no number of anything.

    A QR code may be read whole, as the address of the tag's public page. `with_people` also looks for the tutor's
    CPF or CNPJ; clinics look by the animal alone. Each look goes through an index, never through the whole register.
    """
    last = text.strip().rstrip("/").rsplit("/", 1)[-1].strip()
    number = brazil.bare(last)
    if not number:
        return []
    found = set(_tagged(municipality, last, number))
    if MICROCHIP.fullmatch(number):
        chips = Microchip.objects.filter(number=number, animal__municipality=municipality)
        found |= set(chips.values_list("animal_id", flat=True))
    if with_people and len(number) in (11, 14):
        people = Tutor.objects.of(municipality).filter(document=number).values_list("pk", "merged_into_id")
        heads = {merged or pk for pk, merged in people}
        owned = Animal.objects.of(municipality)
        found |= set(owned.filter(tutor__in=heads).values_list("pk", flat=True)[:MOST])
        found |= set(owned.filter(tutor__merged_into__in=heads).values_list("pk", flat=True)[:MOST])
    rows = Animal.objects.of(municipality).filter(pk__in=found).select_related("tutor__merged_into", "rga")
    return list(rows.order_by("name_key", "pk")[:MOST])


def _tagged(municipality, text, number) -> list[int]:
    """Animals of this tag: one look by number, one by code, each through its own index."""
    rows = Rga.objects.of(municipality).order_by().values_list("animal_id", flat=True)
    found = []
    tag = record_key(number)
    if tag is not None and tag <= LARGEST_RGA:
        found += rows.filter(number=tag)
    if " " not in text and len(text) <= LONGEST_CODE:
        found += rows.filter(code__in={text.upper(), codes.normalise(text) or text.upper()})
    return found
