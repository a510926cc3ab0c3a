"""Plain pictures for the demonstration: a shield that is nobody's coat of arms, scenes for photographs, a signature."""

import math
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 900
GROUND = 600
CAPTION = "IMAGEM DE TREINAMENTO"
SKIES = ["#bcd4e6", "#c9d9d3", "#d8d3c4"]
EARTHS = ["#9c8a6b", "#8d9a6a", "#a59a88"]
COATS = ["#8a5a33", "#3f3a36", "#c79a5b"]


def shield(first: str, second: str) -> bytes:
    """PNG of a plain shield in two colours, on a transparent ground."""
    picture = Image.new("RGBA", (600, 700), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    draw.polygon(_shield_outline(0), fill=first)
    draw.polygon(_shield_outline(26), fill="white")
    draw.polygon(_shield_outline(40), fill=first)
    draw.rectangle((78, 300, 522, 372), fill=second)
    for centre, top, size in ((300, 200, 62), (215, 150, 34), (385, 150, 34), (260, 96, 34), (340, 96, 34)):
        draw.ellipse((centre - size, top - size * 0.8, centre + size, top + size * 0.8), fill="white")
    for step in range(3):
        draw.line(_wave(430 + step * 55), fill="white", width=16, joint="curve")
    return _bytes(picture, "PNG")


def _shield_outline(inset: int) -> list[tuple[float, float]]:
    top, side = 20 + inset, 40 + inset
    right = [
        (600 - side - (260 - inset) * (1 - math.cos(turn)), 380 + (290 - inset) * math.sin(turn))
        for turn in (step * math.pi / 40 for step in range(21))
    ]
    left = [(600 - x, y) for x, y in reversed(right)]
    return [(side, top), (600 - side, top), *right, *left]


def _wave(height: float) -> list[tuple[float, float]]:
    half = 190 - (height - 430) * 0.75
    return [(300 - half + x, height + 12 * math.sin(x / 26)) for x in range(0, int(half * 2), 6)]


@cache
def scene(name: str, number: int = 1) -> bytes:
    """JPEG of one scene: `dog`, `cat`, `horse` or `yard`; the number changes colours and place."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), SKIES[number % 3])
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, GROUND, WIDTH, HEIGHT), fill=EARTHS[number % 3])
    _fence(draw)
    if name == "horse":
        _four_legs(draw, 420 + 60 * (number % 3), 500, 1.6, COATS[number % 3], neck=True)
    else:
        _house(draw, number)
        if name in ("dog", "cat"):
            _four_legs(draw, 640, 660, 1.0 if name == "dog" else 0.6, COATS[number % 3])
        _bowl(draw, 500, 820)
    font = ImageFont.load_default(30)
    draw.rectangle((0, HEIGHT - 52, WIDTH, HEIGHT), fill="#22303c")
    draw.text((24, HEIGHT - 44), f"{CAPTION} {number}", fill="white", font=font)
    return _bytes(picture, "JPEG", quality=82)


def _fence(draw) -> None:
    draw.rectangle((0, GROUND - 110, WIDTH, GROUND - 96), fill="#7b6a55")
    for x in range(20, WIDTH, 90):
        draw.rectangle((x, GROUND - 150, x + 18, GROUND + 8), fill="#8a775f")


def _house(draw, number) -> None:
    left = 80 if number % 2 else 150
    draw.rectangle((left, 360, left + 320, GROUND + 60), fill="#d9cbb2")
    draw.polygon([(left - 30, 360), (left + 160, 240), (left + 350, 360)], fill="#a4523b")
    draw.rectangle((left + 190, 470, left + 270, GROUND + 60), fill="#6b4a32")


def _bowl(draw, x, y) -> None:
    draw.ellipse((x - 50, y - 16, x + 50, y + 16), fill="#5f6b75")
    draw.ellipse((x - 38, y - 11, x + 38, y + 7), fill="#2f363c")


def _four_legs(draw, x, y, scale, colour, *, neck=False) -> None:
    """An animal from its side; the neck makes a horse of it."""

    def box(left, top, right, bottom):
        return (x + left * scale, y + top * scale, x + right * scale, y + bottom * scale)

    leg = 150 if neck else 110
    for offset in (20, 60, 200, 240):
        draw.rectangle(box(offset, 60, offset + 24, 60 + leg), fill=colour)
    draw.rounded_rectangle(box(0, 0, 280, 100), radius=45 * scale, fill=colour)
    if neck:
        outline = [(215, 40), (300, -110), (345, -90), (275, 70)]
        draw.polygon([(x + a * scale, y + b * scale) for a, b in outline], fill=colour)
        draw.ellipse(box(285, -130, 400, -65), fill=colour)
        draw.line(box(8, 30, -40, 120), fill=colour, width=int(20 * scale))
        return
    draw.ellipse(box(235, -70, 345, 30), fill=colour)
    draw.ellipse(box(315, -30, 385, 18), fill=colour)
    draw.polygon(
        [(x + a * scale, y + b * scale) for a, b in [(245, -50), (265, -105), (295, -62)]], fill=colour
    )
    draw.line(box(12, 20, -50, -40), fill=colour, width=int(18 * scale))


@cache
def signature() -> bytes:
    """PNG of a signature as a finger draws it."""
    picture = Image.new("RGB", (700, 240), "white")
    line = [(60 + step * 5, 120 + 60 * math.sin(step / 5) * math.cos(step / 23)) for step in range(110)]
    draw = ImageDraw.Draw(picture)
    draw.line(line, fill="#101820", width=6, joint="curve")
    draw.line([(120, 190), (560, 176)], fill="#101820", width=4)
    return _bytes(picture, "PNG")


def _bytes(picture, kind, **options) -> bytes:
    stored = BytesIO()
    picture.save(stored, kind, **options)
    return stored.getvalue()
