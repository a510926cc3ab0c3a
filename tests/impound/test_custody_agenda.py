"""What the animals in custody of a case wait for, as the day's list shows it."""

import uuid
from datetime import date

import pytest

from impound.services import agenda, ends, events
from impound.services.ends import End
from impound.services.events import Entry
from registry.models import BiteObservation
from tests.impound.depot import Depot

pytestmark = pytest.mark.django_db


def _lines(custody, *day):
    found = agenda.lines_of(custody.seizure.act.case, date(*day))
    return [(line.next_act, line.sentence, line.from_on, line.due_on) for line in found]


def test_before_and_after_the_end_of_the_term():
    depot = Depot("alegre-es", (2012, 3, 20, 9, 0))
    seizure = depot.seizure(depot.at(2012, 3, 1, 9))
    first, *_ = (depot.seize(depot.at(2012, 3, 1, 9), seizure=seizure) for _ in range(5))
    names = "nº 0001/2012, 0002/2012, 0003/2012 e mais 2"
    ways = (
        "Destinar: adoção por particulares ou doação a entidades protetoras ou doação para ensino e pesquisa"
    )
    destine = ("custody_destine", f"{ways} – {names}", date(2012, 3, 16), None)
    term = ("custody_term", f"Prazo de resgate – {names}", date(2012, 3, 1), date(2012, 3, 15))
    assert _lines(first, 2012, 3, 14) == [term, destine]
    assert _lines(first, 2012, 3, 15) == [term, destine]
    assert _lines(first, 2012, 3, 16) == [destine]


def test_the_last_day_of_custody_the_entry_exams_and_the_results():
    depot = Depot("alvares-machado-sp", (2024, 6, 20, 9, 0))
    horse = depot.seize(depot.at(2024, 6, 3, 9), species="horse", size="large")
    acts = [line[0] for line in _lines(horse, 2024, 6, 4)]
    assert acts == ["custody_exams", "custody_term", "custody_destine"]
    for code in ("glanders_exam", "equine_anaemia_exam"):
        entry = Entry(date(2024, 6, 4), depot.at(2024, 6, 4, 10), depot.vet, uuid.uuid4())
        events.exam(custody=horse, entry=entry, code=code, label="", result="pending")
    acts = {line[0]: line for line in _lines(horse, 2024, 6, 14)}
    assert list(acts) == ["custody_results", "custody_exams", "custody_destine"]
    assert acts["custody_destine"][2:] == (date(2024, 6, 14), date(2024, 7, 3))
    end = End("escape", "cerca cortada", depot.at(2024, 6, 14, 2))
    ends.end_custody(custody=horse, end=end, by=depot.agent, at=depot.at(2024, 6, 14, 9), key=uuid.uuid4())
    assert _lines(horse, 2024, 6, 14) == []


def test_an_observation_and_the_causes_of_the_seizure():
    depot = Depot("cuiaba-mt", (2024, 4, 10, 9, 0))
    dog = depot.seize(depot.at(2024, 4, 2, 9))
    BiteObservation.objects.create(
        municipality=depot.municipality,
        animal=dog.animal,
        bitten_on=date(2024, 4, 1),
        condition="healthy",
        place="depósito",
        opened_by=depot.agent,
        opened_at=depot.at(2024, 4, 2, 9),
    )
    acts = {line[0]: line for line in _lines(dog, 2024, 4, 3)}
    assert list(acts) == ["custody_observed", "custody_term", "custody_cause", "custody_destine"]
    assert acts["custody_observed"][3] == date(2024, 4, 11)


def test_what_is_not_known_and_what_the_law_does_not_have():
    vitoria = Depot("vitoria-es", (2025, 3, 20, 9, 0))
    found = _lines(vitoria.seize(vitoria.at(2025, 3, 10, 8)), 2025, 3, 20)
    assert [line[0] for line in found] == ["custody_blocked"]
    joao = Depot("joao-neiva-es", (2025, 3, 20, 9, 0))
    found = _lines(joao.seize(joao.at(2025, 3, 10, 8)), 2025, 3, 20)
    assert found[0][1].startswith("Destinar ou devolver: a lei não fixa prazo")
