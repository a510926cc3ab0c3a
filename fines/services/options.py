"""What the law says of an auto for each conduct of a case, before the agent chooses. Writes nothing."""

from dataclasses import dataclass, field, replace
from datetime import date

from fines.documents import written
from fines.services.proposals import coded, notice_step
from inspections.models import Finding
from inspections.services.facts import as_refusal, check_stands, facts_of, lawbook_for, on_record
from registry.models import Animal, Tutor
from registry.services import ledger
from zoonoses.documents.refusals import Refusal
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.models import Municipality


@dataclass(frozen=True)
class ClassPreview:
    """The auto under one class of gravity: allowed with its fine, or refused with the reason."""

    code: str
    label: str
    article: str
    law_text: str
    allowed: bool
    reason: str
    fine: str


@dataclass(frozen=True)
class Option:
    """One conduct of the case: may it enter an auto today, and what the law answers.

    `asks_amount`: the published text lacks the amount of the day, and a person may give it with its source.
    """

    finding: Finding
    open: bool
    reason: str = ""
    article: str = ""
    from_on: date | None = None
    enter: str = ""
    fine: str = ""
    liable: str = ""
    consequences: tuple[str, ...] = ()
    discretionary: tuple[dict, ...] = ()
    basis: tuple[dict, ...] = ()
    classes: tuple[ClassPreview, ...] = ()
    priors: tuple = ()
    gravity_default: str = ""
    asks_amount: bool = False


@dataclass(frozen=True)
class Board:
    """Everything that the page of a new auto offers."""

    municipality: Municipality
    options: list[Option] = field(default_factory=list)
    gravity_mode: str = "none"
    circumstances: tuple = ()
    one_fine: bool = False
    is_proposed: bool = False
    law: str = ""
    unit: str = ""


def board(inspection, *, on: date, offender: Tutor | None, fact_on: date | None = None) -> Board:
    """The conducts of the inspection's case with the law's answer on a day, against one offender.

    The law is that of the day of the fact: `fact_on`, by default the day of each visit.
    A law that cannot be asked (none adopted, end unknown) raises `Refusal`.
    """
    rows = Finding.objects.filter(inspection__act__case_id=inspection.act.case_id)
    findings = list(on_record(rows).order_by("inspection__act__at", "pk"))
    try:
        town = inspection.act.case.municipality
        books = {row.pk: Lawbook(town, fact_on) if fact_on else lawbook_for(row) for row in findings}
        ruleset = books[findings[0].pk].ruleset if findings else None
        options = [_option(finding, books[finding.pk], on, offender, fact_on) for finding in findings]
    except LawError as error:
        raise as_refusal(error) from error
    if ruleset is None:
        return Board(inspection.act.case.municipality)
    counted = ruleset.gravity_mode == "counted"
    return Board(
        municipality=inspection.act.case.municipality,
        options=options,
        gravity_mode=ruleset.gravity_mode,
        circumstances=tuple(row for row in ruleset.circumstances.values() if row.selectable)
        if counted
        else (),
        one_fine=ruleset.practice.multiple == "one_fine",
        is_proposed=ruleset.practice.penalty_stage == "proposed",
        law=ruleset.header.short_title,
        unit=ruleset.unit,
    )


def _option(finding, lawbook, on, offender, fact_on) -> Option:
    ruleset = lawbook.ruleset
    try:
        check_stands(finding)
        facts = facts_of(finding, lawbook=lawbook)
        facts = replace(facts, fact_on=fact_on or facts.fact_on)
        priors = ledger.priors(
            tutor=offender, lawbook=lawbook, provision=finding.infraction, on=facts.fact_on
        )
        facts = replace(facts, priors=len(priors.same), other_priors=len(priors.other))
        if offender is not None:
            facts = replace(facts, offender=offender.kind)
        step = notice_step(lawbook, facts, on)
        steps = {code: notice_step(lawbook, replace(facts, gravity=code), on) for code in _classes(ruleset)}
    except (LawError, Refusal) as error:
        refusal = as_refusal(error, finding.article) if isinstance(error, LawError) else error
        return Option(finding, False, refusal.sentence, refusal.article, enter=refusal.enter)
    known = [each for each in (step, *steps.values()) if each is not None]
    allowed = [each for each in known if each.allowed]
    unpublished = next((each for each in known if each.missing == "amount"), None)
    if not allowed and unpublished:
        return _asking(finding, ruleset, unpublished, steps, tuple(priors.same))
    if not allowed:
        reason = step.reason if step else "A lei não prevê auto para esta conduta."
        return Option(
            finding,
            False,
            reason,
            (step.article if step else "") or finding.article,
            step.from_on if step else None,
        )
    shown = step if step is not None and step.allowed else None
    return _open(finding, ruleset, shown, allowed, steps, tuple(priors.same))


def _asking(finding, ruleset, step, steps, priors) -> Option:
    """A conduct whose amount the published text lacks: open, once a person gives the amount and its source."""
    liable = ruleset.infractions[finding.infraction].liable
    return Option(
        finding=finding,
        open=True,
        reason=step.reason,
        article=step.article,
        liable=ruleset.label(liable) if liable else "",
        classes=tuple(_preview(ruleset, code, each) for code, each in steps.items()),
        priors=priors,
        gravity_default=ruleset.infractions[finding.infraction].gravity_default,
        asks_amount=True,
    )


def _classes(ruleset) -> tuple[str, ...]:
    return tuple(ruleset.gravities) if ruleset.gravity_mode in ("chosen", "counted") else ()


def _open(finding, ruleset, shown, allowed, steps, priors) -> Option:
    answer = (shown or allowed[0]).sanction
    measures = dict.fromkeys(code for each in allowed for code in each.sanction.get("discretionary", ()))
    exact = shown is not None
    return Option(
        finding=finding,
        open=True,
        reason=shown.reason if shown else "",
        article=ruleset.infractions[finding.infraction].article,
        fine=_fine(answer) if exact else "",
        liable=ruleset.label(answer["liable"]) if answer.get("liable") else "",
        consequences=tuple(ruleset.label(code) for code in answer.get("consequences", ())),
        discretionary=tuple(coded(ruleset, code) for code in measures),
        basis=tuple(answer.get("basis", ())) if exact else (),
        classes=tuple(_preview(ruleset, code, step) for code, step in steps.items()),
        priors=priors,
        gravity_default=ruleset.infractions[finding.infraction].gravity_default,
    )


def _preview(ruleset, code, step) -> ClassPreview:
    gravity = ruleset.gravities[code]
    allowed = step is not None and step.allowed
    return ClassPreview(
        code=code,
        label=gravity.label,
        article=gravity.article,
        law_text=gravity.law_text,
        allowed=allowed,
        reason="" if allowed or step is None else step.reason,
        fine=(_fine(step.sanction) or "sem multa") if allowed else "",
    )


def _fine(answer) -> str:
    fine = answer.get("fine")
    return written(fine["amount"], fine["unit"]) if fine else ""


def people_of(case) -> list[Tutor]:
    """Who may have to answer in a case: those visited, the owners of the animals seen, the one reported."""
    seen = Animal.objects.filter(inspections__act__case=case, tutor__isnull=False).values("tutor")
    visited = Tutor.objects.filter(inspections__act__case=case).values("pk")
    reported = Tutor.objects.filter(complaints__act__case=case).values("pk")
    people = Tutor.objects.of(case.municipality).heads()
    found = people.filter(pk__in=visited) | people.filter(pk__in=seen) | people.filter(pk__in=reported)
    return list(found.distinct())
