"""Licences and laudos: requests, decisions and their validity; the laudo that reduces the limit of one address."""

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
    address_key = models.CharField(max_length=400, editable=False, blank=True)
    law = models.JSONField("lei e leituras", default=dict, blank=True)
    key = models.UUIDField("chave de envio", null=True, unique=True, editable=False)

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "pedido de licença"
        verbose_name_plural = "pedidos de licença"
        ordering = ["-requested_on", "-pk"]
        indexes = [
            models.Index(fields=["municipality", "kind", "-requested_on"]),
            models.Index(fields=["municipality", "address_key"]),
        ]

    def __str__(self):
        return str(self.document or "pedido de licença")


class LicenceAnimal(models.Model):
    """An animal listed in the request. `gone_on`: it left for what no fact of the animal says; it is never replaced."""

    request = models.ForeignKey(LicenceRequest, on_delete=models.PROTECT, related_name="animals")
    animal = models.ForeignKey(Animal, on_delete=models.PROTECT, related_name="licences")
    gone_on = models.DateField("saiu em", null=True, blank=True)
    gone_reason = models.CharField("motivo da saída", max_length=200, blank=True)
    gone_by = models.ForeignKey(Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = "animal da licença"
        verbose_name_plural = "animais da licença"
        constraints = [models.UniqueConstraint(fields=["request", "animal"], name="animal_once_per_licence")]

    @property
    def municipality(self):
        return self.request.municipality


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
    basis = models.JSONField("memória", default=list, blank=True)
    law = models.JSONField("lei e leituras", default=dict, blank=True)

    class Meta:
        verbose_name = "decisão sobre licença"
        verbose_name_plural = "decisões sobre licenças"
        constraints = [
            models.CheckConstraint(
                condition=Q(valid_until=None) | Q(valid_until__gte=F("decided_on")),
                name="licence_validity_in_order",
            )
        ]
        indexes = [models.Index(fields=["valid_until"])]

    @property
    def municipality(self):
        return self.request.municipality


class HouseholdReduction(AddressFields):
    """A laudo técnico that sets a limit of animals for one address below the law's common one, while it stands."""

    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="household_reductions"
    )
    holder = models.ForeignKey(Tutor, on_delete=models.PROTECT, related_name="household_reductions")
    address_key = models.CharField(max_length=400, editable=False)
    limit = models.PositiveSmallIntegerField("número máximo de cães e gatos")
    report = models.CharField("laudo técnico", max_length=120)
    report_on = models.DateField("data do laudo")
    starts_on = models.DateField("intimação do agente, desde quando vale")
    reason = models.TextField("o que o laudo constatou")
    recorded_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField("registrado em")
    lifted_on = models.DateField("sem efeito desde", null=True, blank=True)
    lifted_reason = models.CharField("motivo", max_length=200, blank=True)
    lifted_by = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    law = models.JSONField("lei e leituras", default=dict, blank=True)
    key = models.UUIDField("chave de envio", null=True, unique=True, editable=False)

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "laudo que reduz o limite do domicílio"
        verbose_name_plural = "laudos que reduzem o limite do domicílio"
        ordering = ["-starts_on", "-pk"]
        indexes = [models.Index(fields=["municipality", "address_key"])]
        constraints = [
            models.CheckConstraint(condition=Q(limit__gte=1), name="reduced_limit_is_some"),
            models.CheckConstraint(
                condition=Q(starts_on__gte=F("report_on")), name="reduction_starts_with_its_report"
            ),
            models.CheckConstraint(
                condition=Q(lifted_on=None) | (~Q(lifted_reason="") & Q(lifted_on__gte=F("starts_on"))),
                name="lifted_reduction_has_a_reason",
            ),
        ]

    def __str__(self):
        return f"{self.report}: limite de {self.limit}"
