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
        from zoonoses.treasury.services import active_debt, guards, plans
        from zoonoses.treasury.services.charges import void_of_annulled

        annulment.on_annul(plans.fall_with_document)
        annulment.on_annul(void_of_annulled)
        guards.on_settling(active_debt.refuse_at_counter)
        for name in ("Charge", "Payment"):
            audit.register(self.get_model(name), exclude_fields=["basis", "key", "payer_key"])
        for name in ("BankSettlement", "IndexVariation", "InstalmentPlan", "InstalmentRule", "LateRule"):
            audit.register(self.get_model(name), exclude_fields=["key"])
        for name in ("DebtRemittance", "SentDebt"):
            audit.register(self.get_model(name), exclude_fields=["key", "days"])
        for name in ("CollectionSettings", "BankReturn", "DebtReturn"):
            audit.register(self.get_model(name), exclude_fields=["sha256"])
        nightly.register("retornos do banco retomados", tasks.resume_returns)
        nightly.register("retornos da dívida ativa retomados", tasks.resume_debt_returns)
