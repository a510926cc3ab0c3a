from django.apps import AppConfig


class TreasuryConfig(AppConfig):
    name = "zoonoses.treasury"
    verbose_name = "Tesouraria"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from zoonoses.documents.services import annulment  # needs the app registry
        from zoonoses.municipalities import audit
        from zoonoses.municipalities.services import nightly
        from zoonoses.treasury import tasks
        from zoonoses.treasury.services.charges import void_of_annulled

        annulment.on_annul(void_of_annulled)
        for name in ("Charge", "Payment"):
            audit.register(self.get_model(name), exclude_fields=["basis", "key", "payer_key"])
        for name in ("CollectionSettings", "BankReturn"):
            audit.register(self.get_model(name), exclude_fields=["sha256"])
        nightly.register("retornos do banco retomados", tasks.resume_returns)
