from django.apps import AppConfig


class FinesConfig(AppConfig):
    name = "fines"
    verbose_name = "Autos"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from fines.services import (
            agenda,
            charge_sources,
            debts,
            decisions,
            finality,
            measures_agenda,
            notices,
            procedure,
        )
        from fines.services.defence import effects
        from zoonoses.documents.services import acknowledgement, annulment, means
        from zoonoses.documents.services import agenda as projection
        from zoonoses.municipalities import audit
        from zoonoses.municipalities.services import nightly
        from zoonoses.treasury.services import debt_origins, sources

        audit.register(self.get_model("ProcedureRule"), exclude_fields=["entered_by", "entered_at"])
        projection.register(agenda.lines_of)
        projection.register(measures_agenda.lines_of)
        annulment.on_annul(notices.lift_of_annulled)
        annulment.on_annul(debts.fall_with_notice)
        annulment.on_annul(decisions.after_annulment)
        annulment.on_annul(finality.after_annulment)
        acknowledgement.register_effects(effects)
        means.register_edital(procedure.edital_rule)
        acknowledgement.on_acknowledge(finality.after_acknowledgement)
        debt_origins.register_origin("notice", debts.origin_of)
        sources.register("notice", charge_sources.of_notice)
        nightly.register("Autos que se tornaram definitivos", finality.nightly)
