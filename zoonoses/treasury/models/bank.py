"""The bank's return files: what they say, line by line, and what each line did."""

from django.db import models
from django.db.models import Q

from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality
from zoonoses.treasury.models.guides import Guide
from zoonoses.treasury.querysets import BankRecordQuerySet


class BankReturn(models.Model):
    """One return file, taken once: the same bytes again are the same row."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="bank_returns")
    sha256 = models.CharField(max_length=64)
    name = models.CharField("arquivo", max_length=150)
    bank = models.CharField("banco", max_length=3)
    bank_name = models.CharField("nome do banco", max_length=20, blank=True)
    sequence = models.PositiveIntegerField("número do arquivo")
    generated_on = models.DateField("gerado em")
    total = models.DecimalField("total", max_digits=17, decimal_places=2)
    sent_at = models.DateTimeField("enviado em")
    sent_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "arquivo de retorno"
        verbose_name_plural = "arquivos de retorno"
        ordering = ["-sent_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["municipality", "sha256"], name="a_return_file_is_taken_once")
        ]

    def __str__(self):
        return f"Arquivo {self.sequence} do banco {self.bank}, de {self.generated_on:%d/%m/%Y}"


class BankRecord(models.Model):
    """One payment as the bank tells it. `repeats` is the record of an earlier file with the same bytes."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="bank_records")
    bank_return = models.ForeignKey(BankReturn, on_delete=models.PROTECT, related_name="records")
    line = models.PositiveIntegerField("linha")
    sequence = models.PositiveIntegerField("número sequencial")
    paid_on = models.DateField("pago em")
    credited_on = models.DateField("creditado em")
    barcode = models.CharField("código de barras", max_length=44)
    amount = models.DecimalField("valor", max_digits=14, decimal_places=2)
    fee = models.DecimalField("tarifa", max_digits=9, decimal_places=2)
    agency = models.CharField("agência", max_length=8, blank=True)
    channel = models.CharField("canal", max_length=1, blank=True)
    authentication = models.CharField("autenticação", max_length=23, blank=True)
    fingerprint = models.CharField(max_length=64)
    repeats = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="repeated_by"
    )

    objects = BankRecordQuerySet.as_manager()

    class Meta:
        verbose_name = "registro do retorno"
        verbose_name_plural = "registros do retorno"
        ordering = ["line"]
        constraints = [
            models.UniqueConstraint(fields=["bank_return", "line"], name="one_record_per_line"),
            models.UniqueConstraint(
                fields=["municipality", "fingerprint"],
                condition=Q(repeats=None),
                name="a_record_counts_once",
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="bank_record_is_positive"),
        ]


class BankOutcome(models.Model):
    """What one record did: payments were registered, or why not. `surplus` is what no debt was there for."""

    class Kind(models.TextChoices):
        PAID = "paid", "pago"
        PARTIAL = "partial", "pago em parte"
        OVER = "over", "pago a mais"
        NOT_OWED = "not_owed", "nada a receber"
        UNKNOWN = "unknown", "guia desconhecida"
        REPEATED = "repeated", "já recebido em outro arquivo"
        REFUSED = "refused", "não registrado"

    record = models.OneToOneField(BankRecord, on_delete=models.PROTECT, related_name="outcome")
    kind = models.CharField("resultado", max_length=10, choices=Kind.choices)
    guide = models.ForeignKey(
        Guide, on_delete=models.PROTECT, null=True, blank=True, related_name="bank_outcomes"
    )
    surplus = models.DecimalField("sobra", max_digits=14, decimal_places=2, default=0)
    note = models.CharField("por quê", max_length=500, blank=True)
    decided_at = models.DateTimeField("em")

    class Meta:
        verbose_name = "resultado do retorno"
        verbose_name_plural = "resultados do retorno"
        constraints = [
            models.CheckConstraint(condition=Q(surplus__gte=0), name="surplus_is_not_negative"),
        ]
