"""Who may open the pages of destination, and one animal behind each: the access matrix takes both from here."""

from zoonoses.municipalities.models import Role

FIELD = frozenset({Role.AGENT, Role.VET, Role.MANAGER})
STAFF = FIELD | {Role.CLERK}
BODY = STAFF | {Role.JUDGE}
TABLE = {
    "impound:destine": BODY,
    "impound:destine_as": STAFF,
}


class Records:
    """The animal of the seizures' records (`tests.impound.access_seizures.Records`)."""

    def __init__(self, town, seizures):
        self.custody = seizures.custody

    def args(self) -> dict:
        """The arguments of each address that has some."""
        return {
            "impound:destine": [self.custody.pk],
            "impound:destine_as": [self.custody.pk, "adoption_or_protective_donation", "adoption"],
        }
