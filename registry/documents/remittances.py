"""Bodies of the papers of the monthly remittance."""

from zoonoses.documents.contexts_clinics import ClinicBlock, RemittanceListBody, RemittanceReceiptBody
from zoonoses.municipalities.templatetags import br


def clinic_block(clinic) -> ClinicBlock:
    """An accredited establishment as papers name it."""
    return {
        "name": clinic.name,
        "cnpj": br.cnpj(clinic.cnpj),
        "crmv": clinic.crmv,
        "vet": f"{clinic.vet_name}, {clinic.vet_crmv}",
        "address": clinic.address_line,
        "phone": br.phone(clinic.phone),
    }


def list_body(clinic, rows, *, first, until, due, law: str, by) -> RemittanceListBody:
    """The list of registrations `rows` of a period; `due` is the law's term that it answers."""
    return {
        "law": law,
        "article": due.article,
        "clinic": clinic_block(clinic),
        "period": f"{first:%d/%m/%Y} a {until:%d/%m/%Y}",
        "due_on": br.short_date(due.due_on) if due.due_on else "",
        "lines": [_line(row) for row in rows],
        "total": _count(len(rows)),
        "sender": _signer(by, "Responsável pela remessa"),
    }


def _line(rga):
    animal = rga.animal
    return {
        "number": str(rga.number),
        "registered_on": f"{rga.registered_on:%d/%m/%Y}",
        "animal": animal.name or "sem nome",
        "species": animal.species_label,
        "owner": animal.tutor.name if animal.tutor else "",
    }


def receipt_body(remittance, clinic, *, total: int, missing, by) -> RemittanceReceiptBody:
    """What the agency received of a remittance of `total` vias; `missing` are numbers of RGA."""
    return {
        "clinic": clinic_block(clinic),
        "list_number": str(remittance.list_document or ""),
        "period": f"{remittance.from_on:%d/%m/%Y} a {remittance.until_on:%d/%m/%Y}",
        "sent_on": f"{remittance.sent_on:%d/%m/%Y}",
        "received_on": f"{remittance.received_on:%d/%m/%Y}",
        "total": _count(total),
        "received": _count(total - len(missing)),
        "missing": [f"RGA {number}" for number in missing],
        "receiver": _signer(by, "Recebido por"),
    }


def _count(number: int) -> str:
    return "nenhuma via" if number == 0 else "1 via" if number == 1 else f"{number} vias"


def _signer(by, heading):
    return {
        "heading": heading,
        "name": by.user.get_full_name(),
        "position": by.position,
        "badge": by.crmv or by.badge,
        "badge_label": "CRMV" if by.crmv else "Matrícula",
    }
