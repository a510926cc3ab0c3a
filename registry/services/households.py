"""How many dogs and cats one address keeps, and what the law says of the number.

The address is the one at which an animal is kept: its tutor's, unless the animal's own record says another place.
Animals of every tutor of the address are counted together, whoever registered them.
"""

import re
from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db.models import Q

from registry.models import Animal
from registry.services import licensed
from registry.text import search_key
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook

COUNTED = (Animal.Species.DOG, Animal.Species.CAT)


def animals_at(*, municipality, address_key: str, on: date) -> list[Animal]:
    """Living dogs and cats kept at an address on a day, of all tutors; `address_key` as `registry.text.address_key`.

    An animal that died counts until the eve of its death. A record merged into another lives at the other's address.
    """
    if not address_key:
        return []
    rows = (
        Animal.objects.of(municipality)
        .filter(species__in=COUNTED)
        .filter(Q(died_on=None) | Q(died_on__gt=on))
        .select_related("tutor", "tutor__merged_into")
        .order_by("pk")
    )
    of_tutor = Q(tutor__merged_into=None, tutor__address_key=address_key)
    of_head = Q(tutor__merged_into__address_key=address_key)
    at_home = list(rows.filter(of_tutor | of_head, kept_at=""))
    return at_home + list(_kept_elsewhere(rows, address_key))


def _kept_elsewhere(rows, address_key):
    """Animals whose own record names this address. The number of the house narrows what is compared word by word."""
    rows = rows.exclude(kept_at="")
    for number in re.findall(r"\d+", address_key):
        rows = rows.filter(kept_at__contains=number)
    words = set(address_key.split())
    return [animal for animal in rows if words <= set(search_key(animal.kept_at).split())]


def count(
    *, municipality, address_key: str, on: date, adding: Iterable[Animal] = (), **facts: Any
) -> dict[str, Any] | None:
    """The law's answer to `household` for an address on a day: `counted`, `limit`, `over_limit`, `infraction`,
    `licence_possible` where the law has a licence, and `basis`. None where the law limits nothing (`not_in_law`).

    `adding` are animals about to come to the address (those already there count once). What the licences of the
    address say (`licensed`, `licensed_gone`, `has_report`, `reduced_limit`) is counted; `facts` replace it.
    Any other `LawError` is raised.
    """
    here = animals_at(municipality=municipality, address_key=address_key, on=on)
    known = {animal.pk for animal in here}
    coming = [animal for animal in adding if animal.pk is None or animal.pk not in known]
    rows = [_row(animal) for animal in (*here, *coming)]
    lawbook = Lawbook(municipality, on)
    try:
        licences = licensed.facts_at(lawbook, municipality=municipality, address_key=address_key, on=on)
        return lawbook.ask("household", animals=rows, on=on, **{**licences, **facts})
    except LawError as error:
        if error.code == "not_in_law":
            return None
        raise


def _row(animal) -> dict[str, Any]:
    row = {"species": str(animal.species), "count": 1}
    return {**row, "born_on": animal.born_on} if animal.born_on else row
