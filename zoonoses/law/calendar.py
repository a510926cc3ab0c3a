"""Business days, months and the municipal days of a year.

A business day (dia útil) is Monday to Friday and not among the days without office hours of the calendar.
A calendar says until when it is known; a count past that day raises instead of guessing.
"""

from __future__ import annotations

import calendar as month_calendar
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path

from zoonoses.law.errors import LawError

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Calendar:
    """Days without office hours (day to name), and the last day for which they are known (null: no limit)."""

    days: Mapping[date, str] = field(default_factory=dict)
    known_until: date | None = None

    @classmethod
    def of(cls, days: Iterable[date]) -> Calendar:
        """A calendar without limit made of the given days alone."""
        return cls(dict.fromkeys(days, ""))

    def is_business_day(self, day: date) -> bool:
        """Whether the office is open; raises ``calendar_unknown`` past the known days (details: year)."""
        if day.weekday() > 4:
            return False
        if self.known_until is not None and day > self.known_until:
            raise LawError(
                "calendar_unknown",
                f"Os feriados de {day.year} ainda não foram informados; informe-os no calendário do município.",
                {"year": day.year, "day": day.isoformat()},
            )
        return day not in self.days

    def next_business_day(self, day: date) -> date:
        """``day`` itself when the office is open on it, otherwise the next business day."""
        while not self.is_business_day(day):
            day += ONE_DAY
        return day

    def business_days_after(self, start: date, count: int, *, include_start: bool) -> date:
        """The ``count``-th business day after ``start``, or from it on when ``include_start``."""
        day = start - ONE_DAY if include_start else start
        while count > 0:
            day += ONE_DAY
            if self.is_business_day(day):
                count -= 1
        return day

    def business_days_between(self, after: date, until: date) -> int:
        """How many business days lie after the first day, up to and including the second."""
        count = 0
        day = after
        while day < until:
            day += ONE_DAY
            count += self.is_business_day(day)
        return count


def add_months(start: date, months: int, *, last_day_of_month: bool) -> date:
    """The same day-number ``months`` later.

    When that day does not exist: the last day of the month, or else the first of the next month
    (Código Civil, art. 132, § 3º).
    """
    index = start.year * 12 + start.month - 1 + months
    year, month = divmod(index, 12)
    length = month_calendar.monthrange(year, month + 1)[1]
    if start.day <= length:
        return date(year, month + 1, start.day)
    if last_day_of_month:
        return date(year, month + 1, length)
    return date(year, month + 1, length) + ONE_DAY


def years_completed(born_on: date, on: date) -> int:
    """Completed years of age on a day; the birthday itself completes the year."""
    return on.year - born_on.year - ((on.month, on.day) < (born_on.month, born_on.day))


@lru_cache(maxsize=512)
def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher)."""
    golden = year % 19
    century, rest = divmod(year, 100)
    leap, skip = divmod(century, 4)
    moon = (19 * golden + century - leap - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    quarter, remainder = divmod(rest, 4)
    week = (32 + 2 * skip + 2 * quarter - moon - remainder) % 7
    correction = (golden + 11 * moon + 22 * week) // 451
    month, day = divmod(moon + week - 7 * correction + 114, 31)
    return date(year, month, day + 1)


@dataclass(frozen=True)
class MunicipalDay:
    """A day that the municipality's own act makes a holiday."""

    on: date
    name: str
    kind: str
    act: str


def municipal_days(file: Path | str, year: int) -> tuple[MunicipalDay, ...]:
    """The municipality's own days of ``year``, in order, read from its calendar file.

    Each ``[[days]]`` has ``name``, ``kind``, ``act`` and either ``month`` and ``day`` or ``easter`` (days from
    Easter Sunday); ``from_year`` and ``until_year`` are optional. Raises ValueError on any other shape.
    """
    data = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    found = []
    for index, entry in enumerate(data.get("days", [])):
        unknown = set(entry) - {"name", "kind", "act", "month", "day", "easter", "from_year", "until_year"}
        if unknown or not entry.get("name") or not entry.get("act") or not entry.get("kind"):
            raise ValueError(
                f"{file}: days[{index}]: name, kind, act and a day expected; unknown {sorted(unknown)}"
            )
        if not entry.get("from_year", year) <= year <= entry.get("until_year", year):
            continue
        if "easter" in entry:
            on = easter(year) + timedelta(days=int(entry["easter"]))
        else:
            on = date(year, int(entry["month"]), int(entry["day"]))
        found.append(MunicipalDay(on, entry["name"], entry["kind"], entry["act"]))
    return tuple(sorted(found, key=lambda day: day.on))
