"""What the paper of an edital prints. Conventions as in `contexts`: everything arrives ready to print."""

from typing import TypedDict

from zoonoses.documents.contexts import SignatureBlock

EDITAL = "documents/service_edital.html"


class EditalBody(TypedDict, total=False):
    """An edital that tells a person of an act. It is public: a name and the act, nothing else of anybody."""

    law: str
    addressee: str
    act: str  # "Auto de infração nº 0001/2026, de 01/04/2026"
    date: str
    paragraphs: list[str]
    day_note: str  # on which day it counts, and who says so
    means_note: str  # what the law says against this means
    basis: str
    official: SignatureBlock
