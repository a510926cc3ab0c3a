"""What licences and the term of a community animal print. Conventions as in `contexts`: ready, in Portuguese."""

from typing import TypedDict

from zoonoses.documents.contexts import BasisLine, Field, PersonBlock, SignatureBlock

LICENCE = "documents/licence.html"
COMMUNITY_COMMITMENT = "documents/community_commitment.html"


class LicenceBody(TypedDict, total=False):
    """A request, a licence or laudo, or a refusal. Each part that is left out is not printed."""

    law: str
    article: str
    what: str  # "Licença especial para 11 a 15 cães e gatos"
    date: str
    holder_label: str
    person: PersonBlock
    place: str
    request: str  # the request that a decision answers
    fields: list[Field]
    animals_title: str
    animals: list[Field]
    statement: str
    validity: str
    reason: str
    notes: list[str]
    basis: list[BasisLine]
    holder: SignatureBlock
    official: SignatureBlock


class CommitmentBody(TypedDict, total=False):
    """Termo de compromisso of the main caretaker of a community animal."""

    law: str
    article: str
    law_note: str  # said when the law has no such paper
    date: str
    person: PersonBlock
    animal: list[Field]
    place: str
    duties: list[str]
    steps: list[BasisLine]
    caretaker: SignatureBlock
    official: SignatureBlock
