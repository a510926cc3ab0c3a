"""The law of a day as a visit's form needs it: its conducts in plain words, its signs, what it measures.

Forms and views receive this and never see the law itself; measured facts go back to it through `ask_measure`.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from inspections.services.facts import as_refusal
from zoonoses.documents.refusals import Refusal
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook


@dataclass(frozen=True)
class FactField:
    """One fact that the law measures. `kind`: bool, int, decimal, date, datetime, choice, species or codes."""

    name: str
    kind: str
    label: str
    required: bool
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Measure:
    """Facts that decide whether something is an infraction (the length of a rope, the hours alone)."""

    code: str
    label: str
    article: str
    facts: tuple[FactField, ...]


@dataclass(frozen=True)
class Conduct:
    """One conduct of the law, as an agent reads it, with the law's own words."""

    code: str
    article: str
    label: str
    text: str
    law_text: str
    measures: tuple[Measure, ...]
    duty: str = ""
    note: str = ""


@dataclass(frozen=True)
class Choice:
    """A code with its words and article: a sign, a circumstance, a class of gravity."""

    code: str
    label: str
    article: str = ""
    suggests: tuple[str, ...] = ()


@dataclass(frozen=True)
class LawForm:
    """All that a visit's form takes from the law of the day."""

    title: str
    conducts: tuple[Conduct, ...]
    signs: tuple[Choice, ...]
    gravity_mode: str
    gravities: tuple[Choice, ...]
    aggravating: tuple[Choice, ...]
    mitigating: tuple[Choice, ...]
    scope_note: str
    scope_species: tuple[str, ...]
    domestic_only: bool
    document_label: str
    counts_household: bool

    def conduct(self, code: str) -> Conduct | None:
        """The conduct of a code, or None."""
        return next((conduct for conduct in self.conducts if conduct.code == code), None)


@dataclass(frozen=True)
class Verdict:
    """What the law says of measured facts: the infraction they make, if any, in a sentence with its article."""

    measure: str
    infraction: str | None
    sentence: str
    article: str
    known: bool = True


def require_in_force(lawbook: Lawbook) -> None:
    """Raises `Refusal` when no law is adopted, or when it is not (or not known to be) in force on the day."""
    try:
        answer = lawbook.ask("in_force", on=lawbook.on)
        title = lawbook.ruleset.header.short_title
    except LawError as error:
        refusal = as_refusal(error)
        if refusal.code == "value_unknown":
            raise Refusal(
                "law_not_in_force",
                f"A {lawbook.ruleset.header.short_title} foi revogada, e ainda não se informou até que dia valeu: "
                "sem isso nenhum ato novo pode ser feito. A gestão informa o último dia na página das leis.",
                enter="municipalities:laws",
            ) from error
        raise refusal from error
    if not answer["in_force"]:
        when = "ainda não estava" if answer["why_not"] == "not_yet_in_force" else "já não estava"
        raise Refusal(
            "law_not_in_force",
            f"A {title} {when} em vigor em {lawbook.on:%d/%m/%Y}: nenhum ato pode se apoiar nela.",
            enter="municipalities:laws",
        )


def law_form(lawbook: Lawbook) -> LawForm:
    """The form's side of the law in force on the lawbook's day; raises `Refusal` as `require_in_force`."""
    require_in_force(lawbook)
    rules = lawbook.ruleset
    practice = rules.practice
    paper = rules.documents.get(practice.control_form or "")
    circumstances = [row for row in rules.circumstances.values() if row.selectable]
    return LawForm(
        title=rules.header.short_title,
        conducts=tuple(_conduct(rules, row) for row in rules.infractions.values()),
        signs=tuple(
            Choice(row.code, row.text, "; ".join(row.provisions), row.infractions) for row in rules.signs
        ),
        gravity_mode=rules.gravity_mode,
        gravities=tuple(Choice(row.code, row.label, row.article) for row in rules.gravities.values()),
        aggravating=tuple(
            Choice(row.code, row.label, row.article) for row in circumstances if row.kind == "aggravating"
        ),
        mitigating=tuple(
            Choice(row.code, row.label, row.article) for row in circumstances if row.kind == "mitigating"
        ),
        scope_note=practice.scope_note,
        scope_species=practice.scope_species,
        domestic_only=practice.domestic_only,
        document_label=paper.label if paper else "Termo de vistoria",
        counts_household=rules.household is not None,
    )


