"""All tables of the app at once, for a new database; one that has the migrations of `replaces` has all of this."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('fines', '0001_initial'), ('fines', '0002_typed_amounts'), ('fines', '0003_process'), ('fines', '0004_measures'), ('fines', '0006_public_filings')]

    initial = True

    dependencies = [
        ('documents', '0001_squashed_0008_referral_kind'),
        ('inspections', '0001_squashed_0006_referral'),
        ('municipalities', '0001_squashed_0002_retention_years'),
        ('registry', '0001_squashed_0013_household_reduction'),
    ]

    operations = [
        migrations.CreateModel(
            name='InfractionNotice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fact_at', models.DateTimeField(verbose_name='data e hora do fato')),
                ('address', models.CharField(max_length=400, verbose_name='endereço da infração')),
                ('description', models.TextField(verbose_name='descrição da infração')),
                ('is_proposed', models.BooleanField(default=False, verbose_name='penalidade proposta')),
                ('total', models.DecimalField(decimal_places=2, max_digits=14, null=True, verbose_name='total')),
                ('unit', models.CharField(max_length=10, verbose_name='unidade')),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='notice', to='documents.act')),
                ('inspection', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notices', to='inspections.inspection')),
                ('offender', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notices', to='registry.tutor')),
            ],
            options={
                'verbose_name': 'auto de infração',
                'verbose_name_plural': 'autos de infração',
                'constraints': [models.CheckConstraint(condition=models.Q(('total', None), ('total__gte', 0), _connector='OR'), name='notice_total_is_not_negative')],
            },
        ),
        migrations.CreateModel(
            name='Filing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('defence', 'defesa'), ('reply', 'réplica'), ('appeal', 'recurso')], max_length=10, verbose_name='peça')),
                ('filed_by', models.CharField(max_length=200, verbose_name='quem apresenta')),
                ('capacity', models.CharField(blank=True, max_length=100, verbose_name='em que qualidade')),
                ('text', models.TextField(verbose_name='alegações')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail para resposta')),
                ('due_on', models.DateField(blank=True, null=True, verbose_name='último dia')),
                ('is_late', models.BooleanField(default=False, verbose_name='fora do prazo')),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='filing', to='documents.act')),
                ('notice', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='filings', to='fines.infractionnotice')),
            ],
            options={
                'verbose_name': 'peça do processo',
                'verbose_name_plural': 'peças do processo',
                'ordering': ['act__at', 'pk'],
                'indexes': [models.Index(fields=['notice', 'kind'], name='fines_filin_notice__859773_idx')],
            },
        ),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('instance', models.PositiveSmallIntegerField(choices=[(1, 'decisão'), (2, 'decisão do recurso')], verbose_name='instância')),
                ('outcome', models.CharField(choices=[('kept', 'mantido'), ('changed', 'alterado'), ('cancelled', 'cancelado')], max_length=10, verbose_name='resultado')),
                ('reasons', models.TextField(verbose_name='fundamentos')),
                ('decided_by', models.CharField(max_length=150, verbose_name='quem decide')),
                ('votes', models.JSONField(blank=True, default=list, verbose_name='votos')),
                ('items', models.JSONField(blank=True, default=list, verbose_name='condutas que ficam')),
                ('total', models.DecimalField(blank=True, decimal_places=2, max_digits=14, null=True, verbose_name='total')),
                ('unit', models.CharField(max_length=10, verbose_name='unidade')),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='decision', to='documents.act')),
                ('notice', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='fines.infractionnotice')),
            ],
            options={
                'verbose_name': 'decisão',
                'verbose_name_plural': 'decisões',
                'ordering': ['instance', 'pk'],
                'indexes': [models.Index(fields=['notice', 'instance'], name='fines_decis_notice__473c54_idx')],
                'constraints': [models.CheckConstraint(condition=models.Q(('reasons', ''), _negated=True), name='decision_has_reasons'), models.CheckConstraint(condition=models.Q(('total', None), ('total__gte', 0), _connector='OR'), name='decision_is_not_negative')],
            },
        ),
        migrations.CreateModel(
            name='Measure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('converted', 'conversão da multa'), ('fulfilled', 'cumprimento da conversão'), ('broken', 'descumprimento da conversão'), ('applied', 'aplicação de sanção'), ('lifted', 'levantamento de sanção')], max_length=10, verbose_name='ato')),
                ('code', models.CharField(max_length=80, verbose_name='medida')),
                ('label', models.CharField(max_length=250, verbose_name='medida')),
                ('article', models.CharField(blank=True, max_length=120, verbose_name='artigo')),
                ('text', models.TextField(verbose_name='o que foi acordado, aplicado ou provado')),
                ('recipient', models.CharField(blank=True, max_length=200, verbose_name='a quem se comunica')),
                ('until_on', models.DateField(blank=True, null=True, verbose_name='até')),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='measure', to='documents.act')),
                ('notice', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='measures', to='fines.infractionnotice')),
            ],
            options={
                'verbose_name': 'medida',
                'verbose_name_plural': 'medidas',
                'ordering': ['act__at', 'pk'],
                'indexes': [models.Index(fields=['notice', 'code'], name='fines_measu_notice__91f507_idx')],
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='measure_has_words')],
            },
        ),
        migrations.CreateModel(
            name='NoticeItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('infraction', models.CharField(max_length=80, verbose_name='infração')),
                ('article', models.CharField(max_length=120, verbose_name='artigo')),
                ('label', models.CharField(max_length=250, verbose_name='conduta')),
                ('animals', models.PositiveIntegerField(default=1, verbose_name='animais')),
                ('liable', models.CharField(blank=True, max_length=30, verbose_name='quem responde')),
                ('gravity', models.CharField(blank=True, max_length=20, verbose_name='gravidade')),
                ('gravity_reason', models.TextField(blank=True, verbose_name='justificativa da gravidade')),
                ('aggravating', models.JSONField(blank=True, default=list, verbose_name='agravantes')),
                ('mitigating', models.JSONField(blank=True, default=list, verbose_name='atenuantes')),
                ('priors', models.JSONField(blank=True, default=list, verbose_name='reincidência: penalidades anteriores')),
                ('amount', models.DecimalField(decimal_places=2, max_digits=14, null=True, verbose_name='valor')),
                ('unit', models.CharField(max_length=10, verbose_name='unidade')),
                ('consequences', models.JSONField(blank=True, default=list, verbose_name='outras consequências')),
                ('discretionary', models.JSONField(blank=True, default=list, verbose_name='medidas acrescentadas')),
                ('basis', models.JSONField(default=list, verbose_name='memória de cálculo')),
                ('typed_amount', models.DecimalField(blank=True, decimal_places=2, max_digits=14, null=True, verbose_name='valor informado por pessoa')),
                ('typed_source', models.CharField(blank=True, max_length=300, verbose_name='fonte do valor informado')),
                ('finding', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notice_items', to='inspections.finding')),
                ('notice', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='items', to='fines.infractionnotice')),
                ('typed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='municipalities.membership', verbose_name='quem informou o valor')),
            ],
            options={
                'verbose_name': 'item do auto',
                'verbose_name_plural': 'itens do auto',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('notice', 'finding'), name='one_item_per_notice_and_finding'), models.CheckConstraint(condition=models.Q(('amount', None), ('amount__gte', 0), _connector='OR'), name='item_amount_is_not_negative'), models.CheckConstraint(condition=models.Q(models.Q(('typed_amount', None), ('typed_by', None), ('typed_source', '')), models.Q(models.Q(('typed_source', ''), _negated=True), ('typed_amount__gt', 0), ('typed_by__isnull', False)), _connector='OR'), name='typed_amount_has_source_and_author')],
            },
        ),
        migrations.CreateModel(
            name='ProcedureRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('act', models.CharField(max_length=200, verbose_name='ato que regulamenta')),
                ('from_on', models.DateField(verbose_name='vale para autos a partir de')),
                ('defence_days', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='prazo de defesa')),
                ('defence_count', models.CharField(choices=[('business_days', 'dias úteis'), ('days', 'dias corridos')], default='business_days', max_length=15, verbose_name='contagem')),
                ('reply_days', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='prazo da réplica do agente')),
                ('reply_count', models.CharField(choices=[('business_days', 'dias úteis'), ('days', 'dias corridos')], default='business_days', max_length=15, verbose_name='contagem')),
                ('judged_by', models.CharField(blank=True, max_length=150, verbose_name='quem julga')),
                ('collegiate', models.BooleanField(default=False, verbose_name='julgamento colegiado, por votos')),
                ('appealed_to', models.CharField(blank=True, max_length=150, verbose_name='quem decide o recurso')),
                ('appeal_days', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='prazo de recurso')),
                ('appeal_count', models.CharField(choices=[('business_days', 'dias úteis'), ('days', 'dias corridos')], default='business_days', max_length=15, verbose_name='contagem')),
                ('payment_days', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='prazo de pagamento')),
                ('payment_count', models.CharField(choices=[('business_days', 'dias úteis'), ('days', 'dias corridos')], default='days', max_length=15, verbose_name='contagem')),
                ('payment_from', models.CharField(choices=[('notice', 'da ciência do auto'), ('decision', 'da ciência da decisão'), ('final', 'do dia em que a multa se torna definitiva')], default='final', max_length=10, verbose_name='o pagamento conta')),
                ('defence_place', models.CharField(blank=True, max_length=250, verbose_name='onde se entrega a defesa')),
                ('edital_days', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='ciência por edital: dias depois da publicação')),
                ('entered_at', models.DateTimeField(verbose_name='informado em')),
                ('entered_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='municipalities.membership')),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='procedure_rules', to='municipalities.municipality')),
            ],
            options={
                'verbose_name': 'regulamento do processo',
                'verbose_name_plural': 'regulamentos do processo',
                'ordering': ['-from_on', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('act', ''), _negated=True), name='regulation_names_its_act')],
            },
        ),
    ]
