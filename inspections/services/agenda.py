"""What is next in a case after the complaint and the visit: the lines that lists show. No guard reads them.

The law's own steps say what is next; a line waits for somebody to do it. Findings of one visit, or of one intimação,
that wait for the same act are one line, with the earliest of their days.
"""

from dataclasses import replace

from inspections.models import Complaint, Finding
from inspections.services.facts import (
    is_noticed,
    lawbook_for,
    of_standing_visits,
    on_record,
    served_on,
    standing_item,
    steps_by_finding,
)
from inspections.services.intimations import term_of
from inspections.services.referrals import person_of
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.models import Act
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.agenda import Line

VISIT, VET_REPORT, INTIMATION = "inspection", "vet_report", "intimation"
SERVICE, RETURN, NOTICE, GUIDANCE, BLOCKED = "service", "return_visit", "notice", "guidance", "blocked"
REFERRAL = "referral"
UNKNOWN = ("value_unknown", "calendar_unknown", "index_value_missing")
SENTENCES = {
    VISIT: "Fazer vistoria",
    VET_REPORT: "Emitir relatório do médico veterinário",
    INTIMATION: "Intimar",
    NOTICE: "Lavrar auto",
    GUIDANCE: "Orientar",
    REFERRAL: "Encaminhar o caso: {to}",
}


def lines_of(case, on):
    """The lines of a case on a day: complaints to visit, and what each visit's findings wait for."""
    yield from _complaints(case)
    standing = of_standing_visits(Finding.objects.filter(inspection__act__case=case))
    findings = on_record(standing).prefetch_related("guidances")
    lines = {}
    for finding, steps, refusal in steps_by_finding(findings, on=on):
        for line in (_line(finding, steps, refusal, on), _referral(finding, steps)):
            if line is None:
                continue
            known = lines.get(line.key)
            lines[line.key] = line if known is None else _earlier(known, line)
    yield from lines.values()


def _complaints(case):
    seized = Act.objects.kind(ActKind.SEIZURE).standing().filter(case=case)
    waiting = Complaint.objects.filter(act__case=case, act__document__annulment=None, inspections=None)
    waiting = waiting.exclude(act__followed_by__in=seized)
    for complaint in waiting.select_related("act", "accused"):
        yield Line(
            key=f"complaint:{complaint.pk}",
            next_act=VISIT,
            sentence=SENTENCES[VISIT],
            who=complaint.accused.name if complaint.accused else complaint.accused_name,
            where=complaint.address_line,
            responsible_id=complaint.act.author_id,
            from_on=complaint.act.on,
        )


def _earlier(one: Line, other: Line) -> Line:
    """One line for two findings that wait for the same act: the first possible day, the first last day."""
    starts = [line.from_on for line in (one, other) if line.from_on]
    ends = [line.due_on for line in (one, other) if line.due_on]
    return replace(one, from_on=min(starts, default=None), due_on=min(ends, default=None))


def _line(finding, steps, refusal, on) -> Line | None:
    """What one finding waits for; None when it waits for nothing."""
    outcomes = finding.standing_outcomes
    if is_noticed(finding) or (outcomes and outcomes[-1].result == "cured"):
        return None
    if refusal is not None:
        return _make(finding, BLOCKED, refusal.sentence)
    allowed = {step.act: step for step in steps if step.allowed}
    if NOTICE in allowed:
        return _make(finding, NOTICE, SENTENCES[NOTICE], from_on=on)
    item = standing_item(finding)
    guided = bool(finding.guidances.all())
    if item is not None:
        return _after_intimation(finding, item, may_guide=GUIDANCE in allowed, guided=guided)
    if guided:
        return None
    for act in (VET_REPORT, INTIMATION, GUIDANCE):
        if act in allowed:
            return _make(finding, act, SENTENCES[act], from_on=finding.inspection.act.on)
    return _unanswered(finding, steps, on)


def _referral(finding, steps) -> Line | None:
    """What the law orders to be told to another authority waits for its ofício, whatever else the case waits for."""
    step = next((step for step in steps if step.act == REFERRAL and step.allowed), None)
    if step is None or person_of(finding.inspection) is None:
        return None
    to = lawbook_for(finding).ruleset.referral.to
    since = max(report.act.on for report in finding.inspection.standing_reports)
    return _make(finding, REFERRAL, SENTENCES[REFERRAL].format(to=to), from_on=since)


def _unanswered(finding, steps, on) -> Line | None:
    """Nothing is allowed because something is not known: the matter stays on the list, with what is missing.

    A gravity that the agent has yet to choose, or an amount that the published text lacks, is given on the page of the
    auto.
    """
    notice = next((step for step in steps if step.act == NOTICE), None)
    if notice is None or notice.code not in UNKNOWN:
        return None
    if notice.is_open:
        return _make(finding, NOTICE, SENTENCES[NOTICE], from_on=on)
    return _make(finding, BLOCKED, notice.reason)


def _after_intimation(finding, item, *, may_guide, guided) -> Line | None:
    """Between the printing and the end of the term: ciência, then the return; then guidance without sanction."""
    act = item.intimation.act
    suffix = f"{act.kind}:{act.pk}"
    served = served_on(act)
    if served is None:
        return _make(finding, SERVICE, f"Registrar ciência: {act.document}", suffix, from_on=act.on)
    try:
        term = term_of(item, served_on=served)
    except Refusal as refusal:
        return _make(finding, BLOCKED, refusal.sentence, suffix)
    outcomes = finding.standing_outcomes
    if may_guide and outcomes and outcomes[-1].inspection.act.on > term["due_on"]:
        return None if guided else _make(finding, GUIDANCE, SENTENCES[GUIDANCE], suffix)
    return _make(finding, RETURN, f"Retornar: {act.document}", suffix, from_on=served, due_on=term["due_on"])


def _make(finding, act, sentence, suffix="", *, from_on=None, due_on=None) -> Line:
    inspection = finding.inspection
    return Line(
        key=f"{act}:{suffix or f'inspection:{inspection.pk}'}",
        next_act=act,
        sentence=sentence,
        who=inspection.tutor.name if inspection.tutor else "",
        where=inspection.address_line,
        responsible_id=inspection.act.author_id,
        from_on=from_on,
        due_on=due_on,
    )
