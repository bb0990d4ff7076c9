"""Links of Penpa: drawings, of which givens, borders and names are read on square grids.

The text after `p=` is base64 of raw deflate of records, one per line: a header with the kind of
grid and its sides, the margins, …, and as the fourth the drawing, as JSON with short names. Other
drawn elements (lines, cages, symbols, shading) may be rules: they are refused, unless they are to
be ignored.

Source: the records as programs that read them describe them (facts only).
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Collection
from urllib.parse import unquote

from ...board import Puzzle
from ...constraints.geometry import ORTHOGONAL, pairs_by, pieces
from ...errors import LayoutError, ParseError
from ...frozen import frozen
from ...layout import Layout
from ...layout_data import MAX_SIZE, default_box
from ...phrases import phrase
from ...record_types import Record
from ..metadata import keeping, with_about, without_drawings
from ..text.json_text import load_json

#: Maximum number of bytes that a link may decompress to.
MOST = 1_000_000
#: Short names of drawn elements.
NAMES = {
    "zS": "surface", "zL": "line", "zE": "lineE", "zW": "wall", "zC": "cage", "zN": "number",
    "zY": "symbol", "zF": "freeline", "z2": "freelineE", "zT": "thermo", "z3": "arrows",
    "zD": "direction", "z0": "squareframe", "z5": "polygon", "z6": "killercages",
    "z7": "nobulbthermo", "z1": "numberS", "zO": "null",
}  # fmt: skip
# (Texts come first in it, so that what looks like a short name within one is left alone.)
SHORT = re.compile(r'"(?:[^"\\]|\\.)*"|(z[A-Z0-9_])')
#: Elements that may stand for rules.
DRAWN = (
    "surface", "line", "wall", "cage", "symbol", "freeline", "freelineE", "thermo", "arrows",
    "direction", "squareframe", "polygon", "killercages", "nobulbthermo", "numberS",
)  # fmt: skip
#: The mode of a number that is a candidate in an answer.
CANDIDATES = "7"


def read_penpa(packed: str, ignore: Collection[str] = ()) -> Puzzle:
    """Return the puzzle of a link's data; raise `ParseError` for other drawings or damaged data."""
    records = unpacked(packed)
    head = records[0].split(",")
    if head[0] not in ("square", "sudoku") or len(records) < 4:
        raise ParseError(
            phrase(
                "a Penpa drawing of the kind {kind!r}: only squares can be read", kind=head[0][:20]
            )
        )
    frame = _frame(head, records[1])
    long_names = SHORT.sub(_long, records[3])
    drawn = load_json(long_names, limit=MOST)
    undrawn = [name for name in DRAWN if drawn.get(name)]
    left_out = without_drawings(undrawn, ignore)
    digits = _digits(drawn.get("number") or {}, frame)
    walls = set()
    for key in drawn.get("lineE") or {}:
        if re.fullmatch(r"\d{1,6},\d{1,6}", key):
            first, second = map(int, key.split(","))
            walls.add((min(first, second), max(first, second)))
    try:
        layout = _layout(frame, walls)
    except LayoutError as error:
        raise ParseError(str(error)) from None
    puzzle = keeping(Puzzle(digits, layout), "penpa", {}, left_out)
    fields = {"title": _named(head, "Title: "), "author": _named(head, "Author: ")}
    return with_about(puzzle, fields)


@frozen
class Frame:
    """Where the board stands in the drawing. wide, tall: columns and rows of the drawing, with two
    on each side that Penpa adds; top, left: the margins above and beside the board; size: its
    rows."""

    wide: int
    tall: int
    top: int
    left: int
    size: int


def _frame(head: list[str], margins_text: str) -> Frame:
    """Return the frame that the first two records describe."""
    margins = load_json(margins_text) or (0, 0, 0, 0)
    top, bottom, left, right = [int(margin) for margin in margins]
    width = int(head[1])
    height = int(head[2])
    size = width - left - right
    is_square = height - top - bottom == size
    if not is_square or not 1 <= size <= MAX_SIZE or min(top, bottom, left, right) < 0:
        raise ParseError("a Penpa drawing that is not a board: only squares can be read")
    return Frame(wide=width + 4, tall=height + 4, top=top, left=left, size=size)


def _digits(numbers: Record, frame: Frame) -> tuple[int, ...]:
    """Return the cells of the board. numbers: by place, (text, …, mode)."""
    size = frame.size
    digits = [0] * (size * size)
    for place, value in numbers.items():
        row, column = divmod(int(place), frame.wide)
        r = row - 2 - frame.top
        c = column - 2 - frame.left
        if str(value[2]) == CANDIDATES or row >= frame.tall:
            continue
        if not (0 <= r < size and 0 <= c < size):
            raise ParseError("the drawing has a number beside the board, which may be a rule")
        text = str(value[0])
        if not re.fullmatch(r"[1-9]\d?", text, re.ASCII) or int(text) > size:
            raise ParseError(
                phrase("the drawing holds {text!r}, which is not a digit", text=text[:9])
            )
        digits[r * size + c] = int(text)
    return tuple(digits)


def unpacked(packed: str) -> list[str]:
    """Return the records; raise `ParseError` for data that are damaged or too large."""
    data = unquote(packed).replace("-", "+").replace("_", "/")
    try:
        padding = "=" * (-len(data) % 4)
        raw = base64.b64decode(data + padding, validate=True)
        # (Negative: raw deflate, without a header.)
        unpacker = zlib.decompressobj(-15)
        text = unpacker.decompress(raw, MOST)
        if unpacker.unconsumed_tail:
            raise ParseError(
                phrase("a link whose decompressed data has over {most:,} bytes", most=MOST)
            )
        return text.decode().split("\n")
    except (ValueError, zlib.error):
        raise ParseError("the link's data is damaged or cut off") from None


def _long(match: re.Match[str]) -> str:
    if match[1] is None:  # a text between quotes
        return match[0]
    name = NAMES.get(match[1], match[1])
    return name if name == "null" else f'"{name}"'


def _named(head: list[str], what: str) -> str:
    for part in head:
        if part.startswith(what):
            return part.removeprefix(what).replace("%2C", ",").strip()
    return ""


def _layout(frame: Frame, walls: set[tuple[int, int]]) -> Layout:
    """Return the standard board, or the regions that the drawn borders separate. walls: pairs of
    corners of cells; Penpa numbers corners after all cells."""
    size = frame.size
    first_corner = frame.wide * frame.tall

    def corner(r: int, c: int) -> int:
        return first_corner + (r + 1 + frame.top) * frame.wide + c + 1 + frame.left

    def is_open(cell: int, after: int) -> bool:
        """Return whether no border separates a cell from the next one, to the right or below."""
        r, c = divmod(after, size)
        end = corner(r, c + 1) if after - cell == size else corner(r + 1, c)
        return (corner(r, c), end) not in walls

    regions = [0] * (size * size)
    neighbours = pairs_by(Layout(size), ORTHOGONAL)
    edges = [(a, b) for a, b in neighbours if is_open(a, b)]
    for number, piece in enumerate(pieces(range(size * size), edges)):
        for cell in piece:
            regions[cell] = number
    # A single piece means that no border was drawn.
    if any(regions):
        return Layout(size, tuple(regions))
    return Layout.boxes(*default_box(size))
