"""Strict reading of a TOML table: what is missing, wrong or unknown becomes a fault with its path."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any, TypeVar

from zoonoses.law.errors import Fault
from zoonoses.law.expressions import Expression, ExpressionError, compile_expression
from zoonoses.law.model import BRL, Choice, Coded, Fact, Option, Reading

T = TypeVar("T")
MONEY = re.compile(r"\d+\.\d{2}")
CODE = re.compile(r"[a-z][a-z0-9_]*")
FACT_KINDS = ("bool", "int", "decimal", "date", "datetime", "choice", "species", "codes")
NOTHING = object()


@dataclass
class Context:
    """What the whole file shares while it is read."""

    faults: list[Fault] = field(default_factory=list)
    readings: dict[str, Reading] = field(default_factory=dict)
    units: set[str] = field(default_factory=lambda: {BRL})
    terms_asked: list[tuple[str, str]] = field(default_factory=list)


class Reader:
    """One table of the file; every key taken is remembered, the others are faults when it is closed."""

    def __init__(self, data: Mapping[str, Any], path: str, context: Context) -> None:
        self.data = data
        self.path = path
        self.context = context
        self.taken: set[str] = set()

    def fault(self, key: str, message: str) -> None:
        """Note a fault of ``key`` (empty: of the table itself)."""
        path = ".".join(part for part in (self.path, key) if part)
        self.context.faults.append(Fault(path or "(file)", message))

    def has(self, key: str) -> bool:
        """Whether the key stands in the table."""
        return key in self.data

    def raw(self, key: str, default: Any = NOTHING) -> Any:
        """The value as it stands; a missing key without default is a fault."""
        self.taken.add(key)
        if key not in self.data:
            if default is NOTHING:
                self.fault(key, "missing")
                return None
            return default
        return self.data[key]

    def text(self, key: str, default: Any = NOTHING) -> str:
        """A text that is not empty."""
        value = self.raw(key, default)
        if key in self.data and (not isinstance(value, str) or not value.strip()):
            self.fault(key, "expected a text that is not empty")
        return value.strip() if isinstance(value, str) else ""

    def article(self, default: Any = NOTHING) -> str:
        """The article that the rule comes from."""
        if "article" not in self.data and default is NOTHING:
            self.taken.add("article")
            self.fault("article", "missing article: each rule cites the provision it comes from")
            return ""
        return self.text("article", default)

    def word(self, key: str, allowed: Collection[str], default: Any = NOTHING) -> str:
        """One of a few words."""
        value = self.text(key, default)
        if value and value not in allowed:
            self.fault(key, f"expected one of {', '.join(sorted(allowed))}; found {value!r}")
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        """true or false."""
        value = self.raw(key, default)
        if not isinstance(value, bool):
            self.fault(key, "expected true or false")
        return bool(value)

    def integer(self, key: str, default: Any = NOTHING) -> int | None:
        """A whole number."""
        value = self.raw(key, default)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            self.fault(key, "expected a whole number")
            return None
        return value

    def day(self, key: str, default: Any = NOTHING) -> date | None:
        """A date written as a TOML date."""
        value = self.raw(key, default)
        if value is not None and (not isinstance(value, date) or isinstance(value, datetime)):
            self.fault(key, "expected a date such as 2022-12-08")
            return None
        return value

    def texts(self, key: str, default: Any = NOTHING) -> tuple[str, ...]:
        """A list of texts."""
        value = self.raw(key, default)
        if value is None:
            return ()
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            self.fault(key, "expected a list of texts")
            return ()
        return tuple(value)

    def money(self, key: str, default: Any = NOTHING) -> Decimal | None:
        """An amount written as a text with two decimals, never as a number."""
        value = self.raw(key, default)
        return None if value is None else self.amount(key, value)

    def amount(self, key: str, value: Any) -> Decimal | None:
        """``value`` as an amount; a float or another shape is a fault of ``key``."""
        if isinstance(value, float | int) and not isinstance(value, bool):
            self.fault(key, f'money as a number: write it as a text, "{value:.2f}"')
            return None
        if not isinstance(value, str) or MONEY.fullmatch(value) is None:
            self.fault(key, 'expected an amount as a text with two decimals, such as "100.00"')
            return None
        return Decimal(value)

    def amounts(self, key: str) -> dict[str, Decimal]:
        """A table of code to amount."""
        table = self.raw(key, {})
        if not isinstance(table, dict):
            self.fault(key, "expected a table of code to amount")
            return {}
        pairs = {code: self.amount(f"{key}.{code}", value) for code, value in table.items()}
        return {code: value for code, value in pairs.items() if value is not None}

    def unit(self, key: str, default: Any = NOTHING) -> str:
        """A unit that the file declares."""
        value = self.text(key, default)
        if value and value not in self.context.units:
            self.fault(key, f"unit unknown: {value!r}; declare it under [units] (BRL needs no declaration)")
        return value

    def table(self, key: str) -> Reader:
        """A table inside this one; empty when it is missing."""
        value = self.raw(key, {})
        if not isinstance(value, dict):
            self.fault(key, "expected a table")
            value = {}
        return Reader(value, self._inner(key), self.context)

    def tables(self, key: str) -> list[Reader]:
        """A list of tables."""
        value = self.raw(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.fault(key, "expected a list of tables")
            return []
        return [
            Reader(item, f"{self._inner(key)}[{index}]", self.context) for index, item in enumerate(value)
        ]

    def entries(self, key: str) -> dict[str, Reader]:
        """A table of tables by code."""
        inner = self.table(key)
        found = {}
        for code, value in inner.data.items():
            if not isinstance(value, dict):
                inner.fault(code, "expected a table")
                continue
            if CODE.fullmatch(code) is None:
                inner.fault(code, "a code is lower case letters, digits and underscores")
            found[code] = Reader(value, f"{inner.path}.{code}", self.context)
        return found

    def _inner(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def expression(self, key: str, text: Any, names: Collection[str]) -> Expression | None:
        """``text`` compiled; a fault of ``key`` when it cannot be."""
        if not isinstance(text, str):
            self.fault(key, "expected a condition as a text")
            return None
        try:
            found = compile_expression(text, names, self.context.readings.keys())
        except ExpressionError as error:
            self.fault(key, f"condition {text!r}: {error}")
            return None
        for name, literal in found.literals:
            reading = self.context.readings.get(name.removeprefix("reading."))
            values = [str(option.value) for option in reading.options] if reading else []
            if name.startswith("reading.") and values and literal not in values:
                self.fault(key, f"reading {name!r} has no value {literal!r}; it has {', '.join(values)}")
        self.context.terms_asked.extend((f"{self.path}.{key}", term) for term in found.terms)
        return found

    def condition(self, key: str, names: Collection[str]) -> Expression | None:
        """An optional condition."""
        text = self.raw(key, None)
        return None if text is None else self.expression(key, text, names)

    def choice(
        self,
        key: str,
        names: Collection[str],
        convert: Callable[[Reader, str, Any], T | None],
        default: Any = NOTHING,
    ) -> Choice[T]:
        """A value, or a list of ``{when, value}`` of which the first that holds counts."""
        value = self.raw(key, default)
        if value is None:
            return Choice(())
        if not (isinstance(value, list) and value and all(isinstance(item, dict) for item in value)):
            converted = convert(self, key, value)
            return Choice(()) if converted is None else Choice(((None, converted),))
        options: list[tuple[Expression | None, T]] = []
        for index, item in enumerate(value):
            inner = Reader(item, f"{self._inner(key)}[{index}]", self.context)
            when = inner.condition("when", names)
            converted = convert(inner, "value", inner.raw("value"))
            inner.done()
            if converted is not None:
                options.append((when, converted))
        return Choice(tuple(options))

    def codes(self, key: str, names: Collection[str]) -> tuple[Coded, ...]:
        """A list of codes: plain texts, or tables with ``code``, ``when``, ``met``, ``label`` and ``article``."""
        found = []
        for index, item in enumerate(self.raw(key, [])):
            if isinstance(item, str):
                found.append(Coded(item))
                continue
            if not isinstance(item, dict):
                self.fault(f"{key}[{index}]", "expected a code or a table")
                continue
            inner = Reader(item, f"{self._inner(key)}[{index}]", self.context)
            coded = Coded(
                inner.text("code"),
                inner.text("label", ""),
                inner.article(""),
                inner.condition("when", names),
                inner.condition("met", names),
            )
            inner.done()
            found.append(coded)
        return tuple(found)

    def facts(self, key: str = "facts") -> tuple[Fact, ...]:
        """The facts a question may be told."""
        return tuple(read_fact(reader) for reader in self.tables(key))

    def done(self) -> None:
        """Note every key that nobody took."""
        for key in self.data:
            if key not in self.taken:
                self.fault(key, f"unknown key; known here: {', '.join(sorted(self.taken))}")


def read_fact(reader: Reader) -> Fact:
    """One fact: name, kind, label, default, whether the question cannot do without it, choices."""
    fact = Fact(
        name=reader.text("name"),
        kind=reader.word("kind", FACT_KINDS),
        label=reader.text("label"),
        default=reader.raw("default", None),
        required=reader.flag("required"),
        choices=tuple(Option(item.text("value"), item.text("label")) for item in reader.tables("choices")),
    )
    if isinstance(fact.default, float):
        reader.fault("default", "a decimal is written as a text")
    reader.done()
    if fact.kind == "decimal" and isinstance(fact.default, str):
        return Fact(fact.name, fact.kind, fact.label, Decimal(fact.default), fact.required, fact.choices)
    return fact


def as_text(reader: Reader, key: str, value: Any) -> str | None:
    """Converter of a choice whose values are codes."""
    if not isinstance(value, str):
        reader.fault(key, "expected a text")
        return None
    return value


def as_flag(reader: Reader, key: str, value: Any) -> bool | None:
    """Converter of a choice whose values are true or false."""
    if not isinstance(value, bool):
        reader.fault(key, "expected true or false")
        return None
    return value


def as_expression(names: Collection[str]) -> Callable[[Reader, str, Any], Expression | None]:
    """Converter of a choice whose values are expressions over ``names``."""
    return lambda reader, key, value: reader.expression(key, value, names)
