"""Measured facts and counted animals: do they make an infraction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zoonoses.law import wording
from zoonoses.law.errors import LawError, missing_fact
from zoonoses.law.given import malformed, required_names, to_count, to_day
from zoonoses.law.question import Answer, Basis, Question


def finding(q: Question) -> Answer:
    """The infraction that measured facts make, or null."""
    code = q.given.code_needed("check")
    check = q.rs.checks.get(code)
    if check is None:
        raise LawError("not_in_law", details={"check": code})
    scope = q.scope(q.given.facts(check.facts), required_names(check.facts))
    refused = check.refuse.pick(scope)
    if refused:
        raise LawError(refused, details={"check": code})
    infraction = check.outcome.pick(scope)

    def basis() -> Basis:
        if infraction is None:
            return wording.one(f"{check.label}: os fatos não configuram infração.", check.article)
        found = q.rs.infractions[infraction]
        return wording.one(f"{check.label}: configura {found.label}.", found.article)

    return Answer({"infraction": infraction}, basis)


def _counted(
    q: Question, rows: tuple[Mapping[str, Any], ...], species: tuple[str, ...], older: int
) -> dict[str, int]:
    counts = dict.fromkeys(species, 0)
    on = q.given.day("on")
    for row in rows:
        name = row.get("species")
        if not isinstance(name, str):
            raise missing_fact("species")
        number = to_count("count", row.get("count"))
        if number is None:
            raise missing_fact("count")
        born_on = to_day("born_on", row.get("born_on"))
        if name not in counts:
            continue
        if born_on is not None:
            if on is None:
                raise missing_fact("on")
            if (on - born_on).days <= older:
                continue
        counts[name] += number
    return counts


def household(q: Question) -> Answer:
    """Animals in one private home against the law's limit."""
    rule = q.rs.household
    if rule is None:
        raise LawError("not_in_law")
    counts = _counted(q, q.given.rows("animals"), rule.species, rule.older_than_days)
    facts = q.given.facts(rule.facts)
    facts.update(total=sum(counts.values()), largest=max(counts.values(), default=0), on=q.given.day("on"))
    scope = q.scope(facts, required_names(rule.facts))
    counted_by, limit_by = rule.counted.pick(scope), rule.limit.pick(scope)
    if counted_by is None or limit_by is None:
        raise malformed("animals", "uma contagem")
    counted = facts["counted"] = int(counted_by.evaluate(scope))
    limit = facts["limit"] = int(limit_by.evaluate(scope))
    over = counted > limit
    values = {
        "counted": counted,
        "limit": limit,
        "over_limit": over,
        "infraction": rule.outcome.pick(scope) if over else None,
        "licence_possible": bool(rule.licence.evaluate(scope)) if rule.licence else None,
    }

    def basis() -> Basis:
        names = ", ".join(f"{q.rs.label(code)}: {number}" for code, number in counts.items())
        return wording.one(
            f"Animais com mais de {rule.older_than_days} dias ({names}).",
            rule.article,
            f"{counted} de {limit}",
        )

    return Answer(values, basis)
