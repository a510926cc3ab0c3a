"""Who may open the pages of clinics, and one record behind each: the access matrix takes both from here."""

import uuid
from datetime import date

from registry.models import ClinicMember, Remittance, RemittanceItem, Rga
from registry.services import kits, numbers
from tests.factories import AnimalFactory, ClinicFactory
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import DocumentFile
from zoonoses.municipalities.models import Role

MANAGER = frozenset({Role.MANAGER})
OFFICE = MANAGER | {Role.CLERK}
CLINIC = frozenset({Role.CLINIC})
TABLE = {
    "registry:clinics": OFFICE,
    "registry:clinic_new": OFFICE,
    "registry:clinic": OFFICE,
    "registry:clinic_edit": OFFICE,
    "registry:clinic_kits": OFFICE,
    "registry:clinic_spoilt": OFFICE,
    "registry:clinic_suspend": MANAGER,
    "registry:clinic_member_new": MANAGER,
    "registry:remittance": OFFICE,
    "registry:clinic_home": CLINIC,
    "registry:kit_spoilt": CLINIC,
    "registry:clinic_registrations": CLINIC,
    "registry:clinic_remittance": CLINIC,
    "registry:clinic_lookup": CLINIC,
    "registry:clinic_pdf": CLINIC,
}
DAY = date(2012, 3, 1)


class Records:
    """The clinic of one town (`tests.inspections.visits.Town`): its kits, a registration, a remittance sent."""

    def __init__(self, town):
        member = ClinicMember.objects.filter(membership=town.clinic).first()
        member = member or ClinicMember.objects.create(
            clinic=ClinicFactory(municipality=town.municipality, name="Clínica do Primeiro"),
            membership=town.clinic,
        )
        self.clinic, at = member.clinic, town.at(DAY)
        self.block = kits.deliver(
            municipality=town.municipality,
            clinic=self.clinic,
            quantity=5,
            at=at,
            by=town.clerk,
            key=uuid.uuid4(),
        )
        taken = numbers.take(municipality=town.municipality, on=DAY, clinic=self.clinic)
        self.rga = Rga.objects.create(
            municipality=town.municipality,
            number=taken.number,
            animal=AnimalFactory(tutor=town.tutor, name="Registrada"),
            registered_on=DAY,
            registered_at=at,
            registered_by=town.clinic,
            clinic=self.clinic,
            block=taken.block,
            form=town.document(DocumentKind.REGISTRATION_FORM, at),
            code=f"R{town.municipality.pk}",
        )
        DocumentFile.objects.create(
            document=self.rga.form, pdf=b"%PDF-", sha256="0" * 64, template="", context={}
        )
        self.remittance = Remittance.objects.create(
            clinic=self.clinic, from_on=DAY, until_on=DAY, sent_on=DAY, sent_by=town.clinic
        )
        RemittanceItem.objects.create(remittance=self.remittance, rga=self.rga)

    def args(self, role) -> dict:
        """The arguments of each address that has some."""
        clinic = [self.clinic.pk]
        found = {
            f"registry:{name}": clinic for name in ("clinic", "clinic_edit", "clinic_kits", "clinic_spoilt")
        }
        found |= {f"registry:{name}": clinic for name in ("clinic_suspend", "clinic_member_new")}
        found["registry:remittance"] = [self.remittance.pk]
        found["registry:clinic_pdf"] = [self.rga.form_id]
        return found
