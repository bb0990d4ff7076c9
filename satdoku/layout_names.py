"""Names of layouts, and the extra houses that have a name.

    SIZExSIZE [/ROWSxCOLUMNS | /latin | /jigsaw:MARKS] [+from-0] [+symbols:TEXT] [+HOUSE …]
    [+CONSTRAINT …]

or a rectangle, overlapping boards and the like in place of the first: see `layout_shapes`.
HOUSE is one of `EXTRA_HOUSES` or house:r1c1,r2c2,… (a house of your own). "9" is short for 9x9.
With +from-0 the symbols are 0 … size-1; +symbols: gives one for each digit. CONSTRAINT is a rule
of docs/variants.md, such as anti-knight or killer:13:r1c1,r1c2.

>>> from satdoku.layout import Layout
>>> Layout.named("9x9+diagonal").name
'9x9+diagonal'
>>> Layout.named("12/2x6").name
'12x12/2x6'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from .constraints.constraint import (
    Constraint,
    constraint_named,
    kind_meant,
    kinds_meant,
    parse_cells,
    split,
)
from .errors import LayoutError
from .geometry import House
from .layout_data import LayoutData, default_box
from .layout_shapes import OVERLAPS, Board, irregular_name, irregular_named, on_each_board
from .phrases import joined, phrase, verbatim
from .suggest import meant


def has_boxes(size: int) -> bool:
    """Return whether the usual board of that size has boxes: the size is not prime."""
    return size > 3 and min(default_box(size)) > 1


def diagonal(layout: LayoutData) -> list[list[int]]:
    """Both long diagonals (Sudoku X) of a square board, which may lack some of the digits."""
    n = layout.height
    if layout.width != n or n > layout.size:
        return []
    return [[i * n + i for i in range(n)], [i * n + n - 1 - i for i in range(n)]]


def disjoint(layout: LayoutData) -> list[list[int]]:
    """Disjoint groups: the cells at one place of each box."""
    rows, columns = layout.box_shape or (0, 0)
    groups: list[list[int]] = [[] for _ in range(rows * columns)]
    for house in layout.houses:
        if groups and house.kind == "box":
            for group, cell in zip(groups, house.cells, strict=True):
                group.append(cell)
    return groups


def window(layout: LayoutData) -> list[list[int]]:
    """The inner boxes of hyper Sudoku (windoku): one cell from the border and from each other."""
    if layout.box_shape is None:
        return []
    rows, columns = layout.box_shape
    n = layout.width
    found = []
    for top in range(1, layout.height - rows, rows + 1):
        for left in range(1, n - columns, columns + 1):
            inside = range(left, left + columns)
            found.append([r * n + c for r in range(top, top + rows) for c in inside])
    return found


def center(layout: LayoutData) -> list[list[int]]:
    """The middle cells of the boxes (center dot)."""
    rows, columns = layout.box_shape or (0, 0)
    if rows % 2 == 0 or columns % 2 == 0:
        return []
    middle = rows // 2 * columns + columns // 2
    return [[house.cells[middle] for house in layout.houses if house.kind == "box"]]


#: name → the groups of cells that it adds to a layout
EXTRA_HOUSES: dict[str, Callable[[LayoutData], list[list[int]]]] = {
    "diagonal": diagonal, "window": window, "disjoint": disjoint, "center": center,
}  # fmt: skip
#: Marks a board whose digits are 0 … size-1.
FROM_ZERO = "from-0"
#: Introduces the digits, if there are not as many as the longer side has cells.
DIGITS = "digits:"
#: Introduces the symbols of the digits, in their order.
OWN_SYMBOLS = "symbols:"
SYNONYMS = {"x": "diagonal", "diagonals": "diagonal", "hyper": "window", "windoku": "window"}


def extra_houses(name: str, layout: LayoutData) -> list[House]:
    """Return the houses that `name` adds to the layout; raise `LayoutError` if there are none."""
    if name.startswith("house:"):
        cells = tuple(sorted(parse_cells(name[6:], layout.places)))
        own = sum(house.kind == "house" for house in layout.extra_houses)
        return [House("house", 1 + own, cells)]
    known = [*EXTRA_HOUSES, *SYNONYMS, "house:CELLS"]
    name = meant(name, known, "extra house", LayoutError, "satdoku layouts")
    name = SYNONYMS.get(name, name)
    if name not in EXTRA_HOUSES:
        raise LayoutError("an extra house lists its cells: house:r1c1,r2c2,…")
    # Named houses are defined on a single board without extra variables; `on_each_board` repeats
    # them.
    one = replace(layout.layered or layout.one_board(), extra_houses=(), constraints=())
    groups = [sorted(cells) for cells in EXTRA_HOUSES[name](one) if cells]
    if layout.corners:
        groups = on_each_board(layout, groups)
    if not groups:
        raise LayoutError(
            phrase(
                "the board {board!s} cannot have the houses {name!r}",
                board=name_of(layout),
                name=name,
            )
        )
    return [House(name, i, tuple(cells)) for i, cells in enumerate(groups, 1)]


@lru_cache(maxsize=32)  # the same few names are read repeatedly
def layout_named(board: type[Board], name: str, symbols: str = "") -> Board:
    """Return the layout of that name (grammar above), with the given symbols, if any."""
    if not isinstance(name, str):
        raise LayoutError(
            phrase(
                "a layout is named by a text such as '9x9+diagonal', not {name!r:.40}", name=name
            )
        )
    base, *extras = split(name, "+")
    base = base.strip().replace("×", "x")
    board_name, slash, shape = base.partition("/")
    digits = next((extra for extra in extras if extra.startswith(DIGITS)), "")
    own = next((extra for extra in extras if extra.startswith(OWN_SYMBOLS)), "")
    symbols = symbols or own.removeprefix(OWN_SYMBOLS)
    extras = [extra for extra in extras if extra not in (digits, own)]
    layout = irregular_named(
        board,
        board_name.lower(),
        shape if slash else None,
        digits.removeprefix(DIGITS),
        FROM_ZERO in extras,
    )
    extras = [extra for extra in extras if extra != FROM_ZERO or not layout]
    layout = layout or _regular(board, base, FROM_ZERO in extras, symbols, name)
    if symbols and symbols != layout.symbols:
        layout = replace(layout, symbols=symbols)
    extras = [extra for extra in extras if extra != FROM_ZERO]
    # A board with holes has drawn its extra variables already.
    if not layout.holes and need_layer(extras):
        layout = layout.with_layer()
        extras = [extra for extra in extras if extra != "layer"]
    found = [(extra, _constraint(extra, layout)) for extra in extras]
    layout = with_houses(layout, *(extra for extra, rule in found if not rule))
    rules = [rule for _, rule in found if rule]
    return replace(layout, constraints=(*layout.constraints, *rules)) if rules else layout


def _no_board(base: str, short: str) -> LayoutError:
    """Return the error for a layout whose first part names no board: it may be mistyped, or name
    houses or a rule."""
    from difflib import get_close_matches

    from .constraints.registry import KINDS

    advice = (
        "write 9x9, 6x6/2x3, 7x7/latin, 9x9/jigsaw:MARKS, and +diagonal, +window, +disjoint for "
        "extra houses (`satdoku layouts` lists all)"
    )
    known = {*EXTRA_HOUSES, *SYNONYMS, *KINDS}
    if re.split("[:(]", base.strip().lower(), maxsplit=1)[0] in known:
        advice = phrase("begin with the board, as in 9x9+{short!s}", short=short)
    elif near := get_close_matches(base.strip().lower(), OVERLAPS, 1, 0.7):
        advice = phrase("did you mean {near!s}? (`satdoku layouts` lists all)", near=near[0])
    return LayoutError(phrase("{short!r} is not a layout: {advice}", short=short, advice=advice))


def with_houses(layout: Board, *names: str) -> Board:
    """Return the same board with extra houses by name."""
    for name in names:
        houses = layout.extra_houses + tuple(extra_houses(name, layout))
        layout = replace(layout, extra_houses=houses)
    return layout


def _regular(board: type[Board], base: str, from_zero: bool, symbols: str, whole: str) -> Board:
    """Return the square board of that name."""
    short = whole if len(whole) < 60 else whole[:57] + "…"
    if from_zero:
        digits = re.match(r"\d{1,2}", base.strip())
        symbols = symbols or board.zero_symbols(int(digits[0]) if digits else 0)
    match = re.fullmatch(
        r"(\d{1,4})(?:x(\d{1,4}))?(?:/(.+))?", base.strip(), re.ASCII | re.IGNORECASE
    )
    if not match or match[2] not in (None, match[1]):
        raise _no_board(base, short)
    size, shape = int(match[1]), match[3]
    if shape is None:
        layout = board.of_size(size, symbols)
    elif shape.lower() == "latin":
        layout = board(size, symbols=symbols)
    elif shape.lower().startswith("jigsaw:"):
        layout = board.jigsaw(shape[7:], symbols)
    else:
        box = re.fullmatch(r"(\d{1,4})x(\d{1,4})", shape, re.ASCII | re.IGNORECASE)
        if not box:
            raise LayoutError(
                phrase("{shape!r} is not a box shape: write ROWSxCOLUMNS, such as 2x3", shape=shape)
            )
        layout = board.boxes(int(box[1]), int(box[2]), symbols)
    if layout.size != size:
        raise LayoutError(
            phrase(
                "{short!r}: these regions fit a board of size {fitting}, not {size}",
                short=short,
                fitting=layout.size,
                size=size,
            )
        )
    return layout


def need_layer(extras: Sequence[str]) -> bool:
    """Return whether one of these parts of a name is a rule about a layer, or the layer itself."""
    names = {re.split("[:(]", extra, maxsplit=1)[0] for extra in extras}
    if names <= {*EXTRA_HOUSES, *SYNONYMS, "house"}:
        return False
    from .constraints.registry import KINDS

    return any(KINDS[name].on_layer for name in names if KINDS.has(name))


def _constraint(extra: str, layout: LayoutData) -> Constraint | None:
    """Return the constraint of that text; None if it names houses."""
    houses = [*EXTRA_HOUSES, *SYNONYMS, "house"]
    kind = re.split("[:(]", extra, maxsplit=1)[0]
    if kind in houses:
        return None
    from .constraints.registry import KINDS

    known = [*houses, *KINDS]
    name = kind_meant(kind)
    if not KINDS.has(name):
        if several := kinds_meant(kind):
            raise LayoutError(
                phrase(
                    "{name!r} may be {kinds}: write the one that is meant",
                    name=kind,
                    kinds=joined([verbatim(one) for one in several], "{one} or {next}"),
                )
            )
        name = meant(name, known, "extra house or rule", LayoutError, "satdoku layouts")
    return None if name in houses else constraint_named(name + extra[len(kind) :], layout.places)


def name_of(layout: LayoutData) -> str:
    """Return the name of a layout, without its symbols; `layout_named` reads it."""
    board = layout.layered or layout
    parts = [f"{board.size}x{board.size}"]
    shape = board.box_shape
    if not board.is_regular:
        parts = [irregular_name(board)]
    elif board.regions and shape is None:
        marks = "".join(type(board)(board.size).symbol(region + 1) for region in board.regions)
        parts.append(f"/jigsaw:{marks}")
    elif not board.regions and min(default_box(board.size)) > 1:
        parts.append("/latin")
    elif shape and shape != default_box(board.size):
        parts.append(f"/{shape[0]}x{shape[1]}")
    if board.is_regular and board.symbols == board.zero_symbols(board.size):
        parts.append(f"+{FROM_ZERO}")
    bare = replace(board, extra_houses=(), constraints=())
    for kind, houses in groupby(layout.extra_houses, key=lambda house: house.kind):
        group = list(houses)
        # The name is written only if it gives these very houses: some of them, or other cells of
        # that kind, are listed one by one.
        if kind in EXTRA_HOUSES and group == extra_houses(kind, bare):
            parts.append(f"+{kind}")
        else:
            parts += ["+house:" + ",".join(map(layout.cell_name, house.cells)) for house in group]
    parts += [f"+{constraint.on(layout.places)}" for constraint in layout.constraints]
    return "".join(parts)
