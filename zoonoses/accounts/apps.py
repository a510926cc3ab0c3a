from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "zoonoses.accounts"
    verbose_name = "Contas"
    default_auto_field = "django.db.models.BigAutoField"
