"""All tables of the app at once, for a new database; one that has the migrations of `replaces` has all of this."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('documents', '0001_initial'), ('documents', '0002_registry_whole'), ('documents', '0003_impound_kinds'), ('documents', '0004_process_kinds'), ('documents', '0005_donation_kind'), ('documents', '0006_service_attempts'), ('documents', '0007_instalment_kind'), ('documents', '0008_referral_kind')]

    initial = True

    dependencies = [
        ('municipalities', '0001_squashed_0002_retention_years'),
    ]

    operations = [
        migrations.CreateModel(
            name='Case',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('opened_on', models.DateField(verbose_name='aberto em')),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cases', to='municipalities.municipality')),
            ],
            options={
                'verbose_name': 'caso',
                'verbose_name_plural': 'casos',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Document',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('complaint', 'Protocolo de denúncia'), ('control_form', 'Ficha de Controle'), ('inspection_record', 'Termo de vistoria'), ('vet_report', 'Relatório do médico veterinário'), ('intimation', 'Intimação'), ('notification', 'Notificação'), ('written_warning', 'Advertência escrita'), ('extension', 'Prorrogação de prazo'), ('infraction_notice', 'Auto de infração'), ('guide', 'Guia de arrecadação'), ('receipt', 'Recibo'), ('instalment_plan', 'Termo de parcelamento'), ('registration_form', 'Formulário de registro'), ('second_copy_request', 'Pedido de segunda via'), ('vaccination_card', 'Carteira de vacinação'), ('vaccination_receipt', 'Comprovante de vacinação'), ('remittance_list', 'Relação mensal de registros'), ('remittance_receipt', 'Recibo de remessa mensal'), ('community_commitment', 'Termo de compromisso'), ('licence_request', 'Pedido de licença'), ('licence', 'Licença ou laudo'), ('licence_refusal', 'Indeferimento de licença'), ('person_copy', 'Cópia de dados pessoais'), ('seizure', 'Termo de apreensão'), ('summons', 'Notificação de apreensão'), ('evaluation', 'Laudo veterinário'), ('redemption_bill', 'Demonstrativo do resgate'), ('release', 'Termo de resgate e responsabilidade'), ('adoption', 'Contrato de adoção'), ('donation', 'Contrato de doação'), ('destination', 'Termo de destinação'), ('custody_end', 'Termo de fim de custódia'), ('sale_notice', 'Edital'), ('sale_result', 'Ata de resultado'), ('publication_proof', 'Certidão de divulgação'), ('filing_receipt', 'Recibo de peça do processo'), ('decision', 'Decisão'), ('conversion', 'Termo de conversão de multa'), ('sanction', 'Termo de aplicação de sanção'), ('referral', 'Ofício de encaminhamento'), ('service_edital', 'Edital de ciência')], max_length=30, verbose_name='tipo')),
                ('year', models.PositiveSmallIntegerField(verbose_name='ano')),
                ('number', models.PositiveIntegerField(verbose_name='número')),
                ('code', models.CharField(max_length=20, unique=True, verbose_name='código de verificação')),
                ('title', models.CharField(max_length=200, verbose_name='título')),
                ('is_blank', models.BooleanField(default=False, verbose_name='formulário em branco')),
                ('issued_on', models.DateField(verbose_name='data')),
                ('issued_at', models.DateTimeField(verbose_name='emitido em')),
                ('case', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='documents', to='documents.case')),
                ('issued_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='municipalities.membership')),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='documents', to='municipalities.municipality')),
                ('replaces', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='replaced_by', to='documents.document', verbose_name='substitui')),
            ],
            options={
                'verbose_name': 'documento',
                'verbose_name_plural': 'documentos',
                'ordering': ['-issued_at', '-pk'],
                'indexes': [models.Index(fields=['municipality', 'kind', '-issued_at'], name='documents_d_municip_60195e_idx')],
                'constraints': [models.UniqueConstraint(fields=('municipality', 'kind', 'year', 'number'), name='one_document_per_number'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='document_number_from_one')],
            },
        ),
        migrations.CreateModel(
            name='Act',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('complaint', 'denúncia'), ('inspection', 'vistoria'), ('return_visit', 'vistoria de retorno'), ('vet_report', 'relatório do médico veterinário'), ('intimation', 'intimação'), ('notification', 'notificação'), ('written_warning', 'advertência escrita'), ('acknowledgement', 'ciência'), ('extension', 'prorrogação de prazo'), ('infraction_notice', 'auto de infração'), ('guidance', 'orientação'), ('annulment', 'anulação'), ('seizure', 'apreensão'), ('summons', 'notificação de apreensão'), ('evaluation', 'avaliação ou laudo veterinário'), ('redemption_request', 'pedido de resgate'), ('release', 'entrega por resgate'), ('destination', 'destinação'), ('custody_end', 'fim da custódia'), ('sale_notice', 'edital de venda ou leilão'), ('sale_result', 'resultado de venda ou leilão'), ('defence', 'defesa'), ('reply', 'réplica'), ('decision', 'decisão'), ('appeal', 'recurso'), ('final_decision', 'decisão do recurso'), ('conversion', 'conversão da multa'), ('sanction', 'aplicação de sanção'), ('referral', 'encaminhamento a outra autoridade'), ('service_attempt', 'tentativa de ciência'), ('service_edital', 'edital de ciência')], max_length=30, verbose_name='ato')),
                ('on', models.DateField(verbose_name='dia')),
                ('at', models.DateTimeField(verbose_name='hora')),
                ('recorded_at', models.DateTimeField(verbose_name='registrado em')),
                ('on_paper', models.BooleanField(default=False, verbose_name='feito em papel')),
                ('online', models.BooleanField(default=False, verbose_name='recebido pela página pública')),
                ('subjects', models.JSONField(blank=True, default=list)),
                ('ruleset', models.CharField(blank=True, max_length=80, verbose_name='lei')),
                ('ruleset_hash', models.CharField(blank=True, max_length=64)),
                ('readings', models.JSONField(blank=True, default=dict, verbose_name='leituras')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='acts', to='municipalities.membership', verbose_name='autor')),
                ('recorded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='municipalities.membership')),
                ('rests_on', models.ManyToManyField(blank=True, related_name='followed_by', to='documents.act')),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='acts', to='documents.case')),
                ('document', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='act', to='documents.document', verbose_name='documento')),
            ],
            options={
                'verbose_name': 'ato',
                'verbose_name_plural': 'atos',
                'ordering': ['at', 'pk'],
                'indexes': [models.Index(fields=['case', 'kind'], name='documents_a_case_id_f22b1c_idx'), models.Index(fields=['author', '-at'], name='documents_a_author__855937_idx')],
            },
        ),
        migrations.CreateModel(
            name='Attachment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('photo', 'fotografia'), ('signature', 'assinatura'), ('scan', 'digitalização')], max_length=10, verbose_name='tipo')),
                ('draft', models.UUIDField(blank=True, db_index=True, null=True, verbose_name='rascunho')),
                ('original', models.FileField(upload_to='private/originals/%Y/%m/')),
                ('original_name', models.CharField(max_length=200, verbose_name='nome do arquivo')),
                ('original_sha256', models.CharField(max_length=64, verbose_name='SHA-256 do original')),
                ('display', models.FileField(upload_to='private/display/%Y/%m/')),
                ('display_type', models.CharField(default='image/jpeg', max_length=40)),
                ('uploaded_at', models.DateTimeField(verbose_name='enviado em')),
                ('act', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='attachments', to='documents.act')),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='municipalities.municipality')),
                ('uploaded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='municipalities.membership')),
            ],
            options={
                'verbose_name': 'anexo',
                'verbose_name_plural': 'anexos',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='DocumentFile',
            fields=[
                ('document', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='file', serialize=False, to='documents.document')),
                ('pdf', models.BinaryField()),
                ('sha256', models.CharField(max_length=64)),
                ('template', models.CharField(max_length=120)),
                ('context', models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name='Annulment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.TextField(verbose_name='motivo')),
                ('annulled_at', models.DateTimeField(verbose_name='anulado em')),
                ('act', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='annulment', to='documents.act')),
                ('annulled_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='municipalities.membership')),
                ('document', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='annulment', to='documents.document')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='annulment_has_a_reason')],
            },
        ),
        migrations.CreateModel(
            name='Idempotency',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField()),
                ('act', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='documents.act')),
                ('document', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='documents.document')),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='municipalities.municipality')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('municipality', 'key'), name='one_result_per_idempotency_key')],
            },
        ),
        migrations.CreateModel(
            name='ServiceAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('means', models.CharField(choices=[('in_person', 'pessoalmente'), ('postal', 'carta com aviso de recebimento (AR) devolvida')], max_length=10, verbose_name='meio')),
                ('on', models.DateField(verbose_name='dia')),
                ('hour', models.TimeField(blank=True, null=True, verbose_name='hora')),
                ('tried_by', models.CharField(max_length=200, verbose_name='quem tentou')),
                ('outcome', models.CharField(choices=[('absent', 'ausente'), ('moved', 'mudou-se'), ('no_address', 'endereço inexistente ou insuficiente'), ('unknown', 'desconhecido no endereço'), ('refused', 'recusou-se a receber'), ('unclaimed', 'não procurado nos Correios'), ('deceased', 'falecido'), ('other', 'outro motivo')], max_length=10, verbose_name='o que aconteceu')),
                ('note', models.CharField(blank=True, max_length=500, verbose_name='observação')),
                ('postal_code', models.CharField(blank=True, max_length=30, verbose_name='código do AR')),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='service_attempt', to='documents.act')),
                ('of_act', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='service_attempts', to='documents.act')),
            ],
            options={
                'verbose_name': 'tentativa de ciência',
                'verbose_name_plural': 'tentativas de ciência',
                'ordering': ['on', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('means', 'postal'), _negated=True), models.Q(('postal_code', ''), _negated=True), _connector='OR'), name='postal_attempt_has_its_code'), models.CheckConstraint(condition=models.Q(models.Q(('means', 'in_person'), _negated=True), ('hour__isnull', False), _connector='OR'), name='attempt_in_person_has_its_hour'), models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'other'), _negated=True), models.Q(('note', ''), _negated=True), _connector='OR'), name='other_outcome_is_told')],
            },
        ),
        migrations.CreateModel(
            name='ServiceEdital',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('addressee', models.CharField(max_length=200, verbose_name='a quem se dirige')),
                ('text', models.TextField(verbose_name='texto')),
                ('basis', models.CharField(blank=True, max_length=250, verbose_name='fundamento')),
                ('means_note', models.CharField(blank=True, max_length=500, verbose_name='o que a lei diz do meio')),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='service_edital', to='documents.act')),
                ('of_act', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='service_editais', to='documents.act')),
            ],
            options={
                'verbose_name': 'edital de ciência',
                'verbose_name_plural': 'editais de ciência',
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='edital_has_its_text')],
            },
        ),
        migrations.CreateModel(
            name='Acknowledgement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('means', models.CharField(choices=[('in_person', 'pessoalmente, com assinatura'), ('refused', 'recusou-se a assinar, perante duas testemunhas'), ('postal', 'carta com aviso de recebimento (AR)'), ('edital', 'edital')], max_length=10, verbose_name='meio')),
                ('on', models.DateField(verbose_name='data da ciência')),
                ('received_by', models.CharField(blank=True, max_length=200, verbose_name='quem recebeu')),
                ('witness_1', models.CharField(blank=True, max_length=200, verbose_name='testemunha 1')),
                ('witness_1_document', models.CharField(blank=True, max_length=40, verbose_name='documento da testemunha 1')),
                ('witness_2', models.CharField(blank=True, max_length=200, verbose_name='testemunha 2')),
                ('witness_2_document', models.CharField(blank=True, max_length=40, verbose_name='documento da testemunha 2')),
                ('postal_code', models.CharField(blank=True, max_length=30, verbose_name='código do AR')),
                ('publication', models.CharField(blank=True, max_length=250, verbose_name='onde o edital foi publicado')),
                ('published_on', models.DateField(blank=True, null=True, verbose_name='publicado em')),
                ('day_source', models.CharField(blank=True, max_length=350, verbose_name='por que vale neste dia')),
                ('means_note', models.CharField(blank=True, max_length=500, verbose_name='o que a lei diz do meio')),
                ('act', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='acknowledgement', to='documents.act')),
                ('of_act', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='acknowledgements', to='documents.act')),
                ('edital', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='publications', to='documents.serviceedital')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('means', 'refused'), _negated=True), models.Q(('witness_1', ''), ('witness_2', ''), _connector='OR', _negated=True), _connector='OR'), name='refusal_has_two_witnesses'), models.CheckConstraint(condition=models.Q(models.Q(('means', 'postal'), _negated=True), models.Q(('postal_code', ''), _negated=True), _connector='OR'), name='postal_has_its_code'), models.CheckConstraint(condition=models.Q(models.Q(('means', 'edital'), _negated=True), models.Q(('publication', ''), _negated=True), _connector='OR'), name='edital_has_its_publication')],
            },
        ),
        migrations.CreateModel(
            name='AccessRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='quando')),
                ('what', models.CharField(max_length=40, verbose_name='o que')),
                ('object_type', models.CharField(max_length=40)),
                ('object_id', models.CharField(max_length=40)),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='municipalities.membership')),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='municipalities.municipality')),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['municipality', 'object_type', 'object_id'], name='documents_a_municip_8f7f43_idx')],
            },
        ),
        migrations.CreateModel(
            name='Agenda',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=60)),
                ('next_act', models.CharField(max_length=30, verbose_name='próximo ato')),
                ('sentence', models.CharField(max_length=200, verbose_name='o que fazer')),
                ('who', models.CharField(blank=True, max_length=200, verbose_name='pessoa')),
                ('where', models.CharField(blank=True, max_length=250, verbose_name='lugar')),
                ('from_on', models.DateField(null=True, verbose_name='a partir de')),
                ('due_on', models.DateField(null=True, verbose_name='até')),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='municipalities.municipality')),
                ('responsible', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='agenda', to='municipalities.membership')),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='agenda', to='documents.case')),
            ],
            options={
                'indexes': [models.Index(fields=['municipality', 'due_on'], name='documents_a_municip_c4de11_idx'), models.Index(fields=['municipality', 'responsible', 'due_on'], name='documents_a_municip_c58471_idx')],
                'constraints': [models.UniqueConstraint(fields=('case', 'key'), name='one_agenda_line_per_key')],
            },
        ),
        migrations.CreateModel(
            name='Counter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=30)),
                ('year', models.PositiveSmallIntegerField()),
                ('last', models.PositiveIntegerField(default=0)),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='municipalities.municipality')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('municipality', 'kind', 'year'), name='one_counter_per_kind_and_year')],
            },
        ),
    ]
