"""Who may open the pages of custody, and one record behind each: the access matrix takes both from here."""

from impound.models import CustodyEvent
from zoonoses.municipalities.models import Role

FIELD = frozenset({Role.AGENT, Role.VET, Role.MANAGER})
STAFF = FIELD | {Role.CLERK}
BODY = STAFF | {Role.JUDGE}
TABLE = {
    "impound:custodies": BODY,
    "impound:custody": BODY,
    "impound:custody_bill": BODY,
    "impound:event_new": STAFF,
    "impound:event_revoke": STAFF,
    "impound:evaluation_new": FIELD,
    "impound:custody_end": FIELD,
    "impound:custody_end_undo": frozenset({Role.MANAGER}),
    "impound:owner_identified": STAFF,
    "impound:birth_new": STAFF,
}


class Records:
    """The animal of the seizures' records (`tests.impound.access_seizures.Records`), with a fact of it."""

    def __init__(self, town, seizures):
        self.custody = seizures.custody
        self.event = CustodyEvent.objects.create(
            custody=self.custody,
            kind="observation",
            label="Observação",
            on=self.custody.seized_on,
            recorded_at=self.custody.seized_at,
            recorded_by=town.agent,
        )

    def args(self) -> dict:
        """The arguments of each address that has some."""
        names = ("custody", "custody_bill", "event_new", "evaluation_new", "custody_end", "owner_identified")
        found = {f"impound:{name}": [self.custody.pk] for name in (*names, "birth_new")}
        found["impound:custody_end_undo"] = [self.custody.pk]
        return found | {"impound:event_revoke": [self.event.pk]}
