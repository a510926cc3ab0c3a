"""Reminders by e-mail: whether a municipality sends them, and each one that was sent."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from zoonoses.municipalities.models import Municipality
from zoonoses.municipalities.querysets import OfMunicipality

LONGEST_NOTICE = 15


class ReminderSettings(models.Model):
    """To whom a municipality sends reminders. Without a row, to nobody."""

    municipality = models.OneToOneField(Municipality, on_delete=models.PROTECT, related_name="reminders")
    to_offenders = models.BooleanField("lembrar o autuado dos seus prazos", default=False)
    days_before = models.PositiveSmallIntegerField(
        "dias antes do último dia",
        default=3,
        validators=[MinValueValidator(1), MaxValueValidator(LONGEST_NOTICE)],
    )
    to_staff = models.BooleanField("resumo do dia para a equipe", default=False)

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "lembretes por e-mail"
        verbose_name_plural = "lembretes por e-mail"
        constraints = [
            models.CheckConstraint(
                condition=Q(days_before__range=(1, LONGEST_NOTICE)), name="reminder_comes_some_days_before"
            )
        ]

    def __str__(self):
        return f"Lembretes por e-mail de {self.municipality}"


class Reminder(models.Model):
    """One e-mail about one thing that falls due on one day. The row comes before the sending.

    `what` names it, as `defence:notice:5` or `digest`; `address_key` tells addresses apart without keeping them. With
    neither `sent_at` nor `failed_at` the sending was cut off: nobody knows whether it left, and it is not repeated.
    """

    class Kind(models.TextChoices):
        DEFENCE = "defence", "prazo de defesa"
        APPEAL = "appeal", "prazo de recurso"
        PAYMENT = "payment", "prazo de pagamento"
        DIGEST = "digest", "resumo do dia"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="sent_reminders")
    kind = models.CharField("o que lembra", max_length=10, choices=Kind.choices)
    what = models.CharField("de que se trata", max_length=60)
    due_on = models.DateField("último dia")
    address_key = models.CharField(max_length=64)
    claimed_at = models.DateTimeField("última tentativa")
    attempts = models.PositiveSmallIntegerField("tentativas", default=1)
    sent_at = models.DateTimeField("enviado em", null=True, blank=True)
    failed_at = models.DateTimeField("falhou em", null=True, blank=True)
    failure = models.CharField("por que falhou", max_length=200, blank=True)

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "lembrete"
        verbose_name_plural = "lembretes"
        ordering = ["-claimed_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["municipality", "what", "due_on", "address_key"], name="a_reminder_is_sent_once"
            ),
            models.CheckConstraint(
                condition=Q(sent_at=None) | Q(failed_at=None), name="a_reminder_left_or_failed"
            ),
        ]
        indexes = [models.Index(fields=["municipality", "-claimed_at"])]

    def __str__(self):
        return f"{self.get_kind_display()}, {self.due_on:%d/%m/%Y}"
