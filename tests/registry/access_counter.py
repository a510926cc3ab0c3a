"""Who may open the counter, and one record behind each address: the access matrix takes both from here."""

import uuid

from django.core.files.base import ContentFile

from registry.models import IdentityCard, PrintBatch
from zoonoses.municipalities.models import Role

COUNTER = frozenset({Role.CLINIC, Role.CLERK, Role.VET, Role.MANAGER})
TABLE = {
    "registry:counter": COUNTER,
    "registry:counter_done": COUNTER,
    "registry:counter_print": COUNTER,
}


class Records:
    """A card of the clinic's registration (`access_clinics.Records`), already drawn."""

    def __init__(self, clinics, post):
        self.rga = clinics.rga
        card = IdentityCard.objects.create(
            rga=self.rga, kind="card", copy=1, issued_on=self.rga.registered_on, issued_by=post
        )
        self.batch = PrintBatch.objects.create(
            municipality=self.rga.municipality,
            key=uuid.uuid4(),
            kind=PrintBatch.Kind.CARDS_SINGLE,
            requested_by=post,
            requested_at=self.rga.registered_at,
            finished_at=self.rga.registered_at,
        )
        self.batch.rows.create(position=1, card=card, drawn=True)
        self.batch.pdf.save("carteira.pdf", ContentFile(b"%PDF-"))

    def args(self) -> dict:
        """The arguments of each address that has some."""
        return {
            "registry:counter_done": [self.rga.animal_id],
            "registry:counter_print": [self.batch.pk],
        }
