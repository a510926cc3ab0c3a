"""What an amount in the law's unit is worth in reais, and what may be said of it on the day of the auto."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from inspections.services.facts import as_refusal
from zoonoses.documents.refusals import Refusal
from zoonoses.law import LawError
from zoonoses.municipalities.lawbook import Lawbook
from zoonoses.municipalities.services.units import value_on

REAIS = "BRL"
NOTICE_DAY = "notice"


@dataclass(frozen=True)
class Equivalent:
    """`kind`: `none` (already reais or no amount), `due` (the day that counts is that of the auto), `informative`
    (another day counts: only an equivalent of today) or `missing` (nobody entered the unit's value)."""

    kind: str
    sentence: str = ""
    amount: Decimal | None = None
    on: date | None = None
    enter: str = ""


def equivalent_of(*, lawbook, amount: Decimal | None, unit: str, on: date) -> Equivalent:
    """The equivalent in reais of an auto's amount on its day. Never refuses: units are enough."""
    if amount is None or unit == REAIS or not amount:
        return Equivalent("none")
    try:
        reais = in_reais(lawbook=lawbook, amount=amount, unit=unit, on=on)
    except Refusal as refusal:
        return Equivalent("missing", f"Valor da {unit} não informado para {on:%m/%Y}.", enter=refusal.enter)
    if counting_day(lawbook) == NOTICE_DAY:
        return Equivalent("due", "Valor em reais no dia do auto", amount=reais, on=on)
    return Equivalent("informative", f"Equivalente em {on:%d/%m/%Y}", amount=reais, on=on)


def in_reais(*, lawbook, amount: Decimal, unit: str, on: date) -> Decimal:
    """An amount of the law's unit in reais by the value of the day.

    Raises `Refusal("index_value_missing")`, which names the page where the value is entered, when nobody entered it.
    """
    try:
        value = value_on(lawbook.municipality, unit, on).value
        answer = lawbook.ask(
            "convert", amount={"amount": f"{amount:.2f}", "unit": unit}, index_value=str(value)
        )
    except LawError as error:
        raise as_refusal(error) from error
    return Decimal(answer["amount"]["amount"])


def counting_day(lawbook) -> str:
    """Which day chooses the value of the unit, by the municipality's reading: auto, decision, payment…"""
    key = lawbook.ruleset.index_date_reading
    reading = lawbook.ruleset.readings.get(key)
    return lawbook.readings.get(key, reading.default) if reading else ""


def equivalent_of_notice(notice, *, on: date) -> Equivalent:
    """What the amount of an auto is worth on a day, for its page: where the value is missing, says where to enter it.

    Under the law of the auto; where the reading names the day of the auto, that day's value holds for good.
    """
    lawbook = Lawbook(notice.act.case.municipality, notice.fact_at.date())
    day = notice.act.on if counting_day(lawbook) == NOTICE_DAY else on
    return equivalent_of(lawbook=lawbook, amount=notice.total, unit=notice.unit, on=day)
