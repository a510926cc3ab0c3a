"""An animal released and adopted at one moment leaves once. Only PostgreSQL writes at one moment."""

import uuid

import pytest
from django.db import transaction

from impound.models import Exit
from impound.services import releasing
from impound.services.leaving import Leaving, leave, lock
from registry.models import Vaccination
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from tests.impound.redeeming import asked, billed, paid
from tests.together import times
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acts

AT_ONCE = 6


@transaction.atomic
def ready_dog():
    """A dog of Alegre whose redemption is paid and complete, and whose term has ended."""
    depot = Depot("alegre-es", (2012, 3, 20, 9, 0))
    dog = depot.seize(depot.at(2012, 3, 1, 9), registered=True, identified=True)
    at = depot.at(2012, 3, 20, 9)
    Vaccination.objects.create(
        municipality=depot.municipality,
        animal=dog.animal,
        on=at.date(),
        is_rabies=True,
        product_name="Raiva",
        shown_proof=True,
        recorded_by=depot.clerk,
        recorded_at=at,
    )
    found = asked(depot, [dog], at)
    billed(depot, found, at)
    paid(depot, found, at)
    return depot, dog, found, at


def adopt(depot, dog, at):
    with transaction.atomic():
        rows = lock([dog])
        act = acts.record(
            case=rows[0].seizure.act.case, kind=ActKind.DESTINATION, at=at, author=depot.manager
        )
        adopter = TutorFactory(municipality=depot.municipality)
        leave(custodies=rows, leaving=Leaving("adoption", receiver=adopter), act=act, at=at, by=depot.manager)


def release(depot, found, at):
    releasing.release(redemption=found, at=at, by=depot.clerk, key=uuid.uuid4())


@pytest.mark.django_db
def test_who_comes_second_is_told_how_the_animal_left():
    depot, dog, found, at = ready_dog()
    adopt(depot, dog, at)
    with pytest.raises(Refusal, match="já saíram"):
        release(depot, found, at)
    assert not Document.objects.filter(kind=DocumentKind.RELEASE).exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_released_and_adopted_at_once_is_one_act():
    depot, dog, found, at = ready_dog()

    def go(number):
        adopt(depot, dog, at) if number % 2 else release(depot, found, at)
        return "left"

    ends = times(AT_ONCE, go)
    assert sorted(ends) == ["gone"] * (AT_ONCE - 1) + ["left"]
    gone = Exit.objects.get()
    released = Document.objects.filter(kind=DocumentKind.RELEASE).count()
    assert released == (1 if gone.kind == Exit.Kind.REDEMPTION else 0)
