"""A request of redemption that came in on paper: its own day counts for the term, and both days are seen."""

import uuid
from datetime import date

import pytest
from django.urls import reverse

from impound.models import Redemption
from impound.services import redemptions
from impound.services.redemption_checklist import checklist
from impound.services.redemptions import OnPaper, Requester
from tests.factories import TutorFactory, sign_in
from tests.impound.depot import Depot
from tests.impound.redeeming import unit_value
from tests.impound.test_redemption_pages import scan
from zoonoses.documents.models import Attachment
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import agenda

pytestmark = pytest.mark.django_db


# Seized on Tuesday 5/11/2024: the last day of the term is Monday 18/11. Entered on Monday 25/11.
@pytest.mark.parametrize(
    ("day", "code"),
    [
        (date(2024, 11, 4), "before_seizure"),
        (date(2024, 11, 5), None),
        (date(2024, 11, 18), None),
        (date(2024, 11, 19), "within_term"),
        (date(2024, 11, 25), "within_term"),
        (date(2024, 11, 26), "future"),
    ],
)
def test_the_term_is_judged_by_the_day_of_the_paper(day, code):
    depot = Depot("alvares-machado-sp", (2024, 11, 25, 10, 0))
    horse = depot.seize(depot.at(2024, 11, 5, 9), species="horse", size="large")
    unit_value(depot, "UFM", "5.00", date(2024, 1, 1), date(2024, 12, 31))  # known in the term: no excuse
    given = {
        "custodies": [horse],
        "requester": Requester(
            TutorFactory(municipality=depot.municipality), "owner", born_on=date(1980, 1, 1)
        ),
        "at": depot.at(2024, 11, 25, 10),
        "by": depot.clerk,
        "key": uuid.uuid4(),
        "paper": OnPaper(day, scan()),
    }
    if code:
        with pytest.raises(Refusal) as found:
            redemptions.ask(**given)
        assert found.value.code == code and not Redemption.objects.exists()
        assert not Attachment.objects.exists()
        return
    made = redemptions.ask(**given)
    assert (made.act.on, made.act.on_paper, made.act.recorded_at) == (day, True, given["at"])
    assert made.act.at >= horse.seized_at and made.act.attachments.get().kind == "scan"
    item = next(row for row in checklist(made, at=given["at"]).items if row.need.code == "within_term")
    assert item.met and item.how == f"pedido em papel de {day:%d/%m/%Y}, registrado em 25/11/2024"


def test_the_paper_is_entered_at_the_counter_and_is_in_the_day_of_the_clerk(client):
    depot = Depot("alvares-machado-sp", (2024, 11, 25, 10, 0))
    horse = depot.seize(depot.at(2024, 11, 5, 9), species="horse", size="large")
    person = TutorFactory(municipality=depot.municipality)
    sign_in(client, depot.clerk)
    url = reverse("impound:redeem", args=[horse.pk])
    assert 'href="?papel=1"' in client.get(url).content.decode()  # the term ended
    address = f"{url}?papel=1&tutor={person.pk}"
    page = client.get(address).content.decode()
    assert "julgado pelo dia em que o pedido foi recebido" in page
    fields = {"animals": [horse.pk], "capacity": "owner", "born_on": "1980-01-01"}
    fields |= {"idempotency_key": str(uuid.uuid4())}
    assert client.post(address, fields | {"asked_on": "2024-11-18"}).status_code == 422  # no scan
    late = client.post(address, fields | {"asked_on": "2024-11-20", "scan": scan()})
    assert late.status_code == 409 and "2024-11-20" in late.content.decode()
    done = client.post(address, fields | {"asked_on": "2024-11-18", "scan": scan()})
    made = Redemption.objects.get()
    assert done.url == reverse("impound:redemption", args=[made.pk])
    shown = client.get(done.url).content.decode()
    assert "18/11" in shown and "registrado em seg., 25/11" in shown and "ver o papel" in shown
    listed = client.get(reverse("impound:redemptions")).content.decode()
    assert "pedido em papel de 18/11/2024, registrado em 25/11/2024" in listed
    agenda.rebuild(made.act.case, on=date(2024, 11, 25))
    day = client.get(reverse("desk:today")).content.decode()
    assert f"Concluir o resgate do animal nº {horse.full_number}" in day


def test_a_law_that_counts_no_request_says_so(client):
    depot = Depot("alegre-es", (2012, 3, 20, 10, 0))
    dog = depot.seize(depot.at(2012, 3, 1, 9))
    person = TutorFactory(municipality=depot.municipality)
    sign_in(client, depot.clerk)
    page = client.get(reverse("impound:redeem", args=[dog.pk]), {"papel": "1", "tutor": person.pk})
    assert "A lei não julga o prazo pelo dia do pedido" in page.content.decode()
