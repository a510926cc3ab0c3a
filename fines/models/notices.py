"""Auto de infração: what is fined, on what law, how much in the law's own unit, and how it was computed."""

from datetime import date

from django.db import models

from fines.querysets import NoticeQuerySet
from inspections.models import Finding, Inspection
from registry.models import Tutor
from zoonoses.documents.models import Act
from zoonoses.municipalities.models import Membership
from zoonoses.municipalities.templatetags import br


class InfractionNotice(models.Model):
    """One auto against one offender. Amounts stay in the law's unit; reais only from the day the reading names."""

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="notice")
    inspection = models.ForeignKey(Inspection, on_delete=models.PROTECT, related_name="notices")
    offender = models.ForeignKey(Tutor, on_delete=models.PROTECT, related_name="notices")
    fact_at = models.DateTimeField("data e hora do fato")
    address = models.CharField("endereço da infração", max_length=400)
    description = models.TextField("descrição da infração")
    is_proposed = models.BooleanField("penalidade proposta", default=False)
    total = models.DecimalField("total", max_digits=14, decimal_places=2, null=True)
    unit = models.CharField("unidade", max_length=10)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        verbose_name = "auto de infração"
        verbose_name_plural = "autos de infração"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(total=None) | models.Q(total__gte=0), name="notice_total_is_not_negative"
            )
        ]

    def __str__(self):
        return str(self.act.document or f"Auto de {self.act.on:%d/%m/%Y}")

    @property
    def written_total(self):
        """`60,00 UFM`, `R$ 60,00`, or nothing where the law gives no fine."""
        return "" if self.total is None else br.quantity({"amount": self.total, "unit": self.unit})


class NoticeItem(models.Model):
    """One infraction of the auto with its computation, fixed: quantity, unit, priors, articles.

    Where the published text lacks the amount of the day, `typed_amount` is what a person gave, with its source.
    """

    notice = models.ForeignKey(InfractionNotice, on_delete=models.PROTECT, related_name="items")
    finding = models.ForeignKey(Finding, on_delete=models.PROTECT, related_name="notice_items")
    infraction = models.CharField("infração", max_length=80)
    article = models.CharField("artigo", max_length=120)
    label = models.CharField("conduta", max_length=250)
    animals = models.PositiveIntegerField("animais", default=1)
    liable = models.CharField("quem responde", max_length=30, blank=True)
    gravity = models.CharField("gravidade", max_length=20, blank=True)
    gravity_reason = models.TextField("justificativa da gravidade", blank=True)
    aggravating = models.JSONField("agravantes", default=list, blank=True)
    mitigating = models.JSONField("atenuantes", default=list, blank=True)
    priors = models.JSONField("reincidência: penalidades anteriores", default=list, blank=True)
    amount = models.DecimalField("valor", max_digits=14, decimal_places=2, null=True)
    unit = models.CharField("unidade", max_length=10)
    consequences = models.JSONField("outras consequências", default=list, blank=True)
    discretionary = models.JSONField("medidas acrescentadas", default=list, blank=True)
    basis = models.JSONField("memória de cálculo", default=list)
    typed_amount = models.DecimalField(
        "valor informado por pessoa", max_digits=14, decimal_places=2, null=True, blank=True
    )
    typed_source = models.CharField("fonte do valor informado", max_length=300, blank=True)
    typed_by = models.ForeignKey(
        Membership,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="quem informou o valor",
    )

    class Meta:
        verbose_name = "item do auto"
        verbose_name_plural = "itens do auto"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["notice", "finding"], name="one_item_per_notice_and_finding"),
            models.CheckConstraint(
                condition=models.Q(amount=None) | models.Q(amount__gte=0), name="item_amount_is_not_negative"
            ),
            models.CheckConstraint(
                condition=models.Q(typed_amount=None, typed_source="", typed_by=None)
                | models.Q(~models.Q(typed_source=""), typed_amount__gt=0, typed_by__isnull=False),
                name="typed_amount_has_source_and_author",
            ),
        ]

    @property
    def dated_priors(self):
        """The earlier penalties that counted, each with its day as a date."""
        return [{**prior, "on": date.fromisoformat(prior["on"])} for prior in self.priors]

    @property
    def written_amount(self):
        """`60,00 UFM` or `R$ 60,00`; empty where the item has no fine of its own."""
        return "" if self.amount is None else br.quantity({"amount": self.amount, "unit": self.unit})

    @property
    def written_typed_amount(self):
        """The amount that a person gave, before it is multiplied; empty where the law gives it."""
        return (
            "" if self.typed_amount is None else br.quantity({"amount": self.typed_amount, "unit": self.unit})
        )
