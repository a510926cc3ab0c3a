"""Reading of what a law file says of infractions, penalties, gravity and circumstances."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from zoonoses.law.expressions import Expression
from zoonoses.law.model import (
    Bar,
    Choice,
    Circumstance,
    Fine,
    Gravity,
    GravityRule,
    Infraction,
    Penalty,
    PenaltyRule,
    Repeat,
    TermOffer,
    Version,
)
from zoonoses.law.reader import Context, Reader, as_expression, as_flag, as_text

SANCTION_NAMES = (
    *("animals", "offender", "priors", "other_priors", "fact_on", "intimated_on", "checked_on", "cured"),
    *("days", "gravity", "aggravating", "mitigating"),
)
OFFER_KINDS = ("fixed", "choice", "at_most", "free")
BEHAVIOUR = (
    *("intimation", "intimation_when", "penalties", "bars", "consequences", "standing_consequences"),
    *("standing_discretionary", "gravity_default", "liable"),
)


def read_gravity(reader: Reader) -> tuple[dict[str, Gravity], GravityRule]:
    """The classes of gravity and how one is found."""
    mode = reader.word("mode", ("none", "chosen", "counted"), "none")
    classes = {}
    for item in reader.tables("classes"):
        gravity = Gravity(item.text("code"), item.text("label"), item.article(), item.text("law_text"))
        item.done()
        classes[gravity.code] = gravity
    names = (*SANCTION_NAMES, "count")
    rule = GravityRule(
        mode=mode,
        count=reader.choice("count", names, as_expression(names), None),
        outcome=reader.choice("outcome", names, as_text, None),
        computed=reader.codes("computed", names),
        article=reader.article("") if mode == "none" else reader.article(),
    )
    if mode == "counted" and not rule.outcome.options:
        reader.fault("outcome", "a counted gravity needs the list of classes by count")
    for _, code in rule.outcome.options:
        if code not in classes:
            reader.fault("outcome", f"no class {code!r}")
    reader.done()
    return classes, rule


def read_circumstances(root: Reader) -> dict[str, Circumstance]:
    """Aggravating and mitigating circumstances by code."""
    found = {}
    for code, reader in root.entries("circumstances").items():
        found[code] = Circumstance(
            code,
            reader.word("kind", ("aggravating", "mitigating")),
            reader.text("label"),
            reader.article(),
            reader.flag("selectable", True),
        )
        reader.done()
    return found


def read_repeats(root: Reader) -> dict[str, Choice[Repeat]]:
    """Named rules by which a fine grows with earlier penalties; ``p`` is their number."""
    table = root.table("repeats")
    found = {}
    for code in table.data:
        options: list[tuple[Expression | None, Repeat]] = []
        for reader in table.tables(code):
            when = reader.condition("when", SANCTION_NAMES)
            factor = reader.expression("factor", reader.raw("factor"), ("p",))
            shown, label, article = reader.text("shown"), reader.text("label"), reader.article("")
            reader.done()
            if factor is not None:
                options.append((when, Repeat(factor, shown, label, article)))
        found[code] = Choice(tuple(options))
    return found


def check_versions(reader: Reader, versions: list[tuple[date | None, date | None]]) -> None:
    """Note versions that are unordered or overlap; each is (from, until)."""
    for (first, ends), (second, _) in zip(versions, versions[1:], strict=False):
        if second is None or (first is not None and second <= first):
            reader.fault("from", "versions unordered: each begins after the one before it")
        elif ends is not None and ends >= second:
            reader.fault("from", f"versions overlap: one runs to {ends}, the next begins on {second}")


def read_fine(
    reader: Reader, repeats: dict[str, Choice[Repeat]], gravities: dict[str, Gravity]
) -> Fine | None:
    """A fine; null when the table is empty."""
    if not reader.data:
        return None
    fine = Fine(
        amount=reader.money("amount", None),
        by_gravity=reader.amounts("by_gravity"),
        per_animal=reader.choice("per_animal", SANCTION_NAMES, as_flag, False),
        articles={code: str(text) for code, text in reader.table("articles").data.items()},
        repeat=reader.text("repeat", ""),
        when=reader.condition("when", SANCTION_NAMES),
    )
    if fine.repeat and fine.repeat not in repeats:
        reader.fault("repeat", f"no rule {fine.repeat!r} under [repeats]")
    if not reader.has("amount") and not fine.by_gravity:
        reader.fault("amount", "a fine has an amount or one by_gravity")
    for code in (*fine.by_gravity, *fine.articles):
        if code not in gravities:
            reader.fault("by_gravity", f"no class {code!r}")
    reader.done()
    return fine


def read_penalties(
    owner: Reader, repeats: dict[str, Choice[Repeat]], gravities: dict[str, Gravity]
) -> tuple[PenaltyRule, ...]:
    """Penalties in order; those with the same condition are the dated versions of one rule."""
    groups: dict[str, tuple[Expression | None, list[tuple[Reader, Version[Penalty | None]]]]] = {}
    for reader in owner.tables("penalties"):
        when = reader.condition("when", SANCTION_NAMES)
        starts_reading = reader.text("from_reading", "")
        starts, ends = reader.day("from", None), reader.day("until", None)
        if starts_reading and starts_reading not in owner.context.readings:
            reader.fault("from_reading", f"no reading {starts_reading!r}")
        repealed = reader.flag("repealed")
        penalty = Penalty(
            article=reader.article(),
            when=when,
            fine=read_fine(reader.table("fine"), repeats, gravities),
            consequences=reader.codes("consequences", SANCTION_NAMES),
            discretionary=reader.codes("discretionary", SANCTION_NAMES),
        )
        reader.done()
        key = when.source if when else ""
        group = groups.setdefault(key, (when, []))
        group[1].append((reader, Version(None if repealed else penalty, starts, starts_reading, ends)))
    rules = []
    for when, versions in groups.values():
        check_versions(versions[-1][0], [(version.starts, version.ends) for _, version in versions])
        rules.append(PenaltyRule(when, tuple(version for _, version in versions)))
    return tuple(rules)


def read_offer(reader: Reader) -> TermOffer | None:
    """The days that an intimation gives; null when the table is empty."""
    if not reader.data:
        return None
    kind = reader.word("kind", OFFER_KINDS)
    days = reader.raw("days", None)
    expected = {"fixed": int, "at_most": int, "choice": list}.get(kind)
    if expected is not None and not isinstance(days, expected):
        reader.fault("days", f"a {kind} offer needs days ({expected.__name__})")
    if kind == "free" and days is not None:
        reader.fault("days", "a free offer has no days")
    offer = TermOffer(
        kind, tuple(days) if isinstance(days, list) else days, reader.text("label"), reader.article()
    )
    reader.done()
    return offer


def read_behaviour(
    reader: Reader, repeats: dict[str, Choice[Repeat]], gravities: dict[str, Gravity]
) -> dict[str, Any]:
    """What follows from an infraction, only the parts that the table has."""
    found: dict[str, Any] = {}
    if reader.has("intimation"):
        found["intimation"] = read_offer(reader.table("intimation"))
    if reader.has("intimation_when"):
        found["intimation_when"] = reader.condition("intimation_when", SANCTION_NAMES)
    if reader.has("penalties"):
        found["penalties"] = read_penalties(reader, repeats, gravities)
    if reader.has("bars"):
        found["bars"] = tuple(filter(None, (read_bar(item) for item in reader.tables("bars"))))
    if reader.has("liable"):
        found["liable_choice"] = reader.choice("liable", SANCTION_NAMES, as_text)
    for key in ("consequences", "standing_consequences", "standing_discretionary"):
        if reader.has(key):
            found[key] = reader.codes(key, SANCTION_NAMES)
    if reader.has("gravity_default"):
        found["gravity_default"] = reader.word("gravity_default", gravities)
    return found


def read_bar(reader: Reader) -> Bar | None:
    """A reason against a sanction."""
    code, article = reader.text("code"), reader.article()
    when = reader.expression("when", reader.raw("when"), SANCTION_NAMES)
    reader.done()
    return None if when is None else Bar(code, when, article)


def read_infractions(
    root: Reader, repeats: dict[str, Choice[Repeat]], gravities: dict[str, Gravity]
) -> dict[str, Infraction]:
    """All infractions by code; ``regime`` names a shared behaviour under [regimes]."""
    regimes = {}
    for code, reader in root.entries("regimes").items():
        regimes[code] = read_behaviour(reader, repeats, gravities)
        reader.done()
    found = {}
    for code, reader in root.entries("infractions").items():
        found[code] = _read_infraction(code, reader, regimes, repeats, gravities)
    for code, infraction in found.items():
        for _, other in infraction.treated_as.options:
            if other not in found:
                root.fault(f"infractions.{code}.treated_as", f"no infraction {other!r}")
    return found


def _read_infraction(
    code: str,
    reader: Reader,
    regimes: dict[str, dict[str, Any]],
    repeats: dict[str, Choice[Repeat]],
    gravities: dict[str, Gravity],
) -> Infraction:
    regime = reader.text("regime", "")
    if regime and regime not in regimes:
        reader.fault("regime", f"no regime {regime!r} under [regimes]")
    base = Infraction(
        code=code,
        article=reader.article(),
        label=reader.text("label"),
        conduct=reader.text("conduct"),
        law_text=reader.text("law_text"),
        liable_choice=Choice(()),
        intimation=None,
        intimation_when=None,
        warning=reader.flag("warning"),
        regime=regime,
        penalties=(),
        treated_as=reader.choice("treated_as", SANCTION_NAMES, as_text, None),
        gravity_suggested=reader.word("gravity_suggested", gravities, ""),
        items=reader.texts("items", []),
        duty=reader.text("duty", ""),
        note=reader.text("note", ""),
    )
    own = read_behaviour(reader, repeats, gravities)
    infraction = replace(base, **{**regimes.get(regime, {}), **own})
    if infraction.penalties and not infraction.liable_choice.options:
        reader.fault("liable", "missing: an infraction with a penalty says who bears it")
    if infraction.gravity_default and infraction.gravity_default not in gravities:
        reader.fault("gravity_default", f"no class {infraction.gravity_default!r}")
    reader.done()
    return infraction


def check_codes(root: Reader, infractions: dict[str, Infraction], codes: list[tuple[str, str]]) -> None:
    """Note every (path, code) that names no infraction of the file."""
    for path, code in codes:
        if code not in infractions:
            root.fault(path, f"no infraction {code!r}")


__all__ = [
    "Context",
    "check_codes",
    "check_versions",
    "read_circumstances",
    "read_gravity",
    "read_infractions",
    "read_repeats",
]
