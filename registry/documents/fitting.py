"""Making a text fit a box of fixed size: smaller letters, more lines, at last an ellipsis. No field is left out."""

import io
from functools import cache
from typing import NamedTuple

from fontTools.ttLib import TTFont

from zoonoses.documents import typefaces

POINT_MM = 25.4 / 72
ELLIPSIS = "…"
LINE = 1.1 * POINT_MM  # height of a line in millimetres for each point of its letters


class Fitted(NamedTuple):
    """The text as lines, and the size of its letters in points."""

    size: float
    lines: tuple[str, ...]


@cache
def _advances(cut: typefaces.Cut) -> tuple[dict[int, float], float]:
    """Width of each character of a cut in ems, and of one that the cut lacks."""
    with TTFont(io.BytesIO(typefaces.data(cut))) as font:
        em, widths = font["head"].unitsPerEm, font["hmtx"]
        known = {code: widths[name][0] / em for code, name in font.getBestCmap().items()}
    return known, max(known.values())


def width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a line in millimetres, without kerning."""
    known, unknown = _advances(typefaces.BOLD if bold else typefaces.REGULAR)
    return sum(known.get(ord(character), unknown) for character in text) * size * POINT_MM


def fit(text: str, room: float, *, sizes, lines: int = 1, tall: float = 0.0, bold: bool = False) -> Fitted:
    """The text in the largest of the sizes in which it takes no more than `lines` lines of `room` millimetres, or than
    fit in a height of `tall` millimetres where that is given.

    At the smallest size what still does not fit ends in an ellipsis.
    """
    for size in sizes:
        wrapped = _wrap(text, room, size, bold)
        allowed = max(1, int(tall / (size * LINE))) if tall else lines
        if len(wrapped) <= allowed:
            return Fitted(size, tuple(wrapped))
    kept = wrapped[:allowed]
    last = kept[-1]
    while last and width(last + ELLIPSIS, size, bold=bold) > room:
        last = last[:-1]
    return Fitted(size, (*kept[:-1], last.rstrip() + ELLIPSIS))


def _wrap(text, room, size, bold) -> list[str]:
    """Lines broken at spaces; a word wider than the room is broken inside."""
    lines, line = [], ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if width(joined, size, bold=bold) <= room:
            line = joined
            continue
        if line:
            lines.append(line)
        line = word
        while width(line, size, bold=bold) > room:
            cut = len(line) - 1
            while cut > 1 and width(line[:cut], size, bold=bold) > room:
                cut -= 1
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line]
