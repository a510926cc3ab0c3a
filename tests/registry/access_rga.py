"""Who may open the pages of animals' lives, the RGA and printing, and one record behind each, for the access matrix."""

import uuid
from datetime import date

from registry.models import IdentityCard, ListEntry, PrintBatch, Rga, SecondCopyRequest
from registry.services import animal_facts, printing
from tests.factories import AnimalFactory
from zoonoses.documents import codes
from zoonoses.documents.kinds import DocumentKind
from zoonoses.municipalities.models import Role

MANAGER = frozenset({Role.MANAGER})
STAFF = MANAGER | {Role.AGENT, Role.VET, Role.CLERK}
TABLE = {
    "registry:list_entries": MANAGER,
    "registry:list_entry_switch": MANAGER,
    "registry:animal_fact": STAFF,
    "registry:fact_revoke": STAFF,
    "registry:rga_new": STAFF,
    "registry:second_copy_new": STAFF,
    "registry:second_copies": STAFF,
    "registry:second_copy_issue": STAFF,
    "registry:cards": STAFF,
    "registry:batch_new": STAFF,
    "registry:batches": STAFF,
    "registry:batch": STAFF,
    "registry:batch_resume": STAFF,
    "registry:batch_pdf": STAFF,
    "portal:rga": "public",
}
DAY = date(2012, 3, 1)


class Records:
    """A registered animal of one town (`tests.inspections.visits.Town`), a request, a fact, an entry, a batch."""

    def __init__(self, town):
        at, place = town.at(DAY, 14), town.municipality
        self.animal = AnimalFactory(tutor=town.tutor, name="Com RGA")
        self.rga = Rga.objects.create(
            municipality=place,
            number=700,
            animal=self.animal,
            registered_on=DAY,
            registered_at=at,
            registered_by=town.clerk,
            code=codes.new_code(),
        )
        card = IdentityCard.objects.create(rga=self.rga, kind="card", issued_on=DAY, issued_by=town.clerk)
        self.asked = SecondCopyRequest.objects.create(
            rga=self.rga,
            wants_card=True,
            reason="loss",
            requested_on=DAY,
            document=town.document(DocumentKind.SECOND_COPY_REQUEST, at),
            requested_by=town.clerk,
        )
        self.fact = animal_facts.lose(animal=self.animal, on=DAY, at=at, by=town.clerk)
        self.entry = ListEntry.objects.create(municipality=place, kind="breed", label="Veadeiro")
        self.batch = printing.order(
            municipality=place,
            kind=PrintBatch.Kind.CARDS_SHEET,
            at=at,
            by=town.clerk,
            key=uuid.uuid4(),
            cards=[card.pk],
        )
        printing.run(self.batch.pk, lambda batch: at)

    def args(self):
        """The arguments of each address, for this town's own records."""
        return {
            "registry:list_entry_switch": [self.entry.pk],
            "registry:animal_fact": [self.animal.pk, "obito"],
            "registry:fact_revoke": [self.fact.pk],
            "registry:rga_new": [self.animal.pk],
            "registry:second_copy_new": [self.animal.pk],
            "registry:second_copy_issue": [self.asked.pk],
            "registry:batch": [self.batch.pk],
            "registry:batch_resume": [self.batch.pk],
            "registry:batch_pdf": [self.batch.pk],
        }

    def shared(self):
        """Addresses that anybody opens."""
        return {"portal:rga": [self.rga.code]}
