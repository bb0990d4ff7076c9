"""Killer Sudokus on one line: the short form of 81 characters, SudoCue's long form of 81 numbers.

Short: the first cell of a cage holds the sum, 0-9 A-Z a-j for 0 to 45; each other cell points to
another cell of the cage by `<` `>` `v` `^` (left, right, down, up) and `` ` `` `'` `,` `.`
(up-left, up-right, down-left, down-right). Long: `3x3::k:` or `3x3:d:k:` (with diagonals) and
numbers separated by colons, each the cage's number plus 256 times its sum.

Single cells with the sum 0, and cells with the number 0, are in no cage; other cages with the sum 0
in the short form have an unknown sum.

Source: both forms as accepted by Interactive Sudoku Solver and SudoCue.

>>> str(read_killer("j<<<<<<<<" * 9).constraints[8].on(9))
'killer:45:r9c1-r9c9'
"""

from __future__ import annotations

import re
from collections.abc import Collection

from ...board import Puzzle
from ...errors import LayoutError, ParseError
from ...geometry import Cells
from ...layout import Layout
from ...phrases import phrase
from .caging import cages_in, with_cages

SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
POINTERS = {"<": -1, ">": 1, "v": 9, "^": -9, "`": -10, "'": -8, ",": 8, ".": 10}
LONG = re.compile(r"3x3:(d?):k:((?:\d{1,5}:){80}\d{1,5}):*$")


def read_killer(text: str, ignore: Collection[str] = ()) -> Puzzle | None:
    """Return the killer of a line in either form, None for other text; raise `ParseError` if it is
    inconsistent."""
    long = LONG.match(text)
    if long:
        cages = _long(long[2])
    elif _is_short(text):
        cages = _short(text)
    else:
        return None
    layout = Layout.boxes(3, 3)
    try:
        if long and long[1]:
            layout = layout.with_houses("diagonal")
        return Puzzle((0,) * 81, with_cages(layout, cages))
    except LayoutError as error:
        raise ParseError(str(error)) from None


def _is_short(text: str) -> bool:
    """Whether the text is in the short form, with enough pointers to be no plain board."""
    if len(text) != 81:
        return False
    # Without the dot, which points, too: it fills plain boards.
    pointers = sum(text.count(mark) for mark in "<>v^`',")
    return pointers > 8 and {*text} <= {*SUMS, *POINTERS}


def _short(text: str) -> list[tuple[int, Cells]]:
    cages: dict[int, list[int]] = {}
    for start in range(81):
        cell, seen = start, set[int]()
        while text[cell] in POINTERS:
            step = POINTERS[text[cell]]
            # A step is a multiple of 9 and one of -1, 0, 1, which is the way that its column goes:
            # if the column goes another way, the pointer has left the board at its side.
            across = cell % 9 + (step + 1) % 9 - 1
            seen.add(cell)
            cell += step
            if not 0 <= cell < 81 or cell % 9 != across or cell in seen:
                raise ParseError(
                    phrase(
                        "r{row!s}c{column!s} points to no sum",
                        row=start // 9 + 1,
                        column=start % 9 + 1,
                    )
                )
        cages.setdefault(cell, []).append(start)
    return [(SUMS.index(text[root]), tuple(cells)) for root, cells in cages.items()]


def _long(text: str) -> list[tuple[int, Cells]]:
    cages: dict[int, list[int]] = {}
    sums: dict[int, set[int]] = {}
    for cell, number in enumerate(map(int, text.split(":"))):
        total, cage = divmod(number, 256)
        if cage:
            cages.setdefault(cage, []).append(cell)
            totals = sums.setdefault(cage, set())
            # One cell of a cage may have its sum, or all of them.
            if total:
                totals.add(total)
    for cage, totals in sums.items():
        if len(totals) > 1:
            listed = ", ".join(map(str, sorted(totals)))
            raise ParseError(
                phrase("cage {cage!s} has several sums: {sums!s}", cage=cage, sums=listed)
            )
    return [(sum(sums[cage]), tuple(cells)) for cage, cells in cages.items() if sums[cage]]


def killer_line(puzzle: Puzzle, long: bool = False) -> str:
    """Return a killer in the short or long form; raise `LayoutError` if it cannot express it."""
    name = puzzle.layout.without_constraints().name
    boards = ("9x9", "9x9+diagonal") if long else ("9x9",)
    if name not in boards or puzzle.clues:
        raise LayoutError("killer lines hold only 9x9 boards without givens")
    marks = ["0"] * 81
    cages = cages_in(puzzle.layout, "a killer line", need_sums=long)
    for number, (total, cells) in enumerate(cages, 1):
        can_lack_sum = not long and len(cells) > 1
        if not (0 < total <= 45 or (total == 0 and can_lack_sum)):
            raise LayoutError("a killer line has only cages with sums up to 45")
        if long:
            for cell in cells:
                marks[cell] = str(number + 256 * total)
        else:
            _point(marks, cells, SUMS[total])
    if not long:
        return "".join(marks)
    kind = "d" if "diagonal" in name else ""
    return f"3x3:{kind}:k:" + ":".join(marks)


def long_killer_line(puzzle: Puzzle) -> str:
    """Return a killer in the long form; see `killer_line`."""
    return killer_line(puzzle, long=True)


def _point(marks: list[str], cells: Cells, total: str) -> None:
    """Put the sum in the first cell; each other cell points to one that is closer to it."""
    marks[cells[0]] = total
    reached = [cells[0]]
    for target in reached:  # grows during the loop
        for mark, step in POINTERS.items():
            cell = target - step
            beside = abs(cell % 9 - target % 9) < 2
            if cell in cells and cell not in reached and beside:
                marks[cell] = mark
                reached.append(cell)
    if len(reached) < len(cells):
        raise LayoutError("cages in killer lines must be connected")
