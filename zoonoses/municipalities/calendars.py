"""The calendar of a municipality: national and state days, its own, and until when all of them are known."""

from datetime import date

import holidays

from zoonoses.law import Calendar
from zoonoses.municipalities.models import CalendarYear, Holiday

FIRST_YEAR = 1990
LAST_YEAR = 2100
_official: dict[str, dict[date, str]] = {}


def official_days(uf: str) -> dict[date, str]:
    """National and state holidays of a UF, from `FIRST_YEAR` to `LAST_YEAR`; computed once per UF."""
    if uf not in _official:
        days = holidays.country_holidays(
            "BR", subdiv=uf, years=range(FIRST_YEAR, LAST_YEAR + 1), language="pt_BR"
        )
        _official[uf] = dict(days.items())
    return _official[uf]


def known_until(municipality) -> date:
    """Last day up to which every year is confirmed, without a gap; before any confirmation, the day before 1990."""
    years = sorted(CalendarYear.objects.of(municipality).values_list("year", flat=True))
    if not years:
        return date(FIRST_YEAR - 1, 12, 31)
    last = years[0]
    for year in years[1:]:
        if year != last + 1:
            break
        last = year
    return date(last, 12, 31)


def calendar_of(municipality) -> Calendar:
    """All days without full working hours. A count that needs a year nobody confirmed raises `calendar_unknown`.

    A half day is not counted as a business day: whoever has a term to keep needs the counter open.
    """
    days = dict(official_days(municipality.uf))
    own = Holiday.objects.of(municipality).filter(revoked_by="").values_list("on", "name")
    days.update(own)
    return Calendar(days, known_until=known_until(municipality))
