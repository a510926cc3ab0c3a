"""Spreadsheets on their way in: the check names every bad cell, the import keeps what is good, the undo takes it away."""

import io
from datetime import date

import pytest
from auditlog.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from registry.models import Animal, AnimalFact, ImportJob, Microchip, Phone, Rga, Tutor, Vaccination
from registry.services.imports import jobs, undo
from registry.tasks_imports import check_import, run_import, undo_import
from tests.factories import (
    AnimalFactory,
    MembershipFactory,
    MunicipalityFactory,
    TutorFactory,
    local_moment,
)
from zoonoses.documents.models import Counter
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import exports
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Role

pytestmark = pytest.mark.django_db

HEADER = "Nome do animal;Espécie;Sexo;Nascimento;Microchip;RGA;Tutor;CPF;Endereço;Número;Bairro;Telefone"


@pytest.fixture
def town():
    return MunicipalityFactory(law="alegre-es", at=(2026, 3, 10, 9, 0))


@pytest.fixture
def clerk(town):
    return MembershipFactory(municipality=town, role=Role.CLERK)


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


GOOD = "Rex;cão;macho;18/03/2022;982 000 123 456 789;15;José D'Ávila;1234567890;Rua das Flores;S/N;Centro;(27) 99999-0000"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_any_common_encoding_and_separator(clerk, encoding, separator):
    job = imported(sent(clerk, lines(GOOD).replace(";", separator).encode(encoding)))
    assert job.failure == "" and job.imported_at
    animal = Animal.objects.get()
    assert (animal.name, animal.species, animal.sex, animal.born_on) == ("Rex", "dog", "male", date(2022, 3, 18))
    assert (animal.tutor.name, animal.tutor.document) == ("José D'Ávila", "01234567890")
    assert (animal.tutor.number, animal.tutor.district) == ("S/N", "Centro")
    assert animal.tutor.name_key == "jose davila"
    assert animal.chips.get().number == "982000123456789"
    assert animal.tutor.phones.get().number == "27999990000"
    assert faults(job, blocks=False) == [
        (2, "CPF", "1234567890", "A planilha perdeu zeros do CPF: foi lido como 012.345.678-90.")
    ]


@pytest.mark.parametrize(
    ("cell", "day"),
    [
        ("44638", date(2022, 3, 18)),
        ("43408,5", date(2018, 11, 4)),
        ("20/10/2013", date(2013, 10, 20)),
        ("04/11/2018 00:00:00", date(2018, 11, 4)),
        ("2013-10-20", date(2013, 10, 20)),
        ("45292", date(2024, 1, 1)),
    ],
)
def test_days_as_serials_and_as_text(clerk, cell, day):
    imported(sent(clerk, lines(GOOD.replace("18/03/2022", cell))))
    assert Animal.objects.get().born_on == day


@pytest.mark.parametrize(("text", "born"), [("2,5", date(2023, 9, 10)), ("8 meses", date(2025, 7, 10))])
def test_an_age_is_a_presumed_birth(clerk, text, born):
    imported(sent(clerk, f"Nome;Espécie;Idade\nMia;gata;{text}"))
    animal = Animal.objects.get()
    assert (animal.species, animal.born_on, animal.age_is_presumed, animal.tutor) == ("cat", born, True, None)


BAD_CELLS = [
    ("Microchip", "98200012345678X", "O microchip de quinze posições tem só números"),
    ("Microchip", "123", "O microchip tem 15 dígitos"),
    ("Microchip", "9,82E+14", "A planilha encurtou o microchip"),
    ("Nascimento", "31/02/2022", "Este dia não existe"),
    ("Nascimento", "18/03/20226", "O ano precisa de quatro algarismos"),
    ("Nascimento", "11/03/2026", "Esta data ainda não chegou"),
    ("Nascimento", "#REF!", "A fórmula desta célula deu erro"),
    ("CPF", "529.982.247-24", "CPF inválido"),
    ("Telefone", "999", "Telefone inválido"),
    ("Sexo", "talvez", "Valor desconhecido: use macho ou fêmea"),
    ("Espécie", "", "Falta preencher: Espécie"),
    ("RGA", "15,5", "O número do RGA é um número inteiro"),
]


@pytest.mark.parametrize(("column", "value", "reason"), BAD_CELLS)
def test_every_bad_cell_is_named(clerk, column, value, reason):
    cells = GOOD.split(";")
    cells[HEADER.split(";").index(column)] = value
    job = sent(clerk, lines(";".join(cells)))
    (fault,) = faults(job)
    assert fault[:3] == (2, column, value)
    assert fault[3].startswith(reason)
    assert not Animal.objects.exists()
    with pytest.raises(Refusal, match="Há linhas com erro"):
        jobs.ask_import(job=job, only_good_rows=False, at=job.uploaded_at)
