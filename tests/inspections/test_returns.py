"""Return visits: any number, each linked to the first; cured, partly, persists; the last day and the day after."""

from datetime import date

import pytest
from django.urls import reverse

from inspections.models import Inspection, InspectionDraft, Intimation, IntimationItem
from inspections.services import drafts, facts, filing, returns
from inspections.services.visits import FindingInput, OutcomeInput, VisitInput
from tests.factories import AnimalFactory, MembershipFactory, MunicipalityFactory, sign_in
from tests.inspections.visits import Town
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Acknowledgement, Document
from zoonoses.documents.refusals import Refusal

pytestmark = pytest.mark.django_db

ABSENT = {"presence": "absent", "notes": ""}


@pytest.fixture
def town():
    return Town("alegre-es")


def intimated(town, *infractions, animals=3, days=30, served=date(2012, 3, 1)):
    """A first visit with its intimação and ciência on one day."""
    visit = town.visit(served, *infractions, animals=animals)
    at = town.at(served, 10)
    case = visit.act.case
    act = town.act(
        ActKind.INTIMATION, at, case=case, document=town.document(DocumentKind.INTIMATION, at, case)
    )
    intimation = Intimation.objects.create(act=act, inspection=visit, tutor=town.tutor, orders="registrar")
    for finding in visit.findings.all():
        IntimationItem.objects.create(intimation=intimation, finding=finding, days=days)
    told = town.act(ActKind.ACKNOWLEDGEMENT, at, case=case)
    Acknowledgement.objects.create(act=told, of_act=act, means="in_person", on=served)
    return visit


def come_back(town, visit, on, *outcomes, **more):
    at = town.at(on, 11)
    draft = drafts.begin_return(inspection=visit, author=town.agent, at=at)
    return filing.file_visit(
        draft=draft, visit=VisitInput(closing=ABSENT, outcomes=list(outcomes), **more), at=at, by=town.agent
    )


def test_the_tenth_return_is_as_easy_as_the_first_and_linked_to_it(town):
    visit = intimated(town, "unregistered_animal")
    finding = visit.findings.get()
    last = visit
    for day in range(5, 15):
        last = come_back(town, last, date(2012, 4, day), OutcomeInput(finding, "persists", 3))
    assert Inspection.objects.filter(return_of=visit).count() == 10
    assert last.act.kind == ActKind.RETURN_VISIT
    assert list(last.act.rests_on.order_by("pk")) == [visit.act, visit.intimations.get().act]
    assert last.act.subjects == [finding.subject]
    assert [row.pk for row in returns.visits_of(last)][0] == visit.pk
    assert (last.street, last.tutor) == ("Rua das Flores", town.tutor)


@pytest.mark.parametrize(
    ("on", "notice"),
    [(date(2012, 3, 31), False), (date(2012, 4, 2), False), (date(2012, 4, 3), True)],
)
def test_a_return_on_the_last_day_allows_no_auto_and_the_day_after_does(town, on, notice):
    visit = intimated(town, "unregistered_animal")
    finding = visit.findings.get()
    come_back(town, visit, on, OutcomeInput(finding, "persists", 3))
    step = next(step for step in facts.steps_of(finding, on=on) if step.act == "notice")
    assert step.allowed is notice
    assert (step.code == "term_running") is not notice


def test_partly_cured_says_which_animals_and_how_many_remain(town):
    visit = intimated(town, "unregistered_animal")
    finding = visit.findings.get()
    rex = AnimalFactory(tutor=town.tutor, name="Rex")
    visit.animals.add(rex)
    back = come_back(
        town,
        visit,
        date(2012, 4, 3),
        OutcomeInput(finding, "partly", 2, cured_animals=(rex,), notes="Rex registrado"),
    )
    outcome = back.outcomes.get()
    assert (outcome.remaining, list(outcome.cured_animals.all())) == (2, [rex])
    assert facts.facts_of(finding).remaining == 2
    printed = back.act.document.file.context["body"]["outcomes"][0]
    assert (printed["result"], printed["detail"]) == (
        "sanado em parte",
        "2 animais ainda irregulares; Rex registrado",
    )


