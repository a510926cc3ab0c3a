"""What the certidão of a public notice prints. Conventions as in `contexts`."""

from typing import TypedDict

from zoonoses.documents.contexts import Field, PhotoBlock, SignatureBlock

PUBLICATION_PROOF = "documents/publication_proof.html"


class PublicationProofBody(TypedDict, total=False):
    """Certidão de divulgação: what was up, from when until when, and the hash of what it said."""

    law: str
    order: str  # "A lei manda divulgar", or that it does not
    order_article: str
    animal: str  # "Animal apreendido nº 0001/2026"
    seizure: str
    address: str
    since: str
    until: str
    reason: str  # why it came down
    content: list[Field]
    sha256: str
    photo_hashes: list[str]
    photos: list[PhotoBlock]
    official: SignatureBlock
