"""What is on record about one finding, told to the law; and what the law then allows.

The law of the day of the fact applies (`lawbook_for`), the terms are read on the day asked about (`on`). The
same steps draw the buttons (`steps_of`) and guard the acts (`step_of`).
"""

from collections.abc import Iterable
from datetime import date

from django.db.models import Prefetch

from inspections.models import Extension, Finding, IntimationItem, ReturnOutcome, VetReport
from registry.services import ledger
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Act, Attachment, Document
from zoonoses.documents.refusals import ENTRY_PAGES, Refusal
from zoonoses.documents.refusals import of_law as as_refusal
from zoonoses.law import LawError
from zoonoses.law.procedure import FindingFacts, Step
from zoonoses.municipalities.lawbook import Lawbook

# Acts that cover a finding by naming it among their subjects.
TOLD_BY_SUBJECT = (ActKind.INFRACTION_NOTICE, ActKind.REFERRAL)


def on_record(findings=None):
    """Findings with all that `facts_of` reads, in a constant number of queries however many they are."""
    findings = Finding.objects.all() if findings is None else findings
    told = Act.objects.filter(kind__in=TOLD_BY_SUBJECT).standing().order_by("pk")
    photos = Attachment.objects.filter(kind=Attachment.Kind.PHOTO)
    items = IntimationItem.objects.filter(intimation__act__document__annulment=None)
    outcomes = ReturnOutcome.objects.filter(inspection__act__document__annulment=None)
    reports = VetReport.objects.filter(act__document__annulment=None).select_related("act")
    return findings.select_related(
        "inspection__act__case__municipality",
        "inspection__act__document__annulment",
        "inspection__return_of__act__document__annulment",
        "inspection__tutor",
    ).prefetch_related(
        Prefetch(
            "intimation_items",
            items.select_related("intimation__act__document", "intimation__tutor").order_by(
                "intimation__act__at", "pk"
            ),
            to_attr="standing_items",
        ),
        "standing_items__intimation__act__acknowledgements",
        Prefetch(
            "standing_items__extensions",
            Extension.objects.filter(act__document__annulment=None),
            to_attr="standing_extensions",
        ),
        Prefetch(
            "outcomes",
            outcomes.select_related("inspection__act").order_by("inspection__act__at", "pk"),
            to_attr="standing_outcomes",
        ),
        Prefetch("inspection__vet_reports", reports, to_attr="standing_reports"),
        Prefetch("inspection__act__attachments", photos, to_attr="photos"),
        Prefetch("inspection__act__case__acts", told, to_attr="standing_told"),
    )


def of_standing_visits(findings):
    """Findings whose visit stands: its paper was not annulled, nor that of the act which it came with."""
    rows = findings.filter(inspection__act__document__annulment=None)
    return rows.exclude(
        inspection__act__document=None, inspection__act__rests_on__document__annulment__isnull=False
    )


def _annulled(act):
    """The annulled paper under an act, or None: its own, or, for an act without paper, that of the act it rests on."""
    document = act.document
    if document is None:
        return Document.objects.filter(act__followed_by=act, annulment__isnull=False).first()
    return document if hasattr(document, "annulment") else None


def check_stands(finding) -> None:
    """Raises `Refusal("visit_annulled")` for a finding whose visit was annulled: no act rests on it."""
    document = _annulled(finding.inspection.act)
    if document is not None:
        raise Refusal("visit_annulled", f"{document}: anulado(a). Nada se funda nesta vistoria; faça outra.")


def recorded(finding) -> Finding:
    """The finding as `on_record` gives it; read again when it was fetched otherwise."""
    return finding if hasattr(finding, "standing_items") else on_record().get(pk=finding.pk)


def lawbook_for(finding) -> Lawbook:
    """The law of the day of the fact, in the finding's municipality."""
    act = finding.inspection.act
    return Lawbook(act.case.municipality, act.on)


def standing_item(finding) -> IntimationItem | None:
    """The last intimation of this finding that was not annulled."""
    items = recorded(finding).standing_items
    return items[-1] if items else None


def served_on(act) -> date | None:
    """Day of the ciência of an act: the earliest recorded; None while there is none."""
    days = [acknowledgement.on for acknowledgement in act.acknowledgements.all()]
    return min(days, default=None)


def pieces_of(inspection) -> frozenset[str]:
    """The pieces that some laws want before an intimation: which of them stand on file for this visit.

    A return goes on with the Ficha of its first visit; photos and report are of the visit itself.
    """
    pieces = set()
    first = inspection.return_of or inspection
    if any(_is_standing_form(act.document) for act in (inspection.act, first.act)):
        pieces.add("control_form")
    if inspection.act.photos:
        pieces.add("photographic_record")
    if inspection.standing_reports:
        pieces.add("vet_report")
    return frozenset(pieces)


def _is_standing_form(document) -> bool:
    return (
        document is not None
        and document.kind == DocumentKind.CONTROL_FORM
        and not hasattr(document, "annulment")
    )


def is_noticed(finding) -> bool:
    """Whether a standing auto covers the finding."""
    return _is_told(finding, ActKind.INFRACTION_NOTICE)


def _is_told(finding, kind) -> bool:
    acts = finding.inspection.act.case.standing_told
    return any(act.kind == kind and finding.subject in act.subjects for act in acts)


