"""Perda da posse: decided in the process of an auto, seized by the depósito, and never given back to who lost it."""

import uuid
from datetime import date

import pytest
from django.urls import reverse
from django.utils.html import escape

from fines.services import measures
from fines.services.proposals import Choice
from impound.models import SeizedAnimal, Seizure
from impound.services import law, losses, redemptions, releasing, seizing, state, ways
from impound.services.seizing import AnimalInput, SeizureInput
from tests.factories import AnimalFactory, TutorFactory, sign_in
from tests.fines.process import decide, defend, drawn, serve
from tests.fines.test_notices import notice
from tests.inspections.visits import Town
from zoonoses.documents.models import Agenda
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import agenda, annulment

pytestmark = pytest.mark.django_db

DAY, NEXT = date(2012, 3, 12), date(2012, 3, 13)
LOSS = {
    "code": "loss_of_possession",
    "label": "perda da posse do animal",
    "article": "Art. 29, parágrafo único, II",
}
NEW = reverse("impound:seizure_new")
LIST = reverse("impound:losses")


@pytest.fixture
def town(unseen_papers):
    return Town("alegre-es", now="2012-03-13 09:00")


def auto_of(town, tutor=None, on=DAY):
    """An auto whose conduct takes the animal from the person."""
    more = {"finding": {"tutor": tutor}, "offender": tutor} if tutor else {}
    auto = drawn(town, on, "abandonment", **more)
    auto.items.update(consequences=[LOSS], article=LOSS["article"])
    return auto


def decided(town, auto, kind="applied", on=DAY):
    return measures.take(
        notice=auto,
        offer_key=f"{kind}:loss_of_possession",
        text="Segunda vez: o animal não volta.",
        by=town.judge,
        at=town.at(on, 16),
        key=uuid.uuid4(),
    )


def seized(town, measure, *, owner=None, on=NEXT, animal=None):
    given = SeizureInput(
        origin="decision", measure=measure, owner=owner or town.tutor, place={"street": "Rua X"}
    )
    dog = AnimalInput(description="caramelo", apparent_health="bom", species="dog", animal=animal)
    at = town.at(on, 10)
    made = seizing.seize(municipality=town.municipality, seizure=given, animals=[dog], at=at, by=town.agent)
    return made.animals.get()


def refused(code, act, /, *args, **kwargs):
    with pytest.raises(Refusal) as found:
        act(*args, **kwargs)
    assert found.value.code == code
    return found.value


def test_from_the_decision_to_the_seizure_by_the_pages(client, town):
    dog = AnimalFactory(municipality=town.municipality, tutor=town.tutor, species="dog", name="Rex")
    measure = decided(town, auto_of(town))
    agenda.rebuild(measure.act.case, on=NEXT)
    line = Agenda.objects.get(key=f"loss:{measure.pk}")
    assert (line.who, line.responsible, line.due_on) == (town.tutor.name, town.agent, None)
    sign_in(client, town.agent)
    assert LIST in client.get(reverse("impound:custodies")).content.decode()
    case_page = reverse("desk:case", args=[measure.act.case_id])
    assert "Apreender por decisão" in client.get(case_page).content.decode()
    listed = client.get(LIST).content.decode()
    assert f"{NEW}?medida={measure.pk}" in listed and str(measure.act.document) in listed
    opened = client.get(NEW, {"medida": measure.pk}).content.decode()
    assert "Rua das Flores" in opened and escape(town.tutor.name) in opened and "ground-ground" not in opened
    assert f'name="add_known" value="{dog.pk}"' in opened
    fields = {
        "idempotency_key": str(uuid.uuid4()),
        "medida": measure.pk,
        "animal-rows": "1",
        "animal-0-animal": dog.pk,
        "animal-0-description": "caramelo",
        "animal-0-apparent_health": "magro",
        "where-street": "Rua das Flores",
        "who-who": "known",
        "who-tutor": town.tutor.pk,
        "more-presence": "absent",
    }
    review = client.post(NEW, fields | {"action": "review"})
    assert review.status_code == 200 and str(measure.act.document) in review.content.decode()
    stranger = TutorFactory(municipality=town.municipality)
    other = client.post(NEW, fields | {"action": "review", "who-tutor": stranger.pk})
    assert other.status_code == 409 and escape(f"é de {town.tutor.name}") in other.content.decode()
    assert client.post(NEW, fields | {"confirmar": "1"}).status_code == 302
    made = Seizure.objects.get()
    body = made.act.document.file.context["body"]
    assert made.measure == measure and made.act.case == measure.act.case
    assert str(measure.act.document) in body["ground"] and body["ground_article"] == LOSS["article"]
    assert body["origin"] == f"Processo do {measure.notice}" and body["person"]["name"] == town.tutor.name
    assert list(made.act.rests_on.all()) == [measure.act]
    assert "Apreender por decisão" not in client.get(case_page).content.decode()
    assert "Nenhuma decisão espera" in client.get(LIST).content.decode()
    agenda.rebuild(measure.act.case, on=NEXT)
    assert not Agenda.objects.filter(key=f"loss:{measure.pk}").exists()
    page = client.get(reverse("impound:custody", args=[made.animals.get().pk])).content.decode()
    assert "não é devolvido a" in page and "Resgate</a>" not in page
    asked = client.get(reverse("impound:redeem", args=[made.animals.get().pk])).content.decode()
    assert "não é devolvido a" in asked and 'id="redeem-form"' not in asked
    assert "perda da posse" in client.get(reverse("impound:custodies")).content.decode()


