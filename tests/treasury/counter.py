"""A town's counter: two clerks, a manager, and charges on fixed days."""

import uuid
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from tests.factories import MembershipFactory, MunicipalityFactory, local_moment
from zoonoses.municipalities.models import Membership, Municipality, Role
from zoonoses.treasury.models import CollectionSettings
from zoonoses.treasury.services import charges


@dataclass
class Counter:
    municipality: Municipality
    clerk: Membership
    other_clerk: Membership
    manager: Membership

    def at(self, *wall_clock):
        return local_moment(self.municipality, *wall_clock)

    def charge(self, amount="100.00", **given):
        """A charge of 10 March 2025, a Monday."""
        given = {
            "kind": "kits",
            "description": "20 kits de registro, RGA 1 a 20",
            "article": "Art. 11, I",
            "basis": [
                {"text": "Registro.", "article": "Art. 11, I", "arithmetic": "R$ 5,00 × 20 = R$ 100,00"}
            ],
            "payer_name": "Clínica São Francisco",
            "payer_document": "11222333000181",
            "payer": "clinic:1",
            "subject": "clinic:1",
            "on": date(2025, 3, 10),
            "by": self.clerk,
        } | given
        return charges.charge(municipality=self.municipality, amount=Decimal(amount), **given)

    def pay(self, charge, amount="100.00", **given):
        given = {
            "means": "cash",
            "paid_on": date(2025, 3, 10),
            "at": self.at(2025, 3, 10, 9, 30),
            "by": self.clerk,
            "key": uuid.uuid4(),
        } | given
        return charges.pay(charge=charge, amount=Decimal(amount), **given)


def make_counter(law="alegre-es", **given) -> Counter:
    town = MunicipalityFactory(law=law, **given)
    people = [
        MembershipFactory(municipality=town, role=role) for role in (Role.CLERK, Role.CLERK, Role.MANAGER)
    ]
    return Counter(town, *people)


def at_the_bank() -> Counter:
    """A training town on 14 March 2025, with a code of FEBRABAN."""
    made = make_counter(at=(2025, 3, 14, 9, 30))
    CollectionSettings.objects.create(municipality=made.municipality, febraban_code="9999")
    return made
