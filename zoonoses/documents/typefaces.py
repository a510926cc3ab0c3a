"""The cuts of the family that paper uses, taken once per process from the variable files.

A variable file would be cut again in every PDF, which costs more than drawing the page.
"""

import io
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from zoonoses import fonts


class Cut(NamedTuple):
    weight: int
    style: str


REGULAR, BOLD, ITALIC = Cut(400, "normal"), Cut(700, "normal"), Cut(400, "italic")
CUTS = (REGULAR, BOLD, ITALIC)


def source(cut: Cut) -> Path:
    """The variable file that a cut comes from; `FileNotFoundError` when the font package lacks it."""
    return fonts.italic() if cut.style == "italic" else fonts.upright()


@cache
def data(cut: Cut) -> bytes:
    """One cut as a static TrueType font."""
    with TTFont(source(cut)) as font:
        static = instancer.instantiateVariableFont(font, {"wght": cut.weight}, updateFontNames=True)
        buffer = io.BytesIO()
        static.save(buffer)
    return buffer.getvalue()


@cache
def drawable() -> frozenset[int]:
    """Code points that every cut can draw."""
    known = []
    for path in {source(cut) for cut in CUTS}:
        with TTFont(path, lazy=True) as font:
            known.append(frozenset(font.getBestCmap()))
    return frozenset.intersection(*known)
