"""Where each animal is kept. A box is locked while its places are counted: the last place goes to one animal."""

from django.db import models
from django.db.models import F, Q

from impound.models.custody import SeizedAnimal
from impound.querysets import BoxQuerySet, BoxStayQuerySet
from registry.models import Animal
from zoonoses.municipalities.models import Membership, Municipality


class Box(models.Model):
    """A baia, canil or pasture of the depósito, with so many places. Empty `species` or `sex` admits any."""

    class Purpose(models.TextChoices):
        COMMON = "common", "comum"
        QUARANTINE = "quarantine", "quarentena"
        OBSERVATION = "observation", "observação"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="boxes")
    name = models.CharField("nome", max_length=60)
    capacity = models.PositiveSmallIntegerField("vagas")
    purpose = models.CharField("finalidade", max_length=12, choices=Purpose.choices, default=Purpose.COMMON)
    species = models.CharField("espécie", max_length=20, choices=Animal.Species.choices, blank=True)
    sex = models.CharField("sexo", max_length=10, choices=Animal.Sex.choices, blank=True)
    is_active = models.BooleanField("em uso", default=True)

    objects = BoxQuerySet.as_manager()

    class Meta:
        verbose_name = "baia ou canil"
        verbose_name_plural = "baias e canis"
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["municipality", "name"], name="one_box_per_name"),
            models.CheckConstraint(condition=Q(capacity__gte=1), name="box_has_a_place"),
        ]

    def __str__(self):
        return self.name


class BoxStay(models.Model):
    """An animal's stay in a box. `left_at` is filled once, when it moves or leaves."""

    custody = models.ForeignKey(SeizedAnimal, on_delete=models.PROTECT, related_name="stays")
    box = models.ForeignKey(Box, on_delete=models.PROTECT, related_name="stays")
    entered_at = models.DateTimeField("entrou em")
    left_at = models.DateTimeField("saiu em", null=True, blank=True)
    reason = models.CharField("motivo", max_length=200, blank=True)
    moved_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")

    objects = BoxStayQuerySet.as_manager()

    class Meta:
        verbose_name = "permanência em baia"
        verbose_name_plural = "permanências em baias"
        ordering = ["entered_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["custody"], condition=Q(left_at=None), name="one_box_at_a_time"),
            models.CheckConstraint(
                condition=Q(left_at=None) | Q(left_at__gte=F("entered_at")), name="stay_ends_after_it_begins"
            ),
        ]
        indexes = [models.Index(fields=["box"], condition=Q(left_at=None), name="current_stays")]

    @property
    def municipality(self):
        return self.custody.municipality
