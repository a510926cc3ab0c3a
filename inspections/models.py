"""Denúncia, vistoria, relatório, intimação, retorno: what was reported, what was found, what was ordered."""

import uuid

from django.db import models

from registry.models import AddressFields, Animal, LicenceRequest, Tutor
from zoonoses.documents.models import Act, Attachment, Case
from zoonoses.documents.querysets import ThroughCase
from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality


class Complaint(AddressFields):
    """A denúncia received at the counter or by phone. Its protocol number is the number of its document."""

    class Channel(models.TextChoices):
        COUNTER = "counter", "balcão"
        PHONE = "phone", "telefone"
        WRITTEN = "written", "por escrito"
        AGENCY = "agency", "outro órgão"

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="complaint")
    channel = models.CharField(
        "recebida por", max_length=10, choices=Channel.choices, default=Channel.COUNTER
    )
    what = models.TextField("o que foi denunciado")
    accused_name = models.CharField("quem é denunciado", max_length=200, blank=True)
    accused = models.ForeignKey(
        Tutor,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="complaints",
        verbose_name="tutor",
    )
    reference = models.CharField("ponto de referência", max_length=200, blank=True)
    address_key = models.CharField(max_length=400, editable=False, blank=True, db_index=True)

    objects = ThroughCase.as_manager()

    class Meta:
        verbose_name = "denúncia"
        verbose_name_plural = "denúncias"


class Complainant(models.Model):
    """Who reported, when they said so.

    Apart from the complaint, so that no page or paper reaches it by accident.
    """

    complaint = models.OneToOneField(Complaint, on_delete=models.PROTECT, related_name="complainant")
    name = models.CharField("nome", max_length=200)
    phone = models.CharField("telefone", max_length=11, blank=True)
    email = models.EmailField("e-mail", blank=True)


class InspectionDraft(models.Model):
    """What the agent typed so far, on the server. It becomes one inspection, once."""

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT)
    author = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="drafts")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, null=True, blank=True, related_name="drafts")
    complaint = models.ForeignKey(
        Complaint, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    return_of = models.ForeignKey(
        "Inspection", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    licence_request = models.ForeignKey(
        LicenceRequest, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    data = models.JSONField(default=dict)
    updated_at = models.DateTimeField("guardado em")
    filed_as = models.ForeignKey(Act, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "rascunho de vistoria"
        verbose_name_plural = "rascunhos de vistoria"
        indexes = [models.Index(fields=["author", "-updated_at"])]

    @property
    def place(self):
        """The address typed so far, for lists: `Rua das Flores, 157`."""
        typed = [self.data.get(f"where-{name}", [""])[0] for name in ("street", "number")]
        return ", ".join(part for part in typed if part)


class StreetAct(AddressFields):
    """What every act of the street keeps: its address, the device's position, the witnesses of a refusal to sign."""

    latitude = models.DecimalField(max_digits=9, decimal_places=6, null=True, blank=True)
    longitude = models.DecimalField(max_digits=9, decimal_places=6, null=True, blank=True)
    accuracy_m = models.PositiveIntegerField("precisão em metros", null=True, blank=True)
    witness_1 = models.CharField("testemunha 1", max_length=200, blank=True)
    witness_1_document = models.CharField("documento da testemunha 1", max_length=40, blank=True)
    witness_2 = models.CharField("testemunha 2", max_length=200, blank=True)
    witness_2_document = models.CharField("documento da testemunha 2", max_length=40, blank=True)

    class Meta:
        abstract = True


class Inspection(StreetAct):
    """One visit. A return is an inspection that refers to the first visit of its case (`return_of`)."""

    class Presence(models.TextChoices):
        SIGNED = "signed", "presente e assinou"
        REFUSED = "refused", "presente e recusou-se a assinar"
        ABSENT = "absent", "ausente"

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="inspection")
    return_of = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="returns"
    )
    complaint = models.ForeignKey(
        Complaint, on_delete=models.PROTECT, null=True, blank=True, related_name="inspections"
    )
    licence_request = models.ForeignKey(
        LicenceRequest, on_delete=models.PROTECT, null=True, blank=True, related_name="inspections"
    )
    tutor = models.ForeignKey(
        Tutor, on_delete=models.PROTECT, null=True, blank=True, related_name="inspections"
    )
    animals = models.ManyToManyField(Animal, blank=True, related_name="inspections")
    animal_count = models.PositiveIntegerField("quantidade de animais", default=0)
    animal_groups = models.JSONField("animais não individualizados", default=list, blank=True)
    signs = models.JSONField("itens da ficha", default=list, blank=True)
    signs_other = models.CharField("outros", max_length=300, blank=True)
    notes = models.TextField("observações", blank=True)
    presence = models.CharField("a pessoa", max_length=10, choices=Presence.choices, default=Presence.ABSENT)
    signature = models.ForeignKey(
        Attachment, on_delete=models.PROTECT, null=True, blank=True, related_name="signed_inspections"
    )
    address_key = models.CharField(max_length=400, editable=False, blank=True, db_index=True)

    objects = ThroughCase.as_manager()

    class Meta:
        verbose_name = "vistoria"
        verbose_name_plural = "vistorias"
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(presence="refused") | ~(models.Q(witness_1="") | models.Q(witness_2="")),
                name="refused_inspection_has_two_witnesses",
            )
        ]


