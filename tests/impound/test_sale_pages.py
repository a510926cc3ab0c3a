"""The pages of sales, visits and bars: from the choice on the animal's page to the delivery; lists in few queries."""

import uuid
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from impound.models import AdoptionBar, Bid, Exit, FollowUp, SaleLot
from impound.services import bars, follow_ups
from registry.models import Penalty, PenaltyLifted
from tests.factories import TutorFactory, sign_in
from tests.impound.depot import Depot
from tests.impound.destining import ALL, adopted
from tests.impound.redeeming import refused
from tests.impound.test_redemption_whole import noticed, with_visit
from tests.impound.test_sales import announced, closed, goats, offered
from zoonoses.documents.models import Agenda
from zoonoses.treasury.services import charges

pytestmark = pytest.mark.django_db


@pytest.fixture
def machado():
    return Depot("alvares-machado-sp", (2024, 6, 27, 15, 0))


def _get(client, member, name, *args, **query):
    return sign_in(client, member).get(reverse(f"impound:{name}", args=args), query)


def _post(client, member, url, key=None, **data):
    sign_in(client, member)
    return client.post(url, {"idempotency_key": str(key or uuid.uuid4()), **data})


def test_the_edital_begins_on_the_animals_page_and_is_seen_before_it_is_issued(client, machado):
    animals = goats(machado)
    young = machado.seize(machado.at(2024, 6, 26, 9), species="goat")
    page = _get(client, machado.manager, "destine", animals[0].pk).content.decode()
    auction = reverse("impound:destine_as", args=[animals[0].pk, "auction", "auction"])
    assert auction in page
    page = _get(client, machado.clerk, "destine", animals[0].pk).content.decode()
    assert auction not in page and "Leilão: o gestor publica o edital" in page
    url = sign_in(client, machado.manager).get(auction).url
    page = client.get(url)
    assert [row.pk for row in page.context["found"]] == [row.pk for row in animals]
    assert young.full_number not in page.content.decode()
    data = {
        "animals": [row.pk for row in animals], "on": "2024-07-04", "hour": "14:00", "place": "Parque",
        "published": "Mural",
    }  # fmt: skip
    assert _post(client, machado.manager, url, **{**data, "minimum": "10,00"}).status_code == 422
    early = _post(client, machado.manager, url, **{**data, "on": "2024-06-27", "hour": "14:59"})
    assert early.status_code == 409 and "A sessão é depois de agora" in early.content.decode()
    sheet = _post(client, machado.manager, url, **data).content.decode()
    assert "R$ 242,00" in sheet and "Art. 8º" in sheet
    key = uuid.uuid4()
    for _ in range(2):
        answer = _post(client, machado.manager, url, key, **data, confirmar="1")
        assert answer.status_code == 302
    lot = SaleLot.objects.get()
    assert answer.url == reverse("impound:sale", args=[lot.pk])
    assert "a partir da hora da sessão" in client.get(answer.url).content.decode()
    held = _get(client, machado.manager, "destine", animals[0].pk).content.decode()
    assert "está no lote do Edital nº 0001/2024" in held
    assert _get(client, machado.clerk, "sale_new").status_code == 403


