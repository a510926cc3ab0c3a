"""Imports a town's spreadsheet of 100,000 animals with their tutores, with planted faults, and measures it.

    scripts/with_postgres.sh python scripts/bench_import.py [--rows 100000] [--seconds 300] [--megabytes 500]

The database must be empty: it is migrated first, which is not counted. The file is Windows-1252 with `;`, Excel
serials, CPFs without their zeros, repeated chips and numbers, chips with letters, and days that do not exist. Exit
status 1 when a planted fault is not reported, when a good row is lost, or when a limit is passed.
"""

import argparse
import resource
import sys
import time
from datetime import date, timedelta
from pathlib import Path

from bench_base import ROOT, as_cpf, database_seconds

HEADER = (
    "Nome do animal;Espécie;Sexo;Raça;Cor;Porte;Nascimento;Castrado;Microchip;RGA;"
    "Tutor;CPF;Endereço;Número;Bairro;CEP;Telefone"
)
COLUMN = {name: at for at, name in enumerate(HEADER.split(";"))}
# Every how many rows, in which column, what stands there, and whether it keeps the row out.
PLANTED = (
    ("chip with letters", 997, "Microchip", lambda n: "98200012345678X", True),
    ("day that does not exist", 1499, "Nascimento", lambda n: "31/02/2020", True),
    ("CPF with wrong digits", 1999, "CPF", lambda n: "529.982.247-24", True),
    ("chip of an earlier row", 2503, "Microchip", lambda n: chip(n - 1), True),
    ("number of an earlier row", 3001, "RGA", lambda n: str(n - 1), True),
    ("CPF without its zeros", 101, "CPF", lambda n: cpf(n, zeros=True).lstrip("0"), False),
)
SERIAL_EVERY = 7
FIRST_BIRTH = date(2012, 1, 1)


def cpf(n: int, *, zeros: bool = False) -> str:
    """The n-th CPF with right check digits; with `zeros`, one that begins with two zeros."""
    return as_cpf(n * 3 + (1_000_000 if zeros else 200_000_000))


def chip(n: int) -> str:
    return f"982{n:012d}"


def birth(n: int) -> date:
    return FIRST_BIRTH + timedelta(days=n % 4500)


def row_of(n: int) -> list[str]:
    """A good row: seven tutores for ten animals, three of them in the hands of somebody of an earlier row."""
    owner = n * 7 // 10
    born = birth(n)
    day = str((born - date(1899, 12, 30)).days) if n % SERIAL_EVERY == 0 else f"{born:%d/%m/%Y}"
    return [
        f"Açucena {n}", "cão" if n % 3 else "gata", "macho" if n % 2 else "fêmea", "sem raça definida", "caramelo", "M",
        day, "sim" if n % 4 else "não", chip(n), str(n), f"José D'Ávila Conceição {owner}", cpf(owner),
        f"Rua das Flores {owner % 900}", str(owner % 300), "São João", "29680-000", f"(27) 9{owner % 100_000_000:08d}",
    ]  # fmt: skip


def planted(n: int):
    """The fault of row n, or None; one fault a row, so that each can be looked for."""
    return next((each for each in PLANTED if n % each[1] == 0 and n > 10), None)


def write_file(path: Path, rows: int) -> dict[str, list[tuple[int, str]]]:
    """The spreadsheet; name of the fault -> (row in the file, column) of each planted one."""
    faults: dict[str, list[tuple[int, str]]] = {each[0]: [] for each in PLANTED}
    with path.open("w", encoding="cp1252", newline="") as file:
        file.write(HEADER + "\r\n")
        for n in range(1, rows + 1):
            cells, fault = row_of(n), planted(n)
            if fault:
                name, _, column, value, _ = fault
                cells[COLUMN[column]] = value(n)
                faults[name].append((n + 1, column))
                if name == "CPF without its zeros":
                    cells[COLUMN["Tutor"]] = f"Zélia Ângela {n}"
            file.write(";".join(cells) + "\r\n")
    return faults


