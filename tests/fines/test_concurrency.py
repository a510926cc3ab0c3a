"""The confirmation of one auto sent twenty times at one moment through the web: one auto, one number."""

from datetime import date
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from fines.models import InfractionNotice
from registry.models import Penalty
from tests.factories import sign_in
from tests.fines.test_pages import typed
from tests.inspections.visits import Town
from tests.together import at_once
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Document

TIMES = 20


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_confirmation_sent_twenty_times_makes_one_auto():
    town = Town("vitoria-es", now="2024-03-12 10:00")
    visit = town.visit(date(2024, 3, 12), "leash_handler")
    url = reverse("fines:notice_new", args=[visit.pk])
    fields = typed(visit, town) | {"confirmar": "1"}
    clients = [Client() for _ in range(TIMES)]
    for client in clients:
        sign_in(client, town.agent)
    answers = at_once(partial(client.post, url, fields) for client in clients)

    made = InfractionNotice.objects.get()
    assert {answer.status_code for answer in answers} == {302}
    assert {answer.url for answer in answers} == {reverse("fines:notice", args=[made.pk])}
    numbers = Document.objects.filter(kind=DocumentKind.INFRACTION_NOTICE).values_list("number", flat=True)
    assert list(numbers) == [1]
    assert Penalty.objects.count() == 1
