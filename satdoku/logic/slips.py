"""The likeliest slip in a board typed wrong: the first change that leaves exactly one solution.

Changes are tried in the order in which people make such slips: a digit misread for one that looks
like it, two neighbours exchanged, a digit in the cell beside its own, part of a row or column
shifted by a cell, a digit of the neighbouring key, two rows exchanged, any other digit, a digit too
many. Boards of changes are solved in blocks. Several changes may leave one solution; how many is
said, too.

>>> from satdoku.formats.text.reader import parse
>>> slips_text(likely_slips(parse("12..4..1.1..2..4")))
'r3c2 is 4, not 1 (or one of 9 other slips)'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..batch.sharing import is_easy
from ..batch.solving import solve
from ..board import Puzzle

#: Pairs of symbols that are misread for each other, as written or printed; keys beside each other.
ALIKE = ("17", "27", "38", "49", "56", "58", "59", "68", "69", "89", "14", "08", "06", "1I", "8B")
KEYS = ("12", "23", "45", "56", "78", "89", "14", "47", "25", "58", "36", "69", "34", "67")
#: Changes tried at most on boards that take kernels long, conflicts for each board.
MOST_SLOW, PATIENCE = 200, 300

Cells = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """said: the slip in words; puzzle: the board without it, which has one solution."""

    said: str
    puzzle: Puzzle


def likely_slips(puzzle: Puzzle) -> tuple[Slip, ...]:
    """Return the slips that explain why a puzzle has no solution, the likeliest first."""
    layout, tried = puzzle.layout, {puzzle.cells: ""}
    for said, cells in _changes(puzzle):
        tried.setdefault(cells, said)
    boards = np.array([*tried], np.uint8)[1:]
    if not is_easy(layout):
        boards = boards[:MOST_SLOW]
    counts = solve(boards, solutions=False, patience=PATIENCE, layout=layout).counts
    proper = [tuple(board) for board in boards[counts == 1].tolist()]
    return tuple([Slip(tried[cells], Puzzle(cells, layout)) for cells in proper])


def slips_text(slips: tuple[Slip, ...]) -> str:
    """Return 'r9c9 is 9, not 7, or 3 other slips'."""
    others = len(slips) - 1
    more = f" (or one of {others:,} other slips)" if others > 1 else " (or another slip)" * others
    return slips[0].said + more


def with_slip(problem: str, puzzle: Puzzle) -> str:
    """Return why a puzzle has no solution, and the likeliest slip if there is one."""
    slips = likely_slips(puzzle)
    if not slips:
        return problem
    return f"{problem}; perhaps {slips_text(slips)}: then there is one solution"


def _changes(puzzle: Puzzle) -> Iterator[tuple[str, Cells]]:
    """Yield (the slip in words, the cells without it), the likeliest first; some twice."""
    layout, cells = puzzle.layout, puzzle.cells
    yield from _misread(puzzle, ALIKE)
    lines = [house.cells for house in layout.houses if house.kind in ("row", "column")]
    for is_moved in (False, True):
        for line in lines:
            for a, b in pairwise(line):
                if cells[a] != cells[b] and is_moved == (0 in (cells[a], cells[b])):
                    full, empty = (a, b) if cells[a] else (b, a)
                    names = layout.cell_name(full), layout.cell_name(empty)
                    said = f"the {layout.symbol(cells[full])} of {names[0]} belongs in {names[1]}"
                    if not is_moved:
                        said = f"{layout.cell_name(a)} and {layout.cell_name(b)} are exchanged"
                    yield said, _with(cells, {a: cells[b], b: cells[a]})
    for line in lines:
        yield from _shifts(puzzle, line)
    yield from _misread(puzzle, KEYS)
    for kind in ("row", "column"):
        houses = [house for house in layout.houses if house.kind == kind]
        for one, two in pairwise(houses):
            if len(one.cells) == len(two.cells):
                pairs_ = [*zip(one.cells, two.cells, strict=True)]
                changed = {a: cells[b] for a, b in pairs_} | {b: cells[a] for a, b in pairs_}
                yield f"{one} and {two} are exchanged", _with(cells, changed)
    for d in range(1, layout.size + 1):
        yield from _digits(puzzle, d)
    for cell, digit in enumerate(cells):
        if digit:
            said = f"the {layout.symbol(digit)} of {layout.cell_name(cell)} is one too many"
            yield said, _with(cells, {cell: 0})


def _misread(puzzle: Puzzle, pairs: tuple[str, ...]) -> Iterator[tuple[str, Cells]]:
    """Yield the changes of a given to a digit that one of these pairs has beside it."""
    near = {frozenset(pair) for pair in pairs}
    for d in range(1, puzzle.layout.size + 1):
        for said, cells in _digits(puzzle, d):
            if frozenset(said[-1] + puzzle.layout.symbol(d)) in near:
                yield said, cells


def _digits(puzzle: Puzzle, d: int) -> Iterator[tuple[str, Cells]]:
    """Yield the changes of a given to a digit; the words end with the given's symbol."""
    layout = puzzle.layout
    for cell, old in enumerate(puzzle.cells):
        if old not in (0, d):
            said = f"{layout.cell_name(cell)} is {layout.symbol(d)}, not {layout.symbol(old)}"
            yield said, _with(puzzle.cells, {cell: d})


def _shifts(puzzle: Puzzle, line: Cells) -> Iterator[tuple[str, Cells]]:
    """Yield the changes of a line by a blank that was typed in one place instead of another, so
    that the digits between were shifted by a cell; the longest part first."""
    layout, cells = puzzle.layout, puzzle.cells
    blanks = [k for k, cell in enumerate(line) if not cells[cell]]
    places = [(i, j) for i in blanks for j in range(len(line)) if abs(i - j) > 1]
    for i, j in sorted(places, key=lambda place: -abs(place[0] - place[1])):
        digits = [cells[cell] for cell in line]
        digits.insert(j, digits.pop(i))
        first, last = sorted((i, j))
        ends = [layout.cell_name(line[k]) for k in (first + (i < j), last - (i > j))]
        back = "back" if i < j else "forward"
        said = f"the digits of {ends[0]}-{ends[1]} belong one cell {back}"
        yield said, _with(cells, dict(zip(line, digits, strict=True)))


def _with(cells: Cells, changed: dict[int, int]) -> Cells:
    return tuple([changed.get(cell, digit) for cell, digit in enumerate(cells)])
