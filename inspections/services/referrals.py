"""Encaminhar: sending a case on to another authority, where the law orders it once a report finds mistreatment.

It waits neither for an auto nor for a decision, and takes nothing from them.
"""

from django.db import transaction

from inspections import document_acts
from inspections.models import Finding, Referral, VetReport
from inspections.services.facts import as_refusal, on_record, steps_of
from inspections.services.reports import law_of
from registry.models import Penalty, Tutor
from zoonoses.documents.contexts import REFERRAL, ReferralBody
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Act, Case, Document
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services.idempotency import once
from zoonoses.documents.services.papers import act_with_paper
from zoonoses.law import LawError

ACT = "referral"
COPIES = ("destinatário", "processo")


def rule_of(lawbook):
    """What the law orders to be sent on, and to whom; raises `Refusal` where it orders nothing."""
    try:
        rule = lawbook.ruleset.referral
    except LawError as error:
        raise as_refusal(error) from error
    if rule is None:
        raise Refusal("not_in_law", "A lei deste município não manda encaminhar o caso a outra autoridade.")
    return rule


def suggested(inspection) -> dict:
    """The authority that the law names, for the form; nothing where it names none."""
    try:
        return {"recipient": rule_of(law_of(inspection)).to}
    except Refusal:
        return {}


def refusal_for(inspection, on) -> Refusal | None:
    """Why the case of this visit may not be sent on today, or None."""
    try:
        _findings(inspection, on)
    except Refusal as refusal:
        return refusal
    return None


def _findings(inspection, on) -> list[Finding]:
    """The conducts of the visit that the law orders to be sent on and that were not yet. Raises the law's `Refusal`."""
    lawbook = law_of(inspection)
    rule = rule_of(lawbook)
    if person_of(inspection) is None:
        raise Refusal(
            "tutor_missing", f"{rule.law_text} Neste caso o tutor ainda não foi identificado.", rule.article
        )
    found, refused = [], None
    for finding in on_record(Finding.objects.filter(inspection=inspection)).order_by("pk"):
        step = next((row for row in steps_of(finding, lawbook=lawbook, on=on) if row.act == ACT), None)
        if step is not None and step.allowed:
            found.append(finding)
        elif step is not None and refused is None:
            refused = Refusal(step.code, step.reason, step.article)
    if not found:
        raise refused or Refusal("not_offered", "Nada nesta vistoria há para encaminhar.", rule.article)
    return found


def person_of(inspection) -> Tutor | None:
    """Whom the case is about: known at the visit, or since by an intimação or an auto of one of its conducts."""
    if inspection.tutor is not None:
        return inspection.tutor
    told = inspection.intimations.filter(act__document__annulment=None).select_related("tutor").last()
    if told is not None:
        return told.tutor
    subjects = {finding.subject for finding in inspection.findings.all()}
    rows = Penalty.objects.filter(case=inspection.act.case_id).standing().select_related("act", "tutor")
    return next((row.tutor for row in rows.order_by("pk") if subjects & set(row.act.subjects)), None)


def plan(*, inspection, recipient: str, text: str, author, at) -> ReferralBody:
    """The ofício as it will be printed; `at` is local. Raises `Refusal`."""
    findings = _findings(inspection, at.date())
    if not recipient.strip():
        raise Refusal("recipient_missing", "Informe a quem o caso é encaminhado.")
    ruleset = law_of(inspection).ruleset
    report = report_of(inspection)
    told = [paper for paper in papers_of(inspection) if paper.pk != report.act.document_id]
    return document_acts.referral_body(
        rule=ruleset.referral,
        person=person_of(inspection),
        law=ruleset.header.short_title,
        report=report,
        findings=[(finding, ruleset.infractions[finding.infraction]) for finding in findings],
        papers=[report.act.document, *told],
        recipient=recipient.strip(),
        text=text.strip(),
        author=author,
        at=at,
    )


def report_of(inspection) -> VetReport:
    """The last standing report of the visit that finds mistreatment."""
    rows = inspection.vet_reports.filter(act__document__annulment=None, confirms_mistreatment=True)
    return rows.select_related(
        "act__document__file", "inspection__tutor", "inspection__act__document"
    ).latest("pk")


def papers_of(inspection) -> list[Document]:
    """The standing papers that name the conducts of the visit: its own, intimações, autos."""
    subjects = {finding.subject for finding in inspection.findings.all()}
    acts = Act.objects.filter(case=inspection.act.case_id, document__annulment=None).exclude(document=None)
    rows = acts.select_related("document").order_by("at", "pk")
    return [act.document for act in rows if act.pk == inspection.act_id or subjects & set(act.subjects)]


@transaction.atomic
def refer(*, inspection, recipient: str, text: str, author, at, key=None) -> Act:
    """Issues the ofício and records that the case was sent on.

    A form sent again with the same `key` gives the act it already made. Raises `Refusal`.
    """
    case = Case.objects.lock(inspection.act.case_id)

    def make():
        body = plan(inspection=inspection, recipient=recipient, text=text, author=author, at=at)
        report = report_of(inspection)
        act = act_with_paper(
            case=case,
            kind=DocumentKind.REFERRAL,
            template=REFERRAL,
            body=body,
            at=at,
            author=author,
            copies=COPIES,
            subjects=[finding.subject for finding in _findings(inspection, at.date())],
            rests_on=[inspection.act, report.act],
            law=law_of(inspection).record(),
        )
        Referral.objects.create(act=act, report=report, recipient=recipient.strip(), text=text.strip())
        return act

    return once(case.municipality, key, make) if key else make()
