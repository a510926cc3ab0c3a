"""The procedure of an auto after it was drawn up: the municipality's regulation, what was filed, what was decided."""

from django.db import models
from django.db.models import Q

from fines.models.notices import InfractionNotice
from fines.querysets import ProcedureRuleQuerySet, StandingActQuerySet
from zoonoses.documents.models import Act
from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.templatetags import br


class ProcedureRule(models.Model):
    """One version of the municipality's own regulation of the process: what its law leaves unsaid.

    It holds for autos drawn up from `from_on` on, until a later version. A number of days left empty sets no term;
    `edital_days` left empty foresees no edital, and 0 makes it count on the day of its publication.
    """

    class Count(models.TextChoices):
        BUSINESS = "business_days", "dias úteis"
        CALENDAR = "days", "dias corridos"

    class PaymentFrom(models.TextChoices):
        NOTICE = "notice", "da ciência do auto"
        DECISION = "decision", "da ciência da decisão"
        FINAL = "final", "do dia em que a multa se torna definitiva"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="procedure_rules")
    act = models.CharField("ato que regulamenta", max_length=200)
    from_on = models.DateField("vale para autos a partir de")
    defence_days = models.PositiveSmallIntegerField("prazo de defesa", null=True, blank=True)
    defence_count = models.CharField("contagem", max_length=15, choices=Count.choices, default=Count.BUSINESS)
    reply_days = models.PositiveSmallIntegerField("prazo da réplica do agente", null=True, blank=True)
    reply_count = models.CharField("contagem", max_length=15, choices=Count.choices, default=Count.BUSINESS)
    judged_by = models.CharField("quem julga", max_length=150, blank=True)
    collegiate = models.BooleanField("julgamento colegiado, por votos", default=False)
    appealed_to = models.CharField("quem decide o recurso", max_length=150, blank=True)
    appeal_days = models.PositiveSmallIntegerField("prazo de recurso", null=True, blank=True)
    appeal_count = models.CharField("contagem", max_length=15, choices=Count.choices, default=Count.BUSINESS)
    payment_days = models.PositiveSmallIntegerField("prazo de pagamento", null=True, blank=True)
    payment_count = models.CharField("contagem", max_length=15, choices=Count.choices, default=Count.CALENDAR)
    payment_from = models.CharField(
        "o pagamento conta", max_length=10, choices=PaymentFrom.choices, default=PaymentFrom.FINAL
    )
    defence_place = models.CharField("onde se entrega a defesa", max_length=250, blank=True)
    edital_days = models.PositiveSmallIntegerField(
        "ciência por edital: dias depois da publicação", null=True, blank=True
    )
    entered_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField("informado em")

    objects = ProcedureRuleQuerySet.as_manager()

    class Meta:
        verbose_name = "regulamento do processo"
        verbose_name_plural = "regulamentos do processo"
        ordering = ["-from_on", "-pk"]
        constraints = [models.CheckConstraint(condition=~Q(act=""), name="regulation_names_its_act")]

    def __str__(self):
        return f"{self.act}, para autos desde {self.from_on:%d/%m/%Y}"


class Filing(models.Model):
    """What somebody filed: the defence, the agent's réplica, the appeal. `due_on` is the last day as known then.

    `email` is where who filed it by the public page may be answered.
    """

    class Kind(models.TextChoices):
        DEFENCE = "defence", "defesa"
        REPLY = "reply", "réplica"
        APPEAL = "appeal", "recurso"

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="filing")
    notice = models.ForeignKey(InfractionNotice, on_delete=models.PROTECT, related_name="filings")
    kind = models.CharField("peça", max_length=10, choices=Kind.choices)
    filed_by = models.CharField("quem apresenta", max_length=200)
    capacity = models.CharField("em que qualidade", max_length=100, blank=True)
    text = models.TextField("alegações")
    email = models.EmailField("e-mail para resposta", blank=True)
    due_on = models.DateField("último dia", null=True, blank=True)
    is_late = models.BooleanField("fora do prazo", default=False)

    objects = StandingActQuerySet.as_manager()

    class Meta:
        verbose_name = "peça do processo"
        verbose_name_plural = "peças do processo"
        ordering = ["act__at", "pk"]
        indexes = [models.Index(fields=["notice", "kind"])]


class Decision(models.Model):
    """What was decided about an auto, at first (`instance` 1) or on appeal (2), and what is owed from then on.

    `items` are the conducts that stand, each with its new computation; `total` is null where no fine follows.
    """

    class Outcome(models.TextChoices):
        KEPT = "kept", "mantido"
        CHANGED = "changed", "alterado"
        CANCELLED = "cancelled", "cancelado"

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="decision")
    notice = models.ForeignKey(InfractionNotice, on_delete=models.PROTECT, related_name="decisions")
    instance = models.PositiveSmallIntegerField(
        "instância", choices=[(1, "decisão"), (2, "decisão do recurso")]
    )
    outcome = models.CharField("resultado", max_length=10, choices=Outcome.choices)
    reasons = models.TextField("fundamentos")
    decided_by = models.CharField("quem decide", max_length=150)
    votes = models.JSONField("votos", default=list, blank=True)
    items = models.JSONField("condutas que ficam", default=list, blank=True)
    total = models.DecimalField("total", max_digits=14, decimal_places=2, null=True, blank=True)
    unit = models.CharField("unidade", max_length=10)

    objects = StandingActQuerySet.as_manager()

    class Meta:
        verbose_name = "decisão"
        verbose_name_plural = "decisões"
        ordering = ["instance", "pk"]
        indexes = [models.Index(fields=["notice", "instance"])]
        constraints = [
            models.CheckConstraint(condition=~Q(reasons=""), name="decision_has_reasons"),
            models.CheckConstraint(
                condition=Q(total=None) | Q(total__gte=0), name="decision_is_not_negative"
            ),
        ]

    @property
    def written_total(self):
        """`100,00 VRTE`, `R$ 60,00`, or nothing where no fine follows."""
        return "" if self.total is None else br.quantity({"amount": self.total, "unit": self.unit})


class Measure(models.Model):
    """What follows an auto besides money: its fine converted into service, a sanction applied or lifted.

    `code` is the law's own code of the measure; `until_on`, the last day to fulfil a conversion.
    """

    class Kind(models.TextChoices):
        CONVERTED = "converted", "conversão da multa"
        FULFILLED = "fulfilled", "cumprimento da conversão"
        BROKEN = "broken", "descumprimento da conversão"
        APPLIED = "applied", "aplicação de sanção"
        LIFTED = "lifted", "levantamento de sanção"

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="measure")
    notice = models.ForeignKey(InfractionNotice, on_delete=models.PROTECT, related_name="measures")
    kind = models.CharField("ato", max_length=10, choices=Kind.choices)
    code = models.CharField("medida", max_length=80)
    label = models.CharField("medida", max_length=250)
    article = models.CharField("artigo", max_length=120, blank=True)
    text = models.TextField("o que foi acordado, aplicado ou provado")
    recipient = models.CharField("a quem se comunica", max_length=200, blank=True)
    until_on = models.DateField("até", null=True, blank=True)

    objects = StandingActQuerySet.as_manager()

    class Meta:
        verbose_name = "medida"
        verbose_name_plural = "medidas"
        ordering = ["act__at", "pk"]
        indexes = [models.Index(fields=["notice", "code"])]
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="measure_has_words")]
