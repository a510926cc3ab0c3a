"""The pictures of a guide: the barcode that a bank's reader reads, and the QR of the PIX."""

import io

import segno
from barcode.itf import ITF
from PIL import Image

NARROW, WIDE = 1, 3
SCALE = 4  # pixels of a narrow bar
HEIGHT = 8  # pixels: the paper stretches it to 13 mm, and a bar is the same all along
QUIET = 10  # narrow bars of white at each side


def barcode_png(digits: str) -> bytes:
    """Interleaved 2 of 5 with its quiet zones, as PNG of one bit a pixel: 425 narrow bars for 44 digits."""
    bars = ITF(digits, narrow=NARROW, wide=WIDE).build()[0]
    modules = [0] * QUIET + [int(bar) for bar in bars] + [0] * QUIET
    row = Image.new("1", (len(modules), 1), 1)
    row.putdata([0 if module else 1 for module in modules])
    return _png(row.resize((len(modules) * SCALE, HEIGHT), Image.Resampling.NEAREST))


def _png(picture: Image.Image) -> bytes:
    stored = io.BytesIO()
    picture.save(stored, "PNG", optimize=True)
    return stored.getvalue()


def pix_png(payload: str) -> bytes:
    """The QR of a BR Code, error correction M, with the four modules of white that it asks for."""
    stored = io.BytesIO()
    segno.make(payload, error="m", micro=False).save(stored, kind="png", scale=4, border=4)
    return stored.getvalue()
