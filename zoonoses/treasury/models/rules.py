"""The municipality's own rules about money: instalments, and what a delay adds. None is shipped: no law here has one.

Each version names the act that sets it and holds from its day on; a later one of the same scope takes its place.
"""

from django.db import models
from django.db.models import Q

from zoonoses.municipalities.models import Membership, Municipality
from zoonoses.municipalities.querysets import OfMunicipality
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.querysets import OwnRuleQuerySet

ZERO_TO_HUNDRED = {"max_digits": 7, "decimal_places": 4, "default": 0}


def _percent(rate):
    return f"{br.decimal_br(rate.normalize() + 0)}%"


class OwnRule(models.Model):
    """What every such rule says: the act, from which day, and of which charges."""

    class Scope(models.TextChoices):
        ALL = "all", "todas as cobranças"
        FINES = "fines", "só as multas"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="%(class)ss")
    act = models.CharField("ato que fixa a regra", max_length=200)
    from_on = models.DateField("vale a partir de")
    scope = models.CharField("vale para", max_length=5, choices=Scope.choices, default=Scope.ALL)
    entered_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField("informada em")

    objects = OwnRuleQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering = ["-from_on", "-pk"]

    def __str__(self):
        return self.act


class InstalmentRule(OwnRule):
    """Parcelamento. A version without `max_count` allows none from its day on.

    `breaks_after` is with how many instalments in arrears the act breaks an agreement; None where it does not say.
    """

    max_count = models.PositiveSmallIntegerField("número máximo de parcelas", null=True, blank=True)
    min_amount = models.DecimalField("parcela mínima (R$)", max_digits=14, decimal_places=2, default=0)
    breaks_after = models.PositiveSmallIntegerField("rompe-se com", null=True, blank=True)

    class Meta(OwnRule.Meta):
        verbose_name = "regra de parcelamento"
        verbose_name_plural = "regras de parcelamento"
        constraints = [
            models.CheckConstraint(condition=~Q(act=""), name="instalment_rule_has_an_act"),
            models.CheckConstraint(
                condition=Q(max_count=None) | Q(max_count__gte=2), name="instalments_are_two_or_more"
            ),
            models.CheckConstraint(condition=Q(min_amount__gte=0), name="least_instalment_is_not_negative"),
        ]

    @property
    def words(self):
        """What it allows, for a page."""
        if not self.max_count:
            return "não se parcela"
        least = f", de {br.money(self.min_amount)} ou mais" if self.min_amount else ""
        breaks = f"; rompe-se com {self.breaks_after} em atraso" if self.breaks_after else ""
        return f"até {self.max_count} parcelas{least}{breaks}"


class LateRule(OwnRule):
    """Multa de mora, juros and atualização monetária of what is paid late. Percentages; zero adds nothing.

    It holds for charges made since `from_on`. `index` names what `IndexVariation` gives month by month.
    """

    class FineCount(models.TextChoices):
        ONCE = "once", "uma vez"
        DAY = "day", "por dia de atraso"

    class InterestCount(models.TextChoices):
        PRO_RATA = "day", "ao mês, por dia de atraso (1/30 por dia)"
        BEGUN = "begun", "por mês ou fração de mês"
        COMPLETED = "completed", "por mês completo"

    class Allocation(models.TextChoices):
        PROPORTIONAL = "proportional", "na mesma proporção (o ato não diz, ou diz assim)"
        ADDITIONS_FIRST = "additions", "primeiro os acréscimos"

    late_fine = models.DecimalField("multa de mora (%)", **ZERO_TO_HUNDRED)
    late_fine_count = models.CharField(
        "como se conta a multa de mora", max_length=5, choices=FineCount.choices, default=FineCount.ONCE
    )
    late_fine_limit = models.DecimalField(
        "limite da multa de mora (%)", max_digits=7, decimal_places=4, null=True, blank=True
    )
    interest = models.DecimalField("juros de mora ao mês (%)", **ZERO_TO_HUNDRED)
    interest_count = models.CharField(
        "como se contam os juros",
        max_length=10,
        choices=InterestCount.choices,
        default=InterestCount.PRO_RATA,
    )
    index = models.CharField("índice da atualização monetária", max_length=40, blank=True)
    on_updated = models.BooleanField("multa e juros contam sobre o valor atualizado", default=False)
    allocation = models.CharField(
        "o que um pagamento parcial quita",
        max_length=12,
        choices=Allocation.choices,
        default=Allocation.PROPORTIONAL,
    )

    class Meta(OwnRule.Meta):
        verbose_name = "regra de acréscimos por atraso"
        verbose_name_plural = "regras de acréscimos por atraso"
        constraints = [
            models.CheckConstraint(condition=~Q(act=""), name="late_rule_has_an_act"),
            models.CheckConstraint(
                condition=Q(late_fine__range=(0, 100), interest__range=(0, 100)),
                name="late_rule_is_a_percentage",
            ),
        ]

    @property
    def words(self):
        """What it adds, for a page."""
        found = []
        if self.late_fine:
            limit = f", até {_percent(self.late_fine_limit)}" if self.late_fine_limit is not None else ""
            how = self.get_late_fine_count_display()
            found.append(f"multa de mora de {_percent(self.late_fine)} {how}{limit}")
        if self.interest:
            found.append(f"juros de {_percent(self.interest)} {self.get_interest_count_display()}")
        if self.index:
            found.append(f"atualização pelo {self.index}")
        return "; ".join(found) or "nada se acrescenta"


class IndexVariation(models.Model):
    """How much an index varied in a month, in percent, as published. Corrected by another row, never edited."""

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="index_variations")
    index = models.CharField("índice", max_length=40)
    month = models.DateField("mês")
    percent = models.DecimalField("variação no mês (%)", max_digits=9, decimal_places=4)
    source = models.CharField("onde foi publicada", max_length=200)
    superseded = models.BooleanField(default=False)
    entered_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField("informada em")

    objects = OfMunicipality.as_manager()

    class Meta:
        verbose_name = "variação de índice"
        verbose_name_plural = "variações de índice"
        ordering = ["index", "-month", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["municipality", "index", "month"],
                condition=Q(superseded=False),
                name="one_variation_per_month",
            ),
            models.CheckConstraint(condition=Q(month__day=1), name="variation_is_of_a_month"),
        ]

    def __str__(self):
        return f"{self.index} de {self.month:%m/%Y}"
