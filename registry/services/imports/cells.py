"""From a cell of a spreadsheet to what the registry keeps.

Each reader takes a cell (text, `int`, `Decimal`, `date`, `bool`) and gives (value, note): the note tells the person
what was put right (zeros that Excel dropped), "" when nothing was. `ValueError` says in Portuguese why the cell cannot
be taken.
"""

import re
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation

from dateutil.relativedelta import relativedelta
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from registry.models import Animal, Tutor
from registry.text import only_digits, search_key
from zoonoses import brazil
from zoonoses.municipalities.models import UFS
from zoonoses.municipalities.templatetags import br
from zoonoses.unseen import without_unseen

EXCEL_DAY_ZERO = date(1899, 12, 30)
SERIALS = range(10_000, 73_051)  # 18/05/1927 to 31/12/2099: shorter numbers are ages and house numbers
EARLIEST_YEAR = 1900
_FORMULA_GUARD = re.compile(r"^'(?=[=+\-@\t\r])")
_DAY = re.compile(r"(\d{1,2})[/.\-](\d{1,2})[/.\-](\d{1,6})(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T].*)?")
_SCIENTIFIC = re.compile(r"\d+(?:[.,]\d+)?[eE]\+?\d+")
_AGE = re.compile(r"(\d+(?:[.,]\d+)?)\s*(anos?|a|mes(?:es)?|m)?\b")
YES = frozenset("sim s yes y verdadeiro true v x 1 castrado castrada esterilizado esterilizada".split())
NO = frozenset("nao n no falso false f 0 inteiro inteira".split()) | {"nao castrado", "nao castrada"}
SPECIES = {
    "cao": "dog", "cachorro": "dog", "cachorra": "dog", "cadela": "dog", "canino": "dog", "canina": "dog",
    "caes": "dog", "canis": "dog", "c": "dog", "gato": "cat", "gata": "cat", "felino": "cat", "felina": "cat",
    "g": "cat", "cavalo": "horse", "egua": "horse", "equino": "horse", "equina": "horse", "burro": "mule",
    "mula": "mule", "muar": "mule", "jumento": "donkey", "jegue": "donkey", "asno": "donkey", "asinino": "donkey",
    "boi": "cattle", "vaca": "cattle", "bovino": "cattle", "bovina": "cattle", "bufalo": "buffalo",
    "bubalino": "buffalo", "porco": "pig", "suino": "pig", "ovelha": "sheep", "carneiro": "sheep", "ovino": "sheep",
    "cabra": "goat", "bode": "goat", "caprino": "goat", "galinha": "poultry", "galo": "poultry", "ave": "poultry",
    "ave domestica": "poultry", "avestruz": "ostrich", "coelho": "rabbit", "coelha": "rabbit",
}  # fmt: skip
SPECIES_LABELS = {search_key(label): value for value, label in Animal.Species.choices}
SEXES = {
    "m": "male", "macho": "male", "masculino": "male", "f": "female", "femea": "female", "feminino": "female",
    "nao verificado": "unknown", "indefinido": "unknown", "nao informado": "unknown", "i": "unknown",
}  # fmt: skip
SIZES = {
    "p": "P", "pequeno": "P", "pequena": "P", "pequeno p": "P", "mini": "P", "m": "M", "medio": "M", "media": "M",
    "medio m": "M", "g": "G", "grande": "G", "grande g": "G", "eg": "EG", "gg": "EG", "gigante": "EG",
    "extragrande": "EG", "extra grande": "EG", "extragrande eg": "EG",
}  # fmt: skip
KINDS = {
    "pessoa fisica": Tutor.Kind.NATURAL, "fisica": Tutor.Kind.NATURAL, "pf": Tutor.Kind.NATURAL,
    "f": Tutor.Kind.NATURAL, "pessoa juridica": Tutor.Kind.LEGAL, "juridica": Tutor.Kind.LEGAL,
    "pj": Tutor.Kind.LEGAL, "j": Tutor.Kind.LEGAL, "empresa": Tutor.Kind.LEGAL,
}  # fmt: skip


