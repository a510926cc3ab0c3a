"""A municipality of the demonstration: identity, law, calendar, people who work there, tutors and animals."""

from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from django.core.files.uploadedfile import SimpleUploadedFile

from registry.models import Animal, Tutor
from registry.services import animals, tutors
from zoonoses.accounts.models import User
from zoonoses.desk.demo import pictures
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import CalendarYear, Holiday, Membership, Municipality, Role
from zoonoses.municipalities.services import holidays, identity, people, training
from zoonoses.treasury.models import CollectionSettings
from zoonoses.treasury.services import collection

PASSWORD = "demonstracao-2026"
SOURCE = "conferido para o treinamento"
YEARS_AROUND = 1


@dataclass
class Town:
    """What the stories of one municipality are played with. `now` is its own moment; the rest is by key."""

    municipality: Municipality
    now: datetime
    people: dict[str, Membership] = field(default_factory=dict)
    tutors: dict[str, Tutor] = field(default_factory=dict)
    animals: dict[str, Animal] = field(default_factory=dict)


def found(data, real) -> Town:
    """Makes the municipality of one data file, with everybody in it; `real` is the real moment."""
    staff = data["people"]
    manager = next(row for row in staff if row["role"] == Role.MANAGER)
    municipality = _municipality(data["municipality"], manager, real)
    town = Town(municipality, (real + municipality.clock_shift).astimezone(clock.zone(municipality)))
    for row in staff:
        town.people[row["key"]] = _person(municipality, row)
    _calendar(town)
    if "collection" in data:
        collection.save(settings=CollectionSettings(municipality=municipality, **data["collection"]))
    for row in data["tutors"]:
        _tutor(town, row)
    return town


def _municipality(given, manager, real) -> Municipality:
    """A training municipality; without a day of its own it stands on the real day."""
    given = dict(given)
    ruleset = given.pop("ruleset")
    day = given.pop("day", None)
    made = training.create_blank(
        name=given.pop("name"),
        uf=given.pop("uf"),
        body_name=given.pop("body_name"),
        ruleset=ruleset,
        day=day or real.astimezone(ZoneInfo(given["time_zone"])).date(),
        user=_user(manager),
        real=real,
        position=manager["position"],
    )
    for name, value in given.items():
        setattr(made, name, value)
    shield = pictures.shield(made.primary_colour, made.secondary_colour)
    return identity.save_identity(municipality=made, crest=SimpleUploadedFile("brasao.png", shield))


def _user(row) -> User:
    """The account: one for each CPF, whatever the number of posts. Its password is kept when it exists."""
    known = User.objects.filter(cpf=row["cpf"]).first()
    return known or User.objects.create_user(row["cpf"], row["name"], PASSWORD, email=row.get("email", ""))


def _person(municipality, row) -> Membership:
    user = _user(row)
    post = Membership.objects.of(municipality).filter(user=user, role=row["role"]).first()
    details = {"position": row["position"], "badge": row.get("badge", ""), "crmv": row.get("crmv", "")}
    if post is not None:
        return people.change_post(post=post, role=post.role, **details)
    post, _ = people.add_person(
        municipality=municipality, cpf=user.cpf, name=user.name, email=user.email, role=row["role"], **details
    )
    return post


def _calendar(town) -> None:
    """The municipal days that its laws fix, and the manager's word for the years around its date."""
    municipality, year = town.municipality, town.now.year
    kinds = {label: value for value, label in Holiday.Kind.choices}
    manager = next(post for post in town.people.values() if post.role == Role.MANAGER)
    for each in range(year - YEARS_AROUND, year + YEARS_AROUND + 1):
        Holiday.objects.bulk_create(
            Holiday(municipality=municipality, on=day.on, name=day.name, kind=kinds[day.kind], act=day.act)
            for day in holidays.suggested_days(municipality, each)
        )
        CalendarYear.objects.create(
            municipality=municipality,
            year=each,
            source=SOURCE,
            confirmed_by=manager,
            confirmed_at=town.now,
        )


def _tutor(town, row) -> None:
    values = dict(row)
    key, warning = values.pop("key"), values.pop("warning", None)
    rows = values.pop("animals", [])
    values.setdefault("city", town.municipality.name)
    values.setdefault("uf", town.municipality.uf)
    tutor = tutors.register(municipality=town.municipality, values=values)
    town.tutors[key] = tutor
    for animal in rows:
        looks = {name: value for name, value in animal.items() if name != "key"}
        town.animals[animal["key"]] = animals.register(
            municipality=town.municipality, tutor=tutor, values=looks
        )
    if warning:
        tutors.warn(tutor=tutor, reason=warning["reason"], by=town.people[warning["by"]], on=town.now.date())
