"""Spreadsheets on their way in: the check names every bad cell, the import keeps what is good, the undo takes it."""

from datetime import date

import pytest
from auditlog.models import LogEntry

from registry.models import Animal, AnimalFact, Microchip, Phone, Rga, Tutor, Vaccination
from registry.services.imports import jobs, undo
from registry.tasks_imports import run_import, undo_import
from tests.factories import (
    AnimalFactory,
    TutorFactory,
)
from tests.registry.spreadsheets import GOOD, HEADER, faults, imported, lines, many, sent
from zoonoses.documents.models import Counter
from zoonoses.documents.refusals import Refusal

pytestmark = pytest.mark.django_db


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


def test_good_rows_only(clerk):
    bad = GOOD.replace("18/03/2022", "ontem").replace("982 000 123 456 789", "982000123456780")
    job = sent(clerk, lines(bad, GOOD))
    assert [fault[:2] for fault in faults(job)] == [(2, "Nascimento")]
    job = imported(job, only_good_rows=True)
    assert Animal.objects.count() == Tutor.objects.count() == 1
    assert (job.total, job.done) == (2, 2)
    assert [fault[:2] for fault in faults(job)] == [(2, "Nascimento")]


def test_the_same_person_enters_once_and_another_name_under_their_document_is_refused(clerk, town):
    TutorFactory(municipality=town, name="Maria da Silva Souza", document="52998224725")
    rows = (
        "Rex;cão;;;;;Maria Souza;529.982.247-25;Rua A;1;Centro;",
        "Bob;cão;;;;;João Pereira;529.982.247-25;Rua A;1;Centro;",
        "Mia;gato;;;;;Ana Lima;;Rua B;2;Centro;(27) 99999-0000",
        "Nina;gato;;;;;ANA LIMA;;rua b;2;CENTRO;",
        "Tom;gato;;;;;Ana Lima;;Rua C;9;Centro;27999990000",
        "Lia;gato;;;;;Ana Lima;;Rua D;7;Outro;",
    )
    job = sent(clerk, lines(*rows))
    (fault,) = faults(job)
    assert fault[:3] == (3, "CPF", "52998224725")
    assert "já é de outra pessoa, do cadastro: Maria Da Silva Souza" in fault[3]
    imported(job, only_good_rows=True)
    owners = {animal.name: animal.tutor for animal in Animal.objects.select_related("tutor")}
    assert owners["Rex"].document == "52998224725"
    assert owners["Mia"] == owners["Nina"] == owners["Tom"] != owners["Lia"]
    assert owners["Mia"].no_document_reason == "não informado na planilha importada"
    assert Tutor.objects.count() == 3


def test_repeated_chips_numbers_and_animals(clerk, town):
    living = AnimalFactory(tutor=TutorFactory(municipality=town), name="Thor")
    Microchip.objects.create(animal=living, number="982000000000001")
    rows = (
        GOOD,
        GOOD.replace(";15;", ";16;"),
        GOOD.replace("982 000 123 456 789", "").replace("Rex", "Bob"),
        GOOD.replace("982 000 123 456 789", "982000000000001").replace(";15;", ";17;"),
        GOOD.replace("982 000 123 456 789", "").replace(";15;", ";;"),
    )
    job = sent(clerk, lines(*rows))
    assert faults(job) == [
        (3, "Microchip", "982000123456789", "Este microchip é da linha 2: confira no leitor."),
        (4, "RGA", "15", "O RGA 15 é da linha 2."),
        (5, "Microchip", "982000000000001", "Este microchip é de Thor, já no cadastro: confira no leitor."),
    ]
    notes = [fault for fault in faults(job, blocks=False) if fault[0] == 6]
    assert [note[3] for note in notes][-1] == "É o mesmo animal da linha 2: não entra de novo."
    imported(job, only_good_rows=True)
    assert Animal.objects.exclude(pk=living.pk).count() == 1


