"""One question to one law: its facts, readings and calendar, and the answer with its basis."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from zoonoses.law.calendar import Calendar
from zoonoses.law.errors import LawError
from zoonoses.law.expressions import Scope
from zoonoses.law.given import Given, malformed, to_day
from zoonoses.law.model import Version
from zoonoses.law.ruleset import Ruleset, reading_value

CENT = Decimal("0.01")
Basis = list[dict[str, str]]
NO_HOLIDAYS = Calendar()
CALENDARS: dict[tuple[Any, ...], Calendar] = {}


class Answer(dict[str, Any]):
    """An answer; ``answer["basis"]`` is made when it is first read."""

    def __init__(self, values: Mapping[str, Any], basis: Callable[[], Basis]) -> None:
        super().__init__(values)
        self._basis = basis

    def __missing__(self, key: str) -> Any:
        if key != "basis":
            raise KeyError(key)
        self["basis"] = self._basis()
        return self["basis"]

    def get(self, key: str, default: Any = None) -> Any:
        """As of a dict; asking for the basis makes it."""
        return self["basis"] if key == "basis" else super().get(key, default)


class Question:
    """What every part of the engine needs to answer."""

    __slots__ = ("rs", "given", "readings", "calendar", "functions", "chosen")

    def __init__(
        self,
        rs: Ruleset,
        data: Mapping[str, Any],
        calendar: Calendar | None,
        functions: Mapping[str, Callable[..., Any]],
    ) -> None:
        self.rs = rs
        self.given = Given(data)
        self.functions = functions
        self.chosen: Mapping[str, Any] = data.get("readings") or {}
        self.readings: Mapping[str, Any] = rs.defaults
        if self.chosen:
            self.readings = {**rs.defaults, **self._departures()}
        self.calendar = calendar if calendar is not None else _calendar_of(data.get("holidays"))

    def _departures(self) -> dict[str, Any]:
        if not isinstance(self.chosen, Mapping):
            raise malformed("readings", "um objeto")
        found = {}
        for key, value in self.chosen.items():
            reading = self.rs.readings.get(key)
            if reading is None:
                raise LawError("not_in_law", f"A lei não tem a leitura {key}.", {"reading": key})
            try:
                found[key] = reading_value(reading, value)
            except (ValueError, ArithmeticError):
                raise LawError(
                    "value_unknown", f"Valor inválido para a leitura {key}.", {"reading": key}
                ) from None
        return found

    def scope(self, facts: dict[str, Any], required: frozenset[str] = frozenset()) -> Scope:
        """A scope over these facts."""
        return Scope(facts, self.readings, self.functions, required, self)

    def version(self, versions: tuple[Version[Any], ...], day: date | None) -> Any:
        """The value that holds on a day (without day: the present one); a day no version covers refuses."""
        last = versions[-1]
        if day is None or (
            len(versions) == 1 and last.starts is None and not last.starts_reading and not last.ends
        ):
            return last.value
        found = None
        for version in versions:
            starts = self.starts(version)
            if starts is None or starts <= day:
                found = version
        if found is None or (found.ends is not None and day > found.ends):
            raise LawError(
                "value_unknown",
                f"O texto publicado não dá o valor vigente em {day:%d/%m/%Y}; informe-o com a fonte.",
                {"day": day.isoformat()},
            )
        return found.value

    def starts(self, version: Version[Any]) -> date | None:
        """First day of a version; None when it holds from the first day of the law."""
        if version.starts_reading:
            found: date | None = self.readings[version.starts_reading]
            return found
        return version.starts


def _calendar_of(holidays: Any) -> Calendar:
    if not holidays:
        return NO_HOLIDAYS
    if not isinstance(holidays, list | tuple):
        raise malformed("holidays", "uma lista de datas")
    key = tuple(holidays)
    try:
        found = CALENDARS.get(key)
    except TypeError:
        raise malformed("holidays", "uma lista de datas") from None
    if found is None:
        days = [to_day("holidays", value) for value in key]
        found = Calendar.of(day for day in days if day is not None)
        if len(CALENDARS) > 4096:
            CALENDARS.clear()
        CALENDARS[key] = found
    return found


def rounded(value: Decimal) -> Decimal:
    """Two decimals, half up."""
    return value.quantize(CENT, ROUND_HALF_UP)


def money(value: Decimal, unit: str) -> dict[str, str]:
    """An amount of the contract."""
    return {"amount": f"{rounded(value):f}", "unit": unit}
