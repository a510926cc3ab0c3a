"""What may be read by anybody of what was typed about an animal: numbers and addresses of people are left out.

Law-ordered notices carry free text. A CPF, a telephone, an e-mail or a name known to the record that was typed there by
mistake does not go up; what remains is shown to a person before it does, wherever one is there to look.
"""

import re
from collections.abc import Iterable

from zoonoses.text import search_key

OMITTED = "[omitido]"
EMAIL = re.compile(r"\S+@\S+")
# CPF, CNPJ, RG, telephone, chip, CEP: six digits or more, however they are separated. A day and a year stay.
NUMBER = re.compile(r"\(?\d[\d.\-/() ]{4,}\d[\dxX]?")
SHORT_DAY = re.compile(r"\d{1,2}/\d{1,2}/\d{4}")
FEWEST_DIGITS = 6
HOUSE = re.compile(r"\s*(?:,|\bn[º°o]\.?\s*\d|\bcasa\s+\d|\bs/n\b).*$", re.IGNORECASE)
WORD = re.compile(r"\w+", re.UNICODE)


def clean(text: str, names: Iterable[str] = ()) -> str:
    """The text without numbers that tell who somebody is, e-mails, and these people's names."""
    text = EMAIL.sub(OMITTED, " ".join(text.split()))
    text = NUMBER.sub(_number, text)
    for name in names:
        text = _without(text, search_key(name).split())
    return text.strip()


def street(text: str, names: Iterable[str] = ()) -> str:
    """A street without the number of a house: `Rua das Flores, 157` is `Rua das Flores`."""
    return clean(HOUSE.sub("", text), names)


def _number(found) -> str:
    text = found.group()
    if SHORT_DAY.fullmatch(text.strip()) or sum(character.isdigit() for character in text) < FEWEST_DIGITS:
        return text
    return OMITTED


def _without(text: str, name: list[str]) -> str:
    """The text without the name, or two of its words together: `Maria Souza` of `Maria de Souza` too."""
    wanted = [word for word in name if len(word) > 2]
    if not wanted:
        return text
    words = [found for found in WORD.finditer(text) if len(found.group()) > 2]
    keys = [search_key(found.group()) for found in words]
    size = min(len(wanted), 2)
    cuts: list[list[int]] = []
    for place in range(len(words) - size + 1):
        if set(keys[place : place + size]) <= set(wanted) and len(set(keys[place : place + size])) == size:
            start, end = words[place].start(), words[place + size - 1].end()
            if cuts and start <= cuts[-1][1]:
                cuts[-1][1] = end
            else:
                cuts.append([start, end])
    for start, end in reversed(cuts):
        text = f"{text[:start]}{OMITTED}{text[end:]}"
    return text
