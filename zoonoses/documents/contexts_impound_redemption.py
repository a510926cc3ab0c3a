"""What the papers of a redemption print. Conventions as in `contexts`: everything arrives ready, in Portuguese."""

from typing import TypedDict

from zoonoses.documents.contexts import BasisLine, PersonBlock, SignatureBlock

REDEMPTION_BILL = "documents/redemption_bill.html"
RELEASE = "documents/redemption_release.html"


class SeizedLine(TypedDict, total=False):
    """One animal: its number of entry, what it looks like, when it was seized."""

    number: str
    looks: str
    seized: str


class BillLine(TypedDict, total=False):
    """One line of the bill. `reais` is left out where the amount is in reais already; `note` is said below it."""

    label: str
    article: str
    amount: str
    note: str


class RedemptionBillBody(TypedDict, total=False):
    """Demonstrativo do resgate. `own`, `fine` and `apart` say by which charge each part of the total is paid."""

    law: str
    article: str
    seizure: str
    requester: PersonBlock
    capacity: str
    owner: str  # when the requester is another
    animals: list[SeizedLine]
    counted: str
    lines: list[BillLine]
    total: str
    total_reais: str  # when the law counts in a unit of account
    index: str
    parts: list[BillLine]
    notes: list[str]
    basis: list[BasisLine]
    official: SignatureBlock


class ConditionLine(TypedDict, total=False):
    """One thing that the law asks for, its article, and how it was met."""

    text: str
    article: str
    how: str


class ReleaseBody(TypedDict, total=False):
    """Termo de resgate e responsabilidade: who takes which animals, under which conditions, answering for what."""

    law: str
    article: str
    date: str
    hour: str
    seizure: str
    requester: PersonBlock
    capacity: str
    owner: PersonBlock  # when the requester is another
    animals: list[SeizedLine]
    conditions: list[ConditionLine]
    paid: str
    duties: list[str]
    liability: str
    liability_article: str
    official: SignatureBlock
    requester_signature: SignatureBlock


Body = RedemptionBillBody | ReleaseBody
