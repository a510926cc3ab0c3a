"""Numbers written over the sheets of a PDF that was put together from others. No page is laid out again."""

import io
from collections.abc import Callable

import pikepdf
import uharfbuzz
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name

from zoonoses.documents import typefaces

SIZE, EDGE, TOP, PAD = 8.5, 45.36, 20.0, 4.0  # points
ENCODING = "cp1252"  # WinAnsiEncoding


def number(pdf: pikepdf.Pdf, words: Callable[[int], str]) -> None:
    """Writes `words(n)` at the upper right corner of the n-th page, on white: below it may lie whatever was attached.

    Turned pages and pages of another size get it at the corner that a reader sees. The words are Latin-1.
    """
    texts = [words(place) for place in range(1, len(pdf.pages) + 1)]
    with pikepdf.new() as stamps:
        font, widths = _font(stamps, {character for text in texts for character in text})
        for page, text in zip(pdf.pages, texts, strict=True):
            _stamp(stamps, _seen(page), text, font, widths)
        for page, stamp in zip(pdf.pages, stamps.pages, strict=True):
            page.add_overlay(stamp)


def _seen(page) -> tuple[float, float]:
    """How wide and how high a reader sees the page."""
    left, foot, right, top = (float(edge) for edge in page.trimbox)
    sides = (abs(right - left), abs(top - foot))
    return sides[::-1] if int(page.obj.get("/Rotate", 0)) % 180 else sides


def _stamp(stamps, size, text, font, widths) -> None:
    width = sum(widths[character] for character in text) * SIZE / 1000
    left, foot = size[0] - EDGE - width, size[1] - TOP - SIZE
    box = f"{left - PAD:.2f} {foot - PAD:.2f} {width + 2 * PAD:.2f} {SIZE + 2 * PAD:.2f} re f"
    shown = text.encode(ENCODING).hex()
    page = stamps.add_blank_page(page_size=size)
    page.Resources = Dictionary(Font=Dictionary(Folha=font))
    page.Contents = stamps.make_stream(
        f"q 1 g {box} 0 g BT /Folha {SIZE} Tf {left:.2f} {foot:.2f} Td <{shown}> Tj ET Q".encode("ascii")
    )


def _font(pdf, characters) -> tuple[pikepdf.Object, dict[str, float]]:
    """The bold cut with these characters alone, embedded, and how wide each is in thousandths of the size."""
    cut = _subset(typefaces.data(typefaces.BOLD), characters)
    with TTFont(io.BytesIO(cut)) as font:
        scale, names = 1000 / font["head"].unitsPerEm, font.getBestCmap()
        widths = {each: font["hmtx"][names[ord(each)]][0] * scale for each in characters}
        descriptor = Dictionary(
            Type=Name.FontDescriptor,
            FontName=Name("/FOLHAS+PublicSans-Bold"),
            Flags=32,
            FontBBox=[
                round(getattr(font["head"], side) * scale) for side in ("xMin", "yMin", "xMax", "yMax")
            ],
            ItalicAngle=0,
            Ascent=round(font["hhea"].ascent * scale),
            Descent=round(font["hhea"].descent * scale),
            CapHeight=700,
            StemV=120,
            FontFile2=pdf.make_stream(cut, Length1=len(cut)),
        )
    by_code = {each.encode(ENCODING)[0]: width for each, width in widths.items()}
    first, last = min(by_code), max(by_code)
    written = Dictionary(
        Type=Name.Font,
        Subtype=Name.TrueType,
        BaseFont=descriptor.FontName,
        Encoding=Name.WinAnsiEncoding,
        FirstChar=first,
        LastChar=last,
        Widths=Array([round(by_code.get(code, 0)) for code in range(first, last + 1)]),
        FontDescriptor=pdf.make_indirect(descriptor),
    )
    return pdf.make_indirect(written), widths


def _subset(font_file: bytes, characters) -> bytes:
    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.update(ord(each) for each in characters)
    face = uharfbuzz.Face(uharfbuzz.Blob(font_file))
    return uharfbuzz.subset(face, wanted).blob.data
