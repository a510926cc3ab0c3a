"""Licences and laudos: until when one may be asked for, who decides, and how long it holds."""

from __future__ import annotations

from datetime import date

from zoonoses.law import wording
from zoonoses.law.deadlines import TermDates, term_basis, term_dates
from zoonoses.law.errors import LawError
from zoonoses.law.question import Answer, Basis, Question
from zoonoses.law.tables import LicenceRule


def licence(q: Question) -> Answer:
    """What the law says of one licence: the request of a day, and a paper issued on a day.

    ``request_due_on`` is the last day of the request, null where the law sets none; ``admitted`` whether a request of
    ``requested_on`` is still received (null without that day), ``timely`` whether it is within the term.
    ``valid_until`` is the last day of a paper of ``issued_on``, null where the law sets no validity.
    """
    code = q.given.code_needed("licence")
    rule = q.rs.licences.get(code)
    if rule is None:
        raise LawError("not_in_law", details={"licence": code})
    requested_on, issued_on = q.given.day("requested_on"), q.given.day("issued_on")
    asked = term_dates(q, rule.request_term, requested_on) if rule.request_term else None
    due_on = asked.due_on if asked else None
    timely = None if requested_on is None else due_on is None or requested_on <= due_on
    held_by = rule.validity_term.pick(q.scope({})) if issued_on else None
    held = term_dates(q, held_by, issued_on) if held_by else None
    valid_until = held.due_on if held else None
    values = {
        "request_due_on": due_on.isoformat() if due_on else None,
        "timely": timely,
        "admitted": None if timely is None else timely or not rule.closes,
        "decided_by": list(rule.decided_by),
        "visit_required": bool(rule.visit_article),
        "valid_until": valid_until.isoformat() if valid_until else None,
    }

    def basis() -> Basis:
        steps = wording.one(f"{rule.label}.", rule.article)
        if asked:
            steps += term_basis(q, q.rs.terms[rule.request_term], asked, requested_on)
        if rule.visit_article:
            steps.append(wording.step("Depende de vistoria.", rule.visit_article))
        if rule.paper:
            steps.append(wording.step(f"Decide: {rule.decided_label}.", rule.decided_article or rule.article))
        return steps + _validity(q, rule, held_by, held, issued_on)

    return Answer(values, basis)


def _validity(
    q: Question, rule: LicenceRule, held_by: str | None, held: TermDates | None, issued_on: date | None
) -> Basis:
    if held_by and held:
        return term_basis(q, q.rs.terms[held_by], held, issued_on)
    if issued_on and rule.paper:
        return wording.one("A lei não fixa prazo de validade.", rule.article)
    return []
