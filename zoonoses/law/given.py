"""What a question was told, read strictly: a malformed value refuses with ``value_unknown``."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from zoonoses.law.errors import LawError, missing_fact
from zoonoses.law.model import Fact

FIRST_YEAR, LAST_YEAR = 1583, 9000


def malformed(name: str, expected: str) -> LawError:
    """The refusal for a value that is not what was expected."""
    return LawError("value_unknown", f"Valor inválido para {name}: esperado {expected}.", {"fact": name})


def to_day(name: str, value: Any) -> date | None:
    """A date from a date or from ``YYYY-MM-DD``."""
    if value is None:
        return None
    if isinstance(value, datetime):
        raise malformed(name, "uma data")
    if not isinstance(value, date):
        try:
            value = date.fromisoformat(value)
        except (TypeError, ValueError):
            raise malformed(name, "uma data AAAA-MM-DD") from None
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise malformed(name, "uma data possível")
    return value  # type: ignore[no-any-return]


def to_moment(name: str, value: Any) -> datetime | None:
    """A local time without zone from a datetime or from ``YYYY-MM-DDTHH:MM``."""
    if value is None:
        return None
    if not isinstance(value, datetime):
        try:
            value = datetime.fromisoformat(value)
        except (TypeError, ValueError):
            raise malformed(name, "data e hora AAAA-MM-DDTHH:MM") from None
    return value.replace(tzinfo=None)  # type: ignore[no-any-return]


def to_decimal(name: str, value: Any) -> Decimal | None:
    """A decimal that is finite and not negative."""
    if value is None:
        return None
    if isinstance(value, bool | float):
        raise malformed(name, "um decimal como texto")
    try:
        found = Decimal(str(value))
    except InvalidOperation:
        raise malformed(name, "um decimal") from None
    if not found.is_finite() or found < 0:
        raise malformed(name, "um decimal não negativo")
    return found


def to_count(name: str, value: Any) -> int | None:
    """A count: a whole number, not negative."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 10**9:
        raise malformed(name, "um número inteiro")
    return value


def to_days(value: Any) -> int | None:
    """The days of a term as somebody chose them; a term below one day is offered by no law."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise malformed("days", "um número inteiro de dias")
    if not 1 <= value <= 100_000:
        raise LawError("term_not_offered")
    return value


def to_flag(name: str, value: Any) -> bool | None:
    """true or false."""
    if value is None or isinstance(value, bool):
        return value
    raise malformed(name, "verdadeiro ou falso")


def to_code(name: str, value: Any) -> str | None:
    """A code."""
    if value is None or isinstance(value, str):
        return value
    raise malformed(name, "um código")


def to_codes(name: str, value: Any) -> tuple[str, ...]:
    """A list of codes."""
    if value is None:
        return ()
    if isinstance(value, str) or not isinstance(value, list | tuple | set | frozenset):
        raise malformed(name, "uma lista de códigos")
    if not all(isinstance(item, str) for item in value):
        raise malformed(name, "uma lista de códigos")
    return tuple(value)


class Given:
    """The ``given`` of a question."""

    __slots__ = ("data",)

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    def day(self, name: str) -> date | None:
        """A date, or None when it was not given."""
        value = self.data.get(name)
        return None if value is None else to_day(name, value)

    def day_needed(self, name: str) -> date:
        """A date without which there is no answer."""
        day = self.day(name)
        if day is None:
            raise missing_fact(name)
        return day

    def moment(self, name: str) -> datetime | None:
        """A local time, or None."""
        return to_moment(name, self.data.get(name))

    def count(self, name: str, default: int) -> int:
        """A count, or the default."""
        value = to_count(name, self.data.get(name))
        return default if value is None else value

    def flag(self, name: str, default: bool = False) -> bool:
        """true or false, or the default."""
        value = to_flag(name, self.data.get(name))
        return default if value is None else value

    def code(self, name: str, default: str | None = None) -> str | None:
        """A code, or the default."""
        value = to_code(name, self.data.get(name))
        return default if value is None else value

    def code_needed(self, name: str) -> str:
        """A code without which there is no answer."""
        value = self.code(name)
        if value is None:
            raise missing_fact(name)
        return value

    def codes(self, name: str) -> tuple[str, ...]:
        """A list of codes, empty when not given."""
        return to_codes(name, self.data.get(name))

    def decimal(self, name: str) -> Decimal | None:
        """A decimal, or None."""
        return to_decimal(name, self.data.get(name))

    def rows(self, name: str) -> tuple[Mapping[str, Any], ...]:
        """A list of objects without which there is no answer."""
        value = self.data.get(name)
        if value is None:
            raise missing_fact(name)
        if not isinstance(value, list | tuple) or not all(isinstance(item, Mapping) for item in value):
            raise malformed(name, "uma lista")
        return tuple(value)

    def facts(self, facts: tuple[Fact, ...]) -> dict[str, Any]:
        """The declared facts, each as its kind says, with their defaults."""
        found = {}
        for fact in facts:
            value = CONVERTERS[fact.kind](fact.name, self.data.get(fact.name))
            found[fact.name] = fact.default if value is None else value
        return found


CONVERTERS = {
    "bool": to_flag,
    "int": to_count,
    "decimal": to_decimal,
    "date": to_day,
    "datetime": to_moment,
    "choice": to_code,
    "species": to_code,
    "codes": to_codes,
}


def required_names(facts: tuple[Fact, ...]) -> frozenset[str]:
    """Names of the facts without which there is no answer."""
    return frozenset(fact.name for fact in facts if fact.required)
