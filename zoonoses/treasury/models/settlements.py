"""What somebody decided about money that the bank brought and no debt was there for."""

from django.db import models
from django.db.models import Q

from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality
from zoonoses.treasury.models.bank import BankRecord
from zoonoses.treasury.models.charges import Payment


class BankSettlement(models.Model):
    """Money of one record: it paid a charge found by hand, is to be returned, or was returned to somebody.

    `on` is the day of the payment or of the return; `document_number` proves the return (transfer, cheque, ordem).
    """

    class Kind(models.TextChoices):
        MATCHED = "matched", "recebido em cobrança"
        TO_RETURN = "to_return", "a devolver"
        RETURNED = "returned", "devolvido"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="bank_settlements")
    record = models.ForeignKey(BankRecord, on_delete=models.PROTECT, related_name="settlements")
    kind = models.CharField("o que se fez", max_length=10, choices=Kind.choices)
    amount = models.DecimalField("valor", max_digits=14, decimal_places=2)
    payment = models.OneToOneField(
        Payment, on_delete=models.PROTECT, null=True, blank=True, related_name="settlement"
    )
    who = models.CharField("a quem", max_length=200, blank=True)
    document_number = models.CharField("documento da devolução", max_length=60, blank=True)
    on = models.DateField("em")
    note = models.CharField("por quê", max_length=250, blank=True)
    decided_at = models.DateTimeField("registrado em")
    decided_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    key = models.UUIDField("chave de envio")

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "acerto de registro do banco"
        verbose_name_plural = "acertos de registros do banco"
        ordering = ["decided_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="settlement_is_positive"),
            models.CheckConstraint(
                condition=(Q(kind="matched") & Q(payment__isnull=False))
                | (~Q(kind="matched") & Q(payment=None)),
                name="a_match_has_its_payment",
            ),
            models.CheckConstraint(
                condition=~Q(kind="returned") | ~(Q(who="") | Q(document_number="")),
                name="a_return_says_to_whom",
            ),
            models.UniqueConstraint(fields=["municipality", "key"], name="one_settlement_per_key"),
        ]