def test_from_the_lance_to_the_delivery(client, machado):
    animals = goats(machado)
    lot = announced(machado, animals)
    person = TutorFactory(municipality=machado.municipality, name="Conceição")
    url = reverse("impound:bid_new", args=[lot.pk])
    assert "Quem dá o lance" in _get(client, machado.clerk, "bid_new", lot.pk).content.decode()
    url += f"?licitante={person.pk}"
    assert _post(client, machado.clerk, url, amount="241,99").status_code == 409
    assert _post(client, machado.clerk, url, amount="").status_code == 422
    assert _post(client, machado.clerk, url, amount="1.250,00").status_code == 302
    assert Bid.objects.get().amount == 1250
    again = _get(client, machado.clerk, "bid_new", lot.pk).content.decode()
    assert "Já deram lance" in again and "Conceição" in again
    page = _get(client, machado.manager, "sale", lot.pk).content.decode()
    assert "R$ 1.250,00" in page and "Lavrar resultado" in page
    url = reverse("impound:sale_result", args=[lot.pk])
    assert "Arrematado por Conceição" in _post(client, machado.manager, url).content.decode()
    assert _post(client, machado.manager, url, confirmar="1").status_code == 302
    deliver = reverse("impound:sale_deliver", args=[lot.pk])
    assert _post(client, machado.clerk, deliver).status_code == 409
    lot = SaleLot.objects.get()
    assert "Falta pagar" in _get(client, machado.clerk, "sale", lot.pk).content.decode()
    charges.pay(
        charge=lot.result.charge, amount=lot.result.charge.amount, means="pix", paid_on=date(2024, 6, 27),
        at=machado.at(2024, 6, 27, 15), by=machado.clerk, key=uuid.uuid4(),
    )  # fmt: skip
    assert "Emitir o termo e entregar" in _get(client, machado.clerk, "sale", lot.pk).content.decode()
    assert _post(client, machado.clerk, deliver).status_code == 302
    assert Exit.objects.filter(kind="auction", receiver=person).count() == 2
    assert "Entregues em" in _get(client, machado.judge, "sale", lot.pk).content.decode()
    assert "entregue a Conceição" in _get(client, machado.judge, "sales").content.decode()


def test_lists_ask_the_same_queries_however_many_rows(client, machado):
    def count(name):
        sign_in(client, machado.clerk)
        url = reverse(f"impound:{name}")
        client.get(url)
        with CaptureQueriesContext(connection) as found:
            assert client.get(url).status_code == 200
        return len(found)

    lot = announced(machado, goats(machado, 1))
    offered(machado, lot, "200")
    closed(machado, lot)
    gone = adopted(
        machado, goats(machado, 1)[0], "adoption", machado.at(2024, 6, 20, 9), visits=(date(2024, 7, 1),)
    )
    _bar(machado, gone.receiver)
    few = [count(name) for name in ("sales", "follow_ups", "bars")]
    for _ in range(2):
        announced(machado, goats(machado, 2))
        FollowUp.objects.create(exit=gone, due_on=date(2024, 8, 1), responsible=machado.agent)
        _bar(machado, TutorFactory(municipality=machado.municipality))
    assert [count(name) for name in ("sales", "follow_ups", "bars")] == few
    assert max(few) <= 14


def _bar(depot, person):
    return AdoptionBar.objects.create(
        municipality=depot.municipality,
        tutor=person,
        reason="x",
        since_on=date(2024, 6, 1),
        written_by=depot.manager,
    )


def test_a_visit_is_listed_due_recorded_once_and_a_problem_leads_to_a_vistoria(client):
    depot = Depot("alegre-es", (2012, 4, 16, 9, 0))
    dog, at = depot.seize(depot.at(2012, 3, 1, 9)), depot.at(2012, 3, 16, 9)
    person = TutorFactory(municipality=depot.municipality, name="Conceição")
    adopted(depot, dog, ALL, at, receiver=person, visits=(date(2012, 4, 16), date(2012, 6, 15)))
    first = FollowUp.objects.order_by("due_on").first()
    page = _get(client, depot.agent, "follow_ups").content.decode()
    assert "vence hoje" in page and page.count("Conceição") == 2
    url = reverse("impound:follow_up", args=[first.pk])
    assert _post(client, depot.agent, url, on="2012-04-16", result="problem").status_code == 422
    assert _post(client, depot.agent, url, on="2012-03-15", result="well").status_code == 409
    data = {"on": "2012-04-16", "result": "problem", "notes": "magro, sem água", "next_on": "2012-04-30"}
    key = uuid.uuid4()
    for _ in range(2):
        assert _post(client, depot.agent, url, key, **data).status_code == 302
    assert FollowUp.objects.filter(done_on=None).count() == 2
    page = _get(client, depot.agent, "follow_up", first.pk).content.decode()
    assert reverse("inspections:inspection_new") in page and f'value="{person.pk}"' in page
    assert (
        reverse("inspections:inspection_new")
        not in _get(client, depot.clerk, "follow_up", first.pk).content.decode()
    )
    assert "magro" in page
    assert "Conceição" in _get(client, depot.agent, "follow_ups", situacao="irregulares").content.decode()
    refused(
        "done", follow_ups.record, follow_up=first, result="well", on=date(2012, 4, 16), notes="",
        at=depot.at(2012, 4, 16, 9), by=depot.agent, key=uuid.uuid4(),
    )  # fmt: skip