def _conduct(rules, infraction) -> Conduct:
    measures = tuple(
        _measure(check)
        for check in rules.checks.values()
        if infraction.code in {value for _, value in check.outcome.options}
    )
    return Conduct(
        infraction.code,
        infraction.article,
        infraction.label,
        infraction.conduct or infraction.label,
        infraction.law_text,
        measures,
        rules.label(infraction.duty) if infraction.duty else "",
        infraction.note,
    )


def _measure(check) -> Measure:
    """Only the facts on which this law's answer depends: a check may know more than one law asks."""
    conditions = [*check.outcome.options, *check.refuse.options]
    sources = " ".join(condition.source for condition, _ in conditions if condition is not None)
    facts = tuple(
        FactField(
            fact.name, fact.kind, fact.label, fact.required, tuple((o.value, o.label) for o in fact.choices)
        )
        for fact in check.facts
        if re.search(rf"\b{re.escape(fact.name)}\b", sources)
    )
    return Measure(check.code, check.label, check.article, facts)


def plain(value):
    """A measured fact as the law's question and the record take it: ISO days and moments, decimals as text."""
    if isinstance(value, datetime):
        return value.replace(tzinfo=None).isoformat(timespec="minutes")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value)
    return value


def ask_measure(lawbook: Lawbook, measure: Measure, facts: dict) -> Verdict:
    """What the law says of these measured facts; unknown (with its sentence) when a needed fact is missing."""
    try:
        answer = lawbook.ask(
            "finding", check=measure.code, **{name: plain(value) for name, value in facts.items()}
        )
    except LawError as error:
        return Verdict(measure.code, None, error.message, measure.article, known=False)
    code = answer["infraction"]
    if code is None:
        return Verdict(measure.code, None, "Com estes fatos a lei não vê infração.", measure.article)
    found = lawbook.ruleset.infractions[code]
    return Verdict(measure.code, code, f"Com estes fatos é infração: {found.label}.", found.article)


def fact_sentences(measure: Measure, facts: dict) -> list[str]:
    """Measured facts as papers print them: `comprimento em metros: 1,20`."""
    return [
        f"{field.label}: {_shown(field, facts[field.name])}" for field in measure.facts if field.name in facts
    ]


def _shown(field: FactField, value) -> str:
    if isinstance(value, bool):
        return "sim" if value else "não"
    if isinstance(value, datetime):
        return f"{value:%d/%m/%Y, %H:%M}"
    if isinstance(value, date):
        return f"{value:%d/%m/%Y}"
    if isinstance(value, Decimal):
        return f"{value:f}".replace(".", ",")
    return dict(field.choices).get(value, str(value))


def ask_household(lawbook: Lawbook, animals: list[dict]) -> dict | None:
    """The law's count of animals in one home; None when it has no such limit or cannot answer without more facts.

    `animals` are `{"species", "count"}` with `born_on` where known.
    """
    if lawbook.ruleset.household is None or not animals:
        return None
    rows = [{name: plain(value) for name, value in row.items() if value is not None} for row in animals]
    try:
        return lawbook.ask("household", animals=rows, on=lawbook.on.isoformat())
    except LawError as error:
        if error.code == "not_in_law":
            return None
        raise as_refusal(error) from error


def measures_of(lawbook: Lawbook, infraction: str) -> dict[str, Measure]:
    """By code, the measures on which one conduct turns; empty for a conduct that the law does not have."""
    found = lawbook.ruleset.infractions.get(infraction)
    return {row.code: row for row in _conduct(lawbook.ruleset, found).measures} if found else {}
