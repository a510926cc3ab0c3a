"""Measure the printing of cards in batches: cards drawn per second of CPU, and peak memory, in a database of its own.

Usage: python scripts/bench_cards.py [--cards 500] [--minimum 25] [--memory 250]. Registers the animals with photos and
accented names in a throw-away SQLite database, prints them ten to a sheet through the service that the worker runs,
and checks numbers and pages. Exits 1 when a limit is passed.
"""

import argparse
import io
import os
import random
import resource
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
folder = tempfile.TemporaryDirectory(prefix="zoonoses-bench-")
os.environ.update(
    DJANGO_SETTINGS_MODULE="zoonoses.settings",
    DATABASE_URL=f"sqlite:///{folder.name}/bench.sqlite3",
    MEDIA_ROOT=f"{folder.name}/media",
)

import django

django.setup()

import pikepdf
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.db import connection
from PIL import Image

from registry.models import Animal, IdentityCard, PrintBatch, Rga, Tutor
from registry.services import card_drawing, printing
from zoonoses.documents import codes
from zoonoses.documents.models import Attachment
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Membership, Municipality, Role, RulesetInForce

NAMES = ("José D'Ávila", "Conceição Araújo", "Ângela Gonçalves", "João Nuñez Müller", "Maria O'Hara Sant'Ana")
PETS = ("Pituca", "Trovão", "Açucena", "Pingüim", "Príncipe das Laranjeiras da Serra")


def photograph(seed: int) -> bytes:
    """A picture as `attachments.store` keeps them: 1200 × 1600, with the detail of a photo."""
    chance = random.Random(seed)
    small = Image.new("RGB", (60, 80))
    small.putdata([tuple(chance.randrange(256) for _ in range(3)) for _ in range(4800)])
    stored = io.BytesIO()
    small.resize((1200, 1600), Image.Resampling.BICUBIC).save(stored, "JPEG", quality=82)
    return stored.getvalue()


def town():
    """A municipality under a law that fixes the card, and who works in it."""
    from zoonoses.accounts.models import User

    place = Municipality.objects.create(
        name="Alegre",
        uf="ES",
        slug="alegre",
        body_name="Centro de Controle de Zoonoses",
        letterhead_name="PREFEITURA MUNICIPAL DE ALEGRE",
        phone="2835521234",
    )
    RulesetInForce.objects.create(municipality=place, ruleset="alegre-es")
    user = User.objects.create(cpf="52998224725", name="Atendente", email="atendente@example.org")
    return place, Membership.objects.create(user=user, municipality=place, role=Role.CLERK)


def registered(place, by, number: int, photos, at) -> IdentityCard:
    """One animal with its card."""
    tutor = Tutor(
        municipality=place,
        name=f"{NAMES[number % len(NAMES)]} {number}",
        no_document_reason="não informado",
        street="Avenida Doutor Olívio Corrêa Pedrosa",
        number=str(number),
        district="Centro",
        city="Alegre",
        uf="ES",
        postal_code="29500000",
    )
    tutor.clean_keys()
    tutor.save()
    animal = Animal(
        municipality=place,
        tutor=tutor,
        name=PETS[number % len(PETS)],
        species="dog",
        breed="sem raça definida",
        colour="marrom e branco",
        sex="female",
        born_on=date(2020, 3, 18),
        photo=photos[number % len(photos)],
    )
    animal.clean_keys()
    animal.save()
    rga = Rga.objects.create(
        municipality=place,
        number=number,
        animal=animal,
        registered_on=at.date(),
        registered_at=at,
        registered_by=by,
        code=codes.new_code(),
    )
    return IdentityCard.objects.create(rga=rga, kind="card", issued_on=at.date(), issued_by=by)


def kept(place, by, seed: int, at) -> Attachment:
    picture = Attachment(
        municipality=place, kind="photo", original_name="foto.jpg", uploaded_by=by, uploaded_at=at
    )
    data = photograph(seed)
    picture.original.save(f"{seed}.jpg", ContentFile(data), save=False)
    picture.display.save(f"{seed}.jpg", ContentFile(data), save=False)
    picture.save()
    return picture


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=500)
    parser.add_argument("--minimum", type=float, default=25)
    parser.add_argument("--memory", type=float, default=250)
    given = parser.parse_args()
    call_command("migrate", verbosity=0)
    place, by = town()
    at = clock.now(place)
    photos = [kept(place, by, seed, at) for seed in range(given.cards)]
    chosen = [registered(place, by, number, photos, at).pk for number in range(1, given.cards + 1)]
    batch = printing.order(
        municipality=place, kind=PrintBatch.Kind.CARDS_SHEET, at=at, by=by, key=None, cards=chosen
    )
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    wall, cpu = time.perf_counter(), time.process_time()
    pages = printing.run(batch.pk, lambda batch: clock.now(batch.municipality))
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    batch.refresh_from_db()
    with batch.pdf.open("rb") as file, pikepdf.open(file) as pdf:
        assert len(pdf.pages) == pages == 2 * -(-given.cards // 10), f"{pages} pages"
        size = batch.pdf.size / 1024 / 1024
    assert batch.rows.filter(drawn=True).count() == given.cards
    print(f"{given.cards} cards, {pages} pages, {size:.1f} MB")
    print(f"{given.cards / cpu:.1f} cards per CPU-second ({cpu:.1f} s of CPU, {wall:.1f} s)")
    print(f"{peak:.0f} MB peak memory ({before:.0f} MB before drawing), chunks of {card_drawing.CHUNK}")
    connection.close()
    return 1 if given.cards / cpu < given.minimum or peak > given.memory else 0


if __name__ == "__main__":
    sys.exit(main())
