"""Who must be vaccinated: protection that ended, and animals without any dose on record. Lists by area, and letters."""

from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q
from django.db.models.functions import Coalesce

from registry.models import Animal, Vaccination
from registry.services.revaccination import born_until
from zoonoses.municipalities.lawbook import Lawbook

EXPIRED, NEVER = "expired", "never"
KINDS = {EXPIRED: "Revacinação vencida", NEVER: "Sem dose registrada"}


@dataclass(frozen=True)
class Area:
    """A district and how many animals of the list live there."""

    district: str
    animals: int


def overdue(*, municipality, on, kind=EXPIRED, district=None, species=""):
    """Living dogs and cats of the list `kind` on a day, by area, person and name.

    `expired`: the latest standing rabies dose protected until a day before `on` (on its last day an animal is still
    protected; a dose without known end is never overdue). `never`: no dose on record and, where the law fixes the age
    of the first one, already of that age; animals of unknown birth are listed. Adds `area`; see `latest_dose`.
    """
    doses = Vaccination.objects.against_rabies()
    rows = Animal.objects.of(municipality).filter(died_on=None, is_wild=False, species__in=("dog", "cat"))
    rows = rows.annotate(area=Coalesce("tutor__merged_into__district", "tutor__district"))
    if kind == NEVER:
        rows = rows.filter(~Exists(doses.filter(animal=OuterRef("pk"))))
        born = born_until(lawbook=Lawbook(municipality, on), on=on)
        if born is not None:
            rows = rows.filter(Q(born_on=None) | Q(born_on__lte=born))
    else:
        rows = rows.filter(pk__in=_ended(municipality, on).values("animal"))
    if species:
        rows = rows.filter(species=species)
    if district is not None:
        rows = rows.filter(area=district) if district else rows.filter(Q(area="") | Q(area=None))
    latest_first = Prefetch("vaccinations", doses.order_by("-on", "-pk"), to_attr="rabies_doses")
    rows = rows.prefetch_related(latest_first)
    return rows.order_by(F("area").asc(nulls_last=True), "tutor__name_key", "name_key", "pk")


def _ended(municipality, on):
    """Rabies doses whose protection ended before a day and that no later dose of the animal follows."""
    later = Vaccination.objects.against_rabies().filter(animal=OuterRef("animal"))
    later = later.filter(Q(on__gt=OuterRef("on")) | Q(on=OuterRef("on"), pk__gt=OuterRef("pk")))
    ended = Vaccination.objects.of(municipality).against_rabies().filter(revaccinate_on__lt=on)
    return ended.filter(~Exists(later))


def latest_dose(animal) -> Vaccination | None:
    """The latest standing rabies dose of an animal selected by `overdue`, without another query."""
    return animal.rabies_doses[0] if animal.rabies_doses else None


def areas(rows) -> list[Area]:
    """How many animals of a list of `overdue` live in each district, the most first."""
    found = rows.prefetch_related(None).order_by().values("area").annotate(animals=Count("pk"))
    totals: dict[str, int] = {}
    for row in found:
        totals[row["area"] or ""] = totals.get(row["area"] or "", 0) + row["animals"]
    return [Area(*pair) for pair in sorted(totals.items(), key=lambda pair: (-pair[1], pair[0]))]
