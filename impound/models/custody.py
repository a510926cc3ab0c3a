"""An animal in custody, and what happens to it while it is there."""

from django.db import models
from django.db.models import Q

from impound.models.seizures import Seizure
from impound.querysets import EventQuerySet, SeizedAnimalQuerySet
from registry.models import Animal, Tutor
from zoonoses.documents.models import Act, Attachment
from zoonoses.municipalities.models import Membership, Municipality


class SeizedAnimal(models.Model):
    """One animal of a seizure, as it came in: its own number, its own record. Terms and bill count from `seized_at`.

    `identified` is as the law of Alegre means it: registered, and wearing its tag. An animal born in custody has
    `mother`, and came in when it was born.
    """

    class Size(models.TextChoices):
        SMALL = "small", "pequeno"
        MEDIUM = "medium", "médio"
        LARGE = "large", "grande"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="seized_animals")
    seizure = models.ForeignKey(Seizure, on_delete=models.PROTECT, related_name="animals")
    animal = models.ForeignKey(Animal, on_delete=models.PROTECT, related_name="custodies")
    entry_year = models.PositiveSmallIntegerField("ano")
    entry_number = models.PositiveIntegerField("número de entrada")
    seized_at = models.DateTimeField("apreendido em")
    seized_on = models.DateField("dia da apreensão")
    species = models.CharField("espécie", max_length=20, choices=Animal.Species.choices)
    size = models.CharField("porte", max_length=6, choices=Size.choices, blank=True)
    size_reason = models.CharField("por que este porte", max_length=250, blank=True)
    sex = models.CharField("sexo", max_length=10, choices=Animal.Sex.choices)
    presumed_age = models.CharField("idade presumida", max_length=60, blank=True)
    description = models.TextField("características")
    apparent_health = models.TextField("aparente estado de saúde")
    tag_read = models.CharField("plaqueta lida", max_length=40, blank=True)
    chip_read = models.CharField("microchip lido", max_length=15, blank=True)
    registered = models.BooleanField("registrado", default=False)
    identified = models.BooleanField("registrado e com plaqueta", default=False)
    mother = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="offspring"
    )
    photos = models.ManyToManyField(Attachment, blank=True, related_name="seized_animals")

    objects = SeizedAnimalQuerySet.as_manager()

    class Meta:
        verbose_name = "animal apreendido"
        verbose_name_plural = "animais apreendidos"
        ordering = ["-seized_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["municipality", "entry_year", "entry_number"], name="one_entry_per_number"
            ),
            models.CheckConstraint(
                condition=~Q(identified=True) | Q(registered=True), name="identified_is_registered"
            ),
        ]
        indexes = [
            models.Index(fields=["municipality", "-seized_at"]),
            models.Index(fields=["municipality", "species"]),
        ]

    def __str__(self):
        return f"Animal apreendido nº {self.full_number}"

    @property
    def full_number(self):
        """`0012/2026`, as written on its box."""
        return f"{self.entry_number:04d}/{self.entry_year}"


class CustodyEvent(models.Model):
    """Something that happened to an animal in custody. Added, never edited; a mistake is undone by `revokes`.

    `code` names what the law asks for (an entry exam, a vaccine, an expense) and is empty for the rest. `facts` is what
    a veterinarian states for the destinations of the law. `cost` is the actual expense in reais, with its receipt.
    """

    class Kind(models.TextChoices):
        EXAM = "exam", "exame"
        VACCINE = "vaccine", "vacina"
        TREATMENT = "treatment", "tratamento"
        EXPENSE = "expense", "despesa"
        OBSERVATION = "observation", "observação"
        EVALUATION = "evaluation", "avaliação veterinária"
        OWNER = "owner", "proprietário identificado"
        BIRTH = "birth", "nascimento em custódia"
        CAUSE = "cause", "causa da apreensão verificada"
        REVOKED = "revoked", "registro anterior desfeito"

    class Result(models.TextChoices):
        PENDING = "pending", "aguardando resultado"
        NEGATIVE = "negative", "negativo"
        POSITIVE = "positive", "positivo"
        DONE = "done", "feito"

    custody = models.ForeignKey(SeizedAnimal, on_delete=models.PROTECT, related_name="events")
    kind = models.CharField("o que", max_length=12, choices=Kind.choices)
    code = models.CharField("segundo a lei", max_length=60, blank=True)
    label = models.CharField("descrição", max_length=200)
    on = models.DateField("dia")
    result = models.CharField("resultado", max_length=10, choices=Result.choices, blank=True)
    laboratory = models.CharField("laboratório", max_length=150, blank=True)
    is_accredited = models.BooleanField("laboratório credenciado", default=False)
    cost = models.DecimalField("valor", max_digits=12, decimal_places=2, null=True, blank=True)
    receipt = models.ForeignKey(
        Attachment, on_delete=models.PROTECT, null=True, blank=True, related_name="expense_events"
    )
    text = models.TextField("observação", blank=True)
    vet_name = models.CharField("médico veterinário", max_length=200, blank=True)
    vet_crmv = models.CharField("CRMV", max_length=30, blank=True)
    facts = models.JSONField("o que se constata", default=dict, blank=True)
    tutor = models.ForeignKey(
        Tutor, on_delete=models.PROTECT, null=True, blank=True, related_name="custody_events"
    )
    act = models.OneToOneField(
        Act, on_delete=models.PROTECT, null=True, blank=True, related_name="custody_event"
    )
    recorded_at = models.DateTimeField("registrado em")
    recorded_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    revokes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="revoked_by"
    )
    key = models.UUIDField("chave de envio", null=True, unique=True, editable=False)

    objects = EventQuerySet.as_manager()

    class Meta:
        verbose_name = "fato da custódia"
        verbose_name_plural = "fatos da custódia"
        ordering = ["on", "pk"]
        indexes = [models.Index(fields=["custody", "kind", "code"])]
        constraints = [
            models.CheckConstraint(condition=Q(cost=None) | Q(cost__gt=0), name="expense_is_positive"),
            models.CheckConstraint(
                condition=~Q(kind="expense") | Q(cost__isnull=False), name="expense_has_its_amount"
            ),
            models.CheckConstraint(
                condition=~Q(kind="owner") | Q(tutor__isnull=False), name="owner_event_names_the_owner"
            ),
        ]

    @property
    def municipality(self):
        return self.custody.municipality
