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
from ...layout import Layout
from ...layout_data import MAX_SIZE, default_box
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
        raise ParseError(f"a Penpa drawing of the kind {head[0][:20]!r}: only squares can be read")
    margins = load_json(records[1])
    top, bottom, left, right = (int(n) for n in margins) if margins else (0, 0, 0, 0)
    width = int(head[1])
    height = int(head[2])
    size = width - left - right
    wide = width + 4
    tall = height + 4
    if not 1 <= size == height - top - bottom <= MAX_SIZE or min(top, bottom, left, right) < 0:
        raise ParseError("a Penpa drawing that is not a board: only squares can be read")
    drawn = load_json(SHORT.sub(_long, records[3]), limit=MOST)
    left_out = without_drawings([name for name in DRAWN if drawn.get(name)], ignore)
    digits = [0] * (size * size)
    for place, value in (drawn.get("number") or {}).items():
        r, c = int(place) // wide - 2 - top, int(place) % wide - 2 - left
        if str(value[2]) == CANDIDATES or int(place) >= wide * tall:
            continue
        if not (0 <= r < size and 0 <= c < size):
            raise ParseError("the drawing has a number beside the board, which may be a rule")
        if not re.fullmatch(r"[1-9]\d?", str(value[0]), re.ASCII) or int(value[0]) > size:
            raise ParseError(f"the drawing holds {str(value[0])[:9]!r}, which is not a digit")
        digits[r * size + c] = int(value[0])
    walls = {
        tuple(sorted(map(int, key.split(","))))
        for key in drawn.get("lineE") or {}
        if re.fullmatch(r"\d{1,6},\d{1,6}", key)
    }
    try:
        layout = _layout(size, walls, (wide, tall, top, left))
    except LayoutError as error:
        raise ParseError(str(error)) from None
    puzzle = keeping(Puzzle(tuple(digits), layout), "penpa", {}, left_out)
    fields = {"title": _named(head, "Title: "), "author": _named(head, "Author: ")}
    return with_about(puzzle, fields)


def unpacked(packed: str) -> list[str]:
    """Return the records; raise `ParseError` for data that are damaged or too large."""
    data = unquote(packed).replace("-", "+").replace("_", "/")
    try:
        raw = base64.b64decode(data + "=" * (-len(data) % 4), validate=True)
        unpacker = zlib.decompressobj(-15)
        text = unpacker.decompress(raw, MOST)
        if unpacker.unconsumed_tail:
            raise ParseError(f"a link whose decompressed data has over {MOST:,} bytes")
        return text.decode().split("\n")
    except (ValueError, zlib.error):
        raise ParseError("the link's data is damaged or cut off") from None


def _long(match: re.Match[str]) -> str:
    name = NAMES.get(match[1] or "", match[1])
    return match[0] if match[1] is None else "null" if name == "null" else f'"{name}"'


def _named(head: list[str], what: str) -> str:
    fields = next((part.removeprefix(what) for part in head if part.startswith(what)), "")
    return fields.replace("%2C", ",").strip()


def _layout(size: int, walls: set[tuple[int, ...]], frame: tuple[int, ...]) -> Layout:
    """Return the standard board, or the regions that the drawn borders separate."""
    wide, tall, top, left = frame

    def corner(r: int, c: int) -> int:
        return (r + 1 + top) * wide + c + 1 + left + wide * tall

    def is_open(cell: int, after: int) -> bool:
        """Return whether no border separates a cell from the next one, to the right or below."""
        r, c = divmod(after, size)
        end = corner(r, c + 1) if after - cell == size else corner(r + 1, c)
        return (corner(r, c), end) not in walls

    regions = [0] * (size * size)
    edges = (pair for pair in pairs_by(Layout(size), ORTHOGONAL) if is_open(*pair))
    for number, piece in enumerate(pieces(range(size * size), edges)):
        for cell in piece:
            regions[cell] = number
    return Layout(size, tuple(regions)) if any(regions) else Layout.boxes(*default_box(size))
