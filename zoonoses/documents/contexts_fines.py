"""What the papers of the fine's procedure print. Conventions as in `contexts`: everything arrives ready to print."""

from typing import TypedDict

from zoonoses.documents.contexts import BasisLine, PersonBlock, SignatureBlock

FILING_RECEIPT = "documents/defence_receipt.html"
DECISION = "documents/decision.html"
MEASURE = "documents/measure.html"


class FilingReceiptBody(TypedDict, total=False):
    """Recibo of a defence, réplica or appeal: what was received, when, and whether in time."""

    law: str
    piece: str  # "Defesa"
    notice: str  # "Auto de infração nº 0001/2026, de 01/04/2026"
    person: PersonBlock
    filed_by: str
    capacity: str
    date: str
    hour: str
    last_day: str  # "seg., 20/04/2026"; empty where nothing sets a term
    term_source: str  # the article, or the municipality's own act, said as such
    timeliness: str
    text: str
    attachments: list[str]  # "laudo.pdf – SHA-256 ab12…"
    basis: list[BasisLine]
    online: str  # how it came in, when by the public page: then `person` and the signatures are absent
    official: SignatureBlock
    filer: SignatureBlock


class StandingItem(TypedDict, total=False):
    """One conduct as the decision leaves it."""

    conduct: str
    article: str
    animals: str
    gravity: str
    amount: str
    consequences: list[str]
    basis: list[BasisLine]


class VoteLine(TypedDict, total=False):
    """One vote of a collegiate body."""

    name: str
    vote: str


class DecisionBody(TypedDict, total=False):
    """Decision about an auto, at first or on appeal."""

    law: str
    instance: str  # "Decisão do recurso"
    notice: str
    person: PersonBlock
    decided_by: str
    competence: str  # the article, or the municipality's own act, said as such
    date: str
    report: list[str]  # what is in the file: ciência, defence, réplica, appeal
    outcome: str
    reasons: str
    items: list[StandingItem]
    total: str
    before: str  # what the auto or the first decision said
    votes: list[VoteLine]
    next_lines: list[str]  # appeal and payment, each with its source
    official: SignatureBlock


class MeasureBody(TypedDict, total=False):
    """Termo of a conversion or of a sanction: what, on which article, for whom."""

    law: str
    what: str  # "Conversão da multa: conversão em participação"
    article: str
    notice: str
    person: PersonBlock
    date: str
    until: str
    recipient: str
    text: str
    attachments: list[str]  # as those of a filing
    effect: str
    official: SignatureBlock
    offender: SignatureBlock


Body = FilingReceiptBody | DecisionBody | MeasureBody
