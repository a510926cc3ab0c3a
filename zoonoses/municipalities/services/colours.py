"""Whether the municipality's colour can be read against white (WCAG 2.2, success criterion 1.4.3)."""

READABLE = 4.5


def _channel(value: int) -> float:
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def contrast_with_white(colour: str) -> float:
    """Contrast ratio of `#rrggbb` and white, from 1 (the same) to 21 (black)."""
    red, green, blue = map(_channel, _rgb(colour))
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)


def readable(colour: str) -> bool:
    """Whether white letters can be read on the colour."""
    return contrast_with_white(colour) >= READABLE


def darkened(colour: str) -> str:
    """The nearest darker shade of the same colour on which white letters can be read."""
    rgb = _rgb(colour)
    for step in range(100, 0, -1):
        shade = "#" + "".join(f"{channel * step // 100:02x}" for channel in rgb)
        if readable(shade):
            return shade
    return "#000000"
