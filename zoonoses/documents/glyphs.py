"""Which characters the paper's font can draw. A name is never printed with a box in the place of a letter."""

import unicodedata

from zoonoses.documents import typefaces
from zoonoses.documents.refusals import Refusal

# What people's keyboards and clipboards bring, and the plain form that means the same on paper.
PLAIN = {"\u2011": "-", "\u2212": "-", "\r\n": "\n", "\r": "\n", "\u2028": "\n", "\u2029": "\n"}

# Keys of the bodies, as the pages call these fields.
FIELD_NAMES = {
    "name": "nome",
    "animal_names": "nome dos animais",
    "breed": "raça",
    "colour": "cor",
    "street": "logradouro",
    "complement": "complemento",
    "district": "bairro",
    "city": "município",
    "address": "endereço",
    "place": "local",
    "notes": "observações",
    "orders": "o que deve ser feito",
    "description": "descrição",
    "detail": "outros",
    "reason": "motivo",
    "what": "o que foi denunciado",
    "accused": "quem é denunciado",
    "reference": "ponto de referência",
    "caption": "legenda da foto",
    "value": "relatório",
    "conclusion": "conclusão",
    "gravity_reason": "justificativa da gravidade",
    "position": "cargo",
    "badge": "matrícula",
    "rg": "RG",
    "email": "e-mail",
    "witnesses": "testemunhas",
    "statement": "recusa de assinatura",
    "letterhead": "timbre",
}


def plain(text: str) -> str:
    """The text composed (NFC), with usual line ends and spaces, without invisible marks."""
    for odd, usual in PLAIN.items():
        text = text.replace(odd, usual)
    kept = []
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if character == "\n":
            kept.append(character)
        elif category == "Zs" or character == "\t":
            kept.append("\u00a0" if character in "\u00a0\u202f" else " ")
        elif category not in ("Cc", "Cf"):
            kept.append(character)
    return "".join(kept)


def legible(text: str) -> str:
    """The text made plain, with `?` for what cannot be drawn: for the name of a file, never for an act's words."""
    known = typefaces.drawable()
    return "".join(
        character if character == "\n" or ord(character) in known else "?" for character in plain(text)
    )


def clean(value, key=""):
    """A context with every text made plain; raises `Refusal("character_not_printable")` naming character and field."""
    if isinstance(value, str):
        text = plain(value)
        _check(text, key)
        return text
    if isinstance(value, dict):
        return {name: clean(item, name) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [clean(item, key) for item in value]
    return value


def _check(text: str, key: str) -> None:
    known = typefaces.drawable()
    missing = sorted({character for character in text if character != "\n" and ord(character) not in known})
    if not missing:
        return
    named = ", ".join(f"“{character}” (U+{ord(character):04X})" for character in missing)
    where = f"No campo “{FIELD_NAMES[key]}” há" if key in FIELD_NAMES else f"No texto “{text[:60]}” há"
    raise Refusal(
        "character_not_printable",
        f"{where} um caractere que a fonte dos documentos não tem: {named}. "
        "O documento não foi emitido. Escreva com letras latinas e emita de novo.",
    )
