"""Vaccines, lots, applications, campaigns and the observation of animals that bit."""

from django.db import models
from django.db.models import F, Q

from registry.models.animals import Animal
from registry.models.clinics import Clinic
from registry.models.people import AddressFields
from registry.querysets import LotQuerySet, TallyQuerySet, VaccinationQuerySet
from zoonoses.documents.models import Document
from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality


class VaccineProduct(models.Model):
    """A vaccine by name and maker, with the laboratory's own revaccination period."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="vaccine_products")
    name = models.CharField("nome da vacina", max_length=120)
    maker = models.CharField("fabricante", max_length=120)
    is_rabies = models.BooleanField("contra a raiva", default=True)
    lab_period_days = models.PositiveSmallIntegerField(
        "revacinação segundo o laboratório, em dias", null=True, blank=True
    )
    low_stock_at = models.PositiveIntegerField("avisar quando restarem, em doses", default=20)

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "vacina"
        verbose_name_plural = "vacinas"
        ordering = ["name", "maker"]
        constraints = [
            models.UniqueConstraint(
                fields=["municipality", "name", "maker"], name="one_product_per_name_and_maker"
            )
        ]

    def __str__(self):
        return f"{self.name} ({self.maker})"


class VaccineLot(models.Model):
    """A partida in the agency's or a clinic's refrigerator. Stock is doses received less doses used and lost."""

    product = models.ForeignKey(VaccineProduct, on_delete=models.PROTECT, related_name="lots")
    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="vaccine_lots")
    clinic = models.ForeignKey(Clinic, on_delete=models.PROTECT, null=True, blank=True, related_name="lots")
    number = models.CharField("número da partida", max_length=60)
    made_on = models.DateField("fabricação", null=True, blank=True)
    expires_on = models.DateField("validade do frasco")
    doses = models.PositiveIntegerField("doses recebidas")
    received_on = models.DateField("recebida em")

    objects = LotQuerySet.as_manager()

    class Meta:
        verbose_name = "partida"
        verbose_name_plural = "partidas"
        ordering = ["expires_on", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["product", "number"], condition=Q(clinic=None), name="one_agency_lot_per_number"
            ),
            models.UniqueConstraint(
                fields=["product", "clinic", "number"],
                condition=Q(clinic__isnull=False),
                name="one_clinic_lot_per_number",
            ),
            models.CheckConstraint(
                condition=Q(made_on=None) | Q(expires_on__gt=F("made_on")),
                name="lot_expires_after_it_is_made",
            ),
        ]

    def __str__(self):
        return f"{self.product} – partida {self.number}"


class LotLoss(models.Model):
    """Doses lost, broken or returned; a row per event."""

    lot = models.ForeignKey(VaccineLot, on_delete=models.PROTECT, related_name="losses")
    doses = models.PositiveIntegerField("doses")
    reason = models.CharField("motivo", max_length=200)
    on = models.DateField("dia")
    recorded_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    key = models.UUIDField("chave de envio", null=True, unique=True, editable=False)

    class Meta:
        verbose_name = "perda de doses"
        verbose_name_plural = "perdas de doses"
        ordering = ["on", "pk"]
        constraints = [models.CheckConstraint(condition=Q(doses__gte=1), name="loss_of_some_dose")]


class Campaign(models.Model):
    """An official vaccination campaign."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="campaigns")
    name = models.CharField("nome", max_length=120)
    starts_on = models.DateField("início")
    ends_on = models.DateField("fim")
    product = models.ForeignKey(VaccineProduct, on_delete=models.PROTECT, related_name="campaigns")
    goal_percent = models.PositiveSmallIntegerField("meta de cobertura, em %", default=80)

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "campanha"
        verbose_name_plural = "campanhas"
        ordering = ["-starts_on"]
        constraints = [
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="campaign_in_order"),
            models.CheckConstraint(
                condition=Q(goal_percent__gte=1, goal_percent__lte=100), name="campaign_goal_is_a_share"
            ),
            models.UniqueConstraint(fields=["municipality", "name"], name="one_campaign_per_name"),
        ]

    def __str__(self):
        return self.name


