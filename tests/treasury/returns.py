"""Return files made for tests, in the bank's own layout."""

from datetime import date
from decimal import Decimal

DAY = date(2025, 3, 12)


def line(barcode, amount, *, number=1, on=DAY):
    """One payment of a barcode."""
    cents = int(Decimal(amount) * 100)
    text = f"G{'341999900000':20}{on:%Y%m%d}{on:%Y%m%d}{barcode}{cents:012d}0000140{number:08d}{'09332':8}2"
    return f"{text}{'AUT':23}1".ljust(150)


def file_of(*lines, sequence=1):
    """A whole file, with the totals of its lines."""
    total = sum(int(text[81:93]) for text in lines)
    head = (
        f"A2{'0000855':20}{'PREFEITURA':20}341{'BANCO ITAU S.A.':20}20250313{sequence:06d}04CODIGO DE BARRAS"
    )
    end = f"Z{len(lines) + 2:06d}{total:017d}"
    return "".join(f"{text:150}\r\n" for text in (head, *lines, end)).encode("ascii")
