"""Terms: when the law applies, and the last day of what it gives time for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from zoonoses.law import wording
from zoonoses.law.calendar import ONE_DAY, add_months
from zoonoses.law.errors import LawError, missing_fact
from zoonoses.law.expressions import Scope
from zoonoses.law.given import to_days
from zoonoses.law.model import TermOffer, TermRule, TermShape
from zoonoses.law.question import Answer, Basis, Question


@dataclass(slots=True)
class TermDates:
    """The days of one term; an opening term has only ``opens_on``, an endless one none."""

    shape: TermShape
    length: int
    last_day: date | None = None
    due_on: date | None = None
    opens_on: date | None = None


def why_not_in_force(q: Question, on: date) -> str | None:
    """None when the law applies on the day, otherwise the reason; ``value_unknown`` when its end is not known."""
    validity = q.rs.validity
    if on < q.readings[validity.from_reading]:
        return "not_yet_in_force"
    until = q.readings[validity.until_reading]
    if until is not None:
        return "revoked" if on > until else None
    if validity.unknown_from is not None and on >= validity.unknown_from:
        raise LawError(
            "value_unknown",
            "A lei consta como revogada, mas o dia em que a revogação produziu efeitos não foi informado.",
            {"reading": validity.until_reading},
        )
    return None


def require_in_force(q: Question, on: date | None) -> None:
    """Refuse a day on which the law does not apply."""
    if on is not None and why_not_in_force(q, on) is not None:
        raise LawError("law_not_in_force", details={"day": on.isoformat()})


def in_force(q: Question) -> Answer:
    """Whether the law applies on ``on``."""
    on = q.given.day_needed("on")
    why_not = why_not_in_force(q, on)
    valid_from = q.readings[q.rs.validity.from_reading]
    values = {"in_force": why_not is None, "valid_from": valid_from.isoformat(), "why_not": why_not}

    def basis() -> Basis:
        state = q.rs.label(why_not) if why_not else "em vigor"
        return wording.one(
            f"Vigência desde {wording.day(valid_from)}; em {wording.day(on)}: {state}.", q.rs.validity.article
        )

    return Answer(values, basis)


def offered_days(offer: TermOffer, chosen: Any) -> int:
    """The days that count under an offer: the law's own, or those the agent chose among what it offers."""
    days = to_days(chosen)
    if days is None:
        if isinstance(offer.days, int):
            return offer.days
        raise missing_fact("days")
    kind = offer.kind
    allowed = (
        kind == "free"
        or (kind == "fixed" and days == offer.days)
        or (kind == "choice" and isinstance(offer.days, tuple) and days in offer.days)
        or (kind == "at_most" and isinstance(offer.days, int) and days <= offer.days)
    )
    if not allowed:
        raise LawError("term_not_offered", f"A lei oferece: {offer.label}.", {"offer": offer.days})
    return days


def _length(q: Question, shape: TermShape, chosen: Any, offer: TermOffer | None) -> int:
    if offer is not None:
        return offered_days(offer, chosen)
    if shape.length is not None:
        return shape.length
    if shape.length_from == "given":
        days = to_days(chosen)
        if days is None:
            raise missing_fact("days")
        return days
    value = q.readings[shape.length_from]
    if value is None:
        raise LawError(
            "value_unknown",
            "O prazo é fixado em regulamento e não foi informado.",
            {"reading": shape.length_from},
        )
    return int(value)


def count(q: Question, shape: TermShape, start: date, length: int) -> TermDates:
    """The days of a term of ``length`` that runs from ``start``."""
    counting = q.rs.counting
    scope = q.scope({})
    calendar = q.calendar
    if shape.count == "months":
        month_end = counting.month_end is not None and bool(counting.month_end.evaluate(scope))
        last = add_months(start, length, last_day_of_month=month_end)
    else:
        include = shape.includes_start or (
            counting.exclude_start is not None and not counting.exclude_start.evaluate(scope)
        )
        if shape.count == "business_days":
            last = calendar.business_days_after(start, length, include_start=include)
        else:
            last = start + timedelta(days=length - 1 if include else length)
    if shape.opening:
        return TermDates(shape, length, opens_on=last)
    due = last
    if shape.extended and (counting.extend is None or counting.extend.evaluate(scope)):
        due = calendar.next_business_day(last)
    return TermDates(shape, length, last, due)


def shape_of(q: Question, rule: TermRule, start: date, days: Any) -> TermShape:
    """How the term is counted on that day under the readings."""
    choice = q.version(rule.versions, start)
    shape: TermShape = choice.pick(q.scope({"days": days}))
    return shape


