"""All tables of the app at once, for a new database; one that has the migrations of `replaces` has all of this."""

import django.core.validators
import django.db.models.deletion
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('municipalities', '0001_initial'), ('municipalities', '0002_retention_years')]

    initial = True

    dependencies = [
        ('accounts', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='Municipality',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100, verbose_name='município')),
                ('uf', models.CharField(choices=[('AC', 'AC'), ('AL', 'AL'), ('AM', 'AM'), ('AP', 'AP'), ('BA', 'BA'), ('CE', 'CE'), ('DF', 'DF'), ('ES', 'ES'), ('GO', 'GO'), ('MA', 'MA'), ('MG', 'MG'), ('MS', 'MS'), ('MT', 'MT'), ('PA', 'PA'), ('PB', 'PB'), ('PE', 'PE'), ('PI', 'PI'), ('PR', 'PR'), ('RJ', 'RJ'), ('RN', 'RN'), ('RO', 'RO'), ('RR', 'RR'), ('RS', 'RS'), ('SC', 'SC'), ('SE', 'SE'), ('SP', 'SP'), ('TO', 'TO')], max_length=2, verbose_name='UF')),
                ('slug', models.SlugField(unique=True, verbose_name='endereço na página pública')),
                ('body_name', models.CharField(max_length=200, verbose_name='nome do órgão')),
                ('letterhead_name', models.CharField(max_length=200, verbose_name='nome no timbre')),
                ('cnpj', models.CharField(blank=True, max_length=14, verbose_name='CNPJ')),
                ('address', models.CharField(blank=True, max_length=250, verbose_name='endereço')),
                ('postal_code', models.CharField(blank=True, max_length=8, verbose_name='CEP')),
                ('phone', models.CharField(blank=True, max_length=20, verbose_name='telefone')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail')),
                ('crest', models.ImageField(blank=True, upload_to='crests/', verbose_name='brasão')),
                ('time_zone', models.CharField(default='America/Sao_Paulo', max_length=50, verbose_name='fuso horário')),
                ('primary_colour', models.CharField(default='#1351b4', max_length=7, validators=[django.core.validators.RegexValidator('^#[0-9a-fA-F]{6}$', 'Informe a cor como #RRGGBB.')], verbose_name='cor principal')),
                ('secondary_colour', models.CharField(default='#071d41', max_length=7, validators=[django.core.validators.RegexValidator('^#[0-9a-fA-F]{6}$', 'Informe a cor como #RRGGBB.')], verbose_name='cor secundária')),
                ('is_training', models.BooleanField(default=False, editable=False, verbose_name='treinamento')),
                ('clock_shift', models.DurationField(blank=True, editable=False, null=True, verbose_name='avanço do relógio de treinamento')),
                ('is_active', models.BooleanField(default=True, verbose_name='ativo')),
                ('retention_years', models.PositiveSmallIntegerField(blank=True, help_text='Sem prazo definido, nenhum cadastro é anonimizado.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)], verbose_name='anos de guarda dos dados pessoais')),
            ],
            options={
                'verbose_name': 'município',
                'verbose_name_plural': 'municípios',
                'ordering': ['name', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('clock_shift__isnull', False), ('is_training', True)), models.Q(('clock_shift__isnull', True), ('is_training', False)), _connector='OR'), name='only_training_has_its_own_clock')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('agent', 'agente'), ('vet', 'veterinário'), ('clerk', 'atendente'), ('manager', 'gestor'), ('judge', 'autoridade julgadora'), ('clinic', 'clínica')], max_length=10, verbose_name='papel')),
                ('position', models.CharField(blank=True, max_length=100, verbose_name='cargo')),
                ('badge', models.CharField(blank=True, max_length=30, verbose_name='matrícula')),
                ('crmv', models.CharField(blank=True, max_length=30, verbose_name='CRMV')),
                ('is_active', models.BooleanField(default=True, verbose_name='ativo')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to='municipalities.municipality')),
            ],
            options={
                'verbose_name': 'vínculo',
                'verbose_name_plural': 'vínculos',
                'constraints': [models.UniqueConstraint(fields=('user', 'municipality', 'role'), name='one_membership_per_role')],
            },
        ),
        migrations.CreateModel(
            name='IndexValue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('unit', models.CharField(max_length=10, verbose_name='unidade')),
                ('from_on', models.DateField(verbose_name='vale a partir de')),
                ('until_on', models.DateField(verbose_name='vale até')),
                ('value', models.DecimalField(decimal_places=4, max_digits=12, validators=[django.core.validators.MinValueValidator(Decimal('0.0001'))], verbose_name='valor em reais')),
                ('source', models.CharField(max_length=250, verbose_name='fonte (decreto, portaria)')),
                ('superseded', models.BooleanField(default=False, verbose_name='substituído')),
                ('entered_at', models.DateTimeField(verbose_name='informado em')),
                ('entered_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='municipalities.membership')),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='index_values', to='municipalities.municipality')),
            ],
            options={
                'verbose_name': 'valor de unidade',
                'verbose_name_plural': 'valores de unidades',
                'ordering': ['unit', '-from_on'],
                'constraints': [models.CheckConstraint(condition=models.Q(('value__gt', 0)), name='index_value_is_positive'), models.CheckConstraint(condition=models.Q(('until_on__gte', models.F('from_on'))), name='index_period_in_order'), models.UniqueConstraint(condition=models.Q(('superseded', False)), fields=('municipality', 'unit', 'from_on'), name='one_standing_value_per_period')],
            },
        ),
        migrations.CreateModel(
            name='Holiday',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('on', models.DateField(verbose_name='dia')),
                ('name', models.CharField(max_length=120, verbose_name='nome')),
                ('kind', models.CharField(choices=[('holiday', 'feriado'), ('optional', 'ponto facultativo'), ('half_day', 'meio expediente')], default='holiday', max_length=10, verbose_name='tipo')),
                ('act', models.CharField(max_length=200, verbose_name='lei ou decreto')),
                ('revoked_by', models.CharField(blank=True, max_length=200, verbose_name='revogado por')),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='holidays', to='municipalities.municipality')),
            ],
            options={
                'verbose_name': 'feriado do município',
                'verbose_name_plural': 'feriados do município',
                'ordering': ['on'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('revoked_by', '')), fields=('municipality', 'on'), name='one_standing_holiday_per_day')],
            },
        ),
        migrations.CreateModel(
            name='CalendarYear',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('year', models.PositiveSmallIntegerField(verbose_name='ano')),
                ('source', models.CharField(max_length=250, verbose_name='fonte')),
                ('confirmed_at', models.DateTimeField(verbose_name='confirmado em')),
                ('confirmed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='municipalities.membership')),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='calendar_years', to='municipalities.municipality')),
            ],
            options={
                'verbose_name': 'calendário conferido',
                'verbose_name_plural': 'calendários conferidos',
                'ordering': ['year'],
                'constraints': [models.UniqueConstraint(fields=('municipality', 'year'), name='one_confirmation_per_year'), models.CheckConstraint(condition=models.Q(('year__range', (1900, 2200))), name='calendar_year_is_a_year')],
            },
        ),
        migrations.CreateModel(
            name='ReadingChoice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=80, verbose_name='lei')),
                ('key', models.CharField(max_length=80, verbose_name='ponto da lei')),
                ('value', models.JSONField(null=True, verbose_name='leitura escolhida')),
                ('reason', models.TextField(verbose_name='motivo')),
                ('chosen_at', models.DateTimeField(verbose_name='escolhida em')),
                ('chosen_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='municipalities.membership')),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reading_choices', to='municipalities.municipality')),
            ],
            options={
                'verbose_name': 'leitura da lei',
                'verbose_name_plural': 'leituras da lei',
                'indexes': [models.Index(fields=['municipality', 'ruleset', 'key', '-id'], name='municipalit_municip_19cc74_idx')],
            },
        ),
        migrations.CreateModel(
            name='RulesetInForce',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=80, verbose_name='lei')),
                ('from_on', models.DateField(blank=True, null=True, verbose_name='a partir de')),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulesets', to='municipalities.municipality')),
            ],
            options={
                'verbose_name': 'lei em vigor',
                'verbose_name_plural': 'leis em vigor',
                'constraints': [models.UniqueConstraint(fields=('municipality', 'from_on'), name='one_ruleset_from_a_day'), models.UniqueConstraint(condition=models.Q(('from_on', None)), fields=('municipality',), name='one_ruleset_from_always')],
            },
        ),
    ]
