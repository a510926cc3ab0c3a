"""The castration programme: requests in a queue with a stated order, appointments, and what came of them."""

from django.db import models
from django.db.models import Q

from registry.models.animals import Animal
from registry.querysets import CastrationDayQuerySet, CastrationQuerySet
from zoonoses.municipalities.models import Membership, Municipality


class CastrationRequest(models.Model):
    """One animal in the queue. Order: priority class (stated on the page), then day and hour of the request."""

    class Ground(models.TextChoices):
        SOCIAL = "social", "família de baixa renda em programa socioassistencial"
        STREET = "street", "animal de rua, sem tutor"
        COMMUNITY = "community", "animal comunitário"
        OTHER = "other", "demais moradores"

    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="castration_requests"
    )
    animal = models.ForeignKey(Animal, on_delete=models.PROTECT, related_name="castration_requests")
    ground = models.CharField("fundamento", max_length=10, choices=Ground.choices)
    programme = models.CharField("programa socioassistencial", max_length=120, blank=True)
    is_resident = models.BooleanField("mora no município", default=True)
    requested_at = models.DateTimeField("pedido em")
    requested_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    basis = models.JSONField("fundamento legal", default=list)
    withdrawn_on = models.DateField("desistência em", null=True, blank=True)
    withdrawn_reason = models.CharField("motivo da desistência", max_length=200, blank=True)
    law = models.JSONField("lei e leituras", default=dict, blank=True)
    key = models.UUIDField("chave de envio", null=True, unique=True, editable=False)

    objects = CastrationQuerySet.as_manager()

    class Meta:
        verbose_name = "pedido de castração"
        verbose_name_plural = "pedidos de castração"
        ordering = ["requested_at", "pk"]
        indexes = [models.Index(fields=["municipality", "ground", "requested_at"])]


class CastrationDay(models.Model):
    """A day of surgery with its places."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="castration_days")
    on = models.DateField("dia")
    place = models.CharField("local", max_length=200)
    places = models.PositiveSmallIntegerField("vagas")
    opened_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")

    objects = CastrationDayQuerySet.as_manager()

    class Meta:
        verbose_name = "dia de castração"
        verbose_name_plural = "dias de castração"
        ordering = ["on"]
        constraints = [
            models.UniqueConstraint(fields=["municipality", "on", "place"], name="one_day_per_place")
        ]

    def __str__(self):
        return f"{self.on:%d/%m/%Y}, {self.place}"


class CastrationAppointment(models.Model):
    """A place given to a request. `result` empty: still to come; anything but done gives the place or the turn back."""

    class Result(models.TextChoices):
        DONE = "done", "realizada"
        DEFERRED = "deferred", "adiada"
        MISSED = "missed", "não compareceu"
        CANCELLED = "cancelled", "vaga devolvida"

    request = models.ForeignKey(CastrationRequest, on_delete=models.PROTECT, related_name="appointments")
    day = models.ForeignKey(CastrationDay, on_delete=models.PROTECT, related_name="appointments")
    called_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    called_at = models.DateTimeField("chamado em")
    result = models.CharField("resultado", max_length=10, choices=Result.choices, blank=True)
    result_reason = models.CharField("motivo", max_length=200, blank=True)
    result_at = models.DateTimeField("registrado em", null=True, blank=True)
    result_by = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    vet_name = models.CharField("médico veterinário", max_length=200, blank=True)
    vet_crmv = models.CharField("CRMV", max_length=30, blank=True)
    key = models.UUIDField("chave de envio", null=True, unique=True, editable=False)

    class Meta:
        verbose_name = "agendamento de castração"
        verbose_name_plural = "agendamentos de castração"
        constraints = [
            models.UniqueConstraint(
                fields=["request"], condition=Q(result=""), name="one_open_appointment_per_request"
            )
        ]

    @property
    def municipality(self):
        return self.day.municipality