def test_visits_and_lots_are_in_the_day_of_who_answers(machado, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        gone = adopted(
            machado, goats(machado, 1)[0], "adoption", machado.at(2024, 6, 20, 9), visits=(date(2024, 7, 1),)
        )
        lot = announced(machado, goats(machado, 1))
    lines = {line.next_act: line for line in Agenda.objects.filter(next_act__in=("follow_up", "sale"))}
    assert lines["follow_up"].due_on == date(2024, 7, 1) and lines["follow_up"].case_id == gone.act.case_id
    assert lines["sale"].due_on == date(2024, 6, 27) and str(lot.act.document) in lines["sale"].sentence


def test_the_manager_bars_and_lifts_with_a_reason(client, machado):
    person = TutorFactory(municipality=machado.municipality, name="Conceição")
    url = reverse("impound:bar_new") + f"?tutor={person.pk}"
    assert _post(client, machado.clerk, url, reason="x").status_code == 403
    assert _post(client, machado.manager, url, reason=" ").status_code == 422
    for _ in range(2):
        assert _post(client, machado.manager, url, reason="devolveu dois animais").status_code == 302
    row = AdoptionBar.objects.get()
    assert "devolveu dois animais" in _get(client, machado.clerk, "bars").content.decode()
    url = reverse("impound:bar_lift", args=[row.pk])
    assert _post(client, machado.manager, url, reason="mudou").status_code == 302
    client.get(reverse("impound:bars"))  # the message of the act is read
    assert "Conceição" not in _get(client, machado.clerk, "bars").content.decode()
    assert "mudou" in _get(client, machado.clerk, "bars", situacao="levantados").content.decode()


def test_an_auto_for_a_conduct_that_the_law_file_names_bars_until_it_is_lifted():
    depot = Depot("alegre-es", (2012, 3, 16, 9, 0))
    owner = TutorFactory(municipality=depot.municipality)
    seizure = depot.seizure(depot.at(2012, 3, 1, 9), owner=owner)
    finding = with_visit(depot, seizure, "abandonment")
    noticed(depot, finding, owner, depot.at(2012, 3, 2, 9))
    dog, at = depot.seize(depot.at(2012, 3, 1, 9)), depot.at(2012, 3, 16, 9)
    said = refused("barred", adopted, depot, dog, ALL, at, receiver=owner)
    assert "Auto de infração nº 0001/2012" in said.sentence and "abandonar" in said.sentence
    assert said.article == Penalty.objects.get().article
    penalty = Penalty.objects.get()
    item = penalty.act.notice.items.get()
    item.consequences = [{"code": "loss_of_possession", "label": "perda da posse", "article": "Art. 29"}]
    item.save()
    assert [(row.article, row.sentence) for row in bars.barred(owner, at.date())] == [
        ("Art. 29", "perda da posse, pelo Auto de infração nº 0001/2012")
    ]
    penalty.act.notice.is_proposed = True
    penalty.act.notice.save()
    assert bars.barred(owner, at.date()) == []  # only proposed: from the final decision on
    penalty.final_on = at.date()
    penalty.save()
    assert bars.barred(owner, at.date())
    PenaltyLifted.objects.create(penalty=penalty, on=at.date(), act=penalty.act)
    assert bars.barred(owner, at.date()) == []
