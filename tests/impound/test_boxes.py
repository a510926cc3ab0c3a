"""Boxes of the depósito: capacity, what is kept apart, quarantine until the entry exams are in, and moves."""

import pytest

from impound.models import Box, BoxStay, CustodyEvent
from impound.services.boxes import allocate, choices, save_box
from tests.impound.depot import Depot
from zoonoses.documents.refusals import Refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def alegre():
    return Depot("alegre-es", (2012, 3, 2, 9, 0))


def _refused(depot, custody, box, code, at=None):
    with pytest.raises(Refusal) as found:
        allocate(custody=custody, box=box, at=at or depot.at(2012, 3, 2, 9), by=depot.agent, reason="mudança")
    assert found.value.code == code
    return found.value


def test_a_box_takes_as_many_as_it_has_places(alegre):
    box, at = alegre.box(capacity=2), alegre.at(2012, 3, 2, 9)
    first, second, third = (alegre.seize(alegre.at(2012, 3, 1, 9)) for _ in range(3))
    allocate(custody=first, box=box, at=at, by=alegre.agent)
    allocate(custody=second, box=box, at=at, by=alegre.agent)
    assert "2 de 2 vagas" in _refused(alegre, third, box, "box_full").sentence
    assert BoxStay.objects.filter(box=box).current().count() == 2


def test_the_same_place_again_changes_nothing_and_a_move_needs_its_reason(alegre):
    one, two, at = alegre.box("Canil 1"), alegre.box("Canil 2"), alegre.at(2012, 3, 2, 9)
    custody = alegre.seize(alegre.at(2012, 3, 1, 9))
    stay = allocate(custody=custody, box=one, at=at, by=alegre.agent)
    assert allocate(custody=custody, box=one, at=at, by=alegre.agent) == stay
    with pytest.raises(Refusal, match="por que o animal muda"):
        allocate(custody=custody, box=two, at=at, by=alegre.agent)
    moved = allocate(
        custody=custody, box=two, at=alegre.at(2012, 3, 2, 10), by=alegre.agent, reason="reforma"
    )
    stay.refresh_from_db()
    assert (stay.left_at, moved.reason) == (alegre.at(2012, 3, 2, 10), "reforma")
    _refused(alegre, custody, one, "before", at=alegre.at(2012, 3, 2, 9, 30))


@pytest.mark.parametrize(
    ("law", "inside", "newcomer", "code"),
    [
        ("alegre-es", {"species": "dog"}, {"species": "cat"}, "species_apart"),
        ("alegre-es", {"sex": "female"}, {"sex": "male"}, "sexes_apart"),
        ("alegre-es", {"sex": "unknown"}, {"sex": "unknown"}, "sexes_apart"),
        ("alegre-es", {"sex": "male"}, {"sex": "male"}, ""),
        ("cuiaba-mt", {"species": "dog", "sex": "male"}, {"species": "cat", "sex": "female"}, ""),
    ],
)
def test_the_law_says_who_is_kept_apart(law, inside, newcomer, code):
    depot = Depot(law, (2012, 3, 2, 9, 0))
    box, at = depot.box(), depot.at(2012, 3, 2, 9)
    first, second = (depot.seize(depot.at(2012, 3, 1, 9), **row) for row in (inside, newcomer))
    allocate(custody=first, box=box, at=at, by=depot.agent)
    if code:
        assert _refused(depot, second, box, code).article == "Art. 23, § 3º"
    else:
        assert allocate(custody=second, box=box, at=at, by=depot.agent).box == box


def test_a_mother_keeps_her_young(alegre):
    box, at = alegre.box(), alegre.at(2012, 3, 2, 9)
    mother = alegre.seize(alegre.at(2012, 3, 1, 9))
    pup = alegre.seize(alegre.at(2012, 3, 1, 9), mother=mother, sex="male")
    allocate(custody=mother, box=box, at=at, by=alegre.agent)
    assert allocate(custody=pup, box=box, at=at, by=alegre.agent).box == box


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"species": "cat"}, "box_species"),
        ({"sex": "male"}, "box_sex"),
        ({"is_active": False}, "box_inactive"),
        ({}, ""),
    ],
)
def test_a_box_may_be_for_one_species_or_sex_or_out_of_use(alegre, values, code):
    box, custody = alegre.box(**values), alegre.seize(alegre.at(2012, 3, 1, 9), sex="female")
    if code:
        _refused(alegre, custody, box, code)
    found = {row.pk: refusal and refusal.code for row, refusal in choices(custody)}
    assert found.get(box.pk) == (code or None) or code == "box_inactive" and not found


def test_quarantine_lasts_until_the_entry_exams_are_in():
    depot = Depot("alvares-machado-sp", (2024, 6, 4, 9, 0))
    custody, at = depot.seize(depot.at(2024, 6, 3, 9), species="horse", size="large"), depot.at(2024, 6, 4, 9)
    common = depot.box("Piquete")
    quarantine = depot.box("Quarentena", purpose=Box.Purpose.QUARANTINE)
    refusal = _refused(depot, custody, common, "quarantine", at=at)
    assert "exame de mormo, exame de anemia, Vacina de Influenza Equina" in refusal.sentence
    assert refusal.article == "Art. 7º"
    allocate(custody=custody, box=quarantine, at=at, by=depot.agent)
    for code, kind, result in (
        ("glanders_exam", "exam", "negative"),
        ("equine_anaemia_exam", "exam", "negative"),
        ("equine_influenza_vaccine", "vaccine", "done"),
    ):
        CustodyEvent.objects.create(
            custody=custody, kind=kind, code=code, label=code, on=at.date(), result=result,
            recorded_at=at, recorded_by=depot.vet,
        )  # fmt: skip
    allocate(custody=custody, box=common, at=at, by=depot.agent, reason="resultados negativos")
    assert custody.stays.current().get().box == common


def test_an_animal_of_which_no_exam_is_asked_needs_no_quarantine():
    depot = Depot("alvares-machado-sp", (2024, 6, 4, 9, 0))
    custody = depot.seize(depot.at(2024, 6, 3, 9), species="goat", size="medium")
    assert allocate(custody=custody, box=depot.box(), at=depot.at(2024, 6, 4, 9), by=depot.agent)


def test_a_box_is_never_smaller_than_who_is_inside(alegre):
    box, town = alegre.box(capacity=2), alegre.municipality
    custody = alegre.seize(alegre.at(2012, 3, 1, 9), sex="female")
    allocate(custody=custody, box=box, at=alegre.at(2012, 3, 2, 9), by=alegre.agent)
    for values in ({"is_active": False}, {"sex": "male"}, {"species": "cat"}):
        with pytest.raises(Refusal):
            save_box(municipality=town, box=box, values=values)
    with pytest.raises(Refusal, match="Já há uma baia"):
        save_box(municipality=town, values={"name": box.name, "capacity": 1})
    assert save_box(municipality=town, box=box, values={"capacity": 1, "sex": "female"}).capacity == 1


def test_another_towns_box_is_no_place(alegre):
    other = Depot("cuiaba-mt", (2012, 3, 2, 9, 0))
    with pytest.raises(ValueError, match="another municipality"):
        allocate(
            custody=alegre.seize(alegre.at(2012, 3, 1, 9)),
            box=other.box(),
            at=alegre.at(2012, 3, 2, 9),
            by=alegre.agent,
        )
