"""What the rows say of an animal in custody, in the words in which the law is asked."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from impound.models import CustodyEvent
from impound.services import state, worth
from registry.models import Microchip, Penalty, Vaccination
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.services import acts
from zoonoses.municipalities.models import IndexValue

pytestmark = pytest.mark.django_db
UFM = Decimal("5.1234")


def _event(depot, custody, kind, **values):
    fields = {"label": "fato", "on": custody.seized_on, "recorded_by": depot.agent}
    return CustodyEvent.objects.create(
        custody=custody, kind=kind, recorded_at=custody.seized_at, **{**fields, **values}
    )


def _undo(depot, event):
    return _event(depot, event.custody, "revoked", revokes=event)


def _unit(depot, unit, value, first, last):
    IndexValue.objects.create(
        municipality=depot.municipality,
        unit=unit,
        from_on=first,
        until_on=last,
        value=value,
        source="Decreto",
        entered_by=depot.manager,
        entered_at=depot.at(first.year, first.month, first.day, 8),
    )


def _penalty(depot, tutor, on, provision):
    case = acts.open_case(municipality=depot.municipality, on=on)
    act = acts.record(
        case=case,
        kind=ActKind.INFRACTION_NOTICE,
        at=depot.at(on.year, on.month, on.day, 9),
        author=depot.agent,
        law={"ruleset": depot.law, "ruleset_hash": "x", "readings": {}},
    )
    Penalty.objects.create(
        tutor=tutor,
        ruleset=depot.law,
        provision=provision,
        article="Art.",
        on=on,
        fact_on=on,
        case=case,
        act=act,
    )


@pytest.fixture
def machado():
    depot = Depot("alvares-machado-sp", (2024, 6, 20, 9, 0))
    depot.law = "alvares-machado-sp"
    return depot


def test_quarantine_lasts_until_every_entry_exam_of_the_species_has_its_result(machado):
    horse = machado.seize(machado.at(2024, 6, 3, 9), species="horse", size="large")
    pig = machado.seize(machado.at(2024, 6, 3, 9), species="pig", size="medium")
    asked = ["glanders_exam", "equine_anaemia_exam", "equine_influenza_vaccine"]
    assert [row.code for row in state.quarantine(horse)] == asked
    assert state.quarantine(horse)[0].article == "Art. 7º"
    assert state.quarantine(pig) == ()
    assert state.entry_exams(pig) == ()
    _event(machado, horse, "exam", code="glanders_exam", result="pending")
    negative = _event(machado, horse, "exam", code="glanders_exam", result="negative")
    _event(machado, horse, "exam", code="equine_anaemia_exam", result="positive")
    _event(machado, horse, "vaccine", code="equine_influenza_vaccine", result="done")
    assert state.quarantine(horse) == ()
    assert "entry_exams" in state.provided(horse, on=date(2024, 6, 10))
    assert [row.code for row in state.positive_exams(horse)] == ["equine_anaemia_exam"]
    _undo(machado, negative)
    assert [row.code for row in state.quarantine(horse)] == ["glanders_exam"]
    assert "entry_exams" not in state.provided(horse, on=date(2024, 6, 10))


def test_what_only_a_vet_states_counts_with_a_crmv_and_the_last_word_holds():
    depot = Depot("alegre-es", (2012, 3, 20, 9, 0))
    dog = depot.seize(depot.at(2012, 3, 1, 9))
    assert state.destination_facts(dog) == {"identified": False}
    _event(depot, dog, "evaluation", facts={"gravely_ill": True, "vet_opinion": True})
    assert state.destination_facts(dog) == {"identified": False}
    _event(depot, dog, "evaluation", vet_crmv="ES 1", facts={"gravely_ill": True, "vet_opinion": True})
    assert [way.code for way in state.destinations_on(dog, date(2012, 3, 10)).ways] == ["vet_decision"]
    last = _event(depot, dog, "evaluation", vet_crmv="ES 1", facts={"gravely_ill": False, "colour": "x"})
    assert state.destination_facts(dog)["gravely_ill"] is False
    assert state.destinations_on(dog, date(2012, 3, 10)).ways == ()
    _undo(depot, last)
    assert state.destination_facts(dog)["gravely_ill"] is True


def test_facts_that_an_agent_may_state_and_the_species_of_the_entry():
    depot = Depot("cuiaba-mt", (2024, 3, 28, 9, 0))
    cat = depot.seize(depot.at(2024, 3, 20, 9), species="cat")
    _event(depot, cat, "evaluation", facts={"focus_area": True, "vet_report": True})
    assert state.destination_facts(cat) == {"species": "cat", "focus_area": True}
    _event(depot, cat, "evaluation", vet_crmv="MT 9", facts={"vet_report": True})
    ways = [way.code for way in state.destinations_on(cat, date(2024, 3, 21)).ways]
    assert ways == ["redemption", "sacrifice"]


def test_the_causes_of_the_seizure_ended_only_while_the_last_finding_says_so():
    depot = Depot("cuiaba-mt", (2024, 3, 28, 9, 0))
    dog, on = depot.seize(depot.at(2024, 3, 20, 9)), date(2024, 3, 22)
    assert "cause_ceased" not in state.provided(dog, on=on)
    _event(depot, dog, "cause", facts={"ceased": True})
    assert "cause_ceased" in state.provided(dog, on=on)
    _event(depot, dog, "cause", facts={"ceased": False})
    assert "cause_ceased" not in state.provided(dog, on=on)


def test_what_the_registry_proves():
    depot = Depot("alegre-es", (2012, 3, 20, 9, 0))
    dog, on = depot.seize(depot.at(2012, 3, 1, 9)), date(2012, 3, 12)
    assert state.provided(dog, on=on) == {"entry_exams"}
    dog.animal.neutered_on = on
    Microchip.objects.create(animal=dog.animal, number="963008000000001")
    Vaccination.objects.create(
        municipality=depot.municipality,
        animal=dog.animal,
        product_name="Antirrábica",
        on=date(2012, 3, 5),
        revaccinate_on=date(2013, 3, 5),
        shown_proof=True,
        recorded_by=depot.vet,
        recorded_at=depot.at(2012, 3, 5, 9),
    )
    _event(depot, dog, "treatment", code="deworming", result="done")
    found = state.provided(dog, on=on)
    asked = {"neutering", "rabies_vaccination", "vaccination", "deworming", "chip", "identification"}
    assert found == {"entry_exams", *asked}
    assert "vaccination" in state.provided(dog, on=date(2013, 3, 5))
    assert "vaccination" not in state.provided(dog, on=date(2013, 3, 6))


def test_the_owner_is_named_at_the_seizure_later_or_by_the_tag(machado):
    at = machado.at(2024, 6, 3, 9)
    first, second, tagged = (TutorFactory(municipality=machado.municipality) for _ in range(3))
    known = machado.seize(at, species="horse", size="large", owner=first)
    assert state.owner_of(known) == first
    named = _event(machado, known, "owner", tutor=second)
    assert state.owner_of(known) == second
    _undo(machado, named)
    assert state.owner_of(known) == first
    merged = TutorFactory(municipality=machado.municipality, merged_into=tagged)
    worn = machado.seize(at, species="horse", size="large", tutor=merged, registered=True, identified=True)
    assert state.owner_of(worn) == tagged
    stray = machado.seize(at, species="horse", size="large", tutor=tagged)
    assert state.owner_of(stray) is None


def test_a_bill_counts_expenses_until_the_day_and_the_unit_of_the_day(machado):
    owner = TutorFactory(municipality=machado.municipality)
    horse = machado.seize(machado.at(2024, 6, 3, 9), species="horse", size="large", owner=owner)
    _unit(machado, "UFM", UFM, date(2024, 1, 1), date(2024, 12, 31))
    for day, code, value in ((3, "seizure", "150.00"), (4, "feeding", "20.50"), (5, "feeding", "20.50")):
        _event(machado, horse, "expense", code=code, on=date(2024, 6, day), cost=Decimal(value))
    wrong = _event(machado, horse, "expense", code="medicine", on=date(2024, 6, 3), cost=Decimal("9.99"))
    _undo(machado, wrong)
    _event(machado, horse, "expense", code="", on=date(2024, 6, 3), cost=Decimal("77.00"))
    bill = state.bill_on([horse], at=machado.at(2024, 6, 4, 18))
    assert [(line.code, line.amount, line.unit) for line in bill.lines] == [
        ("seizure", Decimal("150.00"), "BRL"),
        ("feeding", Decimal("20.50"), "BRL"),
        ("fine", Decimal("60.00"), "UFM"),
    ]
    assert bill.total == Decimal("477.90")  # 150,00 + 20,50 + 60 × 5,1234 (307,404)
    assert state.bill_on([horse], at=machado.at(2024, 6, 5, 1)).total == Decimal("498.40")
    _penalty(machado, owner, date(2024, 5, 30), "loose_unaccompanied_animal")
    assert state.bill_on([horse], at=machado.at(2024, 6, 4, 18)).lines[-1].amount == Decimal("120.00")


def test_reais_of_a_bill_follow_the_day_that_the_reading_names():
    depot = Depot("cuiaba-mt", (2024, 4, 2, 9, 0))
    dog, owner = depot.seize(depot.at(2024, 3, 28, 9)), None
    book = state.law.lawbook_of(dog)
    bill = state.bill_on([dog], at=depot.at(2024, 4, 2, 9), owner=owner)
    assert (bill.total, bill.unit) == (Decimal("5.25"), "UPF")
    days = {"seized_on": dog.seized_on, "on": date(2024, 4, 2)}
    IndexValue.objects.filter(municipality=depot.municipality).delete()
    for month, value in ((3, "200.00"), (4, "210.00")):
        first = date(2024, month, 1)
        _unit(depot, "UPF", Decimal(value), first, first.replace(day=30))
    found = worth.in_reais(bill, lawbook=book, **days)
    assert (found.amount, found.value, found.on) == (Decimal("1102.50"), Decimal("210"), date(2024, 4, 2))
    depot.choose("index_date", "seizure")
    book = state.law.lawbook_of(dog)
    assert worth.in_reais(bill, lawbook=book, **days).amount == Decimal("1050.00")
    IndexValue.objects.filter(municipality=depot.municipality).delete()
    unknown = worth.in_reais(
        bill, lawbook=book, seized_on=dog.seized_on - timedelta(days=9000), on=days["on"]
    )
    assert unknown.amount is None
    assert unknown.refusal.enter == "municipalities:index_values"
