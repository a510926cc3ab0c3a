from django.apps import AppConfig


class TreasuryConfig(AppConfig):
    name = "zoonoses.treasury"
    verbose_name = "Tesouraria"
    default_auto_field = "django.db.models.BigAutoField"
