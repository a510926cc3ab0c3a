"""Who may open the pages of seizures, boxes and summons, and one record behind each: the access matrix takes both."""

from datetime import date

from impound.models import Box, SeizedAnimal, Seizure
from registry.models import Animal
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.services import acts
from zoonoses.municipalities.models import Role

FIELD = frozenset({Role.AGENT, Role.VET, Role.MANAGER})
COUNTER = FIELD | {Role.CLERK}
BODY = COUNTER | {Role.JUDGE}
KEEPERS = frozenset({Role.VET, Role.MANAGER})
TABLE = {
    "impound:seizures": BODY,
    "impound:seizure": BODY,
    "impound:seizure_new": FIELD,
    "impound:losses": BODY,
    "impound:identify": COUNTER,
    "impound:summons_new": COUNTER,
    "impound:boxes": BODY,
    "impound:box_new": KEEPERS,
    "impound:box_edit": KEEPERS,
    "impound:box_move": COUNTER,
}
DAY = date(2012, 3, 1)


class Records:
    """One animal seized, in one box, in the town of the matrix (`tests.inspections.visits.Town`)."""

    def __init__(self, town):
        at = town.at(DAY, 11)
        case = acts.open_case(municipality=town.municipality, on=DAY)
        act = acts.record(case=case, kind=ActKind.SEIZURE, at=at, author=town.agent)
        self.seizure = Seizure.objects.create(
            act=act, origin="round", ground="loose", ground_label="solto", street="Rua do Fato"
        )
        animal = Animal.objects.create(municipality=town.municipality, species="dog", tutor=town.tutor)
        self.custody = SeizedAnimal.objects.create(
            municipality=town.municipality,
            seizure=self.seizure,
            animal=animal,
            entry_year=DAY.year,
            entry_number=1,
            seized_at=at,
            seized_on=DAY,
            species="dog",
            sex="female",
            description="caramelo",
            apparent_health="bom",
        )
        self.box = Box.objects.create(municipality=town.municipality, name="Canil da matriz", capacity=2)

    def args(self) -> dict:
        """The arguments of each address that has some."""
        return {
            "impound:seizure": [self.seizure.pk],
            "impound:summons_new": [self.seizure.pk],
            "impound:box_edit": [self.box.pk],
            "impound:box_move": [self.custody.pk],
        }
