"""Two clerks with the same charge."""

import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.treasury.conftest import make_counter
from zoonoses.documents.models import Document
from zoonoses.documents.refusals import Refusal
from zoonoses.treasury.models import Payment
from zoonoses.treasury.services import charges

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def together(works):
    start = threading.Barrier(len(works))

    def one(work):
        start.wait()
        try:
            return work()
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(one, works))


def test_the_same_form_sent_by_both_is_one_payment():
    counter, key = make_counter(), uuid.uuid4()
    charge = counter.charge()
    clerks = [counter.clerk, counter.other_clerk] * 4
    made = together([lambda by=by: counter.pay(charge, "40.00", key=key, by=by).pk for by in clerks])
    assert len(set(made)) == 1 and Payment.objects.count() == Document.objects.count() == 1
    assert charges.owed(charge) == 60


def test_both_receive_the_whole_and_one_is_told():
    counter = make_counter()
    charge = counter.charge()
    made = together(
        [lambda by=by: counter.pay(charge, by=by).pk for by in (counter.clerk, counter.other_clerk)]
    )
    assert made.count("paid") == 1 and Payment.objects.count() == 1
