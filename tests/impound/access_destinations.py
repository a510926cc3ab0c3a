"""Who may open the pages of destination, and one record behind each: the access matrix takes both from here."""

from datetime import timedelta

from impound.models import AdoptionBar, Exit, FollowUp, LotAnimal, SaleLot, SeizedAnimal
from registry.models import Animal
from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.models import Document
from zoonoses.documents.services import acts
from zoonoses.municipalities.models import Role

FIELD = frozenset({Role.AGENT, Role.VET, Role.MANAGER})
STAFF = FIELD | {Role.CLERK}
BODY = STAFF | {Role.JUDGE}
MANAGER = frozenset({Role.MANAGER})
TABLE = {
    "impound:destine": BODY,
    "impound:destine_as": STAFF,
    "impound:sales": BODY,
    "impound:sale_new": MANAGER,
    "impound:sale": BODY,
    "impound:bid_new": STAFF,
    "impound:sale_result": MANAGER,
    "impound:sale_deliver": frozenset({Role.CLERK, Role.MANAGER}),
    "impound:follow_ups": BODY,
    "impound:follow_up": STAFF,
    "impound:bars": BODY,
    "impound:bar_new": MANAGER,
    "impound:bar_lift": MANAGER,
}


class Records:
    """The animal of the seizures' records in a lot, another adopted with a visit to make, and a bar: rows alone."""

    def __init__(self, town, seizures):
        self.custody, self.town = seizures.custody, town
        at, self.case = self.custody.seized_at, seizures.seizure.act.case
        self.lot = SaleLot.objects.create(
            act=self._act(ActKind.SALE_NOTICE, DocumentKind.SALE_NOTICE, town.manager, at),
            kind="auction",
            held_at=at + timedelta(days=30),
            place="Parque",
            minimum=10,
            published="Mural",
        )
        LotAnimal.objects.create(lot=self.lot, custody=self.custody)
        adopted = SeizedAnimal.objects.create(
            municipality=town.municipality,
            seizure=seizures.seizure,
            animal=Animal.objects.create(municipality=town.municipality, species="cat", tutor=town.tutor),
            entry_year=at.year,
            entry_number=9003,
            seized_at=at,
            seized_on=at.date(),
            species="cat",
            sex="male",
            description="cinza",
            apparent_health="bom",
        )
        left = Exit.objects.create(
            custody=adopted,
            act=self._act(ActKind.DESTINATION, DocumentKind.ADOPTION, town.clerk, at),
            kind="adoption",
            at=at,
            on=at.date(),
            receiver=town.tutor,
        )
        self.visit = FollowUp.objects.create(exit=left, due_on=at.date(), responsible=town.agent)
        self.bar = AdoptionBar.objects.create(
            municipality=town.municipality,
            tutor=town.tutor,
            reason="devolveu",
            since_on=at.date(),
            written_by=town.manager,
        )

    def _act(self, kind, paper, by, at):
        document = Document.objects.create(
            municipality=self.town.municipality,
            kind=paper,
            year=at.year,
            number=9001,
            title=paper.label,
            code=f"{paper[:8]}-{self.town.municipality.pk}",
            issued_on=at.date(),
            issued_at=at,
            issued_by=by,
            case=self.case,
        )
        return acts.record(case=self.case, kind=kind, at=at, author=by, document=document)

    def args(self) -> dict:
        """The arguments of each address that has some."""
        found = {
            f"impound:{name}": [self.lot.pk] for name in ("sale", "bid_new", "sale_result", "sale_deliver")
        }
        return found | {
            "impound:destine": [self.custody.pk],
            "impound:destine_as": [self.custody.pk, "adoption_or_protective_donation", "adoption"],
            "impound:follow_up": [self.visit.pk],
            "impound:bar_lift": [self.bar.pk],
        }
