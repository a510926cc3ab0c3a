"""What may happen next to an auto: from its ciência to the dívida ativa. One function draws and guards every act.

Nothing here waits for a nightly run: what became final by lapse of time is computed from the facts of the day.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from zoonoses.law.calendar import ONE_DAY, Calendar
from zoonoses.law.process_rules import (
    FINAL,
    NOTICE,
    LastDay,
    ProcessRules,
    ProcessTerm,
    Regulation,
    Source,
    rules_of,
)

__all__ = [
    "ProcessFacts",
    "ProcessRules",
    "ProcessStep",
    "Regulation",
    "Ruling",
    "Source",
    "State",
    "next_steps",
    "rules_of",
]

ACTS = (
    *("service", "defence", "reply", "decision", "decision_service", "appeal", "final_decision"),
    *("final_service", "charge", "payment", "active_debt"),
)
CANCELLED = "cancelled"
OFFENDER, JUDGE, SUPERIOR = "autuado", "autoridade julgadora", "autoridade superior"


@dataclass(frozen=True)
class Ruling:
    """A decision: ``outcome`` is ``kept``, ``changed`` or ``cancelled``; ``owes``, whether it leaves a fine to pay."""

    on: date
    outcome: str
    owes: bool
    served_on: date | None = None


@dataclass(frozen=True)
class ProcessFacts:
    """Everything on record about one auto. ``owes``: the auto names a fine.

    ``sent_on`` is the day of the dívida ativa, while it is there. ``is_author`` and ``entitled`` speak of who is about
    to act: drew up this auto; may judge at all.
    """

    drawn_on: date
    owes: bool = True
    annulled: bool = False
    served_on: date | None = None
    defended_on: date | None = None
    replied_on: date | None = None
    decision: Ruling | None = None
    appealed_on: date | None = None
    final: Ruling | None = None
    charged_on: date | None = None
    sent_on: date | None = None
    paid: bool = False
    is_author: bool = False
    entitled: bool = True


@dataclass(frozen=True)
class ProcessStep:
    """One act with whether it may be done on the day, and why.

    ``due_on`` is the last day of the term that runs (``source`` says where it is written), ``from_on`` the first day on
    which a refused act becomes possible, ``who`` must act, ``late`` an act received after its last day.
    """

    act: str
    allowed: bool
    code: str | None
    reason: str
    who: str
    source: Source | None = None
    due_on: date | None = None
    from_on: date | None = None
    late: bool = False
    last_day: LastDay | None = None


class State:
    """The terms of an auto as its facts make them. Raises ``LawError`` when a year of the calendar is unknown."""

    def __init__(self, rules: ProcessRules, facts: ProcessFacts, calendar: Calendar):
        self.rules, self.facts, self.calendar = rules, facts, calendar
        self.defence = self._of(rules.defence, facts.served_on)
        self.reply = self._of(rules.reply, facts.defended_on)
        self.appeal = self._of(rules.appeal, facts.decision.served_on if facts.decision else None)
        self.final_on = self._final_on()
        self.payment = self._payment()

    def _of(self, term: ProcessTerm | None, start: date | None) -> LastDay | None:
        return term.last_day(start, self.calendar) if term is not None and start is not None else None

    @property
    def ruling(self) -> Ruling | None:
        """The last decision made."""
        return self.facts.final or self.facts.decision

    @property
    def is_cancelled(self) -> bool:
        """Whether the auto no longer stands."""
        ruling = self.ruling
        return self.facts.annulled or (ruling is not None and ruling.outcome == CANCELLED)

    @property
    def defended_in_time(self) -> bool:
        """Whether a defence was received by its last day; without a term every defence is in time."""
        return _in_time(self.facts.defended_on, self.defence)

    @property
    def appealed_in_time(self) -> bool:
        """Whether an appeal was received by its last day."""
        return _in_time(self.facts.appealed_on, self.appeal)

    @property
    def owes(self) -> bool:
        """Whether a fine stands: by the last decision, or by the auto where the auto itself imposes it."""
        if self.facts.annulled:
            return False
        if self.ruling is not None:
            return self.ruling.owes and not self.is_cancelled
        return self.facts.owes and self.rules.imposed

    def is_final(self, on: date) -> bool:
        """Whether nothing can change the auto any more on the day."""
        return self.final_on is not None and self.final_on <= on

    @property
    def lacks_a_term(self) -> bool:
        """Whether nothing is pending and the fine never becomes final: no rule names the term that would end it."""
        facts = self.facts
        if self.final_on is not None or not self.owes or facts.served_on is None:
            return False
        if facts.decision is None:
            return self.rules.imposed and facts.defended_on is None and self.defence is None
        return facts.decision.served_on is not None and facts.appealed_on is None and self.appeal is None

    def _final_on(self) -> date | None:
        """Day from which it is final, possibly still to come if nobody appeals; None while it cannot be told."""
        facts, rules = self.facts, self.rules
        if facts.annulled:
            return None
        if facts.final is not None:
            return facts.final.on
        if facts.decision is None:
            lapses = rules.imposed and self.defence is not None and not self.defended_in_time
            return self.defence.due_on + ONE_DAY if lapses and self.defence else None
        if facts.decision.outcome == CANCELLED:
            return facts.decision.on
        if facts.decision.served_on is None or self.appealed_in_time:
            return None
        if self.appeal is not None:
            return self.appeal.due_on + ONE_DAY
        return None if rules.appealed_to else facts.decision.served_on

    def _payment(self) -> LastDay | None:
        """Last day of the payment; never before the fine is final."""
        term = self.rules.payment
        if term is None or not self.owes or self.final_on is None:
            return None
        ruling = self.ruling
        served = ruling.served_on if ruling is not None else self.facts.served_on
        start = {FINAL: self.final_on, NOTICE: self.facts.served_on}.get(term.starts_from, served)
        found = self._of(term, start)
        return found and replace(found, due_on=max(found.due_on, self.final_on))


def _in_time(received_on: date | None, term: LastDay | None) -> bool:
    return received_on is not None and (term is None or received_on <= term.due_on)


def next_steps(
    rules: ProcessRules, facts: ProcessFacts, on: date, *, calendar: Calendar
) -> tuple[ProcessStep, ...]:
    """Each act of the procedure on a day, allowed or refused, in order, with the reason.

    Raises ``LawError`` (``calendar_unknown``) when a term cannot be counted.
    """
    state = State(rules, facts, calendar)
    if facts.annulled:
        return tuple(_no(act, "annulled", "O auto foi anulado: o processo terminou.", "") for act in ACTS)
    return (
        _service(state),
        _defence(state, on),
        _reply(state, on),
        _decision(state, on),
        _ruling_service("decision_service", facts.decision),
        _appeal(state, on),
        _final_decision(state),
        _ruling_service("final_service", facts.final),
        _charge(state),
        _payment(state),
        _active_debt(state, on),
    )


def step(rules: ProcessRules, facts: ProcessFacts, on: date, act: str, *, calendar: Calendar) -> ProcessStep:
    """The guard of one act: its step among ``next_steps``. Raises ``KeyError`` for an act that does not exist."""
    return {found.act: found for found in next_steps(rules, facts, on, calendar=calendar)}[act]


def _no(act: str, code: str, reason: str, who: str) -> ProcessStep:
    return ProcessStep(act, False, code, reason, who)


def _yes(act: str, reason: str, who: str, term: LastDay | None = None, late: bool = False) -> ProcessStep:
    due, source = (term.due_on, term.source) if term else (None, None)
    return ProcessStep(act, True, None, reason, who, source, due, late=late, last_day=term)


def _service(state: State) -> ProcessStep:
    if state.facts.served_on is not None:
        return _no("service", "already_served", "A ciência do auto já está registrada.", "")
    return _yes("service", "Nenhum prazo corre antes da ciência do auto.", "agente ou atendente")


def _defence(state: State, on: date) -> ProcessStep:
    facts, act = state.facts, "defence"
    if facts.served_on is None:
        return _no(act, "not_served", "Registre antes a ciência do auto: dela corre o prazo.", OFFENDER)
    if facts.decision is not None:
        return _no(act, "decided", f"O auto já foi julgado em {facts.decision.on:%d/%m/%Y}.", OFFENDER)
    if facts.defended_on is not None:
        return _no(act, "already_defended", f"Já há defesa, de {facts.defended_on:%d/%m/%Y}.", OFFENDER)
    if state.defence is None:
        reason = "Nem a lei nem regulamento do Município fixa prazo de defesa: recebe-se sem prazo."
        return _yes(act, reason, OFFENDER)
    if on > state.defence.due_on:
        reason = f"O prazo terminou em {state.defence.due_on:%d/%m/%Y}: recebe-se como fora do prazo."
        return _yes(act, reason, OFFENDER, state.defence, late=True)
    return _yes(act, f"Defesa até {state.defence.due_on:%d/%m/%Y}.", OFFENDER, state.defence)


def _reply(state: State, on: date) -> ProcessStep:
    facts, act, who = state.facts, "reply", "agente autuante"
    if state.rules.reply is None:
        return _no(act, "not_offered", "Nem a lei nem regulamento do Município prevê réplica.", who)
    if facts.defended_on is None or state.reply is None:
        return _no(act, "not_defended", "A réplica responde à defesa, e não há defesa.", who)
    if facts.replied_on is not None:
        return _no(act, "already_replied", "A réplica já está nos autos.", who)
    if facts.decision is not None:
        return _no(act, "decided", "O auto já foi julgado.", who)
    if on > state.reply.due_on:
        return _no(act, "term_expired", f"O prazo terminou em {state.reply.due_on:%d/%m/%Y}.", who)
    return _yes(act, f"Réplica até {state.reply.due_on:%d/%m/%Y}.", who, state.reply)


def _decision(state: State, on: date) -> ProcessStep:
    facts, act, who = state.facts, "decision", state.rules.judged_by or JUDGE
    if facts.served_on is None:
        return _no(act, "not_served", "Antes da ciência do auto ninguém pode julgar.", who)
    if facts.decision is not None:
        return _no(act, "decided", f"O auto já foi julgado em {facts.decision.on:%d/%m/%Y}.", who)
    if state.is_final(on):
        reason = f"Sem defesa no prazo, o auto tornou-se definitivo em {state.final_on:%d/%m/%Y}."
        return _no(act, "final", reason, who)
    running = _running(state, on)
    if running is not None:
        reason = f"O prazo corre até {running.due_on:%d/%m/%Y}: julga-se depois dele."
        return replace(
            _no(act, "term_running", reason, who), due_on=running.due_on, from_on=running.due_on + ONE_DAY
        )
    if facts.defended_on is None and state.rules.imposed:
        return _no(act, "not_defended", "Não há defesa a julgar: a penalidade já foi imposta pelo auto.", who)
    reason = (
        "Há defesa: cabe o julgamento."
        if facts.defended_on
        else "O prazo passou sem defesa: cabe o julgamento."
    )
    return _judged(_yes(act, reason, who), state, state.rules.judged_source)


def _running(state: State, on: date) -> LastDay | None:
    """The term that a decision has to wait for: that of the defence while there is none, then that of the reply."""
    facts = state.facts
    if facts.defended_on is None and state.defence is not None and on <= state.defence.due_on:
        return state.defence
    if state.reply is not None and facts.replied_on is None and on <= state.reply.due_on:
        return state.reply
    return None


def _judged(found: ProcessStep, state: State, source: Source | None) -> ProcessStep:
    """A decision is of who may judge, and never of who drew up the auto."""
    if state.facts.is_author:
        return _no(found.act, "own_notice", "Quem lavrou o auto não o julga. Outra pessoa decide.", found.who)
    if not state.facts.entitled:
        return _no(found.act, "not_entitled", "Só a autoridade julgadora decide.", found.who)
    return replace(found, source=source)


def _ruling_service(act: str, ruling: Ruling | None) -> ProcessStep:
    if ruling is None:
        return _no(act, "not_decided", "Ainda não há decisão.", "")
    if ruling.served_on is not None:
        return _no(act, "already_served", "A ciência da decisão já está registrada.", "")
    return _yes(act, "Os prazos correm da ciência da decisão.", "agente ou atendente")


def _appeal(state: State, on: date) -> ProcessStep:
    facts, rules, act = state.facts, state.rules, "appeal"
    if facts.decision is None:
        return _no(act, "not_decided", "Ainda não há decisão de que recorrer.", OFFENDER)
    if facts.decision.outcome == CANCELLED:
        return _no(act, "cancelled", "O auto foi cancelado: não há de que recorrer.", OFFENDER)
    if rules.appeal is None and not rules.appealed_to:
        return _no(act, "not_offered", "Nem a lei nem regulamento do Município prevê recurso.", OFFENDER)
    if facts.final is not None:
        return _no(act, "final", f"A decisão final é de {facts.final.on:%d/%m/%Y}.", OFFENDER)
    if facts.appealed_on is not None:
        return _no(act, "already_appealed", f"Já há recurso, de {facts.appealed_on:%d/%m/%Y}.", OFFENDER)
    if facts.decision.served_on is None:
        return _no(act, "not_served", "Registre antes a ciência da decisão: dela corre o prazo.", OFFENDER)
    if state.appeal is None:
        return _yes(act, "Nem a lei nem regulamento do Município fixa prazo de recurso.", OFFENDER)
    if on > state.appeal.due_on:
        reason = f"O prazo terminou em {state.appeal.due_on:%d/%m/%Y}: recebe-se como fora do prazo."
        return _yes(act, reason, OFFENDER, state.appeal, late=True)
    return _yes(act, f"Recurso até {state.appeal.due_on:%d/%m/%Y}.", OFFENDER, state.appeal)


def _final_decision(state: State) -> ProcessStep:
    facts, act, who = state.facts, "final_decision", state.rules.appealed_to or SUPERIOR
    if facts.final is not None:
        return _no(act, "decided", f"O recurso já foi decidido em {facts.final.on:%d/%m/%Y}.", who)
    if facts.appealed_on is None:
        return _no(act, "not_appealed", "Não há recurso a decidir.", who)
    if not state.appealed_in_time:
        reason = f"O recurso é fora do prazo: a decisão tornou-se definitiva em {state.final_on:%d/%m/%Y}."
        return _no(act, "late_appeal", reason, who)
    return _judged(_yes(act, "Há recurso: cabe a decisão final.", who), state, state.rules.appealed_source)


def _charge(state: State) -> ProcessStep:
    facts, act, who = state.facts, "charge", "atendente ou gestor"
    if facts.charged_on is not None:
        return _no(act, "already_charged", f"A multa já foi lançada em {facts.charged_on:%d/%m/%Y}.", who)
    if state.owes:
        return _yes(act, "A multa pode ser lançada e paga.", who, state.payment)
    if state.is_cancelled:
        return _no(act, CANCELLED, "O auto foi cancelado: nada se cobra.", who)
    if state.ruling is None and not state.rules.imposed:
        judge = state.rules.judged_by or "quem julga"
        return _no(act, "only_proposed", f"O auto só propõe a multa: {judge} ainda não a aplicou.", who)
    return _no(act, "nothing_owed", "Não há multa a pagar.", who)


def _payment(state: State) -> ProcessStep:
    facts, act = state.facts, "payment"
    if facts.paid:
        return _no(act, "paid", "A multa está paga.", OFFENDER)
    if facts.charged_on is None or not state.owes:
        return _no(act, "not_charged", "Não há multa lançada.", OFFENDER)
    if facts.sent_on is not None:
        return _no(act, "at_active_debt", f"Está na dívida ativa desde {facts.sent_on:%d/%m/%Y}.", OFFENDER)
    if state.payment is None:
        return _yes(act, "Pode ser paga desde já; nenhum prazo corre.", OFFENDER)
    return _yes(act, f"Pagamento até {state.payment.due_on:%d/%m/%Y}.", OFFENDER, state.payment)


def _active_debt(state: State, on: date) -> ProcessStep:
    facts, act, who = state.facts, "active_debt", "atendente ou gestor"
    if facts.paid or facts.charged_on is None or not state.owes:
        return _no(act, "nothing_owed", "Não há multa lançada em aberto.", who)
    if facts.sent_on is not None:
        return _no(act, "already_sent", f"Enviada à dívida ativa em {facts.sent_on:%d/%m/%Y}.", who)
    if not state.is_final(on):
        return replace(_no(act, "not_final", "A multa ainda não é definitiva.", who), from_on=state.final_on)
    if state.payment is None:
        reason = (
            "Nem a lei nem regulamento do Município fixa prazo de pagamento: decide o gestor, com motivo."
        )
        return _no(act, "no_term", reason, who)
    if on <= state.payment.due_on:
        reason = f"O prazo de pagamento vai até {state.payment.due_on:%d/%m/%Y}."
        due = state.payment.due_on
        return replace(_no(act, "term_running", reason, who), due_on=due, from_on=due + ONE_DAY)
    reason = f"O prazo terminou em {state.payment.due_on:%d/%m/%Y} sem pagamento: cabe a dívida ativa."
    return _yes(act, reason, who, state.payment)
