"""What follows an auto besides money: conversion, cassação; and what a redemption already charged of the same event."""

import uuid
from datetime import date
from decimal import Decimal

import pytest
from django.urls import reverse

from fines.models import Measure
from fines.services import debts, measures
from fines.services.procedure import Process, locked
from tests.factories import CompanyFactory, sign_in, unit_value
from tests.fines.process import all_of, charge_of, decide, drawn, serve
from tests.fines.test_notices import chosen
from tests.fines.test_notices import notice as draw
from tests.inspections.visits import Town, commits
from zoonoses.documents.models import Agenda
from zoonoses.documents.refusals import Refusal
from zoonoses.treasury.services import charges

pytestmark = pytest.mark.django_db
DAYS = (date(2024, 3, 4), date(2024, 4, 8), date(2024, 5, 6))


def take(town, notice, offer, on, **more):
    given = {"text": "Duas feiras de doação.", "recipient": "ONG Amigos", "by": town.judge}
    return measures.take(
        notice=notice, offer_key=offer, at=town.at(on, 16), key=uuid.uuid4(), **(given | more)
    )


def refused(code, act, /, *args, **kwargs):
    with pytest.raises(Refusal) as found:
        act(*args, **kwargs)
    assert found.value.code == code


def offered(town, notice, on):
    return [offer.key for offer in measures.offers(Process(locked(notice)), on)]


def test_a_person_the_third_time_doubled_converted_and_fulfilled(client):
    town = Town("vitoria-es", now="2024-05-07 10:00")
    for day in DAYS:
        auto = drawn(town, day, "abandonment")
    assert auto.total == Decimal("4000.00")
    serve(town, auto.act, DAYS[2])
    charged = debts.charge_fine(notice=auto, by=town.clerk, at=town.at(DAYS[2], 18))
    converted = "converted:conversion_to_activity"
    assert offered(town, auto, date(2024, 5, 7)) == [converted]
    on = date(2024, 5, 7)
    refused("until_missing", take, town, auto, converted, on)
    refused("not_entitled", take, town, auto, converted, on, by=town.clerk, until_on=date(2024, 7, 1))
    made = take(town, auto, converted, on, until_on=date(2024, 7, 1))
    assert made.article.startswith("Art. 2º, § 1º") and made.act.document.kind == "conversion"
    charged.refresh_from_db()
    assert charged.cancelled_on == on and charge_of(auto) is None
    refused("nothing_owed", debts.charge_fine, notice=auto, by=town.clerk, at=town.at(on, 17))
    refused("not_offered", take, town, auto, converted, on, until_on=date(2024, 7, 1))

    sign_in(client, town.judge)
    url = reverse("fines:measures", args=[auto.pk])
    assert "Cumprimento da conversão" in client.get(url).content.decode()
    assert client.post(url, {"offer": "fulfilled:conversion_to_activity", "text": ""}).status_code == 422
    fields = {"offer": "fulfilled:conversion_to_activity", "text": "Listas de presença juntadas."}
    fields |= {"idempotency_key": str(uuid.uuid4())}
    for _ in range(2):
        assert client.post(url, fields).status_code == 302
    assert Measure.objects.filter(kind="fulfilled").count() == 1
    shown = client.get(reverse("fines:notice", args=[auto.pk])).content.decode()
    assert "Cumprimento da conversão" in shown and "Aplicar uma medida" not in shown


def test_a_broken_conversion_makes_the_fine_owed_again():
    town = Town("vitoria-es")
    auto = drawn(town, DAYS[0], "abandonment")
    take(town, auto, "converted:conversion_to_activity", DAYS[0], until_on=DAYS[1])
    take(town, auto, "broken:conversion_to_activity", date(2024, 4, 9), text="Não compareceu.")
    made = debts.charge_fine(notice=auto, by=town.clerk, at=town.at(date(2024, 4, 9), 18))
    assert made.amount == Decimal("2000.00")
    assert offered(town, auto, date(2024, 4, 9)) == []


