"""What may not be done now, sent straight to its address: the reason, and nothing written; nobody judges their own."""

import uuid
from datetime import date

import pytest
from django.urls import reverse

from fines.services.procedure import Process, locked
from tests.factories import sign_in, unit_value
from tests.fines.process import decide, defend, drawn, serve
from tests.fines.test_process import own_judge, refused
from tests.fines.test_process_measures import take
from tests.fines.test_process_pages import decided
from tests.inspections.visits import Town
from tests.killing import rows_of
from zoonoses.documents.models import Act
from zoonoses.documents.services.annulment import annul

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unseen_papers")]
DRAWN, TOLD, DEFENDED, DECIDED = date(2026, 4, 1), date(2026, 4, 2), date(2026, 4, 8), date(2026, 4, 9)
DECISION_TOLD, APPEALED, FINAL = date(2026, 4, 10), date(2026, 4, 15), date(2026, 4, 16)
TABLES = (
    *("documents_act", "documents_document", "documents_counter", "documents_idempotency"),
    *("fines_filing", "fines_decision", "fines_measure", "treasury_charge", "registry_penaltylifted"),
)
WAY = ("drawn", "told", "defended", "decided", "decision told", "appealed", "final")


@pytest.fixture
def neiva():
    """João Neiva on Monday 20/04/2026, the last day of a defence whose ciência was on 02/04 (Good Friday, Penha)."""
    town = Town("joao-neiva-es", now="2026-04-20 10:00")
    unit_value(town.municipality, "VRTE", 2026, "4.50")
    return town


def auto_that_is(town, state, outcome="kept", drawn_by=None):
    """An auto as far along its process as the word says."""
    auto = drawn(
        town, DRAWN, "short_tether", aggravating=("intent",), **({"by": drawn_by} if drawn_by else {})
    )
    if state == "annulled":
        annul(document=auto.act.document, reason="Pessoa errada", by=town.manager, at=town.at(TOLD))
        return auto
    done = WAY.index(state)
    if done >= 1:
        serve(town, auto.act, TOLD)
    if done >= 2:
        defend(town, auto, DEFENDED)
    if done >= 3:
        first = decide(town, auto, DECIDED, outcome=outcome)
    if done >= 4:
        serve(town, first.act, DECISION_TOLD)
    if done >= 5:
        defend(town, auto, APPEALED, kind="appeal")
    if done >= 6:
        decide(town, auto, FINAL, instance=2)
    return auto


REFUSED = [
    # state, what is sent: the words of the reason
    (
        "drawn",
        {
            "defence_new": "Registre antes a ciência do auto",
            "reply_new": "Nem a lei nem regulamento do Município prevê réplica",
            "decision_new": "Antes da ciência do auto ninguém pode julgar",
            "appeal_new": "Ainda não há decisão de que recorrer",
            "final_decision_new": "Não há recurso a decidir",
            "charge_new": "Conselho Municipal de Meio Ambiente ainda não a aplicou",
            "measures": "",
        },
    ),
    (
        "told",
        {
            "decision_new": "O prazo corre até 20/04/2026",
            "appeal_new": "Ainda não há decisão de que recorrer",
            "final_decision_new": "Não há recurso a decidir",
            "charge_new": "ainda não a aplicou",
        },
    ),
    ("defended", {"defence_new": "Já há defesa, de 08/04/2026", "charge_new": "ainda não a aplicou"}),
    (
        "decided",
        {
            "defence_new": "O auto já foi julgado em 09/04/2026",
            "decision_new": "O auto já foi julgado em 09/04/2026",
            "appeal_new": "Registre antes a ciência da decisão",
            "final_decision_new": "Não há recurso a decidir",
        },
    ),
    ("appealed", {"appeal_new": "Já há recurso, de 15/04/2026", "decision_new": "já foi julgado"}),
    (
        "final",
        {
            "appeal_new": "A decisão final é de 16/04/2026",
            "final_decision_new": "O recurso já foi decidido em 16/04/2026",
        },
    ),
    (
        "annulled",
        dict.fromkeys(
            (
                *("defence_new", "reply_new", "decision_new", "appeal_new", "final_decision_new"),
                "charge_new",
            ),
            "O auto foi anulado",
        ),
    ),
]
GIVEN = {"filed_by": "João", "capacity": "autuado", "text": "Não fui eu.", "confirmar": "1"}


def refuse_all(client, auto, sent):
    before = rows_of(TABLES)
    for name, words in sent.items():
        fields = decided(auto, outcome="kept") | GIVEN | {"idempotency_key": str(uuid.uuid4())}
        answer = client.post(reverse(f"fines:{name}", args=[auto.pk]), fields)
        text = answer.content.decode()
        assert (answer.status_code, words in text) == (409 if words else 422, True), (name, words)
    assert rows_of(TABLES) == before


@pytest.mark.parametrize(("state", "sent"), REFUSED, ids=[state for state, _ in REFUSED])
def test_out_of_order_or_out_of_time_the_address_says_why_and_writes_nothing(client, neiva, state, sent):
    auto = auto_that_is(neiva, state)
    sign_in(client, neiva.manager)
    refuse_all(client, auto, sent)


def test_a_cancelled_auto_has_nothing_to_appeal_or_to_charge(client, neiva):
    auto = auto_that_is(neiva, "decision told", outcome="cancelled")
    sign_in(client, neiva.manager)
    refuse_all(client, auto, {"appeal_new": "O auto foi cancelado", "charge_new": "O auto foi cancelado"})


@pytest.mark.parametrize("hand", ["author", "recorded_by"])
def test_nobody_judges_what_they_drew_up_or_entered(client, neiva, hand):
    """Neither at first nor on appeal, nor by another post of theirs; by service and by address."""
    town = neiva
    auto = auto_that_is(town, "defended", drawn_by=town.manager if hand == "author" else None)
    if hand == "recorded_by":
        Act.objects.filter(pk=auto.act_id).update(recorded_by=town.manager)
    town.agent = town.manager
    other_post = own_judge(town)
    sign_in(client, town.manager)
    for by in (town.manager, other_post):
        refused("own_notice", decide, town, locked(auto), date(2026, 4, 20), by=by)
    refuse_all(client, auto, {"decision_new": "Quem lavrou o auto não o julga"})

    first = decide(town, auto, DECIDED)
    serve(town, first.act, DECISION_TOLD)
    defend(town, auto, APPEALED, kind="appeal")
    for by in (town.manager, other_post):
        refused("own_notice", decide, town, locked(auto), date(2026, 4, 20), instance=2, by=by)
    refuse_all(client, auto, {"final_decision_new": "Quem lavrou o auto não o julga"})


def test_nobody_applies_a_measure_to_their_own_auto(client):
    town = Town("vitoria-es", now="2024-03-05 10:00")
    auto = drawn(town, date(2024, 3, 4), "abandonment")
    Act.objects.filter(pk=auto.act_id).update(recorded_by=town.manager)
    sign_in(client, town.manager)
    converted = "converted:conversion_to_activity"
    fields = {"offer": converted, "text": "Duas feiras.", "until_on": "2024-07-01"}
    before = rows_of(TABLES)
    answer = client.post(reverse("fines:measures", args=[auto.pk]), fields)
    assert answer.status_code == 409 and "Quem lavrou o auto não decide sobre ele" in answer.content.decode()
    refused(
        "own_notice",
        take,
        town,
        locked(auto),
        converted,
        date(2024, 3, 5),
        by=town.manager,
        until_on=date(2024, 7, 1),
    )
    assert rows_of(TABLES) == before and not Process(locked(auto)).is_converted
