"""Animals: what they are, how they are marked, and what happened to them."""

from django.db import models
from django.db.models import Q

from registry.models.people import Tutor
from registry.text import search_key
from zoonoses.documents.models import Attachment, Document
from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality


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
    coat = models.CharField("pelagem", max_length=80, blank=True)
    age_text = models.CharField("idade, como informada", max_length=60, blank=True)
    neutered_on = models.DateField("castrado em", null=True, blank=True)
    is_neutered = models.BooleanField("castrado", null=True, blank=True)
    origin = models.CharField("origem", max_length=120, blank=True)
    kept_at = models.CharField("onde é mantido, se em outro endereço", max_length=250, blank=True)
    diseases = models.CharField("doenças", max_length=250, blank=True)
    marks = models.CharField("sinais particulares", max_length=250, blank=True)
    sinpatinhas = models.CharField("número no SinPatinhas", max_length=15, blank=True)
    is_community = models.BooleanField("animal comunitário", default=False)
    photo = models.ForeignKey(
        Attachment, on_delete=models.PROTECT, null=True, blank=True, related_name="pictured_animals"
    )
    died_on = models.DateField("morreu em", null=True, blank=True)
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
        self.name_key = search_key(self.name)[:80]  # some letters are several in their plain form


class Microchip(models.Model):
    """A chip in an animal; an animal may carry two. `number` is digits and letters without spaces or dashes.

    The same number in two living animals is a collision to be seen and settled, so it is warned about, not forbidden.
    """

    animal = models.ForeignKey(Animal, on_delete=models.PROTECT, related_name="chips")
    number = models.CharField("microchip", max_length=15, db_index=True)
    implanted_on = models.DateField("implantado em", null=True, blank=True)
    collision_accepted = models.CharField("por que o número repetido foi aceito", max_length=200, blank=True)

    class Meta:
        verbose_name = "microchip"
        verbose_name_plural = "microchips"
        constraints = [
            models.UniqueConstraint(fields=["animal", "number"], name="chip_once_per_animal"),
            models.CheckConstraint(
                condition=Q(number__regex=r"^[0-9A-Z]{9,15}$"), name="chip_has_its_number"
            ),
        ]

    @property
    def municipality(self):
        return self.animal.municipality


class AnimalFact(models.Model):
    """Something that happened to an animal. Added, never edited; a mistake is undone by `revokes`."""

    class Kind(models.TextChoices):
        REGISTERED = "registered", "registrado"
        TRANSFERRED = "transferred", "transferido"
        LOST = "lost", "perdido"
        FOUND = "found", "encontrado"
        SEIZED = "seized", "apreendido"
        ADOPTED = "adopted", "adotado"
        RELEASED = "released", "saiu do depósito"
        NEUTERED = "neutered", "castrado"
        DIED = "died", "óbito"
        REVOKED = "revoked", "registro anterior desfeito"

    animal = models.ForeignKey(Animal, on_delete=models.PROTECT, related_name="facts")
    kind = models.CharField("fato", max_length=12, choices=Kind.choices)
    on = models.DateField("dia")
    recorded_at = models.DateTimeField("registrado em")
    recorded_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    from_tutor = models.ForeignKey(Tutor, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    to_tutor = models.ForeignKey(Tutor, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    reported_by = models.CharField("quem comunicou", max_length=200, blank=True)
    cause = models.CharField("causa", max_length=200, blank=True)
    notice_due_on = models.DateField("último dia da comunicação", null=True, blank=True)
    notes = models.CharField("observação", max_length=300, blank=True)
    document = models.OneToOneField(
        Document, on_delete=models.PROTECT, null=True, blank=True, related_name="animal_fact"
    )
    revokes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="revoked_by"
    )

    class Meta:
        verbose_name = "fato da vida do animal"
        verbose_name_plural = "fatos da vida do animal"
        ordering = ["on", "pk"]
        indexes = [models.Index(fields=["animal", "kind"]), models.Index(fields=["kind", "-on"])]

    @property
    def municipality(self):
        return self.animal.municipality


class ListEntry(models.Model):
    """A species, breed or coat that the municipality adds to the lists offered in forms."""

    class Kind(models.TextChoices):
        SPECIES = "species", "espécie"
        BREED = "breed", "raça"
        COAT = "coat", "pelagem"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="list_entries")
    kind = models.CharField("lista", max_length=10, choices=Kind.choices)
    species = models.CharField("espécie", max_length=20, blank=True)
    label = models.CharField("nome", max_length=80)
    is_active = models.BooleanField("oferecida", default=True)

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "item de lista"
        verbose_name_plural = "itens de listas"
        ordering = ["kind", "label"]
        constraints = [
            models.UniqueConstraint(
                fields=["municipality", "kind", "species", "label"], name="list_entry_once"
            )
        ]


class CommunityCommitment(models.Model):
    """Termo de compromisso of the main caretaker of a community animal."""

    animal = models.ForeignKey(Animal, on_delete=models.PROTECT, related_name="commitments")
    caretaker = models.ForeignKey(Tutor, on_delete=models.PROTECT, related_name="commitments")
    signed_on = models.DateField("assinado em")
    place = models.CharField("onde o animal vive", max_length=250)
    document = models.OneToOneField(Document, on_delete=models.PROTECT, related_name="community_commitment")
    recorded_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    key = models.UUIDField("chave de envio", null=True, unique=True, editable=False)

    class Meta:
        verbose_name = "termo de compromisso"
        verbose_name_plural = "termos de compromisso"

    @property
    def municipality(self):
        return self.animal.municipality
