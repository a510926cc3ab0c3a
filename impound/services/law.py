"""What the law of the day of the seizure says of an animal in custody: its term, its bill, its ways out, its release.

Every answer carries its articles. What the law does not have is `None` or an empty answer with `silent`; what is
unknown (a year without holidays, a unit without value, a term left to a regulation) is a `Refusal` kept in the answer,
so that a page can say what is missing and where it is entered. Nothing here decides without the engine.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from zoonoses.documents.refusals import Refusal, of_law
from zoonoses.law import LawError
from zoonoses.municipalities import clock
from zoonoses.municipalities.lawbook import Lawbook

ONE_DAY = timedelta(days=1)
REAIS = "BRL"


def term_name(is_redemption: bool) -> str:
    """What the term that follows a seizure is called."""
    return "prazo de resgate" if is_redemption else "prazo de guarda"


def has_redemption(lawbook: Lawbook) -> bool:
    """Whether the law foresees that an owner redeems an animal."""
    return "redemption" in lawbook.ruleset.checklists


@dataclass(frozen=True)
class Terms:
    """The redemption term of a seizure day and the ceiling of custody. `ends_on` is the last protected day.

    `silent`: the law has no term. `refusal`: the term exists and its length or calendar is not known here.
    `is_redemption`: within it the owner may redeem; where the law has no redemption, it only says how long the
    animals are kept.
    """

    ends_on: date | None = None
    ceiling_on: date | None = None
    article: str = ""
    ceiling_article: str = ""
    basis: tuple = ()
    silent: bool = False
    refusal: Refusal | None = None
    is_redemption: bool = True

    @property
    def name(self) -> str:
        """What the term is called."""
        return term_name(self.is_redemption)

    def runs_on(self, on: date) -> bool:
        """Whether the term still runs on a day: the last day is protected too."""
        return self.ends_on is not None and on <= self.ends_on


@dataclass(frozen=True)
class BillFacts:
    """What a bill counts besides animals and days; each law reads what it has.

    `expenses` are reais by the law's code; `index_value` is the worth of the law's unit on the day that counts.
    """

    priors: int = 0
    unregistered: int = 0
    second_copies: int = 0
    vaccinated: int = 0
    expenses: Mapping[str, Decimal] = field(default_factory=dict)
    index_value: Decimal | None = None


@dataclass(frozen=True)
class BillLine:
    code: str
    label: str
    article: str
    amount: Decimal
    unit: str


@dataclass(frozen=True)
class Bill:
    """What is owed at a moment. `silent`: the law has no bill. With `refusal`, `lines` are what is known anyway."""

    lines: tuple[BillLine, ...] = ()
    total: Decimal | None = None
    unit: str = ""
    custody_days: int | None = None
    basis: tuple = ()
    silent: bool = False
    refusal: Refusal | None = None


@dataclass(frozen=True)
class WayOut:
    """One destination that the law allows on the day asked about. `preferred`: the law asks for it first."""

    code: str
    label: str
    article: str
    preferred: bool = False


@dataclass(frozen=True)
class Destinations:
    """What may be done with the animal on a day; `starts_on` is the first day of the law's list."""

    ways: tuple[WayOut, ...] = ()
    starts_on: date | None = None
    until_on: date | None = None
    basis: tuple = ()
    silent: bool = False
    refusal: Refusal | None = None

    def allows(self, code: str) -> bool:
        return any(way.code == code for way in self.ways)


@dataclass(frozen=True)
class Need:
    """One thing that a release asks for, with its article, and whether it is there."""

    code: str
    label: str
    article: str
    met: bool


@dataclass(frozen=True)
class Checklist:
    """What the law wants before an animal is handed over. `silent`: the law lists nothing for this purpose."""

    allowed: bool = False
    needs: tuple[Need, ...] = ()
    silent: bool = False
    refusal: Refusal | None = None

    @property
    def missing(self) -> tuple[Need, ...]:
        return tuple(need for need in self.needs if not need.met)


def lawbook_of(custody) -> Lawbook:
    """The law of the day of the seizure, in the animal's municipality."""
    return Lawbook(custody.municipality, custody.seized_on)


def custody_rule(lawbook: Lawbook):
    """What the law says of keeping seized animals (`[custody]`); raises `Refusal` where no law can be asked."""
    try:
        return lawbook.ruleset.custody
    except LawError as error:
        raise of_law(error) from error


def terms(lawbook: Lawbook, seized_on: date) -> Terms:
    """Until when the animal waits for its owner (day-counting of the law), and until when it may be kept at all."""
    return replace(_terms(lawbook, seized_on), is_redemption=has_redemption(lawbook))


def _terms(lawbook: Lawbook, seized_on: date) -> Terms:
    try:
        ends = lawbook.ask("term", term="redemption", start=seized_on.isoformat())
    except LawError as error:
        return Terms(silent=True) if error.code == "not_in_law" else Terms(refusal=of_law(error))
    rule = lawbook.ruleset.destinations
    ceiling = None
    if rule and rule.ceiling:
        try:
            ceiling = lawbook.ask("term", term=rule.ceiling, start=seized_on.isoformat())
        except LawError as error:
            return Terms(refusal=of_law(error))
    if ends["due_on"] is None:
        return Terms(refusal=of_law(LawError("value_unknown")))
    rules = lawbook.ruleset.terms
    return Terms(
        ends_on=date.fromisoformat(ends["due_on"]),
        ceiling_on=date.fromisoformat(ceiling["due_on"]) if ceiling else None,
        article=rules["redemption"].article,
        ceiling_article=rules[rule.ceiling].article if ceiling else "",
        basis=(*ends["basis"], *(ceiling["basis"] if ceiling else ())),
    )


