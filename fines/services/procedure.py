"""The procedure of one auto: its rules, the facts on record, and what may happen next. The guard of every act."""

from datetime import date, datetime
from decimal import Decimal

from django.db import transaction
from django.db.models import Q

from fines.models import Decision, Filing, InfractionNotice, Measure, ProcedureRule
from zoonoses.documents.models import Case
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.refusals import of_law as as_refusal
from zoonoses.documents.services.means import OwnRule
from zoonoses.law import LawError
from zoonoses.law.process import (
    ProcessFacts,
    ProcessRules,
    ProcessStep,
    Regulation,
    Ruling,
    State,
    next_steps,
    rules_of,
)
from zoonoses.municipalities import clock
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.models import Municipality, Role
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.models import Charge
from zoonoses.treasury.services import charges

FINE_KIND, EVENT_KIND = "fine", "event_fine"
JUDGES = (Role.JUDGE, Role.MANAGER)
STEPS = ("defence", "reply", "appeal", "payment")
LONGEST_TERM = 365


class Process:
    """One auto with its rules, facts and terms, read once. Raises `Refusal` where the law cannot be asked.

    Call it with the case locked before an act; `by` is who is about to act.
    """

    def __init__(self, notice: InfractionNotice, *, by=None):
        self.notice = notice
        municipality = notice.act.case.municipality
        self.lawbook = Lawbook(municipality, clock.local(municipality, notice.fact_at).date())
        joined = ("act__document", "act__author__user")
        filings = {row.kind: row for row in notice.filings.standing().select_related(*joined)}
        decided = (
            notice.decisions.standing().select_related(*joined).prefetch_related("act__acknowledgements")
        )
        decisions = {row.instance: row for row in decided}
        self.defence, self.reply = filings.get("defence"), filings.get("reply")
        self.appeal = filings.get("appeal")
        self.first, self.second = decisions.get(1), decisions.get(2)
        self.charge = standing_charge(notice)
        self.is_converted = is_converted(notice)
        try:
            self.rules = rules_for(self.lawbook, notice.act.on)
            self.facts = self._facts(by)
            self.state = State(self.rules, self.facts, self.lawbook.calendar)
        except LawError as error:
            raise as_refusal(error) from error

    def _facts(self, by) -> ProcessFacts:
        notice, document = self.notice, self.notice.act.document
        return ProcessFacts(
            drawn_on=notice.act.on,
            owes=bool(notice.total) and not self.is_converted,
            annulled=document is not None and hasattr(document, "annulment"),
            served_on=_served_on(notice.act),
            defended_on=_day(self.defence),
            replied_on=_day(self.reply),
            decision=_ruling(self.first, self.is_converted),
            appealed_on=_day(self.appeal),
            final=_ruling(self.second, self.is_converted),
            charged_on=self.charge.charged_on if self.charge else None,
            sent_on=self.charge.sent_on if self.charge else None,
            paid=self.charge is not None and charges.owed(self.charge) <= 0,
            is_author=by is not None and by.user_id in _hands(notice),
            entitled=by is None or by.role in JUDGES,
        )

    @property
    def decision(self) -> Decision | None:
        """The last decision made."""
        return self.second or self.first

    @property
    def charged_from(self) -> date | None:
        """Day from which the desk waits for the charge: when it is final, or at once where no rule names a term."""
        if self.state.final_on is None and self.rules.imposed and self.rules.defence is None:
            return None if self.facts.defended_on and self.first is None else self.notice.act.on
        return self.state.final_on

    @property
    def is_in_reais(self) -> bool:
        """Whether the law counts this fine in reais."""
        return self.notice.unit == "BRL"

    @property
    def amount(self) -> Decimal | None:
        """What stands to be paid, in the law's unit: by the last decision, or by the auto; None where nothing does."""
        if not self.state.owes:
            return None
        return self.decision.total if self.decision else self.notice.total

    def steps(self, on: date) -> tuple[ProcessStep, ...]:
        """Every act with whether it may be done on the day, and why."""
        return next_steps(self.rules, self.facts, on, calendar=self.lawbook.calendar)

    def require(self, act: str, on: date) -> ProcessStep:
        """The step of an act that may be done on the day; raises `Refusal` with the reason when it may not."""
        found = next(step for step in self.steps(on) if step.act == act)
        if not found.allowed:
            raise Refusal(found.code, found.reason, found.source.words if found.source else "")
        return found


def locked(notice: InfractionNotice) -> InfractionNotice:
    """The auto read again with its case locked until the transaction ends."""
    Case.objects.lock(notice.act.case_id)
    rows = InfractionNotice.objects.select_related(
        "act__case__municipality",
        "act__document__annulment",
        "act__author__user",
        "act__recorded_by",
        "offender",
    )
    return rows.get(pk=notice.pk)


def standing_charge(notice: InfractionNotice) -> Charge | None:
    """The charge of this auto that was not cancelled, with `sent_on` (dívida ativa) and `due_on` (its guide)."""
    rows = Charge.objects.filter(case_id=notice.act.case_id, kind=FINE_KIND, subject=subject_of(notice))
    return rows.filter(cancelled_on=None).with_sent().with_due().order_by("-pk").first()


