"""Dívida ativa: what was sent to the town's treasury office to be inscribed, and what that office says was paid.

A remittance is a fact: its rows keep what was sent, as it was that day. The debt itself remains the charge's.
"""

from django.db import models
from django.db.models import Q

from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality
from zoonoses.treasury.models.charges import Charge
from zoonoses.treasury.querysets import SentDebtQuerySet


class DebtRemittance(models.Model):
    """One list of debts sent on one day, numbered in its year."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="debt_remittances")
    year = models.PositiveSmallIntegerField("ano")
    number = models.PositiveIntegerField("número")
    sent_on = models.DateField("enviada em")
    sent_at = models.DateTimeField("registrada em")
    sent_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    key = models.UUIDField("chave de envio")

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "remessa à dívida ativa"
        verbose_name_plural = "remessas à dívida ativa"
        ordering = ["-year", "-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["municipality", "year", "number"], name="one_debt_remittance_per_number"
            ),
            models.UniqueConstraint(fields=["municipality", "key"], name="one_debt_remittance_per_key"),
        ]

    def __str__(self):
        return f"Remessa nº {self.number:04d}/{self.year}"


class SentDebt(models.Model):
    """One charge in a remittance: debtor, origin and amounts of the day. Sent once, unless it was withdrawn.

    `days` are those of the process, ISO by name; `reason`, the manager's where no rule names a term of payment.
    `inscription` is the number that the treasury office gave; its corrections stay in the trail of changes.
    """

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="sent_debts")
    remittance = models.ForeignKey(DebtRemittance, on_delete=models.PROTECT, related_name="debts")
    charge = models.ForeignKey(Charge, on_delete=models.PROTECT, related_name="sent_debts")
    debtor_name = models.CharField("devedor", max_length=200)
    debtor_document = models.CharField("CPF ou CNPJ", max_length=14, blank=True)
    debtor_address = models.CharField("endereço", max_length=600, blank=True)
    origin = models.CharField("origem", max_length=250)
    article = models.CharField("artigo", max_length=120, blank=True)
    amount = models.DecimalField("valor lançado", max_digits=14, decimal_places=2)
    paid = models.DecimalField("pago até a remessa", max_digits=14, decimal_places=2)
    owed = models.DecimalField("principal enviado", max_digits=14, decimal_places=2)
    additions = models.DecimalField("acréscimos até a remessa", max_digits=14, decimal_places=2, default=0)
    due_on = models.DateField("vencimento", null=True, blank=True)
    days = models.JSONField("datas do processo", default=dict)
    reason = models.CharField("motivo do gestor", max_length=250, blank=True)
    inscription = models.CharField("número da inscrição", max_length=40, blank=True)
    inscribed_on = models.DateField("inscrita em", null=True, blank=True)
    withdrawn_on = models.DateField("retirada em", null=True, blank=True)
    withdrawn_reason = models.CharField("motivo da retirada", max_length=250, blank=True)
    withdrawn_by = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    objects = SentDebtQuerySet.as_manager()

    class Meta:
        verbose_name = "dívida enviada"
        verbose_name_plural = "dívidas enviadas"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["charge"], condition=Q(withdrawn_on=None), name="a_debt_is_sent_once"
            ),
            models.CheckConstraint(condition=Q(owed__gt=0), name="sent_debt_is_owed"),
            models.CheckConstraint(
                condition=Q(withdrawn_on=None) | ~Q(withdrawn_reason=""), name="withdrawn_debt_has_a_reason"
            ),
            models.CheckConstraint(
                condition=Q(inscription="", inscribed_on=None)
                | (~Q(inscription="") & Q(inscribed_on__isnull=False)),
                name="inscription_has_number_and_day",
            ),
        ]
        indexes = [models.Index(fields=["municipality", "inscription"])]

    def __str__(self):
        return f"{self.origin}, {self.remittance}"

    @property
    def total(self):
        """What was sent: what was owed and what the delay had added by that day, in reais."""
        return self.owed + self.additions


class DebtReturn(models.Model):
    """One file of the treasury office, taken once: the same bytes again are the same row."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="debt_returns")
    sha256 = models.CharField(max_length=64)
    name = models.CharField("arquivo", max_length=150)
    sent_at = models.DateTimeField("enviado em")
    sent_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "retorno da dívida ativa"
        verbose_name_plural = "retornos da dívida ativa"
        ordering = ["-sent_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["municipality", "sha256"], name="a_debt_return_is_taken_once")
        ]

    def __str__(self):
        return self.name


class DebtReturnLine(models.Model):
    """What the office says of one debt: inscribed, paid, or both; of a file, or entered by hand (`debt_return` empty).

    `charge_number` and `inscription` are as given. `outcome` is empty until it was decided; `additions` is what the
    office received beyond what was owed here: its own interest and costs, no revenue of this count.
    """

    class Outcome(models.TextChoices):
        INSCRIBED = "inscribed", "inscrição registrada"
        PAID = "paid", "pago"
        PARTIAL = "partial", "pago em parte"
        NOT_OWED = "not_owed", "nada a receber"
        UNKNOWN = "unknown", "dívida não encontrada"
        REPEATED = "repeated", "já registrado"
        REFUSED = "refused", "não registrado"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="debt_return_lines")
    debt_return = models.ForeignKey(
        DebtReturn, on_delete=models.PROTECT, null=True, blank=True, related_name="lines"
    )
    line = models.PositiveIntegerField("linha", default=0)
    charge_number = models.PositiveBigIntegerField("cobrança", null=True, blank=True)
    inscription = models.CharField("inscrição", max_length=40, blank=True)
    inscribed_on = models.DateField("inscrita em", null=True, blank=True)
    paid_on = models.DateField("pago em", null=True, blank=True)
    amount = models.DecimalField("valor", max_digits=14, decimal_places=2, null=True, blank=True)
    document = models.CharField("documento", max_length=40, blank=True)
    outcome = models.CharField("resultado", max_length=10, choices=Outcome.choices, blank=True)
    additions = models.DecimalField("acréscimos da Fazenda", max_digits=14, decimal_places=2, default=0)
    note = models.CharField("por quê", max_length=500, blank=True)
    decided_at = models.DateTimeField("decidida em", null=True, blank=True)
    recorded_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "linha do retorno da dívida ativa"
        verbose_name_plural = "linhas do retorno da dívida ativa"
        ordering = ["line", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(amount=None, paid_on=None) | Q(amount__gt=0, paid_on__isnull=False),
                name="a_debt_paid_has_day_and_amount",
            ),
            models.CheckConstraint(condition=Q(additions__gte=0), name="additions_are_not_negative"),
        ]
        indexes = [models.Index(fields=["municipality", "paid_on", "amount"])]
