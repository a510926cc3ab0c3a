"""The product's one clock. Asked by entry points alone (views, commands, tasks); services get the day and the moment.

It knows the municipality's time zone and, in a training municipality, its own date, which runs on from the day chosen.
"""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from django.utils import timezone


def real_now() -> datetime:
    """The real moment, in UTC. Everything that tells the time goes through here."""
    return timezone.now().astimezone(UTC)


def zone(municipality) -> ZoneInfo:
    return ZoneInfo(municipality.time_zone)


def now(municipality) -> datetime:
    """The moment in the municipality: local time, moved by the training shift where there is one."""
    moment = real_now()
    if municipality.clock_shift is not None:
        moment += municipality.clock_shift
    return moment.astimezone(zone(municipality))


def today(municipality) -> date:
    """The municipality's local day: at 22:30 of 31 December it is still the old year there."""
    return now(municipality).date()


def local(municipality, moment: datetime) -> datetime:
    """A stored moment as the municipality's wall clock showed it."""
    return moment.astimezone(zone(municipality))
