"""Licences and laudos: requests, decisions and their validity."""

from django.db import models
from django.db.models import F, Q

from registry.models.animals import Animal
from registry.models.people import AddressFields, Tutor
from zoonoses.documents.models import Document
from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality


class LicenceRequest(AddressFields):
    """A request for what the municipality's law licenses: special licence, laudo, commercial kennel.

    `kind` is a code of the ruleset. `holder` owns the animals or the establishment. A visit refers to the request.
    """

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="licence_requests")
    kind = models.CharField("o que pede", max_length=40)
    ruleset = models.CharField("lei", max_length=80)
    holder = models.ForeignKey(Tutor, on_delete=models.PROTECT, related_name="licence_requests")
    requested_on = models.DateField("pedido em")
    requested_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    housing = models.TextField("condições de alojamento e manutenção", blank=True)
    vet_name = models.CharField("veterinário responsável", max_length=200, blank=True)
    vet_crmv = models.CharField("CRMV do responsável", max_length=30, blank=True)
    document = models.OneToOneField(
        Document, on_delete=models.PROTECT, null=True, related_name="licence_request"
    )

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "pedido de licença"
        verbose_name_plural = "pedidos de licença"
        ordering = ["-requested_on", "-pk"]
        indexes = [models.Index(fields=["municipality", "kind", "-requested_on"])]


class LicenceAnimal(models.Model):
    """An animal listed in the request. `gone_on`: died or left; it is never replaced."""

    request = models.ForeignKey(LicenceRequest, on_delete=models.PROTECT, related_name="animals")
    animal = models.ForeignKey(Animal, on_delete=models.PROTECT, related_name="licences")
    gone_on = models.DateField("saiu em", null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["request", "animal"], name="animal_once_per_licence")]


class LicenceDecision(models.Model):
    """Granted or refused, by whom, with reasons and validity."""

    request = models.OneToOneField(LicenceRequest, on_delete=models.PROTECT, related_name="decision")
    granted = models.BooleanField("concedida")
    reason = models.TextField("fundamentos")
    decided_on = models.DateField("decidido em")
    valid_until = models.DateField("válida até", null=True, blank=True)
    decided_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    document = models.OneToOneField(
        Document, on_delete=models.PROTECT, null=True, related_name="licence_decision"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(valid_until=None) | Q(valid_until__gte=F("decided_on")),
                name="licence_validity_in_order",
            )
        ]
        indexes = [models.Index(fields=["valid_until"])]
