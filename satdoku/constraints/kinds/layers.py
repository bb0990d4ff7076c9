"""Kinds about a layer: whether each cell of the board is shaded, in addition to its digit.

A layer consists of extra variables, one for each cell of the board, in its order: the first digit
means unshaded, the second shaded. `Layout.with_layer` adds it, as does "+layer" in a layout's name
and any of these kinds. Rules name cells of the board; `Layer` maps them to the layer's variables.
"""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...errors import LayoutError
from ...frozen import frozen
from ...geometry import Cells, Place
from ...layout_data import LayoutData
from ...phrases import phrase
from ..constraint import Constraint
from ..forms import (
    Areas,
    Candidates,
    Connected,
    DigitSet,
    Edges,
    Form,
    Forms,
    OneOf,
    Reader,
    automaton,
    left_to_add,
    relation,
)
from ..geometry import DIAGONAL, ORTHOGONAL, pairs_by, squares
from ..kind_table import ANY, LAYER, MANY, NONE, ONE, Kind, layer_kind
from ..styles import Outline, Shade

#: A state of a sum: the sum so far, the factor of the cell whose shade was read.
Summed = tuple[int, int]


@frozen
class Layer:
    """The layer of a board. cells: the layer's variables. edges: pairs of them whose cells share an
    edge."""

    layout: LayoutData

    @classmethod
    def of(cls, layout: LayoutData, holding: str = LAYER) -> Layer:
        """Return the layer; raise `LayoutError` if there is none, or if it holds something else.
        holding: what is expected, see `layer_kind`."""
        if not any(c.kind == LAYER for c in layout.constraints):
            raise LayoutError("it needs a layer: write +layer, or Layout.with_layer()")
        if len(layout.extra_cells) != layout.board_cells:
            raise LayoutError("a layer has one variable for each cell of the board")
        if layer_kind(layout) != holding:
            raise LayoutError(
                "a board has either shaded cells or galaxies or Schrödinger cells, not two of these"
            )
        return cls(layout)

    @property
    def unshaded(self) -> int:
        """The value of an unshaded cell of the layer."""
        return self.layout.digits[0]

    @property
    def shaded(self) -> int:
        """The value of a shaded cell of the layer."""
        return self.layout.digits[1]

    def shade_of(self, kind: str) -> int:
        """Return the shade that the name of a kind begins with."""
        return self.unshaded if kind.startswith("un") else self.shaded

    def __getitem__(self, cell: int) -> int:
        """Return the layer's variable for a cell of the board."""
        if cell >= self.layout.board_cells:
            raise LayoutError(
                phrase("{cell!s} is not on the board itself", cell=self.layout.cell_name(cell))
            )
        return self.layout.board_cells + cell

    @property
    def cells(self) -> Cells:
        """All variables of the layer."""
        return tuple(self.layout.extra_cells)

    @property
    def edges(self) -> Edges:
        """Pairs of cells of the layer that share an edge."""
        edges = pairs_by(self.layout, ORTHOGONAL)
        return tuple((self[a], self[b]) for a, b in edges)

    def near(self, cell: int, moves: Sequence[Place] = ORTHOGONAL) -> list[int]:
        """Return the layer's cells next to a cell of the board (or by other moves, both ways)."""
        places = self.layout.places
        r, c = places.place(cell)
        back = [(-down, -across) for down, across in moves]
        found = []
        for down, across in (*moves, *back):
            other = places.cell_at(r + down, c + across)
            if other is not None and other < self.layout.board_cells:
                found.append(self[other])
        return found

    def border(self) -> Cells:
        """Return the cells of the layer at the border of the board."""
        board = range(self.layout.board_cells)
        return tuple(self[cell] for cell in board if len(self.near(cell)) < 4)

    def counted(self, cells: Sequence[int], *counts: int) -> Form:
        """Require: the number of shaded cells among these is one of the counts."""
        if not cells:
            raise LayoutError("no cell can be shaded here")
        # one clause says it; an automaton would need auxiliary variables
        if counts == (1,):
            return OneOf(tuple(cells), frozenset((self.shaded,)))
        low = min(counts)
        high = max(counts)
        last = len(cells) - 1

        def step(count: int, i: int, d: int) -> int | None:
            if d not in (self.unshaded, self.shaded):
                return None
            now = count + (d == self.shaded)
            # dead ends are left out where too many are shaded already, or too few can still be
            return now if now <= high and now + last - i >= low else None

        say = "{} cells are shaded".format
        reader = Reader(0, step, accept=lambda count: count in counts, say=say)
        return automaton(cells, self.layout.digits, reader, key=("shaded", counts))

    def _pairs(self, cells: Sequence[int]) -> list[int]:
        """Return the layer's variable and the cell itself, for each of these cells of the board."""
        found: list[int] = []
        for cell in cells:
            found += (self[cell], cell)
        return found

    def once(self, cells: Sequence[int], digit: int, value: int, values: DigitSet) -> Form:
        """Require: at most one of these cells of the board holds the digit and has this value in
        the layer. values: all that the layer can have there. State: the number of those so far, and
        whether the cell has the value."""

        def step(q: tuple[int, bool], i: int, d: int) -> tuple[int, bool] | None:
            count, has_value = q
            if i % 2 == 0:
                return (count, d == value) if d in values else None
            if has_value and d == digit:
                count += 1
            return (count, False) if count < 2 else None

        def say(q: tuple[int, bool]) -> str:
            return f"{q[0]} of the cells hold {digit}"

        reader = Reader((0, False), step, say=say)
        key = ("once", digit, value, values)
        return automaton(self._pairs(cells), self.layout.digits, reader, key)

    def total(
        self, cells: Sequence[int], signs: Sequence[int], total: int, factors: tuple[int, int]
    ) -> Form:
        """Require: the digits of these cells of the board, times the signs and the factors of
        unshaded and shaded cells, add up to the total. State: the sum, and the cell's factor."""
        digits = self.layout.digits
        factor_of = {self.unshaded: factors[0], self.shaded: factors[1]}
        # the least and the most that one cell can add: factors may be negative
        worth = sorted(d * k for d in (digits[0], digits[-1]) for k in factors)
        left = left_to_add([(sign * worth[0], sign * worth[-1]) for sign in signs])

        def step(q: Summed, i: int, d: int) -> Summed | None:
            part, factor = q
            if i % 2 == 0:
                return (part, factor_of[d]) if d in factor_of else None
            k = i // 2
            part += signs[k] * d * factor
            return (part, 0) if total - part in left[k + 1] else None

        def say(q: Summed) -> str:
            return f"the sum is {q[0]}"

        reader = Reader((0, 0), step, accept=lambda q: q[0] == total, say=say)
        key = ("values", factors, tuple(signs), total)
        return automaton(self._pairs(cells), digits, reader, key)

    def connected(self, shade: int, is_line: bool = False) -> Form:
        """Require: all cells of a shade form one piece. is_line: see `Connected`."""
        return Connected(self.cells, frozenset((shade,)), self.edges, 0, is_line=is_line)

    def squares_without(self, *words: str) -> Forms:
        """Forbid these words for 2×2 squares, read around: a for unshaded, b for shaded."""
        letters = {self.unshaded: "a", self.shaded: "b"}

        def step(word: str, i: int, d: int) -> str | None:
            return word + letters[d] if d in letters else None

        reader = Reader("", step, accept=lambda word: word not in words)
        key = ("square", words, self.shaded)
        for a, b, c, d in squares(self.layout):
            around = (self[a], self[b], self[d], self[c])
            yield automaton(around, self.layout.digits, reader, key)


