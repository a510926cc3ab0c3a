"""Many registered animals with photographs and accented names, for measuring the printing of cards."""

import io
import random
from datetime import date
from functools import lru_cache

from django.core.files.base import ContentFile
from PIL import Image

from registry.models import IdentityCard, Rga
from tests.factories import AnimalFactory, TutorFactory
from zoonoses.documents import codes
from zoonoses.documents.models import Attachment

NAMES = ("José D'Ávila", "Conceição Araújo", "Ângela Gonçalves", "João Nuñez Müller", "Maria O'Hara Sant'Ana")
PETS = ("Pituca", "Trovão", "Açucena", "Pingüim", "Príncipe das Laranjeiras da Serra")


@lru_cache(maxsize=16)
def photograph(seed: int) -> bytes:
    """A picture as `attachments.store` keeps them: 1200 × 1600, with the detail of a photo."""
    chance = random.Random(seed)
    small = Image.frombytes("RGB", (60, 80), chance.randbytes(60 * 80 * 3))
    stored = io.BytesIO()
    small.resize((1200, 1600), Image.Resampling.BICUBIC).save(stored, "JPEG", quality=82)
    return stored.getvalue()


def kept(town, by, seed: int, at) -> Attachment:
    """A photograph in the municipality's storage."""
    picture = Attachment(
        municipality=town, kind="photo", original_name="foto.jpg", uploaded_by=by, uploaded_at=at
    )
    picture.original.save(f"{seed}.jpg", ContentFile(b"original"), save=False)
    picture.display.save(f"{seed}.jpg", ContentFile(photograph(seed)), save=False)
    picture.save()
    return picture


def registered(town, by, number: int, at, picture: int | None = None) -> IdentityCard:
    """One animal with photo (the one numbered `picture`, else one of its own), tutor and card."""
    tutor = TutorFactory(
        municipality=town,
        name=f"{NAMES[number % len(NAMES)]} {number}",
        street="Avenida Doutor Olívio Corrêa Pedrosa",
        number=str(number),
        phone="28999990000",
    )
    animal = AnimalFactory(
        tutor=tutor,
        name=PETS[number % len(PETS)],
        colour="marrom e branco",
        born_on=date(2020, 3, 18),
        photo=kept(town, by, number if picture is None else picture, at),
    )
    rga = Rga.objects.create(
        municipality=town,
        number=number,
        animal=animal,
        registered_on=at.date(),
        registered_at=at,
        registered_by=by,
        code=codes.new_code(),
    )
    return IdentityCard.objects.create(rga=rga, kind="card", issued_on=at.date(), issued_by=by)
