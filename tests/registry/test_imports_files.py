"""Files of every kind read as people have them: encodings, separators, days, ages; and what is no spreadsheet."""

import io
from datetime import date

import pytest
from openpyxl import Workbook

from registry.models import Animal, Tutor
from registry.services.imports import jobs
from tests.registry.spreadsheets import GOOD, HEADER, faults, imported, lines, sent
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import exports
from zoonoses.municipalities import clock

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_any_common_encoding_and_separator(clerk, encoding, separator):
    job = imported(sent(clerk, lines(GOOD).replace(";", separator).encode(encoding)))
    assert job.failure == "" and job.imported_at
    animal = Animal.objects.get()
    assert (animal.name, animal.species, animal.sex, animal.born_on) == (
        "Rex",
        "dog",
        "male",
        date(2022, 3, 18),
    )
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


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "A planilha está vazia"),
        (HEADER.encode(), "só o cabeçalho"),
        (b"\xd0\xcf\x11\xe0" + b"0" * 600, "formato antigo"),
        (b"PK\x03\x04" + b"0" * 600, "danificado"),
        (b"%PDF-1.4\n\x00\x01", "não é uma planilha"),
    ],
)
def test_what_is_not_a_spreadsheet_is_refused(clerk, data, sentence):
    with pytest.raises(Refusal, match=sentence):
        sent(clerk, data)


def test_dates_of_an_xlsx_are_days(clerk):
    book = Workbook()
    book.active.append(["Nome do animal", "Espécie", "Nascimento", "CPF", "Tutor", "Microchip"])
    for name, day in (
        ("A", date(2022, 3, 18)),
        ("B", date(2018, 11, 4)),
        ("C", date(2013, 10, 20)),
        ("D", 45292),
    ):
        book.active.append([name, "cão", day, 1234567890, "José", 982000123456780 + ord(name)])
    file = io.BytesIO()
    book.save(file)
    imported(sent(clerk, file.getvalue(), name="a.xlsx"))
    assert dict(Animal.objects.values_list("name", "born_on")) == {
        "A": date(2022, 3, 18), "B": date(2018, 11, 4), "C": date(2013, 10, 20), "D": date(2024, 1, 1),
    }  # fmt: skip
    assert Tutor.objects.get().document == "01234567890"


@pytest.mark.parametrize("kind", exports.FORMATS)
def test_no_cell_of_a_file_is_a_formula(kind, clerk):
    columns = [exports.Column("Nome", lambda row: row)]
    rows = ["=1+1", "+55", "-x", "@sum", "\tx", "Sant'Ana", "李小龍"]
    data = b"".join(exports.write(kind, columns, rows, zone=clock.zone(clerk.municipality)))
    with jobs.opened(io.BytesIO(data)) as sheet:
        found = [cells[0] for _, cells in sheet.rows]
    assert found == ["'=1+1", "'+55", "'-x", "'@sum", found[4], "Sant'Ana", "李小龍"]
    assert not found[4].startswith(("=", "\t"))
