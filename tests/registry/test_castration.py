"""The castration programme: who enters, the stated order, places, and what comes of each call."""

import uuid
from datetime import date, timedelta

import pytest

from registry.models import Animal, AnimalFact, CastrationRequest
from registry.services import castration
from tests.factories import AnimalFactory
from tests.inspections.visits import Town
from zoonoses.documents.refusals import Refusal

pytestmark = pytest.mark.django_db

DAY = date(2025, 3, 10)
SURGERY = date(2025, 3, 20)
Ground, Result = CastrationRequest.Ground, castration.Result


@pytest.fixture
def town():
    return Town("joao-neiva-es")


def animal(town, ground=Ground.OTHER, **more):
    tutor = town.tutor if ground in (Ground.OTHER, Ground.SOCIAL) else None
    return AnimalFactory(
        municipality=town.municipality, tutor=tutor, is_community=ground == Ground.COMMUNITY, **more
    )


def enter(town, ground=Ground.OTHER, hour=9, on=DAY, of=None, **more):
    more.setdefault("programme", "Bolsa Família" if ground == Ground.SOCIAL else "")
    return castration.enter(
        animal=of or animal(town, ground), ground=ground, at=town.at(on, hour), by=town.clerk, **more
    )


def open_day(town, places=2, on=SURGERY):
    return castration.open_day(
        municipality=town.municipality, on=on, place="CCZ", places=places, today=DAY, by=town.clerk
    )


def call(town, day, on=DAY, key=None):
    return castration.call_next(day=day, at=town.at(on, 14), by=town.clerk, key=key)


def result(town, row, value, on=SURGERY, **more):
    if value == Result.DONE:
        more = {"vet_name": "Dra. Ana", "vet_crmv": "CRMV-ES 99", **more}
    return castration.record_result(appointment=row, result=value, at=town.at(on, 16), by=town.vet, **more)


def code_of(call):
    with pytest.raises(Refusal) as refused:
        call()
    return refused.value.code


@pytest.mark.parametrize(
    ("law", "ground", "resident", "free", "article"),
    [
        ("joao-neiva-es", Ground.STREET, True, True, "Art. 8º, I e II"),
        ("joao-neiva-es", Ground.COMMUNITY, True, True, "Art. 8º, I e II"),
        ("joao-neiva-es", Ground.SOCIAL, True, True, "Art. 8º, I e II"),
        ("joao-neiva-es", Ground.OTHER, True, False, "Art. 8º, I e II"),
        ("vitoria-es", Ground.SOCIAL, False, False, ""),
        ("alegre-es", Ground.STREET, True, False, ""),
    ],
)
def test_who_is_attended_free_of_charge(law, ground, resident, free, article):
    town = Town(law)
    found = castration.eligibility(
        municipality=town.municipality, ground=ground, programme="Bolsa Família", is_resident=resident, on=DAY
    )
    assert (found.free, found.basis[-1]["article"]) == (free, article)
    assert ("sem previsão na lei" in found.sentence) is not free


@pytest.mark.parametrize(
    ("ground", "programme", "resident", "code"),
    [
        (Ground.SOCIAL, "", True, "programme_missing"),
        (Ground.SOCIAL, "Bolsa Família", False, "not_resident"),
        (Ground.STREET, "", True, "other_ground"),
    ],
)
def test_what_the_ground_asks_for(town, ground, programme, resident, code):
    dog = animal(town)
    assert code_of(lambda: enter(town, ground, of=dog, programme=programme, is_resident=resident)) == code


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"species": Animal.Species.HORSE}, "not_served"),
        ({"died_on": date(2025, 1, 1)}, "dead"),
        ({"is_neutered": True}, "already_neutered"),
    ],
)
def test_who_does_not_enter(town, changes, code):
    assert code_of(lambda: enter(town, of=animal(town, **changes))) == code


def test_one_request_at_a_time(town):
    dog, key = animal(town), uuid.uuid4()
    first = enter(town, of=dog, key=key)
    assert enter(town, of=dog, key=key) == first
    assert code_of(lambda: enter(town, of=dog, key=uuid.uuid4())) == "already_waiting"
    castration.withdraw(request=first, reason="mudou-se", on=DAY, at=town.at(DAY), by=town.clerk)
    assert enter(town, of=dog).pk != first.pk


