"""Killer Sudokus in a line: the short form of 81 characters, SudoCue's long form of 81 numbers.

Short: a cage's first cell holds the sum, 0-9 A-Z a-j for 0 to 45; its other cells point to one of
it by `<` `>` `v` `^` (left, right, down, up) and `` ` `` `'` `,` `.` (up-left, up-right, down-left,
down-right). Long: `3x3::k:` or `3x3:d:k:` (with diagonals) and numbers parted by colons, each the
cage's number plus 256 times the sum, which stands in one cell of the cage.

Source: both forms as Interactive Sudoku Solver and SudoCue take them.

>>> str(read_killer("j<<<<<<<<" * 9).constraints[8].on(9))
'killer:45:r9c1-r9c9'
"""

from __future__ import annotations

import re

from ..board import Puzzle
from ..constraints.constraint import Constraint
from ..errors import LayoutError, ParseError
from ..layout import Layout

SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
POINTERS = {"<": -1, ">": 1, "v": 9, "^": -9, "`": -10, "'": -8, ",": 8, ".": 10}
LONG = re.compile(r"3x3:(d?):k:((?:\d{1,5}:){80}\d{1,5}):*$")


def is_killer(text: str) -> bool:
    """The text is a killer in one of the two forms."""
    return bool(LONG.match(text)) or (
        len(text) == 81
        and sum(text.count(mark) for mark in "<>v^") > 8
        and all(mark in SUMS or mark in POINTERS for mark in text)
    )


def read_killer(text: str) -> Puzzle:
    """The killer of a line; `ParseError` for one that does not hang together."""
    long = LONG.match(text)
    cages = _long(long[2]) if long else _short(text)
    layout = Layout.boxes(3, 3)
    rules = []
    for total, cells in cages:
        if not total:
            raise ParseError(f"the cage of {layout.cell_name(cells[0])} has the sum 0")
        rules.append(Constraint("killer", cells, (total,)))
    try:
        layout = layout.with_houses("diagonal") if long and long[1] else layout
        return Puzzle((0,) * 81, layout.with_constraints(*rules))
    except LayoutError as error:
        raise ParseError(str(error)) from None


def _short(text: str) -> list[tuple[int, tuple[int, ...]]]:
    cages: dict[int, list[int]] = {}
    for start in range(81):
        cell, seen = start, set[int]()
        while text[cell] in POINTERS:
            step = POINTERS[text[cell]]
            across = cell % 9 + (step + 1 + 9) % 9 - 1
            seen.add(cell)
            cell += step
            if not 0 <= cell < 81 or cell % 9 != across or cell in seen:
                raise ParseError(f"r{start // 9 + 1}c{start % 9 + 1} points to no sum")
        cages.setdefault(cell, []).append(start)
    return [(SUMS.index(text[root]), tuple(cells)) for root, cells in cages.items()]


def _long(text: str) -> list[tuple[int, tuple[int, ...]]]:
    cages: dict[int, list[int]] = {}
    sums: dict[int, int] = {}
    for cell, number in enumerate(map(int, text.split(":"))):
        total, cage = divmod(number, 256)
        if cage:
            cages.setdefault(cage, []).append(cell)
            sums[cage] = sums.get(cage, 0) + total
    return [(sums[cage], tuple(cells)) for cage, cells in cages.items()]
