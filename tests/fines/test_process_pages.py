"""Pages of the process: the whole walk through them, refusals through the address, the regulation, the day's list."""

import uuid
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from fines.models import Decision, Filing, ProcedureRule
from tests.factories import sign_in, unit_value
from tests.fines.process import charge_of, decide, defend, drawn, serve
from tests.inspections.visits import Town, commits
from zoonoses.documents.models import Agenda

pytestmark = pytest.mark.django_db


def page(client, name, *args):
    return client.get(reverse(name, args=args))


def sent(client, name, notice, **fields):
    return client.post(reverse(name, args=[notice.pk]), {"idempotency_key": str(uuid.uuid4()), **fields})


def decided(notice, **fields):
    """The form of a decision with every conduct as it is."""
    rows = {}
    for item in notice.items.all():
        rows |= {f"stands_{item.pk}": "on", f"animals_{item.pk}": item.animals}
    return {"reasons": "Conforme a prova.", "votes": "", **rows, **fields}


@pytest.fixture
def neiva():
    town = Town("joao-neiva-es", now="2026-04-22 10:00")
    unit_value(town.municipality, "VRTE", 2026, "4.50")
    return town


@pytest.fixture
def auto(neiva):
    made = drawn(neiva, date(2026, 4, 1), "short_tether", aggravating=("intent",))
    serve(neiva, made.act, date(2026, 4, 2))
    return made


def test_defence_and_decision_through_the_pages(client, neiva, auto):
    sign_in(client, neiva.clerk)
    text = page(client, "fines:notice", auto.pk).content.decode()
    assert "Receber defesa" in text and "Art. 9º, V" in text and "Ciência do auto" in text
    empty = sent(client, "fines:defence_new", auto, filed_by="", text="")
    assert empty.status_code == 422
    key = str(uuid.uuid4())
    for _ in range(2):
        done = sent(
            client, "fines:defence_new", auto, filed_by="João", text="Não fui eu.", idempotency_key=key
        )
        assert done.status_code == 302
    assert Filing.objects.get().is_late, "the term ended on 17/04, without a municipal holiday"
    assert page(client, "fines:decision_new", auto.pk).status_code == 403

    sign_in(client, neiva.judge)
    form = page(client, "fines:decision_new", auto.pk).content.decode()
    assert "Não fui eu." in form and "Conselho Municipal de Meio Ambiente" in form
    fields = decided(auto, outcome="changed")
    assert sent(client, "fines:decision_new", auto, **(fields | {"reasons": ""})).status_code == 422
    assert (
        sent(client, "fines:decision_new", auto, **(fields | {"votes": "sem dois pontos"})).status_code == 422
    )
    confirm = sent(client, "fines:decision_new", auto, **fields).content.decode()
    assert "Nada a pagar." in confirm and "Antes: 100,00 VRTE." in confirm and not Decision.objects.exists()
    done = sent(client, "fines:decision_new", auto, **fields, confirmar="1")
    assert done.url == reverse("fines:notice", args=[auto.pk])
    assert Decision.objects.get().total is None
    again = sent(client, "fines:decision_new", auto, **fields, confirmar="1")
    assert again.status_code == 409 and "já foi julgado" in again.content.decode()
    shown = page(client, "desk:case", auto.act.case_id)
    assert shown.status_code == 200 and "Decisão" in shown.content.decode()


def test_who_drew_up_the_auto_does_not_judge_it_though_a_manager(client, neiva):
    own = drawn(neiva, date(2026, 4, 1), "short_tether", aggravating=("intent",), by=neiva.manager)
    serve(neiva, own.act, date(2026, 4, 2))
    sign_in(client, neiva.manager)
    assert "Quem lavrou o auto" in page(client, "fines:decision_new", own.pk).content.decode()
    refused = sent(client, "fines:decision_new", own, **decided(own, outcome="kept"), confirmar="1")
    assert refused.status_code == 409 and not Decision.objects.exists()


