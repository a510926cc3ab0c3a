"""What the law allows next for one conduct of one offender: the same function drives the button and the guard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from zoonoses.law.answers import FUNCTIONS, answer
from zoonoses.law.calendar import ONE_DAY, Calendar
from zoonoses.law.deadlines import why_not_in_force
from zoonoses.law.errors import LawError
from zoonoses.law.model import Infraction, TermOffer
from zoonoses.law.penalties import is_amount_missing
from zoonoses.law.question import Question
from zoonoses.law.ruleset import Ruleset
from zoonoses.law.steps import Step, StepWriter, referral_step, seizure_step

ACTS = (
    *("vet_report", "intimation", "service", "return_visit", "extension", "notice", "seizure"),
    *("referral", "guidance", "nothing"),
)


@dataclass(frozen=True)
class FindingFacts:
    """Everything on record about one conduct of one offender.

    ``served_on`` is the ciência: the term runs from it, never from the printing (``intimated_on``).
    ``extended_to`` is a later last day granted by a reasoned act. ``remaining`` is the number of animals still
    irregular at the last return. ``pieces`` are the codes of the documents already on file. ``typed_amount`` is a
    fine that a person gives, with its source, because the published text does not have that day's. ``confirmed``: a
    report on file finds what has to be sent on; ``referred``: the case was already sent on to the other authority.
    ``judged``: an auto stands and is being decided, so that the steps before it are not asked for again.
    """

    infraction: str
    fact_on: date
    animals: int = 1
    offender: str = "natural_person"
    priors: int = 0
    other_priors: int = 0
    gravity: str | None = None
    aggravating: tuple[str, ...] = ()
    mitigating: tuple[str, ...] = ()
    pieces: frozenset[str] = frozenset()
    intimated_on: date | None = None
    served_on: date | None = None
    days: int | None = None
    extended_to: date | None = None
    checked_on: date | None = None
    cured: bool = False
    remaining: int | None = None
    noticed: bool = False
    judged: bool = False
    confirmed: bool = False
    referred: bool = False
    typed_amount: Decimal | None = None
    typed_source: str = ""


def _given(facts: FindingFacts, readings: Mapping[str, Any]) -> dict[str, Any]:
    remaining = facts.animals if facts.remaining is None else facts.remaining
    return {
        "infraction": facts.infraction,
        "fact_on": facts.fact_on,
        "animals": remaining,
        "offender": facts.offender,
        "priors": facts.priors,
        "other_priors": facts.other_priors,
        "gravity": facts.gravity,
        "aggravating": list(facts.aggravating),
        "mitigating": list(facts.mitigating),
        "intimated_on": facts.served_on,
        "days": facts.days,
        "checked_on": facts.checked_on,
        "cured": facts.cured,
        "judged": facts.judged,
        "typed_amount": facts.typed_amount,
        "typed_source": facts.typed_source,
        "readings": readings,
    }


@dataclass(frozen=True)
class Situation:
    """The answer of the law with the extension applied, or the refusal to answer.

    Both, when only the amount of that day is missing: the sanction is then known in everything but the fine.
    """

    sanction: dict[str, Any] | None
    due_on: date | None
    refusal: LawError | None

    @property
    def why_not(self) -> str | None:
        """The reason against a sanction now."""
        return str(self.sanction["why_not"]) if self.sanction and self.sanction["why_not"] else None


def _situation(
    rs: Ruleset, facts: FindingFacts, on: date, given: dict[str, Any], calendar: Calendar
) -> Situation:
    try:
        why_not_in_force(Question(rs, given, calendar, FUNCTIONS), on)
        found, missing, given = _answered(rs, given, calendar)
    except LawError as error:
        return Situation(None, None, error)
    due = date.fromisoformat(found["due_on"]) if found["due_on"] else None
    values: dict[str, Any] = {**found, "basis": found["basis"]}
    if due is not None and facts.extended_to is not None and facts.extended_to > due:
        due = facts.extended_to
        values["due_on"] = due.isoformat()
        running = facts.checked_on is not None and facts.checked_on <= due
        if values["applicable"] and running:
            values = _held_back(rs, values, facts, given, calendar)
    return Situation(values, due, missing)


def _answered(
    rs: Ruleset, given: dict[str, Any], calendar: Calendar
) -> tuple[dict[str, Any], LawError | None, dict[str, Any]]:
    """The sanction, the refusal when only its amount is missing, and the facts it was asked with.

    A missing amount is no reason to leave the rest unanswered: a placeholder stands for it, and is never shown.
    """
    try:
        return answer(rs, "sanction", given, calendar=calendar), None, given
    except LawError as error:
        if not is_amount_missing(error):
            raise
        filled = {**given, "typed_amount": Decimal(1), "typed_source": "—"}
        return answer(rs, "sanction", filled, calendar=calendar), error, filled


def _held_back(
    rs: Ruleset, values: dict[str, Any], facts: FindingFacts, given: dict[str, Any], calendar: Calendar
) -> dict[str, Any]:
    """The sanction as it stands while an extended term still runs: what only follows later is taken away."""
    before = answer(rs, "sanction", {**given, "checked_on": facts.served_on}, calendar=calendar)
    kept = {key: before[key] for key in ("applicable", "why_not", "fine", "consequences", "discretionary")}
    return {**values, **kept, "basis": before["basis"]}


def next_steps(
    rs: Ruleset, facts: FindingFacts, on: date, *, readings: Mapping[str, Any], calendar: Calendar
) -> tuple[Step, ...]:
    """Each act with whether the law allows it on ``on``, and why.

    Allowed and refused acts both come, in the order of the procedure. Raises nothing: what the law refuses to
    answer becomes the reason of the refused act.
    """
    infraction = rs.infractions.get(facts.infraction)
    if infraction is None:
        return (Step("nothing", False, "not_in_law", "A lei não tem esta infração.", ""),)
    given = _given(facts, readings)
    target = _target(rs, infraction, given, calendar)
    situation = _situation(rs, facts, on, given, calendar)
    writer = StepWriter(rs, target, situation.due_on)
    required = bool(situation.sanction and situation.sanction["intimation_required"])
    steps: list[Step] = []
    if required:
        steps += _before_intimation(writer, facts)
    steps.append(_intimation(writer, facts, situation, required))
    if facts.intimated_on is not None and not facts.noticed:
        steps += _after_intimation(writer, facts, on, situation)
    steps.append(_notice(writer, facts, on, situation))
    steps.append(seizure_step(rs, target, facts.priors, readings, calendar))
    referral = referral_step(rs, facts, situation.sanction)
    steps += [referral] if referral else []
    steps += _endings(writer, facts, situation, required)
    return tuple(replace(row, name=writer.name) if row.act == "intimation" else row for row in steps)


def step(
    rs: Ruleset, facts: FindingFacts, on: date, act: str, *, readings: Mapping[str, Any], calendar: Calendar
) -> Step:
    """The guard of one act: its step among ``next_steps``, refused when the law does not speak of it."""
    for found in next_steps(rs, facts, on, readings=readings, calendar=calendar):
        if found.act == act:
            return found
    return Step(act, False, "not_offered", "Este ato não cabe na situação atual.", "")


def _target(rs: Ruleset, infraction: Infraction, given: dict[str, Any], calendar: Calendar) -> Infraction:
    if not infraction.treated_as.options:
        return infraction
    try:
        question = Question(rs, given, calendar, FUNCTIONS)
        other = infraction.treated_as.pick(question.scope({}))
    except LawError:
        return infraction
    return rs.infractions[other] if other else infraction


def _before_intimation(writer: StepWriter, facts: FindingFacts) -> list[Step]:
    practice = writer.rs.practice
    if "vet_report" not in practice.requires_before_intimation or facts.intimated_on is not None:
        return []
    article = practice.articles.get("requires_before_intimation", "")
    label = writer.rs.label("vet_report")
    if "vet_report" in facts.pieces:
        return [Step("vet_report", False, "already_on_file", f"{label}: já consta do caso.", article)]
    return [Step("vet_report", True, None, f"Antes da {writer.name.lower()}, a lei pede: {label}.", article)]


def _intimation(writer: StepWriter, facts: FindingFacts, situation: Situation, required: bool) -> Step:
    offer = writer.infraction.intimation
    act = "intimation"
    if situation.refusal is not None and situation.sanction is None:
        if offer is None:
            return writer.refuse(
                act, "not_offered", f"A lei não prevê {writer.name.lower()} para esta conduta."
            )
        return writer.refused_by(act, situation.refusal)
    if offer is None or not required:
        return writer.refuse(act, "not_offered", f"A lei não exige {writer.name.lower()} neste caso.")
    if facts.noticed:
        return writer.refuse(act, "already_noticed", "Já há auto de infração por esta conduta.")
    if facts.intimated_on is not None:
        return writer.refuse(act, "already_intimated", f"{writer.name} já emitida.")
    barred = [bar for bar in writer.infraction.bars if bar.code == situation.why_not]
    if barred:
        return writer.refuse(act, barred[0].code, writer.sentence(barred[0].code), barred[0].article)
    missing = [code for code in writer.rs.practice.requires_before_intimation if code not in facts.pieces]
    if missing:
        names = ", ".join(writer.rs.label(code) for code in missing)
        article = writer.rs.practice.articles.get("requires_before_intimation", offer.article)
        return replace(writer.refuse(act, "pieces_missing", f"Falta no caso: {names}.", article), offer=offer)
    return Step(act, True, None, f"{writer.name}: {offer.label}.", offer.article, offer=offer)


def _after_intimation(writer: StepWriter, facts: FindingFacts, on: date, situation: Situation) -> list[Step]:
    offer = writer.infraction.intimation
    article = offer.article if offer else writer.infraction.article
    steps = []
    due = situation.due_on
    if facts.served_on is None:
        steps.append(Step("service", True, None, "O prazo só corre da ciência: registre-a.", article))
        steps.append(
            Step("return_visit", True, None, "O retorno pode ser feito; o prazo ainda não corre.", article)
        )
    else:
        steps.append(writer.refuse("service", "already_served", "A ciência já está registrada.", article))
        when = f"O prazo termina em {due:%d/%m/%Y}." if due else "O retorno pode ser feito."
        steps.append(Step("return_visit", True, None, when, article, due_on=due))
    steps.append(_extension(writer, facts, on, due))
    return steps


def _extension(writer: StepWriter, facts: FindingFacts, on: date, due: date | None) -> Step:
    practice = writer.rs.practice
    article = practice.articles.get("extension_allowed", "")
    if not practice.extension_allowed:
        return writer.refuse("extension", "not_offered", "A lei fixa o prazo e não prevê prorrogação.")
    if facts.served_on is None or due is None:
        return writer.refuse("extension", "not_served", "Sem ciência o prazo ainda não corre.", article)
    if facts.cured:
        return writer.refuse("extension", "cured", "A irregularidade foi sanada.", article)
    if on > due:
        return writer.refuse("extension", "term_expired", f"O prazo terminou em {due:%d/%m/%Y}.", article)
    return Step("extension", True, None, "O prazo pode ser prorrogado por ato motivado.", article, due_on=due)


def _notice(writer: StepWriter, facts: FindingFacts, on: date, situation: Situation) -> Step:
    act = "notice"
    if facts.noticed:
        return writer.refuse(act, "already_noticed", "Já há auto de infração por esta conduta.")
    sanction, due, code = situation.sanction, situation.due_on, situation.why_not
    if sanction is None or (code is None and situation.refusal is not None):
        return writer.refused_by(act, situation.refusal or LawError("value_unknown"))
    if code is None:
        return Step(
            act,
            True,
            None,
            writer.allowed_notice(),
            writer.notice_article(facts),
            due_on=due,
            sanction=sanction,
        )
    if code == "not_intimated" and facts.intimated_on is not None:
        code = "not_served"
    article = _reason_article(writer, code)
    refused = writer.refuse(act, code, writer.sentence(code), article)
    if due is not None and code in ("term_running", "not_checked"):
        refused = replace(refused, from_on=max(due + ONE_DAY, on), due_on=due)
    return replace(refused, sanction=sanction)


def _reason_article(writer: StepWriter, code: str) -> str:
    for bar in writer.infraction.bars:
        if bar.code == code:
            return bar.article
    offer: TermOffer | None = writer.infraction.intimation
    if code == "no_sanction_in_law" or offer is None:
        return writer.infraction.article
    return offer.article


def _endings(writer: StepWriter, facts: FindingFacts, situation: Situation, required: bool) -> list[Step]:
    article = writer.infraction.article
    if facts.noticed:
        return [Step("nothing", True, None, "O auto foi lavrado: o caso segue no processo.", article)]
    if situation.why_not == "cured" or (required and facts.cured):
        return [
            Step("nothing", True, None, "Irregularidade sanada: nada mais cabe por esta conduta.", article)
        ]
    if situation.why_not == "no_sanction_in_law":
        more = f" Cabe {writer.name.lower()}, sem multa." if required else ""
        return [Step("guidance", True, None, f"Sem sanção na lei: cabe orientar.{more}", article)]
    return []
