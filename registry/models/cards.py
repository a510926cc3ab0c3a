"""The RGA of an animal: one number for ever, its cards and tags, second copies and printing batches."""

from django.db import models

from registry.models.animals import Animal
from registry.models.clinics import Clinic, KitBlock
from zoonoses.documents.models import Document
from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality
from zoonoses.treasury.models import Charge


class Rga(models.Model):
    """Registro Geral do Animal. The number belongs to one animal, ever; it is never reused and never restarts."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="rgas")
    number = models.PositiveIntegerField("número")
    animal = models.OneToOneField(Animal, on_delete=models.PROTECT, related_name="rga")
    registered_on = models.DateField("data do registro")
    registered_at = models.DateTimeField("registrado em")
    registered_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    clinic = models.ForeignKey(Clinic, on_delete=models.PROTECT, null=True, blank=True, related_name="rgas")
    block = models.ForeignKey(KitBlock, on_delete=models.PROTECT, null=True, blank=True, related_name="rgas")
    form = models.OneToOneField(Document, on_delete=models.PROTECT, null=True, blank=True, related_name="rga")
    charge = models.ForeignKey(Charge, on_delete=models.PROTECT, null=True, blank=True, related_name="rgas")
    code = models.CharField("código da plaqueta", max_length=20, unique=True)

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "RGA"
        verbose_name_plural = "RGAs"
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["municipality", "number"], name="one_animal_per_rga_number")
        ]
        indexes = [
            models.Index(fields=["municipality", "-registered_at"]),
            models.Index(fields=["clinic", "-registered_at"]),
        ]

    def __str__(self):
        return f"RGA {self.number}"


class IdentityCard(models.Model):
    """One physical card or tag. A second copy is another row; the former one is void, the number stays."""

    class Kind(models.TextChoices):
        CARD = "card", "carteira"
        TAG = "tag", "plaqueta"

    rga = models.ForeignKey(Rga, on_delete=models.PROTECT, related_name="cards")
    kind = models.CharField("tipo", max_length=5, choices=Kind.choices)
    copy = models.PositiveSmallIntegerField("via", default=1)
    issued_on = models.DateField("data da expedição")
    issued_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    printed_at = models.DateTimeField("impressa em", null=True, blank=True)
    voided_on = models.DateField("sem valor desde", null=True, blank=True)
    void_reason = models.CharField("motivo", max_length=120, blank=True)

    class Meta:
        verbose_name = "carteira ou plaqueta"
        verbose_name_plural = "carteiras e plaquetas"
        ordering = ["kind", "copy"]
        constraints = [
            models.UniqueConstraint(fields=["rga", "kind", "copy"], name="one_card_per_kind_and_copy"),
            models.UniqueConstraint(
                fields=["rga", "kind"], condition=models.Q(voided_on=None), name="one_valid_card_per_kind"
            ),
        ]
        indexes = [models.Index(fields=["printed_at", "kind"])]

    @property
    def municipality(self):
        return self.rga.municipality


class SecondCopyRequest(models.Model):
    """Pedido de segunda via: identifies the animal for the law's days, until the new card or tag is issued."""

    rga = models.ForeignKey(Rga, on_delete=models.PROTECT, related_name="second_copy_requests")
    wants_card = models.BooleanField("carteira", default=False)
    wants_tag = models.BooleanField("plaqueta", default=False)
    reason = models.CharField("motivo", max_length=20, choices=[("loss", "perda"), ("misplaced", "extravio")])
    requested_on = models.DateField("pedido em")
    identifies_until = models.DateField("identifica até", null=True, blank=True)
    document = models.OneToOneField(Document, on_delete=models.PROTECT, related_name="second_copy_request")
    charge = models.ForeignKey(Charge, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    requested_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    issued_on = models.DateField("entregue em", null=True, blank=True)

    class Meta:
        verbose_name = "pedido de segunda via"
        verbose_name_plural = "pedidos de segunda via"
        ordering = ["-requested_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(wants_card=True) | models.Q(wants_tag=True),
                name="second_copy_of_something",
            )
        ]

    @property
    def municipality(self):
        return self.rga.municipality


class PrintBatch(models.Model):
    """Cards, tags or letters printed at once by the worker. Progress is counted from its rows."""

    class Kind(models.TextChoices):
        CARDS_SINGLE = "cards_single", "carteiras, uma por página"
        CARDS_SHEET = "cards_sheet", "carteiras, dez por folha"
        TAGS = "tags", "etiquetas de plaqueta"
        LETTERS = "letters", "cartas"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT)
    key = models.UUIDField("chave de envio", null=True, unique=True, editable=False)
    kind = models.CharField("tipo", max_length=15, choices=Kind.choices)
    requested_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    requested_at = models.DateTimeField("pedido em")
    beat_at = models.DateTimeField("último sinal do trabalho", null=True, blank=True)
    finished_at = models.DateTimeField("terminado em", null=True, blank=True)
    pdf = models.FileField(upload_to="private/batches/%Y/%m/", blank=True)
    pages = models.PositiveIntegerField("páginas", default=0)

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "impressão em lote"
        verbose_name_plural = "impressões em lote"
        ordering = ["-pk"]


class BatchRow(models.Model):
    """One card, tag or letter of a batch: drawn, or failed with the reason while the rest is printed."""

    batch = models.ForeignKey(PrintBatch, on_delete=models.CASCADE, related_name="rows")
    position = models.PositiveIntegerField()
    card = models.ForeignKey(IdentityCard, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    animal = models.ForeignKey(Animal, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    drawn = models.BooleanField(default=False)
    error = models.CharField("o que impediu", max_length=300, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["batch", "position"], name="one_row_per_position")]
