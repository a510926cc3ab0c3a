"""Parcelamento: an agreement to pay a charge in instalments. The debt stays the charge's; this is a plan over it.

No payment belongs to an instalment: what was paid under the plan is counted to the oldest ones.
"""

from django.db import models
from django.db.models import Q

from zoonoses.documents.models import Document
from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality
from zoonoses.treasury.models.charges import Charge
from zoonoses.treasury.models.rules import InstalmentRule


class InstalmentPlan(models.Model):
    """What was owed on the day of the agreement, part by part, and who signed. Ended by a reason, never edited."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="instalment_plans")
    charge = models.ForeignKey(Charge, on_delete=models.PROTECT, related_name="plans")
    rule = models.ForeignKey(InstalmentRule, on_delete=models.PROTECT, related_name="plans")
    document = models.OneToOneField(Document, on_delete=models.PROTECT, related_name="instalment_plan")
    agreed_on = models.DateField("acordado em")
    agreed_at = models.DateTimeField("registrado em")
    agreed_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    signer = models.CharField("quem assina", max_length=200)
    principal = models.DecimalField("principal", max_digits=14, decimal_places=2)
    late_fine = models.DecimalField("multa de mora", max_digits=14, decimal_places=2, default=0)
    interest = models.DecimalField("juros", max_digits=14, decimal_places=2, default=0)
    monetary_update = models.DecimalField("atualização", max_digits=14, decimal_places=2, default=0)
    ended_on = models.DateField("encerrado em", null=True, blank=True)
    ended_reason = models.CharField("motivo", max_length=250, blank=True)
    ended_by = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "parcelamento"
        verbose_name_plural = "parcelamentos"
        ordering = ["-agreed_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["charge"], condition=Q(ended_on=None), name="one_standing_plan_per_charge"
            ),
            models.CheckConstraint(
                condition=Q(ended_on=None) | ~Q(ended_reason=""), name="ended_plan_has_a_reason"
            ),
            models.CheckConstraint(condition=~Q(signer=""), name="plan_has_a_signer"),
        ]

    def __str__(self):
        return str(self.document)


class Instalment(models.Model):
    """One parcela. `until` is the sum of this one and those before: what is paid when that much was received."""

    plan = models.ForeignKey(InstalmentPlan, on_delete=models.PROTECT, related_name="instalments")
    number = models.PositiveSmallIntegerField("parcela")
    due_on = models.DateField("vencimento")
    amount = models.DecimalField("valor", max_digits=14, decimal_places=2)
    until = models.DecimalField("soma até esta", max_digits=14, decimal_places=2)

    class Meta:
        verbose_name = "parcela"
        verbose_name_plural = "parcelas"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["plan", "number"], name="one_instalment_per_number"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="instalment_is_positive"),
        ]

    def __str__(self):
        return f"Parcela {self.number}"