def plain(cell) -> str:
    """The cell as text on one line; a guard against formulas, put there by an export, is taken off."""
    if isinstance(cell, bool):
        return "sim" if cell else "não"
    if isinstance(cell, date):
        return f"{cell:%d/%m/%Y}"
    text = " ".join(without_unseen(str(cell)).split())
    return _FORMULA_GUARD.sub("", text) if text.startswith("'") else text


def digits_of(cell, what: str) -> str:
    """A long number as text. One that Excel shortened (`9,82E+14`) has lost digits for good and is refused."""
    text = plain(cell)
    if _SCIENTIFIC.fullmatch(text):
        raise ValueError(
            f"A planilha encurtou {what} ({text}): formate a coluna como texto e digite de novo."
        )
    return text


def text_of(limit: int):
    """A reader of plain text of at most `limit` characters."""

    def read(cell):
        text = plain(cell)
        if len(text) > limit:
            raise ValueError(f"Texto longo demais: cabem {limit} caracteres, há {len(text)}.")
        return text, ""

    return read


def name(cell):
    """A name of a person has at least one letter, of any script."""
    text, note = text_of(200)(cell)
    if not any(char.isalpha() for char in text):
        raise ValueError("Nome sem letras.")
    return text, note


def document(cell):
    """CPF or CNPJ, told apart by the length; zeros that the spreadsheet dropped from the front come back."""
    text = digits_of(cell, "o número do documento")
    code = brazil.bare(text)
    if len(code) == 14:
        return brazil.cnpj(code), ""
    if len(code) == 11 or not code.isdigit():
        return brazil.cpf(code), ""
    for length, check, label in ((11, brazil.cpf, "CPF"), (14, brazil.cnpj, "CNPJ")):
        if 3 <= len(code) < length:
            try:
                found = check(code.zfill(length))
            except ValueError:
                continue
            return found, f"A planilha perdeu zeros do {label}: foi lido como {br.document(found)}."
    if len(code) < 12:
        raise ValueError(f"O CPF tem 11 dígitos; há {len(code)}, e não confere nem com zeros à esquerda.")
    return brazil.cnpj(code), ""


def phone(cell):
    return brazil.phone(digits_of(cell, "o telefone")), ""


def postal_code(cell):
    """Eight digits; a zero lost from the front comes back."""
    text = plain(cell).replace(".", "")
    if text.isdigit() and len(text) == 7:
        found = brazil.postal_code(f"0{text}")
        return found, f"A planilha perdeu o zero do CEP: foi lido como {br.cep(found)}."
    return brazil.postal_code(text), ""


def uf(cell):
    text = plain(cell).upper()
    if text not in UFS:
        raise ValueError("UF desconhecida: use a sigla, como ES.")
    return text, ""


def email(cell):
    text = plain(cell)
    try:
        validate_email(text)
    except ValidationError as error:
        raise ValueError("E-mail inválido.") from error
    return text, ""


def nis(cell):
    """The eleven digits of the CadÚnico's NIS."""
    digits = only_digits(digits_of(cell, "o NIS"))
    if not 1 <= len(digits) <= 11:
        raise ValueError(f"O NIS tem 11 dígitos; há {len(digits)}.")
    return digits.zfill(11), ""


def chip(cell):
    """A microchip's number, spaces and dashes apart. 076… that lost its zero in a spreadsheet gets it back."""
    text = digits_of(cell, "o microchip")
    code = brazil.bare(text)
    if len(code) == 14 and code.isdigit() and code.startswith("76"):
        return brazil.microchip(f"0{code}"), f"A planilha perdeu o zero do microchip: foi lido como 0{code}."
    number = brazil.microchip(text)
    return number, brazil.microchip_doubt(number)


def sinpatinhas(cell):
    digits = only_digits(digits_of(cell, "o número do SinPatinhas"))
    if not 1 <= len(digits) <= 15:
        raise ValueError(f"O número do SinPatinhas tem 15 dígitos; há {len(digits)}.")
    return digits, ""


def number(cell) -> Decimal:
    """`1.234,56`, `12,5`, `9.999` (nine thousand), `12.5`."""
    if isinstance(cell, (int, Decimal)) and not isinstance(cell, bool):
        return Decimal(cell)
    text = plain(cell)
    if "," in text:
        text = text.replace(".", "").replace(",", ".")
    elif text.count(".") > 1 or re.fullmatch(r"\d{1,3}\.\d{3}", text):
        text = text.replace(".", "")
    try:
        return Decimal(text)
    except InvalidOperation as error:
        raise ValueError("Não é um número.") from error


