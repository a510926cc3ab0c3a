"""The municipality, who works in it, and what it chose or entered where its law leaves that to it."""

from decimal import Decimal

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models

from zoonoses.municipalities.querysets import (
    HolidayQuerySet,
    IndexValueQuerySet,
    MembershipQuerySet,
    OfMunicipality,
    RulesetInForceQuerySet,
)

UFS = "AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO".split()
COLOUR = RegexValidator(r"^#[0-9a-fA-F]{6}$", "Informe a cor como #RRGGBB.")


class Role(models.TextChoices):
    AGENT = "agent", "agente"
    VET = "vet", "veterinário"
    CLERK = "clerk", "atendente"
    MANAGER = "manager", "gestor"
    JUDGE = "judge", "autoridade julgadora"
    CLINIC = "clinic", "clínica"


class Municipality(models.Model):
    """One body of one town. A training one has its own date and can never become a real one, nor the reverse."""

    name = models.CharField("município", max_length=100)
    uf = models.CharField("UF", max_length=2, choices=[(uf, uf) for uf in UFS])
    slug = models.SlugField("endereço na página pública", unique=True)
    body_name = models.CharField("nome do órgão", max_length=200)
    letterhead_name = models.CharField("nome no timbre", max_length=200)
    cnpj = models.CharField("CNPJ", max_length=14, blank=True)
    address = models.CharField("endereço", max_length=250, blank=True)
    postal_code = models.CharField("CEP", max_length=8, blank=True)
    phone = models.CharField("telefone", max_length=20, blank=True)
    email = models.EmailField("e-mail", blank=True)
    crest = models.ImageField("brasão", upload_to="crests/", blank=True)
    time_zone = models.CharField("fuso horário", max_length=50, default="America/Sao_Paulo")
    primary_colour = models.CharField("cor principal", max_length=7, default="#1351b4", validators=[COLOUR])
    secondary_colour = models.CharField(
        "cor secundária", max_length=7, default="#071d41", validators=[COLOUR]
    )
    is_training = models.BooleanField("treinamento", default=False, editable=False)
    clock_shift = models.DurationField(
        "avanço do relógio de treinamento", null=True, blank=True, editable=False
    )
    is_active = models.BooleanField("ativo", default=True)
    retention_years = models.PositiveSmallIntegerField(
        "anos de guarda dos dados pessoais",
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
        help_text="Sem prazo definido, nenhum cadastro é anonimizado.",
    )

    class Meta:
        verbose_name = "município"
        verbose_name_plural = "municípios"
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(is_training=True, clock_shift__isnull=False)
                | models.Q(is_training=False, clock_shift__isnull=True),
                name="only_training_has_its_own_clock",
            ),
        ]

    def __str__(self):
        return f"{self.name}/{self.uf}"


