"""The law's checklist of a redemption: each thing that it wants, met or missing, with its article and its proof.

What the record proves comes by itself; what a person must show is seen by somebody, who says so. The Termo is signed
in the act of the release, so that it never holds up the page that leads to it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from impound.models import LotAnimal, Redemption, RedemptionItem, SeizedAnimal
from impound.services import event_notices, law, state
from impound.services.redemption_bills import Account, account
from impound.services.redemption_dues import due, present
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import IndexValue

PURPOSE = "redemption"
PAYMENT, NOTICE, TERM = "redemption_payment", "signed_infraction_notice", "liability_statement"
OWNERSHIP = "proof_of_ownership"
# What the record proves, so that nobody says it by hand: exams, registration, vaccine, cause, money, the auto.
BY_RECORD = frozenset({"entry_exams", "registration", "vaccination", "cause_ceased", PAYMENT, NOTICE, TERM})


@dataclass(frozen=True)
class Item:
    """One thing of the checklist. `how` says how it was met; `waiting` are the animals for which it is missing.

    `seen` is what a person recorded; `by_hand`, that a person may record it; `at_release`, that the act of the release
    itself fulfils it.
    """

    need: law.Need
    met: bool
    how: str = ""
    seen: RedemptionItem | None = None
    by_hand: bool = False
    at_release: bool = False
    waiting: tuple[SeizedAnimal, ...] = ()

    @property
    def is_missing(self) -> bool:
        return not self.met and not self.at_release


@dataclass(frozen=True)
class Checklist:
    """The items in the law's order. `refusal`: the law could not be asked. `extra`: what may be kept besides."""

    items: tuple[Item, ...] = ()
    refusal: Refusal | None = None
    extra: Item | None = None

    @property
    def missing(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.is_missing)

    @property
    def allows(self) -> bool:
        return self.refusal is None and not self.missing


def foreseen(lawbook) -> Refusal | None:
    """None where the law foresees redemption; otherwise the sentence that says that it does not, with its article.

    Raises `Refusal` where the municipality adopted no law for the day.
    """
    rule = law.custody_rule(lawbook)
    if law.has_redemption(lawbook):
        return None
    name = lawbook.ruleset.header.short_title
    term = "" if PURPOSE in lawbook.ruleset.terms else "prazo, "
    return Refusal(
        "not_in_law",
        f"A {name} não prevê resgate: não fixa {term}condições nem preço para devolver o animal a quem o pede.",
        rule.article,
    )


def counts_request(lawbook) -> bool:
    """Whether the law's term is judged by the day of the request."""
    rule = lawbook.ruleset.checklists.get(PURPOSE)
    return rule is not None and any(fact.name == "requested_on" for fact in rule.facts)


def asks_birth(lawbook) -> bool:
    """Whether the law asks for the age of who redeems."""
    rule = lawbook.ruleset.checklists.get(PURPOSE)
    return rule is not None and any(fact.name == "born_on" for fact in rule.facts)


def facts_of(custody: SeizedAnimal, lawbook, *, requested_on: date, born_on: date | None) -> dict[str, Any]:
    """What the checklist reads of an animal and of a request: only the facts that the law names."""
    known = {
        "registered": custody.registered,
        "identified": custody.identified,
        "seized_on": custody.seized_on.isoformat(),
        "requested_on": requested_on.isoformat(),
        "born_on": born_on.isoformat() if born_on else None,
        "destination_decided": destination_decided(custody),
    }
    named = {fact.name for fact in lawbook.ruleset.checklists[PURPOSE].facts}
    return {name: value for name, value in known.items() if name in named and value is not None}


def destination_decided(custody: SeizedAnimal) -> bool:
    """Whether another destination was decided: the animal is in a lot that is open or was sold."""
    rows = LotAnimal.objects.filter(custody=custody, lot__act__document__annulment=None)
    deserted = rows.filter(lot__result__isnull=False, lot__result__winner=None)
    return rows.exclude(pk__in=deserted).exists()


