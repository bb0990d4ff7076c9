"""SumoCue's lines: jigsaws, killers and jigsaw killers, an entry for each cell.

`SumoCueV1`, perhaps `D` for both diagonals, then an entry a cell: `=N` a given (0 for blank), or in
a killer the first cell of a cage with the sum N; `+K` a cell of the cage whose first cell has the
number K, from 0. In jigsaws, `J` and the number of the region follow each entry.

Source: the lines that SumoCue writes.

>>> puzzle = read_sumocue("SumoCueV1=6+0=10+2+0=6+2=5=8+5+2+7+8+8=5+14")
>>> str(puzzle.constraints[0].on(4)), sumocue_line(puzzle)
('killer:6:r1c1,r1c2,r2c1', 'SumoCueV1=6+0=10+2+0=6+2=5=8+5+2+7+8+8=5+14')
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from math import isqrt

from ...board import Puzzle
from ...errors import LayoutError, ParseError, PuzzleError
from ...layout import Layout
from ...layout_data import SYMBOLS
from ...phrases import phrase
from .caging import cages_in, with_cages
from .solo import may_have_diagonals

START = "SumoCueV1"
ENTRY = re.compile(r"([=+])(\d+)(?:J(\d+))?")


def read_sumocue(text: str, ignore: Collection[str] = ()) -> Puzzle | None:
    """Return the puzzle of a line, None for other text; raise `ParseError` if it is damaged."""
    text = "".join(text.split())
    if not text.startswith(START):
        return None
    text = text.removeprefix(START)
    has_diagonals = text.startswith("D")
    text = text.removeprefix("D")
    entries = ENTRY.findall(text)
    count = len(entries)
    rest = ENTRY.sub("", text)
    size = isqrt(count)
    if rest or size < 4 or size * size != count:
        raise ParseError(
            phrase("damaged SumoCue line: {count!s} entries of cells were read", count=count)
        )
    areas = [area for _, _, area in entries]
    numbers = [(sign, int(number)) for sign, number, _ in entries]
    try:
        layout = _board(areas, size)
        if has_diagonals:
            layout = layout.with_houses("diagonal")
        return _puzzle(numbers, layout)
    except (LayoutError, PuzzleError) as error:
        raise ParseError(phrase("damaged SumoCue line: {error!s}", error=error)) from None


def _puzzle(entries: list[tuple[str, int]], layout: Layout) -> Puzzle:
    """Return the puzzle of (sign, number) for each cell: a killer if a cell points to another."""
    signs = {sign for sign, _ in entries}
    if signs == {"="}:
        givens = [number for _, number in entries]
        return Puzzle(givens, layout)
    blanks = [0] * len(entries)
    return Puzzle(blanks, with_cages(layout, _cages(entries)))


def _board(areas: list[str], size: int) -> Layout:
    if not any(areas):
        return Layout.of_size(size)
    if "" in areas or max(map(int, areas)) >= len(SYMBOLS):
        raise LayoutError("each cell of a jigsaw needs the number of its region")
    return Layout.jigsaw("".join(SYMBOLS[int(area)] for area in areas))


def _cages(entries: list[tuple[str, int]]) -> Iterator[tuple[int, list[int]]]:
    """Yield the sum, 0 if unknown, and the cells of each cage of a killer."""
    cages: dict[int, list[int]] = {}
    for cell, (sign, number) in enumerate(entries):
        first = cell if sign == "=" else number
        begins_cage = first < len(entries) and entries[first][0] == "="
        if not begins_cage:
            raise LayoutError(
                phrase(
                    "cell {cell!s} (from 0) names cell {first!s}, which begins no cage",
                    cell=cell,
                    first=first,
                )
            )
        cages.setdefault(first, []).append(cell)
    for first, cells in cages.items():
        yield entries[first][1], cells


def sumocue_line(puzzle: Puzzle) -> str:
    """Return the line; raise `LayoutError` for a board or rule that the format does not have."""
    layout = puzzle.layout
    has_diagonals = may_have_diagonals(layout, "SumoCue has boards with regions")
    if layout.constraints and puzzle.clues:
        raise LayoutError("killers of SumoCue hold no givens")
    entries = [f"={digit}" for digit in puzzle.cells]
    for total, cells in cages_in(layout, "SumoCue", need_sums=False):
        first = min(cells)
        for cell in cells:
            entries[cell] = f"+{first}"
        entries[first] = f"={total}"
    is_killer_of_single_cells = layout.constraints and not any("+" in entry for entry in entries)
    if is_killer_of_single_cells:
        raise LayoutError("SumoCue reads cages of single cells as givens")
    if layout.regions != Layout.of_size(layout.size).regions:
        entries = [f"{entry}J{area}" for entry, area in zip(entries, layout.regions, strict=True)]
    start = START + "D" if has_diagonals else START
    return start + "".join(entries)
