"""The spine of every procedure: the case that services lock, the acts that happened, and their frozen documents.

Rows are facts: an act is added and never edited. An issued document is never edited either: it is annulled, and
replaced by another that refers to it.
"""

from django.db import models

from zoonoses.documents.kinds import ActKind, DocumentKind
from zoonoses.documents.querysets import ActQuerySet, CaseQuerySet, DocumentQuerySet, ThroughCase
from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality

ONLINE = "página pública"


class Case(models.Model):
    """One matter, from the complaint or the first visit to its end. The row that every service locks."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="cases")
    opened_on = models.DateField("aberto em")

    objects = CaseQuerySet.as_manager()

    class Meta:
        verbose_name = "caso"
        verbose_name_plural = "casos"
        ordering = ["-pk"]

    def __str__(self):
        return f"Caso {self.pk}"


class Counter(models.Model):
    """Last number given, per municipality, kind and local year. `year` 0 is for sequences that never restart."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT)
    kind = models.CharField(max_length=30)
    year = models.PositiveSmallIntegerField()
    last = models.PositiveIntegerField(default=0)

    objects = OfMunicipality.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["municipality", "kind", "year"], name="one_counter_per_kind_and_year"
            )
        ]


class Document(models.Model):
    """A numbered paper as it was issued. Its bytes live in `DocumentFile`, so lists never load them."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="documents")
    kind = models.CharField("tipo", max_length=30, choices=DocumentKind.choices)
    year = models.PositiveSmallIntegerField("ano")
    number = models.PositiveIntegerField("número")
    code = models.CharField("código de verificação", max_length=20, unique=True)
    title = models.CharField("título", max_length=200)
    case = models.ForeignKey(Case, on_delete=models.PROTECT, null=True, blank=True, related_name="documents")
    is_blank = models.BooleanField("formulário em branco", default=False)
    issued_on = models.DateField("data")
    issued_at = models.DateTimeField("emitido em")
    issued_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    replaces = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="replaced_by",
        verbose_name="substitui",
    )

    objects = DocumentQuerySet.as_manager()

    class Meta:
        verbose_name = "documento"
        verbose_name_plural = "documentos"
        ordering = ["-issued_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["municipality", "kind", "year", "number"], name="one_document_per_number"
            ),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="document_number_from_one"),
        ]
        indexes = [models.Index(fields=["municipality", "kind", "-issued_at"])]

    def __str__(self):
        return f"{self.get_kind_display()} nº {self.full_number}"

    @property
    def full_number(self):
        """`0001/2026`, as printed."""
        return f"{self.number:04d}/{self.year}"


class DocumentFile(models.Model):
    """What was printed: the bytes, their SHA-256, and the context they were drawn from. Nothing is drawn again."""

    document = models.OneToOneField(Document, on_delete=models.PROTECT, related_name="file", primary_key=True)
    pdf = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    template = models.CharField(max_length=120)
    context = models.JSONField()


class Act(models.Model):
    """What happened, on which day and hour, by whose hand, under which law. Added, never edited.

    `on` and `at` are the act's own day and moment; `recorded_at` is when it entered the system, later for an act done
    on paper. `subjects` says what it covers, as `finding:12`. `rests_on` names the acts it follows from. An `online`
    act came in by the public page: no server received it, and `author` is only the post that answers for it.
    """

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="acts")
    kind = models.CharField("ato", max_length=30, choices=ActKind.choices)
    on = models.DateField("dia")
    at = models.DateTimeField("hora")
    author = models.ForeignKey(
        Membership, on_delete=models.PROTECT, related_name="acts", verbose_name="autor"
    )
    recorded_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField("registrado em")
    on_paper = models.BooleanField("feito em papel", default=False)
    online = models.BooleanField("recebido pela página pública", default=False)
    document = models.OneToOneField(
        Document,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="act",
        verbose_name="documento",
    )
    rests_on = models.ManyToManyField("self", symmetrical=False, blank=True, related_name="followed_by")
    subjects = models.JSONField(default=list, blank=True)
    ruleset = models.CharField("lei", max_length=80, blank=True)
    ruleset_hash = models.CharField(max_length=64, blank=True)
    readings = models.JSONField("leituras", default=dict, blank=True)

    objects = ActQuerySet.as_manager()

    class Meta:
        verbose_name = "ato"
        verbose_name_plural = "atos"
        ordering = ["at", "pk"]
        indexes = [models.Index(fields=["case", "kind"]), models.Index(fields=["author", "-at"])]

    def __str__(self):
        return f"{self.get_kind_display()} de {self.on:%d/%m/%Y}"

    @property
    def by_whom(self):
        """Who did it, as timelines say it; of what came in by the public page, that it did."""
        return ONLINE if self.online else self.author.user.name


class Idempotency(models.Model):
    """A form sent again finds here the act it already made."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT)
    key = models.UUIDField()
    act = models.ForeignKey(Act, on_delete=models.PROTECT, null=True, related_name="+")
    document = models.ForeignKey(Document, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["municipality", "key"], name="one_result_per_idempotency_key")
        ]