def prepare():
    """An empty town with its manager, on a migrated database."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from zoonoses.accounts.models import User
    from zoonoses.municipalities.models import Membership, Municipality, Role

    town = Municipality.objects.create(name="Município", uf="ES", slug="municipio", body_name="CCZ")
    user = User.objects.create_user(cpf="52998224725", name="Gestora", password=None)
    return Membership.objects.create(user=user, municipality=town, role=Role.MANAGER)


def measured(name, work) -> float:
    """Runs a step and prints its seconds and the highest memory so far."""
    began, busy = time.perf_counter(), time.process_time()
    work()
    seconds, busy = time.perf_counter() - began, time.process_time() - busy
    print(f"{name:<28}{seconds:8.1f} s ({busy:.1f} s of its own CPU) {memory():6.0f} MB", flush=True)
    return seconds


def memory() -> float:
    """The highest resident memory of this process, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def unreported(job, faults) -> list[str]:
    """What was planted and not told, as sentences."""
    blocks = {each[0]: each[4] for each in PLANTED}
    missing = []
    for name, places in faults.items():
        told = set(job.faults.filter(blocks=blocks[name]).values_list("row", "column"))
        lost = [place for place in places if place not in told]
        print(f"  {name:<26}{len(places):6} planted {len(places) - len(lost):6} reported")
        missing += [f"{name}: {lost[:3]}"] if lost else []
    return missing


def wrong_rows(job, faults, rows) -> list[str]:
    """Good rows that are not in the register as they stand in the file."""
    from registry.models import Animal, Rga, Tutor

    kept_out = sum(len(places) for name, places in faults.items() if name != "CPF without its zeros")
    found = []
    if Animal.objects.count() != rows - kept_out or Rga.objects.count() != rows - kept_out:
        found.append(f"{Animal.objects.count()} animals for {rows - kept_out} good rows")
    for number in (7, 14, rows - rows % SERIAL_EVERY - SERIAL_EVERY):
        born = Animal.objects.filter(rga__number=number).values_list("born_on", flat=True).first()
        if born not in (None, birth(number)):
            found.append(f"row {number}: born {born}, not {birth(number)}")
    zeros = Tutor.objects.filter(document__startswith="00").count()
    if zeros != len(faults["CPF without its zeros"]):
        found.append(f"{zeros} CPFs with their zeros back")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--megabytes", type=float, default=500)
    options = parser.parse_args()
    manager = prepare()
    from django.core.files import File
    from django.db import connection

    from registry.services.imports import jobs
    from registry.tasks_imports import check_import, run_import
    from zoonoses.municipalities import clock

    path = ROOT / "var" / "bench_import.csv"
    faults = write_file(path, options.rows)
    print(
        f"{options.rows} rows, {path.stat().st_size / 1024**2:.1f} MB, on {connection.vendor}; {memory():.0f} MB before"
    )
    town = manager.municipality
    with path.open("rb") as file:
        job = jobs.receive(
            municipality=town,
            kind="animals",
            upload=File(file, "tutores e animais.csv"),
            by=manager,
            at=clock.now(town),
        )
    headers, _ = jobs.head(job)
    began = time.process_time()
    jobs.ask_check(job=job, columns=jobs.suggested(job, headers), at=clock.now(town))
    seconds = measured("check", lambda: check_import.call(job.pk))
    jobs.ask_import(job=job, only_good_rows=True, at=clock.now(town))
    seconds += measured("import of the good rows", lambda: run_import.call(job.pk))
    job.refresh_from_db()
    wrong = unreported(job, faults) + wrong_rows(job, faults, options.rows)
    job.file.delete(save=False)
    path.unlink()
    busy = time.process_time() - began
    print(
        f"processor: {busy:.0f} s of the worker, {database_seconds(connection):.0f} s of its PostgreSQL process"
    )
    print(
        f"together {seconds:.0f} s (limit {options.seconds:.0f}), {memory():.0f} MB (limit {options.megabytes:.0f})"
    )
    print("\n".join(wrong) or "every planted fault was reported, every good row is in the register")
    return int(
        bool(wrong) or job.imported_at is None or seconds > options.seconds or memory() > options.megabytes
    )


if __name__ == "__main__":
    sys.exit(main())
