"""The registry: people, animals, their cards, clinics, vaccines, licences, castration, imports, and the ledger."""

from registry.models.animals import Animal, AnimalFact, CommunityCommitment, ListEntry, Microchip
from registry.models.cards import BatchRow, IdentityCard, PrintBatch, Rga, SecondCopyRequest
from registry.models.castration import CastrationAppointment, CastrationDay, CastrationRequest
from registry.models.clinics import Clinic, ClinicMember, KitBlock, Remittance, RemittanceItem, SpoiltNumber
from registry.models.imports import ColumnMapping, ImportedRecord, ImportFault, ImportJob
from registry.models.ledger import Penalty, PenaltyLifted
from registry.models.licences import HouseholdReduction, LicenceAnimal, LicenceDecision, LicenceRequest
from registry.models.people import AddressFields, Phone, Tutor, TutorAddress, TutorMerge, TutorWarning
from registry.models.vaccination import (
    BiteObservation,
    BiteVisit,
    Campaign,
    CampaignPost,
    CampaignTally,
    LotLoss,
    Vaccination,
    VaccineLot,
    VaccineProduct,
)

__all__ = [
    "AddressFields",
    "Animal",
    "AnimalFact",
    "BatchRow",
    "BiteObservation",
    "BiteVisit",
    "Campaign",
    "CampaignPost",
    "CampaignTally",
    "CastrationAppointment",
    "CastrationDay",
    "CastrationRequest",
    "Clinic",
    "ClinicMember",
    "ColumnMapping",
    "CommunityCommitment",
    "HouseholdReduction",
    "IdentityCard",
    "ImportFault",
    "ImportJob",
    "ImportedRecord",
    "KitBlock",
    "LicenceAnimal",
    "LicenceDecision",
    "LicenceRequest",
    "ListEntry",
    "LotLoss",
    "Microchip",
    "Penalty",
    "PenaltyLifted",
    "Phone",
    "PrintBatch",
    "Remittance",
    "RemittanceItem",
    "Rga",
    "SecondCopyRequest",
    "SpoiltNumber",
    "Tutor",
    "TutorAddress",
    "TutorMerge",
    "TutorWarning",
    "Vaccination",
    "VaccineLot",
    "VaccineProduct",
]
