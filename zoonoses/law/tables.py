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
