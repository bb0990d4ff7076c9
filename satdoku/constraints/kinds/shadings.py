"""Named kinds of shading: Yin-Yang, Nurikabe, cave, star battle, loop, snake.

They combine what `layers` offers; consequences of a rule that clauses would find only by search are
added explicitly.
"""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from itertools import product
from typing import Any

from ...errors import LayoutError
from ...geometry import Cells
from ...layout_data import LayoutData
from ..constraint import Constraint
from ..forms import (
    AnyOf,
    Areas,
    Candidates,
    Connected,
    Form,
    Forms,
    Reader,
    Relation,
    automaton,
)
from ..geometry import DIAGONAL, ORTHOGONAL, pairs_by
from ..kind_table import ANY, NONE, ONE
from ..styles import INK, Outline, Shade
from .layers import Layer, layered


@layered(
    "yin-yang",
    "the shaded cells are connected orthogonally, and so are the unshaded; no 2x2 "
    "square is all shaded or all unshaded",
    noun="Yin-Yang",
    title="Yin-Yang",
    cells=NONE,
)
def yin_yang(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    both = (on.unshaded, on.shaded)
    # Two pieces cannot cross: so no square is a chequerboard, and around the border the shade
    # changes at most twice. The clauses of "one piece" find that only by search.
    yield from on.squares_without("aaaa", "bbbb", "abab", "baba")
    around = _around(on)
    if around:
        yield automaton(around, layout.digits, _two_changes(both), key=("two changes", both))
    for shade in both:  # then the border cells of a shade are one piece along the border
        yield Connected(on.cells, frozenset((shade,)), on.edges, 0, border=tuple(around))


def _around(on: Layer) -> list[int]:
    """Return the border of a rectangle, in circular order; [] for other shapes or a single row."""
    places = on.layout.places
    high = places.board_height
    wide = places.board_width
    if high * wide != on.layout.board_cells or min(high, wide) < 2:
        return []
    ring = [(0, c) for c in range(wide)]
    ring += [(r, wide - 1) for r in range(1, high)]
    ring += [(high - 1, c) for c in reversed(range(wide - 1))]
    ring += [(r, 0) for r in reversed(range(1, high - 1))]
    return [on[r * wide + c] for r, c in ring]


def _two_changes(both: tuple[int, int]) -> Reader:
    """The state is (last shade, changes so far). Around the border changes come in pairs: at most
    two."""

    def step(q: Any, i: int, d: int) -> Any:
        if d not in both:
            return None
        last, changes = q or (d, 0)
        if d != last:
            changes += 1
        return (d, changes) if changes <= 2 else None

    return Reader(None, step)


@layered(
    "nurikabe",
    "the shaded cells are connected, without a 2x2 square; each connected area "
    "of unshaded cells has one of {it}, whose digit is its size",
    seen="the shaded cells are connected, without a 2x2 square; each connected "
    "area of unshaded cells has one pale green circle, whose digit is its "
    "size",
    draws=Shade("circle", "#d9ead3"),
)
def nurikabe(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    if len(set(c.cells)) < len(c.cells):
        raise LayoutError("a cell is named twice")
    yield from on.squares_without("bbbb")
    yield on.connected(on.shaded)
    clues = tuple((on[cell], cell) for cell in c.cells)
    # no clue, and so no area, is larger than the largest digit
    yield Areas(on.cells, frozenset((on.unshaded,)), on.edges, layout.digits[-1], clues)


@layered(
    "cave",
    "the unshaded cells form one connected cave; all shaded cells are connected to "
    "the border; each digit in {it}, in the cave, is the number of cave cells seen "
    "along its row and column, itself included",
    seen="the unshaded cells form one connected cave; all shaded cells are "
    "connected to the border; the digit in a pale orange circle, in the "
    "cave, is the number of cave cells seen along its row and column, "
    "itself included",
    cells=ANY,
    draws=Shade("circle", "#fce5cd"),
)
def cave(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    yield from on.squares_without("abab", "baba")  # two pieces cannot cross
    yield on.connected(on.unshaded)
    shaded = frozenset((on.shaded,))
    yield Connected(on.cells, shaded, on.edges, 0, border=on.border(), must_touch=True)
    for cell in c.cells:
        yield Candidates(on[cell], frozenset((on.unshaded,)))
        yield _seen(on, cell)


def _seen(on: Layer, cell: int) -> Form:
    """Require: the cell's digit is the number of unshaded cells that it sees."""
    layout = on.layout
    places = layout.places
    read: list[int] = []
    starts = set()
    for move in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        starts.add(len(read))
        read += [on[other] for other in places.ray(places.place(cell), move)]
    # no digit says more
    top = layout.digits[-1]

    def step(q: tuple[int, bool], i: int, d: int) -> tuple[int, bool] | None:
        seen, goes_on = q
        if i == len(read):
            return (0, False) if d == seen else None
        if d not in (on.unshaded, on.shaded):
            return None
        goes_on = (goes_on or i in starts) and d == on.unshaded
        seen += goes_on
        return (seen, goes_on) if seen <= top else None

    return automaton((*read, cell), layout.digits, Reader((1, False), step))


@layered(
    "star-battle",
    "the number of shaded cells (stars) in each row, column and region is "
    "{0}; no two touch, not even diagonally",
    cells=NONE,
    values=ONE,
)
def star_battle(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    pairs = set(product(layout.digits, layout.digits))
    apart = frozenset(pairs - {(on.shaded, on.shaded)})
    for a, b in pairs_by(layout, ORTHOGONAL + DIAGONAL):
        yield Relation(on[a], on[b], apart)
    for house in layout.houses:
        yield on.counted([on[cell] for cell in house.cells], c.values[0])


@layered(
    "loop", "the shaded cells form one loop: each has exactly two shaded neighbours", cells=NONE
)
def loop(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    for cell in range(layout.board_cells):
        yield _beside(on, cell, (2,))
    # with two neighbours each, the shaded cells are loops; as one piece, they are a single one
    yield on.connected(on.shaded, is_line=True)


@layered(
    "snake",
    "the shaded cells form one path of two cells or more, which does not touch "
    "itself orthogonally; it ends at {it}",
    seen="the shaded cells form one path of two cells or more, which does not "
    "touch itself orthogonally; a cell outlined with an S is one of its "
    "ends",
    cells=(0, 2),
    draws=Outline(INK, "S", dashed=False),
)
def snake(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    board = range(layout.board_cells)
    if len(c.cells) == 1 or len(set(c.cells)) < len(c.cells):
        raise LayoutError("a snake has two ends: name both or neither")
    for cell in board:
        counts: Cells = (2,)
        if not c.cells:
            counts = (1, 2)
        elif cell in c.cells:
            counts = (1,)
        yield _beside(on, cell, counts)
    is_shaded = frozenset((on.shaded,))
    for cell in c.cells:
        yield Candidates(on[cell], is_shaded)
    # with at most two neighbours each, one piece is a path or a loop
    yield on.connected(on.shaded, is_line=True)
    if not c.cells:  # some cell is an end, or the path would be a loop
        ends = [(Candidates(on[cell], is_shaded), on.counted(on.near(cell), 1)) for cell in board]
        yield AnyOf(tuple(ends))


def _beside(on: Layer, cell: int, counts: Cells) -> Form:
    """Require: if the cell is shaded, the number of shaded cells beside it is one of the counts.
    The state is that number, -1 if the cell is unshaded."""

    def step(q: int, i: int, d: int) -> int | None:
        if d not in (on.shaded, on.unshaded):
            return None
        is_shaded = d == on.shaded
        if i == 0:
            return 0 if is_shaded else -1
        return q + 1 if is_shaded and q >= 0 else q

    def accept(q: int) -> bool:
        return q < 0 or q in counts

    def say(q: int) -> str:
        return "unshaded" if q < 0 else f"{q} cells beside it are shaded"

    reader = Reader(0, step, accept, say)
    key = ("beside", counts, on.shaded)
    return automaton((on[cell], *on.near(cell)), on.layout.digits, reader, key)
