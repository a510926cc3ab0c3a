from django.apps import AppConfig


class MunicipalitiesConfig(AppConfig):
    name = "zoonoses.municipalities"
    verbose_name = "Municípios"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from zoonoses.municipalities import audit, models  # needs the app registry

        audit.register(models.Municipality)
        audit.register(models.Membership)
        audit.register(models.RulesetInForce)
        audit.register(models.ReadingChoice, exclude_fields=["chosen_by", "chosen_at"])
        audit.register(models.Holiday)
        audit.register(models.CalendarYear, exclude_fields=["confirmed_by", "confirmed_at"])
        audit.register(models.IndexValue, exclude_fields=["entered_by", "entered_at"])
