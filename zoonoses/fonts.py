"""The one font family of screen and paper, taken from its Python package: nothing is copied into the project.

Screen: the folder is served as `static/fonts/` (see STATICFILES_DIRS), so that a stylesheet in `static/css/`
writes `url("../fonts/PublicSans%5Bwght%5D.ttf")`.
Paper: `upright()` and `italic()` are the files that a PDF embeds.
"""

from pathlib import Path

import fontpkg_public_sans

FAMILY = fontpkg_public_sans.FAMILY
FOLDER = fontpkg_public_sans.ROOT / "files"


def upright() -> Path:
    """The variable font file, all weights from 100 to 900. `FileNotFoundError` when the package lacks it."""
    return _existing("PublicSans[wght].ttf")


def italic() -> Path:
    """The variable italic font file, all weights from 100 to 900."""
    return _existing("PublicSans-Italic[wght].ttf")


def _existing(name: str) -> Path:
    path = FOLDER / name
    if not path.is_file():
        raise FileNotFoundError(path)
    return path
