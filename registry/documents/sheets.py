"""Laying faces out on paper: one card a page, ten cards to an A4 with cut marks and mirrored backs, labels of tags."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from registry.documents.cards import HEIGHT, WIDTH, Face

A4_WIDTH, A4_HEIGHT = 210.0, 297.0
COLUMNS, ROWS = 2, 5
A_SHEET = COLUMNS * ROWS
LEFT = round((A4_WIDTH - COLUMNS * WIDTH) / 2, 2)
TOP = round((A4_HEIGHT - ROWS * HEIGHT) / 2, 2)
MARK, GAP, HAIR = 5.0, 1.5, 0.15  # length of a cut mark, its distance from the cards, its thickness

# Label sheet of 65, 38.1 × 21.2 mm: the common A4 of five columns and thirteen rows.
LABEL_COLUMNS, LABEL_ROWS = 5, 13
LABEL_LEFT, LABEL_TOP, LABEL_STEP_X, LABEL_STEP_Y = 4.75, 10.7, 40.6, 21.2
A_LABEL_SHEET = LABEL_COLUMNS * LABEL_ROWS


class Cut(NamedTuple):
    x: float
    y: float
    w: float
    h: float


class Placed(NamedTuple):
    x: float
    y: float
    face: Face


@dataclass(frozen=True)
class Page:
    kind: str
    faces: tuple[Placed, ...]
    cuts: tuple[Cut, ...] = ()
    single: bool = False
    form: int = 0  # which page of the forms lies under each face


def _marks() -> tuple[Cut, ...]:
    """Hair lines at the edges of the sheet, in line with every cut; none runs through a card."""
    marks = []
    for column in range(COLUMNS + 1):
        x = round(LEFT + column * WIDTH, 2)
        marks += [Cut(x, TOP - GAP - MARK, HAIR, MARK), Cut(x, A4_HEIGHT - TOP + GAP, HAIR, MARK)]
    for row in range(ROWS + 1):
        y = round(TOP + row * HEIGHT, 2)
        marks += [Cut(LEFT - GAP - MARK, y, MARK, HAIR), Cut(A4_WIDTH - LEFT + GAP, y, MARK, HAIR)]
    return tuple(marks)


MARKS = _marks()


def singles(cards: Sequence[tuple[Face, Face]]) -> list[Page]:
    """Front and back of each card on pages of the card's own size."""
    return [
        Page("card", (Placed(0, 0, face),), single=True, form=form)
        for card in cards
        for form, face in enumerate(card)
    ]


def sheets(cards: Sequence[tuple[Face, Face]]) -> list[Page]:
    """Ten to a sheet: a page of fronts, then its page of backs, mirrored for printing on both sides (long edge)."""
    pages = []
    for start in range(0, len(cards), A_SHEET):
        ten = cards[start : start + A_SHEET]
        pages.append(Page("card", tuple(_place(i, face) for i, (face, _) in enumerate(ten)), MARKS))
        backs = tuple(_place(_mirror(i), face) for i, (_, face) in enumerate(ten))
        pages.append(Page("card", backs, MARKS, form=1))
    return pages


def _mirror(place: int) -> int:
    row, column = divmod(place, COLUMNS)
    return row * COLUMNS + (COLUMNS - 1 - column)


def _place(place: int, face: Face) -> Placed:
    row, column = divmod(place, COLUMNS)
    return Placed(round(LEFT + column * WIDTH, 2), round(TOP + row * HEIGHT, 2), face)


def labels(faces: Sequence[Face]) -> list[Page]:
    """Labels of tags, sixty-five to a sheet."""
    pages = []
    for start in range(0, len(faces), A_LABEL_SHEET):
        placed = []
        for place, face in enumerate(faces[start : start + A_LABEL_SHEET]):
            row, column = divmod(place, LABEL_COLUMNS)
            placed.append(
                Placed(
                    round(LABEL_LEFT + column * LABEL_STEP_X, 2),
                    round(LABEL_TOP + row * LABEL_STEP_Y, 2),
                    face,
                )
            )
        pages.append(Page("tag", tuple(placed)))
    return pages
