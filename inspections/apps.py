from django.apps import AppConfig


class InspectionsConfig(AppConfig):
    name = "inspections"
    verbose_name = "Vistorias"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from inspections.services import agenda, drafts, intimations  # models are ready only now
        from zoonoses.documents.services import acknowledgement, unfiled
        from zoonoses.documents.services import agenda as projection

        projection.register(agenda.lines_of)
        acknowledgement.register_effects(intimations.effects)
        unfiled.register_drafts(drafts.open_keys)
