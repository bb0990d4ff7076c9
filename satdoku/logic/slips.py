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
from contextlib import suppress
from itertools import pairwise

import numpy as np

from ..backends.base import Clock
from ..batch.sharing import is_easy
from ..batch.solving import solve
from ..board import Puzzle
from ..errors import TimeLimitReached
from ..frozen import frozen
from ..geometry import Cells
from ..kernels.tasks import Solved
from ..phrases import Numeral, phrase

#: Pairs of symbols that are misread for each other, as written or printed.
ALIKE = ("17", "27", "38", "49", "56", "58", "59", "68", "69", "89", "14", "08", "06", "1I", "8B")
#: Keys beside each other.
KEYS = ("12", "23", "45", "56", "78", "89", "14", "47", "25", "58", "36", "69", "34", "67")
#: Changes tried at most on boards that take kernels long.
MOST_SLOW = 200
#: Conflicts after which a board is given up.
PATIENCE = 300
ENDLESS = Clock(None)


@frozen
class Slip:
    """said: the slip in words; puzzle: the board without it, which has one solution."""

    said: str
    puzzle: Puzzle


def likely_slips(puzzle: Puzzle, clock: Clock = ENDLESS) -> tuple[Slip, ...]:
    """Return the slips that explain why a puzzle has no solution, the likeliest first.

    Raises `TimeLimitReached` if the clock is over before.
    """
    layout = puzzle.layout
    most = None if is_easy(layout) else MOST_SLOW + 1
    said_of = {puzzle.cells: ""}
    for said, cells in _changes(puzzle):
        clock.check()
        # Changes come in the order of how likely they are, so the first words are the likeliest.
        said_of.setdefault(cells, said)
        if len(said_of) == most:
            break
    boards = np.array([*said_of], np.uint8)[1:]  # without the puzzle itself

    def tried() -> Solved:
        return solve(boards, solutions=False, patience=PATIENCE, layout=layout)

    solved = clock.within(tried)
    slips = []
    # (A board that was given up counts -1, and so is no explanation.)
    for board in boards[solved.counts == 1].tolist():
        cells = tuple(board)
        slips.append(Slip(said_of[cells], Puzzle(cells, layout)))
    return tuple(slips)


def slips_text(slips: tuple[Slip, ...]) -> str:
    """Return 'r9c9 is 9, not 7, or 3 other slips'."""
    likeliest = slips[0].said
    others = len(slips) - 1
    if others == 0:
        return likeliest
    if others == 1:
        return phrase("{text} (or another slip)", text=likeliest)
    more = "{text} (or one of {number} other slips)"
    return phrase(more, text=likeliest, number=Numeral(others))


def with_slip(problem: str, puzzle: Puzzle, clock: Clock) -> str:
    """Return why a puzzle has no solution, and the likeliest slip if one is found in time."""
    slips: tuple[Slip, ...] = ()
    with suppress(TimeLimitReached):
        slips = likely_slips(puzzle, clock)
    if not slips:
        return problem
    perhaps = "{text}; perhaps {slips}: then there is one solution"
    return phrase(perhaps, text=problem, slips=slips_text(slips))


def _changes(puzzle: Puzzle) -> Iterator[tuple[str, Cells]]:
    """Yield (the slip in words, the cells without it), the likeliest first; some twice."""
    layout = puzzle.layout
    yield from _misread(puzzle, ALIKE)
    lines = [house.cells for house in layout.houses if house.is_line]
    for line in lines:
        yield from _exchanges(puzzle, line)
    for line in lines:
        yield from _moves(puzzle, line)
    for line in lines:
        yield from _shifts(puzzle, line)
    yield from _misread(puzzle, KEYS)
    yield from _exchanged_lines(puzzle)
    for d in layout.digit_numbers:
        yield from _digits(puzzle, d)
    for cell, digit in enumerate(puzzle.cells):
        if digit:
            many = "the {digit} of {cell} is one too many"
            said = phrase(many, digit=layout.symbol(digit), cell=layout.cell_name(cell))
            yield said, _with(puzzle.cells, {cell: 0})


