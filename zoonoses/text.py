"""Normal form of names for searching: no accents, no case, apostrophes and dashes as nothing."""

import re
import unicodedata
from functools import lru_cache

_DROP = re.compile(r"['’`´]")
_SPACE = re.compile(r"[^\w]+", re.UNICODE)


@lru_cache(maxsize=8192)
def search_key(*parts: str) -> str:
    """`José D'Ávila` -> `jose davila`. Letters of any script stay; order of words is kept."""
    text = unicodedata.normalize("NFKD", " ".join(part for part in parts if part))
    text = "".join(char for char in text if not unicodedata.combining(char))
    return _SPACE.sub(" ", _DROP.sub("", text)).strip().lower()
