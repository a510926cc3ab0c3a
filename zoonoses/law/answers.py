"""The one door of the engine: a ruleset, a question and its facts in; the answer with its basis out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from zoonoses.law import custody, deadlines, fees, findings, licences, penalties
from zoonoses.law.calendar import Calendar, years_completed
from zoonoses.law.errors import LawError, missing_fact
from zoonoses.law.expressions import Scope
from zoonoses.law.given import malformed
from zoonoses.law.question import Answer, Question
from zoonoses.law.ruleset import Ruleset

QUESTIONS: dict[str, Callable[[Question], Answer]] = {
    "in_force": deadlines.in_force,
    "term": deadlines.term,
    "sanction": penalties.sanction,
    "finding": findings.finding,
    "household": findings.household,
    "licence": licences.licence,
    "bill": fees.bill,
    "price": fees.price,
    "convert": fees.convert,
    "release": custody.release,
    "destinations": custody.destinations,
    "document": custody.document,
    "size": custody.size,
}


def _hours(_scope: Scope, start: datetime | None, end: datetime | None) -> Decimal:
    if start is None or end is None:
        raise missing_fact("from" if start is None else "to")
    return Decimal(int((end - start).total_seconds())) / 3600


def _years(_scope: Scope, born_on: date | None, on: date | None) -> int:
    if born_on is None or on is None:
        raise missing_fact("born_on" if born_on is None else "on")
    return years_completed(born_on, on)


def _has_size(scope: Scope, species: str | None) -> bool:
    return species in scope.engine.rs.size_of


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "due": deadlines.due_function,
    "opens": deadlines.opens_function,
    "hours": _hours,
    "years": _years,
    "has_size": _has_size,
}


def answer(
    rs: Ruleset, question: str, given: Mapping[str, Any], *, calendar: Calendar | None = None
) -> Answer:
    """Answer ``question`` under the law ``rs``.

    ``given`` is as the contract says (dates may be text or ``date``); without ``calendar``, ``given["holidays"]``
    is the whole calendar. The answer's ``["basis"]`` is the memória de cálculo, made when it is first read.
    Raises LawError where the law, or what is known of it, gives no answer.
    """
    ask = QUESTIONS.get(question)
    if ask is None:
        raise LawError("not_in_law", details={"question": question})
    if not isinstance(given, Mapping):
        raise malformed("given", "um objeto")
    try:
        return ask(Question(rs, given, calendar, FUNCTIONS))
    except (OverflowError, ArithmeticError):
        raise LawError("value_unknown", "Um dos valores dados está fora do que pode ser calculado.") from None
