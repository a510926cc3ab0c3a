"""What the papers of the registry print. Conventions as in `contexts`: everything arrives ready, in Portuguese."""

from typing import TypedDict

from zoonoses.documents.contexts import Field, Mark, PersonBlock, SignatureBlock

REGISTRATION_FORM = "documents/registration_form.html"
SECOND_COPY_REQUEST = "documents/second_copy_request.html"


class RegistrationFormBody(TypedDict, total=False):
    """Formulário de registro. `fields` follow the law's list; `more` is what the law does not ask for."""

    law: str
    article: str
    form_note: str  # "Sem formulário fixado em lei."
    fields: list[Field]
    more: list[Field]
    place: str  # the clinic where it was done
    price: str  # "R$ 5,00 (art. 11, I)"
    notes: list[str]  # what was said at the registration, each with its article
    owner: SignatureBlock
    registrar: SignatureBlock


class SecondCopyBody(TypedDict, total=False):
    """Pedido de segunda via. `validity` says until when the tutor's via identifies the animal."""

    law: str
    article: str
    items: list[Mark]
    reason: str
    rga_number: str
    animal: str
    person: PersonBlock
    date: str
    validity: str
    price: str
    owner: SignatureBlock
    clerk: SignatureBlock
