from django.apps import AppConfig


class MunicipalitiesConfig(AppConfig):
    name = "zoonoses.municipalities"
    verbose_name = "Municípios"
    default_auto_field = "django.db.models.BigAutoField"