def test_an_old_number_is_kept_and_the_counter_moves_past_it(clerk, town):
    job = imported(sent(clerk, lines(GOOD.replace(";15;", ";1.234;"))))
    rga = Rga.objects.get()
    assert (rga.number, rga.registered_on, rga.registered_at) == (1234, date(2026, 3, 10), job.started_at)
    assert rga.cards.filter(printed_at=None).count() == 0 and rga.cards.count() == 2
    assert Counter.objects.get(municipality=town, kind="rga", year=0).last == 1234
    assert AnimalFact.objects.get().kind == "registered"
    again = sent(clerk, lines(GOOD.replace(";15;", ";1234;").replace("982 000 123 456 789", "")))
    assert faults(again)[0][3] == "O RGA 1234 é de Rex, já registrado."


def test_bulk_writes_leave_their_trail(clerk, town):
    job = imported(sent(clerk, lines(GOOD)))
    entries = LogEntry.objects.filter(additional_data__import=job.pk)
    parts = {entry.content_type.model: entry.object_repr for entry in entries if entry.object_id is None}
    assert parts == {
        "phone": "1 telefone da planilha planilha.csv",
        "microchip": "1 microchip da planilha planilha.csv",
        "rga": "1 RGA da planilha planilha.csv",
        "identitycard": "2 carteiras e plaquetas da planilha planilha.csv",
        "animalfact": "1 fato da vida do animal da planilha planilha.csv",
    }
    assert sorted(entry.content_type.model for entry in entries.exclude(object_id=None)) == [
        "animal",
        "tutor",
    ]
    tutor = entries.get(content_type__model="tutor")
    assert tutor.actor == clerk.user and tutor.additional_data["municipality"] == town.pk
    assert tutor.changes["document"] == ["None", "01234567890"]
    assert "name_key" not in tutor.changes


def test_an_import_is_undone_whole(clerk, town):
    mine = AnimalFactory(tutor=TutorFactory(municipality=town))
    job = imported(sent(clerk, lines(GOOD, GOOD.replace("982 000 123 456 789", "").replace(";15;", ";;"))))
    assert undo.ask_undo(job=job, by=clerk, at=job.imported_at)
    undo_import.call(job.pk)
    undo_import.call(job.pk)
    job.refresh_from_db()
    assert job.undone_at and jobs.state_of(job) == jobs.State.UNDONE
    assert list(Animal.objects.all()) == [mine] and Tutor.objects.count() == 1
    for model in (Rga, Microchip, Phone, AnimalFact):
        assert not model.objects.exists()
    gone = LogEntry.objects.filter(action=LogEntry.Action.DELETE, additional_data__import=job.pk)
    named = gone.exclude(object_id=None).values_list("content_type__model", flat=True)
    assert sorted(named) == ["animal", "rga", "tutor"]
    parts = gone.filter(object_id=None).values_list("content_type__model", flat=True)
    assert sorted(parts) == ["animalfact", "identitycard", "microchip", "phone"]
    assert imported(sent(clerk, lines(GOOD))).imported_at, "the number that was taken away may come again"


def test_what_hangs_from_an_import_keeps_it(clerk, town):
    job = imported(sent(clerk, lines(GOOD)))
    AnimalFactory(tutor=Tutor.objects.get(), name="Filhote")
    with pytest.raises(Refusal, match="1 animal: Filhote"):
        undo.ask_undo(job=job, by=clerk, at=job.imported_at)
    Animal.objects.get(name="Filhote").delete()
    assert undo.ask_undo(job=job, by=clerk, at=job.imported_at)
    AnimalFact.objects.create(
        animal=Animal.objects.get(),
        kind="lost",
        on=date(2026, 3, 11),
        recorded_at=job.imported_at,
        recorded_by=clerk,
    )
    undo_import.call(job.pk)
    job.refresh_from_db()
    assert "fato da vida do animal" in job.failure and job.undone_by is None
    assert jobs.state_of(job) == jobs.State.IMPORTED and Animal.objects.count() == 1


