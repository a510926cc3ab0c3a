"""Who may open the pages of licences, castration and community animals, and one record behind each."""

from datetime import date

from registry.models import (
    CastrationAppointment,
    CastrationDay,
    CastrationRequest,
    HouseholdReduction,
    LicenceAnimal,
    LicenceRequest,
)
from tests.factories import AnimalFactory
from zoonoses.documents.kinds import DocumentKind
from zoonoses.municipalities.models import Role

FIELD = frozenset({Role.AGENT, Role.VET, Role.MANAGER})
STAFF = FIELD | {Role.CLERK}
TABLE = {
    "registry:licences": STAFF,
    "registry:licence_new": STAFF,
    "registry:licence": STAFF,
    "registry:licence_decide": FIELD,
    "registry:licence_animal_gone": STAFF,
    "registry:households": STAFF,
    "registry:household": STAFF,
    "registry:reduction_new": FIELD,
    "registry:reduction_lift": FIELD,
    "registry:castration": STAFF,
    "registry:castration_new": STAFF,
    "registry:castration_request": STAFF,
    "registry:castration_withdraw": STAFF,
    "registry:castration_days": STAFF,
    "registry:castration_day": STAFF,
    "registry:castration_call": STAFF,
    "registry:castration_result": STAFF,
    "registry:communities": STAFF,
    "registry:community": STAFF,
    "registry:commitment_new": STAFF,
}
DAY = date(2012, 3, 1)


class Records:
    """A licence request with an animal, a request of castration with its place on a day, of one municipality."""

    def __init__(self, town):
        self.town = town
        at = town.at(DAY, 11)
        self.animal = AnimalFactory(tutor=town.tutor)
        self.licence = LicenceRequest.objects.create(
            municipality=town.municipality,
            kind="kennel",
            ruleset="alegre-es",
            holder=town.tutor,
            requested_on=DAY,
            requested_by=town.clerk,
            document=town.document(DocumentKind.LICENCE_REQUEST, at),
        )
        self.listed = LicenceAnimal.objects.create(request=self.licence, animal=self.animal)
        self.reduction = HouseholdReduction.objects.create(
            municipality=town.municipality,
            holder=town.tutor,
            address_key=town.tutor.address_key,
            limit=6,
            report="Laudo nº 3/2012",
            report_on=DAY,
            starts_on=DAY,
            reason="Espaço pequeno.",
            recorded_by=town.vet,
            recorded_at=at,
        )
        self.request = CastrationRequest.objects.create(
            municipality=town.municipality,
            animal=self.animal,
            ground=CastrationRequest.Ground.OTHER,
            requested_at=at,
            requested_by=town.clerk,
        )
        self.day = CastrationDay.objects.create(
            municipality=town.municipality, on=DAY, place="CCZ", places=2, opened_by=town.clerk
        )
        self.call = CastrationAppointment.objects.create(
            request=self.request, day=self.day, called_by=town.clerk, called_at=at
        )

    def args(self, role):
        """The arguments of each address that has some."""
        return {
            "registry:licence": [self.licence.pk],
            "registry:licence_decide": [self.licence.pk],
            "registry:licence_animal_gone": [self.listed.pk],
            "registry:household": [self.town.tutor.pk],
            "registry:reduction_new": [self.town.tutor.pk],
            "registry:reduction_lift": [self.reduction.pk],
            "registry:castration_new": [self.animal.pk],
            "registry:castration_request": [self.request.pk],
            "registry:castration_withdraw": [self.request.pk],
            "registry:castration_day": [self.day.pk],
            "registry:castration_call": [self.day.pk],
            "registry:castration_result": [self.call.pk],
            "registry:community": [self.animal.pk],
            "registry:commitment_new": [self.animal.pk],
        }
