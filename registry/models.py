"""People and animals as inspections need them, and the ledger of penalties per person."""

from django.db import models

from registry.querysets import PenaltyQuerySet, TutorQuerySet
from registry.text import search_key
from zoonoses.documents.models import Act, Case
from zoonoses.municipalities.models import UFS, Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality


class AddressFields(models.Model):
    """A Brazilian address. The number is text: `S/N` and `KM 12,5` exist."""

    street = models.CharField("logradouro", max_length=200, blank=True)
    number = models.CharField("número", max_length=20, blank=True)
    complement = models.CharField("complemento", max_length=100, blank=True)
    district = models.CharField("bairro", max_length=100, blank=True)
    city = models.CharField("município", max_length=100, blank=True)
    uf = models.CharField("UF", max_length=2, blank=True, choices=[(uf, uf) for uf in UFS])
    postal_code = models.CharField("CEP", max_length=8, blank=True)

    class Meta:
        abstract = True

    @property
    def address_line(self):
        """`Rua das Flores, 157, casa 2 – Centro`, as printed."""
        line = ", ".join(part for part in (self.street, self.number, self.complement) if part)
        return " – ".join(part for part in (line, self.district) if part)


class Tutor(AddressFields):
    """Who answers for an animal: a person or a company, with CPF/CNPJ or with the reason for having none."""

    class Kind(models.TextChoices):
        NATURAL = "natural_person", "pessoa física"
        LEGAL = "legal_person", "pessoa jurídica"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="tutors")
    kind = models.CharField("tipo", max_length=15, choices=Kind.choices, default=Kind.NATURAL)
    name = models.CharField("nome ou razão social", max_length=200)
    document = models.CharField("CPF ou CNPJ", max_length=14, blank=True)
    no_document_reason = models.CharField("motivo de não ter CPF/CNPJ", max_length=200, blank=True)
    rg = models.CharField("RG", max_length=30, blank=True)
    rg_issuer = models.CharField("órgão emissor", max_length=20, blank=True)
    rg_uf = models.CharField("UF do RG", max_length=2, blank=True, choices=[(uf, uf) for uf in UFS])
    email = models.EmailField("e-mail", blank=True)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged_from", editable=False
    )
    name_key = models.CharField(max_length=200, editable=False)
    address_key = models.CharField(max_length=400, editable=False, blank=True)

    objects = TutorQuerySet.as_manager()

    class Meta:
        verbose_name = "tutor"
        verbose_name_plural = "tutores"
        ordering = ["name_key", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["municipality", "document"],
                condition=~models.Q(document="") & models.Q(merged_into=None),
                name="one_tutor_per_document",
            ),
            models.CheckConstraint(
                condition=~models.Q(document="") | ~models.Q(no_document_reason=""),
                name="tutor_has_document_or_reason",
            ),
        ]
        indexes = [
            models.Index(fields=["municipality", "name_key"]),
            models.Index(fields=["municipality", "address_key"]),
        ]

    def __str__(self):
        return self.name

    def clean_keys(self):
        """Fills the search columns;

        The services that write a tutor call it, so that `save()` hides nothing.
        """
        self.name_key = search_key(self.name)
        self.address_key = search_key(self.street, self.number, self.district)


class Phone(models.Model):
    tutor = models.ForeignKey(Tutor, on_delete=models.CASCADE, related_name="phones")
    number = models.CharField("telefone", max_length=11, db_index=True)

    class Meta:
        verbose_name = "telefone"
        verbose_name_plural = "telefones"
        constraints = [models.UniqueConstraint(fields=["tutor", "number"], name="phone_once_per_tutor")]


class TutorWarning(models.Model):
    """What an agent must know before the visit:

    A dangerous person or animal. Lifted by a later fact, never erased.
    """

    tutor = models.ForeignKey(Tutor, on_delete=models.PROTECT, related_name="warnings")
    reason = models.CharField("motivo", max_length=300)
    author = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    on = models.DateField("desde")
    lifted_on = models.DateField("retirado em", null=True, blank=True)
    lifted_by = models.ForeignKey(Membership, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = "alerta"
        verbose_name_plural = "alertas"


class Animal(models.Model):
    """An animal, with or without a known tutor."""

    class Species(models.TextChoices):
        DOG = "dog", "cão"
        CAT = "cat", "gato"
        HORSE = "horse", "equino"
        DONKEY = "donkey", "asinino"
        MULE = "mule", "muar"
        CATTLE = "cattle", "bovino"
        BUFFALO = "buffalo", "bubalino"
        PIG = "pig", "suíno"
        SHEEP = "sheep", "ovino"
        GOAT = "goat", "caprino"
        POULTRY = "poultry", "ave doméstica"
        OSTRICH = "ostrich", "avestruz"
        RABBIT = "rabbit", "coelho"
        OTHER = "other", "outra"

    class Sex(models.TextChoices):
        MALE = "male", "macho"
        FEMALE = "female", "fêmea"
        UNKNOWN = "unknown", "não verificado"

    class Size(models.TextChoices):
        SMALL = "P", "pequeno (P)"
        MEDIUM = "M", "médio (M)"
        LARGE = "G", "grande (G)"
        EXTRA = "EG", "extragrande (EG)"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="animals")
    tutor = models.ForeignKey(Tutor, on_delete=models.PROTECT, null=True, blank=True, related_name="animals")
    name = models.CharField("nome", max_length=80, blank=True)
    species = models.CharField("espécie", max_length=20, choices=Species.choices)
    species_other = models.CharField("qual espécie", max_length=60, blank=True)
    breed = models.CharField("raça", max_length=80, blank=True)
    colour = models.CharField("cor", max_length=80, blank=True)
    sex = models.CharField("sexo", max_length=10, choices=Sex.choices, default=Sex.UNKNOWN)
    size = models.CharField("porte", max_length=2, choices=Size.choices, blank=True)
    born_on = models.DateField("nascimento", null=True, blank=True)
    age_is_presumed = models.BooleanField("idade presumida", default=True)
    is_wild = models.BooleanField("fauna silvestre", default=False)
    name_key = models.CharField(max_length=80, editable=False, blank=True)

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "animal"
        verbose_name_plural = "animais"
        ordering = ["name_key", "pk"]
        indexes = [models.Index(fields=["municipality", "name_key"])]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(species="other") | ~models.Q(species_other=""),
                name="other_species_is_named",
            )
        ]

    def __str__(self):
        return self.name or f"{self.species_label} sem nome"

    @property
    def species_label(self):
        return self.species_other or self.get_species_display()

    def clean_keys(self):
        self.name_key = search_key(self.name)


class Penalty(models.Model):
    """Ledger of recidivism: one provision of one auto against one person. Written by fines, read before a
    visit is filed.

    `final_on` is the day of the final decision, empty while there is none.
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
