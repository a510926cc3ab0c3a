"""Drawing faces of cards and labels straight into a PDF: every box has its place, nothing flows. Fast enough for towns.

The only module that knows ReportLab. What all cards of a batch share is drawn once, as a form under each of them. The
result is no archival file: it is printed and put away.
"""

import io
import threading
from collections.abc import Mapping, Sequence
from functools import cache

from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from registry.documents.cards import HEIGHT, WIDTH, Face
from registry.documents.fitting import LINE, POINT_MM
from registry.documents.sheets import A4_HEIGHT, A4_WIDTH, Page
from zoonoses import fonts
from zoonoses.documents import typefaces

FONTS = {"label": typefaces.REGULAR, "value": typefaces.REGULAR, "strong": typefaces.BOLD}
INKS = {"label": 0x33 / 255, "value": 0.0, "strong": 0.0}
FRAME_INK, FRAME_POINTS = 0x88 / 255, 0.3
_drawing = threading.Lock()  # a font serves one document at a time

rl_config.useA85 = 0  # pictures as they are: ASCII only makes the file larger


def draw(pages: Sequence[Page], *, images: Mapping[str, bytes], forms: Sequence[Face] = ()) -> bytes:
    """The PDF of the pages, with the form that each page names under its every face.

    `images` are the pictures that the faces name. Characters that the font lacks are refused before (`glyphs.clean`).
    """
    stored = io.BytesIO()
    with _drawing:
        canvas = Canvas(stored, pageCompression=1, initialFontName=_font(typefaces.REGULAR))
        for number, form in enumerate(forms):
            canvas.beginForm(f"form{number}", 0, 0, WIDTH / POINT_MM, HEIGHT / POINT_MM)
            _face(canvas, form, 0, HEIGHT, images)
            canvas.endForm()
        for page in pages:
            _page(canvas, page, images, with_forms=bool(forms))
        canvas.save()
    return stored.getvalue()


@cache
def _font(cut: typefaces.Cut) -> str:
    name = f"{fonts.FAMILY} {cut.weight}"
    pdfmetrics.registerFont(TTFont(name, io.BytesIO(typefaces.data(cut))))
    return name


def _page(canvas, page, images, *, with_forms) -> None:
    wide, tall = (WIDTH, HEIGHT) if page.single else (A4_WIDTH, A4_HEIGHT)
    canvas.setPageSize((wide / POINT_MM, tall / POINT_MM))
    canvas.setFillGray(0)
    for cut in page.cuts:
        canvas.rect(*_place(cut, 0, tall), stroke=0, fill=1)
    for placed in page.faces:
        if with_forms:
            canvas.saveState()
            canvas.translate(placed.x / POINT_MM, (tall - placed.y - HEIGHT) / POINT_MM)
            canvas.doForm(f"form{page.form}")
            canvas.restoreState()
        _face(canvas, placed.face, placed.x, tall - placed.y, images)
    canvas.showPage()


def _place(box, left, top) -> tuple[float, float, float, float]:
    """Lower left corner, width and height of a box in points; the face's upper left corner is given in millimetres."""
    return (
        (left + box.x) / POINT_MM,
        (top - box.y - box.h) / POINT_MM,
        box.w / POINT_MM,
        box.h / POINT_MM,
    )


def _face(canvas, face: Face, left, top, images) -> None:
    for picture in face.pictures:
        x, y, w, h = _place(picture, left, top)
        image = ImageReader(io.BytesIO(images[picture.name]))  # read here: unpacked they are large
        canvas.drawImage(image, x, y, w, h, mask="auto", preserveAspectRatio=True, anchor="nw")
    if face.frame is not None:  # drawn around the box, to the right of its left edge and below its upper one
        canvas.setStrokeGray(FRAME_INK)
        canvas.setLineWidth(FRAME_POINTS)
        x, y, w, h = _place(face.frame, left, top)
        canvas.rect(x + FRAME_POINTS / 2, y - FRAME_POINTS * 1.5, w + FRAME_POINTS, h + FRAME_POINTS)
    for box in face.boxes:
        _text(canvas, box, left, top)


def _text(canvas, box, left, top) -> None:
    font = _font(FONTS[box.kind])
    ascent, descent = pdfmetrics.getAscentDescent(font, box.size)
    tall = box.size * LINE / POINT_MM
    baseline = (top - box.y) / POINT_MM - (tall + ascent + descent) / 2
    canvas.setFillGray(INKS[box.kind])
    canvas.setFont(font, box.size)
    for line in box.text.split("\n"):
        canvas.drawString((left + box.x) / POINT_MM, baseline, line, shaping=True)
        baseline -= tall
