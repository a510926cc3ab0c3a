"""Vaccines, lots and campaigns for tests: a town with a refrigerator."""

import uuid
from datetime import date

from registry.models import Campaign, CampaignPost, VaccineLot, VaccineProduct
from registry.services import vaccination
from tests.factories import AnimalFactory, ClinicFactory, ClinicMemberFactory
from tests.inspections.visits import Town
from zoonoses.municipalities.models import Role

DAY = date(2012, 3, 1)


class VaccineTown(Town):
    """A municipality with people of each role, one animal, one product and one lot of the agency.

    `lab_days` is the laboratory's period; the lot has `doses` and expires on `expires_on`.
    """

    def __init__(
        self, law="alegre-es", now="2012-03-01 10:00", *, lab_days=365, doses=10, expires_on=date(2012, 3, 31)
    ):
        super().__init__(law, now=now)
        self.clinic_house = ClinicFactory(municipality=self.municipality)
        ClinicMemberFactory(clinic=self.clinic_house, membership=self.clinic)
        self.animal = AnimalFactory(tutor=self.tutor, born_on=date(2010, 5, 10), coat="curta")
        self.product = VaccineProduct.objects.create(
            municipality=self.municipality,
            name="Raivacel",
            maker="Laboratório Ipê",
            lab_period_days=lab_days,
            low_stock_at=2,
        )
        self.lot = self.new_lot("P-100", doses=doses, expires_on=expires_on)

    def new_lot(self, number, *, doses=10, expires_on=date(2012, 3, 31), clinic=None, product=None):
        return VaccineLot.objects.create(
            municipality=self.municipality,
            product=product or self.product,
            clinic=clinic,
            number=number,
            made_on=date(2010, 1, 5),
            received_on=date(2010, 2, 1),
            expires_on=expires_on,
            doses=doses,
        )

    def animal_of(self, **values):
        return AnimalFactory(tutor=self.tutor, **{"born_on": date(2010, 5, 10), **values})

    def apply(self, on=DAY, **values):
        """A dose by the agency's vet, entered at ten o'clock of its own day."""
        given = {
            "animal": self.animal,
            "lot": self.lot,
            "at": self.at(on),
            "by": self.vet,
            "key": uuid.uuid4(),
            "vet_name": "Dra. Inês Conceição",
            "vet_crmv": "CRMV-ES 1234",
        }
        return vaccination.apply(on=on, **{**given, **values})

    def campaign(self, starts_on=DAY, ends_on=date(2012, 3, 10), **values):
        return Campaign.objects.create(
            municipality=self.municipality,
            name=values.pop("name", "Campanha antirrábica 2012"),
            starts_on=starts_on,
            ends_on=ends_on,
            product=self.product,
            **values,
        )

    def post(self, campaign=None, name="Escola Municipal", area="Centro", dogs=10, cats=5):
        return CampaignPost.objects.create(
            campaign=campaign or self.campaign(), name=name, area=area, target_dogs=dogs, target_cats=cats
        )


def roles_of(town) -> dict:
    return {role: getattr(town, role.value) for role in Role}
