"""The cuts of the family that paper uses, taken once per process from the variable files.

A variable file would be cut again in every PDF, which costs more than drawing the page. HarfBuzz cuts in milliseconds
what fontTools cuts in a second.
"""

import io
from functools import cache
from pathlib import Path
from typing import NamedTuple

import uharfbuzz
from fontTools.ttLib import TTFont

from zoonoses import fonts


class Cut(NamedTuple):
    weight: int
    style: str


REGULAR, BOLD, ITALIC = Cut(400, "normal"), Cut(700, "normal"), Cut(400, "italic")
CUTS = (REGULAR, BOLD, ITALIC)
NAMES = {REGULAR: "Regular", BOLD: "Bold", ITALIC: "Italic"}
WINDOWS_ENGLISH = (3, 1, 0x409)  # platform, encoding and language of a name


def source(cut: Cut) -> Path:
    """The variable file that a cut comes from; `FileNotFoundError` when the font package lacks it."""
    return fonts.italic() if cut.style == "italic" else fonts.upright()


@cache
def data(cut: Cut) -> bytes:
    """One cut as a static TrueType font."""
    face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(source(cut))))
    wanted = uharfbuzz.SubsetInput()
    wanted.keep_everything()
    wanted.pin_axis_location(face, "wght", cut.weight)
    return _named(uharfbuzz.subset(face, wanted).blob.data, NAMES[cut])


def _named(font_file: bytes, style: str) -> bytes:
    """The font under the name of its cut: the variable file bears that of its thinnest."""
    with TTFont(io.BytesIO(font_file), lazy=True) as font:
        family = font["name"].getDebugName(16) or font["name"].getDebugName(1)
        full = f"{family} {style}"
        for name_id, text in {1: family, 2: style, 4: full, 6: f"{family}-{style}".replace(" ", "")}.items():
            font["name"].setName(text, name_id, *WINDOWS_ENGLISH)
        buffer = io.BytesIO()
        font.save(buffer)
    return buffer.getvalue()


@cache
def drawable() -> frozenset[int]:
    """Code points that every cut can draw."""
    known = []
    for path in {source(cut) for cut in CUTS}:
        with TTFont(path, lazy=True) as font:
            known.append(frozenset(font.getBestCmap()))
    return frozenset.intersection(*known)
