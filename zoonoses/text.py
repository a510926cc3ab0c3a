"""Text from outside: the normal form of names for searching (no accents, no case, apostrophes and dashes as nothing),
and keys of rows.
"""

import re
import unicodedata
from functools import lru_cache

_DROP = re.compile(r"['’`´]")
_SPACE = re.compile(r"[^\w]+", re.UNICODE)
LONGEST_KEY = 18  # figures; every key of a database fits


def _is_unseen(char: str) -> bool:
    """Signs without a shape that come along when text is copied: soft hyphen, zero width, direction."""
    return unicodedata.category(char) == "Cf"


@lru_cache(maxsize=8192)
def search_key(*parts: str) -> str:
    """`José D'Ávila` -> `jose davila`. Letters of any script stay; order of words is kept."""
    text = unicodedata.normalize("NFKD", " ".join(part for part in parts if part))
    text = "".join(char for char in text if not unicodedata.combining(char) and not _is_unseen(char))
    return _SPACE.sub(" ", _DROP.sub("", text)).strip().lower()


def record_key(text: str | None) -> int | None:
    """The key of a row as an address or a form sends it; None for anything else (`²` is a digit to Python, and the
    database has no key of twenty figures).
    """
    text = text or ""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_KEY else None
