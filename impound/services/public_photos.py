"""Copies of photographs for the public: the pixels alone, drawn anew. A scan or a signature never becomes one."""

import hashlib
import io
import uuid
from collections.abc import Sequence

from django.core.files.base import ContentFile
from PIL import Image

from impound.models import PublicPhoto
from zoonoses.documents.models import Attachment

SIDE = 1200
QUALITY = 80


def of_animal(custody) -> list[Attachment]:
    """The photographs of an animal that may be shown: of kind photograph, in the order in which they were taken."""
    return list(custody.photos.filter(kind=Attachment.Kind.PHOTO).order_by("pk"))


def copies(custody, sources: Sequence[Attachment]) -> list[tuple[PublicPhoto, bytes]]:
    """The public copies of these photographs, not yet saved; raises `ValueError` for anything else."""
    own = {photo.pk for photo in of_animal(custody)}
    found = []
    for source in sources:
        if source.pk not in own or source.kind != Attachment.Kind.PHOTO:
            raise ValueError("not a photograph of this animal")
        data = _encode(source)
        found.append((PublicPhoto(source=source, sha256=hashlib.sha256(data).hexdigest()), data))
    return found


def save(publication, made: Sequence[tuple[PublicPhoto, bytes]]) -> None:
    """Stores the copies of a notice."""
    for photo, data in made:
        photo.publication = publication
        photo.file.save(f"{uuid.uuid4().hex}.jpg", ContentFile(data), save=False)
        photo.save(force_insert=True)


def _encode(source: Attachment) -> bytes:
    """JPEG of at most 1200 px made of pixels only: no EXIF, position, profile or comment comes along."""
    with source.display.open("rb") as stored, Image.open(stored) as picture:
        picture.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
        sheet = Image.new("RGB", picture.size, "white")
        sheet.paste(picture.convert("RGB"))
    buffer = io.BytesIO()
    sheet.save(buffer, "JPEG", quality=QUALITY, optimize=True)
    return buffer.getvalue()
