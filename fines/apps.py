from django.apps import AppConfig


class FinesConfig(AppConfig):
    name = "fines"
    verbose_name = "Autos"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from fines.services.agenda import lines_of
        from fines.services.defence import effects
        from fines.services.notices import lift_of_annulled
        from zoonoses.documents.services import acknowledgement, agenda, annulment

        agenda.register(lines_of)
        annulment.on_annul(lift_of_annulled)
        acknowledgement.register_effects(effects)
