from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "zoonoses.documents"
    verbose_name = "Documentos"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from django.core.checks import register

        from zoonoses.documents import tasks
        from zoonoses.documents.checks import font_subsetting
        from zoonoses.documents.services import annulment, service_editais, unfiled
        from zoonoses.municipalities.services import nightly, recount

        register(font_subsetting, deploy=True)
        annulment.on_annul(service_editais.keep_published)
        recount.register(tasks.recount)
        nightly.register("casos na agenda", tasks.rebuild_by_night)
        nightly.register("arquivos enviados e nunca usados, apagados", unfiled.sweep)
