"""Numbers of the RGA: next at the agency, any order inside a clinic's blocks, never twice."""

import uuid
from datetime import date
from decimal import Decimal

import pytest
from django.db import transaction

from registry.models import KitBlock, Rga
from registry.services import kits, numbers
from tests.factories import AnimalFactory, ClinicFactory, MembershipFactory, MunicipalityFactory, local_moment
from tests.together import times
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.models import Role

DAY = date(2025, 3, 10)


class Desk:
    """A town with two clinics; `use` writes the registration that takes a number."""

    def __init__(self, law="alegre-es"):
        self.town = MunicipalityFactory(law=law)
        self.clerk = MembershipFactory(municipality=self.town, role=Role.CLERK)
        self.one, self.other = (ClinicFactory(municipality=self.town) for _ in range(2))
        self.at = local_moment(self.town, 2025, 3, 10, 9, 30)

    def deliver(self, clinic, quantity, **given):
        given = {"at": self.at, "by": self.clerk, "key": uuid.uuid4()} | given
        return kits.deliver(municipality=self.town, clinic=clinic, quantity=quantity, **given)

    def use(self, clinic=None, number=None, *, on=DAY, animal=None):
        animal = animal or AnimalFactory(tutor=None, municipality=self.town)
        with transaction.atomic():
            taken = numbers.take(municipality=self.town, on=on, clinic=clinic, number=number)
            return Rga.objects.create(
                municipality=self.town,
                number=taken.number,
                animal=animal,
                registered_on=on,
                registered_at=self.at,
                registered_by=self.clerk,
                clinic=clinic,
                block=taken.block,
                code=f"T{self.town.pk}-{taken.number}",
            ).number

    def spoil(self, clinic, number, reason="carteira rasgada"):
        return numbers.spoil(
            municipality=self.town, clinic=clinic, number=number, reason=reason, on=DAY, by=self.clerk
        )


@pytest.fixture
def desk(db):
    return Desk()


def refused(act, *args, **kwargs):
    with pytest.raises(Refusal) as found:
        act(*args, **kwargs)
    return found.value.code


def test_blocks_and_the_agency_share_one_sequence(desk):
    assert desk.use() == 1
    first, second = desk.deliver(desk.one, 3), desk.deliver(desk.other, 2)
    assert (first.first, first.last) == (2, 4) and (second.first, second.last) == (5, 6)
    assert desk.use() == 7
    assert [desk.use(desk.one), desk.use(desk.other), desk.use(desk.one)] == [2, 5, 3]


def test_a_clinic_uses_its_numbers_in_any_order(desk):
    desk.deliver(desk.one, 4)
    assert [desk.use(desk.one, 3), desk.use(desk.one), desk.use(desk.one), desk.use(desk.one)] == [3, 1, 2, 4]
    assert refused(desk.use, desk.one) == "no_numbers_left"


@pytest.mark.parametrize(
    ("number", "code"),
    [(3, "number_used"), (4, "number_spoilt"), (6, "number_outside_blocks"), (99, "number_outside_blocks")],
)
def test_numbers_that_are_refused(desk, number, code):
    desk.deliver(desk.one, 5)
    desk.deliver(desk.other, 5)
    desk.use(desk.one, 3)
    desk.spoil(desk.one, 4)
    assert refused(desk.use, desk.one, number) == code
    assert refused(desk.spoil, desk.one, number) == code
    assert desk.use(desk.one) == 1


def test_a_number_of_its_own_kits_is_the_agency_s_to_choose(desk):
    desk.deliver(None, 3)
    desk.deliver(desk.one, 3)
    assert desk.use(None, 2) == 2
    assert refused(desk.use, None, 4) == "number_outside_blocks"
    assert desk.use() == 7