class Finding(models.Model):
    """One conduct of the law that the visit found, with the animals concerned and the facts that the law
    measures."""

    inspection = models.ForeignKey(Inspection, on_delete=models.PROTECT, related_name="findings")
    infraction = models.CharField("infração", max_length=80)
    article = models.CharField("artigo", max_length=120)
    label = models.CharField("conduta", max_length=250)
    animals = models.PositiveIntegerField("animais", default=1)
    facts = models.JSONField("fatos medidos", default=dict, blank=True)
    description = models.TextField("descrição", blank=True)
    handler = models.CharField("quem conduzia o animal", max_length=200, blank=True)
    gravity = models.CharField("gravidade", max_length=20, blank=True)
    gravity_reason = models.TextField("justificativa da gravidade", blank=True)
    aggravating = models.JSONField("agravantes", default=list, blank=True)
    mitigating = models.JSONField("atenuantes", default=list, blank=True)

    class Meta:
        verbose_name = "constatação"
        verbose_name_plural = "constatações"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["inspection", "infraction"], name="one_finding_per_conduct"),
            models.CheckConstraint(condition=models.Q(animals__gte=1), name="finding_concerns_an_animal"),
        ]

    @property
    def subject(self):
        """How acts name this finding in `Act.subjects`."""
        return f"finding:{self.pk}"


class ReturnOutcome(models.Model):
    """What a return visit saw of one finding: cured, partly (how many animals remain), or it persists."""

    class Result(models.TextChoices):
        CURED = "cured", "sanado"
        PARTLY = "partly", "sanado em parte"
        PERSISTS = "persists", "persiste"

    inspection = models.ForeignKey(Inspection, on_delete=models.PROTECT, related_name="outcomes")
    finding = models.ForeignKey(Finding, on_delete=models.PROTECT, related_name="outcomes")
    result = models.CharField("resultado", max_length=10, choices=Result.choices)
    remaining = models.PositiveIntegerField("animais ainda irregulares", default=0)
    cured_animals = models.ManyToManyField(Animal, blank=True, related_name="+")
    notes = models.CharField("observação", max_length=300, blank=True)

    class Meta:
        verbose_name = "resultado do retorno"
        verbose_name_plural = "resultados do retorno"
        constraints = [
            models.UniqueConstraint(
                fields=["inspection", "finding"], name="one_outcome_per_return_and_finding"
            ),
            models.CheckConstraint(
                condition=models.Q(result="cured", remaining=0)
                | models.Q(~models.Q(result="cured"), remaining__gte=1),
                name="remaining_animals_match_result",
            ),
        ]


class VetReport(models.Model):
    """Relatório do médico veterinário (fields a–f of the law that asks for it)."""

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="vet_report")
    inspection = models.ForeignKey(Inspection, on_delete=models.PROTECT, related_name="vet_reports")
    species = models.CharField("espécie animal", max_length=120)
    breed = models.CharField("raça", max_length=120)
    presumed_age = models.CharField("idade presumida", max_length=120)
    confinement = models.TextField("descrição do local de confinamento")
    nutritional_state = models.TextField("estado nutricional aparente")
    other = models.TextField("outras informações relevantes", blank=True)
    confirms_mistreatment = models.BooleanField("constata maus-tratos", default=False)

    objects = ThroughCase.as_manager()


class Referral(models.Model):
    """A case sent on to another authority, because a report found what the law orders to be told to it."""

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="referral")
    report = models.ForeignKey(VetReport, on_delete=models.PROTECT, related_name="referrals")
    recipient = models.CharField("a quem se encaminha", max_length=200)
    text = models.TextField("outras informações", blank=True)

    objects = ThroughCase.as_manager()

    class Meta:
        verbose_name = "encaminhamento"
        verbose_name_plural = "encaminhamentos"
        constraints = [
            models.CheckConstraint(condition=~models.Q(recipient=""), name="referral_names_its_recipient")
        ]


class Intimation(models.Model):
    """Intimação, notificação or advertência escrita.

    Its terms run from the ciência, never from the printing.
    """

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="intimation")
    inspection = models.ForeignKey(Inspection, on_delete=models.PROTECT, related_name="intimations")
    tutor = models.ForeignKey(Tutor, on_delete=models.PROTECT, related_name="intimations")
    orders = models.TextField("o que deve ser feito")

    objects = ThroughCase.as_manager()

    class Meta:
        verbose_name = "intimação"
        verbose_name_plural = "intimações"


class IntimationItem(models.Model):
    """One finding under an intimation, with its own term in days."""

    intimation = models.ForeignKey(Intimation, on_delete=models.PROTECT, related_name="items")
    finding = models.ForeignKey(Finding, on_delete=models.PROTECT, related_name="intimation_items")
    days = models.PositiveSmallIntegerField("prazo em dias")
    printed_due_on = models.DateField("último dia impresso", null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["intimation", "finding"], name="one_item_per_intimation_and_finding"
            ),
            models.CheckConstraint(condition=models.Q(days__gte=1), name="intimation_gives_at_least_a_day"),
        ]


class Extension(models.Model):
    """A manager gave more days, with reasons, where the law's ruleset admits it."""

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="extension")
    item = models.ForeignKey(IntimationItem, on_delete=models.PROTECT, related_name="extensions")
    until_on = models.DateField("novo último dia")
    reason = models.TextField("motivo")


class Guidance(models.Model):
    """What was taught where the law foresees no sanction, or where no sanction was due."""

    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="guidance")
    finding = models.ForeignKey(Finding, on_delete=models.PROTECT, related_name="guidances")
    text = models.TextField("orientação dada")
