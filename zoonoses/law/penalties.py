"""What follows from one infraction of one offender: gravity, intimation, fine and other consequences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from zoonoses.law import wording
from zoonoses.law.deadlines import TermDates, offered_days, require_in_force, term_basis, term_dates
from zoonoses.law.errors import LawError
from zoonoses.law.expressions import Scope
from zoonoses.law.given import malformed
from zoonoses.law.model import Coded, Fine, Infraction, Penalty, PenaltyRule, Repeat
from zoonoses.law.question import Answer, Basis, Question, money, rounded

OFFENDERS = ("natural_person", "legal_person")
AMOUNT = "amount"


@dataclass(slots=True)
class Amount:
    """A computed fine with what it was computed from."""

    value: Decimal
    base: Decimal
    animals: int | None
    priors: int
    factor: Decimal | None
    repeat: Repeat | None


def find_infraction(q: Question, code: str) -> Infraction:
    """The infraction of this code; ``not_in_law`` when the law has none."""
    infraction = q.rs.infractions.get(code)
    if infraction is None:
        raise LawError("not_in_law", details={"infraction": code})
    return infraction


def sanction_facts(q: Question) -> dict[str, Any]:
    """The facts of a sanction question, typed and with their defaults."""
    given = q.given
    offender = given.code("offender", "natural_person")
    if offender not in OFFENDERS:
        raise malformed("offender", "pessoa física ou jurídica")
    return {
        "animals": given.count("animals", 1),
        "offender": offender,
        "priors": given.count("priors", 0),
        "other_priors": given.count("other_priors", 0),
        "fact_on": given.day("fact_on"),
        "intimated_on": given.day("intimated_on"),
        "checked_on": given.day("checked_on"),
        "cured": given.flag("cured"),
        "judged": given.flag("judged"),
        "days": given.data.get("days"),
        "typed_amount": typed_amount(q),
    }


def typed_amount(q: Question) -> Decimal | None:
    """An amount that a person gives, with its source, because the published text does not have that day's.

    Not part of the contract's questions: it only fills what the law file itself does not know.
    """
    typed = q.given.decimal("typed_amount")
    if typed is None:
        return None
    if typed <= 0:
        raise malformed("typed_amount", "um valor maior que zero")
    if not (q.given.code("typed_source") or "").strip():
        raise LawError(
            "value_unknown", "O valor informado por pessoa pede a fonte.", {"fact": "typed_source"}
        )
    return typed


def treated_as(q: Question, infraction: Infraction, scope: Scope) -> Infraction:
    """The infraction as which a reading treats it; itself by default."""
    if not infraction.treated_as.options:
        return infraction
    other = infraction.treated_as.pick(scope)
    return q.rs.infractions[other] if other else infraction


def decide_gravity(q: Question, infraction: Infraction, scope: Scope) -> str | None:
    """The class: chosen by the agent, or counted from the circumstances; None where the law has no classes."""
    rule = q.rs.gravity
    if rule.mode == "none":
        return None
    given = q.given.code("gravity")
    if given is not None and given not in q.rs.gravities:
        raise malformed("gravity", "uma classe da lei")
    if rule.mode == "chosen":
        chosen = given or infraction.gravity_default
        if not chosen:
            raise LawError("value_unknown", "Escolha a gravidade, com a justificativa.", {"fact": "gravity"})
        return chosen
    aggravating = {
        *_circumstances(q, "aggravating"),
        *(item.code for item in rule.computed if item.holds(scope)),
    }
    scope.facts["aggravating"] = len(aggravating)
    scope.facts["mitigating"] = len(set(_circumstances(q, "mitigating")))
    if given is not None:
        return given
    counted = rule.count.pick(scope)
    scope.facts["count"] = counted.evaluate(scope) if counted else len(aggravating)
    return rule.outcome.pick(scope)


def _circumstances(q: Question, kind: str) -> tuple[str, ...]:
    codes = q.given.codes(kind)
    for code in codes:
        found = q.rs.circumstances.get(code)
        if found is None or found.kind != kind:
            raise LawError("not_in_law", f"A lei não tem a circunstância {code}.", {"circumstance": code})
    return codes


def pick_penalty(q: Question, infraction: Infraction, scope: Scope) -> Penalty | None:
    """The penalty that the law gives for these facts on that day; None when it gives none."""
    for rule in infraction.penalties:
        if rule.when is None or rule.when.evaluate(scope):
            return _penalty_on(q, rule, scope.facts)
    return None


def _penalty_on(q: Question, rule: PenaltyRule, facts: dict[str, Any]) -> Penalty | None:
    """The version of the day. Where the published text lacks it, the fine rests on the typed amount.

    The multipliers are then those of the next published wording; every other measure is left out, since nobody knows
    whether the wording of the day had it.
    """
    day: date | None = facts["fact_on"]
    try:
        found: Penalty | None = q.version(rule.versions, day)
    except LawError as error:
        later = [row for row in rule.versions if day is not None and (q.starts(row) or date.min) > day]
        penalty = (later or rule.versions)[0].value
        if penalty is None or penalty.fine is None:
            raise
        if facts.get("typed_amount") is None:
            missing = {**error.details, "fact": AMOUNT, "article": penalty.article}
            raise LawError(error.code, error.message, missing) from error
        facts["is_typed"] = True
        fine = replace(penalty.fine, amount=facts["typed_amount"], by_gravity={})
        return replace(penalty, fine=fine, consequences=(), discretionary=())
    return found


def is_amount_missing(error: LawError) -> bool:
    """Whether only the amount of that day is missing: a person may give it, with its source."""
    return error.details.get("fact") == AMOUNT


def compute_fine(q: Question, fine: Fine | None, scope: Scope) -> Amount | None:
    """The fine in the law's unit; None when the sanction is not a fine."""
    if fine is None or (fine.when is not None and not fine.when.evaluate(scope)):
        return None
    base = fine.amount if fine.amount is not None else fine.by_gravity.get(scope.facts.get("gravity") or "")
    if base is None:
        return None
    value = base
    animals: int | None = None
    if fine.per_animal.pick(scope):
        animals = scope.facts["animals"]
        value = base * scope.facts["animals"]
    counter = q.rs.prior_count.pick(scope)
    priors: int = counter.evaluate(scope) if counter else scope.facts["priors"]
    if not fine.repeat or priors < 1:
        return Amount(rounded(value), base, animals, priors, None, None)
    repeat = q.rs.repeats[fine.repeat].pick(scope)
    if repeat is None:
        return Amount(rounded(value), base, animals, priors, None, None)
    factor = Decimal(repeat.factor.evaluate(q.scope({"p": priors})))
    return Amount(rounded(value * factor), base, animals, priors, factor, repeat)


