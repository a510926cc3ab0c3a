from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "zoonoses.desk"
    verbose_name = "Mesa"
    default_auto_field = "django.db.models.BigAutoField"
