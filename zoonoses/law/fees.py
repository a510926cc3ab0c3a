"""Prices, bills of redemption, and conversion of the law's units to reais."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from zoonoses.law import wording
from zoonoses.law.errors import LawError, missing_fact
from zoonoses.law.expressions import Scope
from zoonoses.law.given import malformed, required_names, to_count, to_day, to_decimal
from zoonoses.law.model import BRL
from zoonoses.law.penalties import fine_amount
from zoonoses.law.question import Answer, Basis, Question, money, rounded
from zoonoses.law.tables import BillItem, BillRule, Price, Rates

FULL_DAY = timedelta(days=1)


def price_amount(q: Question, price: Price, scope: Scope, on: date | None) -> tuple[Decimal, Decimal]:
    """Unit amount and quantity charged."""
    value = q.version(price.versions, on)
    amount = q.readings[value] if isinstance(value, str) else value
    quantity = price.quantity.pick(scope)
    if quantity is None or amount is None:
        raise LawError("value_unknown")
    return Decimal(amount), Decimal(quantity.evaluate(scope))


def price(q: Question) -> Answer:
    """A public price, in reais."""
    code = q.given.code_needed("service")
    rule = q.rs.prices.get(code)
    if rule is None:
        raise LawError("not_in_law", details={"service": code})
    facts = q.given.facts(rule.facts)
    facts["quantity"] = q.given.count("quantity", 1)
    scope = q.scope(facts, required_names(rule.facts))
    if rule.offered is not None and not rule.offered.evaluate(scope):
        raise LawError("not_in_law", details={"service": code})
    amount, quantity = price_amount(q, rule, scope, q.given.day("on"))
    total = rounded(amount * quantity)
    arithmetic = (
        f"{wording.quantity(amount, BRL)} × {wording.plain(quantity)} = {wording.quantity(total, BRL)}"
    )
    return Answer(
        {"total": money(total, BRL)}, lambda: wording.one(f"{rule.label}.", rule.article, arithmetic)
    )


def index_value(q: Question) -> Decimal | None:
    """The value of one unit on the day that counts; None when it is not among what was given."""
    direct = q.given.decimal("index_value")
    if direct is not None:
        return direct
    values = q.given.data.get("index_values")
    reading = q.rs.index_date_reading
    dates = q.given.data.get("dates") or {}
    if values is None or not reading or not isinstance(dates, Mapping):
        return None
    on = to_day("dates", dates.get(q.readings[reading]))
    if on is None:
        return None
    found: tuple[date, Decimal] | None = None
    for row in q.given.rows("index_values"):
        starts, value = to_day("from", row.get("from")), to_decimal("value", row.get("value"))
        if (
            starts is not None
            and value is not None
            and starts <= on
            and (found is None or starts >= found[0])
        ):
            found = (starts, value)
    return found[1] if found else None


def read_money(name: str, value: Any) -> tuple[Decimal, str]:
    """Amount and unit of a money object."""
    if not isinstance(value, Mapping):
        raise missing_fact(name) if value is None else malformed(name, "um valor com unidade")
    amount, unit = to_decimal(name, value.get("amount")), value.get("unit")
    if amount is None or not isinstance(unit, str):
        raise malformed(name, "um valor com unidade")
    return amount, unit


def convert(q: Question) -> Answer:
    """An amount in reais, half up to two decimals, once."""
    amount, unit = read_money("amount", q.given.data.get("amount"))
    if unit == BRL:
        return Answer({"amount": money(amount, BRL)}, lambda: wording.one("O valor já está em reais.", ""))
    if unit not in (q.rs.unit, *q.rs.units):
        raise LawError("not_in_law", details={"unit": unit})
    value = index_value(q)
    if value is None:
        raise LawError(
            "index_value_missing", f"Falta o valor da {unit} para a data que conta.", {"unit": unit}
        )
    total = rounded(amount * value)

    def basis() -> Basis:
        reading = q.rs.readings.get(q.rs.index_date_reading)
        arithmetic = (
            f"{wording.quantity(amount, unit)} × {wording.rate(value)} = {wording.quantity(total, BRL)}"
        )
        return wording.one(f"Conversão de {unit} em reais.", reading.article if reading else "", arithmetic)

    return Answer({"amount": money(total, BRL)}, basis)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of seized animals: its count for charges, and its size class."""

    species: str
    count: int
    size: str | None


def _entries(q: Question, rule: BillRule) -> list[Entry]:
    found = []
    for row in q.given.rows("animals"):
        species = row.get("species")
        if not isinstance(species, str):
            raise missing_fact("species")
        size = q.rs.size_of.get(species) or row.get("size")
        if rule.species and species not in rule.species:
            raise LawError("species_not_in_table", details={"species": species})
        if rule.sized and size not in q.rs.sizes:
            raise LawError("species_not_in_table", details={"species": species})
        count = to_count("count", row.get("count"))
        if count is None:
            raise missing_fact("count")
        found.append(Entry(species, count, size if rule.sized else None))
    return found


