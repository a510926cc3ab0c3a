"""The law of a municipality on a day: its ruleset, the readings it chose, its calendar. Services ask here.

The day decides which ruleset is in force; readings are the last ones chosen; the calendar joins national and state
days, the municipality's own and the years that its manager confirmed. What is unknown raises `LawError`.
"""

from collections.abc import Mapping
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from django.conf import settings

from zoonoses.law import Calendar, LawError, Ruleset, answer, load_folder
from zoonoses.law.procedure import FindingFacts, Step, next_steps
from zoonoses.municipalities.calendars import calendar_of
from zoonoses.municipalities.models import ReadingChoice, RulesetInForce

SHIPPED = Path(__file__).resolve().parent.parent / "rulesets"

_loaded: dict[tuple[str, ...], dict[str, Ruleset]] = {}


def all_rulesets() -> dict[str, Ruleset]:
    """Every ruleset of the installation: the shipped ones and those of `ZOONOSES_RULESETS_DIRS`. Loaded once."""
    folders = (str(SHIPPED), *map(str, settings.ZOONOSES_RULESETS_DIRS))
    if folders not in _loaded:
        _loaded[folders] = load_folder(*map(Path, folders))
    return _loaded[folders]


class Lawbook:
    """What the law answers in one municipality on one day. Cheap to make: asks the database only when needed."""

    def __init__(self, municipality, on: date):
        self.municipality = municipality
        self.on = on

    @cached_property
    def ruleset(self) -> Ruleset:
        """The ruleset in force on the day; `LawError("not_in_law")` when the municipality adopted none."""
        adopted = RulesetInForce.objects.of(self.municipality).on(self.on).first()
        if adopted is None or adopted.ruleset not in all_rulesets():
            raise LawError(
                "not_in_law",
                f"Nenhuma lei está cadastrada para {self.municipality} em {self.on:%d/%m/%Y}.",
                {"enter": "municipalities:laws"},
            )
        return all_rulesets()[adopted.ruleset]

    @cached_property
    def readings(self) -> dict[str, Any]:
        """Departures from the default readings: the last choice of each key."""
        rows = ReadingChoice.objects.of(self.municipality).filter(ruleset=self.ruleset.id).order_by("pk")
        return dict(rows.values_list("key", "value"))

    @cached_property
    def calendar(self) -> Calendar:
        return calendar_of(self.municipality)

    def ask(self, question: str, **given: Any) -> dict[str, Any]:
        """The engine's answer to one question under the municipality's readings and calendar; raises `LawError`."""
        return answer(self.ruleset, question, {**given, "readings": self.readings}, calendar=self.calendar)

    def steps(self, facts: FindingFacts, on: date | None = None) -> tuple[Step, ...]:
        """What may happen next to one finding on a day (this lawbook's day by default), with reasons and articles."""
        return next_steps(self.ruleset, facts, on or self.on, readings=self.readings, calendar=self.calendar)

    def record(self) -> Mapping[str, Any]:
        """What every act keeps of the law it was done under."""
        return {
            "ruleset": self.ruleset.id,
            "ruleset_hash": self.ruleset.hash,
            "readings": self.readings,
        }


class Shelf:
    """The lawbooks of one municipality for a list that asks about many days: three queries however many there are."""

    def __init__(self, municipality):
        self.municipality = municipality
        self._books: dict[date, Lawbook] = {}

    @cached_property
    def _adopted(self) -> list[RulesetInForce]:
        rows = RulesetInForce.objects.of(self.municipality)
        return sorted(rows, key=lambda row: (row.from_on or date.min, row.pk), reverse=True)

    @cached_property
    def _readings(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for row in ReadingChoice.objects.of(self.municipality).order_by("pk"):
            found.setdefault(row.ruleset, {})[row.key] = row.value
        return found

    @cached_property
    def _calendar(self) -> Calendar:
        return calendar_of(self.municipality)

    @property
    def laws(self) -> list[str]:
        """Every ruleset that the municipality adopted."""
        return list(dict.fromkeys(row.ruleset for row in self._adopted))

    def book(self, on: date) -> Lawbook:
        """As `Lawbook(municipality, on)`. A day without a law raises when it is asked."""
        if on not in self._books:
            book = Lawbook(self.municipality, on)
            adopted = next((row for row in self._adopted if row.from_on is None or row.from_on <= on), None)
            if adopted is not None and adopted.ruleset in all_rulesets():
                book.ruleset = all_rulesets()[adopted.ruleset]
                book.readings = self._readings.get(adopted.ruleset, {})
                book.calendar = self._calendar
            self._books[on] = book
        return self._books[on]
