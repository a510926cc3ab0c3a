"""Which animals a number names: plaqueta (number or QR code), microchip, or the tutor's document. Exact or nothing."""

from django.db.models import Q

from registry.models import Animal, Microchip, Rga, Tutor
from zoonoses import brazil

MOST = 60
LARGEST_RGA = 2_147_483_647


def animals_by(*, municipality, text, with_people=True) -> list[Animal]:
    """The animals that this number names, by name; none for a text that is no number of anything.

    A QR code may be read whole, as the address of the tag's public page. `with_people` also looks for the tutor's
    CPF or CNPJ; clinics look by the animal alone. Each look goes through an index, never through the whole register.
    """
    last = text.strip().rstrip("/").rsplit("/", 1)[-1].strip()
    number = brazil.bare(last)
    if not number:
        return []
    found = set(Rga.objects.of(municipality).filter(_tag(last, number)).values_list("animal_id", flat=True))
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


def _tag(text, number):
    wanted = Q(code__iexact=text)
    if number.isascii() and number.isdigit() and int(number) <= LARGEST_RGA:
        wanted |= Q(number=int(number))
    return wanted