def custody_days(q: Question, basis: str, start: datetime, end: datetime) -> int:
    """Days of custody between seizure and redemption on the given basis."""
    if end < start:
        raise malformed("redeemed_at", "um momento depois da apreensão")
    nights = (end.date() - start.date()).days
    if basis == "calendar_inclusive":
        return nights + 1
    if basis == "calendar_nights":
        return nights
    if basis == "business_days":
        return q.calendar.business_days_between(start.date(), end.date())
    whole, rest = divmod(end - start, FULL_DAY)
    return max(1, whole + bool(rest))


def _days(q: Question, rule: BillRule, scope: Scope) -> int | None:
    if rule.times == "none":
        return None
    start, end = q.given.moment("seized_at"), q.given.moment("redeemed_at")
    basis = rule.days.pick(scope)
    if start is None or end is None or basis is None:
        if rule.times == "required":
            raise missing_fact("seized_at" if start is None else "redeemed_at")
        return None
    return custody_days(q, basis, start, end)


def rates_total(rates: Rates, size: str, days: int, mode: str, after_last: str) -> Decimal:
    """The daily rates of one animal of a size for so many days."""
    table = rates.by_size[size]
    if days == 0:
        return Decimal(0)
    if mode == "total_by_day":
        return table[min(days, len(table)) - 1]
    total = sum(table[:days], Decimal(0))
    extra = max(0, days - len(table))
    if after_last != "none":
        total += table[-1] * extra
    if after_last == "progressive":
        total += rates.step * extra * (extra + 1) / 2
    return total


def _evaluate(choice: Any, scope: Scope) -> Decimal:
    found = choice.pick(scope)
    if found is None:
        raise LawError("value_unknown")
    value = found.evaluate(scope)
    if value is None:
        raise LawError("value_unknown")
    return Decimal(value)


def _item_amount(q: Question, rule: BillRule, item: BillItem, entries: list[Entry], scope: Scope) -> Decimal:
    if item.fine_of:
        facts = {"animals": scope.facts["animals"], "priors": scope.facts.get("priors") or 0}
        fine = fine_amount(q, item.fine_of, facts)[0]
        return fine.value if fine else Decimal(0)
    if item.service:
        quantity = _evaluate(item.quantity, scope)
        priced = q.scope({**scope.facts, "quantity": int(quantity)})
        amount, charged = price_amount(q, q.rs.prices[item.service], priced, None)
        return rounded(amount * charged)
    if item.amount is not None:
        return rounded(item.amount * _evaluate(item.quantity, scope) * _evaluate(item.factor, scope))
    total = Decimal(0)
    for entry in entries:
        scope.facts["count"] = entry.count
        weight = _evaluate(rule.lots, scope)
        if item.rates is not None:
            mode, after = item.rates.mode.pick(scope) or "", item.rates.after_last.pick(scope) or ""
            total += weight * rates_total(
                item.rates, entry.size or "", scope.facts["custody_days"], mode, after
            )
        else:
            total += weight * item.by_size[entry.size or ""]
    return rounded(total * _evaluate(item.factor, scope))


def _expenses(q: Question, rule: BillRule) -> dict[str, Decimal]:
    given = q.given.data.get("expenses") or {}
    if not isinstance(given, Mapping):
        raise malformed("expenses", "um objeto")
    if not rule.expenses:
        return {}
    known = [item.code for item in rule.expenses]
    for code in given:
        if code not in known:
            raise LawError("not_in_law", f"A lei não prevê a despesa {code}.", {"expense": code})
    found = {}
    for code in known:
        if given.get(code) is not None:
            amount, unit = read_money(code, given[code])
            if unit != BRL:
                raise LawError("not_in_law", "As despesas são em reais.", {"unit": unit})
            found[code] = rounded(amount)
    return found