def rga(cell):
    """The number of a registration given before: a whole number greater than zero; `RGA nº 123` is 123."""
    text = re.sub(r"(?i)^(rga)?\s*(n[ºo°.]*)?\s*", "", plain(cell))
    found = number(text)
    if found != found.to_integral_value() or not 0 < found <= 2_000_000_000:
        raise ValueError("O número do RGA é um número inteiro maior que zero.")
    return int(found), ""


def day(cell):
    """A day: a date cell, an Excel serial (45292 is 01/01/2024), `dd/mm/aaaa` or `aaaa-mm-dd`; the hour is dropped."""
    if isinstance(cell, date):
        return _checked(cell), ""
    text = plain(cell)
    if isinstance(cell, (int, Decimal)) or re.fullmatch(r"\d{5}(?:[.,]\d+)?", text):
        serial = int(cell if isinstance(cell, (int, Decimal)) else text[:5])
        if serial not in SERIALS:
            raise ValueError("Data inválida: use dia, mês e ano, como 18/03/2022.")
        return EXCEL_DAY_ZERO + timedelta(days=serial), ""
    found = _DAY.fullmatch(text)
    if found:
        first, month, year = found.groups()
    else:
        found = _ISO.fullmatch(text)
        if not found:
            raise ValueError("Data inválida: use dia, mês e ano, como 18/03/2022.")
        year, month, first = found.groups()
    if len(year) != 4:
        raise ValueError(f"O ano precisa de quatro algarismos; há {len(year)}.")
    try:
        return _checked(date(int(year), int(month), int(first))), ""
    except ValueError as error:
        known = str(error).startswith("Confira")
        raise ValueError(str(error) if known else f"Este dia não existe: {text}.") from error


def _checked(value: date) -> date:
    if isinstance(value, datetime):
        value = value.date()
    if value.year < EARLIEST_YEAR:
        raise ValueError(f"Confira o ano: {value.year}.")
    return value


def age(cell):
    """Years and months from `3`, `2,5`, `3 anos`, `8 meses`, `2 a 6 m`; the months of the age, at most 60 years."""
    text = search_key(plain(cell)) if not isinstance(cell, (int, Decimal)) else str(cell)
    typed = plain(cell).lower().replace("ê", "e")
    parts = _AGE.findall(typed)
    if not parts or not text:
        raise ValueError("Idade não entendida: use anos ou meses, como 3 anos ou 8 meses.")
    months = Decimal(0)
    for amount, unit in parts:
        value = Decimal(amount.replace(",", "."))
        months += value if unit.startswith("m") else value * 12
    if months > 60 * 12:
        raise ValueError("Idade acima de 60 anos: confira.")
    return int(months), ""


def born_from(months: int, on: date) -> date:
    """The birth presumed from an age in months on a day."""
    return on - relativedelta(months=months)


def yes_no(cell):
    key = search_key(plain(cell))
    if key in YES:
        return True, ""
    if key in NO:
        return False, ""
    raise ValueError("Responda sim ou não.")


def choice_of(words: dict, labels: str):
    """A reader of one of a few words."""

    def read(cell):
        found = words.get(search_key(plain(cell)))
        if found is None:
            raise ValueError(f"Valor desconhecido: use {labels}.")
        return found, ""

    return read


def species(cell):
    """(species, its name when it is another one): `cachorro` is a dog, `furão` another species named so."""
    text = plain(cell)
    key = search_key(text)
    if not any(char.isalpha() for char in key):
        raise ValueError("Espécie não entendida: use cão, gato ou o nome da espécie.")
    found = SPECIES.get(key) or SPECIES_LABELS.get(key)
    if found and found != Animal.Species.OTHER:
        return (found, ""), ""
    if found or len(text) > 60:
        raise ValueError("Diga qual é a espécie.")
    return (Animal.Species.OTHER, text), f"Espécie fora da lista: entra como outra ({text})."


sex = choice_of(SEXES, "macho ou fêmea")
size = choice_of(SIZES, "P, M, G ou EG")
kind = choice_of(KINDS, "pessoa física ou pessoa jurídica")
