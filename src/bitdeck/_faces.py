"""How the cards of a matching game read and look: the words of SET, and cards drawn as SVG."""

from collections.abc import Sequence
from html import escape

__all__ = ["NAMES", "PROPERTIES", "drawing", "picture", "plain_picture", "property_of", "words"]

PROPERTIES = ("number", "colour", "shading", "shape")
NAMES = (
    ("1", "2", "3"),
    ("red", "green", "purple"),
    ("solid", "striped", "open"),
    ("diamond", "squiggle", "oval"),
)
_ALSO = {"one": "1", "two": "2", "three": "3", "filled": "solid", "shaded": "striped", "outlined": "open"}
_INK = ("#d22", "#183", "#639")
_SHAPES = (
    "M30 10 54 22 30 34 6 22Z",
    "M8 28C4 8 22 8 32 14S48 10 52 14C58 34 38 36 28 30S12 36 8 28Z",
    "M18 10H42A12 12 0 0 1 42 34H18A12 12 0 0 1 18 10Z",
)
_OUTLINE = 'rx="6" fill="#fff" stroke="#999"'


def words(digits: Sequence[int]) -> str:
    """A card of SET as a person says it: `2 red striped ovals`."""
    text = " ".join(names[digit] for names, digit in zip(NAMES, digits, strict=True))
    return text + "s" * (digits[0] > 0)


def property_of(word: str) -> tuple[int, int] | None:
    """The property and value that a word of SET names, in singular or plural, None if it names none."""
    word = word.lower()
    word = _ALSO.get(word, word)
    for place, names in enumerate(NAMES):
        for value, name in enumerate(names):
            if word == name or (place == 3 and word == name + "s"):
                return place, value
    return None


def picture(digits: Sequence[int]) -> str:
    """A card of SET as an SVG group of 60 by 100, its number of shapes one above the other."""
    number, colour, shading, shape = digits
    ink = _INK[colour]
    fill = (ink, f"url(#bitdeck-stripes-{colour})", "none")[shading]
    top = 28 - 15 * number
    shapes = "".join(
        f'<path transform="translate(0 {top + 30 * i})" d="{_SHAPES[shape]}" fill="{fill}" stroke="{ink}" '
        'stroke-width="2"/>'
        for i in range(number + 1)
    )
    return f'<title>{words(digits)}</title><rect width="60" height="100" {_OUTLINE}/>{shapes}'


def plain_picture(text: str) -> str:
    """A card of another deck: its digits on a card."""
    label = f'<text x="30" y="55" text-anchor="middle" font-family="monospace">{escape(text)}</text>'
    return f'<rect width="60" height="100" {_OUTLINE}/>{label}'


def drawing(pictures: Sequence[str | None], columns: int) -> str:
    """Cards, and None for empty places, on a grid of so many columns, each with the number of its place."""
    stripes = "".join(
        f'<pattern id="bitdeck-stripes-{i}" width="4" height="4" patternUnits="userSpaceOnUse">'
        f'<path d="M1 0V4" stroke="{ink}" stroke-width="1.5"/></pattern>'
        for i, ink in enumerate(_INK)
    )
    rows = -(-len(pictures) // columns)
    cells = []
    for place, content in enumerate(pictures):
        row, column = divmod(place, columns)
        empty = '<rect width="60" height="100" rx="6" fill="none" stroke="#ccc" stroke-dasharray="4"/>'
        cells.append(
            f'<g transform="translate({4 + 70 * column} {4 + 120 * row})">{empty if content is None else content}'
            f'<text x="30" y="112" text-anchor="middle" font-size="9" fill="#777">{place}</text></g>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{70 * columns}" height="{120 * rows}">'
        f"<defs>{stripes}</defs>{''.join(cells)}</svg>"
    )
