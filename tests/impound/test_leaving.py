"""The one door out of custody, and what the law service answers for rows of the depósito."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import transaction

from impound.models import BoxStay, Exit
from impound.services import law
from impound.services.leaving import Leaving, leave, lock
from registry.models import BiteObservation
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts

pytestmark = pytest.mark.django_db


@pytest.fixture
def depot():
    return Depot("alegre-es", (2012, 3, 20, 9, 0))


def _out(depot, custody, leaving, at):
    with transaction.atomic():
        rows = lock([custody])
        case = rows[0].seizure.act.case
        act = acts.record(case=case, kind=ActKind.DESTINATION, at=at, author=depot.manager)
        return leave(custodies=rows, leaving=leaving, act=act, at=at, by=depot.manager)


def test_an_adopted_animal_changes_hands_frees_its_box_and_cannot_leave_twice(depot):
    custody, adopter = depot.seize(depot.at(2012, 3, 1, 9)), TutorFactory(municipality=depot.municipality)
    box, at = depot.box(), depot.at(2012, 3, 20, 9)
    BoxStay.objects.create(custody=custody, box=box, entered_at=custody.seized_at, moved_by=depot.agent)
    leaving = Leaving("adoption", "adoption_or_protective_donation", "Art. 23, § 4º, I", receiver=adopter)
    _out(depot, custody, leaving, at)
    custody.animal.refresh_from_db()
    assert custody.animal.tutor == adopter
    assert custody.animal.facts.get().kind == "adopted"
    assert not BoxStay.objects.filter(box=box).current().exists()
    with pytest.raises(Refusal, match="já saiu: adoção em 20/03/2012"):
        _out(depot, custody, leaving, at)
    assert Exit.objects.count() == 1


def test_an_animal_under_observation_stays_but_its_death_is_recorded(depot):
    custody, at = depot.seize(depot.at(2012, 3, 1, 9)), depot.at(2012, 3, 20, 9)
    BiteObservation.objects.create(
        municipality=depot.municipality,
        animal=custody.animal,
        bitten_on=date(2012, 3, 15),
        condition="healthy",
        place="depósito",
        opened_by=depot.agent,
        opened_at=at,
    )
    adopter = TutorFactory(municipality=depot.municipality)
    with pytest.raises(Refusal, match="em observação desde a agressão de 15/03/2012"):
        _out(depot, custody, Leaving("adoption", receiver=adopter), at)
    _out(depot, custody, Leaving("death", reason="parada cardíaca"), at)
    custody.animal.refresh_from_db()
    assert custody.animal.died_on == date(2012, 3, 20)


@pytest.mark.parametrize(
    ("town", "seized", "ends", "ceiling"),
    [
        ("alegre-es", (2012, 3, 1, 9), date(2012, 3, 15), None),
        ("cuiaba-mt", (2024, 3, 28, 9), date(2024, 4, 3), None),
        ("alvares-machado-sp", (2024, 11, 5, 9), date(2024, 11, 18), date(2024, 12, 5)),
    ],
)
def test_terms_of_a_seizure_day(town, seized, ends, ceiling):
    depot = Depot(town, (*seized[:3], 18, 0))
    custody = depot.seize(depot.at(*seized))
    found = law.terms(law.lawbook_of(custody), custody.seized_on)
    assert (found.ends_on, found.ceiling_on) == (ends, ceiling)
    assert found.article


def test_silence_and_what_is_unknown_are_not_the_same():
    joao = Depot("joao-neiva-es", (2025, 3, 10, 9, 0))
    silent = joao.seize(joao.at(2025, 3, 10, 8))
    assert law.terms(law.lawbook_of(silent), silent.seized_on).silent
    assert law.bill(law.lawbook_of(silent), [silent], at=silent.seized_at, facts=law.BillFacts()).silent
    vitoria = Depot("vitoria-es", (2025, 3, 10, 9, 0))
    unknown = vitoria.seize(vitoria.at(2025, 3, 10, 8))
    found = law.terms(law.lawbook_of(unknown), unknown.seized_on)
    assert not found.silent
    assert found.refusal.enter == "municipalities:laws"


def test_a_bill_without_the_units_value_tells_what_is_known():
    depot = Depot("alvares-machado-sp", (2024, 6, 10, 9, 0))
    horse = depot.seize(depot.at(2024, 6, 3, 9), species="horse", size="large")
    facts = law.BillFacts(expenses={"feeding": Decimal("120.50")}, priors=1)
    found = law.bill(law.lawbook_of(horse), [horse], at=depot.at(2024, 6, 10, 9), facts=facts)
    assert found.refusal.code == "index_value_missing"
    assert [(line.code, line.amount, line.unit) for line in found.lines] == [
        ("feeding", Decimal("120.50"), "BRL"),
        ("fine", Decimal("120.00"), "UFM"),
    ]
