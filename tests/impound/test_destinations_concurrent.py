"""An animal goes to one person, and to one act, however many ask at one moment: only PostgreSQL writes so."""

import uuid
from decimal import Decimal

import pytest
from django.db import transaction

from impound.models import Bid, Exit, LotAnimal
from impound.services import adoption, bidding
from registry.models import AnimalFact
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from tests.impound.destining import ALL, contract
from tests.impound.test_sales import announced, goats
from tests.together import times
from zoonoses.documents.models import Document

AT_ONCE = 5


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_adopted_by_several_at_once_is_one_act():
    with transaction.atomic():
        depot = Depot("alegre-es", (2012, 3, 16, 9, 0))
        dog, at = depot.seize(depot.at(2012, 3, 1, 9)), depot.at(2012, 3, 16, 9)
        people = [TutorFactory(municipality=depot.municipality) for _ in range(AT_ONCE)]

    def adopt(number):
        made = contract(dog, ALL, "adoption", people[number])
        adoption.adopt(custody=dog, contract=made, by=depot.clerk, at=at, key=uuid.uuid4())
        return "adopted"

    assert sorted(times(AT_ONCE, adopt)) == ["adopted"] + ["gone"] * (AT_ONCE - 1)
    dog.animal.refresh_from_db()
    assert Exit.objects.get().receiver == dog.animal.tutor
    assert Document.objects.count() == AnimalFact.objects.filter(kind="adopted").count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_lots_of_one_animal_and_two_equal_lances_are_one():
    with transaction.atomic():
        depot = Depot("alvares-machado-sp", (2024, 6, 20, 9, 0))
        animals = goats(depot, 2)
        people = [TutorFactory(municipality=depot.municipality) for _ in range(AT_ONCE)]

    def announce(number):
        announced(depot, animals if number % 2 else list(reversed(animals)))
        return "announced"

    assert sorted(times(AT_ONCE, announce)) == ["announced"] + ["in_lot"] * (AT_ONCE - 1)
    assert LotAnimal.objects.count() == 2
    lot = LotAnimal.objects.first().lot

    def bid(number):
        at = depot.at(2024, 6, 27, 14)
        bidding.bid(
            lot=lot, bidder=people[number], amount=Decimal(300), by=depot.clerk, at=at, key=uuid.uuid4()
        )
        return "called"

    assert sorted(times(AT_ONCE, bid)) == ["called"] + ["not_higher"] * (AT_ONCE - 1)
    assert Bid.objects.count() == 1
