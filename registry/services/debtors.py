"""Who owes a charge, as registered today: for the remittances to the dívida ativa."""

from registry.models import Clinic, Tutor
from zoonoses.treasury.services.debt_origins import Debtor


def of_tutor(charge) -> Debtor:
    """The person who pays, through a merge; as the charge names them where the record has nothing."""
    rows = Tutor.objects.of(charge.municipality).select_related("merged_into")
    found = rows.filter(pk=_number(charge)).first()
    person = found and (found.merged_into or found)
    if person is None or person.anonymised_on is not None:
        return _as_charged(charge)
    return Debtor(person.name, person.document or charge.payer_document, _address(person))


def of_clinic(charge) -> Debtor:
    """The clinic that pays."""
    clinic = Clinic.objects.of(charge.municipality).filter(pk=_number(charge)).first()
    if clinic is None:
        return _as_charged(charge)
    return Debtor(clinic.name, clinic.cnpj, _address(clinic))


def _as_charged(charge) -> Debtor:
    return Debtor(charge.payer_name, charge.payer_document, "")


def _number(charge) -> int:
    return int(charge.payer.partition(":")[2])


def _address(row) -> str:
    """One line, as on an envelope: street, district, town and CEP."""
    town = "/".join(part for part in (row.city, row.uf) if part)
    code = f"CEP {row.postal_code[:5]}-{row.postal_code[5:]}" if row.postal_code else ""
    return ", ".join(part for part in (row.address_line, town, code) if part)
