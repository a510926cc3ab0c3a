"""Faces of the RGA card (85.6 × 54 mm) and the tag's label, as boxes placed in millimetres: fast to draw, exact to cut.

The fields and their order are the law's (`rga_card` of the ruleset). What says whose the card is and when it was issued
stands on the back, the animal on the front.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from registry.documents.fitting import fit
from registry.documents.identity import COMMON_CARD, FieldName, Identity
from registry.documents.identity import value as known_value
from zoonoses.documents import glyphs
from zoonoses.municipalities.templatetags import br

WIDTH, HEIGHT = 85.6, 54.0
WIDE = ("animal_name", "age", "owner_name", "owner_address", "owner_phone")
ABSENT = "não informado"
LABEL_SIZES = (4.6, 4.2, 3.8)
VALUE_SIZES = (7.5, 7, 6.5, 6, 5.5, 5)
EXTRA = (FieldName("species", "espécie"), FieldName("microchip", "microchip"))


class Box(NamedTuple):
    """A text of one or more lines: its upper left corner and width in millimetres, size in points, kind of text."""

    x: float
    y: float
    w: float
    size: float
    kind: str  # label, value, strong
    text: str


class Picture(NamedTuple):
    x: float
    y: float
    w: float
    h: float
    name: str
    alt: str


@dataclass(frozen=True)
class Face:
    """One side of a card, or a label."""

    boxes: tuple[Box, ...]
    pictures: tuple[Picture, ...] = ()
    frame: Picture | None = None


@dataclass(frozen=True)
class Issuer:
    """The municipality as its cards show it. `has_crest`: the drawing was given a picture called `crest`."""

    name: str
    body: str
    town: str
    contact: str
    has_crest: bool
    training: bool


def issuer_of(municipality) -> Issuer:
    """The municipality's name, body and contacts, with only characters that the font draws."""
    phone = f"Tel. {br.phone(municipality.phone)}" if municipality.phone else ""
    contact = (municipality.body_name, phone, municipality.email, municipality.address)
    return Issuer(
        name=glyphs.clean(municipality.letterhead_name, "letterhead"),
        body=glyphs.clean(municipality.body_name, "letterhead"),
        town=glyphs.clean(str(municipality), "letterhead"),
        contact=glyphs.clean(" · ".join(part for part in contact if part), "letterhead"),
        has_crest=bool(municipality.crest),
        training=municipality.is_training,
    )


def value(code: str, identity: Identity) -> str:
    """One field, with only characters that the font draws; raises `Refusal` naming one that it lacks."""
    return glyphs.clean(known_value(code, identity), "name" if code.endswith("_name") else code)


def line(text, x, y, w, *, sizes, kind, lines=1, tall=0.0) -> Iterable[Box]:
    """A text in a place, as large as it fits."""
    fitted = fit(text, w, sizes=sizes, lines=lines, tall=tall, bold=kind == "strong")
    yield Box(x, round(y, 2), round(w, 2), fitted.size, kind, "\n".join(fitted.lines))


def fields_of(rule) -> Sequence:
    """The card's fields: the law's own, or the common ones."""
    return rule.fields if rule is not None else COMMON_CARD


def front_form(*, fields, issuer: Issuer) -> Face:
    """What every front of a batch shares: letterhead, labels, the frame of the photo."""
    boxes = list(_head(issuer))
    boxes += _rows(_front_fields(fields), None, x=28, y=14.2, w=WIDTH - 28 - 3, bottom=51.5)
    boxes += line(issuer.town, 3, 46.2, 22.5, sizes=(6, 5.5, 5), kind="label", lines=2)
    pictures = (Picture(3, 2, 9, 9, "crest", "Brasão"),) if issuer.has_crest else ()
    return Face(tuple(boxes), pictures, Picture(3, 14.2, 22.5, 30, "", ""))


def front(identity: Identity, *, fields, copy: int, photo: str) -> Face:
    """Number, photo and the animal. `photo` names its picture, "" when there is none."""
    boxes = list(line(str(identity.number), 63, 4.2, 19.6, sizes=(12, 10, 9, 8), kind="strong"))
    if copy > 1:
        boxes += line(f"{copy}ª via", 63, 9.6, 19.6, sizes=(6,), kind="strong")
    boxes += _rows(_front_fields(fields), identity, x=28, y=14.2, w=WIDTH - 28 - 3, bottom=51.5)
    if not photo:
        boxes += line("sem foto", 10, 28, 14, sizes=(6,), kind="value")
    return Face(tuple(boxes), (Picture(3.3, 14.5, 21.9, 29.4, photo, "Foto do animal"),) if photo else ())


