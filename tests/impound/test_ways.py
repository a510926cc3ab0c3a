"""What may lawfully happen next on every day of the term, and why not yet, under each law."""

from datetime import date

import pytest

from impound.models import CustodyEvent
from impound.services import state
from impound.services.ways import outlook
from registry.models import BiteObservation
from tests.impound.depot import Depot
from zoonoses.municipalities.models import Holiday

pytestmark = pytest.mark.django_db
ALEGRE = ["adoption_or_protective_donation", "teaching_or_research_donation", "return_after_treatment"]
CUIABA = ["auction", "adoption", "donation"]
MACHADO = ["donation", "auction", "sale", "adoption"]


def _holiday(depot, *day):
    Holiday.objects.create(municipality=depot.municipality, on=date(*day), name="Feriado", act="Lei")


def _allowed(custody, *day):
    return [way.code for way in outlook(custody, date(*day)).allowed]


# law, animal, seized on, holidays, readings, and for each day: does the term run, what is offered
TERMS = [
    # Alegre: 15 days with the day of the seizure; 15/03/2012 is a Thursday.
    (
        ("alegre-es", {"species": "dog"}, (2012, 3, 1), [], {}),
        [
            ((2012, 3, 1), True, []),
            ((2012, 3, 14), True, []),
            ((2012, 3, 15), True, []),
            ((2012, 3, 16), False, ALEGRE),
        ],
    ),
    # the last day is a Saturday: it moves to Monday, and both days of the weekend are protected
    (
        ("alegre-es", {"species": "dog"}, (2012, 3, 3), [], {}),
        [
            ((2012, 3, 16), True, []),
            ((2012, 3, 17), True, []),
            ((2012, 3, 18), True, []),
            ((2012, 3, 19), True, []),
            ((2012, 3, 20), False, ALEGRE),
        ],
    ),
    # the year ends, and the last day is the holiday of 1 January 2013 (a Tuesday)
    (
        ("alegre-es", {"species": "cat"}, (2012, 12, 18), [], {}),
        [
            ((2012, 12, 31), True, []),
            ((2013, 1, 1), True, []),
            ((2013, 1, 2), True, []),
            ((2013, 1, 3), False, ALEGRE),
        ],
    ),
    # Cuiabá: three business days after the seizure, over Good Friday and the weekend
    (
        ("cuiaba-mt", {"species": "dog"}, (2024, 3, 28), [(2024, 3, 29)], {}),
        [
            ((2024, 3, 28), True, ["redemption"]),
            ((2024, 4, 2), True, ["redemption"]),
            ((2024, 4, 3), True, ["redemption"]),
            ((2024, 4, 4), False, ["redemption", *CUIABA]),
        ],
    ),
    (
        (
            "cuiaba-mt",
            {"species": "horse"},
            (2024, 12, 30),
            [],
            {"late_redemption_allowed": False},
        ),
        [
            ((2025, 1, 2), True, ["redemption"]),
            ((2025, 1, 3), True, ["redemption"]),
            ((2025, 1, 4), False, [*CUIABA, "sacrifice"]),
        ],
    ),
    # Álvares Machado: ten running days; 15/11/2024 is a holiday on a Friday, so the term goes to Monday
    (
        ("alvares-machado-sp", {"species": "horse", "size": "large"}, (2024, 11, 5), [], {}),
        [
            ((2024, 11, 14), True, ["redemption"]),
            ((2024, 11, 15), True, ["redemption"]),
            ((2024, 11, 17), True, ["redemption"]),
            ((2024, 11, 18), True, ["redemption"]),
            ((2024, 11, 19), False, MACHADO),
            ((2024, 12, 5), False, MACHADO),
            ((2024, 12, 6), False, MACHADO),
        ],
    ),
    # Vitória: its regulation's days, as the municipality entered them
    (
        ("vitoria-es", {"species": "dog"}, (2025, 3, 10), [], {"custody_days": 5}),
        [
            ((2025, 3, 14), True, []),
            ((2025, 3, 15), True, []),
            ((2025, 3, 17), True, []),
            ((2025, 3, 18), False, ["donation"]),
        ],
    ),
]


@pytest.mark.parametrize(("given", "days"), TERMS)
def test_offered_and_refused_on_every_day_of_the_term(given, days):
    ruleset, animal, seized, holidays, readings = given
    depot = Depot(ruleset, (*seized, 18, 0))
    for day in holidays:
        _holiday(depot, *day)
    for key, value in readings.items():
        depot.choose(key, value)
    custody = depot.seize(depot.at(*seized, 9), **animal)
    terms = state.terms_of(custody)
    for day, runs, offered in days:
        assert (day, terms.runs_on(date(*day)), _allowed(custody, *day)) == (day, runs, offered)


