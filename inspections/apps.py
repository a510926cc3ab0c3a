from django.apps import AppConfig


class InspectionsConfig(AppConfig):
    name = "inspections"
    verbose_name = "Vistorias"
    default_auto_field = "django.db.models.BigAutoField"
