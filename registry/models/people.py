"""Who answers for animals: people and companies, how they are reached, what was merged."""

from django.db import models

from registry.querysets import TutorQuerySet
from registry.text import address_key, search_key
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
    cadunico = models.CharField("NIS do CadÚnico", max_length=11, blank=True)
    social_programme = models.CharField("programa socioassistencial", max_length=120, blank=True)
    anonymised_on = models.DateField("anonimizado em", null=True, blank=True, editable=False)
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
            models.Index(fields=["municipality", "document"]),
        ]

    def __str__(self):
        return self.name

    def clean_keys(self):
        """Fills the search columns. Services that write a tutor call it: `save()` hides nothing."""
        self.name_key = search_key(self.name)[:200]  # some letters are several in their plain form
        self.address_key = address_key(self.street, self.number, self.district)


class Phone(models.Model):
    tutor = models.ForeignKey(Tutor, on_delete=models.CASCADE, related_name="phones")
    number = models.CharField("telefone", max_length=11, db_index=True)

    class Meta:
        verbose_name = "telefone"
        verbose_name_plural = "telefones"
        constraints = [models.UniqueConstraint(fields=["tutor", "number"], name="phone_once_per_tutor")]

    def __str__(self):
        return self.number

    @property
    def municipality(self):
        return self.tutor.municipality


class TutorWarning(models.Model):
    """A dangerous person or animal, told before the visit. Lifted by a later fact, never erased."""

    tutor = models.ForeignKey(Tutor, on_delete=models.PROTECT, related_name="warnings")
    reason = models.CharField("motivo", max_length=300)
    author = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    on = models.DateField("desde")
    lifted_on = models.DateField("retirado em", null=True, blank=True)
    lifted_by = models.ForeignKey(Membership, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = "alerta"
        verbose_name_plural = "alertas"

    def __str__(self):
        return self.reason

    @property
    def municipality(self):
        return self.tutor.municipality


class TutorAddress(AddressFields):
    """A further address of a person. The first one stands in the tutor itself."""

    tutor = models.ForeignKey(Tutor, on_delete=models.CASCADE, related_name="addresses")
    label = models.CharField("o que é", max_length=60, blank=True)
    address_key = models.CharField(max_length=400, editable=False, blank=True, db_index=True)

    class Meta:
        verbose_name = "outro endereço"
        verbose_name_plural = "outros endereços"

    def __str__(self):
        return self.address_line

    @property
    def municipality(self):
        return self.tutor.municipality

    def clean_keys(self):
        """Fills the search column, as `Tutor.clean_keys`."""
        self.address_key = address_key(self.street, self.number, self.district)


class TutorMerge(models.Model):
    """One person was registered twice: `merged` is reached through `kept` from now on. No legal act is re-pointed."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="tutor_merges")
    kept = models.ForeignKey(Tutor, on_delete=models.PROTECT, related_name="merges_kept")
    merged = models.OneToOneField(Tutor, on_delete=models.PROTECT, related_name="merge")
    reason = models.CharField("motivo", max_length=250)
    before = models.JSONField("como eram os dois cadastros")
    merged_at = models.DateTimeField("unificados em")
    merged_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "unificação de cadastros"
        verbose_name_plural = "unificações de cadastros"
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(kept=models.F("merged")), name="merge_joins_two_people"
            )
        ]

    def __str__(self):
        return f"{self.merged} em {self.kept}"
