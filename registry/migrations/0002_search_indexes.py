"""Trigram indexes for the search by part of a name or address, where the database is PostgreSQL."""

from django.db import migrations

INDEXES = {
    "tutor_name_key_trigrams": ("registry_tutor", "name_key"),
    "tutor_address_key_trigrams": ("registry_tutor", "address_key"),
    "animal_name_key_trigrams": ("registry_animal", "name_key"),
}


def create(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    schema_editor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    for name, (table, column) in INDEXES.items():
        schema_editor.execute(f"CREATE INDEX {name} ON {table} USING gin ({column} gin_trgm_ops)")


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for name in INDEXES:
            schema_editor.execute(f"DROP INDEX IF EXISTS {name}")


class Migration(migrations.Migration):
    dependencies = [("registry", "0001_initial")]
    operations = [migrations.RunPython(create, drop)]
