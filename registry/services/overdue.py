"""Who must be vaccinated: protection that ended, and animals without any dose on record. Lists by area, and letters."""

from dataclasses import dataclass

from django.db.models import Count, F, OuterRef, Q, Subquery
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
    of the first one, already of that age; animals of unknown birth are listed. Adds `until`, `last_on` and `area`.
    """
    doses = Vaccination.objects.against_rabies().filter(animal=OuterRef("pk")).order_by("-on", "-pk")
    rows = Animal.objects.of(municipality).filter(died_on=None, is_wild=False, species__in=("dog", "cat"))
    rows = rows.annotate(
        last_on=Subquery(doses.values("on")[:1]),
        until=Subquery(doses.values("revaccinate_on")[:1]),
        area=Coalesce("tutor__merged_into__district", "tutor__district"),
    )
    if kind == NEVER:
        rows = rows.filter(last_on=None)
        born = born_until(lawbook=Lawbook(municipality, on), on=on)
        if born is not None:
            rows = rows.filter(Q(born_on=None) | Q(born_on__lte=born))
    else:
        rows = rows.filter(until__lt=on)
    if species:
        rows = rows.filter(species=species)
    if district is not None:
        rows = rows.filter(area=district) if district else rows.filter(Q(area="") | Q(area=None))
    return rows.order_by(F("area").asc(nulls_last=True), "tutor__name_key", "name_key", "pk")


def areas(rows) -> list[Area]:
    """How many animals of a list of `overdue` live in each district, the most first."""
    found = rows.order_by().values("area").annotate(animals=Count("pk"))
    totals: dict[str, int] = {}
    for row in found:
        totals[row["area"] or ""] = totals.get(row["area"] or "", 0) + row["animals"]
    return [Area(*pair) for pair in sorted(totals.items(), key=lambda pair: (-pair[1], pair[0]))]
