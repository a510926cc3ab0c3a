import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('documents', '0003_impound_kinds'),
        ('municipalities', '0002_retention_years'),
        ('treasury', '0002_payer_key'),
    ]

    operations = [
        migrations.AddField(
            model_name='charge',
            name='destination',
            field=models.CharField(blank=True, max_length=200, verbose_name='destinação'),
        ),
        migrations.AddField(
            model_name='guide',
            name='barcode',
            field=models.CharField(blank=True, max_length=44, verbose_name='código de barras'),
        ),
        migrations.AddField(
            model_name='guide',
            name='municipality',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='guides', to='municipalities.municipality'),
        ),
        migrations.AddField(
            model_name='guide',
            name='number',
            field=models.PositiveBigIntegerField(blank=True, null=True, verbose_name='número para o banco'),
        ),
        migrations.AddField(
            model_name='guide',
            name='pix',
            field=models.CharField(blank=True, max_length=512, verbose_name='PIX'),
        ),
        migrations.CreateModel(
            name='BankRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line', models.PositiveIntegerField(verbose_name='linha')),
                ('sequence', models.PositiveIntegerField(verbose_name='número sequencial')),
                ('paid_on', models.DateField(verbose_name='pago em')),
                ('credited_on', models.DateField(verbose_name='creditado em')),
                ('barcode', models.CharField(max_length=44, verbose_name='código de barras')),
                ('amount', models.DecimalField(decimal_places=2, max_digits=14, verbose_name='valor')),
                ('fee', models.DecimalField(decimal_places=2, max_digits=9, verbose_name='tarifa')),
                ('agency', models.CharField(blank=True, max_length=8, verbose_name='agência')),
                ('channel', models.CharField(blank=True, max_length=1, verbose_name='canal')),
                ('authentication', models.CharField(blank=True, max_length=23, verbose_name='autenticação')),
                ('fingerprint', models.CharField(max_length=64)),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bank_records', to='municipalities.municipality')),
                ('repeats', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='repeated_by', to='treasury.bankrecord')),
            ],
            options={
                'verbose_name': 'registro do retorno',
                'verbose_name_plural': 'registros do retorno',
                'ordering': ['line'],
            },
        ),
        migrations.CreateModel(
            name='BankOutcome',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('paid', 'pago'), ('partial', 'pago em parte'), ('over', 'pago a mais'), ('not_owed', 'nada a receber'), ('unknown', 'guia desconhecida'), ('repeated', 'já recebido em outro arquivo'), ('refused', 'não registrado')], max_length=10, verbose_name='resultado')),
                ('surplus', models.DecimalField(decimal_places=2, default=0, max_digits=14, verbose_name='sobra')),
                ('note', models.CharField(blank=True, max_length=500, verbose_name='por quê')),
                ('decided_at', models.DateTimeField(verbose_name='em')),
                ('guide', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bank_outcomes', to='treasury.guide')),
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='outcome', to='treasury.bankrecord')),
            ],
            options={
                'verbose_name': 'resultado do retorno',
                'verbose_name_plural': 'resultados do retorno',
            },
        ),
        migrations.AddField(
            model_name='payment',
            name='bank_record',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='treasury.bankrecord'),
        ),
        migrations.CreateModel(
            name='BankReturn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sha256', models.CharField(max_length=64)),
                ('name', models.CharField(max_length=150, verbose_name='arquivo')),
                ('bank', models.CharField(max_length=3, verbose_name='banco')),
                ('bank_name', models.CharField(blank=True, max_length=20, verbose_name='nome do banco')),
                ('sequence', models.PositiveIntegerField(verbose_name='número do arquivo')),
                ('generated_on', models.DateField(verbose_name='gerado em')),
                ('total', models.DecimalField(decimal_places=2, max_digits=17, verbose_name='total')),
                ('sent_at', models.DateTimeField(verbose_name='enviado em')),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bank_returns', to='municipalities.municipality')),
                ('sent_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='municipalities.membership')),
            ],
            options={
                'verbose_name': 'arquivo de retorno',
                'verbose_name_plural': 'arquivos de retorno',
                'ordering': ['-sent_at', '-pk'],
            },
        ),
        migrations.AddField(
            model_name='bankrecord',
            name='bank_return',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='records', to='treasury.bankreturn'),
        ),
        migrations.CreateModel(
            name='CollectionSettings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('febraban_code', models.CharField(blank=True, max_length=8, validators=[django.core.validators.RegexValidator('^[0-9]*$', 'Só números.')], verbose_name='código FEBRABAN')),
                ('segment', models.CharField(choices=[('1', '1 – prefeitura'), ('5', '5 – órgão governamental'), ('6', '6 – identificado pelo CNPJ')], default='1', max_length=1, verbose_name='segmento')),
                ('value_id', models.CharField(choices=[('6', '6 – reais, módulo 10'), ('8', '8 – reais, módulo 11')], default='6', max_length=1, verbose_name='identificação do valor')),
                ('pix_key', models.CharField(blank=True, max_length=77, verbose_name='chave PIX')),
                ('receiver_name', models.CharField(blank=True, max_length=25, verbose_name='recebedor do PIX')),
                ('receiver_city', models.CharField(blank=True, max_length=15, verbose_name='cidade do recebedor')),
                ('municipality', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='collection', to='municipalities.municipality')),
            ],
            options={
                'verbose_name': 'recebimento por banco',
                'verbose_name_plural': 'recebimentos por banco',
            },
        ),
        migrations.CreateModel(
            name='GuideLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.DecimalField(decimal_places=2, max_digits=14, verbose_name='valor')),
                ('charge', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='guide_lines', to='treasury.charge')),
                ('guide', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='treasury.guide')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='bankoutcome',
            constraint=models.CheckConstraint(condition=models.Q(('surplus__gte', 0)), name='surplus_is_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='bankreturn',
            constraint=models.UniqueConstraint(fields=('municipality', 'sha256'), name='a_return_file_is_taken_once'),
        ),
        migrations.AddConstraint(
            model_name='bankrecord',
            constraint=models.UniqueConstraint(fields=('bank_return', 'line'), name='one_record_per_line'),
        ),
        migrations.AddConstraint(
            model_name='bankrecord',
            constraint=models.UniqueConstraint(condition=models.Q(('repeats', None)), fields=('municipality', 'fingerprint'), name='a_record_counts_once'),
        ),
        migrations.AddConstraint(
            model_name='bankrecord',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='bank_record_is_positive'),
        ),
        migrations.AddConstraint(
            model_name='collectionsettings',
            constraint=models.CheckConstraint(condition=models.Q(('pix_key', ''), models.Q(('receiver_name', ''), ('receiver_city', ''), _connector='OR', _negated=True), _connector='OR'), name='pix_has_a_receiver'),
        ),
        migrations.AddConstraint(
            model_name='guideline',
            constraint=models.UniqueConstraint(fields=('guide', 'charge'), name='a_guide_asks_once_for_a_charge'),
        ),
        migrations.AddConstraint(
            model_name='guideline',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='guide_line_asks_for_something'),
        ),
    ]
