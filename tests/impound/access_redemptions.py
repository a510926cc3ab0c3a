"""Who may open the pages of redemption, and one request behind each: the access matrix takes both."""

from impound.models import Redemption, RedemptionItem, SeizedAnimal
from registry.models import Animal
from tests.impound.access_seizures import BODY, COUNTER, DAY
from zoonoses.documents.kinds import ActKind
from zoonoses.documents.services import acts
from zoonoses.municipalities.models import Role

MONEY = frozenset({Role.CLERK, Role.MANAGER})
TABLE = {
    "impound:redeem": COUNTER,
    "impound:redemptions": BODY,
    "impound:redemption": BODY,
    "impound:redemption_item": COUNTER,
    "impound:redemption_item_undo": COUNTER,
    "impound:redemption_bill": COUNTER,
    "impound:redemption_guide": MONEY,
    "impound:redemption_pay": MONEY,
    "impound:redemption_notice_sign": COUNTER,
    "impound:redemption_register": COUNTER,
    "impound:release": COUNTER,
    "impound:redemption_withdraw": COUNTER,
}


class Records:
    """A second animal of the seizure of the matrix, with a request of its tutor and one thing already shown."""

    def __init__(self, town, seizures):
        at = town.at(DAY, 12)
        self.free = seizures.custody
        animal = Animal.objects.create(municipality=town.municipality, species="dog", tutor=town.tutor)
        self.custody = SeizedAnimal.objects.create(
            municipality=town.municipality,
            seizure=seizures.seizure,
            animal=animal,
            entry_year=DAY.year,
            entry_number=9002,
            seized_at=at,
            seized_on=DAY,
            species="dog",
            sex="male",
            description="preto",
            apparent_health="bom",
        )
        act = acts.record(
            case=seizures.seizure.act.case, kind=ActKind.REDEMPTION_REQUEST, at=at, author=town.clerk
        )
        self.redemption = Redemption.objects.create(
            act=act, seizure=seizures.seizure, requester=town.tutor, owner=town.tutor, capacity="owner"
        )
        self.redemption.animals.set([self.custody])
        self.item = RedemptionItem.objects.create(
            redemption=self.redemption,
            code="proof_of_ownership",
            label="recibo",
            recorded_at=at,
            recorded_by=town.clerk,
        )

    def args(self) -> dict:
        """The arguments of each address that has some."""
        own = [self.redemption.pk]
        names = ("item", "bill", "guide", "pay", "notice_sign", "withdraw")
        return {f"impound:redemption_{name}": own for name in names} | {
            "impound:redeem": [self.free.pk],
            "impound:redemption": own,
            "impound:release": own,
            "impound:redemption_item_undo": [self.item.pk],
            "impound:redemption_register": [self.redemption.pk, self.custody.pk],
        }
