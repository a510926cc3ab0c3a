"""HTML to PDF/A-3a. The only module that knows WeasyPrint.

Nothing is fetched from a network and nothing is replaced in silence: a picture, font or stylesheet that cannot be
read stops the drawing. Stylesheet and font set are built once per process; drawing is serialised, because Pango's
font map is shared.
"""

import gc
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from django.utils.html import escape
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from zoonoses import fonts
from zoonoses.documents import typefaces
from zoonoses.documents.vias import repeated

SHEETS = Path(settings.BASE_DIR) / "templates" / "documents"
PAPER = "paper.css"
VARIANT = "pdf/a-3a"
SCHEME = "imagem:"
FONTS = "fonte:"
STAMP = '<html lang="pt-BR"><body><p class="stamp">{label}</p></body></html>'
FONT_FACE = (
    '@font-face {{ font-family: "{family}"; src: url("{url}"); font-weight: {weight}; font-style: {style}; }}'
)
_drawing = threading.Lock()


class DrawingError(Exception):
    """The document cannot be drawn as it must be: a resource is missing or something could not be understood."""


class _OwnFiles(URLFetcher):
    """Gives the pictures handed to the drawing (`imagem:<name>`) and the fonts; refuses every other address."""

    def __init__(self, images: Mapping[str, bytes]):
        super().__init__(allowed_protocols=(), fail_on_errors=True)
        self._images = images
        self._cuts = {_address(cut): cut for cut in typefaces.CUTS}

    def fetch(self, url, headers=None):
        if url.startswith(SCHEME):
            name = url.removeprefix(SCHEME)
            if name not in self._images:
                raise FatalURLFetchingError(f"no picture {name!r} was given")
            return URLFetcherResponse(url, body=self._images[name])
        if url in self._cuts:
            return URLFetcherResponse(url, body=typefaces.data(self._cuts[url]))
        raise FatalURLFetchingError(f"a document may not fetch {url[:80]}")


class _Complaints(logging.Handler):
    """Collects what WeasyPrint would only log."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def _address(cut: typefaces.Cut) -> str:
    return f"{FONTS}{cut.weight}-{cut.style}"


@cache
def _style(sheet: str) -> tuple[CSS, FontConfiguration]:
    configuration = FontConfiguration()
    faces = [
        FONT_FACE.format(family=fonts.FAMILY, url=_address(cut), weight=cut.weight, style=cut.style)
        for cut in typefaces.CUTS
    ]
    source = "\n".join([*faces, (SHEETS / sheet).read_text(encoding="utf-8")])
    return CSS(string=source, font_config=configuration, url_fetcher=_OwnFiles({})), configuration


def draw(html: str, *, images: Mapping[str, bytes], vias: Sequence[str] = ("",)) -> bytes:
    """The PDF of a page of HTML, once for each via, whose label is stamped in its footer ("" stamps nothing).

    `images` are the pictures that the page names as `imagem:<key>`. Raises `DrawingError` when any resource is missing
    or the page has something that WeasyPrint does not understand.
    """
    return _watched(lambda: _draw(html, _OwnFiles(images), vias))


def warm() -> None:
    """Makes ready what the first drawing of a process would wait for: fonts, stylesheet, Pango's own tables."""
    draw(
        '<html lang="pt-BR"><body><p>RGA <b>nº</b> <i>1</i></p></body></html>', images={}, vias=["via 1 de 1"]
    )


def draw_batch(html: str, *, images: Mapping[str, bytes], sheet: str) -> bytes:
    """The PDF of many small things at once (letters) under a stylesheet of its own.

    `sheet` is a file of the folder of document templates. The result is no archival file: it is printed and put away.
    Pictures and errors as `draw`.
    """
    return _watched(lambda: _written(html, _OwnFiles(images), sheet))


def _watched(drawing: Callable[[], bytes]) -> bytes:
    """One drawing at a time, with everything that WeasyPrint would only log taken as an error.

    The garbage collector rests meanwhile: nothing of a paper is garbage before it is drawn, and looking for some in all
    the process again and again costs a tenth of the time.
    """
    logger = logging.getLogger("weasyprint")
    complaints = _Complaints()
    with _drawing:
        logger.addHandler(complaints)
        collecting = gc.isenabled()
        gc.disable()
        try:
            pdf = drawing()
        except FatalURLFetchingError as error:
            raise DrawingError(str(error)) from error
        finally:
            logger.removeHandler(complaints)
            if collecting:
                gc.enable()
        if complaints.lines:
            _style.cache_clear()  # a faulty stylesheet complains each time, not only the first
            raise DrawingError("; ".join(complaints.lines))
    return pdf


def _draw(html: str, fetcher: URLFetcher, vias: Sequence[str]) -> bytes:
    """Lays the page out and writes it once, however many vias."""
    pdf = _written(html, fetcher, PAPER, pdf_variant=VARIANT)
    if list(vias) == [""]:
        return pdf
    return repeated(pdf, [_stamp(label) if label else None for label in vias])


@lru_cache(maxsize=64)
def _stamp(label: str) -> bytes:
    """A page that has nothing but the label of a via, where the footer leaves it room. The laws have few labels."""
    return _written(STAMP.format(label=escape(label)), _OwnFiles({}), PAPER)


def _written(html: str, fetcher: URLFetcher, sheet: str, **options) -> bytes:
    style, configuration = _style(sheet)
    document = HTML(string=html, url_fetcher=fetcher, base_url=SCHEME)
    return document.write_pdf(stylesheets=[style], font_config=configuration, **options)