def test_appeal_final_decision_and_charge_through_the_pages(client, neiva, auto):
    first = decide(neiva, auto, date(2026, 4, 21))
    serve(neiva, first.act, date(2026, 4, 22))
    sign_in(client, neiva.manager)
    assert sent(client, "fines:final_decision_new", auto, outcome="kept").status_code == 409
    assert sent(client, "fines:appeal_new", auto, filed_by="João", text="Recorro.").status_code == 302
    done = sent(client, "fines:final_decision_new", auto, **decided(auto, outcome="kept"), confirmar="1")
    assert done.status_code == 302 and Decision.objects.filter(instance=2).exists()
    offered = page(client, "fines:charge_new", auto.pk).content.decode()
    assert "R$ 450,00" in offered and "Fundo Municipal de Meio Ambiente" in offered
    for _ in range(2):
        charged = sent(client, "fines:charge_new", auto)
        assert charged.url == reverse("treasury:charge", args=[charge_of(auto).pk])


def test_the_regulation_is_entered_by_the_manager_and_named_on_the_page_of_the_auto(client):
    town = Town("alegre-es", now="2012-03-05 10:00")
    sign_in(client, town.manager)
    url = reverse("fines:procedure")
    assert "A lei não fixa prazo de defesa" in client.get(url).content.decode()
    auto = drawn(town, date(2012, 3, 1), "leash_plate_handler")
    serve(town, auto.act, date(2012, 3, 2))
    text = page(client, "fines:notice", auto.pk).content.decode()
    assert "Nem a lei nem regulamento do Município fixa prazo de defesa" in text
    fields = {
        "act": "Decreto nº 12/2012, art. 3º",
        "from_on": "2012-01-01",
        "defence_days": "15",
        "defence_count": "days",
        "reply_count": "days",
        "appeal_count": "days",
        "payment_count": "days",
        "payment_from": "final",
        "judged_by": "Secretário de Saúde",
    }
    assert client.post(url, {**fields, "act": ""}).status_code == 422
    assert client.post(url, {**fields, "defence_days": "400"}).status_code == 409
    assert client.post(url, fields).status_code == 302
    assert ProcedureRule.objects.get().entered_by == town.manager
    text = page(client, "fines:notice", auto.pk).content.decode()
    assert "Decreto nº 12/2012, art. 3º (regulamento do Município, não da lei)" in text
    assert "19/03" in text, "the fifteenth day, 17/03, is a Saturday"


def test_the_page_of_the_regulation_tells_what_the_law_itself_sets(client, neiva):
    sign_in(client, neiva.manager)
    text = page(client, "fines:procedure").content.decode()
    for words in ("Art. 9º, V", "Conselho Municipal de Meio Ambiente", "Prefeito Municipal", "07/05"):
        assert words in text
    assert "A lei não fixa" not in text


def test_what_the_day_asks_of_whom(client, neiva, auto):
    with commits():
        defend(neiva, auto, date(2026, 4, 10))
    line = Agenda.objects.get(next_act="decision")
    assert (line.responsible, line.from_on) == (neiva.judge, None)
    sign_in(client, neiva.judge)
    assert "Julgar o Auto de infração" in page(client, "desk:today").content.decode()
    with commits():
        first = decide(neiva, auto, date(2026, 4, 21))
    assert set(Agenda.objects.values_list("next_act", flat=True)) >= {"decision_service"}
    with commits():
        serve(neiva, first.act, date(2026, 4, 22))
    line = Agenda.objects.get(next_act="charge")
    assert line.from_on == date(2026, 5, 8)
    with commits():
        defend(neiva, auto, date(2026, 4, 24), kind="appeal")
    assert Agenda.objects.get(next_act="final_decision").responsible == neiva.judge
    assert not Agenda.objects.filter(next_act="charge").exists()


def test_the_page_of_an_auto_asks_as_much_however_far_it_is(client, neiva, auto):
    sign_in(client, neiva.clerk)
    page(client, "fines:notice", auto.pk)
    with CaptureQueriesContext(
        connection,
    ) as before:
        page(client, "fines:notice", auto.pk)
    defend(neiva, auto, date(2026, 4, 10))
    first = decide(neiva, auto, date(2026, 4, 21))
    serve(neiva, first.act, date(2026, 4, 22))
    with CaptureQueriesContext(connection) as after:
        page(client, "fines:notice", auto.pk)
    assert len(after) <= len(before) + 3
