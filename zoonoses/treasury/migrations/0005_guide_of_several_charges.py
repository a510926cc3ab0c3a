import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('treasury', '0004_guide_lines'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='guide',
            name='charge',
        ),
        migrations.AlterField(
            model_name='guide',
            name='municipality',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='guides', to='municipalities.municipality'),
        ),
        migrations.AddField(
            model_name='guide',
            name='charges',
            field=models.ManyToManyField(related_name='guides', through='treasury.GuideLine', to='treasury.charge'),
        ),
        migrations.AddConstraint(
            model_name='guide',
            constraint=models.UniqueConstraint(fields=('municipality', 'number'), name='one_guide_per_bank_number'),
        ),
    ]
