from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "zoonoses.accounts"
    verbose_name = "Contas"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from auditlog.registry import auditlog  # both need the app registry

        from zoonoses.accounts.models import User

        auditlog.register(User, include_fields=["cpf", "name", "email", "is_active", "is_staff"])
