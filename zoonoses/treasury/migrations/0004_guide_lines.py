from django.db import migrations


def fill(apps, schema_editor):
    """Guides issued before could ask for one charge only."""
    lines = apps.get_model("treasury", "GuideLine").objects
    guides = apps.get_model("treasury", "Guide").objects
    for guide in guides.filter(municipality=None).select_related("charge").iterator():
        guides.filter(pk=guide.pk).update(municipality_id=guide.charge.municipality_id)
        lines.create(guide_id=guide.pk, charge_id=guide.charge_id, amount=guide.amount)


class Migration(migrations.Migration):

    dependencies = [
        ("treasury", "0003_collection"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
