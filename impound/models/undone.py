"""An end of custody that was recorded by mistake: what it said stays here, and the animal is in custody again."""

from django.db import models
from django.db.models import Q

from impound.models.custody import SeizedAnimal
from impound.models.exits import Exit
from registry.models import Tutor
from zoonoses.documents.models import Act
from zoonoses.municipalities.models import Membership


class UndoneExit(models.Model):
    """The exit as it was recorded, when its termo was annulled, by whom and why. Added, never edited."""

    custody = models.ForeignKey(SeizedAnimal, on_delete=models.PROTECT, related_name="undone_exits")
    act = models.ForeignKey(Act, on_delete=models.PROTECT, related_name="undone_exits")
    kind = models.CharField("saída", max_length=12, choices=Exit.Kind.choices)
    article = models.CharField("artigo", max_length=120, blank=True)
    at = models.DateTimeField("hora")
    on = models.DateField("dia")
    receiver = models.ForeignKey(
        Tutor, on_delete=models.PROTECT, null=True, blank=True, related_name="undone_exits"
    )
    reason = models.TextField("motivo ou causa", blank=True)
    vet_name = models.CharField("médico veterinário", max_length=200, blank=True)
    vet_crmv = models.CharField("CRMV", max_length=30, blank=True)
    undone_at = models.DateTimeField("desfeita em")
    undone_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    undone_reason = models.TextField("por que foi desfeita")
    annulment = models.ForeignKey(Act, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = "saída desfeita"
        verbose_name_plural = "saídas desfeitas"
        ordering = ["undone_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(undone_reason=""), name="undone_exit_has_its_reason"),
        ]

    @property
    def municipality(self):
        return self.custody.municipality
