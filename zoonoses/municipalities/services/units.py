"""What a unit of account (UPF, VRTE, UFM) is worth in reais on a day: as the municipality entered it, or as shipped.

A value is never carried forward: a period without one is unknown, and says where to enter it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

from django.conf import settings
from django.db import transaction

from zoonoses.law import LawError
from zoonoses.law.units import Unit, find_unit
from zoonoses.municipalities.lawbook import SHIPPED, all_rulesets
from zoonoses.municipalities.models import IndexValue, Membership, RulesetInForce
from zoonoses.municipalities.refusals import Refused


@dataclass(frozen=True)
class UnitValue:
    """Reais for one unit, from a first to a last day, and where that is written. `own`: entered by the municipality."""

    unit: str
    value: Decimal
    from_on: date
    until_on: date
    source: str
    own: bool


def units_of(municipality) -> list[tuple[str, str]]:
    """Units of the laws that the municipality adopted, as (code, name)."""
    found = {}
    for ruleset in RulesetInForce.objects.of(municipality).values_list("ruleset", flat=True):
        if ruleset in all_rulesets():
            found.update(all_rulesets()[ruleset].units)
    return sorted(found.items())


def doubts_of(municipality) -> list[dict[str, str]]:
    """Open points of the adopted laws on which value counts, in the laws' own words and why."""
    found = []
    for ruleset in RulesetInForce.objects.of(municipality).values_list("ruleset", flat=True).distinct():
        law = all_rulesets().get(ruleset)
        reading = law.readings.get(law.index_date_reading) if law else None
        if reading is not None:
            words = {"law": law.header.short_title, "law_text": reading.law_text, "why": reading.why}
            found.append({**words, "key": reading.key, "ruleset": ruleset, "article": reading.article})
    return found


def value_on(municipality, unit: str, on: date, *, laws: Iterable[str] | None = None) -> UnitValue:
    """The value of one unit on a day; what the municipality entered comes before what is shipped. `laws` are the
    municipality's, for who knows them already.

    Raises `LawError("index_value_missing")`, whose details name unit, day and the page where it is entered.
    """
    row = IndexValue.objects.of(municipality).on(unit, on).order_by("-pk").first()
    if row is not None:
        return _entered(row)
    known = shipped_unit(municipality, unit, laws=laws)
    for value in known.values if known else ():
        if value.from_on <= on <= value.until_on:
            return UnitValue(unit, value.value, value.from_on, value.until_on, value.source, own=False)
    period = known.period_of(on) if known else f"{on:%Y-%m-%d}"
    raise LawError(
        "index_value_missing",
        f"O valor da {unit} em {on:%d/%m/%Y} não foi informado. O gestor informa em Município, Unidades.",
        {"unit": unit, "period": period, "day": on.isoformat(), "enter": "municipalities:index_values"},
    )


def shipped_unit(municipality, unit: str, *, laws: Iterable[str] | None = None) -> Unit | None:
    """The unit as it comes with the product for these laws: values, sources, and what is in doubt."""
    if laws is None:
        laws = RulesetInForce.objects.of(municipality).values_list("ruleset", flat=True).distinct()
    laws = tuple(laws)
    for folder in reversed([SHIPPED, *map(Path, settings.ZOONOSES_RULESETS_DIRS)]):
        found = find_unit(folder / "units", unit, municipality.uf, laws)
        if found is not None:
            return found
    return None


def entered(municipality):
    """The municipality's own entries, newest period first, those replaced included."""
    rows = IndexValue.objects.of(municipality).select_related("entered_by__user")
    return rows.order_by("unit", "-from_on", "superseded", "-pk")


@transaction.atomic
def enter(
    *, municipality, unit, from_on: date, until_on: date, value: Decimal, source, by: Membership, at: datetime
) -> IndexValue:
    """Enters a value for a period; an earlier entry of the very same period is replaced and stays in the history.

    Raises `Refused` when the period runs into another one: each day has one value. Acts already done keep the value
    they were done with.
    """
    standing = IndexValue.objects.select_for_update().of(municipality).standing().filter(unit=unit)
    same = standing.filter(from_on=from_on, until_on=until_on)
    overlapping = standing.filter(from_on__lte=until_on, until_on__gte=from_on).exclude(pk__in=same).first()
    if overlapping is not None:
        raise Refused(
            f"Já há um valor de {overlapping.from_on:%d/%m/%Y} a {overlapping.until_on:%d/%m/%Y}. "
            "Para corrigi-lo, informe o mesmo período.",
            "from_on",
        )
    for row in same:
        row.superseded = True
        row.save(update_fields=["superseded"])
    return IndexValue.objects.create(
        municipality=municipality,
        unit=unit,
        from_on=from_on,
        until_on=until_on,
        value=value,
        source=source,
        entered_by=by,
        entered_at=at,
    )


def _entered(row) -> UnitValue:
    return UnitValue(row.unit, row.value, row.from_on, row.until_on, row.source, own=True)
