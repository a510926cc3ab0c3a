"""Where the procedure after the auto comes from: the law's own terms, or the municipality's own regulation.

What neither says stays unsaid: a missing term is ``None``, never a guess.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any, Protocol

from zoonoses.law.answers import answer
from zoonoses.law.calendar import Calendar
from zoonoses.law.errors import LawError
from zoonoses.law.ruleset import Ruleset

BUSINESS_DAYS, DAYS = "business_days", "days"
NOTICE, DECISION, FINAL = "notice", "decision", "final"
GENERAL_RULE = "Exclui-se o dia do começo e inclui-se o do vencimento"


@dataclass(frozen=True)
class Source:
    """Where a rule is written: an article of the law, or the municipality's own act (``is_law`` false)."""

    text: str
    is_law: bool

    @property
    def words(self) -> str:
        """As screens and papers say it; a regulation is never passed off as the law."""
        return self.text if self.is_law else f"{self.text} (regulamento do Município, não da lei)"


@dataclass(frozen=True)
class LastDay:
    """The last day of a term and the steps of its count."""

    due_on: date
    source: Source
    basis: tuple[Mapping[str, Any], ...] = ()


class ProcessTerm(Protocol):
    """A term of the procedure that can count its own last day."""

    @property
    def source(self) -> Source: ...

    @property
    def starts_from(self) -> str: ...

    def last_day(self, start: date, calendar: Calendar) -> LastDay: ...


@dataclass(frozen=True)
class LawTerm:
    """A term that the ruleset states."""

    ruleset: Ruleset
    code: str
    readings: Mapping[str, Any]
    starts_from: str

    @property
    def source(self) -> Source:
        return Source(self.ruleset.terms[self.code].article, is_law=True)

    def last_day(self, start: date, calendar: Calendar) -> LastDay:
        """Counted by the law; raises ``LawError`` (``calendar_unknown``)."""
        given = {"term": self.code, "start": start, "readings": self.readings}
        found = answer(self.ruleset, "term", given, calendar=calendar)
        if found["due_on"] is None:
            raise LawError("value_unknown", "A lei não dá o último dia deste prazo.")
        return LastDay(date.fromisoformat(found["due_on"]), self.source, tuple(found["basis"]))


@dataclass(frozen=True)
class OwnTerm:
    """A term that the municipality's regulation sets: the day of the start is left out and the last counts.

    A term in plain days that ends on a day without office hours goes on to the next business day.
    """

    days: int
    count: str
    source: Source
    starts_from: str

    def last_day(self, start: date, calendar: Calendar) -> LastDay:
        """Counted from ``start``; raises ``LawError`` (``calendar_unknown``)."""
        if self.count == BUSINESS_DAYS:
            due = calendar.business_days_after(start, self.days, include_start=False)
        else:
            due = calendar.next_business_day(start + timedelta(days=self.days))
        unit = "dias úteis" if self.count == BUSINESS_DAYS else "dias"
        text = f"{self.days} {unit} a contar de {start:%d/%m/%Y}. {GENERAL_RULE}: até {due:%d/%m/%Y}."
        return LastDay(due, self.source, ({"text": text, "article": self.source.words, "arithmetic": ""},))


@dataclass(frozen=True)
class ProcessRules:
    """The procedure of one municipality on one day.

    ``imposed``: the auto itself imposes the penalty; otherwise it only proposes it and a decision applies it.
    ``reply``: the agent answers the defence before it is judged. ``places``: where it says that a defence is handed in.
    """

    imposed: bool
    defence: ProcessTerm | None = None
    reply: ProcessTerm | None = None
    appeal: ProcessTerm | None = None
    payment: ProcessTerm | None = None
    judged_by: str = ""
    judged_source: Source | None = None
    appealed_to: str = ""
    appealed_source: Source | None = None
    collegiate: bool = False
    places: tuple[str, ...] = ()
    places_source: Source | None = None


@dataclass(frozen=True)
class Regulation:
    """What a municipality's own act sets; a number of days left out sets nothing. ``counts`` are by step."""

    act: str
    days: Mapping[str, int | None] = field(default_factory=dict)
    counts: Mapping[str, str] = field(default_factory=dict)
    payment_from: str = FINAL
    judged_by: str = ""
    appealed_to: str = ""
    collegiate: bool = False
    defence_place: str = ""

    def term(self, step: str, starts_from: str) -> OwnTerm | None:
        """The term of a step, None where the act sets none."""
        days = self.days.get(step)
        if not days:
            return None
        return OwnTerm(days, self.counts.get(step, DAYS), Source(self.act, is_law=False), starts_from)


def rules_of(rs: Ruleset, readings: Mapping[str, Any], regulation: Regulation | None = None) -> ProcessRules:
    """The law's procedure; where the law says nothing, the regulation's; where that says nothing, nothing."""
    practice = rs.practice
    starts = (("defence", NOTICE), ("appeal", DECISION), ("payment", DECISION))
    codes = {
        "defence": practice.defence_term,
        "appeal": practice.appeal_term,
        "payment": practice.payment_term,
    }
    terms: dict[str, ProcessTerm | None] = {
        step: LawTerm(rs, codes[step], readings, start) if codes[step] else None for step, start in starts
    }

    def who(name: str) -> tuple[str, Source | None]:
        words = str(getattr(practice, name))
        return words, Source(practice.articles.get(name, ""), is_law=True) if words else None

    judged_by, judged_source = who("judged_by")
    appealed_to, appealed_source = who("appealed_to")
    rules = ProcessRules(
        imposed=practice.penalty_stage != "proposed",
        defence=terms["defence"],
        appeal=terms["appeal"],
        payment=terms["payment"],
        judged_by=judged_by,
        judged_source=judged_source,
        appealed_to=appealed_to,
        appealed_source=appealed_source,
        places=practice.defence_places,
        places_source=Source(practice.articles.get("defence_places", ""), is_law=True)
        if practice.defence_places
        else None,
    )
    return rules if regulation is None else _completed(rules, regulation)


def _completed(rules: ProcessRules, regulation: Regulation) -> ProcessRules:
    own = Source(regulation.act, is_law=False)
    rules = replace(
        rules,
        defence=rules.defence or regulation.term("defence", NOTICE),
        reply=regulation.term("reply", NOTICE),
        appeal=rules.appeal or regulation.term("appeal", DECISION),
        payment=rules.payment or regulation.term("payment", regulation.payment_from),
        collegiate=regulation.collegiate,
    )
    if not rules.judged_by and regulation.judged_by:
        rules = replace(rules, judged_by=regulation.judged_by, judged_source=own)
    if not rules.places and regulation.defence_place:
        rules = replace(rules, places=(regulation.defence_place,), places_source=own)
    if not rules.appealed_to and regulation.appealed_to:
        rules = replace(rules, appealed_to=regulation.appealed_to, appealed_source=own)
    return rules
