"""How an animal left custody: once, by one act. And who may not adopt, and how an adopted animal fares."""

from django.db import models
from django.db.models import Q

from impound.models.custody import CustodyEvent, SeizedAnimal
from registry.models import Tutor
from zoonoses.documents.models import Act
from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality


class Exit(models.Model):
    """The one way out of custody. Two acts cannot have the same animal: the row is one per animal."""

    class Kind(models.TextChoices):
        REDEMPTION = "redemption", "resgate"
        ADOPTION = "adoption", "adoção"
        DONATION = "donation", "doação a entidade"
        RESEARCH = "research", "doação para ensino e pesquisa"
        RETURN = "return", "devolução ao local de origem"
        COMMUNITY = "community", "devolução de animal comunitário"
        SALE = "sale", "venda"
        AUCTION = "auction", "leilão"
        TENDER = "tender", "alienação por licitação"
        SACRIFICE = "sacrifice", "sacrifício com laudo"
        VET = "vet", "decisão do médico veterinário"
        DEATH = "death", "óbito em custódia"
        ESCAPE = "escape", "fuga"
        THEFT = "theft", "furto ou roubo"
        ORDER = "order", "ordem judicial ou decisão fundamentada"

    custody = models.OneToOneField(SeizedAnimal, on_delete=models.PROTECT, related_name="exit")
    act = models.ForeignKey(Act, on_delete=models.PROTECT, related_name="exits")
    kind = models.CharField("saída", max_length=12, choices=Kind.choices)
    destination = models.CharField("destinação da lei", max_length=80, blank=True)
    article = models.CharField("artigo", max_length=120, blank=True)
    at = models.DateTimeField("hora")
    on = models.DateField("dia")
    receiver = models.ForeignKey(
        Tutor, on_delete=models.PROTECT, null=True, blank=True, related_name="received_animals"
    )
    place = models.CharField("lugar", max_length=250, blank=True)
    reason = models.TextField("motivo ou causa", blank=True)
    vet_name = models.CharField("médico veterinário", max_length=200, blank=True)
    vet_crmv = models.CharField("CRMV", max_length=30, blank=True)
    evaluation = models.ForeignKey(
        CustodyEvent, on_delete=models.PROTECT, null=True, blank=True, related_name="exits"
    )

    class Meta:
        verbose_name = "saída"
        verbose_name_plural = "saídas"
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["kind", "-on"])]
        constraints = [
            models.CheckConstraint(
                condition=~Q(
                    kind__in=["redemption", "adoption", "donation", "research", "sale", "auction", "tender"]
                )
                | Q(receiver__isnull=False),
                name="who_receives_is_named",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["sacrifice", "vet"]) | (~Q(vet_name="") & ~Q(vet_crmv="")),
                name="vet_of_the_laudo_is_named",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["death", "escape", "theft", "order", "sacrifice", "vet"])
                | ~Q(reason=""),
                name="exit_has_its_reason",
            ),
        ]

    @property
    def municipality(self):
        return self.custody.municipality


class AdoptionBar(models.Model):
    """Somebody who may not adopt, on a manager's word, with the reason. Penalties bar by themselves."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="adoption_bars")
    tutor = models.ForeignKey(Tutor, on_delete=models.PROTECT, related_name="adoption_bars")
    reason = models.CharField("motivo", max_length=250)
    since_on = models.DateField("desde")
    written_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    lifted_on = models.DateField("levantado em", null=True, blank=True)
    lifted_reason = models.CharField("motivo do levantamento", max_length=250, blank=True)
    lifted_by = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "impedimento de adotar"
        verbose_name_plural = "impedimentos de adotar"
        ordering = ["-since_on", "-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="bar_has_a_reason"),
            models.CheckConstraint(
                condition=Q(lifted_on=None) | ~Q(lifted_reason=""), name="lifting_has_a_reason"
            ),
        ]


class FollowUp(models.Model):
    """A visit to an adopted animal: planned for a day, and what was seen, filled once."""

    class Result(models.TextChoices):
        WELL = "well", "bem cuidado"
        PROBLEM = "problem", "com irregularidade"
        NOT_FOUND = "not_found", "não encontrado"

    exit = models.ForeignKey(Exit, on_delete=models.PROTECT, related_name="follow_ups")
    due_on = models.DateField("prevista para")
    responsible = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    done_on = models.DateField("feita em", null=True, blank=True)
    done_by = models.ForeignKey(Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    result = models.CharField("resultado", max_length=10, choices=Result.choices, blank=True)
    notes = models.TextField("observação", blank=True)
    key = models.UUIDField("chave de envio", null=True, unique=True, editable=False)

    class Meta:
        verbose_name = "visita pós-adoção"
        verbose_name_plural = "visitas pós-adoção"
        ordering = ["due_on", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(done_on=None, result="") | (Q(done_on__isnull=False) & ~Q(result="")),
                name="done_visit_has_its_result",
            )
        ]
        indexes = [models.Index(fields=["due_on"], condition=Q(done_on=None), name="follow_ups_to_make")]

    @property
    def municipality(self):
        return self.exit.municipality