def test_who_lost_the_animal_never_redeems_it_until_the_decision_falls(town):
    measure = decided(town, auto_of(town))
    custody, at = seized(town, measure), town.at(NEXT, 14)
    stranger = TutorFactory(municipality=town.municipality)
    for requester in (
        redemptions.Requester(town.tutor, "owner"),
        redemptions.Requester(stranger, "possessor", town.tutor),
    ):
        said = refused(
            "possession_lost", redemptions.ask,
            custodies=[custody], requester=requester, at=at, by=town.clerk, key=uuid.uuid4(),
        )  # fmt: skip
        assert str(measure.act.document) in said.sentence and said.article == LOSS["article"]
    assert not any(way.allowed for way in ways.outlook(custody, NEXT).ways if way.code == "redemption")
    decided(town, measure.notice, kind="lifted", on=NEXT)
    assert losses.refusal_for(custody, [town.tutor]) is None
    assert redemptions.ask(
        custodies=[custody], requester=redemptions.Requester(town.tutor, "owner"), at=at, by=town.clerk,
        key=uuid.uuid4(),
    )  # fmt: skip


def test_a_request_open_before_the_decision_is_not_delivered(town):
    auto = auto_of(town)
    given = SeizureInput(owner=town.tutor, ground="loose", inspection=auto.inspection, origin="inspection")
    dog = AnimalInput(description="caramelo", apparent_health="bom", species="dog")
    made = seizing.seize(
        municipality=town.municipality, seizure=given, animals=[dog], at=town.at(DAY, 11), by=town.agent
    )
    custody = SeizedAnimal.objects.get(seizure=made)
    asked = redemptions.ask(
        custodies=[custody], requester=redemptions.Requester(town.tutor, "owner"), at=town.at(DAY, 12),
        by=town.clerk, key=uuid.uuid4(),
    )  # fmt: skip
    assert refused("missing", releasing.plan, redemption=asked, at=town.at(NEXT, 9), by=town.clerk)
    decided(town, auto)
    refused("possession_lost", releasing.plan, redemption=asked, at=town.at(NEXT, 9), by=town.clerk)
    assert redemptions.standing_claim(custody, at=town.at(NEXT, 9)) is None


@pytest.mark.parametrize("how", ["lifted", "annulled", "cancelled", "auto annulled"])
def test_a_decision_that_fell_waits_for_nothing_and_seizes_nothing(town, how):
    auto = auto_of(town)
    serve(town, auto.act, DAY)
    measure = decided(town, auto)
    if how == "lifted":
        decided(town, auto, kind="lifted", on=NEXT)
    elif how == "cancelled":
        defend(town, auto, NEXT)
        decide(town, auto, NEXT, outcome="cancelled")
    else:
        document = measure.act.document if how == "annulled" else auto.act.document
        annulment.annul(document=document, reason="Erro", by=town.manager, at=town.at(NEXT, 8))
    assert not losses.waiting(town.municipality).exists()
    refused("not_standing", seized, town, measure)
    assert not Seizure.objects.exists()


def test_an_animal_of_somebody_else_is_not_taken_by_it(town):
    measure = decided(town, auto_of(town))
    other = TutorFactory(municipality=town.municipality)
    dog = AnimalFactory(municipality=town.municipality, tutor=other, species="dog")
    refused("another_owner", seized, town, measure, animal=dog)
    refused("another_owner", seized, town, measure, owner=other)


def test_the_ground_of_the_law_where_it_lists_one(unseen_papers):
    town = Town("cuiaba-mt", now="2024-05-07 10:00")
    days = (date(2024, 3, 4), date(2024, 4, 8))
    for day in days:
        visit = town.visit(day, "loose_animal")
        again = {"discretionary": ("definitive_seizure",)} if day == days[1] else {}
        given = {"gravity": "minor", "gravity_reason": "Sem risco.", **again}
        auto = notice(town, visit, day, choices=[Choice(row.pk, **given) for row in visit.findings.all()])
    measure = measures.take(
        notice=auto, offer_key="applied:definitive_seizure", text="Reiteração.", by=town.judge,
        at=town.at(days[1], 16), key=uuid.uuid4(),
    )  # fmt: skip
    custody = seized(town, measure, on=date(2024, 5, 7))
    assert custody.seizure.ground == "reiteration" and custody.seizure.visit is None
    assert state.priors_of(town.tutor, lawbook=law.lawbook_of(custody), custody=custody) == 0


def test_the_list_asks_as_much_of_many_as_of_one(client, town, django_assert_max_num_queries):
    people = [TutorFactory(municipality=town.municipality) for _ in range(4)]
    decided(town, auto_of(town, people[0]))
    sign_in(client, town.judge)
    client.get(LIST)
    with django_assert_max_num_queries(40) as one:
        assert client.get(LIST).status_code == 200
    for person in people[1:]:
        decided(town, auto_of(town, person))
    with django_assert_max_num_queries(len(one)):
        assert client.get(LIST).content.decode().count("row-item") == 4
