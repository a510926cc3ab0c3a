"""Venda, leilão, licitação: lots with their minimum price from the costs, edital, bids, result."""

from dataclasses import dataclass

from django.db import models
from django.db.models import Q

from impound.models.custody import SeizedAnimal
from registry.models import Tutor
from zoonoses.documents.models import Act
from zoonoses.documents.querysets import ThroughCase
from zoonoses.municipalities.models import Membership
from zoonoses.treasury.models import Charge


@dataclass(frozen=True)
class SaleWords:
    """What a form of sale calls its offers, its least price and who wins, as sentences use them."""

    offer: str
    offers: str
    who: str  # the question to the clerk
    already: str  # those who offered before
    recorded: str
    best: str
    none: str
    least: str
    by_offer: str
    buys: str
    bought: str
    sold: str
    sold_to: str
    buyer: str
    purchase: str


CALLED = SaleWords(
    offer="lance",
    offers="lances",
    who="Quem dá o lance?",
    already="Já deram lance",
    recorded="Lance registrado.",
    best="melhor lance",
    none="nenhum lance",
    least="lance mínimo",
    by_offer="pelo lance de",
    buys="arremata",
    bought="arrematou",
    sold="arrematado",
    sold_to="arrematado por",
    buyer="arrematante",
    purchase="arrematação",
)
WRITTEN = SaleWords(
    offer="proposta",
    offers="propostas",
    who="De quem é a proposta?",
    already="Já têm proposta",
    recorded="Proposta registrada.",
    best="melhor proposta",
    none="nenhuma proposta",
    least="preço mínimo",
    by_offer="pela proposta de",
    buys="compra",
    bought="comprou",
    sold="vendido",
    sold_to="vendido a",
    buyer="comprador",
    purchase="compra",
)


def sale_words(kind: str) -> SaleWords:
    """An auction has lances that are called; a sale and a licitação have propostas."""
    return CALLED if kind == SaleLot.Kind.AUCTION else WRITTEN


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

    @property
    def words(self) -> SaleWords:
        return sale_words(self.kind)


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
