"""The small condition language of the rulesets.

An expression is a text such as ``priors >= 1 and reading.fine_basis == 'per_animal'``. It knows numbers
(decimal), texts in single quotes, ``true``, ``false``, ``null``, lists, names of facts, ``reading.<key>``,
the comparisons ``== != < <= > >= in``, ``and or not``, ``+ - * **`` and a few functions. An order comparison
with a null side is false; arithmetic with null refuses with ``value_unknown``.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from zoonoses.law.errors import LawError, missing_fact

FUNCTIONS: dict[str, tuple[int, int]] = {
    "due": (1, 2),
    "opens": (1, 2),
    "hours": (2, 2),
    "years": (2, 2),
    "has_size": (1, 1),
    "max": (2, 4),
    "min": (2, 4),
}
"""Functions of the language with the least and the greatest number of arguments."""

TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<text>'[^']*')|(?P<name>[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?)"
    r"|(?P<op>\*\*|==|!=|<=|>=|[-+*()<>,\[\]]))",
)


class ExpressionError(Exception):
    """An expression that cannot be read; the message says why."""


@dataclass(slots=True)
class Scope:
    """What an expression may look at: facts of the question, readings, and functions of the engine."""

    facts: dict[str, Any]
    readings: Mapping[str, Any]
    functions: Mapping[str, Callable[..., Any]]
    required: frozenset[str] = frozenset()
    engine: Any = None

    def fact(self, name: str) -> Any:
        """The fact called ``name``; null when unknown, a refusal when the question cannot do without it."""
        value = self.facts.get(name)
        if value is None and name in self.required:
            raise missing_fact(name)
        return value


Evaluator = Callable[[Scope], Any]

_ORDER: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "**": operator.pow,
}


def _tokens(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    position = 0
    stripped = text.rstrip()
    while position < len(stripped):
        match = TOKEN.match(stripped, position)
        if match is None:
            raise ExpressionError(f"cannot read {stripped[position:]!r}")
        found.append((str(match.lastgroup), match.group(str(match.lastgroup))))
        position = match.end()
    return found


def _ordered(symbol: str, left: Evaluator, right: Evaluator) -> Evaluator:
    compare = _ORDER[symbol]

    def evaluate(scope: Scope) -> Any:
        first, second = left(scope), right(scope)
        return first is not None and second is not None and compare(first, second)

    return evaluate


def _computed(symbol: str, left: Evaluator, right: Evaluator) -> Evaluator:
    compute = _ARITHMETIC[symbol]

    def evaluate(scope: Scope) -> Any:
        first, second = left(scope), right(scope)
        if first is None or second is None:
            raise LawError("value_unknown")
        return compute(first, second)

    return evaluate


def _called(name: str, arguments: list[Evaluator]) -> Evaluator:
    if name in ("max", "min"):
        choose: Callable[..., Any] = max if name == "max" else min
        return lambda scope: choose(*(argument(scope) for argument in arguments))
    return lambda scope: scope.functions[name](scope, *(argument(scope) for argument in arguments))


class _Parser:
    def __init__(self, text: str, names: Collection[str], readings: Collection[str]) -> None:
        self.tokens = _tokens(text)
        self.index = 0
        self.names = names
        self.readings = readings
        self.literals: list[tuple[str, str]] = []
        self.terms: list[str] = []

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.index] if self.index < len(self.tokens) else ("end", "")

    def take(self, *values: str) -> str | None:
        kind, value = self.peek()
        if kind in ("op", "name") and value in values:
            self.index += 1
            return value
        return None

    def expect(self, value: str) -> None:
        if self.take(value) is None:
            raise ExpressionError(f"expected {value!r}, found {self.peek()[1] or 'the end'!r}")

    def parse(self) -> Evaluator:
        result = self.disjunction()
        if self.peek()[0] != "end":
            raise ExpressionError(f"unexpected {self.peek()[1]!r}")
        return result

    def disjunction(self) -> Evaluator:
        left = self.conjunction()
        while self.take("or"):
            left = self._either(left, self.conjunction())
        return left

    @staticmethod
    def _either(left: Evaluator, right: Evaluator) -> Evaluator:
        return lambda scope: left(scope) or right(scope)

    @staticmethod
    def _both(left: Evaluator, right: Evaluator) -> Evaluator:
        return lambda scope: left(scope) and right(scope)

    def conjunction(self) -> Evaluator:
        left = self.negation()
        while self.take("and"):
            left = self._both(left, self.negation())
        return left

    def negation(self) -> Evaluator:
        if self.take("not"):
            inner = self.negation()
            return lambda scope: not inner(scope)
        return self.comparison()

    def comparison(self) -> Evaluator:
        start = self.index
        left = self.sum()
        symbol = self.take("==", "!=", "<", "<=", ">", ">=", "in")
        if symbol is None:
            return left
        middle = self.index
        right = self.sum()
        if symbol in ("==", "!="):
            self._note_literal(self.tokens[start : middle - 1], self.tokens[middle : self.index])
        if symbol == "==":
            return lambda scope: left(scope) == right(scope)
        if symbol == "!=":
            return lambda scope: left(scope) != right(scope)
        if symbol == "in":
            return lambda scope: left(scope) in (right(scope) or ())
        return _ordered(symbol, left, right)

    def _note_literal(self, left: list[tuple[str, str]], right: list[tuple[str, str]]) -> None:
        if len(left) == 1 and len(right) == 1 and left[0][0] == "name" and right[0][0] == "text":
            self.literals.append((left[0][1], right[0][1][1:-1]))

    def sum(self) -> Evaluator:
        left = self.product()
        while symbol := self.take("+", "-"):
            left = _computed(symbol, left, self.product())
        return left

    def product(self) -> Evaluator:
        left = self.power()
        while self.take("*"):
            left = _computed("*", left, self.power())
        return left

    def power(self) -> Evaluator:
        left = self.primary()
        if self.take("**"):
            return _computed("**", left, self.power())
        return left

    def sequence(self, closing: str) -> list[Evaluator]:
        items: list[Evaluator] = []
        if self.take(closing):
            return items
        while True:
            items.append(self.disjunction())
            if self.take(closing):
                return items
            self.expect(",")

    def primary(self) -> Evaluator:
        kind, value = self.peek()
        self.index += 1
        if kind == "number":
            number: Any = Decimal(value) if "." in value else int(value)
            return lambda scope: number
        if kind == "text":
            text = value[1:-1]
            return lambda scope: text
        if value == "(":
            inner = self.disjunction()
            self.expect(")")
            return inner
        if value == "[":
            items = self.sequence("]")
            return lambda scope: [item(scope) for item in items]
        if kind == "name":
            return self.named(value)
        raise ExpressionError(f"unexpected {value or 'end'!r}")

    def named(self, name: str) -> Evaluator:
        constants = {"true": True, "false": False, "null": None}
        if name in constants:
            constant = constants[name]
            return lambda scope: constant
        if name in FUNCTIONS and self.take("("):
            return self.call(name)
        if name.startswith("reading."):
            key = name.partition(".")[2]
            if key not in self.readings:
                raise ExpressionError(f"unknown reading {key!r}")
            return lambda scope: scope.readings[key]
        if name not in self.names:
            raise ExpressionError(
                f"unknown name {name!r}; known here: {', '.join(sorted(self.names)) or 'none'}"
            )
        return lambda scope: scope.fact(name)

    def call(self, name: str) -> Evaluator:
        if name in ("due", "opens") and self.peek()[0] == "text":
            self.terms.append(self.peek()[1][1:-1])
        arguments = self.sequence(")")
        least, most = FUNCTIONS[name]
        if not least <= len(arguments) <= most:
            raise ExpressionError(f"{name}() takes {least} to {most} arguments")
        return _called(name, arguments)


@dataclass(frozen=True)
class Expression:
    """A compiled expression with its source text, the texts it compares names with, and the terms it asks."""

    source: str
    evaluate: Evaluator = field(repr=False, compare=False)
    literals: tuple[tuple[str, str], ...] = ()
    terms: tuple[str, ...] = ()


def compile_expression(text: str, names: Collection[str], readings: Collection[str]) -> Expression:
    """Compile ``text``; ``names`` are the facts it may use. Raises ExpressionError with the reason."""
    parser = _Parser(text, names, readings)
    evaluate = parser.parse()
    return Expression(text, evaluate, tuple(parser.literals), tuple(parser.terms))
