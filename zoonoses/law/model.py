"""What a law file says, typed. Every object carries the article it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, Generic, TypeVar

from zoonoses.law.expressions import Expression, Scope

T = TypeVar("T")

BRL = "BRL"


@dataclass(frozen=True)
class Choice(Generic[T]):
    """Values under conditions: the first whose condition holds is the value."""

    options: tuple[tuple[Expression | None, T], ...]

    def pick(self, scope: Scope) -> T | None:
        """The first value whose condition holds, or None when none does."""
        for condition, value in self.options:
            if condition is None or condition.evaluate(scope):
                return value
        return None

    @property
    def plain(self) -> T | None:
        """The value that stands without condition, for lists and menus."""
        for condition, value in self.options:
            if condition is None:
                return value
        return self.options[0][1] if self.options else None


@dataclass(frozen=True)
class Coded:
    """A code that holds under a condition (a consequence, a destination, a document's field, a need)."""

    code: str
    label: str = ""
    article: str = ""
    when: Expression | None = None
    met: Expression | None = None

    def holds(self, scope: Scope) -> bool:
        """Whether the condition holds; without condition it always does."""
        return self.when is None or bool(self.when.evaluate(scope))


@dataclass(frozen=True)
class Option:
    """One value of a reading, with its meaning in plain words."""

    value: Any
    label: str


@dataclass(frozen=True)
class Reading:
    """A point where the text allows more than one answer, or leaves a value to be entered."""

    key: str
    kind: str
    label: str
    article: str
    law_text: str
    default: Any
    why: str
    options: tuple[Option, ...] = ()


@dataclass(frozen=True)
class TermOffer:
    """The days an intimation may give: ``fixed``, ``choice``, ``at_most`` or ``free`` (days is then null)."""

    kind: str
    days: tuple[int, ...] | int | None
    label: str
    article: str


@dataclass(frozen=True)
class TermShape:
    """How one term is counted; ``length_from`` is ``fixed``, ``given`` or the key of a reading."""

    count: str
    length: int | None
    length_from: str = "fixed"
    includes_start: bool = False
    extended: bool = False
    opening: bool = False
    endless: bool = False


@dataclass(frozen=True)
class Version(Generic[T]):
    """A value that holds from a day (null: from the first day of the law) to a day included."""

    value: T
    starts: date | None = None
    starts_reading: str = ""
    ends: date | None = None


@dataclass(frozen=True)
class TermRule:
    """A term of the law: from what it runs, and its shapes by condition and by day."""

    code: str
    label: str
    article: str
    start_label: str
    from_publication: bool
    offered_by: str
    versions: tuple[Version[Choice[TermShape]], ...]


@dataclass(frozen=True)
class Fine:
    """An amount, or one for each gravity; per animal or flat; repeated by a named rule."""

    amount: Decimal | None
    by_gravity: Mapping[str, Decimal]
    per_animal: Choice[bool]
    articles: Mapping[str, str]
    repeat: str = ""
    when: Expression | None = None


@dataclass(frozen=True)
class Penalty:
    """What follows from an infraction, from a day on, under a condition."""

    article: str
    when: Expression | None = None
    fine: Fine | None = None
    consequences: tuple[Coded, ...] = ()
    discretionary: tuple[Coded, ...] = ()


@dataclass(frozen=True)
class PenaltyRule:
    """The versions of one penalty; all share one condition."""

    when: Expression | None
    versions: tuple[Version[Penalty | None], ...]


@dataclass(frozen=True)
class Repeat:
    """How a fine grows with earlier penalties: a factor, and how it is shown in the arithmetic."""

    factor: Expression
    shown: str
    label: str
    article: str


@dataclass(frozen=True)
class Bar:
    """A reason for which no sanction can be applied, while its condition holds."""

    code: str
    when: Expression
    article: str


@dataclass(frozen=True)
class Infraction:
    """One conduct: the law's words, plain words for the street, who bears it, and what follows.

    ``duty`` is who had to act, where the law charges the fine to somebody else; ``note`` is what the law further
    says of the conduct (that it is equated to another), as printed.
    """

    code: str
    article: str
    label: str
    conduct: str
    law_text: str
    liable_choice: Choice[str]
    intimation: TermOffer | None
    intimation_when: Expression | None
    warning: bool
    regime: str
    penalties: tuple[PenaltyRule, ...]
    treated_as: Choice[str]
    bars: tuple[Bar, ...] = ()
    consequences: tuple[Coded, ...] = ()
    standing_consequences: tuple[Coded, ...] = ()
    standing_discretionary: tuple[Coded, ...] = ()
    gravity_default: str = ""
    gravity_suggested: str = ""
    items: tuple[str, ...] = ()
    duty: str = ""
    note: str = ""

    @property
    def sanctionless(self) -> bool:
        """Whether the law's own text gives it no sanction (a reading may still treat it as another one)."""
        return not any(rule.when is None or "reading." not in rule.when.source for rule in self.penalties)

    @property
    def liable(self) -> str:
        """Who bears it by the plain text."""
        return self.liable_choice.plain or ""


@dataclass(frozen=True)
class Obligation:
    """A duty that no infraction code carries."""

    code: str
    article: str
    label: str
    who: str


@dataclass(frozen=True)
class Sign:
    """A line of the law's own list of signs, in its exact words, and what it suggests."""

    code: str
    text: str
    provisions: tuple[str, ...]
    infractions: tuple[str, ...]


@dataclass(frozen=True)
class Fact:
    """A fact a question may be told."""

    name: str
    kind: str
    label: str
    default: Any = None
    required: bool = False
    choices: tuple[Option, ...] = ()


@dataclass(frozen=True)
class Check:
    """Measured facts that make, or do not make, an infraction."""

    code: str
    label: str
    article: str
    facts: tuple[Fact, ...]
    outcome: Choice[str]
    refuse: Choice[str]


@dataclass(frozen=True)
class Circumstance:
    """A mitigating or aggravating circumstance; a computed one is not chosen by the agent."""

    code: str
    kind: str
    label: str
    article: str
    selectable: bool = True


@dataclass(frozen=True)
class Gravity:
    """A class of gravity."""

    code: str
    label: str
    article: str
    law_text: str


@dataclass(frozen=True)
class GravityRule:
    """How the class is found: not at all, chosen by the agent, or counted from circumstances."""

    mode: str = "none"
    count: Choice[Expression] = Choice(())
    outcome: Choice[str] = Choice(())
    computed: tuple[Coded, ...] = ()
    article: str = ""


@dataclass(frozen=True)
class Practice:
    """How acts are called and shaped under this law; an empty article means that the law fixes nothing.

    ``adoption_bars`` are the conducts whose standing penalty keeps a person from receiving an animal. ``money_to`` is
    where the law sends the money of ``money_of``: of the fines, or all that is collected under it. ``service_means``
    are the only ways in which the law has the auto communicated, empty where it names none; ``defence_places``, where
    the law says that a defence may be handed in.
    """

    intimation_name: str
    penalty_stage: str
    prior_from: str
    multiple: str
    control_form: str | None = None
    notice_form: str | None = None
    notice_copies: int | None = None
    copy_labels: tuple[str, ...] = ()
    notice_fixed_text: str = ""
    defence_line: str = ""
    defence_term: str = ""
    appeal_term: str = ""
    payment_term: str = ""
    judged_by: str = ""
    appealed_to: str = ""
    money_to: str = ""
    money_of: str = "fines"
    requires_before_intimation: tuple[str, ...] = ()
    registration_requires: tuple[str, ...] = ()
    adoption_bars: tuple[str, ...] = ()
    extension_allowed: bool = False
    scope_species: tuple[str, ...] = ()
    scope_note: str = ""
    domestic_only: bool = False
    service_means: tuple[str, ...] = ()
    defence_places: tuple[str, ...] = ()
    articles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TransferRule:
    """The law charges the former owner until the registry is updated; ``liable`` are the codes whom this reaches."""

    article: str
    law_text: str
    liable: tuple[str, ...]


@dataclass(frozen=True)
class ReferralRule:
    """What the law has sent on to another authority, ``to``: ``code`` is the consequence so called.

    ``after`` is the piece on file that has to find it.
    """

    code: str
    to: str
    after: str
    article: str
    law_text: str


@dataclass(frozen=True)
class Header:
    """The law's own header and whose law it is."""

    title: str
    short_title: str
    ementa: str
    law_on: date
    body: str
    municipality: str
    uf: str
    status_note: str = ""
    published: str = ""
    letterhead: tuple[str, ...] = ()
    agent_title: str = ""


@dataclass(frozen=True)
class Counting:
    """How days are counted: conditions over the readings."""

    exclude_start: Expression | None
    extend: Expression | None
    month_end: Expression | None
    article: str
    extend_article: str = ""


@dataclass(frozen=True)
class Validity:
    """The readings that say from when to when the law applies, and from when its end is unknown."""

    from_reading: str
    until_reading: str
    unknown_from: date | None
    article: str
