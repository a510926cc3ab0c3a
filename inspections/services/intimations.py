"""Intimar: order what the law lets be ordered, with its term, against whoever answers for it.

The papers are called as the law calls them (intimação, notificação, advertência escrita). Terms run from the
ciência: a last day is printed only when the ciência is given in the same act.
"""

from dataclasses import dataclass
from datetime import date
from uuid import uuid4

from django.db import transaction

from inspections import document_acts
from inspections.models import Finding, Intimation, IntimationItem
from inspections.services.facts import (
    as_refusal,
    lawbook_for,
    on_record,
    served_on,
    step_of,
    steps_by_finding,
)
from zoonoses.documents.contexts import INTIMATION, IntimationBody
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Acknowledgement, Act, Attachment, Case
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import acknowledgement, acts, attachments, paper
from zoonoses.documents.services.acknowledgement import Service
from zoonoses.documents.services.idempotency import once
from zoonoses.documents.services.issuing import issue
from zoonoses.documents.services.paper import Paper
from zoonoses.law import LawError
from zoonoses.law.procedure import Step
from zoonoses.municipalities.lawbook import Lawbook

COPIES = ("1ª via – intimado", "2ª via – processo")
KINDS_BY_NAME = {"notificação": ActKind.NOTIFICATION, "intimação": ActKind.INTIMATION}
SAME_ACT_MEANS = (Acknowledgement.Means.IN_PERSON, Acknowledgement.Means.REFUSED)


@dataclass(frozen=True)
class Order:
    """One finding to be put right, and the days chosen; `days` None takes the term that the law fixes."""

    finding: Finding
    days: int | None = None


@dataclass(frozen=True)
class Planned:
    """One item as it will be printed. `due_on` is known only when the ciência is given in the same act."""

    finding: Finding
    days: int
    due_on: date | None
    basis: tuple


@dataclass(frozen=True)
class Plan:
    """The act as it will be done: what the confirmation page shows and what is issued."""

    kind: ActKind
    name: str
    items: tuple[Planned, ...]
    body: IntimationBody
    lawbook: Lawbook

    @property
    def document_kind(self) -> DocumentKind:
        return DocumentKind(self.kind.value)


def plan(*, inspection, orders, text, author, at, tutor=None, service: Service | None = None) -> Plan:
    """What will be printed, after asking the law about every finding. Writes nothing; raises `Refusal`.

    `at` is the moment of the act (aware, local). `service` is a ciência given in the same act.
    """
    tutor = tutor or inspection.tutor
    _check(inspection=inspection, orders=orders, text=text, tutor=tutor, at=at)
    lawbook = lawbook_for(orders[0].finding)
    kind, name = kind_and_name([order.finding for order in orders], lawbook)
    if service is not None:
        _check_same_act(service, at)
    items, lines = [], []
    for order in orders:
        planned, line = _plan_item(order, lawbook, at, service)
        items.append(planned)
        lines.append(line)
    body = document_acts.intimation_body(
        name=name,
        law=lawbook.ruleset.header.short_title,
        inspection=inspection,
        tutor=tutor,
        items=lines,
        orders=text.strip(),
        after=after_text([item.finding for item in items], lawbook),
        author=author,
        at=at,
        service=service,
    )
    return Plan(kind=kind, name=name, items=tuple(items), body=body, lawbook=lawbook)


def _check(*, inspection, orders, text, tutor, at) -> None:
    if tutor is None:
        raise Refusal(
            "no_tutor", "Identifique o responsável antes de intimar: a ordem é dirigida a uma pessoa."
        )
    if not orders:
        raise Refusal("nothing_chosen", "Escolha pelo menos uma constatação.")
    if not text.strip():
        raise Refusal("no_orders", "Escreva o que deve ser feito.")
    if at < inspection.act.at:
        raise Refusal("before_the_visit", "O ato não pode ser anterior à vistoria em que se funda.")
    if any(order.finding.inspection_id != inspection.pk for order in orders):
        raise Refusal("other_inspection", "As constatações escolhidas não são todas desta vistoria.")


def _check_same_act(service: Service, at) -> None:
    if service.means not in SAME_ACT_MEANS or service.on != at.date():
        raise Refusal(
            "not_same_act",
            "No mesmo ato só cabe ciência pessoal ou recusa, no próprio dia. Registre as outras depois.",
        )


