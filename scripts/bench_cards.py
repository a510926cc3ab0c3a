"""Measure the printing of cards in batches: cards drawn per second of CPU, and peak memory, in a database of its own.

Usage: python scripts/bench_cards.py [--cards 500] [--minimum 25] [--memory 250]. Registers animals with photos and
accented names in a throw-away SQLite database, in a process of its own; then prints them ten to a sheet through the
service that the worker runs, in a process that does nothing else, as the worker does, and checks that the numbers on
paper are those of the database. Exits 1 when a limit is passed.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "zoonoses.settings"

import django
import pypdf


def memory() -> float:
    """Peak memory of the process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def printed(town, by, at, keys):
    """The batch of these cards, the seconds and the seconds of CPU that it took."""
    from registry.models import PrintBatch
    from registry.services import card_drawing, printing

    batch = printing.order(
        municipality=town, kind=PrintBatch.Kind.CARDS_SHEET, at=at, by=by, key=uuid.uuid4(), cards=keys
    )
    assert card_drawing.CHUNK == 50
    wall, cpu = time.perf_counter(), time.process_time()
    printing.run(batch.pk, lambda row: at)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    batch.refresh_from_db()
    return batch, wall, cpu


def numbers_on_paper(batch) -> list[int]:
    """The numbers of the fronts, read from the PDF."""
    with batch.pdf.open("rb") as file:
        fronts = pypdf.PdfReader(file).pages[::2]
        words = [line.strip() for page in fronts for line in page.extract_text().splitlines()]
    return sorted(int(word) for word in words if word.isdigit())


def prepare(cards: int) -> None:
    """A town with registered animals."""
    from django.core.management import call_command

    from tests.factories import MembershipFactory, MunicipalityFactory
    from tests.registry import many_cards
    from zoonoses.municipalities import clock

    call_command("migrate", verbosity=0)
    town = MunicipalityFactory(law="alegre-es", phone="2835521234")
    by, at = MembershipFactory(municipality=town), clock.now(town)
    for number in range(1, cards + 1):
        many_cards.registered(town, by, number, at)


def measure(given) -> bool:
    """Draws the batch, prints the figures, and says whether they are within the limits."""
    from registry.models import IdentityCard
    from zoonoses.municipalities import clock
    from zoonoses.municipalities.models import Membership, Municipality

    town, by = Municipality.objects.get(), Membership.objects.earliest("pk")
    at = clock.now(town)
    keys = list(IdentityCard.objects.order_by("pk").values_list("pk", flat=True))
    _, first, _ = printed(town, by, at, keys[:1])
    before = memory()
    batch, wall, cpu = printed(town, by, at, keys)
    peak, speed = memory(), given.cards / cpu
    on_paper = numbers_on_paper(batch)
    assert on_paper == list(range(1, given.cards + 1)), "numbers on paper are not those of the database"
    assert batch.pages == 2 * -(-given.cards // 10), f"{batch.pages} pages"
    print(f"{given.cards} cards, {batch.pages} pages, {batch.pdf.size / 1024 / 1024:.1f} MB")
    print(f"{first:.1f} s the first card of a process (fonts are cut once)")
    print(f"{speed:.1f} cards per CPU-second ({cpu:.1f} s of CPU, {wall:.1f} s)")
    print(f"{peak:.0f} MB peak memory ({before:.0f} MB before the batch)")
    return speed >= given.minimum and peak <= given.memory


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=500)
    parser.add_argument("--minimum", type=float, default=25)
    parser.add_argument("--memory", type=float, default=250)
    parser.add_argument("--prepare", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.prepare:
        django.setup()
        prepare(given.cards)
        return 0
    with tempfile.TemporaryDirectory(prefix="zoonoses-bench-") as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/bench.sqlite3"
        os.environ["MEDIA_ROOT"] = f"{folder}/media"
        subprocess.run([sys.executable, __file__, "--prepare", "--cards", str(given.cards)], check=True)
        django.setup()
        return 0 if measure(given) else 1


if __name__ == "__main__":
    sys.exit(main())
