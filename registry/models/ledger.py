"""The ledger of penalties per person, from which recidivism is computed."""

from django.db import models

from registry.models.people import Tutor
from registry.querysets import PenaltyQuerySet
from zoonoses.documents.models import Act, Case


class Penalty(models.Model):
    """Ledger of recidivism: one provision of one auto against one person. Written by fines, read before a
    visit is filed.

    `final_on` is the day from which the auto is final, written as soon as it is known and possibly still to come (the
    term of an appeal that nobody filed yet); empty while it cannot be told.
    """

    tutor = models.ForeignKey(Tutor, on_delete=models.PROTECT, related_name="penalties")
    ruleset = models.CharField("lei", max_length=80)
    provision = models.CharField("infração", max_length=80)
    article = models.CharField("artigo", max_length=120)
    on = models.DateField("dia do auto")
    fact_on = models.DateField("dia do fato")
    final_on = models.DateField("decisão final em", null=True, blank=True)
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="penalties")
    act = models.ForeignKey(Act, on_delete=models.PROTECT, related_name="penalties")

    objects = PenaltyQuerySet.as_manager()

    class Meta:
        verbose_name = "penalidade"
        verbose_name_plural = "penalidades"
        indexes = [models.Index(fields=["tutor", "ruleset", "provision"])]
        constraints = [
            models.UniqueConstraint(fields=["act", "provision"], name="one_penalty_per_act_and_provision")
        ]


class PenaltyLifted(models.Model):
    """The penalty no longer stands: its auto was annulled, or the decision cancelled it."""

    penalty = models.OneToOneField(Penalty, on_delete=models.PROTECT, related_name="lifted")
    on = models.DateField("em")
    act = models.ForeignKey(Act, on_delete=models.PROTECT, related_name="+")
