from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "zoonoses.desk"
    verbose_name = "Mesa"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from zoonoses.desk.services import reminders  # needs the app registry
        from zoonoses.municipalities import audit
        from zoonoses.municipalities.services import nightly

        audit.register(self.get_model("ReminderSettings"))
        nightly.register("lembretes por e-mail", reminders.by_night)