class RulesetInForce(models.Model):
    """From which day the municipality works under a ruleset; `from_on` empty means always."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="rulesets")
    ruleset = models.CharField("lei", max_length=80)
    from_on = models.DateField("a partir de", null=True, blank=True)

    objects = RulesetInForceQuerySet.as_manager()

    class Meta:
        verbose_name = "lei em vigor"
        verbose_name_plural = "leis em vigor"
        constraints = [
            models.UniqueConstraint(fields=["municipality", "from_on"], name="one_ruleset_from_a_day"),
            models.UniqueConstraint(
                fields=["municipality"], condition=models.Q(from_on=None), name="one_ruleset_from_always"
            ),
        ]

    def __str__(self):
        return (
            f"{self.ruleset} desde {self.from_on:%d/%m/%Y}"
            if self.from_on
            else f"{self.ruleset} desde sempre"
        )


class Membership(models.Model):
    """A post: this person, in this municipality, in this role."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField("papel", max_length=10, choices=Role.choices)
    position = models.CharField("cargo", max_length=100, blank=True)
    badge = models.CharField("matrícula", max_length=30, blank=True)
    crmv = models.CharField("CRMV", max_length=30, blank=True)
    is_active = models.BooleanField("ativo", default=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        verbose_name = "vínculo"
        verbose_name_plural = "vínculos"
        constraints = [
            models.UniqueConstraint(fields=["user", "municipality", "role"], name="one_membership_per_role")
        ]

    def __str__(self):
        return f"{self.user} – {self.get_role_display()} – {self.municipality}"


class ReadingChoice(models.Model):
    """The municipality chose one reading of its law. The last row of a key holds; earlier rows are the history."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="reading_choices")
    ruleset = models.CharField("lei", max_length=80)
    key = models.CharField("ponto da lei", max_length=80)
    value = models.JSONField("leitura escolhida", null=True)
    reason = models.TextField("motivo")
    chosen_by = models.ForeignKey(Membership, on_delete=models.PROTECT)
    chosen_at = models.DateTimeField("escolhida em")

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "leitura da lei"
        verbose_name_plural = "leituras da lei"
        indexes = [models.Index(fields=["municipality", "ruleset", "key", "-id"])]

    def __str__(self):
        return f"{self.ruleset}, {self.key}"


class Holiday(models.Model):
    """A day of the municipality without full working hours, with the act that says so."""

    class Kind(models.TextChoices):
        HOLIDAY = "holiday", "feriado"
        OPTIONAL = "optional", "ponto facultativo"
        HALF_DAY = "half_day", "meio expediente"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="holidays")
    on = models.DateField("dia")
    name = models.CharField("nome", max_length=120)
    kind = models.CharField("tipo", max_length=10, choices=Kind.choices, default=Kind.HOLIDAY)
    act = models.CharField("lei ou decreto", max_length=200)
    revoked_by = models.CharField("revogado por", max_length=200, blank=True)

    objects = HolidayQuerySet.as_manager()

    class Meta:
        verbose_name = "feriado do município"
        verbose_name_plural = "feriados do município"
        ordering = ["on"]
        constraints = [
            models.UniqueConstraint(
                fields=["municipality", "on"],
                condition=models.Q(revoked_by=""),
                name="one_standing_holiday_per_day",
            )
        ]

    def __str__(self):
        return f"{self.name} ({self.on:%d/%m/%Y})"


class CalendarYear(models.Model):
    """The manager's word that the municipality's days of a year are all entered: terms may run into it."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="calendar_years")
    year = models.PositiveSmallIntegerField("ano")
    source = models.CharField("fonte", max_length=250)
    confirmed_by = models.ForeignKey(Membership, on_delete=models.PROTECT)
    confirmed_at = models.DateTimeField("confirmado em")

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "calendário conferido"
        verbose_name_plural = "calendários conferidos"
        ordering = ["year"]
        constraints = [
            models.UniqueConstraint(fields=["municipality", "year"], name="one_confirmation_per_year"),
            models.CheckConstraint(
                condition=models.Q(year__range=(1900, 2200)), name="calendar_year_is_a_year"
            ),
        ]

    def __str__(self):
        return str(self.year)


class IndexValue(models.Model):
    """The value in reais of one unit (UPF, VRTE, UFM) in one period, as the municipality entered it."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="index_values")
    unit = models.CharField("unidade", max_length=10)
    from_on = models.DateField("vale a partir de")
    until_on = models.DateField("vale até")
    value = models.DecimalField(
        "valor em reais", max_digits=12, decimal_places=4, validators=[MinValueValidator(Decimal("0.0001"))]
    )
    source = models.CharField("fonte (decreto, portaria)", max_length=250)
    superseded = models.BooleanField("substituído", default=False)
    entered_by = models.ForeignKey(Membership, on_delete=models.PROTECT)
    entered_at = models.DateTimeField("informado em")

    objects = IndexValueQuerySet.as_manager()

    class Meta:
        verbose_name = "valor de unidade"
        verbose_name_plural = "valores de unidades"
        ordering = ["unit", "-from_on"]
        constraints = [
            models.CheckConstraint(condition=models.Q(value__gt=0), name="index_value_is_positive"),
            models.CheckConstraint(
                condition=models.Q(until_on__gte=models.F("from_on")), name="index_period_in_order"
            ),
            models.UniqueConstraint(
                fields=["municipality", "unit", "from_on"],
                condition=models.Q(superseded=False),
                name="one_standing_value_per_period",
            ),
        ]

    def __str__(self):
        return f"{self.unit} de {self.from_on:%d/%m/%Y} a {self.until_on:%d/%m/%Y}"