def test_a_last_day_already_printed_never_becomes_earlier():
    depot = Depot("alegre-es", (2012, 3, 1, 18, 0))
    custody = depot.seize(depot.at(2012, 3, 1, 9))
    custody.seizure.printed_due_on = date(2012, 3, 19)
    assert state.terms_of(custody).ends_on == date(2012, 3, 19)
    assert _allowed(custody, 2012, 3, 16) == _allowed(custody, 2012, 3, 19) == []
    assert _allowed(custody, 2012, 3, 20) == ALEGRE
    assert outlook(custody, date(2012, 3, 16)).ways[0].from_on == date(2012, 3, 20)


def test_silence_of_a_law_offers_only_what_it_names():
    depot = Depot("joao-neiva-es", (2025, 3, 10, 9, 0))
    found = outlook(depot.seize(depot.at(2025, 3, 10, 8)), date(2025, 3, 11))
    assert found.silent
    assert [way.code for way in found.allowed] == ["community_return", "adoption"]
    vitoria = Depot("vitoria-es", (2025, 3, 10, 9, 0))
    unknown = outlook(vitoria.seize(vitoria.at(2025, 3, 10, 8)), date(2025, 9, 10))
    assert unknown.ways == ()
    assert unknown.refusal.enter == "municipalities:laws"


def _reasons(custody, *day):
    return {way.code: way for way in outlook(custody, date(*day)).ways if not way.allowed}


def test_every_refusal_says_why_and_since_when():
    alegre = Depot("alegre-es", (2012, 3, 2, 9, 0))
    why = _reasons(alegre.seize(alegre.at(2012, 3, 1, 9)), 2012, 3, 15)
    adoption = why["adoption_or_protective_donation"]
    assert (adoption.from_on, adoption.article) == (date(2012, 3, 16), "Art. 23, § 4º, I")
    assert "a partir de 16/03/2012" in adoption.reason
    vet = why["vet_decision"]
    assert (vet.lacking, vet.of_vet, vet.from_on) == (("gravely_ill", "vet_opinion"), True, None)
    tagged = alegre.seize(alegre.at(2012, 3, 1, 9), registered=True, identified=True)
    late = _reasons(tagged, 2012, 3, 10)["vet_decision"]
    assert (late.lacking, late.from_on) == (("gravely_ill", "vet_opinion"), date(2012, 3, 16))
    machado = Depot("alvares-machado-sp", (2024, 6, 20, 9, 0))
    horse = machado.seize(machado.at(2024, 6, 3, 9), species="horse", size="large")
    over = _reasons(horse, 2024, 6, 20)
    assert over["redemption"].reason == "O prazo de resgate terminou."
    assert [way.code for way in over.values() if way.is_over] == ["redemption"]
    assert over["sacrifice"].lacking == ("exam",)
    assert over["sacrifice"].reason.endswith("infectocontagiosas: positivo.")
    CustodyEvent.objects.create(
        custody=horse,
        kind="evaluation",
        label="Laudo",
        on=date(2024, 6, 10),
        facts={"exam": "negative"},
        vet_crmv="SP 1",
        recorded_at=horse.seized_at,
        recorded_by=machado.vet,
    )
    assert _reasons(horse, 2024, 6, 20)["sacrifice"].lacking == ("exam",)
    cuiaba = Depot("cuiaba-mt", (2024, 4, 20, 9, 0))
    dog = cuiaba.seize(cuiaba.at(2024, 4, 2, 9))
    assert _reasons(dog, 2024, 4, 20)["sacrifice"].lacking == ("vet_report",)
    assert _reasons(dog, 2024, 4, 20)["public_tender"].lacking == ("breed_animal",)
    assert _reasons(dog, 2024, 4, 3)["sacrifice"].lacking == ("vet_report", "focus_area")


def test_an_animal_under_observation_waits_for_its_outcome():
    depot = Depot("alegre-es", (2012, 4, 20, 9, 0))
    dog = depot.seize(depot.at(2012, 3, 1, 9))
    BiteObservation.objects.create(
        municipality=depot.municipality,
        animal=dog.animal,
        bitten_on=date(2012, 4, 1),
        condition="healthy",
        place="depósito",
        opened_by=depot.agent,
        opened_at=depot.at(2012, 4, 1, 9),
    )
    found = outlook(dog, date(2012, 4, 20))
    assert found.allowed == ()
    assert "desde a agressão de 01/04/2012" in found.held.sentence