def _exchanges(puzzle: Puzzle, line: Cells) -> Iterator[tuple[str, Cells]]:
    """Yield the exchanges of two different givens beside each other."""
    cells = puzzle.cells
    names = puzzle.layout.cell_name
    for a, b in pairwise(line):
        if cells[a] and cells[b] and cells[a] != cells[b]:
            said = phrase("{one} and {other} are exchanged", one=names(a), other=names(b))
            yield said, _with(cells, {a: cells[b], b: cells[a]})


def _moves(puzzle: Puzzle, line: Cells) -> Iterator[tuple[str, Cells]]:
    """Yield the moves of a given to the blank cell beside it."""
    cells = puzzle.cells
    layout = puzzle.layout
    for a, b in pairwise(line):
        if bool(cells[a]) == bool(cells[b]):
            continue
        full, empty = (a, b) if cells[a] else (b, a)
        symbol = layout.symbol(cells[full])
        belongs = "the {digit} of {cell} belongs in {other}"
        cell = layout.cell_name(full)
        said = phrase(belongs, digit=symbol, cell=cell, other=layout.cell_name(empty))
        yield said, _with(cells, {a: cells[b], b: cells[a]})


def _exchanged_lines(puzzle: Puzzle) -> Iterator[tuple[str, Cells]]:
    """Yield the exchanges of two rows or two columns beside each other."""
    cells = puzzle.cells
    for kind in ("row", "column"):
        houses = [house for house in puzzle.layout.houses if house.kind == kind]
        for one, two in pairwise(houses):
            if len(one.cells) != len(two.cells):
                continue
            changed = {}
            for a, b in zip(one.cells, two.cells, strict=True):
                changed[a] = cells[b]
                changed[b] = cells[a]
            said = phrase("{one} and {other} are exchanged", one=one, other=two)
            yield said, _with(cells, changed)


def _misread(puzzle: Puzzle, pairs: tuple[str, ...]) -> Iterator[tuple[str, Cells]]:
    """Yield the changes of a given to a digit that one of these pairs has beside it."""
    near = {frozenset(pair) for pair in pairs}
    for d in puzzle.layout.digit_numbers:
        for said, cells in _digits(puzzle, d):
            if frozenset(said[-1] + puzzle.layout.symbol(d)) in near:
                yield said, cells


def _digits(puzzle: Puzzle, d: int) -> Iterator[tuple[str, Cells]]:
    """Yield the changes of a given to a digit; the words end with the given's symbol."""
    layout = puzzle.layout
    for cell, old in enumerate(puzzle.cells):
        if old not in (0, d):
            name = layout.cell_name(cell)
            wrong = layout.symbol(old)
            is_not = "{cell} is {digit}, not {other}"
            said = phrase(is_not, cell=name, digit=layout.symbol(d), other=wrong)
            yield said, _with(puzzle.cells, {cell: d})


def _shifts(puzzle: Puzzle, line: Cells) -> Iterator[tuple[str, Cells]]:
    """Yield the changes of a line by a blank that was typed in one place instead of another, so
    that the digits between were shifted by a cell; the longest part first."""
    cells = puzzle.cells
    names = [puzzle.layout.cell_name(cell) for cell in line]
    blanks = [k for k, cell in enumerate(line) if not cells[cell]]
    places = [(i, j) for i in blanks for j in range(len(line)) if abs(i - j) > 1]
    for i, j in sorted(places, key=lambda place: -abs(place[0] - place[1])):
        digits = [cells[cell] for cell in line]
        blank = digits.pop(i)
        digits.insert(j, blank)
        if i < j:
            moved = f"{names[i + 1]}-{names[j]}"
            said = phrase("the digits of {cells} belong one cell back", cells=moved)
        else:
            moved = f"{names[j]}-{names[i - 1]}"
            said = phrase("the digits of {cells} belong one cell forward", cells=moved)
        yield said, _with(cells, dict(zip(line, digits, strict=True)))


def _with(cells: Cells, changed: dict[int, int]) -> Cells:
    after = list(cells)
    for cell, digit in changed.items():
        after[cell] = digit
    return tuple(after)
