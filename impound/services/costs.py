"""What animals cost until a day: the minimum price of a sale, with its arithmetic. The auto of the owner is no cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from impound.services import bills, law, state
from impound.services.worth import UnitBook, index_day
from zoonoses.documents.refusals import Refusal, of_law
from zoonoses.law import LawError
from zoonoses.municipalities import clock
from zoonoses.municipalities.templatetags import br

NOTHING = Decimal(0)


@dataclass(frozen=True)
class Costs:
    """The costs of animals in reais, line by line as a memória de cálculo. `refusal`: a unit without its value."""

    total: Decimal = NOTHING
    basis: tuple[dict, ...] = ()
    refusal: Refusal | None = None


def costs_of(animals: Sequence, *, at: datetime) -> Costs:
    """The law's bill of each animal without the fine of the auto, which the owner owes anyway.

    Where the law has no bill: the expenses with their receipts.
    """
    total, rows, book = NOTHING, [], None
    for custody in animals:
        book = book or UnitBook(custody.municipality)
        try:
            found = _of_one(custody, at, book)
        except LawError as error:
            return Costs(refusal=of_law(error))
        total += sum((amount for amount, _ in found), NOTHING)
        rows += [row for _, row in found]
    last = {"text": "Custos do lote até hoje", "article": "", "arithmetic": br.money(total)}
    return Costs(total, (*rows, last))


def _of_one(custody, at, book) -> list[tuple[Decimal, dict]]:
    lawbook, on = law.lawbook_of(custody), clock.local(custody.municipality, at).date()
    rule = state.ruleset_of(lawbook).bill
    number = f"nº {custody.full_number}"
    if rule is None:
        spent = sum(state.expenses([custody], on=on).values(), NOTHING)
        words = f"{number}: despesas com comprovante; a lei não tem tabela"
        return [(spent, {"text": words, "article": "", "arithmetic": br.money(spent)})]
    day = bills.bill_of_day(custody, on, at, lawbook=lawbook, owner=None, priors=0, book=book)
    left_out = {item.code for item in rule.items if item.fine_of or item.service}
    found = []
    for line in day.bill.lines:
        if line.code not in left_out:
            amount, words = _reais(line, custody, lawbook, on, book)
            text = f"{number}: {line.label}"
            found.append((amount, {"text": text, "article": line.article, "arithmetic": words}))
    return found


def _reais(line, custody, lawbook, on, book) -> tuple[Decimal, str]:
    written = br.quantity({"amount": line.amount, "unit": line.unit})
    if line.unit == law.REAIS:
        return line.amount, written
    value = book.value(line.unit, index_day(lawbook, custody.seized_on, on))
    given = {"amount": f"{line.amount:.2f}", "unit": line.unit}
    answer = lawbook.ask("convert", amount=given, index_value=str(value))
    amount = Decimal(answer["amount"]["amount"])
    return amount, f"{written} × R$ {br.decimal_br(value, 4)} = {br.money(amount)}"