def term_dates(
    q: Question, code: str, start: date | None, days: Any = None, offer: TermOffer | None = None
) -> TermDates:
    """The days of the term ``code``; ``start`` is ignored where the law counts from its publication."""
    rule = q.rs.terms.get(code)
    if rule is None:
        raise LawError("not_in_law", details={"term": code})
    if rule.from_publication:
        start = q.readings[q.rs.validity.from_reading]
    if start is None:
        raise missing_fact("start")
    shape = shape_of(q, rule, start, days)
    if shape.endless:
        return TermDates(shape, 0)
    return count(q, shape, start, _length(q, shape, days, offer))


def intimation_offer(q: Question) -> TermOffer:
    """The offer of days of the given infraction, through the readings that treat it as another one."""
    rule = q.rs.terms["intimation"]
    if rule.offered_by == "agent":
        return TermOffer("free", None, rule.label, rule.article)
    code = q.given.code_needed("infraction")
    infraction = q.rs.infractions.get(code)
    if infraction is None:
        raise LawError("not_in_law", details={"infraction": code})
    other = infraction.treated_as.pick(q.scope(_no_sanction_facts()))
    offer = (q.rs.infractions[other] if other else infraction).intimation
    if offer is None:
        raise LawError("not_in_law", "A lei não prevê intimação para esta infração.", {"infraction": code})
    return offer


def _no_sanction_facts() -> dict[str, Any]:
    return {"priors": 0, "other_priors": 0, "animals": 1}


def _timely(dates: TermDates, acted_on: date | None) -> bool | None:
    if acted_on is None:
        return None
    if dates.opens_on is not None:
        return acted_on >= dates.opens_on
    return dates.due_on is None or acted_on <= dates.due_on


def term(q: Question) -> Answer:
    """Last day of a term; see the contract for each date."""
    given = q.given
    code = given.code_needed("term")
    rule = q.rs.terms.get(code)
    if rule is None:
        raise LawError("not_in_law", details={"term": code})
    offer = intimation_offer(q) if rule.offered_by else None
    start, days, acted_on = given.day("start"), given.data.get("days"), given.day("acted_on")
    dates = term_dates(q, code, start, days, offer)
    due = dates.due_on
    values = {
        "last_day": dates.last_day.isoformat() if dates.last_day else None,
        "due_on": due.isoformat() if due else None,
        "overdue_from": (due + ONE_DAY).isoformat() if due else None,
        "opens_on": dates.opens_on.isoformat() if dates.opens_on else None,
        "timely": _timely(dates, acted_on),
    }
    return Answer(values, lambda: term_basis(q, rule, dates, start, offer))


def term_basis(
    q: Question, rule: TermRule, dates: TermDates, start: date | None, offer: TermOffer | None = None
) -> Basis:
    """The steps of a term: length and counting, then the extension if there is one."""
    article = offer.article if offer else rule.article
    if rule.from_publication:
        start = q.readings[q.rs.validity.from_reading]
    if dates.shape.endless or start is None:
        return wording.one(f"{rule.label}: sem último dia.", article)
    words = wording.length(dates.length, dates.shape.count)
    first = dates.opens_on or dates.last_day
    steps = wording.one(
        f"{rule.label}: {words} de {wording.day(start)}{_start_words(q, dates.shape)}.",
        article,
        f"{start:%d/%m/%Y} + {words} = {wording.day(first)}" if first else "",
    )
    if dates.last_day and dates.due_on and dates.due_on != dates.last_day:
        counting = q.rs.counting
        steps.append(
            wording.step(
                f"O último dia não tem expediente: prorrogado para {wording.day(dates.due_on)}.",
                counting.extend_article or counting.article,
            )
        )
    return steps


def _start_words(q: Question, shape: TermShape) -> str:
    if shape.count == "months":
        return ""
    exclude = q.rs.counting.exclude_start
    included = shape.includes_start or (exclude is not None and not exclude.evaluate(q.scope({})))
    return ", incluído o dia do começo" if included else ", excluído o dia do começo"


def due_function(scope: Scope, code: str, start: date | None = None) -> date | None:
    """``due('term', start)`` of the condition language."""
    return term_dates(scope.engine, code, start).due_on


def opens_function(scope: Scope, code: str, start: date | None = None) -> date | None:
    """``opens('term', start)`` of the condition language."""
    return term_dates(scope.engine, code, start).opens_on