class CampaignPost(AddressFields):
    """A post of a campaign: place, area, team and targets of dogs and cats."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="posts")
    name = models.CharField("posto", max_length=120)
    area = models.CharField("área", max_length=120)
    team = models.ManyToManyField(Membership, blank=True, related_name="campaign_posts")
    target_dogs = models.PositiveIntegerField("meta de cães", default=0)
    target_cats = models.PositiveIntegerField("meta de gatos", default=0)

    class Meta:
        verbose_name = "posto de vacinação"
        verbose_name_plural = "postos de vacinação"
        ordering = ["area", "name"]
        constraints = [models.UniqueConstraint(fields=["campaign", "name"], name="one_post_per_name")]

    def __str__(self):
        return self.name

    @property
    def municipality(self):
        return self.campaign.municipality


class Vaccination(models.Model):
    """One dose in one animal. What protects until when is another date than the vial's expiry."""

    animal = models.ForeignKey(Animal, on_delete=models.PROTECT, related_name="vaccinations")
    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="vaccinations")
    lot = models.ForeignKey(
        VaccineLot, on_delete=models.PROTECT, null=True, blank=True, related_name="vaccinations"
    )
    product_name = models.CharField("vacina", max_length=200)
    is_rabies = models.BooleanField("contra a raiva", default=True)
    on = models.DateField("data da aplicação")
    revaccinate_on = models.DateField("data da revacinação", null=True, blank=True)
    vet_name = models.CharField("médico veterinário", max_length=200, blank=True)
    vet_crmv = models.CharField("CRMV", max_length=30, blank=True)
    clinic = models.ForeignKey(
        Clinic, on_delete=models.PROTECT, null=True, blank=True, related_name="vaccinations"
    )
    post = models.ForeignKey(
        CampaignPost, on_delete=models.PROTECT, null=True, blank=True, related_name="vaccinations"
    )
    shown_proof = models.BooleanField("comprovada por documento exibido", default=False)
    document = models.OneToOneField(
        Document, on_delete=models.PROTECT, null=True, blank=True, related_name="vaccination"
    )
    recorded_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField("registrada em")
    voided_on = models.DateField("anulada em", null=True, blank=True)
    void_reason = models.CharField("motivo da anulação", max_length=200, blank=True)
    voided_by = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    basis = models.JSONField("memória da data da revacinação", default=list, blank=True)
    law = models.JSONField("lei e leituras", default=dict, blank=True)
    key = models.UUIDField("chave de envio", null=True, unique=True, editable=False)

    objects = VaccinationQuerySet.as_manager()

    class Meta:
        verbose_name = "vacinação"
        verbose_name_plural = "vacinações"
        ordering = ["-on", "-pk"]
        indexes = [
            models.Index(fields=["municipality", "-on"]),
            models.Index(fields=["animal", "-on"]),
            models.Index(fields=["municipality", "revaccinate_on"]),
            models.Index(fields=["post", "on"]),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(revaccinate_on=None) | Q(revaccinate_on__gt=F("on")),
                name="revaccination_after_application",
            ),
            models.CheckConstraint(
                condition=Q(lot__isnull=False) | Q(shown_proof=True), name="dose_has_lot_or_shown_proof"
            ),
            models.CheckConstraint(
                condition=Q(voided_on=None) | ~Q(void_reason=""), name="voided_dose_has_a_reason"
            ),
        ]


class CampaignTally(models.Model):
    """Doses given at a post without identification, by species; each entry is a row, so no dose is lost."""

    post = models.ForeignKey(CampaignPost, on_delete=models.PROTECT, related_name="tallies")
    on = models.DateField("dia")
    species = models.CharField("espécie", max_length=3, choices=[("dog", "cão"), ("cat", "gato")])
    doses = models.PositiveIntegerField("doses")
    lot = models.ForeignKey(VaccineLot, on_delete=models.PROTECT, related_name="tallies")
    entered_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField("lançado em")
    key = models.UUIDField("chave de envio", unique=True)
    corrects = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="corrected_by"
    )

    reason = models.CharField("motivo da correção", max_length=200, blank=True)

    objects = TallyQuerySet.as_manager()

    class Meta:
        verbose_name = "contagem de doses"
        verbose_name_plural = "contagens de doses"
        ordering = ["-pk"]
        indexes = [models.Index(fields=["post", "on"])]


class BiteObservation(models.Model):
    """An animal that bit someone, observed for ten days. Victim data stay with SINAN: only its number is kept."""

    class Outcome(models.TextChoices):
        HEALTHY = "healthy", "sadio"
        SUSPECT = "suspect", "suspeito"
        RABID = "rabid", "raivoso"
        DEAD_OR_GONE = "dead_or_gone", "morto ou desaparecido"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="bite_observations")
    animal = models.ForeignKey(Animal, on_delete=models.PROTECT, related_name="bite_observations")
    bitten_on = models.DateField("dia da agressão")
    notified_by = models.CharField("quem notificou", max_length=200, blank=True)
    sinan_number = models.CharField("número do SINAN", max_length=30, blank=True)
    condition = models.CharField("condição do animal", max_length=15, choices=Outcome.choices)
    observable = models.BooleanField("passível de observação", default=True)
    place = models.CharField("onde é observado", max_length=200)
    opened_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField("aberta em")
    outcome = models.CharField("desfecho", max_length=15, choices=Outcome.choices, blank=True)
    outcome_on = models.DateField("data do desfecho", null=True, blank=True)
    outcome_by = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    key = models.UUIDField("chave de envio", null=True, unique=True, editable=False)

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "observação de animal agressor"
        verbose_name_plural = "observações de animais agressores"
        ordering = ["-bitten_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(outcome="", outcome_on=None)
                | (~Q(outcome="") & Q(outcome_on__gte=F("bitten_on"))),
                name="bite_outcome_has_its_day",
            )
        ]

    def __str__(self):
        return f"agressão de {self.bitten_on:%d/%m/%Y}"


class BiteVisit(models.Model):
    observation = models.ForeignKey(BiteObservation, on_delete=models.PROTECT, related_name="visits")
    on = models.DateField("dia")
    condition = models.CharField("condição", max_length=15, choices=BiteObservation.Outcome.choices)
    notes = models.CharField("observação", max_length=300, blank=True)
    by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    key = models.UUIDField("chave de envio", null=True, unique=True, editable=False)

    class Meta:
        verbose_name = "visita ao animal observado"
        verbose_name_plural = "visitas ao animal observado"
        ordering = ["on", "pk"]
