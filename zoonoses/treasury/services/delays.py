"""A delay under the municipality's own rule: what it adds to an amount, by which percentage, and how that is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property

from zoonoses.documents.refusals import Refusal
from zoonoses.law.calendar import add_months
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.models import IndexVariation, LateRule

CENT = Decimal("0.01")
NOTHING = Decimal(0)
KINDS = ("late_fine", "interest", "monetary_update")
LABELS = {
    "late_fine": "Multa de mora",
    "interest": "Juros de mora",
    "monetary_update": "Atualização monetária",
}


@dataclass(frozen=True)
class Delay:
    """A delay under a rule: from the day after `last_day` to `on`, included."""

    rule: LateRule
    last_day: date
    on: date

    @property
    def days(self) -> int:
        """Days of delay; zero when there is none."""
        return max((self.on - self.last_day).days, 0)

    @property
    def rates(self) -> dict[str, Decimal]:
        """What the delay adds to one real, not rounded."""
        if not self.days:
            return dict.fromkeys(KINDS, NOTHING)
        update = self._update
        base = 1 + update if self.rule.on_updated else Decimal(1)
        return {
            "late_fine": base * self._fine()[0] / 100,
            "interest": base * self._interest()[0] / 100,
            "monetary_update": update,
        }

    def steps(self, principal: Decimal) -> list[dict]:
        """How the additions to an amount are reached, each with the act."""
        if not self.days:
            return []
        update, months = self._update, self._months_of_index()
        told = f"{self.rule.index} de {months[0]:%m/%Y} a {months[-1]:%m/%Y}" if months else ""
        found = [self._step("monetary_update", told, principal, update * 100)]
        base = principal * (1 + update) if self.rule.on_updated else principal
        for kind, (rate, how) in (("late_fine", self._fine()), ("interest", self._interest())):
            found.append(self._step(kind, how, base, rate))
        return [step for step in found if step]

    def _step(self, kind, how, base, rate) -> dict:
        result = cents(base * rate / 100)
        text = f"{LABELS[kind]}: {how}, de {_span(self.last_day)} a {self.on:%d/%m/%Y}"
        arithmetic = f"{br.money(base)} × {_percent(rate)} = {br.money(result)}"
        return {"text": text, "article": self.rule.act, "arithmetic": arithmetic} if result else {}

    def _fine(self) -> tuple[Decimal, str]:
        """The percentage of the fine, and how it is counted."""
        rule, rate, how = self.rule, self.rule.late_fine, "uma vez"
        if rule.late_fine_count == LateRule.FineCount.DAY:
            how = f"{_percent(rate)} por dia, {self.days} dia{'s' * (self.days > 1)}"
            rate *= self.days
        if rule.late_fine_limit is not None and rate > rule.late_fine_limit:
            return rule.late_fine_limit, f"{how}, até o limite de {_percent(rule.late_fine_limit)}"
        return rate, how

    def _interest(self) -> tuple[Decimal, str]:
        """The percentage of interest, and how it is counted."""
        rule = self.rule
        if rule.interest_count == LateRule.InterestCount.PRO_RATA:
            days = f"{self.days} dia{'s' * (self.days > 1)} de 30"
            return rule.interest * self.days / 30, f"{_percent(rule.interest)} ao mês, {days}"
        begun = rule.interest_count == LateRule.InterestCount.BEGUN
        months = _months(self.last_day, self.on, begun=begun)
        told = f"{months} {'mês' if months == 1 else 'meses'}"
        return rule.interest * months, f"{_percent(rule.interest)} por mês{' ou fração' * begun}, {told}"

    def _months_of_index(self) -> list[date]:
        """The months after that of the due day and before that of the payment."""
        return _months_between(self.last_day, self.on) if self.rule.index else []

    @cached_property
    def _update(self) -> Decimal:
        """How much the index rose in its months, for one real; a fall takes nothing off."""
        months, factor = self._months_of_index(), Decimal(1)
        if months:
            for percent in self._variations(months):
                factor *= 1 + percent / 100
        return max(factor - 1, NOTHING)

    def _variations(self, months: Sequence[date]) -> list[Decimal]:
        rows = IndexVariation.objects.of(self.rule.municipality).filter(
            index=self.rule.index, month__in=months, superseded=False
        )
        known = dict(rows.values_list("month", "percent"))
        missing = [month for month in months if month not in known]
        if missing:
            told = ", ".join(f"{month:%m/%Y}" for month in missing[:6])
            raise Refusal(
                "index_value_missing",
                f"Falta a variação do {self.rule.index} ({told}): sem ela não se conta o que o atraso acrescenta.",
                self.rule.act,
                enter="treasury:index_variations",
            )
        return [known[month] for month in months]


def _months(start: date, end: date, *, begun: bool) -> int:
    """Months completed from a day to another, or begun."""
    count = 0
    while add_months(start, count + 1, last_day_of_month=True) <= end:
        count += 1
    exact = add_months(start, count, last_day_of_month=True) == end
    return count + (begun and not exact)


def _months_between(start: date, end: date) -> list[date]:
    month, found = add_months(start.replace(day=1), 1, last_day_of_month=True), []
    while month < end.replace(day=1):
        found.append(month)
        month = add_months(month, 1, last_day_of_month=True)
    return found


def _span(last_day: date) -> str:
    return f"{last_day + timedelta(days=1):%d/%m/%Y}"


def _percent(rate: Decimal) -> str:
    return f"{br.decimal_br(rate.quantize(Decimal('0.0001'), ROUND_HALF_UP).normalize() + 0)}%"


def cents(amount: Decimal) -> Decimal:
    """Rounded to the cent, half up."""
    return amount.quantize(CENT, ROUND_HALF_UP)
