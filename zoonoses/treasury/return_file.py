"""The bank's return file of what was paid by barcode: records of 150 bytes, one A, many G, one Z.

Source: FEBRABAN, Layout padrão de arrecadação, records A, G and Z, version 4. A file is taken whole
or not at all: one wrong line and the bank is asked for another.
"""

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from zoonoses.treasury import febraban

RECORD = 150
RETURN = "2"
LARGEST_FILE = 20 * 1024 * 1024


@dataclass(frozen=True)
class Fault:
    """What is wrong in one line, counted from 1; line 0 is the file as a whole."""

    line: int
    text: str


class BadFile(ValueError):
    """The file is not taken; `faults` says everything that is wrong in it, line by line."""

    def __init__(self, faults: list[Fault]):
        super().__init__(f"{len(faults)} faults")
        self.faults = faults


@dataclass(frozen=True)
class Header:
    agreement: str
    company: str
    bank: str
    bank_name: str
    generated_on: date
    sequence: int  # NSA: one more in each file
    layout: str


@dataclass(frozen=True)
class Item:
    """One payment. `fee` is what the bank keeps for it; `amount` and `fee` in reais; `record` is the line itself."""

    line: int
    account: str
    paid_on: date
    credited_on: date
    barcode: str
    amount: Decimal
    fee: Decimal
    sequence: int  # NSR
    agency: str
    channel: str
    authentication: str
    record: str


@dataclass(frozen=True)
class ReturnFile:
    header: Header
    items: tuple[Item, ...]
    records: int
    total: Decimal


def parse(data: bytes) -> ReturnFile:
    """The payments of a return file, with its totals checked. Raises `BadFile` with every fault of every line."""
    lines = _lines(data)
    faults: list[Fault] = []
    header = _guarded(faults, 1, lines[0], "A", _header)
    items = [
        item
        for number, line in enumerate(lines[1:-1], start=2)
        if (item := _guarded(faults, number, line, "G", _item)) is not None
    ]
    trailer = _guarded(faults, len(lines), lines[-1], "Z", _trailer)
    if not faults and trailer is not None:
        faults += _totals(lines, items, *trailer)
    if faults or header is None or trailer is None:
        raise BadFile(faults)
    return ReturnFile(header, tuple(items), *trailer)


def _lines(data: bytes) -> list[str]:
    """The records, without line ends and without what some banks add after the last one (a Ctrl-Z)."""
    text = data.decode("latin-1").rstrip("\x1a\r\n")
    lines = text.replace("\r\n", "\n").split("\n")
    if len(lines) < 2:
        raise BadFile(
            [Fault(0, "Não é um arquivo de retorno: faltam o primeiro registro (A) e o último (Z).")]
        )
    return lines


def _guarded(faults, number, line, kind, read):
    """What `read` makes of a line of the expected kind; else the fault is noted and None comes back."""
    try:
        if len(line) != RECORD:
            raise ValueError(f"O registro tem {len(line)} posições, e não {RECORD}.")
        if line[0] != kind:
            raise ValueError(f"Aqui se espera um registro {kind}, e não “{line[0]}”.")
        return read(line) if kind != "G" else read(line, number)
    except ValueError as error:
        faults.append(Fault(number, str(error)))
        return None


def _header(line: str) -> Header:
    if line[1] != RETURN:
        raise ValueError("O arquivo é de remessa, e não de retorno.")
    return Header(
        agreement=line[2:22].strip(),
        company=line[22:42].strip(),
        bank=line[42:45],
        bank_name=line[45:65].strip(),
        generated_on=_day(line[65:73], "geração do arquivo"),
        sequence=_number(line[73:79], "número sequencial do arquivo"),
        layout=line[79:81],
    )


def _item(line: str, number: int) -> Item:
    barcode = line[37:81]
    febraban.read(barcode)
    amount = Decimal(_number(line[81:93], "valor recebido")) / 100
    if amount <= 0:
        raise ValueError("O valor recebido é zero.")
    return Item(
        line=number,
        account=line[1:21].strip(),
        paid_on=_day(line[21:29], "pagamento"),
        credited_on=_day(line[29:37], "crédito"),
        barcode=barcode,
        amount=amount,
        fee=Decimal(_number(line[93:100], "tarifa")) / 100,
        sequence=_number(line[100:108], "número sequencial do registro"),
        agency=line[108:116].strip(),
        channel=line[116].strip(),
        authentication=line[117:140].strip(),
        record=line,
    )


def _trailer(line: str) -> tuple[int, Decimal]:
    return _number(line[1:7], "total de registros"), Decimal(_number(line[7:24], "valor total")) / 100


def _totals(lines, items, records, total) -> list[Fault]:
    faults = []
    if records != len(lines):
        faults.append(Fault(len(lines), f"O total diz {records} registros, e o arquivo tem {len(lines)}."))
    found = sum((item.amount for item in items), Decimal(0))
    if total != found:
        faults.append(
            Fault(len(lines), f"O total diz R$ {_money(total)}, e os registros somam R$ {_money(found)}.")
        )
    return faults


def _money(amount: Decimal) -> str:
    return f"{amount:,.2f}".translate(str.maketrans(",.", ".,"))


def _number(text: str, what: str) -> int:
    if not re.fullmatch(r"[0-9]+", text):
        raise ValueError(f"O campo “{what}” não é um número: “{text.strip()}”.")
    return int(text)


def _day(text: str, what: str) -> date:
    try:
        return date.fromisoformat(f"{text[:4]}-{text[4:6]}-{text[6:]}")
    except ValueError as error:
        raise ValueError(f"O dia do campo “{what}” não existe: “{text.strip()}”.") from error
