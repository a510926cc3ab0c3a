"""Normal form of names and addresses for searching:

No accents, no case, apostrophes and dashes as nothing.
"""

import re
import unicodedata

_DROP = re.compile(r"['’`´]")
_SPACE = re.compile(r"[^\w]+", re.UNICODE)
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


def search_key(*parts: str) -> str:
    """`José D'Ávila` -> `jose davila`. Letters of any script stay; order of words is kept."""
    text = unicodedata.normalize("NFKD", " ".join(part for part in parts if part))
    text = "".join(char for char in text if not unicodedata.combining(char))
    return _SPACE.sub(" ", _DROP.sub("", text)).strip().lower()


def address_key(street: str = "", number: str = "", district: str = "") -> str:
    """`R. das Flores`, `157`, `Centro` -> `rua das flores 157 centro`: one key however the street's type is written.

    Empty without a street: then there is no address to compare.
    """
    first, _, rest = search_key(street).partition(" ")
    if not first:
        return ""
    return search_key(STREET_TYPES.get(first, first) if rest else first, rest, number, district)


def only_digits(text: str) -> str:
    """The digits of a text, in order."""
    return re.sub(r"\D", "", text or "")
