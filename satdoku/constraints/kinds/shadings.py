"""Named kinds of shading: Yin-Yang, Nurikabe, cave, star battle, loop, snake.

They combine what `layers` offers; consequences of a rule that clauses would find only by search are
added explicitly.
"""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from itertools import product
from typing import Any

from ...errors import LayoutError
from ...layout_data import LayoutData
from ..constraint import Constraint
from ..forms import AnyOf, Areas, Candidates, Connected, Form, Forms, Reader, Relation, automaton
from ..geometry import DIAGONAL, ORTHOGONAL, pairs_by
from ..kind_table import MANY
from ..styles import INK, Outline, Shade
from .layers import Layer, layered


@layered(
    "yin-yang",
    "the shaded cells are connected orthogonally, and so are the unshaded; no 2x2 "
    "square is all shaded or all unshaded",
    noun="Yin-Yang",
    title="Yin-Yang",
    cells=(0, 0),
)
def yin_yang(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    both = (on.unshaded, on.shaded)
    # Two pieces cannot cross: so no square is a chequerboard, and around the border the shade
    # changes at most twice. The clauses of "one piece" find that only by search.
    yield from on.squares_without("aaaa", "bbbb", "abab", "baba")
    if around := _around(on):
        yield automaton(
            around,
            layout.digits,
            Reader(None, lambda q, i, d: _changes(q, d, both)),
            key=("two changes", both),
        )
    for shade in both:  # then the border cells of a shade are one piece along the border
        yield Connected(on.cells, frozenset((shade,)), on.edges, 0, tuple(around))


def _around(on: Layer) -> list[int]:
    """Return the border of a rectangle, in circular order; [] for other shapes or a single row."""
    at = on.layout.places
    high, wide = at.board_height, at.board_width
    if high * wide != on.layout.board_cells or min(high, wide) < 2:
        return []
    ring = [(0, c) for c in range(wide)] + [(r, wide - 1) for r in range(1, high)]
    ring += [(high - 1, c) for c in reversed(range(wide - 1))]
    ring += [(r, 0) for r in reversed(range(1, high - 1))]
    return [on[r * wide + c] for r, c in ring]


def _changes(q: Any, d: int, both: tuple[int, int]) -> Any:
    """Return (last shade, changes so far). Around the border changes come in pairs: at most two."""
    if d not in both:
        return None
    last, changes = q or (d, 0)
    changes += d != last
    return (d, changes) if changes <= 2 else None


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
    cells=(0, MANY),
    draws=Shade("circle", "#fce5cd"),
)
def cave(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    yield from on.squares_without("abab", "baba")  # two pieces cannot cross
    yield on.connected(on.unshaded)
    yield Connected(on.cells, frozenset((on.shaded,)), on.edges, 0, on.border(), True)
    for cell in c.cells:
        yield Candidates(on[cell], frozenset((on.unshaded,)))
        yield _seen(on, cell)


def _seen(on: Layer, cell: int) -> Form:
    """Require: the cell's digit is the number of unshaded cells that it sees."""
    at, layout = on.layout.places, on.layout
    rays = (at.ray(at.place(cell), move) for move in ((0, 1), (0, -1), (1, 0), (-1, 0)))
    arms = [[on[other] for other in ray] for ray in rays if ray]
    starts = {sum(map(len, arms[:i])) for i in range(len(arms))}
    read = [x for arm in arms for x in arm]
    top = layout.digits[-1]

    def step(q: tuple[int, bool], i: int, d: int) -> tuple[int, bool] | None:
        if i == len(read):
            return (0, False) if d == q[0] else None
        goes_on = (q[1] or i in starts) and d == on.unshaded
        now = q[0] + goes_on
        return (now, goes_on) if d in layout.digits[:2] and now <= top else None

    return automaton((*read, cell), layout.digits, Reader((1, False), step))


@layered(
    "star-battle",
    "the number of shaded cells (stars) in each row, column and region is "
    "{0}; no two touch, not even diagonally",
    cells=(0, 0),
    values=(1, 1),
)
def star_battle(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    pairs = product(layout.digits, layout.digits)
    apart = frozenset((d, e) for d, e in pairs if not d == e == on.shaded)
    for a, b in pairs_by(layout, ORTHOGONAL + DIAGONAL):
        yield Relation(on[a], on[b], apart)
    for house in layout.houses:
        yield on.counted([on[cell] for cell in house.cells], c.values[0])


@layered(
    "loop", "the shaded cells form one loop: each has exactly two shaded neighbours", cells=(0, 0)
)
def loop(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    yield from (_beside(on, cell, (2,)) for cell in range(layout.board_cells))
    yield on.connected(on.shaded, is_line=True)


@layered(
    "snake",
    "the shaded cells form one path of two cells or more, which does not touch "
    "itself orthogonally; it ends at {it}",
    seen="the shaded cells form one path of two cells or more, which does not "
    "touch itself orthogonally; a cell outlined with an S is one of its "
    "ends",
    cells=(0, 2),
    draws=Outline(INK, "S", False),
)
def snake(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    board = range(layout.board_cells)
    if len(c.cells) == 1 or len(set(c.cells)) < len(c.cells):
        raise LayoutError("a snake has two ends: name both or neither")
    for cell in board:
        ends = (1, 2) if not c.cells else (1,) if cell in c.cells else (2,)
        yield _beside(on, cell, ends)
    for cell in c.cells:
        yield Candidates(on[cell], frozenset((on.shaded,)))
    yield on.connected(on.shaded, is_line=True)
    if not c.cells:
        is_shaded = frozenset((on.shaded,))
        yield AnyOf(
            tuple((Candidates(on[cell], is_shaded), on.counted(on.near(cell), 1)) for cell in board)
        )


def _beside(on: Layer, cell: int, counts: tuple[int, ...]) -> Form:
    """Require: if the cell is shaded, the number of shaded cells beside it is one of the counts."""
    near = on.near(cell)

    def step(q: int, i: int, d: int) -> int | None:
        if d not in (on.shaded, on.unshaded):
            return None
        if i == 0:
            return 0 if d == on.shaded else -1
        return q if q < 0 else q + (d == on.shaded)

    return automaton(
        (on[cell], *near),
        on.layout.digits,
        Reader(
            0,
            step,
            accept=lambda q: q < 0 or q in counts,
            say=lambda q: "unshaded" if q < 0 else f"{q} cells beside it are shaded",
        ),
        key=("beside", counts, on.shaded),
    )