def facts_of(finding, *, lawbook=None, history=None) -> FindingFacts:
    """Everything on record about one finding, as the law asks for it.

    The day of the fact is the day of the visit. An intimation counts from its ciência. A last day that was
    printed or granted stays: it goes in as `extended_to`, which the law never lets become earlier.
    """
    finding = recorded(finding)
    lawbook = lawbook or lawbook_for(finding)
    inspection, item = finding.inspection, standing_item(finding)
    tutor = inspection.tutor or (item.intimation.tutor if item else None)
    priors = _priors(tutor, lawbook, finding.infraction, inspection.act.on, history)
    return FindingFacts(
        infraction=finding.infraction,
        fact_on=inspection.act.on,
        animals=finding.animals,
        offender=tutor.kind if tutor else "natural_person",
        priors=len(priors.same),
        other_priors=len(priors.other),
        gravity=finding.gravity or None,
        aggravating=tuple(finding.aggravating),
        mitigating=tuple(finding.mitigating),
        pieces=pieces_of(inspection),
        noticed=is_noticed(finding),
        confirmed=any(report.confirms_mistreatment for report in inspection.standing_reports),
        referred=_is_told(finding, ActKind.REFERRAL),
        **_term(finding),
        **_last_return(finding),
    )


def _priors(tutor, lawbook, provision, on, history):
    """Earlier penalties of the offender; `history` remembers them, so that many findings of one person ask
    once.
    """
    if tutor is None:
        return ledger.Priors()
    history = {} if history is None else history
    key = (tutor.pk, lawbook.ruleset.id, on)
    if key not in history:
        found = ledger.priors(tutor=tutor, lawbook=lawbook, provision=provision, on=on)
        history[key] = [*found.same, *found.other]
    return ledger.Priors(
        same=[row for row in history[key] if row.provision == provision],
        other=[row for row in history[key] if row.provision != provision],
    )


def _term(finding) -> dict:
    item = standing_item(finding)
    if item is None:
        return {}
    later = [extension.until_on for extension in item.standing_extensions]
    if item.printed_due_on:
        later.append(item.printed_due_on)
    return {
        "intimated_on": item.intimation.act.on,
        "served_on": served_on(item.intimation.act),
        "days": item.days,
        "extended_to": max(later, default=None),
    }


def _last_return(finding) -> dict:
    if not finding.standing_outcomes:
        return {}
    outcome = finding.standing_outcomes[-1]
    cured = outcome.result == ReturnOutcome.Result.CURED
    return {
        "checked_on": outcome.inspection.act.on,
        "cured": cured,
        "remaining": None if cured else outcome.remaining,
    }


def steps_of(finding, *, lawbook=None, on, history=None) -> tuple[Step, ...]:
    """What may happen next to a finding on a day, each allowed or refused with its reason and article.

    Raises `Refusal` when the law cannot answer (a year of the calendar not confirmed, the end of the law
    unknown).
    """
    finding = recorded(finding)
    check_stands(finding)
    lawbook = lawbook or lawbook_for(finding)
    try:
        return lawbook.steps(facts_of(finding, lawbook=lawbook, history=history), on)
    except LawError as error:
        raise as_refusal(error, finding.article) from error


def steps_by_finding(
    findings: Iterable[Finding], *, on
) -> list[tuple[Finding, tuple[Step, ...], Refusal | None]]:
    """The steps of several findings (pass `on_record(...)`); a finding the law cannot answer carries its
    refusal.
    """
    history, books, result = {}, {}, []
    for finding in findings:
        act = finding.inspection.act
        book = books.setdefault((act.case.municipality_id, act.on), Lawbook(act.case.municipality, act.on))
        try:
            result.append((finding, steps_of(finding, lawbook=book, on=on, history=history), None))
        except Refusal as refusal:
            result.append((finding, (), refusal))
    return result


def step_of(finding, act: str, *, on, lawbook=None) -> Step:
    """The guard: the step when the law allows this act on this day, else raises `Refusal` with reason and
    article.

    The finding is read again from the database: call it with the case locked.
    """
    fresh = on_record().get(pk=finding.pk)
    steps = steps_of(fresh, lawbook=lawbook, on=on)
    found = next((step for step in steps if step.act == act), None)
    if found is None:
        raise Refusal("not_offered", f"A lei não prevê este ato para “{finding.label}”.", finding.article)
    if not found.allowed:
        raise _refused(found, lawbook or lawbook_for(fresh), on)
    return found


def _refused(step: Step, lawbook, on: date) -> Refusal:
    """A refused step as a refusal; what is only missing says where a manager enters it."""
    if step.code == "value_unknown":
        try:
            lawbook.ask("in_force", on=on)
        except LawError as error:
            return as_refusal(error, step.article)
    return Refusal(step.code, step.reason, step.article, enter=ENTRY_PAGES.get(step.code, ""))


def draft_steps(
    *,
    lawbook,
    infraction,
    on,
    tutor=None,
    offender=None,
    animals=1,
    gravity=None,
    aggravating=(),
    mitigating=(),
    pieces=frozenset(),
) -> tuple[Step, ...]:
    """What the law will allow once a finding still in draft is filed on the day `on`. Raises `Refusal` as
    `steps_of`.
    """
    try:
        priors = _priors(tutor, lawbook, infraction, on, None)
        facts = FindingFacts(
            infraction=infraction,
            fact_on=on,
            animals=animals,
            offender=offender or (tutor.kind if tutor else "natural_person"),
            priors=len(priors.same),
            other_priors=len(priors.other),
            gravity=gravity or None,
            aggravating=tuple(aggravating),
            mitigating=tuple(mitigating),
            pieces=frozenset(pieces),
        )
        return lawbook.steps(facts, on)
    except LawError as error:
        raise as_refusal(error) from error