def test_the_order_of_the_queue(town):
    other = enter(town, Ground.OTHER, hour=8)
    social = enter(town, Ground.SOCIAL, hour=11)
    street = enter(town, Ground.STREET, hour=10)
    assert list(CastrationRequest.objects.waiting()) == [street, social, other]
    assert [castration.position_of(row) for row in (street, social, other)] == [1, 2, 3]
    day = open_day(town, places=5)
    assert call(town, day).request == street
    assert castration.position_of(street) is None
    assert list(CastrationRequest.objects.called()) == [street]


def test_who_misses_counts_from_that_day_and_who_is_deferred_keeps_the_turn(town):
    requests = [enter(town, hour=hour) for hour in (8, 9, 10)]
    day = open_day(town, places=3)
    rows = [call(town, day) for _ in requests]
    result(town, rows[0], Result.MISSED)
    result(town, rows[1], Result.DEFERRED, reason="fêmea no cio")
    result(town, rows[2], Result.CANCELLED)
    assert list(CastrationRequest.objects.waiting()) == [requests[1], requests[2], requests[0]]


def test_places_given_back_are_given_again_to_others(town):
    requests = [enter(town, hour=hour) for hour in (8, 9, 10)]
    day = open_day(town, places=1)
    first = call(town, day)
    assert code_of(lambda: call(town, day)) == "day_full"
    result(town, first, Result.CANCELLED, on=DAY)
    assert call(town, day).request == requests[1]


def test_done_is_copied_to_the_animal(town):
    request = enter(town)
    row = call(town, open_day(town))
    assert code_of(lambda: result(town, row, Result.DONE, on=SURGERY - timedelta(days=1))) == "before_the_day"
    assert code_of(lambda: result(town, row, Result.DONE, vet_name="")) == "vet_missing"
    assert code_of(lambda: result(town, row, Result.DEFERRED)) == "reason_missing"
    assert result(town, row, Result.DONE) == result(town, row, Result.DONE)
    assert code_of(lambda: result(town, row, Result.MISSED)) == "already_recorded"
    dog = Animal.objects.get(pk=request.animal_id)
    fact = dog.facts.get()
    assert (dog.is_neutered, dog.neutered_on) == (True, SURGERY)
    assert (fact.kind, fact.on, fact.reported_by) == (
        AnimalFact.Kind.NEUTERED,
        SURGERY,
        "Dra. Ana, CRMV-ES 99",
    )
    assert not CastrationRequest.objects.open().exists()


def test_a_call_sent_twice_gives_one_place(town):
    for hour in (8, 9):
        enter(town, hour=hour)
    day, key = open_day(town), uuid.uuid4()
    assert call(town, day, key=key) == call(town, day, key=key)
    assert call(town, day, key=uuid.uuid4()).request_id != call(town, day, key=key).request_id


@pytest.mark.parametrize(("on", "code"), [(SURGERY, None), (SURGERY + timedelta(days=1), "day_past")])
def test_a_past_day_is_called_no_more(town, on, code):
    enter(town)
    day = open_day(town)
    if code is None:
        assert call(town, day, on=on)
    else:
        assert code_of(lambda: call(town, day, on=on)) == code


def test_days_are_opened_once_and_never_in_the_past(town):
    open_day(town)
    assert code_of(lambda: open_day(town)) == "day_open"
    assert code_of(lambda: open_day(town, on=DAY - timedelta(days=1))) == "day_past"
    assert code_of(lambda: call(town, open_day(town, on=DAY))) == "queue_empty"


def words(request):
    return castration.situation_of(CastrationRequest.objects.get(pk=request.pk)).words


def test_where_a_request_stands_is_said_in_words(town):
    first, second, third, fourth = (enter(town, hour=hour) for hour in (8, 9, 10, 11))
    assert words(second) == "2º lugar"
    row = call(town, open_day(town))
    assert (words(first), words(second)) == ("com vaga em 20/03/2025", "1º lugar")
    result(town, row, Result.DONE)
    assert words(first) == "castrado em 20/03/2025"
    castration.withdraw(request=second, reason="mudou-se", on=DAY, at=town.at(DAY), by=town.clerk)
    assert words(second) == "saiu em 10/03/2025: mudou-se"
    Animal.objects.filter(pk=third.animal_id).update(is_neutered=True)
    assert words(third) == "encerrado: o animal já consta como castrado."
    assert list(CastrationRequest.objects.waiting()) == [fourth]


def test_an_animal_castrated_or_dead_meanwhile_is_not_called(town):
    first, second = enter(town, hour=8), enter(town, hour=9)
    Animal.objects.filter(pk=first.animal_id).update(died_on=DAY)
    assert call(town, open_day(town)).request == second
