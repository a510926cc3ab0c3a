"""Reads the pictures of a guide back from its PDF: the bars digit by digit, the QR module by module."""

import io
import itertools

import pypdf
import segno

PATTERNS = "00110 10001 01001 11000 00101 10100 01100 00011 10010 01010".split()
DIGIT = {pattern: str(digit) for digit, pattern in enumerate(PATTERNS)}


def pictures(document):
    """The black and white pictures of the first page of a document, as rows of booleans (True is black)."""
    page = pypdf.PdfReader(io.BytesIO(bytes(document.file.pdf))).pages[0]
    for picture in page.images:
        image = picture.image.convert("L")
        data = image.tobytes()
        rows = [data[at : at + image.width] for at in range(0, len(data), image.width)]
        yield [[value < 128 for value in row] for row in rows]


def read_itf(row) -> str:
    """The digits of an Interleaved 2 of 5 between two quiet zones."""
    runs = [(black, len(list(group))) for black, group in itertools.groupby(row)]
    narrow = min(length for _, length in runs)
    assert runs[0][1] >= 10 * narrow and runs[-1][1] >= 10 * narrow, "quiet zones"
    widths = ["1" if length > 2 * narrow else "0" for _, length in runs[1:-1]]
    assert widths[:4] == ["0"] * 4 and widths[-3:] == ["1", "0", "0"], "start and stop"
    digits = ""
    for at in range(4, len(widths) - 3, 10):
        pair = widths[at : at + 10]
        digits += DIGIT["".join(pair[::2])] + DIGIT["".join(pair[1::2])]
    return digits


def shows_qr(rows, payload) -> bool:
    """Whether the picture is the QR of a text, whatever its scale."""
    wanted = [[bool(module) for module in row] for row in segno.make(payload, error="m", micro=False).matrix]
    side = len(wanted) + 8
    if len(rows) != len(rows[0]) or len(rows) % side:
        return False
    scale = len(rows) // side
    found = [row[scale // 2 :: scale] for row in rows[scale // 2 :: scale]]
    return [row[4:-4] for row in found[4:-4]] == wanted
