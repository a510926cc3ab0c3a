"""The file that the treasury office sends back of what was sent to the dívida ativa: CSV, one debt a line.

Columns, in any order, named in the first line: `cobranca` (our number, as in the remittance) or `inscricao`; then
`inscrita_em` where it tells an inscription, `pago_em` and `valor` where it tells a payment, and `documento` to tell two
equal payments apart. Days as `dd/mm/aaaa` or ISO, reais as `1.234,56`. A file is taken whole or not at all.
"""

import csv
import io
import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation

from zoonoses.text import search_key
from zoonoses.treasury.return_file import BadFile, Fault

COLUMNS = ("cobranca", "inscricao", "inscrita_em", "pago_em", "valor", "documento")
LARGEST_FILE = 5 * 1024 * 1024
LARGEST_AMOUNT = Decimal("999999999999.99")
FIRST_YEAR, LAST_YEAR = 1990, 2200


@dataclass(frozen=True)
class DebtItem:
    """One line: which debt, and what the office says of it."""

    line: int
    charge_number: int | None
    inscription: str
    inscribed_on: date | None
    paid_on: date | None
    amount: Decimal | None
    document: str


def parse(data: bytes) -> list[DebtItem]:
    """The lines of a file. Raises `BadFile` with everything that is wrong in it."""
    rows = _rows(data)
    names = [search_key(name).replace(" ", "_").strip("_") for name in rows[0]] if rows else []
    if not {"cobranca", "inscricao"} & set(names):
        told = ", ".join(COLUMNS)
        raise BadFile([Fault(0, f"A primeira linha precisa dos nomes das colunas: {told}.")])
    items, faults = [], []
    for number, row in enumerate(rows[1:], start=2):
        cells = {name: value.strip() for name, value in zip(names, row, strict=False)}
        if not any(cells.values()):
            continue
        try:
            items.append(_item(number, cells))
        except ValueError as error:
            faults.append(Fault(number, str(error)))
    if not items and not faults:
        faults.append(Fault(0, "O arquivo não tem nenhuma linha além dos nomes das colunas."))
    if faults:
        raise BadFile(faults)
    return items


def _rows(data: bytes) -> list[list[str]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    if "\0" in text:
        raise BadFile([Fault(0, "Não é um arquivo CSV: abra-o na planilha e salve como CSV.")])
    first = text.partition("\n")[0]
    delimiter = max(";,\t", key=first.count)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise BadFile([Fault(0, "Não é um arquivo CSV que se possa ler.")]) from error


def _item(number, cells) -> DebtItem:
    item = DebtItem(
        line=number,
        charge_number=_number(cells.get("cobranca", "")),
        inscription=_text(cells, "inscricao"),
        inscribed_on=_day(cells, "inscrita_em"),
        paid_on=_day(cells, "pago_em"),
        amount=_amount(cells.get("valor", "")),
        document=_text(cells, "documento"),
    )
    if item.charge_number is None and not item.inscription:
        raise ValueError("falta a cobrança ou a inscrição.")
    if (item.paid_on is None) != (item.amount is None):
        raise ValueError("um pagamento tem dia e valor: falta um deles.")
    if item.inscribed_on is not None and not item.inscription:
        raise ValueError("falta o número da inscrição.")
    if item.paid_on is None and item.inscribed_on is None:
        raise ValueError("não diz inscrição (inscrita_em) nem pagamento (pago_em e valor).")
    return item


def _number(text) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise ValueError(f"cobrança “{text[:20]}” não é um número.")
    return int(text)


def _text(cells, name) -> str:
    text = cells.get(name, "")
    if len(text) > 40:
        raise ValueError(f"{name} passa de 40 caracteres.")
    return text


def _day(cells, name) -> date | None:
    text = cells.get(name, "")
    if not text:
        return None
    brazilian = re.fullmatch(r"(\d{2})/(\d{2})/(\d{4})", text, re.ASCII)
    try:
        day = date.fromisoformat("-".join(reversed(brazilian.groups())) if brazilian else text)
    except ValueError:
        day = None
    if day is None or not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError(f"{name} “{text[:20]}” não é um dia: use dd/mm/aaaa.")
    return day


def _amount(text) -> Decimal | None:
    if not text:
        return None
    bare = text.replace("R$", "").strip()
    if "," in bare or re.fullmatch(r"\d{1,3}(\.\d{3})+", bare):
        bare = bare.replace(".", "").replace(",", ".")
    if not re.fullmatch(r"\d+(\.\d{1,2})?", bare, re.ASCII):
        raise ValueError(f"valor “{text[:20]}” não está em reais e centavos.")
    try:
        amount = Decimal(bare)
    except InvalidOperation as error:
        raise ValueError(f"valor “{text[:20]}” não está em reais e centavos.") from error
    if not 0 < amount <= LARGEST_AMOUNT:
        raise ValueError(f"valor “{text[:20]}” não é um valor recebido.")
    return amount
