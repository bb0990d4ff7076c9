"""Boards other than regular squares: rectangles, other digits, several overlapping boards.

    HEIGHTxWIDTH or SIZExSIZE@r1c1,r7c7,… or one of `OVERLAPS`
    [/ROWSxCOLUMNS | /latin | /jigsaw:MARKS | /free | /free:MARKS] [+digits:9 | +digits:0-8]

A rectangle has by default as many digits as its longer side has cells; @ names the upper left cells
of overlapping boards. Cells marked "." are in no region. On a free board rows and columns are not
houses. "_" marks a position without a cell; the cells below a row of these are extra variables.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from .errors import LayoutError
from .geometry import Place, Places
from .layout_data import FROM_ZERO, LayoutData
from .phrases import phrase

Board = TypeVar("Board", bound=LayoutData)

#: name → (description, upper left corners of 9×9 boards, from 0)
OVERLAPS: dict[str, tuple[str, tuple[Place, ...]]] = {
    "twodoku": ("two boards that share a box", ((0, 0), (6, 6))),
    "samurai": ("five boards: the middle one shares a box with each of the other four",
                ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))),
    "windmill": ("five boards: the middle one shares two boxes with each of the other four; "
                 "kazaguruma",
                 ((0, 3), (3, 12), (6, 6), (9, 0), (12, 9))),
    "sohei": ("four boards in a ring, each sharing a box with the next",
              ((0, 6), (6, 0), (6, 12), (12, 6))),
    "butterfly": ("four boards, each one box from the next",
                  ((0, 0), (0, 3), (3, 0), (3, 3))),
}  # fmt: skip
#: The marks for regions in a name, one character each.
MARKS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
NO_REGION = "."
NO_CELL = "_"


def default_boxes(height: int, width: int, cells: int) -> tuple[int, int] | None:
    """Return (rows, columns) of boxes of `cells` cells that tile a board, nearest to squares, wider
    than high if both fit; None if there are none."""
    # From the root downwards, so that the first shape that fits is nearest to a square.
    for low in range(int(cells**0.5), 1, -1):
        high = cells // low
        if cells % low == 0:
            for rows, columns in ((low, high), (high, low)):
                if height % rows == 0 and width % columns == 0:
                    return rows, columns
    return None


def regions_marked(marks: str, places: Places) -> tuple[int, ...]:
    """Return the regions from one mark per cell (white space ignored), "." for none."""
    marks = "".join(marks.split())
    if len(marks) != places.count:
        raise LayoutError(
            phrase(
                "{number} region marks: this board has {count} cells",
                number=len(marks),
                count=places.count,
            )
        )
    known = dict.fromkeys(mark for mark in marks if mark != NO_REGION)
    numbers = {mark: number for number, mark in enumerate(known)} | {NO_REGION: -1}
    return tuple([numbers[mark] for mark in marks])


def boxed(places: Places, shape: tuple[int, int], digits: int) -> tuple[int, ...]:
    """Return the boxes of that shape; raise `LayoutError` if they do not tile the board."""
    rows, columns = shape
    fits = places.height % rows == 0 and places.width % columns == 0
    if not fits or any(r % rows or c % columns for r, c in places.corners):
        raise LayoutError(
            phrase(
                "boxes of {rows}x{columns} cells do not tile this board", rows=rows, columns=columns
            )
        )
    if rows * columns > digits:
        raise LayoutError(
            phrase(
                "boxes of {rows}x{columns} cells cannot hold {digits} digits",
                rows=rows,
                columns=columns,
                digits=digits,
            )
        )
    return places.boxes(rows, columns)


def symbols_for(text: str, longest: int) -> str:
    """Return the symbols for "9" or "0-8" after +digits:; raise `LayoutError` for other ranges."""
    match = re.fullmatch(r"(?:([01])-)?(\d{1,2})", text, re.ASCII)
    low, high = (int(match[1] or 1), int(match[2])) if match else (1, 0)
    count = high + 1 - low
    if not match or not longest <= count <= len(FROM_ZERO) - 1:
        raise LayoutError(
            phrase(
                "digits {text!r}: write 1-12, 0-9 or their number, at least {longest} of them and "
                "at most {number}",
                text=text[:20],
                longest=longest,
                number=len(FROM_ZERO) - 1,
            )
        )
    return FROM_ZERO[low : low + count]


def irregular_named(
    board: type[Board], base: str, shape: str | None, digits: str, is_from_zero: bool
) -> Board | None:
    """Return the board for the parts of a name (see above); None for a regular square, which
    `layout_names` reads. Raises `LayoutError`."""
    outline = _outline(base)
    if outline is None:
        return None
    height, width, corners = outline
    kind, colon, marks = (shape or "").partition(":")
    marks = "".join(marks.split())
    is_free = kind.startswith("free")
    is_marked = kind == "jigsaw" and (NO_REGION in marks or NO_CELL in marks)
    # Plain squares are left to `layout_names`: so each board has one reader, and one name.
    if not (corners or height != width or digits or is_free or is_marked):
        return None
    if height * width > 99 * 999 or len(corners) > 25:
        raise LayoutError("up to 999 rows and columns, and up to 25 boards that overlap, can be")
    holes = tuple(i for i, mark in enumerate(marks) if mark == NO_CELL)
    if holes and (len(marks) != height * width or len(holes) == len(marks) or corners):
        raise LayoutError(
            phrase(
                "{number} marks: a drawing of {height}x{width} has {expected}",
                number=len(marks),
                height=height,
                width=width,
                expected=height * width,
            )
        )
    # Free boards have no lines, and holes make lines shorter: then there may be fewer digits than
    # cells in the longer side.
    needs_all_digits = bool(corners) or not (is_free or holes)
    symbols = _symbols(digits, max(height, width), needs_all_digits, is_from_zero)
    size = len(symbols)
    if corners and size != height:
        raise LayoutError(
            phrase("boards of {height}x{height} that overlap have {height} digits", height=height)
        )
    # Without regions first: reading boxes and marks takes the board's places.
    bare = board(
        size,
        symbols=symbols,
        height=height,
        width=width,
        corners=corners,
        lines=not is_free,
        holes=holes,
    )
    regions: tuple[int, ...] = ()
    if shape is None:
        box = default_boxes(height, width, max(height, width))
        regions = boxed(bare.places, box, size) if box else ()
    elif colon and kind in ("jigsaw", "free"):
        regions = regions_marked(marks.replace(NO_CELL, ""), bare.places)
        if set(regions) == {-1}:
            regions = ()
    elif shape not in ("latin", "free"):
        regions = boxed(bare.places, _box(shape), size)
    return replace(bare, regions=regions)


def _outline(base: str) -> tuple[int, int, tuple[Place, ...]] | None:
    """Return the rows and columns of a board and the corners of those that overlap; None if the
    name is another one. For overlapping boards, the rows and columns of one of them."""
    if base in OVERLAPS:
        return 9, 9, OVERLAPS[base][1]
    match = re.fullmatch(r"(\d{1,3})(?:x(\d{1,3}))?(?:@(r[\drc,]*))?", base, re.ASCII)
    if not match:
        return None
    height = int(match[1])
    width = int(match[2] or match[1])
    corners = _corners(match[3]) if match[3] else ()
    if corners and height != width:
        raise LayoutError("boards that overlap are squares: write 9x9@r1c1,r7c7")
    return height, width, corners


def _symbols(digits: str, side: int, needs_all: bool, is_from_zero: bool) -> str:
    """Return the symbols of the digits: as many as the longer side has cells unless `digits` says
    how many; needs_all: whether a house is as long as that side."""
    if digits:
        return symbols_for(digits, side if needs_all else 1)
    first = 0 if is_from_zero else 1
    return FROM_ZERO[first : first + side]


def _corners(text: str) -> tuple[Place, ...]:
    found = re.findall(r"r(\d{1,2})c(\d{1,2})(?:,|$)", text)
    corners = tuple(sorted({(int(r) - 1, int(c) - 1) for r, c in found}))
    if text.count(",") != len(found) - 1 or not found or min(map(min, corners)) < 0:
        raise LayoutError(
            phrase("{text!r} does not list upper left cells: write @r1c1,r7c7", text=text[:40])
        )
    return corners


def _box(shape: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})", shape, re.ASCII)
    if not match or 0 in (int(match[1]), int(match[2])):
        raise LayoutError(
            phrase(
                "{shape!r} is not a box shape: write ROWSxCOLUMNS, such as 2x3", shape=shape[:20]
            )
        )
    return int(match[1]), int(match[2])


def irregular_name(layout: LayoutData) -> str:
    """Return the name of such a board without its houses and rules."""
    side = max(layout.height, layout.width)
    if layout.corners:
        side = layout.size
        known = (name for name, (_, at) in OVERLAPS.items() if (side, at) == (9, layout.corners))
        at = ",".join(f"r{r + 1}c{c + 1}" for r, c in layout.corners)
        name = next(known, f"{side}x{side}@{at}")
        usual = default_boxes(side, side, side)
    else:
        name = f"{layout.height}x{layout.width}"
        usual = default_boxes(layout.height, layout.width, side)
    shape = layout.box_shape
    if not layout.lines:
        name += "/free" + (":" + _marks(layout) if layout.regions or layout.holes else "")
    elif layout.holes:
        name += "/jigsaw:" + _marks(layout)
    elif not layout.regions:
        name += "/latin" if usual else ""
    elif shape is None:
        name += "/jigsaw:" + _marks(layout)
    elif shape != usual:
        name += f"/{shape[0]}x{shape[1]}"
    first = layout.digits[0]
    if first == 0:
        return name + ("+from-0" if layout.size == side else f"+digits:0-{layout.size - 1}")
    return name + ("" if layout.size == side else f"+digits:{layout.size}")


def _marks(layout: LayoutData) -> str:
    regions = layout.regions or (-1,) * layout.cell_count
    if max(regions) >= len(MARKS):
        raise LayoutError(
            phrase(
                "{number} regions: {most} at most have a name",
                number=max(regions) + 1,
                most=len(MARKS),
            )
        )
    marks = [NO_REGION if region < 0 else MARKS[region] for region in regions]
    return "".join("".join(row) for row in layout.places.drawn(marks, NO_CELL))


def on_each_board(layout: LayoutData, groups: list[list[int]]) -> list[list[int]]:
    """Copy groups of cells of one board to each overlapping board, without duplicates."""
    boards = (layout.places.board(i) for i in range(len(layout.corners)))
    found = (tuple(sorted(cells[c] for c in group)) for cells in boards for group in groups)
    return [list(group) for group in islice(dict.fromkeys(found), 10_000)]