@dataclass(slots=True)
class Intimated:
    """Whether an intimation is required, and its term when one was issued."""

    required: bool
    dates: TermDates | None


def intimation_of(q: Question, infraction: Infraction, scope: Scope) -> Intimated:
    """The intimation before the sanction; its errors arise only when one is required and was issued."""
    offer = infraction.intimation
    required = offer is not None and (
        infraction.intimation_when is None or bool(infraction.intimation_when.evaluate(scope))
    )
    intimated_on: date | None = scope.facts["intimated_on"]
    if not required or offer is None or intimated_on is None:
        return Intimated(required, None)
    days = offered_days(offer, scope.facts["days"])
    return Intimated(True, term_dates(q, "intimation", intimated_on, days, offer))


def why_not(
    penalty: Penalty | None, infraction: Infraction, intimated: Intimated, scope: Scope
) -> tuple[str | None, str]:
    """The first reason against a sanction, with its article; (None, "") when it can be applied now."""
    facts = scope.facts
    if penalty is None:
        return "no_sanction_in_law", infraction.article
    for bar in infraction.bars:
        if bar.when.evaluate(scope):
            return bar.code, bar.article
    if not intimated.required or facts["judged"]:
        return None, ""
    article = infraction.intimation.article if infraction.intimation else ""
    if facts["cured"]:
        return "cured", article
    if intimated.dates is None:
        return "not_intimated", article
    if facts["checked_on"] is None:
        return "not_checked", article
    due = intimated.dates.due_on
    if due is not None and facts["checked_on"] <= due:
        return "term_running", article
    return None, ""


