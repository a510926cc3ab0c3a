"""Who may open the pages of the dívida ativa, and the record behind each: the access matrix takes both from here."""

import uuid
from decimal import Decimal

from zoonoses.municipalities.models import Role
from zoonoses.treasury.models import DebtRemittance, DebtReturn, SentDebt
from zoonoses.treasury.services import charges

MANAGER = frozenset({Role.MANAGER})
OFFICE = MANAGER | {Role.CLERK}
TABLE = {
    "treasury:debts": OFFICE,
    "treasury:debt": OFFICE,
    "treasury:debt_inscribe": OFFICE,
    "treasury:debt_paid": OFFICE,
    "treasury:debt_withdraw": MANAGER,
    "treasury:debt_new": OFFICE,
    "treasury:remittances": OFFICE,
    "treasury:remittance": OFFICE,
    "treasury:debt_returns": OFFICE,
    "treasury:debt_return": OFFICE,
    "treasury:debt_return_resume": OFFICE,
    "desk:reminders": MANAGER,
}


class Records:
    """A charge at the dívida ativa, another one to send, and a file of the office."""

    def __init__(self, town, at):
        self.charge = town.charge
        sent = charges.charge_by_hand(
            municipality=town.municipality,
            key=uuid.uuid4(),
            on=at.date(),
            by=town.clerk,
            description="Remoção de animal",
            article="Art. 1º",
            amount=Decimal("30.00"),
            payer_name=town.tutor.name,
            payer_document=town.tutor.document,
        )
        remittance = DebtRemittance.objects.create(
            municipality=town.municipality,
            year=2012,
            number=1,
            sent_on=at.date(),
            sent_at=at,
            sent_by=town.clerk,
            key=uuid.uuid4(),
        )
        self.debt = SentDebt.objects.create(
            municipality=town.municipality,
            remittance=remittance,
            charge=sent,
            debtor_name=town.tutor.name,
            origin=sent.description,
            amount=sent.amount,
            paid=0,
            owed=sent.amount,
        )
        self.returned = DebtReturn.objects.create(
            municipality=town.municipality,
            sha256="1" * 64,
            name="fazenda.csv",
            sent_at=at,
            sent_by=town.clerk,
        )

    def args(self) -> dict:
        """The arguments of each address that has some."""
        debt, returned = [self.debt.pk], [self.returned.pk]
        return {
            "treasury:debt": debt,
            "treasury:debt_inscribe": debt,
            "treasury:debt_paid": debt,
            "treasury:debt_withdraw": debt,
            "treasury:debt_new": [self.charge.pk],
            "treasury:remittance": [self.debt.remittance_id],
            "treasury:debt_return": returned,
            "treasury:debt_return_resume": returned,
        }
