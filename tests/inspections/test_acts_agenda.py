"""The agenda of a case after the visit: one line for what is next, written again by each act."""

from datetime import date

import pytest
from django.core.management import call_command

from inspections.models import Complaint
from inspections.services import agenda as projector
from inspections.services import guidance, intimations, reports
from inspections.services.intimations import Order
from tests.factories import CaseFactory
from tests.inspections.test_acts_services import REPORT
from tests.inspections.visits import Town, commits
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Agenda, Case
from zoonoses.documents.services.acknowledgement import Service
from zoonoses.documents.services.annulment import annul

pytestmark = pytest.mark.django_db


def lines(case, on):
    """(next act, first day, last day) of each line of a case on a day."""
    case = Case.objects.get(pk=case.pk)
    return [(line.next_act, line.from_on, line.due_on) for line in projector.lines_of(case, on)]


def intimated(town, visit, on, days=None, served=True):
    return intimations.intimate(
        inspection=visit,
        orders=[Order(finding, days) for finding in visit.findings.all()],
        text="Regularizar.",
        author=town.agent,
        at=town.at(on, 14),
        service=Service(means="in_person", on=on) if served else None,
    )


def test_a_complaint_waits_for_its_visit():
    town = Town("alegre-es")
    day = date(2012, 3, 1)
    case = CaseFactory(municipality=town.municipality, opened_on=day)
    at = town.at(day)
    act = town.act(ActKind.COMPLAINT, at, case=case, document=town.document(DocumentKind.COMPLAINT, at, case))
    complaint = Complaint.objects.create(act=act, what="Cão preso.", accused_name="Maria", street="Rua A")
    assert lines(case, day) == [("inspection", day, None)]
    visit = town.visit(day, case=case)
    visit.complaint = complaint
    visit.save()
    assert lines(case, day) == []


def test_alegre_from_the_visit_to_the_auto():
    town, day = Town("alegre-es"), date(2012, 3, 1)
    visit = town.visit(day, "unregistered_animal", animals=3)
    case = visit.act.case
    assert lines(case, day) == [("intimation", day, None)]
    act = intimated(town, visit, day)
    due = date(2012, 4, 2)
    assert lines(case, due) == [("return_visit", day, due)]
    assert lines(case, date(2012, 4, 20)) == [("return_visit", day, due)]  # overdue, still to be visited
    town.return_visit(visit, due, "persists")
    assert lines(case, due) == [("return_visit", day, due)]  # the last day is the person's
    town.return_visit(visit, date(2012, 4, 3), "persists")
    assert lines(case, date(2012, 4, 3)) == [("notice", date(2012, 4, 3), None)]
    notice = town.notice_of(visit.findings.get(), date(2012, 4, 3))
    assert lines(case, date(2012, 4, 3)) == []
    annul(document=notice.document, reason="erro", by=town.manager, at=town.at(date(2012, 4, 4)))
    assert lines(case, date(2012, 4, 4)) == [("notice", date(2012, 4, 4), None)]
    assert act.intimation.tutor == town.tutor


def test_cured_leaves_nothing():
    town, day = Town("alegre-es"), date(2012, 3, 1)
    visit = town.visit(day, "unregistered_animal")
    intimated(town, visit, day)
    town.return_visit(visit, date(2012, 3, 20), "cured")
    assert lines(visit.act.case, date(2012, 3, 20)) == []


def test_joao_neiva_report_then_notification_then_ciencia():
    town, day = Town("joao-neiva-es"), date(2025, 3, 10)
    visit = town.visit(day, "short_tether", kind=DocumentKind.CONTROL_FORM)
    town.photo(visit)
    case = visit.act.case
    assert lines(case, day) == [("vet_report", day, None)]
    reports.report(inspection=visit, data=REPORT, author=town.vet, at=town.at(day, 11))
    police = ("referral", day, None)
    assert lines(case, day) == [("intimation", day, None), police]
    intimated(town, visit, day, days=15, served=False)
    assert lines(case, day) == [("service", day, None), police]


def test_direct_auto_and_guidance():
    cuiaba, vitoria, day = Town("cuiaba-mt"), Town("vitoria-es"), date(2024, 3, 5)
    direct = cuiaba.visit(day, "loose_animal", gravity="minor")
    assert lines(direct.act.case, day) == [("notice", day, None)]
    duty = vitoria.visit(day, "keeping_conditions")
    assert lines(duty.act.case, day) == [("guidance", day, None)]
    guidance.guide(finding=duty.findings.get(), text="Água limpa.", author=vitoria.agent, at=vitoria.at(day))
    assert lines(duty.act.case, day) == []


def test_vitoria_vaccine_ends_in_guidance_not_in_an_endless_return():
    town, day = Town("vitoria-es"), date(2024, 3, 5)
    visit = town.visit(day, "rabies_vaccination_missing")
    case = visit.act.case
    intimated(town, visit, day, days=20)
    assert lines(case, day) == [("return_visit", day, date(2024, 3, 25))]
    town.return_visit(visit, date(2024, 3, 26), "persists")
    assert lines(case, date(2024, 3, 26)) == [("guidance", None, None)]


def test_findings_that_wait_for_the_same_act_are_one_line():
    town, day = Town("alegre-es"), date(2012, 3, 1)
    visit = town.visit(day, "unregistered_animal", "inadequate_keeping")
    assert lines(visit.act.case, day) == [("intimation", day, None)]


def test_an_unknown_calendar_is_said_not_hidden():
    town, day = Town("alegre-es"), date(2012, 3, 1)
    visit = town.visit(day, "unregistered_animal")
    intimated(town, visit, day)
    town.municipality.calendar_years.all().delete()
    [line] = projector.lines_of(visit.act.case, day)
    assert line.next_act == "blocked"
    assert line.sentence


def test_a_law_whose_end_is_unknown_keeps_the_matter_on_the_list():
    town, day = Town("alegre-es"), date(2023, 5, 8)
    visit = town.visit(day, "leash_plate_handler")
    [line] = projector.lines_of(visit.act.case, day)
    assert line.next_act == "blocked"
    assert "revogada" in line.sentence


def test_a_gravity_not_chosen_yet_waits_for_the_auto():
    town, day = Town("cuiaba-mt"), date(2024, 3, 5)
    assert lines(town.visit(day, "loose_animal").act.case, day) == [("notice", day, None)]


def test_rebuilt_by_the_command_as_by_the_acts(capsys):
    town, day = Town("alegre-es", now="2012-03-01 15:00"), date(2012, 3, 1)
    visit = town.visit(day, "unregistered_animal")
    with commits():
        intimated(town, visit, day)
    before = list(Agenda.objects.values_list("key", "next_act", "due_on", "responsible"))
    assert before[0][1:3] == ("return_visit", date(2012, 4, 2))
    Agenda.objects.all().delete()
    call_command("rebuild_agenda", municipality=town.municipality.slug)
    assert list(Agenda.objects.values_list("key", "next_act", "due_on", "responsible")) == before
    assert "1 caso(s) refeito(s)" in capsys.readouterr().out
