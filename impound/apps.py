from django.apps import AppConfig

AUDITED = (
    *("Box", "BoxStay", "SeizedAnimal", "CustodyEvent", "Exit", "AdoptionBar", "FollowUp"),
    *("Redemption", "RedemptionItem", "SaleLot", "Publication"),
)
UNTOLD = {
    "CustodyEvent": ["key"],
    "FollowUp": ["key"],
    "SaleLot": ["minimum_basis"],
    "Publication": ["content"],
}


class ImpoundConfig(AppConfig):
    name = "impound"
    verbose_name = "Apreensões"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        """Every change of what is in custody is kept, and the manager may read it."""
        from zoonoses.municipalities import audit  # needs the app registry

        for name in AUDITED:
            audit.register(self.get_model(name), exclude_fields=UNTOLD.get(name, []))
