"""What the papers of vaccination print. Conventions as in `contexts`: everything arrives ready, in Portuguese."""

from typing import TypedDict

from zoonoses.documents.contexts import BasisLine, Field, SignatureBlock

VACCINATION = "documents/vaccination.html"


class FieldGroup(TypedDict, total=False):
    """Fields under one heading (`Proprietário`, `Animal`, `Vacina`)."""

    title: str
    fields: list[Field]


class VaccinationBody(TypedDict, total=False):
    """Carteira de vacinação or comprovante. `groups` hold what the law lists; `more` what it does not ask for."""

    law: str
    article: str
    form_note: str  # whose list of fields this is, when it is not the law's
    groups: list[FieldGroup]
    more: list[Field]
    basis: list[BasisLine]  # how the revaccination day was found
    notes: list[str]
    signer: SignatureBlock
