"""Kinds about the whole board, and rows, columns and boxes that index each other."""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...errors import LayoutError
from ...grouping import grouped
from ...layout_data import LayoutData
from ..constraint import Constraint
from ..forms import (
    AnyOf,
    Candidates,
    DigitSet,
    Distinct,
    Forms,
    Reader,
    Relation,
    automaton,
    relation,
)
from ..geometry import box_of, squares
from ..kind_table import MANY, NONE, Kind
from ..placement import BOARD
from ..styles import Shade


@Kind(
    "global-entropy",
    "every 2×2 square holds a low, a middle and a high digit{thirds}",
    cells=NONE,
    placement=BOARD,
)
def global_entropy(c: Constraint, layout: LayoutData) -> Forms:
    first = layout.digits[0]
    size = layout.size
    return _squares(layout, lambda d: (d - first) * 3 // size, "entropy")


@Kind(
    "global-modulo",
    "every 2×2 square holds digits with each remainder modulo 3",
    cells=NONE,
    placement=BOARD,
)
def global_modulo(c: Constraint, layout: LayoutData) -> Forms:
    return _squares(layout, lambda d: d % 3, "modulo")


def _squares(layout: LayoutData, class_of: Callable[[int], int], key: str) -> Forms:
    """Require: each square has digits of all three classes."""

    def step(seen: DigitSet, i: int, d: int) -> DigitSet | None:
        # a dead end as soon as too few cells are left for the classes that are missing
        now = seen | {class_of(d)}
        return now if 3 - len(now) <= 3 - i else None

    def say(seen: DigitSet) -> str:
        return f"seen are classes {sorted(seen)}"

    reader = Reader(frozenset(), step, accept=lambda seen: len(seen) == 3, say=say)
    for square in squares(layout):
        yield automaton(square, layout.digits, reader, key)


@Kind(
    "row-indexer",
    "if {each} in row r holds d, its column has r in row d",
    mark="pale yellow cell",
    draws=Shade("cell", "#fff3cd"),
)
@Kind(
    "column-indexer",
    "if {each} in column c holds d, its row has c in column d",
    mark="pale red cell",
    draws=Shade("cell", "#f8d7da"),
)
def line_indexer(c: Constraint, layout: LayoutData) -> Forms:
    places = layout.places
    is_column = c.kind == "column-indexer"

    def indexed(cell: int, i: int) -> int | None:
        r, column = places.place(cell)
        return places.cell_at(r, i) if is_column else places.cell_at(i, column)

    def place(cell: int) -> int:
        r, column = places.place(cell)
        return column if is_column else r

    return _indexers(c, layout, indexed, place)


@Kind(
    "box-indexer",
    "if {each} at place p of a box holds d, place d of the box holds p",
    mark="pale green cell",
    draws=Shade("cell", "#d1e7dd"),
)
def box_indexer(c: Constraint, layout: LayoutData) -> Forms:
    box = box_of(layout)
    if not box:
        raise LayoutError("a box indexer needs boxes or regions")
    cells = grouped((number, cell) for cell, number in box.items())

    def indexed(cell: int, i: int) -> int | None:
        own = cells[box[cell]]
        return own[i] if i < len(own) else None

    def place(cell: int) -> int:
        return cells[box[cell]].index(cell)

    return _indexers(c, layout, indexed, place)


def _indexers(
    c: Constraint,
    layout: LayoutData,
    at: Callable[[int, int], int | None],
    place: Callable[[int], int],
) -> Forms:
    """Require: a cell at place p holds the digit of place i iff the cell at i holds that of p."""
    if layout.corners:
        raise LayoutError("on several boards it is not clear which rows and columns are meant")
    digits = layout.digits
    for cell in c.cells:
        if digits[0] == 0:  # rows and columns count from 1
            yield Candidates(cell, frozenset(digits[1:]))
        own = place(cell) + 1
        for i in range(layout.size):
            digit = i + 1
            target = at(cell, i)
            if target is None:
                yield Candidates(cell, frozenset(d for d in digits if d != digit))
                continue

            # bound now, as defaults: the relation may be read after the loop has gone on
            def fits(d: int, e: int, digit: int = digit, own: int = own) -> bool:
                return (d == digit) == (e == own)

            yield relation(cell, target, digits, fits, key=("indexer", digit, own))


@Kind(
    "dutch-flatmates",
    "each {mid} has {low} directly above it or {high} directly below it",
    cells=NONE,
)
def dutch_flatmates(c: Constraint, layout: LayoutData) -> Forms:
    digits = layout.digits
    places = layout.places
    low = digits[0]
    middle = digits[(layout.size - 1) // 2]
    high = digits[-1]
    others = frozenset(digits) - {middle}

    def step(q: Any, i: int, d: int) -> Any:
        if i == 0:
            return (d == low,)
        if i == 1:
            return d != middle or q[0]
        return True if q or d == high else None

    for cell, (r, column) in enumerate(places.all[: places.board_count]):
        above = places.cell_at(r - 1, column)
        below = places.cell_at(r + 1, column)
        if above is not None and below is not None:
            yield automaton((above, cell, below), digits, Reader(None, step))
        elif above is not None:
            yield _with_neighbour(cell, above, (middle, low), digits)
        elif below is not None:
            yield _with_neighbour(cell, below, (middle, high), digits)
        else:
            yield Candidates(cell, others)


def _with_neighbour(
    cell: int, other: int, wanted: tuple[int, int], digits: Sequence[int]
) -> Relation:
    """Require: if the cell holds the first of the wanted digits, the other holds the second."""
    pairs = {(d, e) for d in digits for e in digits if d != wanted[0]}
    return Relation(cell, other, frozenset({*pairs, wanted}))


@Kind(
    "doppelganger",
    "each row, column and box lacks one digit above 0, no two rows (columns, "
    "boxes) the same one; at each 0 the digits missing from its row, column "
    "and box differ; {it} hold 0, then the missing digits of rows, columns and "
    "boxes",
    cells=(3, MANY),
)
def doppelganger(c: Constraint, layout: LayoutData) -> Forms:
    zero, *missing = c.cells
    names = ("row", "column", "box")
    houses = [house for name in names for house in layout.houses if house.kind == name]
    fits = len(missing) == len(houses) and layout.size == layout.places.board_height + 1
    if layout.digits[0] != 0 or not fits:
        raise LayoutError("doppelgangers need digits from 0, one more than a row has cells")
    yield Candidates(zero, frozenset((0,)))
    # with the 0 among them, no missing digit can be 0
    lacks = {name: [zero] for name in names}
    of_cell: dict[int, list[int]] = {}
    for house, lack in zip(houses, missing, strict=True):
        yield Distinct((*house.cells, lack))
        lacks[house.kind].append(lack)
        for cell in house.cells:
            of_cell.setdefault(cell, []).append(lack)
    for cells in lacks.values():
        if len(cells) > 1:
            yield Distinct(tuple(cells))

    other_digits = frozenset(layout.digits) - {0}
    for cell, others in of_cell.items():
        holds_other = Candidates(cell, other_digits)
        holds_0 = Candidates(cell, frozenset((0,)))
        yield AnyOf(((holds_other,), (holds_0, Distinct(tuple(others)))))
