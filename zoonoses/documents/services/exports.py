"""Lists as files: CSV (UTF-8 with BOM, `;`), XLSX and ODS. No cell is ever a formula.

CSV is written row by row. A sheet of XLSX or ODS is built in a temporary file, also row by row. Days are `dd/mm/aaaa`
in CSV and real dates, shown so, in the others; they are never moved by a time zone.
"""

import csv
import io
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from xml.sax.saxutils import escape, quoteattr
from zoneinfo import ZoneInfo

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

from zoonoses.documents.refusals import Refusal

FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
}
SHEET_ROWS = 100_000
PIECE = 64 * 1024
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_CONTROL = dict.fromkeys(c for c in range(32) if c not in (9, 10))


@dataclass(frozen=True)
class Column:
    """A column of a file: its header, and what a row has under it (text, number, day, moment, yes/no, None)."""

    label: str
    value: Callable[[Any], Any]


def safe(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula; control characters are left out."""
    text = text.translate(_CONTROL)
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def write(kind: str, columns: list[Column], rows: Iterable, *, zone: ZoneInfo) -> Iterator[bytes]:
    """The bytes of a file of this kind (a key of `FORMATS`), in pieces. Moments are told in the wall clock of `zone`.

    Raises `Refusal("too_many_rows")` while it is read when XLSX or ODS would pass `SHEET_ROWS` rows.
    """
    cells = ([_plain(column.value(row), zone) for column in columns] for row in rows)
    headers = [column.label for column in columns]
    if kind == "csv":
        return _csv(headers, cells)
    return _pieces(_xlsx if kind == "xlsx" else _ods, headers, _limited(cells))


def _plain(value, zone):
    """Text made safe; a moment without zone; everything else as it is."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "sim" if value else "não"
    if isinstance(value, datetime):
        return value.astimezone(zone).replace(tzinfo=None) if value.tzinfo else value
    if isinstance(value, (int, Decimal, date)):
        return value
    return safe(str(value))


def as_text(value) -> str:
    """A value as a person writes it in Brazil: `18/03/2022`, `18/03/2022 14:05`, `12,5`."""
    if isinstance(value, datetime):
        return f"{value:%d/%m/%Y %H:%M}"
    if isinstance(value, date):
        return f"{value.day:02d}/{value.month:02d}/{value.year:04d}"
    return str(value).replace(".", ",") if isinstance(value, Decimal) else str(value)


def _limited(cells):
    for number, row in enumerate(cells):
        if number == SHEET_ROWS:
            raise Refusal(
                "too_many_rows", "A lista é grande demais para uma planilha: baixe em CSV, ou filtre antes."
            )
        yield row


def _csv(headers, cells) -> Iterator[bytes]:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    text.write("\ufeff")
    writer.writerow([safe(header) for header in headers])
    for row in cells:
        writer.writerow([as_text(value) for value in row])
        if text.tell() > PIECE:
            yield text.getvalue().encode()
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode()


def _pieces(build, headers, cells) -> Iterator[bytes]:
    with tempfile.TemporaryFile() as file:
        build(file, headers, cells)
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece


def _xlsx(file, headers, cells):
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Lista")
    sheet.freeze_panes = "A2"
    sheet.append(headers)
    for row in cells:
        sheet.append([_xlsx_cell(sheet, value) for value in row])
    book.save(file)


def _xlsx_cell(sheet, value):
    if not isinstance(value, date):
        return value
    cell = WriteOnlyCell(sheet, value)
    cell.number_format = "DD/MM/YYYY HH:MM" if isinstance(value, datetime) else "DD/MM/YYYY"
    return cell


_ODS_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" office:version="1.2"><office:automatic-styles>
<number:date-style style:name="N1"><number:day number:style="long"/><number:text>/</number:text><number:month
 number:style="long"/><number:text>/</number:text><number:year number:style="long"/></number:date-style>
<style:style style:name="day" style:family="table-cell" style:data-style-name="N1"/></office:automatic-styles>
<office:body><office:spreadsheet><table:table table:name="Lista">"""
_ODS_TAIL = "</table:table></office:spreadsheet></office:body></office:document-content>"
_ODS_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2">
<manifest:file-entry manifest:full-path="/" manifest:version="1.2" manifest:media-type="{type}"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>"""


def _ods(file, headers, cells):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr(zipfile.ZipInfo("mimetype"), FORMATS["ods"])
        package.writestr("META-INF/manifest.xml", _ODS_MANIFEST.format(type=FORMATS["ods"]))
        with package.open("content.xml", "w", force_zip64=True) as content:
            content.write(_ODS_HEAD.encode())
            content.write(_ods_row(headers))
            for row in cells:
                content.write(_ods_row(row))
            content.write(_ODS_TAIL.encode())


def _ods_row(row) -> bytes:
    return f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>".encode()


def _ods_cell(value) -> str:
    shown = f"<text:p>{escape(as_text(value))}</text:p>"
    if value == "":
        return "<table:table-cell/>"
    if isinstance(value, date) and not isinstance(value, datetime):
        kind = f'table:style-name="day" office:value-type="date" office:date-value={quoteattr(value.isoformat())}'
    elif isinstance(value, (int, Decimal)):
        kind = f'office:value-type="float" office:value="{value}"'
    else:
        kind = 'office:value-type="string"'
    return f"<table:table-cell {kind}>{shown}</table:table-cell>"
