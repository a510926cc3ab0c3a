"""The calendar of a municipality: national and state days, its own, and the years whose days are all known."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

import holidays

from zoonoses.law import Calendar, LawError
from zoonoses.municipalities.models import CalendarYear, Holiday

FIRST_YEAR, LAST_YEAR = 1990, 2100


@lru_cache(maxsize=4096)
def official_days_of_year(uf: str, year: int) -> dict[date, str]:
    """National and state holidays of a UF in a year, by law; no *ponto facultativo*. Do not change the result."""
    days = holidays.country_holidays(
        "BR", subdiv=uf, years=year, language="pt_BR", categories=("public",), expand=False
    )
    return dict(sorted(days.items()))


@lru_cache(maxsize=32)
def official_days(uf: str) -> dict[date, str]:
    """National and state holidays of a UF from `FIRST_YEAR` to `LAST_YEAR`. Do not change the result."""
    days: dict[date, str] = {}
    for year in range(FIRST_YEAR, LAST_YEAR + 1):
        days.update(official_days_of_year(uf, year))
    return days


@dataclass(frozen=True)
class ConfirmedCalendar(Calendar):
    """A calendar known in the confirmed years alone, wherever the gaps are."""

    uf: str = ""
    years: AbstractSet[int] = frozenset()

    def is_business_day(self, day: date) -> bool:
        """Whether the office is open; raises `calendar_unknown` in a year nobody confirmed (details: year)."""
        if day.weekday() > 4:
            return False
        if day.year not in self.years:
            raise LawError(
                "calendar_unknown",
                f"Os feriados de {day.year} ainda não foram conferidos. O gestor confere o ano em Município, Feriados.",
                {"year": day.year, "day": day.isoformat(), "enter": "municipalities:holidays"},
            )
        return day not in self.days and day not in official_days_of_year(self.uf, day.year)


def calendar_of(municipality) -> ConfirmedCalendar:
    """All days without full working hours. A count that needs a year nobody confirmed raises `calendar_unknown`.

    A *ponto facultativo* or a half day entered by the municipality is not a business day: whoever has a term to keep
    needs the counter open. What was not entered is one.
    """
    own = Holiday.objects.of(municipality).standing().values_list("on", "name")
    years = CalendarYear.objects.of(municipality).values_list("year", flat=True)
    return ConfirmedCalendar(dict(own), uf=municipality.uf, years=frozenset(years))
