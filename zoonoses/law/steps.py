"""One act with whether the law allows it, and the sentences that say why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from zoonoses.law.answers import FUNCTIONS
from zoonoses.law.calendar import Calendar
from zoonoses.law.errors import LawError
from zoonoses.law.model import Coded, Infraction, TermOffer
from zoonoses.law.question import Question
from zoonoses.law.ruleset import Ruleset

if TYPE_CHECKING:
    from zoonoses.law.procedure import FindingFacts

SEIZURES = ("animal_seizure", "animal_removal")
ASKED_ON_THE_PAGE = ("amount", "gravity")
SENTENCES = {
    "no_sanction_in_law": "A lei não prevê sanção para esta conduta.",
    "cured": "A irregularidade foi sanada: não cabe auto.",
    "not_intimated": "Antes do auto a lei exige: {name}.",
    "not_served": "{name} sem ciência registrada: o prazo ainda não corre.",
    "not_checked": "É preciso o retorno depois do último dia do prazo{due}.",
    "term_running": "O último retorno foi feito com o prazo em curso{due}: é preciso retorno depois dele.",
    "initial_term_running": "Ainda corre o prazo inicial que a lei dá a todos.",
    "already_fined": "Já houve multa por esta infração e, na leitura adotada, não há outra.",
}


@dataclass(frozen=True)
class Step:
    """One act of the procedure on a day.

    ``code`` and ``reason`` say why it is refused (``reason`` also why it is allowed); ``due_on`` is the last day
    of the running term; ``from_on`` the first day on which a refused act becomes possible, when known;
    ``offer`` the days an intimation may give; ``sanction`` the full answer of the law with its basis; ``name``
    how this law calls the act, where it has a word of its own; ``missing`` names the one fact for want of which the
    act is refused and that its own page asks for: ``amount`` (with its source) or ``gravity``.
    """

    act: str
    allowed: bool
    code: str | None
    reason: str
    article: str
    due_on: date | None = None
    from_on: date | None = None
    offer: TermOffer | None = None
    sanction: dict[str, Any] | None = None
    name: str = ""
    missing: str = ""

    @property
    def is_open(self) -> bool:
        """Whether its page may be opened: it is allowed, or would be once its page is told what is missing."""
        return self.allowed or self.missing in ASKED_ON_THE_PAGE


@dataclass(frozen=True)
class StepWriter:
    """Writes steps about one infraction of one law."""

    rs: Ruleset
    infraction: Infraction
    due_on: date | None

    @property
    def name(self) -> str:
        """How the intimation is called for this infraction."""
        return "Advertência escrita" if self.infraction.warning else self.rs.practice.intimation_name

    def sentence(self, code: str) -> str:
        """The sentence of a reason."""
        due = f" ({self.due_on:%d/%m/%Y})" if self.due_on else ""
        text = SENTENCES.get(code)
        if text is None:
            return f"Não cabe agora: {self.rs.label(code)}."
        return text.format(name=self.name, due=due)

    def refuse(self, act: str, code: str, reason: str, article: str | None = None) -> Step:
        """A refused act."""
        return Step(act, False, code, reason, self.infraction.article if article is None else article)

    def refused_by(self, act: str, error: LawError) -> Step:
        """An act refused because the law, or what is known of it, gives no answer."""
        missing = str(error.details.get("fact") or "")
        article = self.rs.gravity.article if missing == "gravity" else error.details.get("article")
        return replace(self.refuse(act, error.code, error.message, article), missing=missing)

    def allowed_notice(self) -> str:
        """Why the auto may be drawn up now."""
        if self.due_on is not None:
            return f"O prazo terminou em {self.due_on:%d/%m/%Y} e a irregularidade persiste: cabe o auto."
        return "A lei permite o auto de infração desde já."

    def notice_article(self, facts: FindingFacts) -> str:
        """The article that the auto rests on."""
        if facts.served_on is not None and self.infraction.intimation is not None:
            return self.infraction.intimation.article
        return self.infraction.article


def referral_step(rs: Ruleset, facts: FindingFacts, sanction: Mapping[str, Any] | None) -> Step | None:
    """Whether the case is to be sent on to another authority; None where the law orders no such thing.

    It waits for nothing but the piece that finds the fact: neither for an auto nor for a decision.
    """
    rule, act = rs.referral, "referral"
    if rule is None or sanction is None:
        return None
    refusals = {
        "not_offered": f"Por esta conduta a lei não manda encaminhar o caso: {rule.to}.",
        "already_referred": f"O caso já foi encaminhado: {rule.to}.",
        "pieces_missing": f"Falta no caso: {rs.label(rule.after)}.",
        "not_confirmed": f"{rs.label(rule.after)}: não constata maus-tratos.",
    }
    if rule.code not in sanction["consequences"]:
        code = "not_offered"
    elif facts.referred:
        code = "already_referred"
    elif rule.after not in facts.pieces:
        code = "pieces_missing"
    elif not facts.confirmed:
        code = "not_confirmed"
    else:
        return Step(act, True, None, f"A lei manda encaminhar o caso: {rule.to}.", rule.article)
    return Step(act, False, code, refusals[code], rule.article)


def seizure_step(
    rs: Ruleset, infraction: Infraction, priors: int, readings: Mapping[str, Any], calendar: Calendar
) -> Step:
    """Whether the animal may be taken into custody; it depends neither on an intimation nor on the gravity."""
    items: list[tuple[Coded, str]] = [(item, infraction.article) for item in infraction.consequences]
    items += [(item, infraction.article) for item in infraction.standing_discretionary]
    for rule in infraction.penalties:
        penalty = rule.versions[-1].value
        if penalty is not None:
            items += [(item, penalty.article) for item in (*penalty.consequences, *penalty.discretionary)]
    scope = Question(rs, {"readings": readings}, calendar, FUNCTIONS).scope({"priors": priors})
    for item, article in items:
        if item.code in SEIZURES and item.holds(scope):
            cited = rs.practice.articles.get("seizure") or item.article or article
            return Step("seizure", True, None, f"A lei permite: {rs.label(item.code)}.", cited)
    return Step(
        "seizure",
        False,
        "not_in_law",
        "A lei não dá apreensão como medida por esta conduta.",
        infraction.article,
    )