#: Like `Kind`, for rules that need a layer.
layered = partial(Kind, on_layer=True)


@layered(
    LAYER,
    "each cell below the board holds the first digit if the cell of the board is "
    "unshaded, the second if it is shaded",
    cells=NONE,
)
def layer(c: Constraint, layout: LayoutData) -> Forms:
    if layer_kind(layout) != LAYER:
        return  # that kind says what a cell can hold
    both = Layer.of(layout)
    if layout.size < 2:
        raise LayoutError("a layer needs a board of two digits or more")
    for cell in both.cells:
        yield Candidates(cell, frozenset((both.unshaded, both.shaded)))


@layered(
    "unshaded",
    "{each} is unshaded",
    mark="very light circle",
    draws=Shade("circle", "#f4f5f7"),
)
@layered("shaded", "{each} is shaded", mark="dark grey cell", draws=Shade("cell", "#9aa2ad"))
def of_shade(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    shade = frozenset((on.shade_of(c.kind),))
    for cell in c.cells:
        yield Candidates(on[cell], shade)


@layered(
    "shaded-count",
    "{0} of the cells in {it} are shaded",
    mark="dark dashed outline with a number",
    seen="a dark dashed outline contains as many shaded cells as its number says",
    values=ONE,
    draws=Outline("#3d444d", "{0}"),
)
def shaded_count(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    yield on.counted([on[cell] for cell in c.cells], c.values[0])


@layered(
    "shaded-sum",
    "the digits of the shaded cells in {it} add up to {0}",
    mark="dark dashed outline with a Σ",
    values=ONE,
    draws=Outline("#3d444d", "Σ{0}"),
)
def shaded_sum(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    signs = [1] * len(c.cells)
    yield on.total(c.cells, signs, c.values[0], factors=(0, 1))


@layered("unshaded-digits", "unshaded cells{among} hold one of {}", cells=ANY, values=(1, MANY))
@layered("shaded-digits", "shaded cells{among} hold one of {}", cells=ANY, values=(1, MANY))
def digits_of_shade(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    allowed = frozenset(c.values)
    shade = on.shade_of(c.kind)

    def fits(s: int, d: int) -> bool:
        return s != shade or d in allowed

    for cell in c.cells or range(layout.board_cells):
        yield relation(on[cell], cell, layout.digits, fits, key=("tied", shade, allowed))


@layered(
    "shaded-around",
    "the digit in {each} is the number of shaded cells around it, diagonals included",
    mark="grey circle",
    draws=Shade("circle", "#c8ccd2"),
)
def shaded_around(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    for cell in c.cells:
        near = on.near(cell, ORTHOGONAL + DIAGONAL)
        reader = _number_of_shaded(on, len(near))
        yield automaton((*near, cell), layout.digits, reader, key=("around", on.shaded))


def _number_of_shaded(on: Layer, last: int) -> Reader:
    """Read so many cells of the layer, then the cell that holds how many of them are shaded."""

    def step(count: int, i: int, d: int) -> int | None:
        if i == last:
            return 0 if d == count else None
        if d == on.shaded:
            return count + 1
        return count if d == on.unshaded else None

    return Reader(0, step)


@layered("unshaded-connected", "the unshaded cells are connected orthogonally", cells=NONE)
@layered("shaded-connected", "the shaded cells are connected orthogonally", cells=NONE)
def shade_connected(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    yield on.connected(on.shade_of(c.kind))


@layered("no-shaded-square", "no 2x2 square is shaded", cells=NONE)
def no_shaded_square(c: Constraint, layout: LayoutData) -> Forms:
    return Layer.of(layout).squares_without("bbbb")


@layered(
    "shaded-areas",
    "the shaded cells form areas of {0} cells, which touch only diagonally",
    cells=NONE,
    values=ONE,
)
def shaded_areas(c: Constraint, layout: LayoutData) -> Forms:
    on = Layer.of(layout)
    if not 1 <= c.values[0] <= layout.board_cells:
        raise LayoutError(
            phrase(
                "areas of {size!s} cells: 1 to {most!s} are possible",
                size=c.values[0],
                most=layout.board_cells,
            )
        )
    yield Areas(on.cells, frozenset((on.shaded,)), on.edges, c.values[0])