def kind_and_name(findings, lawbook) -> tuple[ActKind, str]:
    """How the law calls this paper: as it calls its intimação, or advertência escrita where it asks for one.

    Raises `Refusal` when findings that ask for different papers were put together.
    """
    warnings = {lawbook.ruleset.infractions[finding.infraction].warning for finding in findings}
    if len(warnings) > 1:
        raise Refusal(
            "different_papers", "A advertência escrita é um documento próprio: emita-a em separado."
        )
    if warnings == {True}:
        return ActKind.WRITTEN_WARNING, ActKind.WRITTEN_WARNING.label.capitalize()
    name = lawbook.ruleset.practice.intimation_name
    return KINDS_BY_NAME.get(name.casefold(), ActKind.INTIMATION), name


def _plan_item(order, lawbook, at, service) -> tuple[Planned, dict]:
    step = step_of(order.finding, "intimation", on=at.date(), lawbook=lawbook)
    infraction = lawbook.ruleset.infractions[order.finding.infraction]
    days = order.days if order.days is not None else fixed_days(step.offer)
    if days is None:
        raise Refusal("term_not_chosen", f"Escolha o prazo para “{order.finding.label}”.", infraction.article)
    answer = _count(lawbook, order.finding, start=service.on if service else at.date(), days=days)
    planned = Planned(
        finding=order.finding,
        days=days,
        due_on=date.fromisoformat(answer["due_on"]) if service else None,
        basis=tuple(answer["basis"]) if service else (),
    )
    line = document_acts.intimation_item(
        finding=order.finding,
        infraction=infraction,
        days=days,
        offer=step.offer,
        due_on=planned.due_on,
        basis=planned.basis,
    )
    return planned, line


def fixed_days(offer) -> int | None:
    """The days that the law fixes; None where the agent chooses."""
    return offer.days if offer and isinstance(offer.days, int) and offer.kind == "fixed" else None


def _count(lawbook, finding, *, start: date, days: int) -> dict:
    """The law's count of the term of one item, from the ciência."""
    try:
        return lawbook.ask("term", term="intimation", infraction=finding.infraction, start=start, days=days)
    except LawError as error:
        raise as_refusal(error, finding.article) from error


def after_text(findings, lawbook) -> str:
    """What the paper says of the end of the term, as far as the law goes."""
    infractions = [lawbook.ruleset.infractions[finding.infraction] for finding in findings]
    if all(infraction.sanctionless for infraction in infractions):
        return "Vencido o prazo, será feita nova vistoria."
    return (
        "Vencido o prazo sem que a ordem tenha sido cumprida, será lavrado auto de infração, na forma da lei."
    )


@transaction.atomic
def intimate(
    *,
    inspection,
    orders,
    text,
    author,
    at,
    key=None,
    tutor=None,
    service=None,
    by=None,
    paper_act: Paper | None = None,
    signature=None,
) -> Act:
    """Issues the intimação and records it, with its ciência when it is given in the same act.

    `author` does the act and `at` is the present moment; with `paper_act`, the act is the one done on paper,
    at its own moment and by its own author, entered now by `by`. A form sent again with the same `key` gives
    the act it already made. Raises `Refusal`.
    """
    case = Case.objects.lock(inspection.act.case_id)
    recorded_by = by or author

    def make():
        done = {"author": paper_act.author, "at": paper_act.at} if paper_act else {"author": author, "at": at}
        planned = plan(inspection=inspection, orders=orders, text=text, tutor=tutor, service=service, **done)
        kept = _keep_signature(signature, planned, case.municipality, recorded_by, at) if signature else None
        act = _record(planned, inspection, case, author, recorded_by, at, paper_act)
        _write(act, inspection, tutor or inspection.tutor, text, planned)
        _attach(act, kept, paper_act, recorded_by, at)
        if service is not None:
            acknowledgement.acknowledge(of_act=act, service=service, by=recorded_by, at=at)
        return act

    return once(case.municipality, key, make) if key else make()


def _attach(act, signature_draft, paper_act, by, at) -> None:
    """The signature drawn on the screen and the scan of the paper become the act's own."""
    if signature_draft is not None:
        attachments.adopt(draft=signature_draft, act=act)
    if paper_act is not None:
        paper.attach_scan(paper_act, act=act, by=by, at=at)


def _record(planned: Plan, inspection, case, author, recorded_by, at, paper_act) -> Act:
    """The act of the intimação with its document, at its own moment and by its own author."""
    done_by = paper_act.author if paper_act else author
    return acts.record(
        case=case,
        kind=planned.kind,
        at=paper_act.at if paper_act else at,
        author=done_by,
        recorded_at=at,
        recorded_by=recorded_by,
        on_paper=paper_act is not None,
        document=_document(planned, case, done_by, at, paper_act),
        subjects=[item.finding.subject for item in planned.items],
        rests_on=[inspection.act],
        law=planned.lawbook.record(),
    )