def bars(custody: SeizedAnimal, lawbook, *, on: date, born_on: date | None) -> Refusal | None:
    """Why a request of this day could not be granted whatever is shown: term, destination, age. None: it can."""
    requested_on = within_printed(custody, lawbook, on)
    facts = facts_of(custody, lawbook, requested_on=requested_on, born_on=born_on)
    answer = law.release(lawbook, purpose=PURPOSE, provided=[], facts=facts)
    if answer.refusal is not None:
        return answer.refusal
    computed = {need.code for need in lawbook.ruleset.checklists[PURPOSE].needs if need.met is not None}
    need = next((row for row in answer.missing if row.code in computed), None)
    return need and Refusal(need.code, _bar_words(custody, lawbook, need), need.article)


def _bar_words(custody, lawbook, need) -> str:
    ends = state.terms_of(custody, lawbook=lawbook).ends_on
    if need.code == "within_term" and ends:
        return f"O prazo de resgate do animal nº {custody.full_number} terminou em {ends:%d/%m/%Y}."
    return f"Falta ao pedido do animal nº {custody.full_number}: {need.label}."


def checklist(
    redemption: Redemption,
    *,
    at: datetime,
    animals: Sequence[SeizedAnimal] | None = None,
    paid: Account | None = None,
) -> Checklist:
    """The checklist of the animals still here, as it stands at a moment, in the law's order."""
    animals = present(redemption) if animals is None else list(animals)
    if not animals:
        return Checklist()
    paid = paid or account(redemption)
    lawbook = law.lawbook_of(animals[0])
    seen = {
        row.code: row for row in redemption.items.filter(undone_at=None).select_related("recorded_by__user")
    }
    notice = _notice(redemption, lawbook)
    common = set(seen)
    common |= {PAYMENT} if paid.is_settled else set()
    common |= {NOTICE} if notice and event_notices.signature(notice) else set()
    on = clock.local(redemption.municipality, at).date()
    answers = {}
    for custody in animals:
        facts = facts_of(
            custody,
            lawbook,
            requested_on=within_printed(
                custody, lawbook, counted_on(redemption, custody, lawbook, at=at, paid=paid)
            ),
            born_on=redemption.born_on,
        )
        proved = state.provided(custody, on=on, lawbook=lawbook)
        answers[custody] = law.release(lawbook, purpose=PURPOSE, provided=common | proved, facts=facts)
        if answers[custody].refusal is not None:
            return Checklist(refusal=answers[custody].refusal)
    return _joined(redemption, lawbook, answers, seen, paid, notice)


def _notice(redemption, lawbook):
    return event_notices.standing(redemption.seizure, redemption.owner, law.custody_rule(lawbook))


def _joined(redemption, lawbook, answers, seen, paid, notice) -> Checklist:
    """The answers for each animal as one list: an item is met when it is met for every animal that needs it."""
    rule = lawbook.ruleset.checklists[PURPOSE]
    computed = {need.code for need in rule.needs if need.met is not None}
    items = []
    for code in [need.code for need in rule.needs]:
        found = {
            custody: need for custody, answer in answers.items() for need in answer.needs if need.code == code
        }
        if not found:
            continue
        waiting = tuple(custody for custody, need in found.items() if not need.met)
        items.append(
            Item(
                need=next(iter(found.values())),
                met=not waiting,
                how="" if waiting else _how(redemption, code, found, seen.get(code), paid, notice),
                seen=seen.get(code),
                by_hand=code not in BY_RECORD and code not in computed,
                at_release=code == TERM,
                waiting=waiting,
            )
        )
    return Checklist(tuple(items), extra=_extra(rule, lawbook, seen))


def _extra(rule, lawbook, seen) -> Item | None:
    """Proof of ownership, kept when it is shown, where the law does not ask for it."""
    if any(need.code == OWNERSHIP for need in rule.needs):
        return None
    found = seen.get(OWNERSHIP)
    need = law.Need(OWNERSHIP, lawbook.ruleset.label(OWNERSHIP), "", found is not None)
    return Item(need, need.met, _seen_words(found) if found else "", found, by_hand=True)


