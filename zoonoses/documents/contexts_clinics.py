"""What the papers between the agency and the clinics print. Conventions as in `contexts`."""

from typing import TypedDict

from zoonoses.documents.contexts import SignatureBlock

REMITTANCE_LIST = "documents/remittance_list.html"
REMITTANCE_RECEIPT = "documents/remittance_receipt.html"


class ClinicBlock(TypedDict, total=False):
    """The accredited establishment."""

    name: str
    cnpj: str
    crmv: str
    vet: str  # "Márcia Peçanha, CRMV-ES 2345"
    address: str
    phone: str


class RemittanceLine(TypedDict, total=False):
    """One registration whose via is sent."""

    number: str
    registered_on: str
    animal: str
    species: str
    owner: str
    form: str  # "0012/2025"


class RemittanceListBody(TypedDict, total=False):
    """Relação mensal de registros, sent with the órgão's vias."""

    law: str
    article: str
    clinic: ClinicBlock
    period: str
    due_on: str
    lines: list[RemittanceLine]
    total: str
    sender: SignatureBlock


class RemittanceReceiptBody(TypedDict, total=False):
    """Recibo de remessa mensal. `missing` names the vias that did not come; empty when all did."""

    clinic: ClinicBlock
    list_number: str
    period: str
    sent_on: str
    received_on: str
    total: str
    received: str
    missing: list[str]
    receiver: SignatureBlock


Body = RemittanceListBody | RemittanceReceiptBody
