"""What may lawfully happen next to an animal, and why not yet: every destination of its law with its state on a day."""

from dataclasses import dataclass, replace
from datetime import date

from impound.models import SeizedAnimal
from impound.services import law, losses, state
from registry.models import BiteObservation
from zoonoses.documents.refusals import Refusal

REDEMPTION = "redemption"


@dataclass(frozen=True)
class WayState:
    """One destination on a day. When it is not allowed, `reason` says why, `from_on` since when it will be (where only
    the day is missing), `lacking` the facts that would allow it, and `is_over` that its time is gone.
    """

    code: str
    label: str
    article: str
    allowed: bool
    preferred: bool = False
    from_on: date | None = None
    reason: str = ""
    lacking: tuple[str, ...] = ()
    of_vet: bool = False
    is_over: bool = False


@dataclass(frozen=True)
class Outlook:
    """The destinations of a law for one animal on a day. `silent`: the law has no list of destinations.

    `held` is why nothing may happen whatever the law's list says (an observation), and `refusal` what is not known.
    """

    ways: tuple[WayState, ...] = ()
    starts_on: date | None = None
    until_on: date | None = None
    basis: tuple = ()
    silent: bool = False
    held: Refusal | None = None
    refusal: Refusal | None = None

    @property
    def allowed(self) -> tuple[WayState, ...]:
        return tuple(way for way in self.ways if way.allowed)


def outlook(custody: SeizedAnimal, on: date, *, lawbook=None) -> Outlook:
    """Every destination of the law of the seizure, allowed on the day or not, in the law's order, preferred first."""
    lawbook = lawbook or law.lawbook_of(custody)
    held = observation_of(custody)
    facts = state.destination_facts(custody, lawbook=lawbook)
    found = state.destinations_with(custody, on, facts, lawbook=lawbook)
    if found.refusal is not None:
        return Outlook(refusal=found.refusal, held=held)
    if found.silent:
        ways = tuple(WayState(way.code, way.label, way.article, allowed=held is None) for way in found.ways)
        return Outlook(ways=ways, silent=True, held=held)
    rule = lawbook.ruleset.destinations
    allowed = {way.code: way for way in found.ways}
    ways = []
    for item in rule.choices:
        way = allowed.get(item.code)
        label, article = lawbook.ruleset.label(item.code), item.article or rule.article
        if way is None:
            ways.append(_refused(lawbook, custody, on, facts, found, item.code, label, article))
        else:
            ways.append(WayState(item.code, label, article, held is None, way.preferred))
    ways = _without_redemption(custody, lawbook, ways)
    ways.sort(key=lambda way: not way.preferred)
    return Outlook(tuple(ways), found.starts_on, found.until_on, found.basis, held=held)


def _without_redemption(custody, lawbook, ways) -> list[WayState]:
    """The ways, redemption refused where the owner lost the animal by a decision."""
    lost = losses.owner_refusal(custody, state.owner_of(custody), lawbook)
    if lost is None:
        return ways
    return [
        replace(way, allowed=False, reason=lost.sentence, is_over=True) if way.code == REDEMPTION else way
        for way in ways
    ]


def observation_of(custody) -> Refusal | None:
    """Why a biting or suspect animal stays, whatever the term says; None when no observation is open."""
    row = BiteObservation.objects.filter(animal_id=custody.animal_id, outcome="").first()
    if row is None:
        return None
    return Refusal(
        "observed",
        f"Em observação desde a agressão de {row.bitten_on:%d/%m/%Y}: fica até o desfecho ser registrado.",
    )


def _refused(lawbook, custody, on, facts, found, code, label, article) -> WayState:
    """Why one destination is not allowed: its day, a fact that nobody stated, or the law itself."""

    def allows(given, day) -> bool:
        return state.destinations_with(custody, day, given, lawbook=lawbook).allows(code)

    common = {"code": code, "label": label, "article": article, "allowed": False}
    if code == REDEMPTION:
        return WayState(**common, reason="O prazo de resgate terminou.", is_over=True)
    later = max(on, found.starts_on)
    if later > on and allows(facts, later):
        name = law.term_name(law.has_redemption(lawbook))
        reason = f"Só a partir de {later:%d/%m/%Y}, quando termina o {name}."
        return WayState(**common, from_on=later, reason=reason)
    lacking = _lacking(lawbook, facts, lambda given: allows(given, on))
    wait = None
    if lacking is None and later > on:
        lacking = _lacking(lawbook, facts, lambda given: allows(given, later))
        wait = later if lacking else None
    if lacking is None:
        return WayState(**common, reason="A lei não o permite para este animal.")
    of_vets = set(lawbook.ruleset.custody.vet_facts)
    words = "; ".join(words for _, words in lacking)
    since = f" E só a partir de {wait:%d/%m/%Y}." if wait else ""
    return WayState(
        **common,
        from_on=wait,
        reason=f"Falta constatar: {words}.{since}",
        lacking=tuple(name for name, _ in lacking),
        of_vet=any(name in of_vets for name, _ in lacking),
    )


def _lacking(lawbook, facts, allows):
    """The fewest facts whose statement would allow it, as (name, words); None where no statement would."""
    own = ("species", "identified")
    open_facts = [fact for fact in lawbook.ruleset.destinations.facts if fact.name not in own]
    for given, stated in _statements(open_facts, facts):
        if allows(given):
            needed = [fact for fact in stated if not allows(_without(given, facts, fact.name))]
            return [(fact.name, _words(fact, given[fact.name])) for fact in needed or stated]
    return None


def _words(fact, value) -> str:
    """A fact as it is to be stated: `exame de doenças infectocontagiosas: positivo`."""
    option = next((option.label for option in fact.choices if option.value == value), "")
    return f"{fact.label}: {option}" if option else fact.label


def _statements(open_facts, facts):
    """Facts with everything stated that a person could state: each value of each choice in turn, each bool true."""
    bools = [fact for fact in open_facts if fact.kind == "bool" and facts.get(fact.name) is not True]
    base = {**facts, **{fact.name: True for fact in bools}}
    choices = [fact for fact in open_facts if fact.kind == "choice"]
    yield base, bools
    for fact in choices:
        for option in fact.choices:
            yield {**base, fact.name: option.value}, [*bools, fact]


def _without(given, facts, name) -> dict:
    """The statement without one fact, which is then as the record has it."""
    rest = {key: value for key, value in given.items() if key != name}
    return {**rest, name: facts[name]} if name in facts else rest
