"""Notificar o tutor: ordered for the identified animal, a courtesy elsewhere, nothing for who is unknown."""

import uuid
from datetime import date

import pytest
from django.urls import reverse

from impound.models import Summons
from impound.services.agenda_seizures import lines_of
from impound.services.summons import owners, plan, present, summon
from tests.factories import TutorFactory, sign_in
from tests.impound.depot import Depot
from tests.impound.test_seizing_pages import repeated
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Acknowledgement
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acknowledgement, annulment
from zoonoses.documents.services.acknowledgement import Service
from zoonoses.municipalities.models import IndexValue

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unseen_papers")]


def _case(law, now, **values):
    depot = Depot(law, now)
    tutor = TutorFactory(municipality=depot.municipality, name="Maria D'Ávila")
    seizure = depot.seizure(depot.at(*now), owner=tutor)
    custody = depot.seize(depot.at(*now), seizure=seizure, tutor=tutor, **values)
    return depot, tutor, custody


def _given(depot, tutor, custody, *moment):
    return {
        "seizure": custody.seizure,
        "animals": [custody],
        "tutor": tutor,
        "by": depot.clerk,
        "at": depot.at(*moment),
    }


def test_alegre_orders_the_call_and_the_paper_says_until_when_with_what_and_at_what_cost():
    depot, tutor, custody = _case("alegre-es", (2012, 3, 1, 9, 30), registered=True, identified=True)
    body = plan(**_given(depot, tutor, custody, 2012, 3, 2, 10))
    assert body["order_article"] == "Art. 23, § 1º"
    assert body["until"][0]["text"] == "até qui., 15/03/2012, inclusive"
    assert [row["article"] for row in body["bring"]] == ["Art. 25", "Art. 26, parágrafo único"]
    assert [row["text"] for row in body["costs"]] == ["R$ 10,00", "R$ 10,00"]
    assert body["basis"] and body["person"]["name"] == "Maria D'Ávila"


@pytest.mark.parametrize(
    ("law", "now", "values", "until", "costs"),
    [
        ("cuiaba-mt", (2024, 6, 3, 9, 30), {"size": "small"}, "até qui., 06/06/2024, inclusive",
         ["3,25 UPF", "5,25 UPF"]),
        ("joao-neiva-es", (2024, 6, 3, 9, 30), {}, "sem previsão na lei", ["sem previsão na lei"]),
        ("alegre-es", (2012, 3, 1, 9, 30), {}, "até qui., 15/03/2012, inclusive", ["R$ 15,00", "R$ 15,00"]),
    ],
)  # fmt: skip
def test_elsewhere_it_is_a_courtesy_that_says_what_the_law_does_not(law, now, values, until, costs):
    depot, tutor, custody = _case(law, now, **values)
    year, month, day = now[:3]
    body = plan(**_given(depot, tutor, custody, year, month, day + 1, 10))
    assert "cortesia" in body["order"]
    assert body["order_article"] == ("Art. 23, § 1º" if law == "alegre-es" else "")
    assert body["until"][0]["text"] == until
    assert [row["text"] for row in body["costs"]] == costs


def test_a_lot_is_ordered_only_for_the_animals_that_are_identified():
    depot, tutor, custody = _case("alegre-es", (2012, 3, 1, 9, 30), registered=True, identified=True)
    other = depot.seize(depot.at(2012, 3, 1, 9, 30), seizure=custody.seizure)
    body = plan(**_given(depot, tutor, custody, 2012, 3, 2, 10) | {"animals": [custody, other]})
    assert "para retirá-lo: nº 0001/2012. Quanto aos demais, este aviso é de cortesia." in body["order"]
    assert "registro do animal" in [row["label"] for row in body["bring"]]


def test_the_agenda_waits_for_the_call_that_the_law_orders_and_then_for_its_ciencia():
    depot, tutor, custody = _case("alegre-es", (2012, 3, 1, 9, 30), registered=True, identified=True)
    case, on = custody.seizure.act.case, date(2012, 3, 2)
    (line,) = lines_of(case, on)
    assert (line.sentence, line.due_on, line.who) == (
        "Notificar o tutor: animal nº 0001/2012",
        date(2012, 3, 15),
        tutor.name,
    )
    call = summon(**_given(depot, tutor, custody, 2012, 3, 2, 10), key=uuid.uuid4())
    assert [line.sentence for line in lines_of(case, on)] == [f"Registrar ciência: {call.act.document}"]
    service = Service(means=Acknowledgement.Means.IN_PERSON, on=date(2012, 3, 3), received_by=tutor.name)
    acknowledgement.acknowledge(of_act=call.act, service=service, by=depot.clerk, at=depot.at(2012, 3, 3, 9))
    assert list(lines_of(case, on)) == []
    stray = depot.seize(depot.at(2012, 3, 1, 9))
    assert list(lines_of(stray.seizure.act.case, on)) == []