class Annulment(models.Model):
    """A manager took an issued document out of effect, for a reason. The document and its number stay."""

    document = models.OneToOneField(Document, on_delete=models.PROTECT, related_name="annulment")
    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="annulment", null=True)
    reason = models.TextField("motivo")
    annulled_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    annulled_at = models.DateTimeField("anulado em")

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(reason=""), name="annulment_has_a_reason")]


class Acknowledgement(models.Model):
    """Ciência: how and on which day the person came to know an act. Terms run from `on`, never from the printing."""

    class Means(models.TextChoices):
        IN_PERSON = "in_person", "pessoalmente, com assinatura"
        REFUSED = "refused", "recusou-se a assinar, perante duas testemunhas"
        POSTAL = "postal", "carta com aviso de recebimento (AR)"
        EDITAL = "edital", "edital"

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="acknowledgement")
    of_act = models.ForeignKey(Act, on_delete=models.PROTECT, related_name="acknowledgements")
    means = models.CharField("meio", max_length=10, choices=Means.choices)
    on = models.DateField("data da ciência")
    received_by = models.CharField("quem recebeu", max_length=200, blank=True)
    witness_1 = models.CharField("testemunha 1", max_length=200, blank=True)
    witness_1_document = models.CharField("documento da testemunha 1", max_length=40, blank=True)
    witness_2 = models.CharField("testemunha 2", max_length=200, blank=True)
    witness_2_document = models.CharField("documento da testemunha 2", max_length=40, blank=True)
    postal_code = models.CharField("código do AR", max_length=30, blank=True)
    publication = models.CharField("onde o edital foi publicado", max_length=250, blank=True)
    edital = models.ForeignKey(
        "ServiceEdital", on_delete=models.PROTECT, null=True, blank=True, related_name="publications"
    )
    published_on = models.DateField("publicado em", null=True, blank=True)
    day_source = models.CharField("por que vale neste dia", max_length=350, blank=True)
    means_note = models.CharField("o que a lei diz do meio", max_length=500, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(means="refused") | ~(models.Q(witness_1="") | models.Q(witness_2="")),
                name="refusal_has_two_witnesses",
            ),
            models.CheckConstraint(
                condition=~models.Q(means="postal") | ~models.Q(postal_code=""), name="postal_has_its_code"
            ),
            models.CheckConstraint(
                condition=~models.Q(means="edital") | ~models.Q(publication=""),
                name="edital_has_its_publication",
            ),
        ]