def _how(redemption, code: str, found: Iterable[SeizedAnimal], seen, paid: Account, notice) -> str:
    """In words, how an item was met."""
    if code == PAYMENT:
        return "nada a pagar" if paid.is_free else f"pago em {paid.settled_on:%d/%m/%Y}"
    if code == NOTICE:
        return f"{notice}, assinado em {event_notices.signature(notice).on:%d/%m/%Y}"
    if seen is not None:
        return _seen_words(seen)
    if code == "within_term":
        return asked_words(redemption)
    if code == "of_age" and redemption.born_on:
        return f"nascimento em {redemption.born_on:%d/%m/%Y}"
    words = WORDS.get(code, lambda custody: "")
    told = "; ".join(dict.fromkeys(filter(None, map(words, found))))
    return told or ("consta do registro" if code in BY_RECORD else "")


def asked_words(redemption: Redemption) -> str:
    """`pedido em 04/06/2024`, and for one that came in on paper, when it was entered."""
    act = redemption.act
    if not act.on_paper:
        return f"pedido em {act.on:%d/%m/%Y}"
    entered = clock.local(redemption.municipality, act.recorded_at)
    return f"pedido em papel de {act.on:%d/%m/%Y}, registrado em {entered:%d/%m/%Y}"


def _exams(custody: SeizedAnimal) -> str:
    """Each entry exam and vaccine of the animal with its result and day."""
    asked = {row.code for row in state.entry_exams(custody)}
    last = {row.code: row for row in state.standing_events(custody) if row.code in asked}
    rows = [f"{row.label}: {row.get_result_display()} ({row.on:%d/%m/%Y})" for row in last.values()]
    return ", ".join(rows) or "a lei não pede exame para esta espécie"


def _dose(custody: SeizedAnimal) -> str:
    """The last rabies vaccine of the animal, and its day."""
    doses = custody.animal.vaccinations.standing().filter(is_rabies=True)
    last = doses.order_by("-on", "-pk").first()
    return f"{last.product_name} em {last.on:%d/%m/%Y}" if last else ""


# How the record of an animal proves an item, in words.
WORDS = {
    "entry_exams": _exams,
    "registration": lambda custody: str(custody.animal.rga) if hasattr(custody.animal, "rga") else "",
    "vaccination": _dose,
    "cause_ceased": lambda custody: f"verificado em {state.cause_ceased(custody).on:%d/%m/%Y}",
    "not_yet_destined": lambda custody: "nenhuma outra destinação",
}


def _seen_words(seen: RedemptionItem) -> str:
    who = f"visto por {seen.recorded_by.user.name}"
    return f"{seen.label}; {who}" if seen.label else who


def within_printed(custody: SeizedAnimal, lawbook, day: date) -> date:
    """A day as the law's term takes it: a last day printed at the seizure protects even if the count changed since."""
    kept = state.terms_of(custody, lawbook=lawbook).ends_on
    counted = law.terms(lawbook, custody.seized_on).ends_on
    return min(day, counted) if kept and counted and day <= kept else day


def counted_on(
    redemption: Redemption, custody: SeizedAnimal, lawbook, *, at: datetime, paid: Account
) -> date:
    """The day that the law compares with the end of the term.

    Who asked and paid in the term keeps the right while something else is awaited (entry exams): the day of the
    request. Who did not pay in it is as late as the payment. A bill that could not be made in the term, because a value
    of the unit or a request that came in on paper was not entered, is nobody's delay.
    """
    asked, on = redemption.act.on, clock.local(redemption.municipality, at).date()
    ends = state.terms_of(custody, lawbook=lawbook).ends_on
    if ends is None or on <= ends or asked > ends:
        return asked
    if paid.settled_on is not None and paid.settled_on <= ends:
        return asked
    if clock.local(redemption.municipality, redemption.act.recorded_at).date() > ends:
        return asked
    if _unknown_in_term(redemption, lawbook, custody, at, ends):
        return asked
    return paid.settled_on or on


def _unknown_in_term(redemption, lawbook, custody, at, ends) -> bool:
    """Whether the bill could not be made before the term ended, for want of the unit's value."""
    unit = lawbook.ruleset.unit
    if unit == law.REAIS:
        return False
    now = due(redemption, at=at)
    if now.refusal is not None:
        return True
    day = state.index_day(lawbook, custody.seized_on, ends)
    entries = IndexValue.objects.of(redemption.municipality).filter(unit=unit)
    row = entries.filter(from_on__lte=day, until_on__gte=day).order_by("pk").first()
    return row is not None and clock.local(redemption.municipality, row.entered_at).date() > ends