def _keep_signature(upload, planned: Plan, municipality, by, at):
    """The signature drawn on the screen, kept for the act and printed where the person signs."""
    draft = uuid4()
    kept = attachments.store(
        municipality=municipality, kind=Attachment.Kind.SIGNATURE, upload=upload, by=by, at=at, draft=draft
    )
    planned.body["recipient"]["image"] = kept.pk
    return draft


def _document(planned: Plan, case, author, at, paper_act):
    """The numbered document: drawn now, or the blank form on which the act was done."""
    if paper_act is not None:
        paper.check(paper_act, municipality=case.municipality, kinds=(planned.document_kind,), at=at)
        return paper_act.document
    return issue(
        municipality=case.municipality,
        kind=planned.document_kind,
        template=INTIMATION,
        title=planned.name,
        body=planned.body,
        at=at,
        author=author,
        case=case,
        copies=COPIES,
    )


def _write(act, inspection, tutor, text, planned: Plan) -> None:
    intimation = Intimation.objects.create(act=act, inspection=inspection, tutor=tutor, orders=text.strip())
    IntimationItem.objects.bulk_create(
        IntimationItem(
            intimation=intimation, finding=item.finding, days=item.days, printed_due_on=item.due_on
        )
        for item in planned.items
    )


def term_of(item, *, served_on: date | None, lawbook=None) -> dict | None:
    """The running term of one item: `due_on` (date), `counted_on` (date) and `basis`; None before the
    ciência.

    The last day that holds is the latest of what the law counts, what was printed and what was granted.
    """
    if served_on is None:
        return None
    answer = _count(lawbook or lawbook_for(item.finding), item.finding, start=served_on, days=item.days)
    counted = date.fromisoformat(answer["due_on"])
    granted = [extension.until_on for extension in item.extensions.filter(act__document__annulment=None)]
    days = [counted, *granted, *([item.printed_due_on] if item.printed_due_on else [])]
    return {"due_on": max(days), "counted_on": counted, "basis": answer["basis"]}


def effects(act, on: date):
    """The terms that a ciência of this intimação on the day `on` starts, for the page of the ciência."""
    intimation = Intimation.objects.filter(act=act).first()
    if intimation is None:
        return
    for item in intimation.items.select_related("finding__inspection__act__case__municipality"):
        term = term_of(item, served_on=on)
        yield acknowledgement.Effect(
            label=f"Prazo para cumprir: {item.finding.label}",
            due_on=term["due_on"],
            article=item.finding.article,
            basis=tuple(term["basis"]),
        )


@dataclass(frozen=True)
class Option:
    """One finding on the page that intimates: its intimation step, or why the law could not answer."""

    finding: Finding
    step: Step | None
    refusal: Refusal | None

    @property
    def open(self) -> bool:
        return self.step is not None and self.step.allowed


def choices(inspection, *, on: date) -> list[Option]:
    """Each finding of a visit with its intimation step on the day `on`, allowed or refused."""
    options = []
    for finding, steps, refusal in steps_by_finding(
        on_record(Finding.objects.filter(inspection=inspection)), on=on
    ):
        step = next((step for step in steps if step.act == "intimation"), None)
        if step is None and refusal is None:
            refusal = Refusal("not_offered", "A lei não prevê intimação para esta conduta.", finding.article)
        options.append(Option(finding, step, refusal))
    return options


def suggested_orders(options) -> str:
    """The orders that follow from the conducts that can be ordered put right, for the agent to change."""
    findings = [option.finding for option in options if option.open]
    return "\n".join(f"Regularizar: {finding.label} ({finding.article})." for finding in findings)


def name_for(inspection) -> str:
    """How the law of the day of the visit calls its intimação. Raises `Refusal` when no law is in force."""
    try:
        lawbook = Lawbook(inspection.act.case.municipality, inspection.act.on)
        return lawbook.ruleset.practice.intimation_name
    except LawError as error:
        raise as_refusal(error) from error


def terms_of(intimation) -> tuple[list[dict], Refusal | None]:
    """Each item with its term (`term` None before the ciência, `extendable` by the law); the refusal when it
    cannot count.
    """
    served = served_on(intimation.act)
    rows = intimation.items.select_related("finding__inspection__act__case__municipality", "intimation__act")
    terms, refusal = [], None
    for item in rows.prefetch_related("extensions__act__document"):
        try:
            term = term_of(item, served_on=served)
        except Refusal as found:
            term, refusal = None, found
        extendable = term is not None and lawbook_for(item.finding).ruleset.practice.extension_allowed
        terms.append({"item": item, "finding": item.finding, "term": term, "extendable": extendable})
    return terms, refusal
