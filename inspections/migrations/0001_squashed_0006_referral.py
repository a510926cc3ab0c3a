"""All tables of the app at once, for a new database; one that has the migrations of `replaces` has all of this."""

import django.db.models.deletion
import uuid
from django.db import migrations, models

# Search by part of a name, address or telephone, where the database is PostgreSQL.
TRIGRAMS = {
    "inspection_address_key_trigrams": ("inspections_inspection", "address_key"),
    "complaint_address_key_trigrams": ("inspections_complaint", "address_key"),
}


def create_trigrams(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    for name, (table, column) in TRIGRAMS.items():
        schema_editor.execute(f"CREATE INDEX {name} ON {table} USING gin ({column} gin_trgm_ops)")


def drop_trigrams(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for name in TRIGRAMS:
            schema_editor.execute(f"DROP INDEX IF EXISTS {name}")


class Migration(migrations.Migration):

    replaces = [('inspections', '0001_initial'), ('inspections', '0002_registry_whole'), ('inspections', '0003_draft_of_licence'), ('inspections', '0004_handler_of_a_finding'), ('inspections', '0005_address_search'), ('inspections', '0006_referral')]

    initial = True

    dependencies = [
        ('documents', '0001_squashed_0008_referral_kind'),
        ('municipalities', '0001_squashed_0002_retention_years'),
        ('registry', '0001_squashed_0013_household_reduction'),
    ]

    operations = [
        migrations.CreateModel(
            name='Complaint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('street', models.CharField(blank=True, max_length=200, verbose_name='logradouro')),
                ('number', models.CharField(blank=True, max_length=20, verbose_name='número')),
                ('complement', models.CharField(blank=True, max_length=100, verbose_name='complemento')),
                ('district', models.CharField(blank=True, max_length=100, verbose_name='bairro')),
                ('city', models.CharField(blank=True, max_length=100, verbose_name='município')),
                ('uf', models.CharField(blank=True, choices=[('AC', 'AC'), ('AL', 'AL'), ('AM', 'AM'), ('AP', 'AP'), ('BA', 'BA'), ('CE', 'CE'), ('DF', 'DF'), ('ES', 'ES'), ('GO', 'GO'), ('MA', 'MA'), ('MG', 'MG'), ('MS', 'MS'), ('MT', 'MT'), ('PA', 'PA'), ('PB', 'PB'), ('PE', 'PE'), ('PI', 'PI'), ('PR', 'PR'), ('RJ', 'RJ'), ('RN', 'RN'), ('RO', 'RO'), ('RR', 'RR'), ('RS', 'RS'), ('SC', 'SC'), ('SE', 'SE'), ('SP', 'SP'), ('TO', 'TO')], max_length=2, verbose_name='UF')),
                ('postal_code', models.CharField(blank=True, max_length=8, verbose_name='CEP')),
                ('channel', models.CharField(choices=[('counter', 'balcão'), ('phone', 'telefone'), ('written', 'por escrito'), ('agency', 'outro órgão')], default='counter', max_length=10, verbose_name='recebida por')),
                ('what', models.TextField(verbose_name='o que foi denunciado')),
                ('accused_name', models.CharField(blank=True, max_length=200, verbose_name='quem é denunciado')),
                ('reference', models.CharField(blank=True, max_length=200, verbose_name='ponto de referência')),
                ('address_key', models.CharField(blank=True, db_index=True, editable=False, max_length=400)),
                ('accused', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='complaints', to='registry.tutor', verbose_name='tutor')),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='complaint', to='documents.act')),
            ],
            options={
                'verbose_name': 'denúncia',
                'verbose_name_plural': 'denúncias',
            },
        ),
        migrations.CreateModel(
            name='Complainant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='nome')),
                ('phone', models.CharField(blank=True, max_length=11, verbose_name='telefone')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail')),
                ('complaint', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='complainant', to='inspections.complaint')),
            ],
        ),
        migrations.CreateModel(
            name='Inspection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('street', models.CharField(blank=True, max_length=200, verbose_name='logradouro')),
                ('number', models.CharField(blank=True, max_length=20, verbose_name='número')),
                ('complement', models.CharField(blank=True, max_length=100, verbose_name='complemento')),
                ('district', models.CharField(blank=True, max_length=100, verbose_name='bairro')),
                ('city', models.CharField(blank=True, max_length=100, verbose_name='município')),
                ('uf', models.CharField(blank=True, choices=[('AC', 'AC'), ('AL', 'AL'), ('AM', 'AM'), ('AP', 'AP'), ('BA', 'BA'), ('CE', 'CE'), ('DF', 'DF'), ('ES', 'ES'), ('GO', 'GO'), ('MA', 'MA'), ('MG', 'MG'), ('MS', 'MS'), ('MT', 'MT'), ('PA', 'PA'), ('PB', 'PB'), ('PE', 'PE'), ('PI', 'PI'), ('PR', 'PR'), ('RJ', 'RJ'), ('RN', 'RN'), ('RO', 'RO'), ('RR', 'RR'), ('RS', 'RS'), ('SC', 'SC'), ('SE', 'SE'), ('SP', 'SP'), ('TO', 'TO')], max_length=2, verbose_name='UF')),
                ('postal_code', models.CharField(blank=True, max_length=8, verbose_name='CEP')),
                ('latitude', models.DecimalField(blank=True, decimal_places=6, max_digits=9, null=True)),
                ('longitude', models.DecimalField(blank=True, decimal_places=6, max_digits=9, null=True)),
                ('accuracy_m', models.PositiveIntegerField(blank=True, null=True, verbose_name='precisão em metros')),
                ('witness_1', models.CharField(blank=True, max_length=200, verbose_name='testemunha 1')),
                ('witness_1_document', models.CharField(blank=True, max_length=40, verbose_name='documento da testemunha 1')),
                ('witness_2', models.CharField(blank=True, max_length=200, verbose_name='testemunha 2')),
                ('witness_2_document', models.CharField(blank=True, max_length=40, verbose_name='documento da testemunha 2')),
                ('animal_count', models.PositiveIntegerField(default=0, verbose_name='quantidade de animais')),
                ('animal_groups', models.JSONField(blank=True, default=list, verbose_name='animais não individualizados')),
                ('signs', models.JSONField(blank=True, default=list, verbose_name='itens da ficha')),
                ('signs_other', models.CharField(blank=True, max_length=300, verbose_name='outros')),
                ('notes', models.TextField(blank=True, verbose_name='observações')),
                ('presence', models.CharField(choices=[('signed', 'presente e assinou'), ('refused', 'presente e recusou-se a assinar'), ('absent', 'ausente')], default='absent', max_length=10, verbose_name='a pessoa')),
                ('address_key', models.CharField(blank=True, db_index=True, editable=False, max_length=400)),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='inspection', to='documents.act')),
                ('animals', models.ManyToManyField(blank=True, related_name='inspections', to='registry.animal')),
                ('complaint', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='inspections', to='inspections.complaint')),
                ('licence_request', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='inspections', to='registry.licencerequest')),
                ('return_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='returns', to='inspections.inspection')),
                ('signature', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='signed_inspections', to='documents.attachment')),
                ('tutor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='inspections', to='registry.tutor')),
            ],
            options={
                'verbose_name': 'vistoria',
                'verbose_name_plural': 'vistorias',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('presence', 'refused'), _negated=True), models.Q(('witness_1', ''), ('witness_2', ''), _connector='OR', _negated=True), _connector='OR'), name='refused_inspection_has_two_witnesses')],
            },
        ),
        migrations.CreateModel(
            name='Finding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('infraction', models.CharField(max_length=80, verbose_name='infração')),
                ('article', models.CharField(max_length=120, verbose_name='artigo')),
                ('label', models.CharField(max_length=250, verbose_name='conduta')),
                ('animals', models.PositiveIntegerField(default=1, verbose_name='animais')),
                ('facts', models.JSONField(blank=True, default=dict, verbose_name='fatos medidos')),
                ('description', models.TextField(blank=True, verbose_name='descrição')),
                ('handler', models.CharField(blank=True, max_length=200, verbose_name='quem conduzia o animal')),
                ('gravity', models.CharField(blank=True, max_length=20, verbose_name='gravidade')),
                ('gravity_reason', models.TextField(blank=True, verbose_name='justificativa da gravidade')),
                ('aggravating', models.JSONField(blank=True, default=list, verbose_name='agravantes')),
                ('mitigating', models.JSONField(blank=True, default=list, verbose_name='atenuantes')),
                ('inspection', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='findings', to='inspections.inspection')),
            ],
            options={
                'verbose_name': 'constatação',
                'verbose_name_plural': 'constatações',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('inspection', 'infraction'), name='one_finding_per_conduct'), models.CheckConstraint(condition=models.Q(('animals__gte', 1)), name='finding_concerns_an_animal')],
            },
        ),
        migrations.CreateModel(
            name='Guidance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(verbose_name='orientação dada')),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='guidance', to='documents.act')),
                ('finding', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='guidances', to='inspections.finding')),
            ],
        ),
        migrations.CreateModel(
            name='InspectionDraft',
            fields=[
                ('key', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('data', models.JSONField(default=dict)),
                ('updated_at', models.DateTimeField(verbose_name='guardado em')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='drafts', to='municipalities.membership')),
                ('case', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='drafts', to='documents.case')),
                ('complaint', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='inspections.complaint')),
                ('filed_as', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='documents.act')),
                ('licence_request', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='registry.licencerequest')),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='municipalities.municipality')),
                ('return_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='inspections.inspection')),
            ],
            options={
                'verbose_name': 'rascunho de vistoria',
                'verbose_name_plural': 'rascunhos de vistoria',
                'indexes': [models.Index(fields=['author', '-updated_at'], name='inspections_author__38e8cc_idx')],
            },
        ),
        migrations.CreateModel(
            name='Intimation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('orders', models.TextField(verbose_name='o que deve ser feito')),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='intimation', to='documents.act')),
                ('inspection', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='intimations', to='inspections.inspection')),
                ('tutor', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='intimations', to='registry.tutor')),
            ],
            options={
                'verbose_name': 'intimação',
                'verbose_name_plural': 'intimações',
            },
        ),
        migrations.CreateModel(
            name='IntimationItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('days', models.PositiveSmallIntegerField(verbose_name='prazo em dias')),
                ('printed_due_on', models.DateField(blank=True, null=True, verbose_name='último dia impresso')),
                ('finding', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='intimation_items', to='inspections.finding')),
                ('intimation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='items', to='inspections.intimation')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('intimation', 'finding'), name='one_item_per_intimation_and_finding'), models.CheckConstraint(condition=models.Q(('days__gte', 1)), name='intimation_gives_at_least_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Extension',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until_on', models.DateField(verbose_name='novo último dia')),
                ('reason', models.TextField(verbose_name='motivo')),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='extension', to='documents.act')),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='extensions', to='inspections.intimationitem')),
            ],
        ),
        migrations.CreateModel(
            name='ReturnOutcome',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('result', models.CharField(choices=[('cured', 'sanado'), ('partly', 'sanado em parte'), ('persists', 'persiste')], max_length=10, verbose_name='resultado')),
                ('remaining', models.PositiveIntegerField(default=0, verbose_name='animais ainda irregulares')),
                ('notes', models.CharField(blank=True, max_length=300, verbose_name='observação')),
                ('cured_animals', models.ManyToManyField(blank=True, related_name='+', to='registry.animal')),
                ('finding', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='outcomes', to='inspections.finding')),
                ('inspection', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='outcomes', to='inspections.inspection')),
            ],
            options={
                'verbose_name': 'resultado do retorno',
                'verbose_name_plural': 'resultados do retorno',
                'constraints': [models.UniqueConstraint(fields=('inspection', 'finding'), name='one_outcome_per_return_and_finding'), models.CheckConstraint(condition=models.Q(models.Q(('remaining', 0), ('result', 'cured')), models.Q(models.Q(('result', 'cured'), _negated=True), ('remaining__gte', 1)), _connector='OR'), name='remaining_animals_match_result')],
            },
        ),
        migrations.CreateModel(
            name='VetReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('species', models.CharField(max_length=120, verbose_name='espécie animal')),
                ('breed', models.CharField(max_length=120, verbose_name='raça')),
                ('presumed_age', models.CharField(max_length=120, verbose_name='idade presumida')),
                ('confinement', models.TextField(verbose_name='descrição do local de confinamento')),
                ('nutritional_state', models.TextField(verbose_name='estado nutricional aparente')),
                ('other', models.TextField(blank=True, verbose_name='outras informações relevantes')),
                ('confirms_mistreatment', models.BooleanField(default=False, verbose_name='constata maus-tratos')),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='vet_report', to='documents.act')),
                ('inspection', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='vet_reports', to='inspections.inspection')),
            ],
        ),
        migrations.CreateModel(
            name='Referral',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('recipient', models.CharField(max_length=200, verbose_name='a quem se encaminha')),
                ('text', models.TextField(blank=True, verbose_name='outras informações')),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='referral', to='documents.act')),
                ('report', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='referrals', to='inspections.vetreport')),
            ],
            options={
                'verbose_name': 'encaminhamento',
                'verbose_name_plural': 'encaminhamentos',
                'constraints': [models.CheckConstraint(condition=models.Q(('recipient', ''), _negated=True), name='referral_names_its_recipient')],
            },
        ),
        migrations.RunPython(create_trigrams, drop_trigrams),
    ]