def bill(q: Question) -> Answer:
    """What the owner pays to redeem: items, and their total."""
    rule = q.rs.bill
    if rule is None:
        raise LawError("not_in_law")
    entries = _entries(q, rule)
    facts = q.given.facts(rule.facts)
    facts["animals"] = sum(entry.count for entry in entries)
    scope = q.scope(facts, required_names(rule.facts))
    facts["custody_days"] = _days(q, rule, scope)
    expenses = _expenses(q, rule)
    lines: list[tuple[BillItem, Decimal, str]] = []
    for item in rule.items:
        if item.when is None or item.when.evaluate(scope):
            unit = q.rs.unit if item.fine_of or item.by_size or item.rates else BRL
            lines.append((item, _item_amount(q, rule, item, entries, scope), unit))
    items = {code: money(amount, BRL) for code, amount in expenses.items()}
    items.update({item.code: money(amount, item_unit) for item, amount, item_unit in lines})
    try:
        total, unit = _total(q, expenses, lines)
    except LawError as error:  # what is known is told with what is missing
        known = {"custody_days": facts["custody_days"], "items": items}
        raise LawError(error.code, error.message, {**error.details, **known}) from error
    values = {"custody_days": facts["custody_days"], "items": items, "total": money(total, unit)}

    def basis() -> Basis:
        steps = _expense_steps(rule, expenses)
        for item, amount, item_unit in lines:
            written = wording.quantity(amount, item_unit)
            reckoned = _reckoned(q, rule, item, entries, scope)
            steps.append(
                wording.step(item.label, item.article, f"{reckoned} = {written}" if reckoned else written)
            )
            if item_unit != unit:
                steps += _converted(q, amount, item_unit)
        return [*steps, wording.step("Total a pagar.", rule.article, wording.quantity(total, unit))]

    return Answer(values, basis)


def _expense_steps(rule: BillRule, expenses: Mapping[str, Decimal]) -> Basis:
    labels = {item.code: item for item in rule.expenses}
    return [
        wording.step(labels[code].label, labels[code].article or rule.article, wording.quantity(amount, BRL))
        for code, amount in expenses.items()
    ]


def _reckoned(q: Question, rule: BillRule, item: BillItem, entries: list[Entry], scope: Scope) -> str:
    """How an item is counted, as `2 × 0,25 + 1,00`; empty where there is nothing to count."""
    if item.fine_of:
        return ""
    if item.service:
        quantity = _evaluate(item.quantity, scope)
        priced = q.scope({**scope.facts, "quantity": int(quantity)})
        amount, charged = price_amount(q, q.rs.prices[item.service], priced, None)
        return f"{wording.plain(charged)} × {wording.quantity(amount, BRL)}" if charged != 1 else ""
    factor = _evaluate(item.factor, scope)
    if item.amount is not None:
        times = [wording.plain(each) for each in (_evaluate(item.quantity, scope), factor) if each != 1]
        return " × ".join([*times, wording.quantity(item.amount, BRL)]) if times else ""
    terms = []
    for entry in entries:
        scope.facts["count"] = entry.count
        weight = _evaluate(rule.lots, scope)
        parts = _parts(item, entry, scope)
        whole = " + ".join(parts)
        if len(parts) > 1 and (weight != 1 or len(entries) > 1):
            whole = f"({whole})"
        terms.append(whole if weight == 1 else f"{wording.plain(weight)} × {whole}")
    joined = " + ".join(terms)
    if factor != 1:
        return f"{wording.plain(factor)} × ({joined})"
    return joined if " " in joined else ""


def _parts(item: BillItem, entry: Entry, scope: Scope) -> list[str]:
    """What one animal of an entry counts: the amount of its size, or the rate of each day."""
    if item.rates is None:
        return [wording.number(item.by_size[entry.size or ""])]
    mode, after = item.rates.mode.pick(scope) or "", item.rates.after_last.pick(scope) or ""
    table, days = item.rates.by_size[entry.size or ""], scope.facts["custody_days"]
    if days == 0 or mode == "total_by_day":
        return [wording.number(rates_total(item.rates, entry.size or "", days, mode, after))]
    parts, extra = [wording.number(each) for each in table[:days]], days - len(table)
    if extra > 0 and after != "none":
        parts.append(f"{extra} × {wording.number(table[-1])}")
    if extra > 0 and after == "progressive":
        parts.append(f"{extra * (extra + 1) // 2} × {wording.number(item.rates.step)}")
    return parts


def _converted(q: Question, amount: Decimal, unit: str) -> Basis:
    value = index_value(q)
    reading = q.rs.readings.get(q.rs.index_date_reading)
    if value is None:
        return []
    reais = wording.quantity(amount * value, BRL)
    arithmetic = f"{wording.quantity(amount, unit)} × {wording.rate(value)} = {reais}"
    return wording.one(f"Conversão de {unit} em reais.", reading.article if reading else "", arithmetic)


def _total(
    q: Question, expenses: dict[str, Decimal], lines: list[tuple[BillItem, Decimal, str]]
) -> tuple[Decimal, str]:
    units = {unit for _, _, unit in lines} | ({BRL} if q.rs.bill and q.rs.bill.expenses else set())
    if len(units) == 1:
        return sum((amount for _, amount, _ in lines), sum(expenses.values(), Decimal(0))), units.pop()
    total = sum(expenses.values(), Decimal(0))
    value = index_value(q)
    for _, amount, unit in lines:
        if unit == BRL:
            total += amount
            continue
        if value is None:
            raise LawError("index_value_missing", f"Falta o valor da {unit}.", {"unit": unit})
        total += rounded(amount * value)
    return total, BRL
