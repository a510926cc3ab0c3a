"""A spreadsheet on its way in: mapping, every row with what is wrong in it, what it made, and its undoing."""

from django.db import models

from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality


class ColumnMapping(models.Model):
    """Which column is which field, remembered by the header of the file."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT)
    kind = models.CharField(max_length=15)
    header_sha256 = models.CharField(max_length=64)
    columns = models.JSONField()

    objects = OfMunicipality.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["municipality", "kind", "header_sha256"], name="one_mapping_per_header"
            )
        ]


class ImportJob(models.Model):
    """One file. Checked first (nothing is written), then imported: all rows or the good ones; undone as a whole."""

    class Kind(models.TextChoices):
        TUTORS = "tutors", "tutores"
        ANIMALS = "animals", "animais com seus tutores"
        VACCINATIONS = "vaccinations", "vacinações"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="import_jobs")
    kind = models.CharField("o que contém", max_length=15, choices=Kind.choices)
    file = models.FileField(upload_to="private/imports/%Y/%m/")
    file_name = models.CharField("arquivo", max_length=200)
    file_sha256 = models.CharField(max_length=64)
    columns = models.JSONField("colunas", default=dict)
    only_good_rows = models.BooleanField("importar só as linhas boas", default=False)
    uploaded_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField("enviado em")
    total = models.PositiveIntegerField("linhas", default=0)
    done = models.PositiveIntegerField("linhas vistas", default=0)
    beat_at = models.DateTimeField(null=True, blank=True)
    checked_at = models.DateTimeField("conferido em", null=True, blank=True)
    started_at = models.DateTimeField("importação pedida em", null=True, blank=True)
    imported_at = models.DateTimeField("importado em", null=True, blank=True)
    undone_at = models.DateTimeField("desfeito em", null=True, blank=True)
    undone_by = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    failure = models.CharField("o que impediu", max_length=300, blank=True)

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "importação"
        verbose_name_plural = "importações"
        ordering = ["-pk"]

    def __str__(self):
        return self.file_name


class ImportFault(models.Model):
    """One bad cell: its row and column as the person sees them, what stands there and why it cannot be taken."""

    job = models.ForeignKey(ImportJob, on_delete=models.CASCADE, related_name="faults")
    row = models.PositiveIntegerField("linha")
    column = models.CharField("coluna", max_length=80)
    value = models.CharField("valor", max_length=200, blank=True)
    reason = models.CharField("motivo", max_length=300)
    blocks = models.BooleanField("impede a linha", default=True)

    class Meta:
        ordering = ["row", "pk"]
        indexes = [models.Index(fields=["job", "row"])]


class ImportedRecord(models.Model):
    """What a row made, so that the whole import can be undone while nothing hangs from it."""

    job = models.ForeignKey(ImportJob, on_delete=models.CASCADE, related_name="records")
    row = models.PositiveIntegerField()
    model = models.CharField(max_length=40)
    object_id = models.BigIntegerField()
    created = models.BooleanField(default=True)

    class Meta:
        indexes = [models.Index(fields=["job", "model"])]
