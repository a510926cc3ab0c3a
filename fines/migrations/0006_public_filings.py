from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("fines", "0004_measures")]

    operations = [
        migrations.AddField(
            model_name="filing",
            name="email",
            field=models.EmailField(blank=True, max_length=254, verbose_name="e-mail para resposta"),
        ),
        migrations.AddField(
            model_name="procedurerule",
            name="defence_place",
            field=models.CharField(blank=True, max_length=250, verbose_name="onde se entrega a defesa"),
        ),
        migrations.AddField(
            model_name="procedurerule",
            name="edital_days",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="ciência por edital: dias depois da publicação"
            ),
        ),
    ]
