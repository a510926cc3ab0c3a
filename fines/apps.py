from django.apps import AppConfig


class FinesConfig(AppConfig):
    name = "fines"
    verbose_name = "Autos"
    default_auto_field = "django.db.models.BigAutoField"