def test_the_cost_in_units_without_a_value_is_said_item_by_item():
    depot, tutor, custody = _case("alvares-machado-sp", (2024, 6, 3, 9, 30), species="horse", size="large")
    given = _given(depot, tutor, custody, 2024, 6, 3, 11)
    costs = plan(**given)["costs"]
    assert ("60,00 UFM", "Arts. 8º e 10") in [(row["text"], row.get("article")) for row in costs]
    IndexValue.objects.create(
        municipality=depot.municipality, unit="UFM", value="5.00", from_on=date(2024, 1, 1),
        until_on=date(2024, 12, 31), source="Decreto", entered_by=depot.manager, entered_at=given["at"],
    )  # fmt: skip
    assert plan(**given)["costs"][0]["text"] == "R$ 300,00"


def test_sent_twice_it_is_one_paper_and_a_second_call_waits_for_the_first_to_fall():
    depot, tutor, custody = _case("alegre-es", (2012, 3, 1, 9, 30), registered=True, identified=True)
    given, key = _given(depot, tutor, custody, 2012, 3, 2, 10), uuid.uuid4()
    made = {summon(**given, key=key).pk for _ in range(2)}
    assert len(made) == 1
    with pytest.raises(Refusal, match="já foi notificado"):
        summon(**given, key=uuid.uuid4())
    call = Summons.objects.get()
    assert (call.act.kind, call.act.document.kind) == (ActKind.SUMMONS, DocumentKind.SUMMONS)
    assert list(call.act.rests_on.all()) == [custody.seizure.act]
    annulment.annul(
        document=call.act.document, reason="nome errado", by=depot.manager, at=depot.at(2012, 3, 2, 11)
    )
    assert summon(**given, key=uuid.uuid4()).pk != call.pk


def test_the_ciencia_is_a_fact_of_its_own():
    depot, tutor, custody = _case("alegre-es", (2012, 3, 1, 9, 30), registered=True, identified=True)
    call = summon(**_given(depot, tutor, custody, 2012, 3, 2, 10), key=uuid.uuid4())
    service = Service(means=Acknowledgement.Means.IN_PERSON, on=date(2012, 3, 3), received_by=tutor.name)
    acknowledgement.acknowledge(of_act=call.act, service=service, by=depot.clerk, at=depot.at(2012, 3, 3, 9))
    assert acknowledgement.effective(call.act).on == date(2012, 3, 3)


def test_nobody_is_called_for_an_animal_that_left_or_without_an_owner(client):
    depot, tutor, custody = _case("alegre-es", (2012, 3, 1, 9, 30))
    with pytest.raises(Refusal, match="ao menos um animal"):
        plan(**_given(depot, tutor, custody, 2012, 3, 2, 10) | {"animals": []})
    stray = depot.seize(depot.at(2012, 3, 1, 9))
    assert owners(present(stray.seizure)) == []
    page = sign_in(client, depot.clerk).get(reverse("impound:summons_new", args=[stray.seizure_id]))
    assert "Ninguém foi identificado" in page.content.decode()
    answer = client.post(reverse("impound:summons_new", args=[stray.seizure_id]), {"animals": [stray.pk]})
    assert answer.status_code == 422


def test_the_page_confirms_what_will_be_printed_and_then_issues(client):
    depot, tutor, custody = _case("alegre-es", (2012, 3, 1, 9, 30), registered=True, identified=True)
    sign_in(client, depot.clerk)
    url = reverse("impound:summons_new", args=[custody.seizure_id])
    assert tutor.name.replace("'", "&#x27;") in client.get(url).content.decode()
    fields = {"tutor": tutor.pk, "animals": [custody.pk], "idempotency_key": str(uuid.uuid4())}
    found = client.post(url, {"procurar": "1", "procurar_pessoa": "Maria", "animals": [custody.pk]})
    assert "Encontrados" in found.content.decode()
    confirm = client.post(url, fields)
    assert "até qui., 15/03/2012" in confirm.content.decode()
    sent = repeated(confirm.content.decode()) | {"confirmar": "1"}
    for _ in range(2):
        assert client.post(url, sent).url == reverse("impound:seizure", args=[custody.seizure_id])
    assert Summons.objects.count() == 1
    assert (
        "registrar ciência"
        in client.get(reverse("impound:seizure", args=[custody.seizure_id])).content.decode()
    )


# Only Alegre orders the call, and only for an animal registered and with its tag: elsewhere it is a courtesy.
@pytest.mark.parametrize(
    ("law", "values", "ordered"),
    [
        ("alegre-es", {"registered": True, "identified": True}, True),
        ("alegre-es", {}, False),
        ("cuiaba-mt", {"registered": True, "identified": True}, False),
    ],
)
def test_the_call_is_the_first_button_only_where_the_law_orders_it(client, law, values, ordered):
    depot, tutor, custody = _case(law, (2012, 3, 1, 9, 0), **values)
    sign_in(client, depot.agent)
    url = reverse("impound:seizure", args=[custody.seizure_id])
    link = f'class="btn btn-{{}}" href="{reverse("impound:summons_new", args=[custody.seizure_id])}"'
    assert link.format("primary" if ordered else "secondary") in client.get(url).content.decode()
    if ordered:
        summon(**_given(depot, tutor, custody, 2012, 3, 2, 9), key=uuid.uuid4())
        assert link.format("secondary") in client.get(url).content.decode()