class ServiceAttempt(models.Model):
    """The person was not told: who tried, by which means, when, and what happened. It never starts a term."""

    class Means(models.TextChoices):
        IN_PERSON = "in_person", "pessoalmente"
        POSTAL = "postal", "carta com aviso de recebimento (AR) devolvida"

    class Outcome(models.TextChoices):
        ABSENT = "absent", "ausente"
        MOVED = "moved", "mudou-se"
        NO_ADDRESS = "no_address", "endereço inexistente ou insuficiente"
        UNKNOWN = "unknown", "desconhecido no endereço"
        REFUSED = "refused", "recusou-se a receber"
        UNCLAIMED = "unclaimed", "não procurado nos Correios"
        DECEASED = "deceased", "falecido"
        OTHER = "other", "outro motivo"

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="service_attempt")
    of_act = models.ForeignKey(Act, on_delete=models.PROTECT, related_name="service_attempts")
    means = models.CharField("meio", max_length=10, choices=Means.choices)
    on = models.DateField("dia")
    hour = models.TimeField("hora", null=True, blank=True)
    tried_by = models.CharField("quem tentou", max_length=200)
    outcome = models.CharField("o que aconteceu", max_length=10, choices=Outcome.choices)
    note = models.CharField("observação", max_length=500, blank=True)
    postal_code = models.CharField("código do AR", max_length=30, blank=True)

    class Meta:
        verbose_name = "tentativa de ciência"
        verbose_name_plural = "tentativas de ciência"
        ordering = ["on", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(means="postal") | ~models.Q(postal_code=""),
                name="postal_attempt_has_its_code",
            ),
            models.CheckConstraint(
                condition=~models.Q(means="in_person") | models.Q(hour__isnull=False),
                name="attempt_in_person_has_its_hour",
            ),
            models.CheckConstraint(
                condition=~models.Q(outcome="other") | ~models.Q(note=""), name="other_outcome_is_told"
            ),
        ]


class ServiceEdital(models.Model):
    """An edital that tells a person of an act: its words as issued. The ciência is its publication, a later fact.

    `means_note` is what the law says against this means, with the article; `basis`, what the body rests it on then.
    """

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="service_edital")
    of_act = models.ForeignKey(Act, on_delete=models.PROTECT, related_name="service_editais")
    addressee = models.CharField("a quem se dirige", max_length=200)
    text = models.TextField("texto")
    basis = models.CharField("fundamento", max_length=250, blank=True)
    means_note = models.CharField("o que a lei diz do meio", max_length=500, blank=True)

    objects = ThroughCase.as_manager()

    class Meta:
        verbose_name = "edital de ciência"
        verbose_name_plural = "editais de ciência"
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(text=""), name="edital_has_its_text")]

    @property
    def paragraphs(self):
        """The text, one paragraph a line."""
        return self.text.splitlines()


class Attachment(models.Model):
    """A picture or scan. The original is kept with its hash, in private storage; what is shown was re-encoded."""

    class Kind(models.TextChoices):
        PHOTO = "photo", "fotografia"
        SIGNATURE = "signature", "assinatura"
        SCAN = "scan", "digitalização"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT)
    kind = models.CharField("tipo", max_length=10, choices=Kind.choices)
    act = models.ForeignKey(Act, on_delete=models.PROTECT, null=True, blank=True, related_name="attachments")
    draft = models.UUIDField("rascunho", null=True, blank=True, db_index=True)
    original = models.FileField(upload_to="private/originals/%Y/%m/")
    original_name = models.CharField("nome do arquivo", max_length=200)
    original_sha256 = models.CharField("SHA-256 do original", max_length=64)
    display = models.FileField(upload_to="private/display/%Y/%m/")
    display_type = models.CharField(max_length=40, default="image/jpeg")
    uploaded_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField("enviado em")

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "anexo"
        verbose_name_plural = "anexos"
        ordering = ["pk"]


class Agenda(models.Model):
    """Projection for lists: what is next in a case and by when. Rebuilt at any time; no guard ever reads it."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT)
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="agenda")
    key = models.CharField(max_length=60)
    next_act = models.CharField("próximo ato", max_length=30)
    sentence = models.CharField("o que fazer", max_length=200)
    who = models.CharField("pessoa", max_length=200, blank=True)
    where = models.CharField("lugar", max_length=250, blank=True)
    from_on = models.DateField("a partir de", null=True)
    due_on = models.DateField("até", null=True)
    responsible = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="agenda")

    objects = OfMunicipality.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["case", "key"], name="one_agenda_line_per_key")]
        indexes = [
            models.Index(fields=["municipality", "due_on"]),
            models.Index(fields=["municipality", "responsible", "due_on"]),
        ]


class AccessRecord(models.Model):
    """Who looked at whose personal data, when and through which page. Added by one helper, never edited."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT)
    membership = models.ForeignKey(Membership, on_delete=models.PROTECT)
    at = models.DateTimeField("quando")
    what = models.CharField("o que", max_length=40)
    object_type = models.CharField(max_length=40)
    object_id = models.CharField(max_length=40)

    objects = OfMunicipality.as_manager()

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["municipality", "object_type", "object_id"])]
