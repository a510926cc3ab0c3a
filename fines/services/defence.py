"""The terms that a ciência starts, and what the auto itself says of the defence: from the law, or from the
municipality's own regulation, said as such.
"""

from dataclasses import dataclass
from datetime import date

from fines.models import Decision, InfractionNotice
from fines.services.procedure import Process, rules_for
from zoonoses.documents.refusals import of_law as as_refusal
from zoonoses.documents.services import acknowledgement
from zoonoses.law import LawError
from zoonoses.municipalities.templatetags import br

DAY = "{day}"


@dataclass(frozen=True)
class Defence:
    """Last day of the defence, where that is written, and the count."""

    due_on: date
    article: str
    basis: tuple


def defence_from(lawbook, on: date, *, drawn_on: date | None = None) -> Defence | None:
    """The defence that a ciência of the day `on` opens for an auto of `drawn_on`; None where nothing sets a term.

    Raises `Refusal` when the count needs days that nobody confirmed.
    """
    try:
        term = rules_for(lawbook, drawn_on or on).defence
        return _counted(term, on, lawbook) if term else None
    except LawError as error:
        raise as_refusal(error) from error


def _counted(term, on, lawbook) -> Defence:
    found = term.last_day(on, lawbook.calendar)
    return Defence(found.due_on, term.source.words, found.basis)


def defence_line(lawbook, *, on: date) -> str:
    """What the auto says of the defence: the law's own words, and its last day were the ciência of this day.

    The term runs from the ciência alone. Where the law foresees none, the line says so; then what the municipality's
    own regulation sets, with its act.
    """
    words = lawbook.ruleset.practice.defence_line
    defence = defence_from(lawbook, on)
    if defence is None:
        return words
    last = f"{br.short_date(defence.due_on)}"
    given = f"se a ciência for em {on:%d/%m/%Y}; o prazo conta sempre da ciência."
    if DAY in words:
        return f"{words.replace(DAY, last)}, {given}"
    return f"{words} Prazo de defesa até {last} – {defence.article}, {given}".strip()


def effects(act, on: date):
    """What a ciência of an auto, or of a decision about it, starts: for the page that records it."""
    rows = InfractionNotice.objects.filter(act=act).select_related("act__case__municipality")
    for notice in rows:
        process = Process(notice)
        yield from _effect("Prazo de defesa", process.rules.defence, on, process.lawbook)
    decided = Decision.objects.filter(act=act).select_related("notice__act__case__municipality")
    for decision in decided:
        process = Process(decision.notice)
        if decision.instance == 1 and decision.outcome != Decision.Outcome.CANCELLED:
            yield from _effect("Prazo de recurso", process.rules.appeal, on, process.lawbook)
        if decision.total and process.rules.payment and process.rules.payment.starts_from == "decision":
            yield from _effect("Prazo de pagamento", process.rules.payment, on, process.lawbook)


def _effect(label, term, on, lawbook):
    if term is None:
        return
    try:
        found = _counted(term, on, lawbook)
    except LawError as error:
        raise as_refusal(error) from error
    yield acknowledgement.Effect(label=label, due_on=found.due_on, article=found.article, basis=found.basis)
