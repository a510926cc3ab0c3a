"""Money: charges and payments, guides, what the bank says, and the municipality's own rules about it."""

from zoonoses.treasury.models.active_debt import DebtRemittance, DebtReturn, DebtReturnLine, SentDebt
from zoonoses.treasury.models.bank import BankOutcome, BankRecord, BankReturn
from zoonoses.treasury.models.charges import Charge, Payment, PaymentVoid
from zoonoses.treasury.models.guides import CollectionSettings, Guide, GuideLine
from zoonoses.treasury.models.plans import Instalment, InstalmentPlan
from zoonoses.treasury.models.rules import IndexVariation, InstalmentRule, LateRule
from zoonoses.treasury.models.settlements import BankSettlement

__all__ = [
    "BankOutcome",
    "BankRecord",
    "BankReturn",
    "BankSettlement",
    "Charge",
    "CollectionSettings",
    "DebtRemittance",
    "DebtReturn",
    "DebtReturnLine",
    "Guide",
    "GuideLine",
    "IndexVariation",
    "Instalment",
    "InstalmentPlan",
    "InstalmentRule",
    "LateRule",
    "Payment",
    "PaymentVoid",
    "SentDebt",
]
