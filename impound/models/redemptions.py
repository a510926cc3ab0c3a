"""Resgate: who asks for the animals, what the law wants to see, and what is owed."""

from django.db import models
from django.db.models import Q

from impound.models.custody import SeizedAnimal
from impound.models.seizures import Seizure
from registry.models import Tutor
from zoonoses.documents.models import Act, Attachment, Document
from zoonoses.documents.querysets import ThroughCase
from zoonoses.municipalities.models import Membership
from zoonoses.treasury.models import Charge


class Redemption(models.Model):
    """A request to redeem animals of one seizure, by one person. The day of the act is the day that the law counts.

    A withdrawn request leaves the animals free for another one.
    """

    class Capacity(models.TextChoices):
        OWNER = "owner", "proprietário"
        POSSESSOR = "possessor", "possuidor"
        REPRESENTATIVE = "representative", "representante do proprietário"

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="redemption")
    seizure = models.ForeignKey(Seizure, on_delete=models.PROTECT, related_name="redemptions")
    animals = models.ManyToManyField(SeizedAnimal, related_name="redemptions")
    requester = models.ForeignKey(Tutor, on_delete=models.PROTECT, related_name="redemptions")
    capacity = models.CharField("na qualidade de", max_length=14, choices=Capacity.choices)
    owner = models.ForeignKey(Tutor, on_delete=models.PROTECT, related_name="redemptions_as_owner")
    born_on = models.DateField("nascimento do requerente", null=True, blank=True)
    withdrawn_on = models.DateField("desistência em", null=True, blank=True)
    withdrawn_reason = models.CharField("motivo da desistência", max_length=250, blank=True)
    withdrawn_by = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    objects = ThroughCase.as_manager()

    class Meta:
        verbose_name = "pedido de resgate"
        verbose_name_plural = "pedidos de resgate"
        constraints = [
            models.CheckConstraint(
                condition=Q(withdrawn_on=None) | ~Q(withdrawn_reason=""), name="withdrawal_has_a_reason"
            )
        ]

    @property
    def municipality(self):
        return self.act.case.municipality


class RedemptionItem(models.Model):
    """One thing that the law wants to see, seen. `copy` is kept in private storage and shown to staff alone."""

    redemption = models.ForeignKey(Redemption, on_delete=models.PROTECT, related_name="items")
    code = models.CharField("item", max_length=60)
    label = models.CharField("o que foi apresentado", max_length=200, blank=True)
    copy = models.ForeignKey(
        Attachment, on_delete=models.PROTECT, null=True, blank=True, related_name="redemption_items"
    )
    recorded_at = models.DateTimeField("registrado em")
    recorded_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    undone_at = models.DateTimeField("desfeito em", null=True, blank=True)
    undone_by = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = "item do resgate"
        verbose_name_plural = "itens do resgate"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["redemption", "code"], condition=Q(undone_at=None), name="one_item_per_redemption"
            )
        ]

    @property
    def municipality(self):
        return self.redemption.municipality


class RedemptionBill(models.Model):
    """What was owed when it was asked for, frozen with its arithmetic, and the charges made of it.

    `fine_charge` is the part that is a fine of the event, so that whoever collects fines finds it and asks once.
    A later bill of the same redemption takes the place of an unpaid one (`replaced_by`).
    """

    redemption = models.ForeignKey(Redemption, on_delete=models.PROTECT, related_name="bills")
    counted_at = models.DateTimeField("contado até")
    custody_days = models.PositiveIntegerField("dias de custódia", null=True, blank=True)
    items = models.JSONField("itens")
    basis = models.JSONField("memória de cálculo")
    total = models.DecimalField("total", max_digits=14, decimal_places=2)
    unit = models.CharField("unidade", max_length=20)
    index_value = models.DecimalField(
        "valor da unidade", max_digits=14, decimal_places=6, null=True, blank=True
    )
    index_on = models.DateField("dia do valor da unidade", null=True, blank=True)
    reais = models.DecimalField("total em reais", max_digits=14, decimal_places=2)
    document = models.OneToOneField(
        Document, on_delete=models.PROTECT, null=True, blank=True, related_name="redemption_bill"
    )
    charge = models.OneToOneField(
        Charge, on_delete=models.PROTECT, null=True, blank=True, related_name="redemption_bill"
    )
    fine_charge = models.OneToOneField(
        Charge, on_delete=models.PROTECT, null=True, blank=True, related_name="redemption_bill_of_fine"
    )
    made_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    replaces = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )

    class Meta:
        verbose_name = "conta do resgate"
        verbose_name_plural = "contas do resgate"
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=Q(reais__gte=0), name="bill_is_not_negative")]
