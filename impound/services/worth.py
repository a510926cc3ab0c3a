"""What a bill in the law's unit is worth in reais, by the unit's value of the day that the reading names."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from impound.services import law
from zoonoses.documents.refusals import Refusal, of_law
from zoonoses.law import LawError
from zoonoses.municipalities.services import units

# Days on which a unit of account is looked up, as the readings of the laws name them.
SEIZURE_DAY, NOTICE_DAY = "seizure", "notice"


@dataclass(frozen=True)
class Reais:
    """A bill in reais by the unit's value of the day `on`; `value` is None where the bill is in reais already.

    `refusal` says that nobody entered the unit's value, and where it is entered.
    """

    amount: Decimal | None = None
    value: Decimal | None = None
    on: date | None = None
    basis: tuple = ()
    refusal: Refusal | None = None


class UnitBook:
    """Values of units of account in one municipality: each period is looked up once, however many days are asked.

    `laws` are the municipality's rulesets, for who knows them already.
    """

    def __init__(self, municipality, laws=None):
        self.municipality, self.laws = municipality, laws
        self._known: list[units.UnitValue] = []
        self._unknown: dict[tuple[str, date], LawError] = {}

    def value(self, unit: str, on: date) -> Decimal:
        """Reais for one unit on a day; raises `LawError` where nobody entered it."""
        for row in self._known:
            if row.unit == unit and row.from_on <= on <= row.until_on:
                return row.value
        if (unit, on) not in self._unknown:
            try:
                self._known.append(units.value_on(self.municipality, unit, on, laws=self.laws))
                return self._known[-1].value
            except LawError as error:
                self._unknown[unit, on] = error
        raise self._unknown[unit, on]


def index_day(lawbook, seized_on: date, on: date, notice_on: date | None = None) -> date:
    """The day whose value of the law's unit counts: the reading says seizure, auto, or the day of the bill itself."""
    key = lawbook.ruleset.index_date_reading
    reading = lawbook.ruleset.readings.get(key)
    chosen = lawbook.readings.get(key, reading.default) if reading else ""
    if chosen == SEIZURE_DAY:
        return seized_on
    return notice_on if chosen == NOTICE_DAY and notice_on else on


def index_value(lawbook, *, unit: str, on: date, book: UnitBook | None = None) -> Decimal | None:
    """Reais for one unit on a day; None for reais, and where nobody entered the value."""
    if unit == law.REAIS:
        return None
    try:
        return (book or UnitBook(lawbook.municipality)).value(unit, on)
    except LawError:
        return None


def in_reais(
    bill: law.Bill, *, lawbook, seized_on: date, on: date, notice_on: date | None = None, book=None
) -> Reais:
    """The total of a bill in reais, by the value of the day that the reading names; nothing where there is no bill."""
    if bill.silent or bill.total is None:
        return Reais(refusal=bill.refusal)
    if bill.unit == law.REAIS:
        return Reais(bill.total, on=on)
    day = index_day(lawbook, seized_on, on, notice_on)
    try:
        value = (book or UnitBook(lawbook.municipality)).value(bill.unit, day)
        answer = lawbook.ask(
            "convert", amount={"amount": f"{bill.total:.2f}", "unit": bill.unit}, index_value=str(value)
        )
    except LawError as error:
        return Reais(on=day, refusal=of_law(error))
    return Reais(Decimal(answer["amount"]["amount"]), value, day, tuple(answer["basis"]))
