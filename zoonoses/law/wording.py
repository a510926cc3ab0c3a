"""Portuguese wording of amounts, dates and steps for the memória de cálculo."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from zoonoses.law.model import BRL
from zoonoses.law.question import Basis, rounded

WEEKDAYS = (
    "segunda-feira",
    "terça-feira",
    "quarta-feira",
    "quinta-feira",
    "sexta-feira",
    "sábado",
    "domingo",
)


def step(text: str, article: str = "", arithmetic: str = "") -> dict[str, str]:
    """One step of the basis."""
    return {"text": text, "article": article, "arithmetic": arithmetic}


def number(value: Decimal) -> str:
    """1.234,50"""
    return f"{rounded(value):,.2f}".translate(str.maketrans(",.", ".,"))


def plain(value: Decimal | int) -> str:
    """A factor without useless zeros, with decimal comma."""
    text = f"{Decimal(value):f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace(".", ",")


def rate(value: Decimal) -> str:
    """R$ 4,10 or R$ 3,4567: the worth of a unit, with cents at least."""
    whole, _, cents = plain(value).partition(",")
    return f"R$ {whole},{cents:0<2}"


def quantity(value: Decimal, unit: str) -> str:
    """R$ 100,00 or 100,00 VRTE."""
    return f"R$ {number(value)}" if unit == BRL else f"{number(value)} {unit}"


def day(value: date) -> str:
    """02/04/2012 (segunda-feira)"""
    return f"{value:%d/%m/%Y} ({WEEKDAYS[value.weekday()]})"


def length(number: int, count: str) -> str:
    """30 dias, 1 dia útil, 12 meses"""
    one_word, many = {"days": ("dia", "dias"), "business_days": ("dia útil", "dias úteis")}.get(
        count, ("mês", "meses")
    )
    return f"{number} {one_word if number == 1 else many}"


def one(text: str, article: str = "", arithmetic: str = "") -> Basis:
    """A basis of one step."""
    return [step(text, article, arithmetic)]
