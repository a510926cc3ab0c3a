"""Reads a spreadsheet row by row: CSV in any common encoding and separator, XLSX and ODS, in constant memory.

A row is (number as the person sees it, list of cells). A cell is text, `int`, `Decimal`, `date`, `bool` or None;
days are never moved by a time zone. `Unreadable` says in Portuguese why a file cannot be taken.
"""

import codecs
import csv
import io
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from xml.etree import ElementTree

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

MAX_COLUMNS = 200
MAX_UNPACKED = 512 * 1024**2
MAX_REPEAT = 1_048_576
SAMPLE = 64 * 1024
SEPARATORS = (";", "\t", ",", "|")
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
DAMAGE = (zipfile.BadZipFile, InvalidFileException, ElementTree.ParseError, KeyError, ValueError, OSError)
DAMAGED = "O arquivo está danificado: abra-o e salve de novo antes de enviar."
NOT_A_SHEET = "Este arquivo não é uma planilha: envie XLSX, ODS ou CSV."


class Unreadable(Exception):
    """The file cannot be read as a spreadsheet; the text says why and what to do."""


@dataclass(frozen=True)
class Sheet:
    """The first row, as headers, and the rows after it that hold something."""

    headers: list[str]
    rows: Iterator[tuple[int, list]]


@contextmanager
def opened(file):
    """The sheet in a binary, seekable file. Raises `Unreadable`, also while its rows are read."""
    with ExitStack() as stack:
        try:
            sheet = _sheet(_rows_of(file, stack))
        except DAMAGE as error:
            raise Unreadable(DAMAGED) from error
        yield Sheet(sheet.headers, _guarded(sheet.rows))


def _guarded(rows):
    try:
        yield from rows
    except DAMAGE as error:
        raise Unreadable(DAMAGED) from error


def _rows_of(file, stack):
    file.seek(0)
    head = file.read(4)
    file.seek(0)
    if head == b"\xd0\xcf\x11\xe0":
        raise Unreadable("Planilha no formato antigo (XLS): abra-a e salve como XLSX, ODS ou CSV.")
    return _package_rows(file, stack) if head == b"PK\x03\x04" else _csv_rows(file)


def _sheet(rows) -> Sheet:
    """Headers are the first row that holds something."""
    rows = ((number, cells) for number, cells in rows if any(cell not in (None, "") for cell in cells))
    first = next(rows, None)
    if first is None:
        raise Unreadable("A planilha está vazia.")
    headers = ["" if cell is None else " ".join(str(cell).split()) for cell in first[1]]
    while headers and not headers[-1]:
        headers.pop()
    if len(headers) > MAX_COLUMNS:
        raise Unreadable(f"A planilha tem mais de {MAX_COLUMNS} colunas: deixe só as que serão importadas.")
    return Sheet(headers, rows)


# --- CSV ---


def encoding_of(file) -> str:
    """`utf-8-sig`, `utf-16` or `cp1252`: by its mark, else by whether the whole file is UTF-8."""
    file.seek(0)
    head = file.read(4)
    if head.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    file.seek(0)
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while piece := file.read(SAMPLE):
            decoder.decode(piece)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def separator_of(sample: str) -> str:
    """The separator that cuts the first line into most cells; a single column has none and reads as `;`."""
    first = next((line for line in sample.splitlines() if line.strip()), "")
    counts = {mark: len(next(csv.reader([first], delimiter=mark), [])) for mark in SEPARATORS}
    return max(SEPARATORS, key=lambda mark: counts[mark])


