"""Money: charges and payments, guides, and what the bank says."""

from zoonoses.treasury.models.bank import BankOutcome, BankRecord, BankReturn
from zoonoses.treasury.models.charges import Charge, Payment, PaymentVoid
from zoonoses.treasury.models.guides import CollectionSettings, Guide, GuideLine

__all__ = [
    "BankOutcome",
    "BankRecord",
    "BankReturn",
    "Charge",
    "CollectionSettings",
    "Guide",
    "GuideLine",
    "Payment",
    "PaymentVoid",
]
