"""Training municipalities: a place to learn, with its own date. Never real, and a real one never becomes one."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.text import slugify

from zoonoses.municipalities import clock
from zoonoses.municipalities.models import (
    CalendarYear,
    Holiday,
    IndexValue,
    Membership,
    Municipality,
    ReadingChoice,
    Role,
    RulesetInForce,
)
from zoonoses.municipalities.refusals import Refused
from zoonoses.municipalities.services import recount
from zoonoses.municipalities.zones import zone_of

COPIED = (
    "name uf body_name letterhead_name cnpj address postal_code phone email crest time_zone "
    "primary_colour secondary_colour"
).split()


def shift_to(day: date, *, zone, real: datetime) -> timedelta:
    """How far the clock is moved so that the local date is `day` at the present local hour."""
    local = real.astimezone(zone)
    return datetime.combine(day, local.time(), tzinfo=zone) - real


def free_slug(name: str, uf: str) -> str:
    """An address on the public pages that nobody has."""
    base = slugify(f"{name} {uf} treinamento")[:44]
    taken = set(Municipality.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for slug in [base, *(f"{base}-{n}" for n in range(2, 10_000))] if slug not in taken)


@transaction.atomic
def create_from(*, source, day, user, real, position="") -> Municipality:
    """A training municipality with the law, readings, holidays and units of another; `user` is its manager.

    `real` is the real moment (aware). People, animals and cases are not copied.
    """
    made = _create({name: getattr(source, name) for name in COPIED}, day, real)
    manager = _manager(made, user, position)
    for row in RulesetInForce.objects.of(source):
        RulesetInForce.objects.create(municipality=made, ruleset=row.ruleset, from_on=row.from_on)
    for row in ReadingChoice.objects.of(source).order_by("pk"):
        _copy(row, made, chosen_by=manager)
    for row in Holiday.objects.of(source):
        _copy(row, made)
    for row in CalendarYear.objects.of(source):
        _copy(row, made, confirmed_by=manager)
    for row in IndexValue.objects.of(source).standing():
        _copy(row, made, entered_by=manager)
    return made


@transaction.atomic
def create_blank(*, name, uf, body_name, ruleset, day, user, real, position="") -> Municipality:
    """A training municipality from nothing but its name and a law; `user` is its manager."""
    identity = {
        "name": name,
        "uf": uf,
        "body_name": body_name,
        "letterhead_name": f"Município de {name}",
        "time_zone": zone_of(uf),
    }
    made = _create(identity, day, real)
    _manager(made, user, position)
    RulesetInForce.objects.create(municipality=made, ruleset=ruleset)
    return made


@transaction.atomic
def move_forward(*, municipality, day, real) -> Municipality:
    """The training date becomes `day`, at the same local hour. Forward only: acts already done stay in the past."""
    municipality = Municipality.objects.select_for_update().get(pk=municipality.pk)
    if not municipality.is_training:
        raise Refused("Só um município de treinamento tem data própria.")
    present = (real + municipality.clock_shift).astimezone(clock.zone(municipality)).date()
    if day <= present:
        raise Refused(f"A data só avança: hoje é {present:%d/%m/%Y} neste treinamento.", "day")
    municipality.clock_shift = shift_to(day, zone=clock.zone(municipality), real=real)
    municipality.save(update_fields=["clock_shift"])
    recount.announce(municipality, on=day)
    return municipality


def _create(identity, day, real):
    municipality = Municipality(
        **identity, is_training=True, slug=free_slug(identity["name"], identity["uf"])
    )
    municipality.clock_shift = shift_to(day, zone=clock.zone(municipality), real=real)
    municipality.save()
    return municipality


def _manager(municipality, user, position):
    return Membership.objects.create(
        municipality=municipality, user=user, role=Role.MANAGER, position=position or "Gestor"
    )


def _copy(row, municipality, **changes):
    row.pk, row.municipality = None, municipality
    row._state.adding = True
    for name, value in changes.items():
        setattr(row, name, value)
    row.save()
