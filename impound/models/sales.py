"""Venda, leilão, licitação: lots with their minimum price from the costs, edital, bids, result."""

from django.db import models
from django.db.models import Q

from impound.models.custody import SeizedAnimal
from registry.models import Tutor
from zoonoses.documents.models import Act
from zoonoses.documents.querysets import ThroughCase
from zoonoses.municipalities.models import Membership
from zoonoses.treasury.models import Charge


class SaleLot(models.Model):
    """Animals offered together, under one edital: the act's document. `minimum` is in reais, with its arithmetic."""

    class Kind(models.TextChoices):
        SALE = "sale", "venda"
        AUCTION = "auction", "leilão"
        TENDER = "tender", "licitação"

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="sale_lot")
    kind = models.CharField("forma", max_length=8, choices=Kind.choices)
    held_at = models.DateTimeField("sessão em")
    place = models.CharField("lugar da sessão", max_length=250)
    minimum = models.DecimalField("lance mínimo", max_digits=14, decimal_places=2)
    minimum_basis = models.JSONField("de que se compõe", default=list)
    published = models.CharField("onde o edital foi publicado", max_length=250)

    objects = ThroughCase.as_manager()

    class Meta:
        verbose_name = "lote"
        verbose_name_plural = "lotes"
        constraints = [models.CheckConstraint(condition=Q(minimum__gte=0), name="minimum_is_not_negative")]

    @property
    def municipality(self):
        return self.act.case.municipality


class LotAnimal(models.Model):
    lot = models.ForeignKey(SaleLot, on_delete=models.PROTECT, related_name="animals")
    custody = models.ForeignKey(SeizedAnimal, on_delete=models.PROTECT, related_name="lots")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["lot", "custody"], name="animal_once_per_lot")]


class Bid(models.Model):
    """A lance, as it was called. Never edited."""

    lot = models.ForeignKey(SaleLot, on_delete=models.PROTECT, related_name="bids")
    bidder = models.ForeignKey(Tutor, on_delete=models.PROTECT, related_name="bids")
    amount = models.DecimalField("valor", max_digits=14, decimal_places=2)
    at = models.DateTimeField("hora")
    recorded_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    key = models.UUIDField("chave de envio", null=True, unique=True, editable=False)

    class Meta:
        verbose_name = "lance"
        verbose_name_plural = "lances"
        ordering = ["-amount", "at", "pk"]
        constraints = [models.CheckConstraint(condition=Q(amount__gt=0), name="bid_is_positive")]


class LotResult(models.Model):
    """The end of a lot: sold to the best bid, or deserted (`winner` empty)."""

    lot = models.OneToOneField(SaleLot, on_delete=models.PROTECT, related_name="result")
    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="lot_result")
    winner = models.OneToOneField(Bid, on_delete=models.PROTECT, null=True, blank=True, related_name="won")
    charge = models.OneToOneField(
        Charge, on_delete=models.PROTECT, null=True, blank=True, related_name="lot_result"
    )
    notes = models.CharField("observação", max_length=250, blank=True)
