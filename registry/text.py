"""Normal form of addresses for searching; that of names is the product's own (`zoonoses.text`)."""

import re

from zoonoses.text import search_key

__all__ = ["STREET_TYPES", "address_key", "only_digits", "search_key"]

STREET_TYPES = {
    "al": "alameda",
    "av": "avenida",
    "bc": "beco",
    "est": "estrada",
    "estr": "estrada",
    "lad": "ladeira",
    "pc": "praca",
    "pca": "praca",
    "r": "rua",
    "rod": "rodovia",
    "tr": "travessa",
    "trav": "travessa",
    "tv": "travessa",
}

LONGEST_ADDRESS = 400  # of the column


def address_key(street: str = "", number: str = "", district: str = "") -> str:
    """`R. das Flores`, `157`, `Centro` -> `rua das flores 157 centro`: one key however the street's type is written.

    Empty without a street: then there is no address to compare. Some letters are several in their plain form (`㎏`):
    what the column cannot hold is cut.
    """
    first, _, rest = search_key(street).partition(" ")
    if not first:
        return ""
    key = search_key(STREET_TYPES.get(first, first) if rest else first, rest, number, district)
    return key[:LONGEST_ADDRESS]


def only_digits(text: str) -> str:
    """The digits of a text, in order."""
    return re.sub(r"\D", "", text or "")