def event_charge(notice: InfractionNotice) -> Charge | None:
    """The fine that a redemption already charged to the same person in the same case, under an article of the auto."""
    payer = f"tutor:{notice.offender_id}"
    rows = Charge.objects.filter(case_id=notice.act.case_id, kind=EVENT_KIND, payer=payer, cancelled_on=None)
    return rows.order_by("pk").first()


def is_converted(notice: InfractionNotice) -> bool:
    """Whether the fine is converted into service: agreed, or fulfilled, and not broken."""
    kinds = (Measure.Kind.CONVERTED, Measure.Kind.FULFILLED, Measure.Kind.BROKEN)
    rows = notice.measures.standing().filter(kind__in=kinds)
    last = rows.order_by("-pk").first()
    return last is not None and last.kind != Measure.Kind.BROKEN


def subject_of(notice: InfractionNotice) -> str:
    """How a charge names an auto."""
    return f"notice:{notice.pk}"


def _hands(notice) -> set[int]:
    """The people who drew up the auto, or entered it."""
    return {notice.act.author.user_id, notice.act.recorded_by.user_id}


def _served_on(act) -> date | None:
    return min((row.on for row in act.acknowledgements.all()), default=None)


def _day(filing: Filing | None) -> date | None:
    return filing.act.on if filing else None


def _ruling(decision: Decision | None, is_converted: bool) -> Ruling | None:
    if decision is None:
        return None
    served = _served_on(decision.act)
    return Ruling(decision.act.on, decision.outcome, bool(decision.total) and not is_converted, served)


def rules_for(lawbook: Lawbook, drawn_on: date) -> ProcessRules:
    """The procedure of an auto of a day: the law's, completed by the municipality's regulation. Raises `LawError`."""
    regulation = regulation_of(lawbook.municipality, drawn_on)
    return rules_of(lawbook.ruleset, lawbook.readings, regulation)


def rule_on(municipality: Municipality, on: date) -> ProcedureRule | None:
    """The version of the municipality's regulation for autos of a day."""
    return ProcedureRule.objects.of(municipality).on(on).first()


def regulation_of(municipality: Municipality, on: date) -> Regulation | None:
    """The same, as the law engine takes it."""
    row = rule_on(municipality, on)
    if row is None:
        return None
    return Regulation(
        act=row.act,
        days={step: getattr(row, f"{step}_days") for step in STEPS},
        counts={step: getattr(row, f"{step}_count") for step in STEPS},
        payment_from=row.payment_from,
        judged_by=row.judged_by,
        appealed_to=row.appealed_to,
        collegiate=row.collegiate,
        defence_place=row.defence_place,
    )


def edital_rule(act) -> OwnRule | None:
    """What the regulation says of the edital for an act: the version of the auto, or of the act's own day."""
    notice = InfractionNotice.objects.filter(Q(act=act) | Q(decisions__act=act)).select_related("act").first()
    row = rule_on(act.case.municipality, notice.act.on if notice else act.on)
    if row is None or row.edital_days is None:
        return None
    return OwnRule(row.edital_days, row.act)


def law_lines(municipality: Municipality, on: date) -> list[dict]:
    """What the law in force itself says of the procedure, each with its article; empty where it says nothing.

    Each term is shown as it would be counted from the day, where the calendar is known that far.
    """
    try:
        lawbook = Lawbook(municipality, on)
        rules = rules_of(lawbook.ruleset, lawbook.readings)
    except LawError:
        return []
    lines = [
        {
            "label": lawbook.ruleset.terms[term.code].label,
            "text": _counted_today(term, on, lawbook),
            "article": term.source.text,
        }
        for term in (rules.defence, rules.appeal, rules.payment)
        if term is not None
    ]
    for label, who, source in (
        ("Quem julga", rules.judged_by, rules.judged_source),
        ("Quem decide o recurso", rules.appealed_to, rules.appealed_source),
    ):
        if who:
            lines.append({"label": label, "text": who, "article": source.text})
    return lines


def _counted_today(term, on, lawbook) -> str:
    try:
        return f"contado de hoje, até {br.short_date(term.last_day(on, lawbook.calendar).due_on)}"
    except LawError as error:
        return error.message


@transaction.atomic
def enter_rule(*, municipality: Municipality, by, at: datetime, **values) -> ProcedureRule:
    """A version of the regulation, by its manager. Earlier versions stay for the autos of their time.

    Raises `Refusal` without the act that sets it, or for a term that is no term.
    """
    if by.role != Role.MANAGER or by.municipality_id != municipality.pk:
        raise Refusal("not_allowed", "Só o gestor informa o regulamento do processo.")
    if not values.get("act", "").strip():
        raise Refusal("act_missing", "Informe o ato do Município que fixa o procedimento.")
    if (values.get("edital_days") or 0) > LONGEST_TERM:
        raise Refusal(
            "term_absurd", f"A ciência por edital conta até {LONGEST_TERM} dias depois da publicação."
        )
    terms = [values.get(f"{step}_days") for step in STEPS]
    if any(days is not None and not 1 <= days <= LONGEST_TERM for days in terms):
        raise Refusal("term_absurd", f"Um prazo tem de 1 a {LONGEST_TERM} dias.")
    return ProcedureRule.objects.create(municipality=municipality, entered_by=by, entered_at=at, **values)