def back_form(*, fields, issuer: Issuer) -> Face:
    """What every back of a batch shares: labels, and how to reach the agency."""
    boxes = list(_rows(_back_fields(fields), None, x=3, y=3, w=57.5, bottom=43.5))
    boxes += line("Confira este animal:", 63, 3.4, 20, sizes=(5,), kind="label")
    boxes += line("Encontrou este animal? Avise:", 3, 45, 79, sizes=(5.5,), kind="strong")
    boxes += line(issuer.contact, 3, 47.4, 79.6, sizes=(5.5, 5), kind="value", lines=2)
    return Face(tuple(boxes))


def back(identity: Identity, *, fields, code: str, qr: str) -> Face:
    """Who answers for the animal, the day of issue, and the QR of the animal's public page."""
    boxes = list(_rows(_back_fields(fields), identity, x=3, y=3, w=57.5, bottom=43.5))
    boxes += line(code.replace("-", " "), 63, 26.4, 19.6, sizes=(5.6, 5), kind="strong", lines=2)
    return Face(tuple(boxes), (Picture(63, 6, 19.6, 19.6, qr, "QR da página do animal"),))


def tag(identity: Identity, *, issuer: Issuer, qr: str) -> Face:
    """The label of a tag (38.1 × 21.2 mm): number and QR."""
    number = f"{identity.number}"
    boxes = [
        *line("RGA", 20.6, 3.2, 16, sizes=(7,), kind="label"),
        *line(number, 20.6, 6.2, 16, sizes=(13, 11, 9, 8), kind="strong"),
        *line(issuer.town, 20.6, 12.6, 16, sizes=(6, 5.5, 5), kind="value", lines=2),
    ]
    if issuer.training:
        boxes += line("TREINAMENTO", 20.6, 17.8, 16, sizes=(5,), kind="strong")
    return Face(tuple(boxes), (Picture(1.8, 2, 17.2, 17.2, qr, "QR da página do animal"),))


def _on_back(code: str) -> bool:
    return code.startswith(("owner_", "issue_"))


def _front_fields(fields) -> list[FieldName]:
    """The law's fields of the animal, then species and microchip where the law does not list them."""
    own = [FieldName(field.code, field.label) for field in fields if not _on_back(field.code)]
    listed = {field.code for field in own}
    return own + [field for field in EXTRA if field.code not in listed]


def _back_fields(fields) -> list[FieldName]:
    return [FieldName(field.code, field.label) for field in fields if _on_back(field.code)]


def _head(issuer: Issuer) -> Iterable[Box]:
    left = 13.5 if issuer.has_crest else 3
    yield from line(issuer.name, left, 2.2, 62 - left, sizes=(6.5, 6, 5.5, 5), kind="strong")
    yield from line(issuer.body, left, 5, 62 - left, sizes=(5.5, 5), kind="value")
    title = "TREINAMENTO – SEM VALOR" if issuer.training else "RGA – Registro Geral do Animal"
    yield from line(title, left, 7.8, 62 - left, sizes=(6.5, 6), kind="strong")
    yield from line("RGA nº", 63, 2.2, 19.6, sizes=(5,), kind="label")


def _rows(fields, identity: Identity | None, *, x, y, w, bottom) -> Iterable[Box]:
    """Fields in their order, a wide one alone in its row, two narrow ones side by side; none is left out.

    Without an identity the labels alone, with one the values alone: the places are the same for every card.
    """
    placed = _paired(fields)
    height = min(6.6, (bottom - y) / max(1, sum(_share(row) for row in placed)))
    for row in placed:
        room = w if len(row) == 1 else (w - 2) / 2
        tall = height * _share(row) - 1.75
        for place, field in enumerate(row):
            left = round(x + place * (room + 2), 2)
            if identity is None:
                yield from line(field.label, left, y, room, sizes=LABEL_SIZES, kind="label")
                continue
            kind = "strong" if field.code.endswith("_name") else "value"
            text = value(field.code, identity) or ABSENT
            yield from line(text, left, y + 1.75, room, sizes=VALUE_SIZES, kind=kind, tall=tall)
        y = round(y + height * _share(row), 2)


def _paired(fields) -> list[list[FieldName]]:
    placed: list[list[FieldName]] = []
    for field in fields:
        narrow = field.code not in WIDE
        if narrow and placed and len(placed[-1]) == 1 and placed[-1][0].code not in WIDE:
            placed[-1].append(field)
        else:
            placed.append([field])
    return placed


def _share(row) -> float:
    """Height of a row against a common one: an address and long names take two lines."""
    return 1.3 if row[0].code in ("owner_address", "owner_name", "animal_name") else 1