def _csv_rows(file):
    encoding = encoding_of(file)
    file.seek(0)
    if b"\x00" in file.read(SAMPLE) and encoding != "utf-16":
        raise Unreadable(NOT_A_SHEET)
    file.seek(0)
    errors = "replace" if encoding == "cp1252" else "strict"
    text = io.TextIOWrapper(_Borrowed(file), encoding=encoding, errors=errors, newline="")
    sample = text.read(SAMPLE)
    text.seek(0)
    separator = separator_of(sample)
    reader = csv.reader(text, delimiter=separator)
    number = 0
    try:
        for cells in reader:
            number += 1
            yield number, [cell.strip() or None for cell in cells]
    except csv.Error as error:
        raise Unreadable(f"A linha {number + 1} não pôde ser lida: confira as aspas.") from error
    except UnicodeError as error:
        raise Unreadable("O arquivo mistura codificações: salve-o de novo como CSV UTF-8.") from error


class _Borrowed(io.RawIOBase):
    """The same file, not closed with the text reader."""

    def __init__(self, file):
        super().__init__()
        self.file = file

    def readable(self):
        return True

    def seekable(self):
        return True

    def seek(self, offset, whence=0):
        return self.file.seek(offset, whence)

    def tell(self):
        return self.file.tell()

    def readinto(self, buffer):
        data = self.file.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


# --- XLSX and ODS ---


def _package_rows(file, stack):
    package = stack.enter_context(zipfile.ZipFile(file))
    names = set(package.namelist())
    if sum(entry.file_size for entry in package.infolist()) > MAX_UNPACKED:
        raise Unreadable("A planilha é grande demais: divida-a em partes.")
    if "content.xml" in names:
        return _ods_rows(stack.enter_context(package.open("content.xml")))
    if "[Content_Types].xml" not in names or not any(name.startswith("xl/") for name in names):
        raise Unreadable(NOT_A_SHEET)
    book = load_workbook(file, read_only=True, data_only=True)
    stack.callback(book.close)
    if not book.worksheets:
        raise Unreadable("A planilha está vazia.")
    book.worksheets[0].reset_dimensions()
    return _xlsx_rows(book.worksheets[0])


def _xlsx_rows(sheet):
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        yield number, [_cell(value) for value in row[: MAX_COLUMNS + 1]]


def _cell(value):
    """A value as the readers of this module give it: moments lose their hour, numbers their binary tail."""
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, time):
        return value.strftime("%H:%M")
    if isinstance(value, bool) or value is None or isinstance(value, (int, date)):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() else Decimal(repr(value))
    return str(value).strip() or None


def _ods_rows(content):
    """Rows of the first table. Empty rows and cells repeated to the sheet's edge are counted, not made."""
    number = depth = 0
    for event, element in ElementTree.iterparse(content, ("start", "end")):
        if element.tag == _TABLE + "table":
            depth += 1 if event == "start" else -1
            if event == "end" and depth == 0:
                return
        elif event == "end" and element.tag == _TABLE + "table-row":
            cells = _ods_cells(element)
            repeat = min(int(element.get(_TABLE + "number-rows-repeated", 1)), MAX_REPEAT)
            for step in range(repeat if cells else 0):
                yield number + step + 1, list(cells)
            number += repeat
            element.clear()


def _ods_cells(row):
    cells = []
    for cell in row:
        if cell.tag not in (_TABLE + "table-cell", _TABLE + "covered-table-cell"):
            continue
        repeat = min(int(cell.get(_TABLE + "number-columns-repeated", 1)), MAX_COLUMNS + 1)
        cells += [_ods_value(cell)] * repeat
    while cells and cells[-1] is None:
        cells.pop()
    return cells[: MAX_COLUMNS + 1]


def _ods_value(cell):
    """What the cell holds; what is written in it when its value is not one that a sheet can have."""
    kind = cell.get(_OFFICE + "value-type")
    if kind == "boolean":
        return cell.get(_OFFICE + "boolean-value") == "true"
    with suppress(ValueError, InvalidOperation):
        if kind == "date":
            return date.fromisoformat(cell.get(_OFFICE + "date-value", "")[:10])
        if kind in ("float", "percentage", "currency"):
            number = Decimal(cell.get(_OFFICE + "value", ""))
            return int(number) if number == number.to_integral_value() else number
    text = "\n".join("".join(part.itertext()) for part in cell.iter(_TEXT + "p")).strip()
    return text or None
