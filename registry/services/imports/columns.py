"""Which column is which field: guessed by the header, remembered by the municipality for the next file like it."""

import hashlib

from registry.models import ColumnMapping
from registry.services.imports.fields import fields_of
from registry.text import search_key


def header_hash(headers: list[str]) -> str:
    """The same for every file with these headers in this order, however they are accented or capitalised."""
    return hashlib.sha256("\x1f".join(search_key(header) for header in headers).encode()).hexdigest()


def guess(kind: str, headers: list[str]) -> dict[str, int]:
    """Field name -> column (from 0). A header that only begins with a field's words counts when none is equal."""
    keys = [search_key(header) for header in headers]
    words = {
        name: [search_key(text) for text in (field.label, *field.others)]
        for name, field in fields_of(kind).items()
    }
    found: dict[str, int] = {}
    for matches in (_equal, _begins):
        for name, meanings in words.items():
            free = (at for at, key in enumerate(keys) if key and at not in found.values())
            at = next((at for at in free if matches(keys[at], meanings)), None)
            if name not in found and at is not None:
                found[name] = at
    return found


def _equal(key, meanings):
    return key in meanings


def _begins(key, meanings):
    return any(len(meaning) > 2 and key.startswith(f"{meaning} ") for meaning in meanings)


def remembered(municipality, kind: str, headers: list[str]) -> dict[str, int] | None:
    """The mapping chosen the last time that a file had these headers."""
    row = ColumnMapping.objects.of(municipality).filter(kind=kind, header_sha256=header_hash(headers)).first()
    return dict(row.columns) if row else None


def remember(municipality, kind: str, headers: list[str], columns: dict[str, int]) -> None:
    ColumnMapping.objects.update_or_create(
        municipality=municipality,
        kind=kind,
        header_sha256=header_hash(headers),
        defaults={"columns": columns},
    )
