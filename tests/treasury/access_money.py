"""Who may open the pages of own rules, instalments and the bank's money left over, and the record behind each."""

import uuid
from datetime import date
from decimal import Decimal

from zoonoses.municipalities.models import Role
from zoonoses.treasury.models import BankOutcome, BankRecord
from zoonoses.treasury.services import charges, own_rules, plans

MANAGER = frozenset({Role.MANAGER})
OFFICE = MANAGER | {Role.CLERK}
TABLE = {
    "treasury:late_rules": MANAGER,
    "treasury:instalment_rules": MANAGER,
    "treasury:index_variations": MANAGER,
    "treasury:plan_new": OFFICE,
    "treasury:plan": OFFICE,
    "treasury:plan_break": OFFICE,
    "treasury:instalment_guide": OFFICE,
    "treasury:bank_records": OFFICE,
    "treasury:bank_record": OFFICE,
    "treasury:bank_match": OFFICE,
    "treasury:bank_mark": OFFICE,
    "treasury:bank_give_back": OFFICE,
}
DAY = date(2012, 3, 1)


class Records:
    """One agreement of a charge of its own, and one record of the bank that found no guide."""

    def __init__(self, world, at):
        given = {"municipality": world.municipality, "by": world.manager, "at": at}
        own_rules.enter_instalment_rule(
            **given, act="Decreto nº 7/2011", from_on=DAY, max_count=2, min_amount=Decimal(1)
        )
        own_rules.enter_late_rule(
            **given, act="LC nº 1/2011", from_on=date(2012, 3, 2), late_fine=Decimal(2), index="IPCA"
        )
        own_rules.enter_variation(**given, index="IPCA", month=DAY, percent=Decimal("0.21"), source="IBGE")
        self.charge = charges.charge(
            municipality=world.municipality,
            kind="registration",
            description="Registro de animal",
            article="Art. 11, I",
            basis=[],
            payer_name=world.tutor.name,
            payer_document=world.tutor.document,
            payer=f"tutor:{world.tutor.pk}",
            subject=f"tutor:{world.tutor.pk}",
            amount=Decimal("5.01"),
            on=DAY,
            by=world.clerk,
        )
        self.plan = plans.agree(
            charge=self.charge,
            count=2,
            first_on=date(2012, 3, 30),
            signer=world.tutor.name,
            at=at,
            by=world.clerk,
            key=uuid.uuid4(),
        )
        self.record = BankRecord.objects.create(
            municipality=world.municipality,
            bank_return=world.bank_return,
            line=2,
            sequence=1,
            paid_on=DAY,
            credited_on=DAY,
            barcode="8" * 44,
            amount=Decimal("10.00"),
            fee=Decimal("1.40"),
            fingerprint="0" * 64,
        )
        BankOutcome.objects.create(record=self.record, kind="unknown", surplus=10, decided_at=at)

    def args(self):
        """The arguments of each address that has some."""
        plan, record = [self.plan.pk], [self.record.pk]
        return {
            "treasury:plan_new": [self.charge.pk],
            "treasury:plan": plan,
            "treasury:plan_break": plan,
            "treasury:instalment_guide": [self.plan.instalments.first().pk],
            "treasury:bank_record": record,
            "treasury:bank_match": record,
            "treasury:bank_mark": record,
            "treasury:bank_give_back": record,
        }
