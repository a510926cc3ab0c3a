"""Which law a municipality works under, and how it reads the points that the law leaves open."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import transaction

from zoonoses.law.ruleset import reading_value
from zoonoses.municipalities.lawbook import all_rulesets
from zoonoses.municipalities.models import ReadingChoice, RulesetInForce
from zoonoses.municipalities.refusals import Refused
from zoonoses.municipalities.services import recount


def spoken(reading, value) -> str:
    """A value of a reading as a person says it."""
    for option in reading.options:
        if option.value == value:
            return option.label
    if value is None:
        return "não informado"
    if isinstance(value, bool):
        return "sim" if value else "não"
    if reading.kind == "date":
        day = value if isinstance(value, date) else date.fromisoformat(str(value))
        return f"{day:%d/%m/%Y}"
    return str(value).replace(".", ",") if reading.kind == "decimal" else str(value)


@dataclass(frozen=True)
class Point:
    """One open point of the law as the municipality stands on it. `history` is newest first."""

    reading: Any
    current: Any
    history: tuple[ReadingChoice, ...]

    @property
    def key(self):
        return self.reading.key

    @property
    def current_words(self):
        return spoken(self.reading, self.current)

    @property
    def default_words(self):
        return spoken(self.reading, self.reading.default)

    @property
    def is_default(self):
        return self.current == self.reading.default

    @property
    def past(self):
        """History for the page: the words of each choice, who, when, why."""
        return [
            {
                "title": spoken(self.reading, row.value),
                "at": row.chosen_at,
                "by": row.chosen_by.user.name,
                "note": row.reason,
            }
            for row in self.history
        ]


def offered() -> list[tuple[str, str]]:
    """The laws of this installation: id and words, by municipality."""
    words = [
        (key, f"{law.header.municipality}/{law.header.uf} – {law.header.short_title}")
        for key, law in all_rulesets().items()
    ]
    return sorted(words, key=lambda pair: pair[1])


def adopted(municipality) -> list[dict[str, Any]]:
    """The laws the municipality adopted, newest first, each with its ruleset (None when no longer installed)."""
    rows = RulesetInForce.objects.of(municipality).order_by("-from_on", "-pk")
    rows = sorted(rows, key=lambda row: row.from_on or date.min, reverse=True)
    return [{"row": row, "law": all_rulesets().get(row.ruleset)} for row in rows]


def law_on(municipality, on):
    """The ruleset adopted on a day, or None."""
    row = RulesetInForce.objects.of(municipality).on(on).first()
    return all_rulesets().get(row.ruleset) if row else None


def adopted_law(municipality, ruleset_id):
    """A ruleset that the municipality adopted at any time, or None."""
    if not RulesetInForce.objects.of(municipality).filter(ruleset=ruleset_id).exists():
        return None
    return all_rulesets().get(ruleset_id)


@transaction.atomic
def adopt(*, municipality, ruleset, from_on, on) -> RulesetInForce:
    """From `from_on` (None: always) the municipality works under this ruleset; `on` is today there.

    Acts keep the law they were done under; a fact is judged by the law of its day.
    """
    if ruleset not in all_rulesets():
        raise Refused("Escolha uma lei da lista.", "ruleset")
    if not RulesetInForce.objects.of(municipality).exists():
        from_on = None
    row, _ = RulesetInForce.objects.update_or_create(
        municipality=municipality, from_on=from_on, defaults={"ruleset": ruleset}
    )
    recount.announce(municipality, on=on)
    return row


def points(municipality, law) -> list[Point]:
    """Every open point of the law, in the law's order, with what the municipality chose."""
    chosen: dict[str, list[ReadingChoice]] = {}
    rows = ReadingChoice.objects.of(municipality).filter(ruleset=law.id).order_by("-pk")
    for row in rows.select_related("chosen_by__user"):
        chosen.setdefault(row.key, []).append(row)
    return [_point(reading, chosen.get(key, [])) for key, reading in law.readings.items()]


def point(municipality, law, key) -> Point | None:
    """One open point, or None when the law has no such key."""
    if key not in law.readings:
        return None
    rows = ReadingChoice.objects.of(municipality).filter(ruleset=law.id, key=key).order_by("-pk")
    return _point(law.readings[key], list(rows.select_related("chosen_by__user")))


def _point(reading, rows) -> Point:
    current = reading_value(reading, rows[0].value) if rows else reading.default
    return Point(reading, current, tuple(rows))


@transaction.atomic
def choose(*, municipality, law, key, value, reason, by, at) -> ReadingChoice:
    """From now on the municipality reads this point so. `value` as typed in the form, None for "not informed".

    Raises `Refused` when the value is not one the law's text allows, or is already the one in use.
    """
    reading = law.readings[key]
    try:
        value = reading_value(reading, value)
    except (ValueError, ArithmeticError) as error:
        raise Refused("Este valor não serve para este ponto da lei.", "value") from error
    if point(municipality, law, key).current == value:
        raise Refused("Esta já é a leitura em uso.", "value")
    row = ReadingChoice.objects.create(
        municipality=municipality,
        ruleset=law.id,
        key=key,
        value=_plain(value),
        reason=reason,
        chosen_by=by,
        chosen_at=at,
    )
    recount.announce(municipality, on=at.date())
    return row


def _plain(value):
    """A value as JSON keeps it."""
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value
