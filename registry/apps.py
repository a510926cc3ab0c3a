from django.apps import AppConfig

AUDITED = (
    *("Tutor", "Phone", "TutorAddress", "TutorWarning", "TutorMerge", "Animal"),
    *("Microchip", "AnimalFact", "ListEntry", "Rga", "IdentityCard", "SecondCopyRequest"),
    *("Clinic", "ClinicMember", "KitBlock", "SpoiltNumber", "Remittance"),
    *("LicenceRequest", "LicenceAnimal", "LicenceDecision", "HouseholdReduction"),
    "CommunityCommitment",
    *("CastrationRequest", "CastrationDay", "CastrationAppointment"),
    *("VaccineProduct", "VaccineLot", "Campaign", "CampaignPost", "BiteObservation"),
    "ImportJob",
)
# What only repeats other columns, or is kept whole elsewhere.
UNTOLD = {
    "Tutor": ["name_key", "address_key"],
    "TutorAddress": ["address_key"],
    "TutorMerge": ["before"],
    "Animal": ["name_key"],
    "KitBlock": ["key"],
    "LicenceRequest": ["key", "law", "address_key"],
    "LicenceDecision": ["law", "basis"],
    "HouseholdReduction": ["key", "law", "address_key"],
    "CommunityCommitment": ["key"],
    "CastrationRequest": ["key", "law", "basis"],
    "CastrationAppointment": ["key"],
    "BiteObservation": ["key"],
    "ImportJob": ["columns", "done", "beat_at", "file_sha256"],
}


class RegistryConfig(AppConfig):
    name = "registry"
    verbose_name = "Cadastro"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        """Every change of a person's or an animal's record is kept, and the manager may read it; what stopped goes on
        at night.
        """
        from registry import tasks_nightly  # these need the app registry
        from registry.services import debtors
        from zoonoses.municipalities import audit
        from zoonoses.municipalities.services import nightly
        from zoonoses.treasury.services import debt_origins

        for name in AUDITED:
            audit.register(self.get_model(name), exclude_fields=UNTOLD.get(name, []))
        debt_origins.register_debtor("tutor", debtors.of_tutor)
        debt_origins.register_debtor("clinic", debtors.of_clinic)
        nightly.register("importações retomadas", tasks_nightly.resume_imports)
        nightly.register("impressões retomadas", tasks_nightly.resume_batches)
