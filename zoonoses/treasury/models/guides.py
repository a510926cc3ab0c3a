"""How the municipality is paid through banks, and the guides that ask for it."""

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q

from zoonoses.documents.models import Document
from zoonoses.municipalities.models import Municipality
from zoonoses.municipalities.querysets import OfMunicipality
from zoonoses.treasury.models.charges import Charge

DIGITS = RegexValidator(r"^[0-9]*$", "Só números.")


class CollectionSettings(models.Model):
    """What the municipality needs for barcode and PIX on its guides. What is empty is not printed."""

    class Segment(models.TextChoices):
        TOWN_HALL = "1", "1 – prefeitura"
        GOVERNMENT = "5", "5 – órgão governamental"
        CNPJ = "6", "6 – identificado pelo CNPJ"

    class ValueId(models.TextChoices):
        MODULE_10 = "6", "6 – reais, módulo 10"
        MODULE_11 = "8", "8 – reais, módulo 11"

    municipality = models.OneToOneField(Municipality, on_delete=models.PROTECT, related_name="collection")
    febraban_code = models.CharField("código FEBRABAN", max_length=8, blank=True, validators=[DIGITS])
    segment = models.CharField("segmento", max_length=1, choices=Segment.choices, default=Segment.TOWN_HALL)
    value_id = models.CharField(
        "identificação do valor", max_length=1, choices=ValueId.choices, default=ValueId.MODULE_10
    )
    pix_key = models.CharField("chave PIX", max_length=77, blank=True)
    receiver_name = models.CharField("recebedor do PIX", max_length=25, blank=True)
    receiver_city = models.CharField("cidade do recebedor", max_length=15, blank=True)

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "recebimento por banco"
        verbose_name_plural = "recebimentos por banco"
        constraints = [
            models.CheckConstraint(
                condition=Q(pix_key="") | ~(Q(receiver_name="") | Q(receiver_city="")),
                name="pix_has_a_receiver",
            )
        ]

    def __str__(self):
        return f"Recebimento por banco de {self.municipality}"


class Guide(models.Model):
    """A guia de arrecadação of one charge, or of several of the same person. A re-issue voids the former.

    `number` is the municipality's own, inside the barcode and the PIX. Both are empty when there was nothing to print.
    What a delay adds is in it as counted to `counted_on`, the day asked for before it moved to a business day.
    """

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="guides")
    charges = models.ManyToManyField(Charge, through="GuideLine", related_name="guides")
    document = models.OneToOneField(Document, on_delete=models.PROTECT, related_name="guide")
    amount = models.DecimalField("valor", max_digits=14, decimal_places=2)
    issued_on = models.DateField("emitida em")
    due_on = models.DateField("vencimento")
    counted_on = models.DateField("acréscimos contados até", null=True, blank=True)
    instalment = models.ForeignKey(
        "treasury.Instalment", on_delete=models.PROTECT, null=True, blank=True, related_name="guides"
    )
    number = models.PositiveBigIntegerField("número para o banco", null=True, blank=True)
    barcode = models.CharField("código de barras", max_length=44, blank=True)
    pix = models.CharField("PIX", max_length=512, blank=True)
    replaces = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "guia"
        verbose_name_plural = "guias"
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(due_on__gte=F("issued_on")), name="guide_due_not_before_issue"
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="guide_asks_for_something"),
            models.UniqueConstraint(fields=["municipality", "number"], name="one_guide_per_bank_number"),
        ]


class GuideLine(models.Model):
    """What a guide asks for of one charge."""

    guide = models.ForeignKey(Guide, on_delete=models.PROTECT, related_name="lines")
    charge = models.ForeignKey(Charge, on_delete=models.PROTECT, related_name="guide_lines")
    amount = models.DecimalField("valor", max_digits=14, decimal_places=2)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["guide", "charge"], name="a_guide_asks_once_for_a_charge"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="guide_line_asks_for_something"),
        ]
