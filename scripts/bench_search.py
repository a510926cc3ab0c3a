"""Measures the search of everything over 60,000 tutores with their animals.

    scripts/with_postgres.sh python scripts/bench_search.py [--people 60000] [--rounds 40] [--milliseconds 100]

The database must be empty: it is migrated and filled first, which is not counted. Exit status 1 when the 95th
percentile of a kind of search passes the limit, or when a search does not find what it names.
"""

import argparse
import sys
import time
from datetime import date

from bench_base import as_cpf, database_seconds

FIRST = "Ana Maria José João Antônio Conceição Sebastião Luzia Pedro Rita Benedito Aparecida".split()
MIDDLE = (
    "Gonçalves Araújo Ferreira Sant'Ana Müller Pereira D'Ávila Ribeiro Nogueira Guimarães Brandão".split()
)
LAST = "da Silva,dos Santos,de Souza,Lima,Costa,Oliveira,Rocha,Barbosa,Teixeira,Moraes,Peçanha".split(",")
STREETS = "das Flores,do Comércio,Sete de Setembro,Getúlio Vargas,São João,da Matriz,Principal".split(",")
DISTRICTS = "Centro,Vila Nova,Boa Vista,São Geraldo,Santo Antônio,Alto Alegre,Guararema".split(",")
PETS = "Rex Pitágoras Bela Mel Thor Luna Bidu Nina Bob Princesa Pelé Xuxa".split()
CHUNK = 5_000


def cpf(n: int) -> str:
    """The n-th CPF with right check digits."""
    return as_cpf(n * 7 + 100_000_000)


def name(n: int) -> str:
    first, middle = FIRST[n % len(FIRST)], MIDDLE[n // 12 % len(MIDDLE)]
    return f"{first} {middle} {LAST[n // 132 % len(LAST)]} {n:05d}"


def fill(people: int):
    """A municipality with its people, their telephones, animals, chips and RGAs."""
    from registry.models import Animal, Microchip, Phone, Rga, Tutor
    from zoonoses.accounts.models import User
    from zoonoses.municipalities import clock
    from zoonoses.municipalities.models import Membership, Municipality

    town = Municipality.objects.create(
        name="Alegre", uf="ES", slug="medida", body_name="CCZ", letterhead_name="PREFEITURA"
    )
    user = User.objects.create(cpf=cpf(1), name="Medida")
    by = Membership.objects.create(user=user, municipality=town, role="manager")
    now = clock.real_now()
    for start in range(0, people, CHUNK):
        numbers = range(start, min(start + CHUNK, people))
        tutors = [
            Tutor(
                municipality=town, name=name(n), document=cpf(n), street=f"Rua {STREETS[n % 7]}",
                number=str(n % 2000), district=DISTRICTS[n // 7 % 7], city="Alegre", uf="ES",
            )
            for n in numbers
        ]  # fmt: skip
        for tutor in tutors:
            tutor.clean_keys()
        Tutor.objects.bulk_create(tutors)
        Phone.objects.bulk_create(
            Phone(tutor=tutor, number=f"27{900_000_000 + n}")
            for n, tutor in zip(numbers, tutors, strict=True)
        )
        pets = [
            Animal(municipality=town, tutor=tutor, name=f"{PETS[n % 12]} {n:05d}", species="dog")
            for n, tutor in zip(numbers, tutors, strict=True)
        ]
        for pet in pets:
            pet.clean_keys()
        Animal.objects.bulk_create(pets)
        pairs = list(zip(numbers, pets, strict=True))
        Microchip.objects.bulk_create(Microchip(animal=pet, number=f"982{n:012d}") for n, pet in pairs)
        Rga.objects.bulk_create(
            Rga(
                municipality=town, number=n + 1, animal=pet, registered_on=date(2024, 1, 1),
                registered_at=now, registered_by=by, code=f"MEDIDA{n}",
            )
            for n, pet in pairs
        )  # fmt: skip
    return town


def kinds(n: int) -> dict[str, tuple[str, str]]:
    """What is typed for the n-th person, by kind, and where it must be found."""
    chip = f"982{n:012d}"
    street = f"Rua {STREETS[n % 7]}"
    return {
        "RGA": (f"RGA {n + 1}", "animals"),
        "chip": (f"{chip[:3]} {chip[3:9]} {chip[9:]}", "animals"),
        "CPF": (cpf(n), "people"),
        "telephone": (f"(27) 9{n // 10_000:04d}-{n % 10_000:04d}", "people"),
        "whole name": (name(n), "people"),
        "two names": (" ".join(name(n).split()[:2]), "people"),
        "common name": (FIRST[n % len(FIRST)].lower(), "people"),
        "address": (f"{street} {n % 2000}", "people"),
        "animal": (f"{PETS[n % 12]} {n:05d}", "animals"),
        "nothing": (f"zzz{n}", ""),
    }


def processor(connection) -> float:
    """Processor milliseconds so far, of this process and of its PostgreSQL process."""
    return 1000 * (time.process_time() + database_seconds(connection))


def measure(town, people: int, rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each search, by kind; SystemExit when one does not find what it names."""
    from zoonoses.desk.services.search import search

    times: dict[str, list[float]] = {}
    for place in range(rounds):
        n = place * 7919 % people
        for kind, (typed, where) in kinds(n).items():
            start = time.perf_counter()
            found = search(municipality=town, text=typed)
            times.setdefault(kind, []).append((time.perf_counter() - start) * 1000)
            if where and not getattr(found, where):
                sys.exit(f"{kind}: nothing found for {typed!r} ({found.sentence})")
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=60_000)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--milliseconds", type=float, default=100.0)
    options = parser.parse_args()

    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    town = fill(options.people)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    measure(town, options.people, 2)
    before = processor(connection)
    times = measure(town, options.people, options.rounds)
    busy = (processor(connection) - before) / (options.rounds * len(times))
    worst = 0.0
    print(f"{options.people:,} people on {connection.vendor}; milliseconds a search")
    for kind, values in times.items():
        values.sort()
        p95 = values[min(len(values) - 1, int(len(values) * 0.95))]
        worst = max(worst, p95)
        print(f"  {kind:12} median {values[len(values) // 2]:7.1f}   p95 {p95:7.1f}")
    print(f"processor {busy:.1f} ms a search on the mean, PostgreSQL's included")
    print(f"worst p95 {worst:.1f} ms (limit {options.milliseconds:.0f} ms)")
    return 0 if worst <= options.milliseconds else 1


if __name__ == "__main__":
    sys.exit(main())
