"""Kinds about pieces of the board: connected cells, and regions that are found while solving.

Regions are given by labels: extra variables, one for each cell of the board, in its order. Labels
are numbered in the order in which their regions begin, row by row, so each division has one name.
"""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from itertools import accumulate, pairwise

from ...errors import LayoutError
from ...layout_data import LayoutData
from ...phrases import phrase
from ..constraint import Constraint
from ..forms import Connected, Forms, LabelCount, Parted, Reader, automaton
from ..geometry import ORTHOGONAL, pairs_by
from ..kind_table import ONE, TWO_OR_MORE, Kind
from ..styles import Outline


@Kind(
    "connected",
    "in {it}, the cells with one of {rest} are connected orthogonally; there are "
    "{0} of them (0: one or more)",
    mark="outline “one piece”",
    values=TWO_OR_MORE,
    draws=Outline("#7c5cff", "one piece", dashed=False),
)
def connected(c: Constraint, layout: LayoutData) -> Forms:
    size, *digits = c.values
    if size < 0 or len(set(c.cells)) < len(c.cells):
        raise LayoutError("a piece has 0 (any number) or more cells, each named once")
    allowed = frozenset(digits) & frozenset(layout.digits)
    edges = tuple(pairs_by(layout, ORTHOGONAL, c.cells))
    yield Connected(c.cells, allowed, edges, size)


@Kind(
    "chaos-construction",
    "the board divides into connected regions of {0} cells, and no digit "
    "repeats in a region; {it} hold the region of each cell of the board",
    seen="the board divides into connected regions of {0} cells, and no digit "
    "repeats in a region; the cells in an outline “region” hold the region of "
    "each cell",
    values=ONE,
    draws=Outline("#57606a", "region", dashed=False),
)
def chaos_construction(c: Constraint, layout: LayoutData) -> Forms:
    size = c.values[0]
    labels = c.cells
    first = layout.digits[0]
    count, rest = divmod(len(labels), size) if size > 1 else (0, 1)
    # labels are digits, and the digits of a region differ: of neither can there be more than digits
    if len(labels) != layout.board_cells or rest or max(count, size) > layout.size:
        raise LayoutError("a label for each cell of the board, and regions of one size, are needed")

    def step(seen: int, i: int, d: int) -> int | None:
        label = d - first
        if label == seen < count:
            return seen + 1
        return seen if label < seen else None

    # labels are numbered in the order in which their regions begin
    say = "{} regions have begun".format
    reader = Reader(0, step, accept=lambda seen: seen == count, say=say)
    yield automaton(labels, layout.digits, reader)
    yield Parted(tuple(range(layout.board_cells)), labels, size, count)
    edges = tuple(pairs_by(layout, ORTHOGONAL, labels))
    for label in range(first, first + count):
        yield Connected(labels, frozenset((label,)), edges, size)


@Kind(
    "chaos-arrow",
    "the first digit of {it} plus {0} is the number of cells along the arms "
    "that belong, without a gap, to the region of the arms' first cell; the "
    "arms have {rest} labels",
    mark="outline with a ↔",
    cells=TWO_OR_MORE,
    values=TWO_OR_MORE,
    draws=Outline("#57606a", "↔", dashed=False),
)
def chaos_arrow(c: Constraint, layout: LayoutData) -> Forms:
    offset, *lengths = c.values
    control, *arms = c.cells
    if sum(lengths) != len(arms) or min(lengths) < 1:
        raise LayoutError(
            phrase(
                "arms of {lengths!s} labels are not the {count!s} labels named",
                lengths=lengths,
                count=len(arms),
            )
        )
    ends = list(accumulate(lengths, initial=0))
    along = [arms[begin:end] for begin, end in pairwise(ends)]
    if len({arm[0] for arm in along}) > 1:
        raise LayoutError("the arms begin in one cell")
    yield LabelCount(control, arms[0], tuple([tuple(arm[1:]) for arm in along]), offset)


@Kind(
    "chaos-count",
    "the first digit of {it} plus {0} is how many of the labels after it are "
    "equal to the first of them",
    mark="outline with a #",
    cells=TWO_OR_MORE,
    values=ONE,
    draws=Outline("#57606a", "#", dashed=False),
)
def chaos_count(c: Constraint, layout: LayoutData) -> Forms:
    control, first, *others = c.cells
    # each of the other labels is an arm
    yield LabelCount(control, first, tuple([(label,) for label in others]), c.values[0])
