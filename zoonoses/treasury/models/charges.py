"""Money owed to the municipality and what was paid of it: charge, payment, receipt, void.

Rows are facts. A charge is open while its standing payments do not reach its amount; voiding a payment reopens it.
Treasury knows no registry: who pays is written by name, and `subject` says what the charge is about (`animal:12`).
"""

from django.db import models
from django.db.models import F, Q

from zoonoses.documents.models import Act, Case, Document
from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.treasury.querysets import ChargeQuerySet, PaymentQuerySet


class Charge(models.Model):
    """One debt in reais, with the article and the arithmetic that it rests on.

    `destination` is where its law sends the money, in the law's own words; empty when it says nothing.
    """

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="charges")
    kind = models.CharField("o que se cobra", max_length=30)
    description = models.CharField("descrição", max_length=250)
    article = models.CharField("artigo", max_length=120)
    basis = models.JSONField("memória de cálculo", default=list)
    payer_name = models.CharField("quem paga", max_length=200)
    payer_key = models.CharField(max_length=200, editable=False, blank=True)
    payer_document = models.CharField("CPF ou CNPJ", max_length=14, blank=True)
    payer = models.CharField("pagador", max_length=40, blank=True)
    subject = models.CharField("a que se refere", max_length=40, blank=True)
    amount = models.DecimalField("valor", max_digits=14, decimal_places=2)
    destination = models.CharField("destinação", max_length=200, blank=True)
    charged_on = models.DateField("lançada em")
    charged_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, null=True, blank=True, related_name="charges")
    act = models.ForeignKey(Act, on_delete=models.PROTECT, null=True, blank=True, related_name="charges")
    cancelled_on = models.DateField("cancelada em", null=True, blank=True)
    cancelled_reason = models.CharField("motivo", max_length=250, blank=True)

    objects = ChargeQuerySet.as_manager()

    class Meta:
        verbose_name = "cobrança"
        verbose_name_plural = "cobranças"
        ordering = ["-charged_on", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="charge_is_not_negative"),
            models.CheckConstraint(
                condition=Q(cancelled_on=None) | ~Q(cancelled_reason=""), name="cancelled_charge_has_a_reason"
            ),
        ]
        indexes = [
            models.Index(fields=["municipality", "-charged_on"]),
            models.Index(fields=["municipality", "payer"]),
            models.Index(fields=["municipality", "subject"]),
        ]

    def __str__(self):
        return self.description


class Payment(models.Model):
    """Money received for a charge, with its receipt. Voided by another row, never edited.

    `late_fine`, `interest` and `monetary_update` are the parts of `amount` that paid what a delay added; the rest paid
    the charge itself. They were counted to the day `counted_on`; `plan` is the agreement that stood.
    """

    class Means(models.TextChoices):
        CASH = "cash", "dinheiro"
        CARD = "card", "cartão"
        PIX = "pix", "PIX"
        BANK = "bank", "banco"
        DEBT = "debt", "dívida ativa"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="payments")
    charge = models.ForeignKey(Charge, on_delete=models.PROTECT, related_name="payments")
    amount = models.DecimalField("valor", max_digits=14, decimal_places=2)
    means = models.CharField("meio", max_length=5, choices=Means.choices)
    paid_on = models.DateField("pago em")
    received_at = models.DateTimeField("registrado em")
    received_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    receipt = models.OneToOneField(Document, on_delete=models.PROTECT, related_name="payment")
    key = models.UUIDField("chave de envio")
    bank_record = models.ForeignKey(
        "treasury.BankRecord", on_delete=models.PROTECT, null=True, blank=True, related_name="payments"
    )
    late_fine = models.DecimalField("multa de mora", max_digits=14, decimal_places=2, default=0)
    interest = models.DecimalField("juros", max_digits=14, decimal_places=2, default=0)
    monetary_update = models.DecimalField("atualização", max_digits=14, decimal_places=2, default=0)
    counted_on = models.DateField("acréscimos contados até", null=True, blank=True)
    plan = models.ForeignKey(
        "treasury.InstalmentPlan", on_delete=models.PROTECT, null=True, blank=True, related_name="payments"
    )
    debt_line = models.ForeignKey(
        "treasury.DebtReturnLine", on_delete=models.PROTECT, null=True, blank=True, related_name="payments"
    )

    objects = PaymentQuerySet.as_manager()

    class Meta:
        verbose_name = "pagamento"
        verbose_name_plural = "pagamentos"
        ordering = ["-received_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_is_positive"),
            models.CheckConstraint(
                condition=Q(late_fine__gte=0, interest__gte=0, monetary_update__gte=0)
                & Q(amount__gte=F("late_fine") + F("interest") + F("monetary_update")),
                name="additions_are_within_the_payment",
            ),
            models.UniqueConstraint(fields=["municipality", "key"], name="one_payment_per_key"),
            models.CheckConstraint(
                condition=(Q(means="debt") & Q(debt_line__isnull=False))
                | (~Q(means="debt") & Q(debt_line=None)),
                name="payment_of_sent_debt_names_its_line",
            ),
        ]
        indexes = [models.Index(fields=["municipality", "-paid_on"])]

    @property
    def additions(self):
        """What of it paid the delay."""
        return self.late_fine + self.interest + self.monetary_update

    @property
    def principal(self):
        """What of it paid the charge itself."""
        return self.amount - self.additions


class PaymentVoid(models.Model):
    """A payment that did not happen after all: the debt is open again, its receipt is annulled."""

    payment = models.OneToOneField(Payment, on_delete=models.PROTECT, related_name="void")
    reason = models.CharField("motivo", max_length=250)
    voided_on = models.DateField("em")
    voided_at = models.DateTimeField("registrado em")
    voided_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="void_has_a_reason")]
