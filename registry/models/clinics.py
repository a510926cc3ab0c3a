"""Credenciadas: clinics that register and vaccinate, the kits they buy, and the monthly remittance of their vias."""

from django.db import models
from django.db.models import F, Q

from registry.models.people import AddressFields
from zoonoses.documents.models import Document
from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality
from zoonoses.treasury.models import Charge


class Clinic(AddressFields):
    """An accredited veterinary establishment."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="clinics")
    name = models.CharField("razão social ou nome fantasia", max_length=200)
    cnpj = models.CharField("CNPJ", max_length=14)
    crmv = models.CharField("inscrição no CRMV", max_length=30)
    vet_name = models.CharField("médico veterinário responsável", max_length=200)
    vet_crmv = models.CharField("CRMV do responsável", max_length=30)
    phone = models.CharField("telefone", max_length=11, blank=True)
    email = models.EmailField("e-mail", blank=True)
    accredited_on = models.DateField("credenciada em")
    valid_until = models.DateField("credenciada até", null=True, blank=True)
    suspended_on = models.DateField("suspensa desde", null=True, blank=True)
    low_stock_at = models.PositiveSmallIntegerField("avisar quando restarem", default=10)

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "clínica credenciada"
        verbose_name_plural = "clínicas credenciadas"
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["municipality", "cnpj"], name="one_clinic_per_cnpj"),
            models.CheckConstraint(
                condition=Q(valid_until=None) | Q(valid_until__gte=F("accredited_on")),
                name="accreditation_in_order",
            ),
        ]

    def __str__(self):
        return self.name


class ClinicMember(models.Model):
    """Which clinic a membership of role clínica belongs to."""

    membership = models.OneToOneField(Membership, on_delete=models.PROTECT, related_name="clinic_member")
    clinic = models.ForeignKey(Clinic, on_delete=models.PROTECT, related_name="members")

    class Meta:
        verbose_name = "pessoa de clínica"
        verbose_name_plural = "pessoas de clínicas"

    def __str__(self):
        return f"{self.membership.user} – {self.clinic}"

    @property
    def municipality(self):
        return self.clinic.municipality


class KitBlock(models.Model):
    """A block of kits (card, form, tag numbers) sold to a clinic, or kept by the agency (`clinic` empty)."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="kit_blocks")
    clinic = models.ForeignKey(Clinic, on_delete=models.PROTECT, null=True, blank=True, related_name="blocks")
    first = models.PositiveIntegerField("do número")
    last = models.PositiveIntegerField("ao número")
    sold_on = models.DateField("entregue em")
    sold_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    charge = models.ForeignKey(
        Charge, on_delete=models.PROTECT, null=True, blank=True, related_name="kit_blocks"
    )
    price_note = models.CharField("por que nada foi cobrado", max_length=250, blank=True)
    key = models.UUIDField("chave de envio", null=True, blank=True, editable=False)

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "bloco de kits"
        verbose_name_plural = "blocos de kits"
        ordering = ["first"]
        constraints = [
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="kit_block_in_order"),
            models.UniqueConstraint(fields=["municipality", "first"], name="kit_blocks_start_apart"),
            models.UniqueConstraint(fields=["municipality", "key"], name="one_kit_block_per_key"),
        ]

    def __str__(self):
        return f"RGA {self.first} a {self.last}"

    @property
    def size(self):
        return self.last - self.first + 1


class SpoiltNumber(models.Model):
    """A kit that was spoilt before use: its number is accounted for and never given."""

    block = models.ForeignKey(KitBlock, on_delete=models.PROTECT, related_name="spoilt")
    number = models.PositiveIntegerField("número")
    reason = models.CharField("motivo", max_length=200)
    on = models.DateField("dia")
    recorded_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = "kit inutilizado"
        verbose_name_plural = "kits inutilizados"
        constraints = [models.UniqueConstraint(fields=["block", "number"], name="spoilt_once")]

    def __str__(self):
        return f"RGA {self.number}"

    @property
    def municipality(self):
        return self.block.municipality


class Remittance(models.Model):
    """Remessa mensal das vias: the registrations since the previous one, sent by the clinic, received by the agency."""

    clinic = models.ForeignKey(Clinic, on_delete=models.PROTECT, related_name="remittances")
    from_on = models.DateField("registros de")
    until_on = models.DateField("registros até")
    sent_on = models.DateField("enviada em")
    sent_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    list_document = models.OneToOneField(
        Document, on_delete=models.PROTECT, null=True, blank=True, related_name="remittance_list"
    )
    received_on = models.DateField("recebida em", null=True, blank=True)
    received_by = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    receipt = models.OneToOneField(
        Document, on_delete=models.PROTECT, null=True, blank=True, related_name="remittance_receipt"
    )
    missing = models.CharField("vias que faltaram", max_length=300, blank=True)

    class Meta:
        verbose_name = "remessa mensal"
        verbose_name_plural = "remessas mensais"
        ordering = ["-until_on", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(until_on__gte=F("from_on")), name="remittance_in_order"),
            models.UniqueConstraint(fields=["clinic", "until_on"], name="one_remittance_per_period"),
        ]

    def __str__(self):
        return f"{self.clinic}, {self.from_on:%d/%m/%Y} a {self.until_on:%d/%m/%Y}"

    @property
    def municipality(self):
        return self.clinic.municipality


class RemittanceItem(models.Model):
    """One registration in a remittance. A via that was missing goes again with the next one."""

    remittance = models.ForeignKey(Remittance, on_delete=models.PROTECT, related_name="items")
    rga = models.ForeignKey("registry.Rga", on_delete=models.PROTECT, related_name="remittance_items")
    missing = models.BooleanField("a via faltou", default=False)

    class Meta:
        verbose_name = "registro da remessa"
        verbose_name_plural = "registros da remessa"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["remittance", "rga"], name="registration_once_per_remittance"),
            models.UniqueConstraint(
                fields=["rga"], condition=Q(missing=False), name="registration_remitted_once"
            ),
        ]
