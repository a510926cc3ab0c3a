"""Index units as dated data: what one unit is worth in reais on a day. A period without value is unknown."""

from __future__ import annotations

import calendar as month_calendar
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from zoonoses.law.errors import Fault, LawError, RulesetInvalid

VALUE = re.compile(r"\d+\.\d{2,6}")
YEAR = re.compile(r"\d{4}")
MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])")


@dataclass(frozen=True)
class UnitValue:
    """Reais for one unit, from a first to a last day included, and where that is written."""

    from_on: date
    until_on: date
    value: Decimal
    source: str


@dataclass(frozen=True)
class Unit:
    """One index unit. ``period`` is ``year``, ``month`` or ``day``; ``laws`` empty: any law of the state."""

    code: str
    name: str
    uf: str
    period: str
    note: str
    laws: tuple[str, ...]
    values: tuple[UnitValue, ...]

    def period_of(self, on: date) -> str:
        """The period of a day, as it is spoken of: a year, or a year and month."""
        return {"year": f"{on:%Y}", "month": f"{on:%Y-%m}"}.get(self.period, on.isoformat())

    def value_on(self, on: date) -> UnitValue:
        """The value on a day. Raises ``index_value_missing`` (details: unit, period); no value is carried forward."""
        for value in self.values:
            if value.from_on <= on <= value.until_on:
                return value
        period = self.period_of(on)
        raise LawError(
            "index_value_missing",
            f"O valor da {self.code} para {period} não foi informado.",
            {"unit": self.code, "period": period},
        )


def _bounds(period: str, text: str) -> tuple[date, date] | None:
    if period == "year" and YEAR.fullmatch(text):
        return date(int(text), 1, 1), date(int(text), 12, 31)
    if period == "month" and MONTH.fullmatch(text):
        year, month = int(text[:4]), int(text[5:])
        return date(year, month, 1), date(year, month, month_calendar.monthrange(year, month)[1])
    return None


def _values(data: Mapping[str, Any], period: str, faults: list[Fault]) -> tuple[UnitValue, ...]:
    found: list[UnitValue] = []
    for index, entry in enumerate(data.get("values", [])):
        path = f"values[{index}]"
        bounds = _bounds(period, str(entry.get("period", "")))
        value, source = entry.get("value"), entry.get("source")
        if bounds is None:
            faults.append(Fault(f"{path}.period", f"expected a {period}, as a text"))
            continue
        if not isinstance(value, str) or VALUE.fullmatch(value) is None:
            faults.append(Fault(f"{path}.value", 'expected a decimal as a text, such as "4.7175"'))
            continue
        if not isinstance(source, str) or not source.strip():
            faults.append(Fault(f"{path}.source", "missing: where the value is written"))
            continue
        if found and bounds[0] <= found[-1].until_on:
            faults.append(Fault(f"{path}.period", "unordered or overlapping"))
        found.append(UnitValue(*bounds, Decimal(value), source))
    return tuple(found)


@lru_cache(maxsize=64)
def load_unit(path: Path) -> Unit:
    """The unit of a file. Raises RulesetInvalid with all its faults."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    faults: list[Fault] = []
    for key in ("unit", "name", "uf", "period"):
        if not isinstance(data.get(key), str) or not data[key]:
            faults.append(Fault(key, "missing"))
    for key in set(data) - {"unit", "name", "uf", "period", "note", "laws", "values"}:
        faults.append(Fault(key, "unknown key"))
    period = str(data.get("period", ""))
    if period not in ("year", "month"):
        faults.append(Fault("period", "expected year or month"))
    values = _values(data, period, faults)
    if faults:
        raise RulesetInvalid(str(path), faults)
    laws = tuple(data.get("laws", []))
    return Unit(data["unit"], data["name"], data["uf"], period, data.get("note", ""), laws, values)


def find_unit(folder: Path, code: str, uf: str, laws: tuple[str, ...] = ()) -> Unit | None:
    """The shipped unit of this code in a state, for one of these laws; None when none is shipped."""
    for path in sorted(folder.glob("*.toml")):
        unit = load_unit(path)
        if unit.code == code and unit.uf == uf and (not unit.laws or set(unit.laws) & set(laws)):
            return unit
    return None
