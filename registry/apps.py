from django.apps import AppConfig

SEARCH_COLUMNS = {"Tutor": ["name_key", "address_key"], "Animal": ["name_key"]}


class RegistryConfig(AppConfig):
    name = "registry"
    verbose_name = "Cadastro"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        """Every change of a person's or an animal's record is kept; the search columns only repeat it."""
        from auditlog.registry import auditlog  # needs the app registry

        for name in ("Tutor", "Phone", "TutorWarning", "Animal"):
            auditlog.register(self.get_model(name), exclude_fields=SEARCH_COLUMNS.get(name, []))
