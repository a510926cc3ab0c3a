"""The tables of a law file, typed: documents, sizes, prices, bills, households, releases, destinations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from zoonoses.law.expressions import Expression
from zoonoses.law.model import Choice, Coded, Fact, Version


@dataclass(frozen=True)
class Field:
    """One field of a document, labelled as the law names it."""

    code: str
    label: str
    when: Expression | None = None
    article: str = ""


@dataclass(frozen=True)
class DocumentRule:
    """A document whose content the law lists; ``copy_labels`` says whose each via is, where the law says it."""

    code: str
    label: str
    article: str
    copies: int | None
    fields: tuple[Field, ...]
    facts: tuple[Fact, ...] = ()
    copy_labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class SizeClass:
    """A size class and its species."""

    code: str
    label: str
    article: str
    species: tuple[str, ...]


@dataclass(frozen=True)
class Price:
    """A public price: amount for each unit of quantity, and when it is offered."""

    code: str
    label: str
    article: str
    versions: tuple[Version[Decimal | str], ...]
    quantity: Choice[Expression]
    offered: Expression | None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Rates:
    """Daily rates by size and day: how they add up, and what follows after the last day of the table."""

    by_size: Mapping[str, tuple[Decimal, ...]]
    mode: Choice[str]
    after_last: Choice[str]
    step: Decimal


@dataclass(frozen=True)
class BillItem:
    """One line of what the owner pays to redeem."""

    code: str
    label: str
    article: str
    when: Expression | None
    amount: Decimal | None = None
    service: str = ""
    quantity: Choice[Expression] = Choice(())
    by_size: Mapping[str, Decimal] = field(default_factory=dict)
    rates: Rates | None = None
    factor: Choice[Expression] = Choice(())
    fine_of: str = ""


@dataclass(frozen=True)
class BillRule:
    """The bill of a redemption."""

    article: str
    times: str
    days: Choice[str]
    species: tuple[str, ...]
    sized: bool
    lots: Choice[Expression]
    expenses: tuple[Coded, ...]
    items: tuple[BillItem, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Household:
    """The limit of animals in one private home."""

    article: str
    species: tuple[str, ...]
    older_than_days: int
    counted: Choice[Expression]
    limit: Choice[Expression]
    outcome: Choice[str]
    licence: Expression | None
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class LicenceRule:
    """What the law submits to a licence, a laudo or a registration of its own.

    ``paper`` names what is issued, empty where the law asks for a duty and foresees no licence (the municipality then
    records who fulfils it). ``request_document`` is the document whose fields the request must bring;
    ``request_term`` the term of the request, after which ``closes`` says whether it is still admitted;
    ``household`` that the limit of animals of a home decides whether a licence is possible; ``no_replacement`` the
    article under which a listed animal that dies or leaves is never replaced.
    """

    code: str
    label: str
    article: str
    law_text: str
    holder: str
    paper: str
    decided_by: tuple[str, ...]
    decided_label: str
    decided_article: str
    request_document: str = ""
    request_term: str = ""
    closes: bool = False
    validity_term: Choice[str] = Choice(())
    visit_article: str = ""
    vet_article: str = ""
    household: bool = False
    lists_animals: bool = False
    no_replacement: str = ""


@dataclass(frozen=True)
class Release:
    """What must be there before an animal is handed over, for one purpose."""

    code: str
    label: str
    article: str
    needs: tuple[Coded, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Destinations:
    """What may be done with a seized animal."""

    article: str
    term: str
    ceiling: str
    choices: tuple[Coded, ...]
    preferred: tuple[Coded, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Way:
    """How one destination is carried out: what it asks for besides the conditions of the law's list, and its papers.

    ``form`` is the kind of act (adoption, donation, research, return, auction, sale, tender, sacrifice, vet,
    community); several when the law joins them. ``checklist`` is a purpose of ``[releases]``; ``contract`` and
    ``informs`` are ``[documents]``: what the contract holds and what the receiver is told before. ``takers`` says who
    may receive the animal, in the law's words. ``free_article`` is where the law says that nothing is charged, and
    ``registration_reading`` the reading that says what the registration of the animal costs then. ``stands_alone``: the
    law names it without a list of destinations, a term or conditions.
    """

    code: str
    forms: tuple[str, ...]
    article: str
    needs: tuple[Coded, ...] = ()
    checklist: str = ""
    contract: str = ""
    informs: str = ""
    takers: str = ""
    free_article: str = ""
    registration_reading: str = ""
    stands_alone: bool = False


@dataclass(frozen=True)
class Taking:
    """A measure decided in the process of an auto that takes the animal from its owner for good.

    ``ground`` is the ground of ``seizure_grounds`` on which the animal is then seized; empty: the measure itself is the
    ground. ``article`` is where the law has the measure.
    """

    measure: str
    article: str
    ground: str = ""


@dataclass(frozen=True)
class CustodyRule:
    """What the law says of keeping seized animals, beside terms, bill, release and destinations.

    ``separated_by`` what boxes keep apart; ``record_document``, ``entry_document`` and ``notice_document`` are
    ``[documents]``: the record of the animal, exams and vaccines before it leaves quarantine, and the public notice,
    which ``notice_ordered`` makes a duty. ``summons`` is ``identified`` where the owner of an identified animal is
    called. ``event_infraction`` is the conduct of the seizure itself, ``event_grounds`` the grounds under which that
    conduct is what happened (empty: all), and ``event_notice`` whether its auto is a ``condition`` of the release or
    ``optional``. ``free_ground``: the law lists no grounds, a person writes it.
    ``vet_facts`` are the facts of a destination that only a veterinarian states. ``after_term`` is what the law
    calls an animal that nobody redeemed in the term. ``takings`` are the measures that take the animal from its owner.
    """

    article: str
    separated_by: tuple[str, ...] = ()
    separated_article: str = ""
    record_document: str = ""
    entry_document: str = ""
    entry_article: str = ""
    notice_document: str = ""
    notice_ordered: bool = False
    notice_article: str = ""
    summons: str = ""
    summons_article: str = ""
    liability: str = ""
    liability_article: str = ""
    after_term: str = ""
    after_term_article: str = ""
    event_infraction: str = ""
    event_grounds: tuple[str, ...] = ()
    event_notice: str = ""
    event_article: str = ""
    free_ground: bool = False
    free_ground_article: str = ""
    vet_facts: tuple[str, ...] = ()
    takings: tuple[Taking, ...] = ()
    ways: tuple[Way, ...] = ()

    def event_of(self, ground: str) -> str:
        """The conduct that a seizure on this ground is, empty where the seizure is no infraction by itself."""
        return self.event_infraction if not self.event_grounds or ground in self.event_grounds else ""

    def way(self, code: str) -> Way | None:
        """The way of a destination, or None."""
        return next((way for way in self.ways if way.code == code), None)

    def taking(self, measure: str) -> Taking | None:
        """What the law says of a measure that takes the animal, or None where the measure takes none."""
        return next((row for row in self.takings if row.measure == measure), None)
