from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "zoonoses.documents"
    verbose_name = "Documentos"
    default_auto_field = "django.db.models.BigAutoField"