def test_a_killed_task_goes_on_where_it_was_and_nothing_is_written_twice(clerk, monkeypatch):
    monkeypatch.setattr(jobs, "CHUNK", 3)
    job = sent(clerk, many(10))
    assert job.total == 10
    jobs.ask_import(job=job, only_good_rows=False, at=job.checked_at)
    real, calls = jobs.writing.write, []

    def dies_in_the_third_chunk(job, rows):
        calls.append(len(rows))
        real(job, rows)
        if len(calls) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(jobs.writing, "write", dies_in_the_third_chunk)
    with pytest.raises(KeyboardInterrupt):
        run_import.call(job.pk)
    job.refresh_from_db()
    assert (job.done, Animal.objects.count()) == (6, 6)
    assert jobs.state_of(job) == jobs.State.IMPORTING
    assert not jobs.is_silent(job, job.beat_at) and jobs.is_silent(job, job.beat_at + jobs.SILENT_AFTER * 2)
    run_import.call(job.pk)
    run_import.call(job.pk)
    assert sorted(Rga.objects.values_list("number", flat=True)) == list(range(1, 11))
    assert Tutor.objects.count() == 10


def test_all_or_nothing_also_when_a_row_goes_bad_after_the_check(clerk, town, monkeypatch):
    monkeypatch.setattr(jobs, "CHUNK", 2)
    job = sent(clerk, many(5))
    other = AnimalFactory(tutor=TutorFactory(municipality=town), name="Thor")
    Rga.objects.create(
        municipality=town, number=5, animal=other, registered_on=date(2026, 3, 10), registered_at=job.uploaded_at,
        registered_by=clerk, code="X",
    )  # fmt: skip
    job = imported(job)
    assert job.failure == "Nada foi importado: a linha 6 deixou de servir. O RGA 5 é de Thor, já registrado."
    assert list(Animal.objects.all()) == [other]
    assert jobs.state_of(job) == jobs.State.CHECKED


def test_vaccinations_find_their_animal(clerk, town):
    animal = AnimalFactory(tutor=TutorFactory(municipality=town, document="01234567890"), name="Rex")
    Microchip.objects.create(animal=animal, number="982000123456789")
    text = "Microchip;CPF;Nome do animal;Data;Vacina;Lote;Veterinário;CRMV\n" + "\n".join(
        (
            "982000123456789;;;10/02/2026;Antirrábica;L1;Ana Vet;CRMV-ES 1",
            ";1234567890;Rex;44638;V10;;;",
            ";1234567890;Bob;18/03/2022;V10;;;",
            "982 000 123 456 789;;;10/02/2026;Raiva;;;",
            "982000123456789;;;11/03/2026;Raiva;;;",
        )
    )
    job = sent(clerk, text, kind="vaccinations")
    assert faults(job) == [
        (4, "Nome do animal", "Bob", "Nenhum animal com estes dados."),
        (6, "Data", "11/03/2026", "Esta data ainda não chegou."),
    ]
    imported(job, only_good_rows=True)
    rabies, other = Vaccination.objects.order_by("-on")
    assert (rabies.product_name, rabies.is_rabies, rabies.shown_proof) == (
        "Antirrábica – partida L1",
        True,
        True,
    )
    assert rabies.revaccinate_on == date(2027, 2, 10) and rabies.vet_crmv == "CRMV-ES 1"
    assert (other.on, other.is_rabies) == (date(2022, 3, 18), False)


def test_columns_chosen_once_are_remembered(clerk):
    text = "Bicho;Que animal é\nRex;cão"
    columns = {"name": 0, "species": 1}
    sent(clerk, text, columns=columns)
    job = sent(clerk, text)
    assert job.columns == columns


def test_another_municipality_is_not_seen(clerk):
    elsewhere = AnimalFactory(tutor=TutorFactory(document="01234567890", name="Outra Pessoa"))
    Microchip.objects.create(animal=elsewhere, number="982000123456789")
    assert faults(sent(clerk, lines(GOOD))) == []
