"""Who may open the pages of people, merges, privacy and history, and one record behind each, for the access matrix."""

from datetime import date

from registry.models import TutorAddress
from registry.services import merges
from tests.factories import TutorFactory
from zoonoses.municipalities.models import Role

MANAGER = frozenset({Role.MANAGER})
OFFICE = MANAGER | {Role.CLERK}
STAFF = OFFICE | {Role.AGENT, Role.VET}
BODY = STAFF | {Role.JUDGE}
TABLE = {
    "registry:tutor_likely": STAFF,
    "registry:address_new": STAFF,
    "registry:address_edit": STAFF,
    "registry:merges": OFFICE,
    "registry:merge": OFFICE,
    "registry:merge_choose": OFFICE,
    "registry:merge_new": OFFICE,
    "registry:looks": MANAGER,
    "registry:privacy": MANAGER,
    "registry:anonymise_all": MANAGER,
    "registry:anonymise": MANAGER,
    "desk:history_person": BODY,
    "desk:history_address": BODY,
    "desk:person_copy": OFFICE,
    "desk:person_copy_json": OFFICE,
}


class Records:
    """A second person, a further address and a merge of one municipality."""

    def __init__(self, town):
        self.tutor = town.tutor
        self.other, twin = (TutorFactory(municipality=town.municipality) for _ in range(2))
        self.address = TutorAddress.objects.create(tutor=self.tutor, street="Rua B", address_key="rua b")
        self.merge = merges.merge(
            kept=self.other,
            merged=twin,
            choices={},
            reason="mesma pessoa",
            by=town.clerk,
            at=town.at(date(2012, 3, 1)),
        )

    def args(self):
        person = [self.tutor.pk]
        return {
            "registry:address_new": person,
            "registry:address_edit": [self.address.pk],
            "registry:merge": [self.merge.pk],
            "registry:merge_choose": person,
            "registry:merge_new": [self.tutor.pk, self.other.pk],
            "registry:looks": person,
            "registry:anonymise": person,
            "desk:history_person": person,
            "desk:person_copy": person,
            "desk:person_copy_json": person,
        }
