from django.apps import AppConfig


class ImpoundConfig(AppConfig):
    name = "impound"
    verbose_name = "Apreensões"
    default_auto_field = "django.db.models.BigAutoField"