def animals_given(custodies: Iterable) -> list[dict]:
    """The animals as the question `bill` takes them: one entry for each species and size, with how many they are."""
    counted: dict[tuple[str, str], int] = {}
    for custody in custodies:
        counted[custody.species, custody.size] = counted.get((custody.species, custody.size), 0) + 1
    rows: list[dict[str, Any]] = []
    for (species, size), count in counted.items():
        row: dict[str, Any] = {"species": species, "count": count}
        if size:
            row["size"] = size
        rows.append(row)
    return rows


def bill(lawbook: Lawbook, custodies: Sequence, *, at: datetime, facts: BillFacts) -> Bill:
    """What is owed for animals of one seizure, redeemed at a moment (also a future one).

    Calendar days, nights or hours are those of the municipality's own clock, as the law's reading counts them.
    """
    municipality = lawbook.municipality
    seized_at = clock.local(municipality, min(custody.seized_at for custody in custodies))
    given = {
        "animals": animals_given(custodies),
        "seized_at": f"{seized_at:%Y-%m-%dT%H:%M}",
        "redeemed_at": f"{clock.local(municipality, at):%Y-%m-%dT%H:%M}",
        "priors": facts.priors,
        "unregistered": facts.unregistered,
        "second_copies": facts.second_copies,
        "vaccinated": facts.vaccinated,
        "expenses": {
            code: {"amount": f"{value:.2f}", "unit": REAIS} for code, value in facts.expenses.items()
        },
    }
    if facts.index_value is not None:
        given["index_value"] = str(facts.index_value)
    return bill_of_given(lawbook, given)


def bill_of_given(lawbook: Lawbook, given: Mapping[str, Any]) -> Bill:
    """The bill of facts already in the engine's words."""
    try:
        answer = lawbook.ask("bill", **given)
    except LawError as error:
        if error.code == "not_in_law" and lawbook.ruleset.bill is None:
            return Bill(silent=True)
        lines = _lines(lawbook, error.details.get("items", {}))
        return Bill(lines, custody_days=error.details.get("custody_days"), refusal=of_law(error))
    total = answer["total"]
    return Bill(
        lines=_lines(lawbook, answer["items"]),
        total=Decimal(total["amount"]),
        unit=total["unit"],
        custody_days=answer["custody_days"],
        basis=tuple(answer["basis"]),
    )


def _lines(lawbook, items) -> tuple[BillLine, ...]:
    rule = lawbook.ruleset.bill
    known = {item.code: item for item in (*rule.expenses, *rule.items)} if rule else {}
    return tuple(
        BillLine(
            code,
            known[code].label or lawbook.ruleset.label(code),
            known[code].article or rule.article,
            Decimal(value["amount"]),
            value["unit"],
        )
        for code, value in items.items()
    )


def destinations(lawbook: Lawbook, *, seized_on: date, on: date, facts: Mapping[str, Any]) -> Destinations:
    """What the law allows for the animal on a day, in the law's order; nothing before its day."""
    try:
        answer = lawbook.ask("destinations", seized_on=seized_on.isoformat(), on=on.isoformat(), **facts)
    except LawError as error:
        if error.code == "not_in_law" and lawbook.ruleset.destinations is None:
            return _named_without_list(lawbook)
        return Destinations(refusal=of_law(error))
    rule = lawbook.ruleset.destinations
    articles = {item.code: item.article or rule.article for item in rule.choices}
    preferred = answer["preferred"]
    codes = sorted(answer["allowed"], key=lambda code: code not in preferred)
    return Destinations(
        ways=tuple(
            WayOut(code, lawbook.ruleset.label(code), articles[code], code in preferred) for code in codes
        ),
        starts_on=date.fromisoformat(answer["from"]),
        until_on=date.fromisoformat(answer["until"]) if answer["until"] else None,
        basis=tuple(answer["basis"]),
    )


def _named_without_list(lawbook) -> Destinations:
    """A law without a list may still name a way (`stands_alone`): without term, condition or price of the law."""
    label = lawbook.ruleset.label
    ways = [way for way in lawbook.ruleset.custody.ways if way.stands_alone]
    return Destinations(
        ways=tuple(WayOut(way.code, label(way.code), way.article) for way in ways), silent=True
    )


def release(
    lawbook: Lawbook, *, purpose: str, provided: Iterable[str], facts: Mapping[str, Any]
) -> Checklist:
    """The law's checklist for one purpose (`redemption`, `donation`…), each need with its article."""
    provided = list(provided)
    try:
        answer = lawbook.ask("release", purpose=purpose, provided=provided, **facts)
    except LawError as error:
        return Checklist(silent=True) if error.code == "not_in_law" else Checklist(refusal=of_law(error))
    rule = lawbook.ruleset.checklists[purpose]
    asked = lawbook.ask("release", purpose=purpose, provided=[], **facts)["missing"]
    listed = {*asked, *answer["missing"], *provided, *_computed(rule)}
    needs = tuple(
        Need(
            need.code,
            need.label or lawbook.ruleset.label(need.code),
            need.article or rule.article,
            need.code not in answer["missing"],
        )
        for need in rule.needs
        if need.code in listed
    )
    return Checklist(answer["allowed"], needs)


def _computed(rule) -> set[str]:
    """Needs that facts decide, shown also when they are met."""
    return {need.code for need in rule.needs if need.met is not None}


def size_of(lawbook: Lawbook, species: str) -> tuple[str, str]:
    """The size class of a species by the law's table, with its article; ("", "") where the table is silent.

    Raises `Refusal` for a species that the table does not hold: a person then chooses the class, with the reason.
    """
    try:
        answer = lawbook.ask("size", species=species)
    except LawError as error:
        if error.code == "not_in_law":
            return "", ""
        raise of_law(error) from error
    return answer["size"], lawbook.ruleset.sizes[answer["size"]].article
