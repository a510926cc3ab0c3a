"""Spreadsheets for the tests of importing: a file sent, checked, imported, and what was wrong with it."""

from django.core.files.uploadedfile import SimpleUploadedFile

from registry.services.imports import jobs
from registry.tasks_imports import check_import, run_import
from tests.factories import (
    local_moment,
)
from zoonoses.municipalities import clock

HEADER = "Nome do animal;Espécie;Sexo;Nascimento;Microchip;RGA;Tutor;CPF;Endereço;Número;Bairro;Telefone"
GOOD = (
    "Rex;cão;macho;18/03/2022;982 000 123 456 789;15;"
    "José D'Ávila;1234567890;Rua das Flores;S/N;Centro;(27) 99999-0000"
)


def sent(clerk, data, kind="animals", name="planilha.csv", columns=None):
    """A job received, mapped by guess and checked."""
    town = clerk.municipality
    at = local_moment(town, 2026, 3, 10, 9, 5)
    upload = SimpleUploadedFile(name, data if isinstance(data, bytes) else data.encode())
    job = jobs.receive(municipality=town, kind=kind, upload=upload, by=clerk, at=at)
    headers, _ = jobs.head(job)
    jobs.ask_check(job=job, columns=columns or jobs.suggested(job, headers), at=at)
    check_import.call(job.pk)
    job.refresh_from_db()
    return job


def imported(job, *, only_good_rows=False):
    jobs.ask_import(job=job, only_good_rows=only_good_rows, at=clock.now(job.municipality))
    run_import.call(job.pk)
    job.refresh_from_db()
    return job


def faults(job, *, blocks=True):
    return [(f.row, f.column, f.value, f.reason) for f in job.faults.filter(blocks=blocks)]


def lines(*rows):
    return "\r\n".join([HEADER, *rows])


def many(count):
    return lines(
        *(
            f"Cão {n};cão;macho;18/03/2022;;{n};Tutor Número {n};;Rua {n};{n};Centro;"
            for n in range(1, count + 1)
        )
    )
