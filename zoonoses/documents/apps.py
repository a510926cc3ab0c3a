from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "zoonoses.documents"
    verbose_name = "Documentos"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from zoonoses.documents import tasks  # needs the app registry
        from zoonoses.municipalities.services import recount

        recount.register(tasks.recount)
