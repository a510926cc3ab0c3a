"""Brazilian documents, telephones and postal codes as people type them, in their stored form. The one place
that knows validate-docbr.

Each function gives the stored form, or raises `ValueError` with a Portuguese sentence that names the right
document.
"""

import re

from validate_docbr import CNPJ, CPF, PIS

_AREAS = """
11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55
61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99
"""
AREA_CODES = frozenset(_AREAS.split())
LARGEST_CHIP = 274_877_906_943  # 38 bits: the national part of ISO 11784
_PUNCTUATION = re.compile(r"[\s.\-/]")


def bare(text: str) -> str:
    """The text without spaces, dots, dashes and slashes, in capitals."""
    return _PUNCTUATION.sub("", text or "").upper()


def cpf(text: str) -> str:
    """Eleven digits. A CPF that lost its zeros in a spreadsheet (ten digits) is refused, not guessed."""
    digits = bare(text)
    if not digits.isascii() or not digits.isdigit():
        raise ValueError("O CPF tem só números: confira o que foi digitado.")
    if len(digits) != 11:
        raise ValueError(f"O CPF tem 11 dígitos; foram digitados {len(digits)}.")
    if not CPF().validate(digits):
        raise ValueError("CPF inválido: os dígitos verificadores não conferem.")
    return digits


def cnpj(text: str) -> str:
    """Fourteen characters, numeric or alphanumeric (since July 2026), in capitals."""
    code = bare(text)
    if len(code) != 14:
        raise ValueError(f"O CNPJ tem 14 caracteres; foram digitados {len(code)}.")
    if not re.fullmatch(r"[A-Z0-9]{12}[0-9]{2}", code) or not CNPJ().validate(code):
        raise ValueError("CNPJ inválido: os dígitos verificadores não conferem.")
    return code


def nis(text: str) -> str:
    """Eleven digits of a NIS (PIS/PASEP/NIT), the number of a person in CadÚnico."""
    digits = bare(text)
    if not (digits.isascii() and digits.isdigit() and len(digits) == 11):
        raise ValueError("O NIS tem 11 dígitos: confira o que foi digitado.")
    if not PIS().validate(digits):
        raise ValueError("NIS inválido: o dígito verificador não confere.")
    return digits


def phone(text: str) -> str:
    """Ten or eleven digits with area code; `+55` is dropped. 0800 numbers have eleven digits too."""
    digits = re.sub(r"\D", "", text or "")
    if len(digits) in (12, 13) and digits.startswith("55"):
        digits = digits[2:]
    if re.fullmatch(r"0[3589]00\d{7}", digits):
        return digits
    mobile = len(digits) == 11 and digits[2] == "9"
    landline = len(digits) == 10 and digits[2] in "2345"
    if not (mobile or landline) or digits[:2] not in AREA_CODES:
        raise ValueError("Telefone inválido: informe o DDD e o número, como (27) 99999-0000.")
    return digits


def postal_code(text: str) -> str:
    """Eight digits of a CEP."""
    found = re.fullmatch(r"\s*(\d{5})-?(\d{3})\s*", text or "")
    if found is None or found[1] == "00000":
        raise ValueError("CEP inválido: são oito dígitos, como 29680-000.")
    return found[1] + found[2]


def microchip(text: str) -> str:
    """The number of an animal's chip without spaces, dots and dashes: 15 digits of ISO 11784/11785.

    The first three are a country (Brazil 076) or a maker (900 to 999), the other twelve at most 274877906943; older
    chips have 9 digits or 10 hexadecimal characters. There is no check digit: `microchip_doubt` says what to look at.
    """
    number = bare(text)
    if len(number) == 15 and number.isascii() and number.isdigit():
        if number[:3] == "000" or int(number[3:]) > LARGEST_CHIP:
            raise ValueError("Microchip inválido: confira os quinze dígitos no leitor.")
        return number
    if re.fullmatch(r"[0-9]{9}|[0-9A-F]{10}", number):
        return number
    if len(number) == 15:
        raise ValueError("O microchip de quinze posições tem só números: confira o que foi digitado.")
    raise ValueError(f"O microchip tem 15 dígitos; foram digitados {len(number)}.")


def microchip_doubt(number: str) -> str:
    """What to confirm in a chip's number that is valid and unusual; "" when nothing is."""
    if len(number) != 15:
        return "Formato antigo, de 9 ou 10 posições: confirme no leitor."
    if number[:3] == "999":
        return "Começa por 999, faixa usada só em testes: confirme no leitor."
    if number[:3] != "076" and number[:3] < "900":
        return f"Código de outro país ({number[:3]}): confirme no leitor."
    return ""
