"""Papers drawn plainly: every word that a paper says, in its order, without its looks, in a fraction of the time.

On PostgreSQL the tests draw so: how a paper looks was seen on SQLite and does not depend on the database. A test of the
looks themselves carries the mark `paper` and runs once.
"""

import io
import re
import textwrap
from html.parser import HTMLParser

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from weasyprint.urls import FatalURLFetchingError

from zoonoses.documents import rendering, typefaces

FONT = "plain"
PICTURE = re.compile(rf'src="{rendering.SCHEME}([^"]+)"')
UNSEEN = {"head", "style", "script", "title", "svg"}
LOUD = {"h1", "h2"}  # capitals in paper.css
INLINE = {"a", "abbr", "b", "em", "i", "small", "strong", "sub", "sup", "u"}
LINE, LINES = 150, 130  # characters in a line, lines in a page


class _Words(HTMLParser):
    """What a page of HTML says."""

    def __init__(self, html):
        super().__init__()
        self.said, self._unseen, self._loud = [], 0, 0
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self._unseen += tag in UNSEEN
        self._loud += tag in LOUD
        self._apart(tag)

    def handle_endtag(self, tag):
        self._unseen -= tag in UNSEEN
        self._loud -= tag in LOUD
        self._apart(tag)

    def _apart(self, tag):
        if tag not in INLINE:
            self.said.append(" ")

    def handle_data(self, data):
        if not self._unseen:
            self.said.append(data.upper() if self._loud else data)

    def lines(self):
        return textwrap.wrap("".join(self.said), LINE, break_long_words=True, break_on_hyphens=False)


def draw(html, fetcher, vias):
    """In the place of `rendering._draw`: a picture that is missing is missed here too."""
    for name in PICTURE.findall(html):
        if name not in fetcher._images:
            raise FatalURLFetchingError(f"no picture {name!r} was given")
    if FONT not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(FONT, io.BytesIO(typefaces.data(typefaces.CUTS[0]))))
    written = io.BytesIO()
    canvas = Canvas(written, pageCompression=0)
    said = _Words(html).lines()
    for via in vias:
        lines = [*said, *([via] if via else [])]
        for start in range(0, len(lines), LINES):
            _page(canvas, lines[start : start + LINES])
    canvas.save()
    return written.getvalue()


def _page(canvas, lines):
    text = canvas.beginText(20, 820)
    text.setFont(FONT, 5, 6)
    for line in lines:
        text.textLine(line)
    canvas.drawText(text)
    canvas.showPage()
