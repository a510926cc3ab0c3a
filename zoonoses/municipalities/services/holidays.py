"""The municipality's own days without full office hours, and the years whose days are all entered."""

from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import IntegrityError, transaction

from zoonoses.law.calendar import MunicipalDay, municipal_days
from zoonoses.municipalities.calendars import FIRST_YEAR, LAST_YEAR, official_days_of_year
from zoonoses.municipalities.lawbook import SHIPPED
from zoonoses.municipalities.models import CalendarYear, Holiday, RulesetInForce
from zoonoses.municipalities.refusals import Refused
from zoonoses.municipalities.services import recount


@dataclass(frozen=True)
class YearOfDays:
    """What the calendar page shows of one year."""

    year: int
    official: dict[date, str]
    own: list[Holiday]
    revoked: list[Holiday]
    suggested: list[MunicipalDay]
    confirmed: CalendarYear | None


@cache
def _calendar_file(municipality_id: str) -> Path | None:
    folders = [SHIPPED, *settings.ZOONOSES_RULESETS_DIRS]
    found = [folder / "calendars" / f"{municipality_id}.toml" for folder in map(Path, folders)]
    return next((file for file in reversed(found) if file.exists()), None)


def suggested_days(municipality, year) -> list[MunicipalDay]:
    """Days that the published municipal laws fix in a year and that were neither entered nor revoked here."""
    known = set(Holiday.objects.of(municipality).filter(on__year=year).values_list("on", flat=True))
    official = official_days_of_year(municipality.uf, year)
    days: dict[date, MunicipalDay] = {}
    for ruleset in RulesetInForce.objects.of(municipality).values_list("ruleset", flat=True).distinct():
        file = _calendar_file(ruleset)
        for day in municipal_days(file, year) if file else ():
            if day.on not in known and day.on not in official:
                days[day.on] = day
    return [days[on] for on in sorted(days)]


def year_of(municipality, year) -> YearOfDays:
    """Everything known of a year."""
    rows = list(Holiday.objects.of(municipality).filter(on__year=year).order_by("on", "pk"))
    return YearOfDays(
        year=year,
        official=official_days_of_year(municipality.uf, year),
        own=[row for row in rows if not row.revoked_by],
        revoked=[row for row in rows if row.revoked_by],
        suggested=suggested_days(municipality, year),
        confirmed=CalendarYear.objects.of(municipality)
        .filter(year=year)
        .select_related("confirmed_by__user")
        .first(),
    )


@transaction.atomic
def add_day(*, municipality, day, name, kind, act, on) -> Holiday:
    """A day of the municipality, with the act that says so; `on` is today there. Raises `Refused` when it stands."""
    try:
        with transaction.atomic():
            row = Holiday.objects.create(municipality=municipality, on=day, name=name, kind=kind, act=act)
    except IntegrityError as error:
        raise Refused("Este dia já está no calendário.", "day") from error
    recount.announce(municipality, on=on)
    return row


@transaction.atomic
def add_suggested(*, municipality, year, on) -> int:
    """Enters all suggested days of a year; how many they were."""
    days = suggested_days(municipality, year)
    kinds = {label: value for value, label in Holiday.Kind.choices}
    for day in days:
        add_day(
            municipality=municipality, day=day.on, name=day.name, kind=kinds[day.kind], act=day.act, on=on
        )
    return len(days)


@transaction.atomic
def revoke_day(*, holiday, act, on) -> Holiday:
    """A later act made it a business day again (or moved it). The entry stays, with the act that revoked it."""
    holiday = Holiday.objects.select_for_update().get(pk=holiday.pk)
    if holiday.revoked_by:
        raise Refused("Este dia já foi revogado.")
    holiday.revoked_by = act
    holiday.save(update_fields=["revoked_by"])
    recount.announce(holiday.municipality, on=on)
    return holiday


@transaction.atomic
def confirm_year(*, municipality, year, source, by, at) -> CalendarYear:
    """The manager's word that every day of the year is entered; from now on terms may run into it. Said once."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise Refused(f"Informe um ano entre {FIRST_YEAR} e {LAST_YEAR}.")
    row, made = CalendarYear.objects.get_or_create(
        municipality=municipality,
        year=year,
        defaults={"source": source, "confirmed_by": by, "confirmed_at": at},
    )
    if made:
        recount.announce(municipality, on=at.date())
    return row
