"""Twenty at the same moment: consecutive numbers, no gap after a rollback, one document for one key."""

import uuid

import pytest

from tests.documents.conftest import make_office
from tests.together import times
from zoonoses.documents import contexts
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Act, Document
from zoonoses.documents.services import acts
from zoonoses.documents.services.idempotency import once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
PEOPLE = 20


def act_of(office, number):
    at = office.at(2025, 3, 10, 14, 30)
    case = acts.open_case(municipality=office.municipality, on=at.date())
    document = office.issue(contexts.COMPLAINT, case=case, at=at)
    if number < 0:
        raise ZeroDivisionError
    return acts.record(case=case, kind=ActKind.COMPLAINT, at=at, author=office.agent, document=document)


def test_twenty_issues_are_consecutive():
    office = make_office()
    times(PEOPLE, lambda number: once(office.municipality, uuid.uuid4(), lambda: act_of(office, number)))
    assert sorted(Document.objects.values_list("number", flat=True)) == list(range(1, 21))


def test_those_that_roll_back_leave_no_gap():
    office = make_office()

    def work(number):
        fails = number % 3 == 0
        try:
            return once(office.municipality, uuid.uuid4(), lambda: act_of(office, -1 if fails else number))
        except ZeroDivisionError as error:
            return error

    results = times(PEOPLE, work)
    failed = sum(isinstance(result, ZeroDivisionError) for result in results)
    assert failed == 7
    assert sorted(Document.objects.values_list("number", flat=True)) == list(range(1, 21 - failed))


def test_one_key_sent_twenty_times_makes_one_document():
    office = make_office()
    key = uuid.uuid4()
    results = times(PEOPLE, lambda number: once(office.municipality, key, lambda: act_of(office, number)))
    assert len({act.pk for act in results}) == 1
    assert Document.objects.count() == Act.objects.count() == 1


def test_two_towns_do_not_wait_for_each_other():
    offices = [make_office(), make_office("cuiaba-mt")]
    times(PEOPLE, lambda number: act_of(offices[number % 2], number))
    for office in offices:
        numbers = Document.objects.of(office.municipality).values_list("number", flat=True)
        assert sorted(numbers) == list(range(1, 11))
