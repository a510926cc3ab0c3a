"""Verification codes and their QR: what a person types or a phone reads to check a paper."""

import io
import re
import secrets

import segno
from django.conf import settings

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no I, L, O, U to mistake
GROUPS, GROUP_LENGTH = 4, 4
QR_MASK = 4  # any mask reads; choosing the best costs more than drawing it
_MISTAKEN = str.maketrans("OIL", "011")


def new_code() -> str:
    """An unguessable code of 80 bits, `7K3M-9QXA-0T5R-BW2E`."""
    number = secrets.randbits(5 * GROUPS * GROUP_LENGTH)
    characters = "".join(ALPHABET[number >> 5 * place & 31] for place in range(GROUPS * GROUP_LENGTH))
    return "-".join(characters[at : at + GROUP_LENGTH] for at in range(0, len(characters), GROUP_LENGTH))


def normalise(typed: str) -> str | None:
    """The code as stored, from what somebody typed (lower case, no hyphens, O for 0); None when it cannot be one."""
    bare = re.sub(r"[\s\-–.]", "", typed or "").upper().translate(_MISTAKEN)
    if len(bare) != GROUPS * GROUP_LENGTH or any(character not in ALPHABET for character in bare):
        return None
    return "-".join(bare[start : start + GROUP_LENGTH] for start in range(0, len(bare), GROUP_LENGTH))


def verify_address() -> str:
    """Public address of the verification page, as printed: `https://zoonoses.example.gov.br/verificar/`."""
    return f"{settings.ZOONOSES_SITE_URL.rstrip('/')}/verificar/"


def defence_address() -> str:
    """Public address where the defence of an auto is filed, as printed."""
    return f"{settings.ZOONOSES_SITE_URL.rstrip('/')}/defesa/"


def verify_url(code: str) -> str:
    """Where the QR leads: the verification page of one document."""
    return f"{verify_address()}{code}/"


def qr_png(text: str, *, scale: int = 4) -> bytes:
    """A QR code as PNG, error correction M, with its quiet zone. `scale` is the side of a module in pixels."""
    buffer = io.BytesIO()
    segno.make(text, error="m", micro=False, mask=QR_MASK).save(buffer, kind="png", scale=scale, border=2)
    return buffer.getvalue()
