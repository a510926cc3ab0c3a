"""What is on record about a finding, told to the law: facts, steps and the guard, on fixed days."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from inspections.models import Finding, Intimation, IntimationItem
from inspections.services.facts import draft_steps, facts_of, on_record, step_of, steps_by_finding
from tests.inspections.visits import Town
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Acknowledgement, Annulment
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.lawbook import Lawbook

pytestmark = pytest.mark.django_db

VISIT = date(2012, 3, 1)


def intimated(town, inspection, on, *, days, served=None, printed=None):
    """An intimation of every finding of a visit, with its ciência when `served` is a day."""
    at, case = town.at(on, 14), inspection.act.case
    act = town.act(
        ActKind.INTIMATION, at, case=case, document=town.document(DocumentKind.INTIMATION, at, case)
    )
    intimation = Intimation.objects.create(
        act=act, inspection=inspection, tutor=town.tutor, orders="Registrar."
    )
    for finding in inspection.findings.all():
        IntimationItem.objects.create(
            intimation=intimation, finding=finding, days=days, printed_due_on=printed
        )
    if served:
        known = town.act(ActKind.ACKNOWLEDGEMENT, town.at(served), case=case)
        Acknowledgement.objects.create(act=known, of_act=act, means="in_person", on=served)
    return act


def allowed(finding, on):
    """Names of the acts that the law allows for a finding on a day."""
    [(_, steps, refusal)] = steps_by_finding(on_record(Finding.objects.filter(pk=finding.pk)), on=on)
    assert refusal is None
    return {step.act for step in steps if step.allowed}


def annul(town, act):
    Annulment.objects.create(
        document=act.document, reason="erro", annulled_by=town.manager, annulled_at=town.at(VISIT, 20)
    )


@pytest.fixture
def alegre():
    return Town("alegre-es")


@pytest.fixture
def dogs(alegre):
    """Three unregistered dogs found on 1 March 2012."""
    return alegre.visit(VISIT, "unregistered_animal", animals=3)


def test_first_visit_is_a_fact_of_its_day(alegre, dogs):
    facts = facts_of(dogs.findings.get())
    assert (facts.fact_on, facts.animals, facts.offender, facts.priors) == (VISIT, 3, "natural_person", 0)
    assert (facts.intimated_on, facts.served_on, facts.checked_on, facts.noticed) == (None, None, None, False)


@pytest.mark.parametrize(
    ("returned", "today", "may_notice"),
    [
        (date(2012, 3, 30), date(2012, 4, 5), False),  # before the end
        (date(2012, 3, 31), date(2012, 4, 5), False),  # the thirtieth day, a Saturday
        (date(2012, 4, 2), date(2012, 4, 2), False),  # the last day: Monday
        (date(2012, 4, 3), date(2012, 4, 3), True),  # the day after
    ],
)
def test_term_that_ends_on_a_saturday_runs_to_monday(alegre, dogs, returned, today, may_notice):
    intimated(alegre, dogs, VISIT, days=30, served=VISIT)
    alegre.return_visit(dogs, returned, "persists")
    finding = dogs.findings.get()
    assert ("notice" in allowed(finding, today)) is may_notice
    if not may_notice:
        with pytest.raises(Refusal) as refused:
            step_of(finding, "notice", on=today)
        assert refused.value.code == "term_running"


def test_the_term_runs_from_the_ciencia_not_from_the_printing(alegre, dogs):
    intimated(alegre, dogs, VISIT, days=30)
    finding = dogs.findings.get()
    assert "service" in allowed(finding, date(2012, 6, 1))
    with pytest.raises(Refusal) as refused:
        step_of(finding, "notice", on=date(2012, 6, 1))
    assert refused.value.code == "not_served"


def test_the_earliest_ciencia_counts(alegre, dogs):
    act = intimated(alegre, dogs, VISIT, days=30, served=date(2012, 3, 20))
    earlier = alegre.act(ActKind.ACKNOWLEDGEMENT, alegre.at(date(2012, 3, 21)), case=act.case)
    Acknowledgement.objects.create(
        act=earlier, of_act=act, means="postal", postal_code="AR123", on=date(2012, 3, 5)
    )
    assert facts_of(dogs.findings.get()).served_on == date(2012, 3, 5)


def test_a_printed_last_day_never_becomes_earlier(alegre, dogs):
    intimated(alegre, dogs, VISIT, days=30, served=VISIT, printed=date(2012, 4, 9))
    alegre.return_visit(dogs, date(2012, 4, 9), "persists")
    finding = dogs.findings.get()
    assert "notice" not in allowed(finding, date(2012, 4, 9))
    alegre.return_visit(dogs, date(2012, 4, 10), "persists")
    assert "notice" in allowed(finding, date(2012, 4, 10))


def test_partly_cured_leaves_the_remaining_animals(alegre, dogs):
    intimated(alegre, dogs, VISIT, days=30, served=VISIT)
    alegre.return_visit(dogs, date(2012, 4, 3), "partly", remaining=1)
    finding = dogs.findings.get()
    facts = facts_of(finding)
    assert (facts.remaining, facts.cured) == (1, False)
    assert step_of(finding, "notice", on=date(2012, 4, 3)).sanction["fine"] == {
        "amount": "20.00",
        "unit": "BRL",
    }


def test_cured_ends_it(alegre, dogs):
    intimated(alegre, dogs, VISIT, days=30, served=VISIT)
    alegre.return_visit(dogs, date(2012, 4, 3), "cured")
    with pytest.raises(Refusal) as refused:
        step_of(dogs.findings.get(), "notice", on=date(2012, 4, 3))
    assert refused.value.code == "cured"


def test_annulled_papers_are_out(alegre, dogs):
    act = intimated(alegre, dogs, VISIT, days=30, served=VISIT)
    annul(alegre, act)
    finding = dogs.findings.get()
    assert facts_of(finding).intimated_on is None
    assert "intimation" in allowed(finding, date(2012, 3, 2))
    notice = alegre.notice_of(finding, date(2012, 4, 3))
    assert facts_of(finding).noticed is True
    annul(alegre, notice)
    assert facts_of(finding).noticed is False


def test_nothing_rests_on_an_annulled_visit(alegre, dogs):
    annul(alegre, dogs.act)
    with pytest.raises(Refusal) as refused:
        step_of(dogs.findings.get(), "intimation", on=VISIT)
    assert refused.value.code == "visit_annulled"
    [(_, steps, refusal)] = steps_by_finding(on_record(dogs.findings.all()), on=VISIT)
    assert steps == () and refusal.code == "visit_annulled"


def test_joao_neiva_wants_the_pieces_first():
    town = Town("joao-neiva-es")
    day = date(2025, 3, 10)
    visit = town.visit(day, "short_tether", kind=DocumentKind.CONTROL_FORM)
    finding = visit.findings.get()
    assert allowed(finding, day) & {"vet_report", "intimation"} == {"vet_report"}
    with pytest.raises(Refusal) as refused:
        step_of(finding, "intimation", on=day)
    assert refused.value.code == "pieces_missing"
    town.photo(visit)
    assert facts_of(finding).pieces == {"control_form", "photographic_record"}


@pytest.mark.parametrize(
    ("day", "code", "enter"),
    [
        (date(2011, 3, 3), "law_not_in_force", ""),  # the eve of the publication
        (date(2023, 1, 1), "value_unknown", "municipalities:laws"),  # revoked, nobody knows from when
    ],
)
def test_a_law_out_of_force_is_refused_with_the_place_to_enter(alegre, day, code, enter):
    finding = alegre.visit(day, "leash_plate_handler").findings.get()
    with pytest.raises(Refusal) as refused:
        step_of(finding, "notice", on=day)
    assert (refused.value.code, refused.value.enter) == (code, enter)


def test_unknown_calendar_refuses_and_says_where():
    town = Town("alegre-es", calendar=False)
    visit = town.visit(VISIT, "unregistered_animal")
    intimated(town, visit, VISIT, days=30, served=VISIT)
    town.return_visit(visit, date(2012, 4, 10), "persists")
    with pytest.raises(Refusal) as refused:
        step_of(visit.findings.get(), "notice", on=date(2012, 4, 10))
    assert (refused.value.code, refused.value.enter) == ("calendar_unknown", "municipalities:holidays")


def test_draft_and_filed_findings_get_the_same_answer(alegre, dogs):
    lawbook = Lawbook(alegre.municipality, VISIT)
    before = draft_steps(
        lawbook=lawbook, infraction="unregistered_animal", on=VISIT, animals=3, tutor=alegre.tutor
    )
    [(_, after, _)] = steps_by_finding(on_record(dogs.findings.all()), on=VISIT)
    assert [(step.act, step.allowed, step.reason) for step in before] == [
        (step.act, step.allowed, step.reason) for step in after
    ]


def test_many_findings_cost_as_many_queries_as_one(alegre):
    def queries(inspection):
        with CaptureQueriesContext(connection) as captured:
            assert steps_by_finding(on_record(inspection.findings.all()), on=date(2012, 3, 20))
        return len(captured)

    one = alegre.visit(VISIT, "unregistered_animal")
    intimated(alegre, one, VISIT, days=30, served=VISIT)
    many = alegre.visit(
        VISIT,
        "unregistered_animal",
        "inadequate_keeping",
        "mistreatment",
        "leash_plate_handler",
        "abandonment",
    )
    intimated(alegre, many, VISIT, days=30, served=VISIT)
    alegre.return_visit(many, date(2012, 3, 15), "persists")
    alegre.return_visit(one, date(2012, 3, 15), "persists")
    assert queries(one) == queries(many)
