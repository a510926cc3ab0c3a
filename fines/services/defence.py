"""The term of the defence: what the auto says of it, and its last day once the person knows of the auto."""

from dataclasses import dataclass
from datetime import date

from fines.models import InfractionNotice
from inspections.services.facts import as_refusal
from zoonoses.documents.services import acknowledgement
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.templatetags import br

DAY = "{day}"


@dataclass(frozen=True)
class Defence:
    """Last day of the defence, the article, and the count."""

    due_on: date
    article: str
    basis: tuple


def defence_from(lawbook, on: date) -> Defence | None:
    """The defence that a ciência of the day `on` opens; None where the law foresees none.

    Raises `Refusal` when the count needs days that nobody confirmed.
    """
    term = lawbook.ruleset.practice.defence_term
    if not term:
        return None
    try:
        answer = lawbook.ask("term", term=term, start=on.isoformat())
        basis = tuple(answer["basis"])
    except LawError as error:
        raise as_refusal(error) from error
    return Defence(date.fromisoformat(answer["due_on"]), lawbook.ruleset.terms[term].article, basis)


def defence_line(lawbook, *, on: date) -> str:
    """What the auto says of the defence: the law's own words, and its last day were the ciência of this day.

    The term runs from the ciência alone; where the law foresees none, the line says so.
    """
    words = lawbook.ruleset.practice.defence_line
    defence = defence_from(lawbook, on) if DAY in words else None
    if defence is None:
        return words
    line = words.replace(DAY, br.short_date(defence.due_on))
    return f"{line}, se a ciência for em {on:%d/%m/%Y}; o prazo conta sempre da ciência."


def defence_of(notice) -> Defence | None:
    """The defence that runs for an auto, from its earliest ciência; None before it, or where the law has none."""
    days = [each.on for each in notice.act.acknowledgements.all()]
    if not days:
        return None
    lawbook = Lawbook(notice.act.case.municipality, notice.fact_at.date())
    return defence_from(lawbook, min(days))


def effects(act, on: date):
    """What a ciência of an auto starts, for the page that records it."""
    rows = InfractionNotice.objects.filter(act=act).select_related("act__case__municipality")
    for notice in rows:
        defence = defence_from(Lawbook(notice.act.case.municipality, notice.fact_at.date()), on)
        if defence is not None:
            yield acknowledgement.Effect(
                label="Prazo de defesa", due_on=defence.due_on, article=defence.article, basis=defence.basis
            )