@pytest.mark.parametrize(
    ("given", "on", "code"),
    [
        ({"valid_until": date(2025, 3, 10)}, date(2025, 3, 10), None),
        ({"valid_until": date(2025, 3, 10)}, date(2025, 3, 11), "clinic_expired"),
        ({"suspended_on": date(2025, 3, 10)}, date(2025, 3, 9), None),
        ({"suspended_on": date(2025, 3, 10)}, date(2025, 3, 10), "clinic_suspended"),
        ({"accredited_on": date(2025, 3, 11)}, date(2025, 3, 10), "not_accredited"),
    ],
)
def test_accreditation_holds_or_not_on_the_day(desk, given, on, code):
    desk.deliver(desk.one, 2)
    for name, value in given.items():
        setattr(desk.one, name, value)
    desk.one.save()
    if code is None:
        assert desk.use(desk.one, on=on) == 1
    else:
        assert refused(desk.use, desk.one, on=on) == code


def test_a_refused_registration_gives_its_number_back(desk):
    desk.use()
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        numbers.take(municipality=desk.town, on=DAY)
        raise ZeroDivisionError
    assert desk.use() == 2


def test_numbers_of_a_former_register_move_the_sequence_on(desk):
    numbers.claim(municipality=desk.town, numbers=[12, 40])
    block = desk.deliver(desk.one, 2)
    assert (block.first, block.last) == (41, 42)
    numbers.claim(municipality=desk.town, numbers=[5])
    assert desk.use() == 43
    assert refused(numbers.claim, municipality=desk.town, numbers=[7, 42]) == "number_used"
    assert refused(numbers.claim, municipality=desk.town, numbers=[43]) == "number_used"


@pytest.mark.parametrize(
    ("law", "amount", "article"), [("alegre-es", "100.00", "Art. 11, I"), ("vitoria-es", None, "")]
)
def test_a_block_costs_what_the_law_says_or_nothing(db, law, amount, article):
    desk = Desk(law)
    block = desk.deliver(desk.one, 20)
    if amount is None:
        assert block.charge is None and "Sem previsão" in block.price_note
    else:
        assert (block.charge.amount, block.charge.article) == (Decimal(amount), article)
        assert block.charge.payer_document == desk.one.cnpj
        assert block.charge.description == "20 kits de registro, RGA 1 a 20"


def test_a_delivery_sent_again_is_one_block(desk):
    key = uuid.uuid4()
    assert desk.deliver(desk.one, 20, key=key) == desk.deliver(desk.one, 20, key=key)
    assert KitBlock.objects.count() == 1 and desk.deliver(desk.one, 1).first == 21


@pytest.mark.parametrize("quantity", [0, 1001])
def test_a_block_has_bounds(desk, quantity):
    assert refused(desk.deliver, desk.one, quantity) == "quantity"


def test_stock_counts_used_and_spoilt_and_warns(desk):
    desk.one.low_stock_at = 2
    desk.one.save()
    assert not kits.stock_of(desk.one).is_low
    desk.deliver(desk.one, 5)
    desk.use(desk.one, 2)
    assert not kits.stock_of(desk.one).is_low
    desk.spoil(desk.one, 5)
    stock = kits.stock_of(desk.one)
    assert (stock.received, stock.used, stock.spoilt, stock.free, stock.is_low) == (5, 1, 1, 3, False)
    desk.use(desk.one)
    assert kits.stock_of(desk.one).is_low
    block = kits.blocks_of(desk.one).get()
    assert (block.used_count, block.spoilt_count, block.left) == (2, 1, 2)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_fifty_at_once_from_two_clinics_and_the_agency():
    desk = Desk()
    desk.use()
    blocks = {desk.one: desk.deliver(desk.one, 20), desk.other: desk.deliver(desk.other, 20)}
    places = [desk.one, desk.other, None] * 17
    animals = [AnimalFactory(tutor=None, municipality=desk.town) for _ in places[:50]]

    def register(number):
        return places[number], desk.use(places[number], animal=animals[number])

    given = times(50, register)
    assert len({number for _, number in given}) == 50
    for place, number in given:
        inside = [clinic for clinic, block in blocks.items() if block.first <= number <= block.last]
        assert inside == ([place] if place else []), (place, number)
    assert sorted(number for place, number in given if place == desk.one) == list(range(2, 19))
    assert sorted(number for place, number in given if place is None) == list(range(42, 58))
