"""What the papers of a seizure print. Conventions as in `contexts`: everything arrives ready, in Portuguese."""

from typing import TypedDict

from zoonoses.documents.contexts import (
    BasisLine,
    Field,
    PersonBlock,
    PhotoBlock,
    RefusalBlock,
    SignatureBlock,
)

SEIZURE = "documents/seizure.html"
SUMMONS = "documents/summons.html"


class LawLine(TypedDict, total=False):
    """One thing that the law says of what follows, with its article: `Prazo de resgate`, `até qui., 15/03/2012`."""

    label: str
    text: str
    article: str


class SeizedLine(TypedDict, total=False):
    """One animal of the lot. `fields` are those that every law has; `record` those that this law names itself."""

    entry: str  # "0012/2026"
    fields: list[Field]
    record: list[Field]


class SeizureBody(TypedDict, total=False):
    """Termo de apreensão, or the record that the law names. `animals` as many as the lot has."""

    law: str
    article: str
    record_article: str
    origin: str
    date: str
    hour: str
    place: str
    reference: str
    position: str
    vehicle: str
    ground: str
    ground_article: str
    ground_note: str  # where the law lists no grounds
    person: PersonBlock
    holder: str
    animals: list[SeizedLine]
    blank_animals: list[list[str]]  # on a blank form: for each animal, the labels of its record
    ahead: list[LawLine]
    notes: str
    photos: list[PhotoBlock]
    inspector: SignatureBlock
    recipient: SignatureBlock
    refusal: RefusalBlock


class SummonsBody(TypedDict, total=False):
    """Notificação de apreensão: until when, what to bring, what it costs. `order` says whether the law orders it."""

    law: str
    order: str
    order_article: str
    date: str
    hour: str
    person: PersonBlock
    seizure: str  # "Termo de apreensão nº 0001/2026, de 01/03/2026"
    ground: str
    place: str
    kept_at: str
    animals: list[str]
    until: list[LawLine]
    bring: list[LawLine]
    costs: list[LawLine]
    cost_note: str
    basis: list[BasisLine]
    inspector: SignatureBlock
    recipient: SignatureBlock
    refusal: RefusalBlock
