"""Static PIX: the BR Code that a bank's application reads as QR or pasted text.

Source: Banco Central, Manual do BR Code: EMV fields of two digits of name, two of length, and the value; the last field
is the CRC16-CCITT-FALSE of everything before it, its own name and length included. Names are printable ASCII without
accents, the receiver's of at most 25 characters, the city's of at most 15.
"""

import re
import unicodedata
from decimal import Decimal

from zoonoses import brazil

GUI = "br.gov.bcb.pix"
NAME_LENGTH, CITY_LENGTH, TXID_LENGTH, KEY_LENGTH = 25, 15, 25, 77
RANDOM_KEY = 36
NO_TXID = "***"
CRC = "6304"


def crc16(data: bytes) -> int:
    """CRC16-CCITT-FALSE: polynomial 0x1021, start 0xFFFF, nothing reflected."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
            crc &= 0xFFFF
    return crc


def key_of(text: str) -> str:
    """A PIX key in the form that a BR Code carries: CPF, CNPJ, e-mail, telephone with +55, or a random key.

    Raises `ValueError`, in Portuguese, when it is none of them. Eleven digits are a CPF: a telephone starts with +55.
    """
    typed = text.strip()
    if "@" in typed:
        return _matching(
            typed.lower(), r"[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9.-]+", "E-mail da chave PIX inválido."
        )
    if typed.startswith("+"):
        digits = re.sub(r"[\s()\-]", "", typed)
        return _matching(digits, r"\+55[0-9]{10,11}", "O telefone da chave PIX é +55, DDD e número.")
    if len(typed) == RANDOM_KEY and typed.count("-") == 4:
        pattern = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
        return _matching(typed.lower(), pattern, "Chave PIX aleatória inválida: copie-a inteira.")
    bare = brazil.bare(typed)
    if len(bare) == 11:
        return brazil.cpf(bare)
    if len(bare) == 14:
        return brazil.cnpj(bare)
    raise ValueError("Não é uma chave PIX: informe CNPJ, CPF, e-mail, telefone com +55 ou chave aleatória.")


def _matching(text: str, pattern: str, sentence: str) -> str:
    if len(text) > KEY_LENGTH or not re.fullmatch(pattern, text):
        raise ValueError(sentence)
    return text


def plain(text: str, length: int) -> str:
    """The text as a BR Code may carry it: no accents, printable ASCII, whole words within `length` when they fit.

    Raises `ValueError`, in Portuguese, when nothing is left of it.
    """
    bare = unicodedata.normalize("NFKD", text)
    bare = "".join(character for character in bare if " " <= character <= "~")
    bare = " ".join(bare.split())
    if not bare:
        raise ValueError("O nome não tem letra que o PIX aceite: use letras do alfabeto latino.")
    if len(bare) <= length:
        return bare
    cut = bare[: length + 1]
    whole = cut.rsplit(" ", 1)[0] if " " in cut else ""
    return whole if len(whole) * 2 > length else bare[:length].rstrip()


def br_code(*, key: str, name: str, city: str, amount: Decimal | None = None, txid: str = NO_TXID) -> str:
    """The payload of a static PIX. `amount` in reais, or None to let the payer type it; `txid` names the payment.

    Raises `ValueError` for an amount, key or txid that has no place in it.
    """
    if txid != NO_TXID and not re.fullmatch(rf"[A-Za-z0-9]{{1,{TXID_LENGTH}}}", txid):
        raise ValueError(f"not an identifier of a static PIX: {txid}")
    if not 0 < len(key) <= KEY_LENGTH or not key.isascii():
        raise ValueError("not a PIX key")
    if amount is not None and (amount <= 0 or amount != amount.quantize(Decimal("0.01"))):
        raise ValueError(f"not an amount to pay: {amount}")
    fields = [
        ("00", "01"),
        ("26", _field("00", GUI) + _field("01", key)),
        ("52", "0000"),
        ("53", "986"),
        ("54", "" if amount is None else f"{amount:.2f}"),
        ("58", "BR"),
        ("59", plain(name, NAME_LENGTH)),
        ("60", plain(city, CITY_LENGTH)),
        ("62", _field("05", txid)),
    ]
    body = "".join(_field(tag, value) for tag, value in fields if value) + CRC
    return f"{body}{crc16(body.encode()):04X}"


def _field(tag: str, value: str) -> str:
    return f"{tag}{len(value):02d}{value}"


def read(payload: str) -> dict[str, str]:
    """The fields of a BR Code, by their two digits; those inside 26 and 62 as `26.01`, `62.05`.

    Raises `ValueError`, in Portuguese, when the CRC or a length is wrong, or the name or city is too long.
    """
    body, crc = payload[:-4], payload[-4:]
    if not payload.isascii() or not body.endswith(CRC) or crc != f"{crc16(body.encode()):04X}":
        raise ValueError("O código de verificação do PIX não confere.")
    fields = _fields(payload)
    for tag in ("26", "62"):
        fields |= {f"{tag}.{inner}": value for inner, value in _fields(fields.get(tag, "")).items()}
    for tag, length in (("59", NAME_LENGTH), ("60", CITY_LENGTH)):
        if len(fields.get(tag, "")) > length:
            raise ValueError(f"O campo {tag} do PIX passa de {length} caracteres.")
    return fields


def _fields(text: str) -> dict[str, str]:
    fields, at = {}, 0
    while at < len(text):
        head = re.fullmatch(r"(\d\d)(\d\d)", text[at : at + 4])
        value = text[at + 4 : at + 4 + int(head[2])] if head else ""
        if head is None or len(value) != int(head[2]):
            raise ValueError("O PIX está incompleto ou tem um tamanho errado.")
        fields[head[1]] = value
        at += 4 + len(value)
    return fields
