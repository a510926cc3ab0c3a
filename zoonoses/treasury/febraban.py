"""The barcode of a guia de arrecadação: 44 positions, and the line of 48 digits that a person types.

Source: FEBRABAN, Layout padrão de arrecadação/recebimento com utilização do código de barras, version 7 (2023).

    1      product, always 8
    2      segment: 1 town halls, 5 other bodies of government, 6 whoever is known by the first 8 digits of a CNPJ
    3      6 and 7 check by module 10, 8 and 9 by module 11; 6 and 8 are reais, 7 and 9 a quantity of another currency
    4      check digit of the 43 others
    5-15   amount, with two decimals
    16-19  the body's code, given by FEBRABAN (16-23 for a CNPJ)
    20-44  free field (24-44 for a CNPJ): due day as AAAAMMDD, when there is one, then the body's own number

Here a guide's number fills the rest of the free field after the due day.
"""

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

PRODUCT = "8"
LENGTH, LINE_LENGTH, BLOCK = 44, 48, 11
REAIS = {"6", "8"}
MODULE_10, MODULE_11 = {"6", "7"}, {"8", "9"}
BY_CNPJ = "6"
LARGEST = Decimal("999999999.99")


def mod10(digits: str) -> int:
    """Check digit by module 10: weights 2 and 1 from the right, digits of the products added; rest 0 gives 0."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        product = int(digit) * (2 - place % 2)
        total += product // 10 + product % 10
    return -total % 10


def mod11(digits: str) -> int:
    """Check digit by module 11: weights 2 to 9 from the right; rest 0 or 1 gives 0, rest 10 gives 1."""
    total = sum(int(digit) * (2 + place % 8) for place, digit in enumerate(reversed(digits)))
    rest = total % 11
    return 0 if rest < 2 else 11 - rest


def _check(value_id: str):
    return mod10 if value_id in MODULE_10 else mod11


@dataclass(frozen=True)
class Barcode:
    """What the 44 positions say. `amount` is reais, or a quantity of another currency when `value_id` is 7 or 9."""

    digits: str
    segment: str
    value_id: str
    amount: Decimal
    issuer: str
    free: str

    @property
    def is_reais(self) -> bool:
        return self.value_id in REAIS

    @property
    def number(self) -> str:
        """The body's own number, as `make` writes it: what follows the due day."""
        return self.free[8:]

    @property
    def line(self) -> str:
        return line_of(self.digits)


def issuer_length(segment: str) -> int:
    """How many digits name the body: 8 of its CNPJ in segment 6, 4 of its code in the others."""
    return 8 if segment == BY_CNPJ else 4


def number_length(segment: str) -> int:
    """How many digits the number of a guide has, after the due day."""
    return LENGTH - 15 - issuer_length(segment) - 8


def make(*, segment: str, value_id: str, amount: Decimal, issuer: str, due_on: date, number: int) -> str:
    """The 44 digits of a guide. `amount` in reais with two decimals; `number` is the guide's own.

    Raises `ValueError` for what does not fit in its positions.
    """
    if value_id not in REAIS:
        raise ValueError("a guide is asked for in reais: value id 6 or 8")
    if not 0 < amount <= LARGEST or amount != amount.quantize(Decimal("0.01")):
        raise ValueError(f"not an amount of a guide: {amount}")
    length = issuer_length(segment)
    if not re.fullmatch(rf"[0-9]{{{length}}}", issuer):
        raise ValueError(f"the code of the body has {length} digits in segment {segment}")
    own = f"{number:0{number_length(segment)}d}"
    if number < 1 or len(own) > number_length(segment):
        raise ValueError(f"the number of a guide does not fit: {number}")
    rest = f"{int(amount * 100):011d}{issuer}{due_on:%Y%m%d}{own}"
    start = f"{PRODUCT}{segment}{value_id}"
    return f"{start}{_check(value_id)(start + rest)}{rest}"


def line_of(digits: str) -> str:
    """The line of 48 digits: four blocks of eleven, each with its own check digit."""
    check = _check(digits[2])
    blocks = [digits[start : start + BLOCK] for start in range(0, LENGTH, BLOCK)]
    return "".join(f"{block}{check(block)}" for block in blocks)


def printed(digits: str) -> str:
    """The line as papers print it: `81630000002-2 41850299000-9 ...`."""
    line = line_of(digits)
    return " ".join(f"{line[start : start + BLOCK]}-{line[start + BLOCK]}" for start in range(0, 48, 12))


def read(text: str) -> Barcode:
    """The barcode of 44 digits, or of the line of 48, spaces and dashes dropped.

    Raises `ValueError`, in Portuguese, that says which check digit or which position is wrong.
    """
    digits = re.sub(r"[\s.\-]", "", text)
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError("O código de barras tem só números.")
    if len(digits) not in (LENGTH, LINE_LENGTH):
        raise ValueError(f"O código tem 44 dígitos, ou 48 na linha digitável; este tem {len(digits)}.")
    if len(digits) == LINE_LENGTH:
        digits = _from_line(digits)
    if digits[0] != PRODUCT:
        raise ValueError("Não é uma guia de arrecadação: o código não começa por 8.")
    value_id = digits[2]
    if value_id not in MODULE_10 | MODULE_11:
        raise ValueError(f"Identificação de valor desconhecida: {value_id}.")
    if _check(value_id)(digits[:3] + digits[4:]) != int(digits[3]):
        raise ValueError("O dígito verificador geral (posição 4) não confere.")
    end = 15 + issuer_length(digits[1])
    amount = Decimal(digits[4:15]) / 100
    return Barcode(digits, digits[1], value_id, amount, digits[15:end], digits[end:])


def _from_line(line: str) -> str:
    check = _check(line[2])
    blocks = [line[start : start + 12] for start in range(0, LINE_LENGTH, 12)]
    for place, block in enumerate(blocks, start=1):
        if check(block[:BLOCK]) != int(block[BLOCK]):
            raise ValueError(f"O dígito verificador do bloco {place} da linha digitável não confere.")
    return "".join(block[:BLOCK] for block in blocks)