def codes(items: Iterable[Coded], scope: Scope) -> list[str]:
    """The codes whose condition holds, in order."""
    return [item.code for item in items if item.when is None or item.when.evaluate(scope)]


def _what_follows(
    q: Question, infraction: Infraction, penalty: Penalty | None, scope: Scope
) -> tuple[Amount | None, list[str], list[str]]:
    """Fine, consequences and what the authority may add; without penalty only what stands in any case."""
    amount: Amount | None = None
    consequences: list[str] = []
    discretionary: list[str] = []
    if penalty is not None:
        amount = compute_fine(q, penalty.fine, scope)
        consequences = [*codes(infraction.consequences, scope), *codes(penalty.consequences, scope)]
        discretionary = [code for code in codes(penalty.discretionary, scope) if code not in consequences]
    consequences += codes(infraction.standing_consequences, scope)
    discretionary += codes(infraction.standing_discretionary, scope)
    return amount, consequences, discretionary


def sanction(q: Question) -> Answer:
    """What follows from one infraction of one offender; see the contract for each key."""
    infraction = find_infraction(q, q.given.code_needed("infraction"))
    facts = sanction_facts(q)
    require_in_force(q, facts["fact_on"])
    scope = q.scope(facts)
    target = treated_as(q, infraction, scope)
    gravity = facts["gravity"] = decide_gravity(q, target, scope)
    penalty = pick_penalty(q, target, scope)
    if facts["typed_amount"] is not None and not facts.get("is_typed"):
        raise LawError("not_in_law", "A lei dá a resposta para este dia: não se informa outro valor.")
    intimated = intimation_of(q, target, scope)
    reason, article = why_not(penalty, target, intimated, scope)
    amount, consequences, discretionary = _what_follows(q, target, penalty if reason is None else None, scope)
    due = intimated.dates.due_on if intimated.dates else None
    values = {
        "applicable": reason is None,
        "why_not": reason,
        "intimation_required": intimated.required,
        "due_on": due.isoformat() if due else None,
        "gravity": gravity,
        "fine": money(amount.value, q.rs.unit) if amount else None,
        "consequences": consequences,
        "discretionary": discretionary,
        "penalty_article": penalty_article(target, penalty, amount, gravity)
        if penalty and reason is None
        else None,
        "liable": target.liable_choice.pick(scope) if penalty is not None else None,
    }
    return Answer(
        values,
        lambda: sanction_basis(
            q, Outcome(target, scope, penalty, intimated, reason, article, amount, values)
        ),
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that the basis of a sanction is told from."""

    infraction: Infraction
    scope: Scope
    penalty: Penalty | None
    intimated: Intimated
    reason: str | None
    article: str
    amount: Amount | None
    values: dict[str, Any]


def sanction_basis(q: Question, outcome: Outcome) -> Basis:
    """The memória de cálculo: conduct, gravity, intimation, amount, other consequences."""
    rs, infraction, facts = q.rs, outcome.infraction, outcome.scope.facts
    steps = wording.one(f"Conduta: {infraction.label}.", infraction.article)
    gravity = outcome.values["gravity"]
    if gravity:
        steps += _gravity_basis(q, gravity, facts)
    dates = outcome.intimated.dates
    if dates is not None:
        steps += term_basis(q, rs.terms["intimation"], dates, facts["intimated_on"], infraction.intimation)
    if outcome.reason:
        steps.append(wording.step(f"Não cabe sanção agora: {rs.label(outcome.reason)}.", outcome.article))
    if facts.get("is_typed") and outcome.penalty is not None and outcome.amount is not None:
        steps += _typed_basis(q, outcome.penalty, facts)
    if outcome.penalty is not None and outcome.amount is not None:
        steps += fine_basis(outcome.values["penalty_article"], outcome.amount, rs.unit)
    for title, key in (
        ("Também se aplica", "consequences"),
        ("A autoridade pode acrescentar", "discretionary"),
    ):
        for code in outcome.values[key]:
            steps.append(wording.step(f"{title}: {rs.label(code)}.", _article_of(outcome, code)))
    return steps


def _typed_basis(q: Question, penalty: Penalty, facts: dict[str, Any]) -> Basis:
    """Says that the amount is a person's, and whose: it is not in the published text of the law."""
    text = (
        f"O texto publicado da lei não dá o valor vigente em {facts['fact_on']:%d/%m/%Y}: o valor foi informado por "
        f"pessoa, e o modo de calcular é o da redação publicada. {(q.given.code('typed_source') or '').strip()}"
    )
    return wording.one(text, penalty.article, wording.quantity(facts["typed_amount"], q.rs.unit))


def _article_of(outcome: Outcome, code: str) -> str:
    infraction, penalty = outcome.infraction, outcome.penalty
    lists = [infraction.consequences, infraction.standing_consequences, infraction.standing_discretionary]
    if penalty is not None:
        lists += [penalty.consequences, penalty.discretionary]
    for items in lists:
        for item in items:
            if item.code == code:
                return item.article or (penalty.article if penalty else infraction.article)
    return ""


def _gravity_basis(q: Question, code: str, facts: dict[str, Any]) -> Basis:
    gravity = q.rs.gravities[code]
    arithmetic = ""
    if q.rs.gravity.mode == "counted" and "count" in facts:
        arithmetic = (
            f"agravantes: {facts['aggravating']}; atenuantes: {facts['mitigating']} = {gravity.label}"
        )
    return wording.one(f"Gravidade: {gravity.label}.", gravity.article, arithmetic)


def penalty_article(
    infraction: Infraction, penalty: Penalty, amount: Amount | None, gravity: str | None
) -> str:
    """The provisions on which the penalty rests: fine and increase, or else the first consequence."""
    if amount is not None and penalty.fine is not None:
        found = [penalty.fine.articles.get(gravity or "", penalty.article)]
        if amount.repeat is not None and amount.repeat.article not in ("", found[0]):
            found.append(amount.repeat.article)
        return "; ".join(found)
    items = [*infraction.consequences, *penalty.consequences]
    return next((item.article for item in items if item.article), penalty.article)


def fine_basis(article: str, amount: Amount, unit: str) -> Basis:
    """The arithmetic of a fine."""
    parts = [wording.quantity(amount.base, unit)]
    if amount.animals is not None:
        parts.append(f"× {amount.animals} {'animal' if amount.animals == 1 else 'animais'}")
    text = "Multa."
    if amount.repeat is not None and amount.factor is not None:
        parts.append(amount.repeat.shown.format(p=amount.priors, factor=wording.plain(amount.factor)))
        text = f"Multa, {amount.repeat.label}."
    if len(parts) > 1:
        parts.append(f"= {wording.quantity(amount.value, unit)}")
    return wording.one(text, article, " ".join(parts))


def fine_amount(q: Question, code: str, facts: dict[str, Any]) -> tuple[Amount | None, Penalty | None]:
    """The fine of an infraction as in ``sanction``, for the bill that carries it."""
    infraction = find_infraction(q, code)
    scope = q.scope({"offender": OFFENDERS[0], "other_priors": 0, "fact_on": None, "gravity": None, **facts})
    penalty = pick_penalty(q, infraction, scope)
    return (compute_fine(q, penalty.fine, scope) if penalty else None), penalty


__all__ = ["fine_amount", "fine_basis", "find_infraction", "is_amount_missing", "sanction"]
