"""What the papers of destination print: the contract of who receives, and the termo. Conventions as in `contexts`."""

from typing import TypedDict

from zoonoses.documents.contexts import Field, PersonBlock, SignatureBlock
from zoonoses.documents.contexts_impound_redemption import ConditionLine, SeizedLine

CONTRACT = "documents/destination_contract.html"
TERM = "documents/destination_term.html"


class Clause(TypedDict, total=False):
    """One clause of the contract, or one thing told before it; `label` as the law names it."""

    label: str
    article: str
    text: str


class ContractBody(TypedDict, total=False):
    """Contrato de adoção ou de doação: animal, receiver, giver, clauses, and what was told before signing."""

    law: str
    article: str
    note: str
    date: str
    hour: str
    seizure: str
    animal: list[Field]
    animal_label: str  # as the law names this part of the contract
    receiver: PersonBlock
    receiver_label: str
    donor: list[Field]
    donor_label: str
    clauses: list[Clause]
    told: list[Clause]
    told_article: str
    conditions: list[ConditionLine]
    fees: list[str]
    visits: list[str]
    official: SignatureBlock
    receiver_signature: SignatureBlock


class TermBody(TypedDict, total=False):
    """Termo de destinação: what was done with which animals, by which article, under which conditions."""

    law: str
    what: str
    article: str
    date: str
    hour: str
    seizure: str
    animal: list[Field]
    animals: list[SeizedLine]  # of a lot, in the place of `animal`
    fields: list[Field]
    conditions: list[ConditionLine]
    receiver: PersonBlock
    notes: list[str]
    official: SignatureBlock
    other_signature: SignatureBlock
