"""Measures the list of the depósito with 2,000 animals in custody: today's bill and the next step of each on the page.

    scripts/with_postgres.sh python scripts/bench_custody.py [--animals 2000] [--rounds 40] [--milliseconds 150]

The database must be empty: it is migrated and filled first, which is not counted. The page is asked for through the
whole application, as a signed-in clerk. Exit status 1 when the median by the clock passes the limit, or when a page
does more than 12 queries; the processor's time, PostgreSQL's included, is shown beside the time of the clock.
"""

import argparse
import sys
import time
from datetime import date, datetime, timedelta

from bench_base import as_cpf, database_seconds

MOST_QUERIES = 12
# A horse, and a law whose bill has all: expenses with receipts, a fine in units, earlier penalties of the owner.
LAW, SPECIES, SIZE = "alvares-machado-sp", "horse", "large"
TODAY = date(2024, 7, 1)
DAYS_BACK = 35
EVENTS_EACH = 6
SPENT = ("feeding", "custody", "veterinary")


def town():
    """A municipality under the law, its calendar confirmed, with a clerk; its own clock stands at `TODAY`."""
    from zoneinfo import ZoneInfo

    from zoonoses.accounts.models import User
    from zoonoses.municipalities import clock
    from zoonoses.municipalities.models import CalendarYear, Membership, Municipality, RulesetInForce

    zone = "America/Sao_Paulo"
    now = datetime(TODAY.year, TODAY.month, TODAY.day, 9, tzinfo=ZoneInfo(zone))
    made = Municipality.objects.create(
        name="Álvares Machado", uf="SP", slug="medida", body_name="CCZ", letterhead_name="PREFEITURA",
        time_zone=zone, is_training=True, clock_shift=now - clock.real_now(),
    )  # fmt: skip
    user = User.objects.create(cpf=as_cpf(100_000_001), name="Medida")
    clerk = Membership.objects.create(user=user, municipality=made, role="clerk")
    RulesetInForce.objects.create(municipality=made, ruleset=LAW)
    CalendarYear.objects.create(
        municipality=made, year=TODAY.year, source="Decreto", confirmed_by=clerk, confirmed_at=now
    )
    return made, clerk, now


def fill(made, clerk, now, animals: int) -> None:
    """The animals, each with its owner, seizure, box and events."""
    from impound.models import Box, BoxStay, CustodyEvent, SeizedAnimal, Seizure
    from registry.models import Animal, Tutor
    from zoonoses.documents.models import Act, Case
    from zoonoses.municipalities.models import IndexValue

    IndexValue.objects.create(
        municipality=made, unit="UFM", from_on=date(TODAY.year, 1, 1), until_on=date(TODAY.year, 12, 31),
        value="5.1234", source="Decreto", entered_by=clerk, entered_at=now,
    )  # fmt: skip
    tutors = [
        Tutor(municipality=made, name=f"Proprietário {n:05d}", no_document_reason="medida")
        for n in range(animals)
    ]
    for tutor in tutors:
        tutor.clean_keys()
    Tutor.objects.bulk_create(tutors)
    boxes = Box.objects.bulk_create(Box(municipality=made, name=f"Baia {n}", capacity=20) for n in range(100))
    moments = [now - timedelta(days=n % DAYS_BACK, hours=n % 3) for n in range(animals)]
    cases = Case.objects.bulk_create(Case(municipality=made, opened_on=at.date()) for at in moments)
    acts = Act.objects.bulk_create(
        Act(case=case, kind="seizure", on=at.date(), at=at, author=clerk, recorded_by=clerk, recorded_at=at)
        for case, at in zip(cases, moments, strict=True)
    )
    seizures = Seizure.objects.bulk_create(
        Seizure(act=act, origin="round", ground_label="solto", owner=tutor if n % 3 else None)
        for n, (act, tutor) in enumerate(zip(acts, tutors, strict=True))
    )
    pets = Animal.objects.bulk_create(Animal(municipality=made, species=SPECIES) for _ in range(animals))
    rows = SeizedAnimal.objects.bulk_create(
        SeizedAnimal(
            municipality=made, seizure=seizure, animal=pet, entry_year=TODAY.year, entry_number=n + 1,
            seized_at=at, seized_on=at.date(), species=SPECIES, size=SIZE, sex="female",
            description="baia, estrela na testa", apparent_health="bom",
        )
        for n, (seizure, pet, at) in enumerate(zip(seizures, pets, moments, strict=True))
    )  # fmt: skip
    BoxStay.objects.bulk_create(
        BoxStay(custody=row, box=boxes[n % 100], entered_at=row.seized_at, moved_by=clerk)
        for n, row in enumerate(rows)
    )
    CustodyEvent.objects.bulk_create(
        CustodyEvent(
            custody=row, kind="expense", code=SPENT[place % len(SPENT)], label="despesa", on=row.seized_on,
            cost="20.50", recorded_at=row.seized_at, recorded_by=clerk,
        )
        for row in rows
        for place in range(EVENTS_EACH)
    )  # fmt: skip


def measure(clerk, rounds: int) -> tuple[list[float], float, int]:
    """Milliseconds by the clock of each page, the processor's milliseconds a page, and the most queries of one."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from zoonoses.municipalities.middleware import SESSION_KEY

    client = Client(headers={"host": "localhost"})
    client.force_login(clerk.user, backend="allauth.account.auth_backends.AuthenticationBackend")
    session = client.session
    session[SESSION_KEY] = clerk.pk
    session.save()
    addresses = [f"/apreensoes/?page={place % 60 + 1}" for place in range(rounds)]
    wall, before = [], time.process_time() + database_seconds(connection)
    for address in addresses:
        start = time.perf_counter()
        answer = client.get(address, secure=True)
        wall.append((time.perf_counter() - start) * 1000)
        if answer.status_code != 200 or b"UFM" not in answer.content and b"R$" not in answer.content:
            sys.exit(f"{address}: {answer.status_code}")
    own = 1000 * (time.process_time() + database_seconds(connection) - before) / rounds
    queries = 0
    for address in [
        *addresses[:3],
        "/apreensoes/?situacao=prazo-encerrado",
        "/apreensoes/?situacao=no-prazo",
    ]:
        with CaptureQueriesContext(connection) as caught:
            client.get(address, secure=True)
        queries = max(queries, sum(not row["sql"].startswith(("BEGIN", "COMMIT")) for row in caught))
    return wall, own, queries


def p95(values: list[float]) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--animals", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--milliseconds", type=float, default=150.0)
    options = parser.parse_args()

    import django
    from django.conf import settings

    # Addresses of static files without the manifest that only an installation has.
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    made, clerk, now = town()
    fill(made, clerk, now, options.animals)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    measure(clerk, 3)
    wall, own, queries = measure(clerk, options.rounds)
    print(f"{options.animals:,} animals in custody on {connection.vendor}; milliseconds a page of 25")
    middle = sorted(wall)[len(wall) // 2]
    print(f"  by the clock: best {min(wall):.1f}, median {middle:.1f}, p95 {p95(wall):.1f}")
    print(f"  processor {own:.1f} on the mean, PostgreSQL's included")
    print(
        f"at most {queries} queries (limit {MOST_QUERIES}); limit {options.milliseconds:.0f} ms by the clock"
    )
    return 0 if p95(wall) <= options.milliseconds and queries <= MOST_QUERIES else 1


if __name__ == "__main__":
    sys.exit(main())
