"""Who may be the same person: warned about while typing, before saving, and when two records are to be merged."""

from difflib import SequenceMatcher

from registry.models import Phone, Tutor, TutorAddress
from registry.text import address_key, search_key
from zoonoses import brazil

SHOWN = 25
NEAR_NAME = 0.8
COMPARED = 200


def near(one: str, other: str) -> bool:
    """Nearly equal names, or one written with fewer words than the other (`maria souza`, `maria da silva souza`)."""
    fewer, more = sorted((set(one.split()), set(other.split())), key=len)
    return SequenceMatcher(None, one, other).ratio() >= NEAR_NAME or (len(fewer) > 1 and fewer <= more)


def likely_same(*, municipality, values, but=None) -> list[Tutor]:
    """People who may be the one described by `values` (`name`, address, `phones`): the same name, or a near name with
    the same address or telephone. `but` is the record of the person themselves.

    A warning, never a refusal: relatives share a house.
    """
    name = search_key(values.get("name", ""))
    if not name:
        return []
    rows = (
        Tutor.objects.of(municipality).filter(anonymised_on=None).select_related("merged_into").order_by("pk")
    )
    # Three queries and not one: each is answered by its own index.
    found = list(rows.filter(name_key=name)[:SHOWN])
    found += [row for row in _of_the_place(rows, values) if near(row.name_key, name)]
    heads = dict.fromkeys(row.merged_into or row for row in found)
    return [head for head in heads if head.pk != but][:SHOWN]


def _of_the_place(rows, values) -> list[Tutor]:
    """Records with the same address or one of the same telephones."""
    place = address_key(values.get("street", ""), values.get("number", ""), values.get("district", ""))
    phones = [number for number in values.get("phones") or [] if number]
    found = []
    if place:
        found += rows.filter(address_key=place)[:COMPARED]
        others = TutorAddress.objects.filter(address_key=place).values("tutor")
        found += rows.filter(pk__in=others)[:COMPARED]
    if phones:
        found += rows.filter(pk__in=Phone.objects.filter(number__in=phones).values("tutor"))[:COMPARED]
    return found


def while_typing(*, municipality, typed, but=None) -> list[Tutor]:
    """As `likely_same`, of fields as they stand in a form half filled; who has the document comes first.

    `typed` has the form's own names (`document`, `phone_1` ...). What is not right yet is left out.
    """
    document, phones = brazil.bare(typed.get("document", "")), []
    for name, text in typed.items():
        if name.startswith("phone_") and text:
            try:
                phones.append(brazil.phone(text))
            except ValueError:
                continue
    rows = Tutor.objects.of(municipality).filter(anonymised_on=None).select_related("merged_into")
    same = list(rows.filter(document=document)) if len(document) in (11, 14) else []
    values = {name: typed.get(name, "") for name in ("name", "street", "number", "district")}
    found = [row.merged_into or row for row in same]
    found += likely_same(municipality=municipality, values={**values, "phones": phones}, but=but)
    return [head for head in dict.fromkeys(found) if head.pk != but]


def of_person(tutor) -> list[Tutor]:
    """Who may be this person in another record: by document-free likeness of name, address and telephones."""
    values = {
        "name": tutor.name,
        "street": tutor.street,
        "number": tutor.number,
        "district": tutor.district,
        "phones": list(tutor.phones.values_list("number", flat=True)),
    }
    return likely_same(municipality=tutor.municipality, values=values, but=tutor.pk)
