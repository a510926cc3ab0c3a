"""What the papers of a sale print: the edital and the ata of its result. Conventions as in `contexts`."""

from typing import TypedDict

from zoonoses.documents.contexts import BasisLine, PersonBlock, SignatureBlock
from zoonoses.documents.contexts_impound_redemption import SeizedLine

SALE_NOTICE = "documents/sale_notice.html"
SALE_RESULT = "documents/sale_result.html"


class SaleNoticeBody(TypedDict, total=False):
    """Edital: what is offered, when and where, from how much, and how that was reached."""

    law: str
    what: str  # "Leilão"
    article: str
    day: str
    hour: str
    place: str
    published: str
    animals: list[SeizedLine]
    least: str  # "lance mínimo"
    minimum: str
    basis: list[BasisLine]
    terms: list[str]
    official: SignatureBlock


class BidLine(TypedDict, total=False):
    """One lance or proposta: who, how much, when."""

    bidder: str
    amount: str
    at: str


class SaleResultBody(TypedDict, total=False):
    """Ata: the offers and who won, or that nobody came."""

    law: str
    what: str
    article: str
    notice: str  # "Edital nº 0001/2024"
    held: str
    place: str
    date: str
    hour: str
    animals: list[SeizedLine]
    least: str
    minimum: str
    offers: str  # "lances"
    bids: list[BidLine]
    result: str
    winner: PersonBlock
    winner_label: str  # "arrematante"
    notes: str
    official: SignatureBlock
    winner_signature: SignatureBlock
