"""Trigram indexes for the addresses of visits and complaints, where the database is PostgreSQL."""

from django.db import migrations

INDEXES = {
    "inspection_address_key_trigrams": ("inspections_inspection", "address_key"),
    "complaint_address_key_trigrams": ("inspections_complaint", "address_key"),
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
    dependencies = [
        ("inspections", "0004_handler_of_a_finding"),
        ("registry", "0002_search_indexes"),  # the extension pg_trgm
    ]
    operations = [migrations.RunPython(create, drop)]
