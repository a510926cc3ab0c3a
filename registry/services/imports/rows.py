"""One row of a spreadsheet: its cells read by the mapped fields, and what is wrong or was put right in them."""

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from registry.models import ImportFault
from registry.services.imports import cells

_FORMULA_ERROR = re.compile(
    r"#(REF|N/A|N/D|NULL|NULO|DIV/0|VALUE|VALOR|NAME|NOME|NUM|NÚM)[!?]?", re.IGNORECASE
)

REMEMBERED = 2000


@dataclass
class Row:
    """`values` holds what could be read, `person` the tutor's part of them beside an animal. `blocked` once a cell, or
    the row as a whole, cannot be taken.
    """

    number: int
    values: dict[str, Any] = field(default_factory=dict)
    faults: list[ImportFault] = field(default_factory=list)
    blocked: bool = False
    plan: Any = None
    person: dict[str, Any] = field(default_factory=dict)

    def fault(self, column: str, value, reason: str, *, blocks: bool = True) -> None:
        """One sentence about one cell; `blocks` keeps the row out."""
        shown = "" if value is None else cells.plain(value)
        self.faults.append(
            ImportFault(
                row=self.number, column=column[:80], value=shown[:200], reason=reason[:300], blocks=blocks
            )
        )
        self.blocked = self.blocked or blocks

    def note(self, column: str, value, reason: str) -> None:
        """What was put right, or is worth a look, and keeps nothing out."""
        self.fault(column, value, reason, blocks=False)


class RowReader:
    """Reads rows under one mapping: `columns` is field name -> column, from 0."""

    def __init__(self, fields: dict, columns: dict[str, int], headers: list[str]):
        self.mapped = [(fields[name], at) for name, at in columns.items() if name in fields]
        self.missing = [each for each in fields.values() if each.required and each.name not in columns]
        self.headers = headers
        self.seen: dict[str, dict[str, tuple]] = {each.name: {} for each, _ in self.mapped}

    def column(self, name: str) -> str:
        """The header of a field's column as it stands in the file; the field's own label when it has none."""
        at = next((at for each, at in self.mapped if each.name == name), None)
        if at is None:
            return ""
        return (self.headers[at] if at < len(self.headers) else "") or f"coluna {at + 1}"

    def read(self, number: int, found: list) -> Row:
        """The row `number` with every bad cell named."""
        row = Row(number)
        for each, at in self.mapped:
            cell = found[at] if at < len(found) else None
            if cell is None or cell == "":
                if each.required:
                    row.fault(self.column(each.name), "", f"Falta preencher: {each.label}.")
                continue
            self._one(row, each, cell)
        return row

    def _one(self, row, each, cell):
        if isinstance(cell, str) and cell[0] == "#" and _FORMULA_ERROR.fullmatch(cell):
            row.fault(self.column(each.name), cell, "A fórmula desta célula deu erro: corrija na planilha.")
            return
        try:
            row.values[each.name], note = self._value(each, cell)
        except ValueError as error:
            row.fault(self.column(each.name), cell, str(error))
            return
        if note:
            row.note(self.column(each.name), cell, note)

    def _value(self, each, cell) -> tuple:
        """What a cell says. The first texts of each column are remembered: species, breeds and streets come again."""
        if not isinstance(cell, str):
            return each.read(cell)
        seen = self.seen[each.name]
        found = seen.get(cell)
        if found is None:
            found = each.read(cell)
            if len(seen) < REMEMBERED:
                seen[cell] = found
        return found


def check_not_future(row: Row, reader: RowReader, today: date, *names: str) -> None:
    """These days cannot lie after the day on which the file was sent."""
    for name in names:
        value = row.values.get(name)
        if value is not None and value > today:
            row.fault(reader.column(name), value, "Esta data ainda não chegou.")
