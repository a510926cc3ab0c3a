"""Trigram indexes for further addresses and for the ends of telephones, where the database is PostgreSQL."""

from django.db import migrations

INDEXES = {
    "tutor_address_key_trigrams_2": ("registry_tutoraddress", "address_key"),
    "phone_number_trigrams": ("registry_phone", "number"),
}


def create(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    for name, (table, column) in INDEXES.items():
        schema_editor.execute(f"CREATE INDEX {name} ON {table} USING gin ({column} gin_trgm_ops)")


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for name in INDEXES:
            schema_editor.execute(f"DROP INDEX IF EXISTS {name}")


class Migration(migrations.Migration):
    dependencies = [("registry", "0009_clinic_names")]
    operations = [migrations.RunPython(create, drop)]
