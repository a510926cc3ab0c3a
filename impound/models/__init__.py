"""Impoundment: what was seized, where it is kept, what happened to it, and how it left."""

from impound.models.boxes import Box, BoxStay
from impound.models.custody import CustodyEvent, SeizedAnimal
from impound.models.exits import AdoptionBar, Exit, FollowUp
from impound.models.publications import Publication, PublicPhoto
from impound.models.redemptions import Redemption, RedemptionBill, RedemptionItem
from impound.models.sales import Bid, LotAnimal, LotResult, SaleLot
from impound.models.seizures import Seizure, Summons
from impound.models.undone import UndoneExit

__all__ = [
    "AdoptionBar",
    "Bid",
    "Box",
    "BoxStay",
    "CustodyEvent",
    "Exit",
    "FollowUp",
    "LotAnimal",
    "LotResult",
    "PublicPhoto",
    "Publication",
    "Redemption",
    "RedemptionBill",
    "RedemptionItem",
    "SaleLot",
    "SeizedAnimal",
    "Seizure",
    "Summons",
    "UndoneExit",
]
