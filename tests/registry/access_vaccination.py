"""Who may open the pages of vaccination, and one record behind each: the access matrix takes both from here."""

import uuid
from datetime import date

from registry.models import (
    BiteObservation,
    Campaign,
    CampaignPost,
    CampaignTally,
    ClinicMember,
    Vaccination,
    VaccineLot,
    VaccineProduct,
)
from tests.factories import AnimalFactory, ClinicFactory
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import DocumentFile
from zoonoses.municipalities.models import Role

ORGANISERS = frozenset({Role.VET, Role.CLERK, Role.MANAGER})
STAFF = ORGANISERS | {Role.AGENT}
VACCINATORS = STAFF | {Role.CLINIC}
TABLE = {
    "registry:vaccinations": VACCINATORS,
    "registry:vaccination_new": VACCINATORS,
    "registry:vaccination": VACCINATORS,
    "registry:vaccination_issue": VACCINATORS,
    "registry:vaccination_pdf": VACCINATORS,
    "registry:vaccination_void": VACCINATORS,
    "registry:animal_vaccinations": VACCINATORS,
    "registry:vaccination_proof": VACCINATORS,
    "registry:vaccine_stock": VACCINATORS,
    "registry:vaccine_product_new": VACCINATORS,
    "registry:vaccine_product": STAFF,
    "registry:vaccine_lot_new": VACCINATORS,
    "registry:vaccine_lot": VACCINATORS,
    "registry:vaccine_lot_loss": VACCINATORS,
    "registry:campaigns": STAFF,
    "registry:campaign_new": ORGANISERS,
    "registry:campaign": STAFF,
    "registry:campaign_edit": ORGANISERS,
    "registry:campaign_post_new": ORGANISERS,
    "registry:campaign_post": STAFF,
    "registry:campaign_post_edit": ORGANISERS,
    "registry:campaign_vaccinate": STAFF,
    "registry:campaign_count": STAFF,
    "registry:tally_correct": STAFF,
    "registry:overdue": STAFF,
    "registry:overdue_letters": STAFF,
    "registry:bites": STAFF,
    "registry:bite_new": STAFF,
    "registry:bite": STAFF,
    "registry:bite_visit": STAFF,
    "registry:bite_close": STAFF,
}
DAY = date(2012, 3, 1)


class Records:
    """The records of one town (`tests.inspections.visits.Town`); its clinic user gets a clinic when it has none."""

    def __init__(self, town):
        self.town = town
        member = ClinicMember.objects.filter(membership=town.clinic).first()
        member = member or ClinicMember.objects.create(
            clinic=ClinicFactory(municipality=town.municipality), membership=town.clinic
        )
        self.product = VaccineProduct.objects.create(
            municipality=town.municipality, name="Raivacel", maker="Ipê"
        )
        self.lots = {house: self._lot(house) for house in (None, member.clinic)}
        self.doses = {house: self._dose(lot, house) for house, lot in self.lots.items()}
        self.house = member.clinic
        campaign = Campaign.objects.create(
            municipality=town.municipality, name="Campanha", starts_on=DAY, ends_on=DAY, product=self.product
        )
        self.post = CampaignPost.objects.create(campaign=campaign, name="Escola", area="Centro")
        self.tally = CampaignTally.objects.create(
            post=self.post,
            on=DAY,
            species="dog",
            doses=1,
            lot=self.lots[None],
            entered_by=town.agent,
            entered_at=town.at(DAY),
            key=uuid.uuid4(),
        )
        self.bite = BiteObservation.objects.create(
            municipality=town.municipality,
            animal=self.doses[None].animal,
            bitten_on=DAY,
            condition="healthy",
            place="casa",
            opened_by=town.vet,
            opened_at=town.at(DAY),
        )

    def _lot(self, house):
        return VaccineLot.objects.create(
            municipality=self.town.municipality,
            product=self.product,
            clinic=house,
            number="P-1",
            expires_on=date(2012, 12, 31),
            doses=10,
            received_on=DAY,
        )

    def _dose(self, lot, house):
        town = self.town
        document = town.document(DocumentKind.VACCINATION_CARD, town.at(DAY))
        DocumentFile.objects.create(document=document, pdf=b"%PDF-", sha256="0" * 64, template="", context={})
        return Vaccination.objects.create(
            animal=AnimalFactory(tutor=town.tutor),
            municipality=town.municipality,
            lot=lot,
            product_name="Raivacel",
            on=DAY,
            clinic=house,
            document=document,
            recorded_by=town.clinic if house else town.vet,
            recorded_at=town.at(DAY),
        )

    def args(self, role) -> dict:
        """The arguments of each address that has some, for a person of this role."""
        house = self.house if role == Role.CLINIC else None
        dose, lot, campaign = self.doses[house], self.lots[house], self.post.campaign
        found = {}
        for name in ("vaccination", "vaccination_issue", "vaccination_pdf", "vaccination_void"):
            found[f"registry:{name}"] = [dose.pk]
        for name in ("animal_vaccinations", "vaccination_proof"):
            found[f"registry:{name}"] = [dose.animal_id]
        for name in ("vaccine_lot", "vaccine_lot_loss"):
            found[f"registry:{name}"] = [lot.pk]
        for name in ("campaign", "campaign_edit", "campaign_post_new"):
            found[f"registry:{name}"] = [campaign.pk]
        for name in ("campaign_post", "campaign_post_edit", "campaign_vaccinate", "campaign_count"):
            found[f"registry:{name}"] = [self.post.pk]
        for name in ("bite", "bite_visit", "bite_close"):
            found[f"registry:{name}"] = [self.bite.pk]
        found["registry:vaccine_product"] = [self.product.pk]
        found["registry:tally_correct"] = [self.tally.pk]
        return found