def test_a_new_finding_of_a_return_is_a_fact_of_that_day(town):
    visit = intimated(town, "unregistered_animal")
    back = come_back(
        town, visit, date(2012, 4, 3), OutcomeInput(visit.findings.get(), "cured"),
        findings=[FindingInput("feces_not_collected", animals=1)],
    )  # fmt: skip
    assert facts.facts_of(back.findings.get()).fact_on == date(2012, 4, 3)


def test_what_was_never_intimated_or_is_already_noticed_is_not_asked(town):
    plain = town.visit(date(2012, 3, 1), "feces_not_collected")
    assert returns.findings_to_check(plain.act.case) == []
    visit = intimated(town, "unregistered_animal", "inadequate_keeping")
    assert len(returns.findings_to_check(visit.act.case)) == 2
    town.notice_of(visit.findings.first(), date(2012, 4, 4))
    assert [row.infraction for row in returns.findings_to_check(visit.act.case)] == ["inadequate_keeping"]


def test_an_outcome_of_what_was_not_intimated_is_refused(town):
    visit = town.visit(date(2012, 3, 1), "unregistered_animal")
    with pytest.raises(Refusal):
        come_back(town, visit, date(2012, 4, 3), OutcomeInput(visit.findings.get(), "cured"))
    assert not Inspection.objects.exclude(return_of=None).exists()
    assert not Document.objects.filter(title__contains="retorno").exists()


@pytest.fixture
def street(client):
    """The same through pages: a training town whose clock stands on the day after the term."""
    town = Town("alegre-es", "2012-04-03 09:00")
    visit = intimated(town, "unregistered_animal")
    sign_in(client, town.agent)
    return town, visit, visit.findings.get()


def open_return(client, visit):
    response = client.post(reverse("inspections:return_new", args=[visit.pk]))
    return response.headers["Location"]


def test_the_page_of_a_return(client, street):
    _, visit, finding = street
    page = open_return(client, visit)
    assert open_return(client, visit) == page  # the same open draft, not a second one
    assert finding.label in client.get(page).content.decode()
    wrong = {
        f"out-{finding.pk}-result": "partly",
        f"out-{finding.pk}-remaining": "3",
        "closing-presence": "absent",
    }
    response = client.post(page, {**wrong, "action": "review"})
    assert response.status_code == 422
    assert "Sanado em parte é com menos de 3" in response.content.decode()
    response = client.post(page, {**wrong, f"out-{finding.pk}-remaining": "2", "action": "review"})
    review = response.headers["Location"]
    assert "2 ainda irregulares" in client.get(review).content.decode()
    pages = {client.post(review).headers["Location"].split("?")[0] for _ in range(3)}
    assert len(pages) == 1
    back = Inspection.objects.get(return_of=visit)
    assert back.outcomes.get().remaining == 2
    shown = client.get(pages.pop()).content.decode()
    assert "sanado em parte" in shown
    first = client.get(reverse("inspections:inspection", args=[visit.pk])).content.decode()
    assert "Auto de infração" in first
    assert "R$ 40,00" in first


def test_a_return_must_say_what_became_of_each_finding(client, street):
    _, visit, _ = street
    response = client.post(open_return(client, visit), {"closing-presence": "absent", "action": "review"})
    assert response.status_code == 422
    assert "obrigatório" in response.content.decode()


def test_a_return_to_another_towns_visit_is_404(client, street):
    _, visit, _ = street
    sign_in(client, MembershipFactory(municipality=MunicipalityFactory(law="vitoria-es")))
    assert client.post(reverse("inspections:return_new", args=[visit.pk])).status_code == 404
    assert client.get(reverse("inspections:inspection", args=[visit.pk])).status_code == 404
    assert not InspectionDraft.objects.exists()


def test_a_return_to_a_visit_without_known_person(town):
    visit = town.visit(date(2012, 3, 1), "feces_not_collected", tutor=None)
    back = come_back(town, visit, date(2012, 3, 9))
    assert back.tutor is None
    assert back.act.document.file.context["body"]["person"]["name"].startswith("responsável não identificado")
