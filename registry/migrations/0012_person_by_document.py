"""People found by CPF or CNPJ whatever became of their record: the unique index knows only those not merged."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("municipalities", "0002_retention_years"),
        ("registry", "0011_animal_released"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="tutor",
            index=models.Index(fields=["municipality", "document"], name="registry_tu_municip_49372b_idx"),
        ),
    ]
