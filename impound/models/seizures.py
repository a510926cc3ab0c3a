"""The act of seizing: why, where, by whom, and who was called to answer."""

from django.db import models

from fines.models import Measure
from inspections.models import Complaint, Inspection, StreetAct
from registry.models import Tutor
from zoonoses.documents.models import Act, Attachment
from zoonoses.documents.querysets import ThroughCase


class Seizure(StreetAct):
    """One apreensão: one ground of the law, one place and hour, one animal or a whole lot.

    Agent, day and hour are those of the act; the address is where the animals were taken. `visit` is the visit on which
    the auto of the event rests, where the law has one. `measure` is the decision that took the animals from the owner.
    `owner` is who was identified at the act. `printed_due_on` is the last day of the redemption term that the paper
    says: it never becomes earlier.
    """

    class Origin(models.TextChoices):
        INSPECTION = "inspection", "vistoria"
        ROUND = "round", "ronda"
        CALL = "call", "chamado da população"
        DECISION = "decision", "decisão em processo"

    class Presence(models.TextChoices):
        SIGNED = "signed", "presente e assinou"
        REFUSED = "refused", "presente e recusou-se a assinar"
        ABSENT = "absent", "ninguém estava com os animais"

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="seizure")
    origin = models.CharField("origem", max_length=10, choices=Origin.choices)
    inspection = models.ForeignKey(
        Inspection, on_delete=models.PROTECT, null=True, blank=True, related_name="seizures"
    )
    complaint = models.ForeignKey(
        Complaint, on_delete=models.PROTECT, null=True, blank=True, related_name="seizures"
    )
    measure = models.ForeignKey(
        Measure, on_delete=models.PROTECT, null=True, blank=True, related_name="seizures"
    )
    visit = models.OneToOneField(
        Inspection, on_delete=models.PROTECT, null=True, blank=True, related_name="seizure_event"
    )
    ground = models.CharField("fundamento", max_length=80, blank=True)
    ground_label = models.CharField("fundamento, por extenso", max_length=250)
    ground_article = models.CharField("artigo", max_length=120, blank=True)
    owner = models.ForeignKey(
        Tutor, on_delete=models.PROTECT, null=True, blank=True, related_name="seizures", verbose_name="tutor"
    )
    holder = models.CharField("quem estava com os animais", max_length=200, blank=True)
    presence = models.CharField(
        "quem estava", max_length=10, choices=Presence.choices, default=Presence.ABSENT
    )
    signature = models.ForeignKey(
        Attachment, on_delete=models.PROTECT, null=True, blank=True, related_name="signed_seizures"
    )
    vehicle = models.CharField("veículo", max_length=60, blank=True)
    reference = models.CharField("ponto de referência", max_length=200, blank=True)
    notes = models.TextField("observações", blank=True)
    printed_due_on = models.DateField("último dia impresso", null=True, blank=True)
    address_key = models.CharField(max_length=400, editable=False, blank=True, db_index=True)

    objects = ThroughCase.as_manager()

    class Meta:
        verbose_name = "apreensão"
        verbose_name_plural = "apreensões"
        constraints = [
            models.CheckConstraint(condition=~models.Q(ground_label=""), name="seizure_has_its_ground"),
            models.CheckConstraint(
                condition=~models.Q(presence="refused") | ~(models.Q(witness_1="") | models.Q(witness_2="")),
                name="refused_seizure_has_two_witnesses",
            ),
        ]

    @property
    def municipality(self):
        return self.act.case.municipality


class Summons(models.Model):
    """Notificação de apreensão: the identified tutor is called. Its ciência is a fact of its own."""

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="summons")
    seizure = models.ForeignKey(Seizure, on_delete=models.PROTECT, related_name="summonses")
    tutor = models.ForeignKey(Tutor, on_delete=models.PROTECT, related_name="summonses")
    animals = models.ManyToManyField("impound.SeizedAnimal", related_name="summonses")

    objects = ThroughCase.as_manager()

    class Meta:
        verbose_name = "notificação de apreensão"
        verbose_name_plural = "notificações de apreensão"
