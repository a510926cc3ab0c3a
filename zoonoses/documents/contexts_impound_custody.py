"""What the papers of custody print: laudo, and the end of custody. Conventions as in `contexts`."""

from typing import TypedDict

from zoonoses.documents.contexts import Field, PersonBlock, PhotoBlock, SignatureBlock

EVALUATION = "documents/evaluation.html"
CUSTODY_END = "documents/custody_end.html"


class StatedLine(TypedDict, total=False):
    """One fact as it was stated: `gravemente enfermo`, `sim`; and the article that reads it."""

    label: str
    value: str
    article: str


class EvaluationBody(TypedDict, total=False):
    """Laudo or evaluation of one animal in custody."""

    law: str
    date: str
    hour: str
    animal: list[Field]
    seizure: str  # "Termo de apreensão nº 0001/2026, de 01/03/2026"
    stated: list[StatedLine]
    text: str
    photos: list[PhotoBlock]
    vet: SignatureBlock


class CustodyEndBody(TypedDict, total=False):
    """Termo de fim de custódia: death, escape, theft, or an order. `liability` is what the law says of who answers."""

    law: str
    what: str  # "Óbito em custódia"
    date: str
    hour: str
    animal: list[Field]
    seizure: str
    person: PersonBlock  # the owner, where known
    fields: list[Field]
    liability: str
    liability_article: str
    note: str
    receiver: PersonBlock
    official: SignatureBlock
    vet: SignatureBlock
