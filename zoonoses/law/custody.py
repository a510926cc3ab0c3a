"""Seized animals: release, destinations and size classes; and whether a document is complete."""

from __future__ import annotations

from zoonoses.law import wording
from zoonoses.law.calendar import ONE_DAY
from zoonoses.law.deadlines import term_basis, term_dates
from zoonoses.law.errors import LawError, missing_fact
from zoonoses.law.given import required_names
from zoonoses.law.question import Answer, Basis, Question


def release(q: Question) -> Answer:
    """Whether the animal may be handed over, and what is missing."""
    purpose = q.given.code("purpose", "redemption") or "redemption"
    rule = q.rs.checklists.get(purpose)
    if rule is None:
        raise LawError("not_in_law", details={"purpose": purpose})
    facts = q.given.facts(rule.facts)
    provided = facts["provided"] = q.given.codes("provided")
    scope = q.scope(facts, required_names(rule.facts))
    missing = []
    for need in rule.needs:
        if not need.holds(scope):
            continue
        met = need.met.evaluate(scope) if need.met is not None else need.code in provided
        if not met:
            missing.append(need.code)

    def basis() -> Basis:
        steps = [
            wording.step(
                f"{need.label or q.rs.label(need.code)}: {'falta' if need.code in missing else 'atendido'}.",
                need.article or rule.article,
            )
            for need in rule.needs
            if need.holds(scope)
        ]
        return steps or wording.one(rule.label, rule.article)

    return Answer({"allowed": not missing, "missing": missing}, basis)


def destinations(q: Question) -> Answer:
    """What may be done with a seized animal on a day."""
    rule = q.rs.destinations
    if rule is None:
        raise LawError("not_in_law")
    seized_on = q.given.day_needed("seized_on")
    dates = term_dates(q, rule.term, seized_on)
    if dates.due_on is None:
        raise LawError("value_unknown")
    starts = dates.due_on + ONE_DAY
    until = term_dates(q, rule.ceiling, seized_on).due_on if rule.ceiling else None
    facts = q.given.facts(rule.facts)
    on = facts["on"] = q.given.day("on") or starts
    facts["seized_on"] = seized_on
    ended = facts["ended"] = on >= starts
    scope = q.scope(facts, required_names(rule.facts))
    allowed = [item.code for item in rule.choices if item.holds(scope)]
    values = {
        "allowed": allowed,
        "from": starts.isoformat(),
        "until": until.isoformat() if until else None,
        "preferred": [item.code for item in rule.preferred if item.holds(scope)],
    }

    def basis() -> Basis:
        steps = term_basis(q, q.rs.terms[rule.term], dates, seized_on)
        state = "terminado" if ended else "em curso"
        steps.append(wording.step(f"Em {wording.day(on)} o prazo de resgate está {state}.", rule.article))
        labels = {item.code: item for item in rule.choices}
        steps += [
            wording.step(f"Cabe: {q.rs.label(code)}.", labels[code].article or rule.article)
            for code in allowed
        ]
        return steps

    return Answer(values, basis)


def size(q: Question) -> Answer:
    """The size class of a species."""
    if not q.rs.sizes:
        raise LawError("not_in_law")
    species = q.given.code_needed("species")
    code = q.rs.size_of.get(species)
    if code is None:
        raise LawError("species_not_in_table", details={"species": species})
    found = q.rs.sizes[code]
    return Answer({"size": code}, lambda: wording.one(f"Porte {found.label}.", found.article))


def document(q: Question) -> Answer:
    """Whether a document has all that the law lists, and how many copies it asks."""
    code = q.given.code_needed("document")
    rule = q.rs.documents.get(code)
    if rule is None:
        raise LawError("not_in_law", details={"document": code})
    scope = q.scope(q.given.facts(rule.facts), required_names(rule.facts))
    fields = [item for item in rule.fields if item.when is None or item.when.evaluate(scope)]
    if q.given.data.get("provided") is not None:
        present = q.given.codes("provided")
        missing = [item.code for item in fields if item.code not in present]
    elif q.given.data.get("missing") is not None:
        absent = q.given.codes("missing")
        missing = [item.code for item in fields if item.code in absent]
    else:
        raise missing_fact("provided")
    labels = {item.code: item.label for item in fields}

    def basis() -> Basis:
        if not missing:
            return wording.one(f"{rule.label}: completo.", rule.article)
        return wording.one(
            f"{rule.label}: falta {', '.join(labels[code] for code in missing)}.", rule.article
        )

    return Answer({"complete": not missing, "missing": missing, "copies": rule.copies}, basis)