def test_a_company_the_third_time_loses_its_licence_and_is_never_converted():
    town = Town("vitoria-es")
    company = CompanyFactory(municipality=town.municipality)
    for day in DAYS:
        auto = drawn(town, day, "abandonment", finding={"tutor": company}, offender=company)
    keys = offered(town, auto, DAYS[2])
    assert keys == ["applied:licence_revocation"]
    made = take(town, auto, keys[0], DAYS[2], text="Terceira incidência.", recipient="Setor de Alvarás")
    assert made.act.document.file.context["body"]["recipient"] == "Setor de Alvarás"
    assert offered(town, auto, DAYS[2]) == ["lifted:licence_revocation"]
    refused("own_notice", take, town, auto, "lifted:licence_revocation", DAYS[2], by=_own(town), text="x")


def _own(town):
    town.agent.role = "judge"
    return town.agent


def test_an_interdiction_is_told_to_who_carries_it_out_stands_and_is_lifted():
    town, on = Town("cuiaba-mt"), date(2024, 3, 12)
    visit = town.visit(on, "kennel_without_report")
    choice = {"gravity": "serious", "gravity_reason": "Sem laudo", "discretionary": ("interdiction",)}
    auto = draw(town, visit, on, choices=chosen(visit, **choice))
    applied, lifted = "applied:interdiction", "lifted:interdiction"
    assert offered(town, auto, on) == [applied]
    refused("recipient_missing", take, town, auto, applied, on, recipient=" ")
    made = take(
        town, auto, applied, on, text="Canil fechado até o laudo.", recipient="Fiscalização de Posturas"
    )
    body = made.act.document.file.context["body"]
    assert (body["recipient"], body["effect"]) == ("Fiscalização de Posturas", "A sanção vale desta data.")
    assert made.article and body["article"] == made.article
    assert offered(town, auto, date(2024, 4, 1)) == [lifted]
    over = take(town, auto, lifted, date(2024, 4, 1), text="Laudo apresentado.", recipient="Posturas")
    assert over.act.document.file.context["body"]["effect"] == "A sanção deixa de valer desta data."
    assert over.act.document.number == made.act.document.number + 1
    assert offered(town, auto, date(2024, 4, 2)) == [applied], "a new ground may close it again"


def test_a_conversion_waits_on_the_day_s_list_until_somebody_says_how_it_ended():
    town = Town("vitoria-es")
    auto = drawn(town, DAYS[0], "abandonment")
    with commits():
        take(town, auto, "converted:conversion_to_activity", DAYS[0], until_on=DAYS[1])
    line = Agenda.objects.get(next_act="conversion")
    assert (line.responsible, line.due_on, line.where) == (town.judge, DAYS[1], "ONG Amigos")
    with commits():
        take(town, auto, "fulfilled:conversion_to_activity", DAYS[1], text="Listas juntadas.")
    assert not Agenda.objects.filter(next_act="conversion").exists()


def test_the_measures_are_those_of_the_decision_and_telling_the_police_is_none_of_them():
    town = Town("joao-neiva-es")
    auto = drawn(town, date(2026, 4, 1), "short_tether", aggravating=("intent",))
    serve(town, auto.act, date(2026, 4, 2))
    changed = {"outcome": "changed", "changes": all_of(auto), "aggravating": ()}
    first = decide(town, auto, date(2026, 4, 22), **changed)
    serve(town, first.act, date(2026, 4, 22))
    assert offered(town, auto, date(2026, 5, 7)) == [], "the appeal still runs"
    assert offered(town, auto, date(2026, 5, 8)) == ["applied:written_warning"]


def test_what_a_redemption_charged_of_the_event_is_not_charged_twice():
    town, on = Town("alvares-machado-sp"), date(2025, 3, 10)
    unit_value(town.municipality, "UFM", 2025, "5.00")
    auto = drawn(town, on, "loose_unaccompanied_animal")
    whole, _ = debts.amount_in_reais(Process(locked(auto)), on)
    charges.charge(
        municipality=town.municipality,
        kind="event_fine",
        description="Multa do evento",
        article="Art. 10",
        basis=[],
        payer_name=town.tutor.name,
        payer_document="",
        payer=f"tutor:{town.tutor.pk}",
        subject="seizure:1",
        amount=Decimal("10.00"),
        on=on,
        by=town.clerk,
        case=auto.act.case,
        destination="",
    )
    made = debts.charge_fine(notice=auto, by=town.clerk, at=town.at(on, 18))
    assert made.amount == whole - Decimal("10.00") and "Já cobrada no resgate" in made.basis[-1]["text"]
