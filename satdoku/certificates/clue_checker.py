"""Checks that a grid has no puzzle with so many givens: `python clue_checker.py [PART …] < FILE`.

FILE: what `diagnose GRID --clues NUMBER --progress FILE` kept of its search, perhaps `--within`
some cells. PART: numbers of parts (from 1, in the order of the file) to be checked alone, since all
of them may take long. This file needs Python's standard library and nothing else; it shares no code
with the search. It prints one line, and ends with status 0 only if what was to be checked is right.

What is trusted: this file, Python, and its `json`. Nothing that FILE says is trusted.

Why that is enough.

1. The grid and each other grid have each digit once in each row, column and box. So the cells in
   which another grid differs are an unavoidable set: a puzzle of the grid has a given among them,
   or the other grid would solve it, too.
2. The sets of cells of the wanted size are split by this file. A node is some chosen cells, and
   some refused ones. Of the sets in the first record that no chosen cell hits, the one with the
   fewest cells that are not refused (the first of these) is hit by one of these cells: there is a
   node below for each, smallest cell first, which refuses those before it. A node with `DEPTH`
   chosen cells is a part. If nothing is refused but these cells, and those that the givens may not
   be in, no set of cells is left out.
3. A record of a part begins with the chosen cells, and adds unavoidable sets. A search of its own
   finds that no set of cells of the part hits all of these and those of the first record. A part
   without a record must be refuted by the latter alone.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

#: Cells chosen at the beginning of a part; searches for no more givens than this have one part.
DEPTH = 5
#: A set of cells: bit c for cell c, from 0 row by row.
Mask = int


class Wrong(Exception):
    """What is wrong with the records."""


def houses_of(layout: str) -> list[list[int]]:
    """The rows, columns and boxes of a board such as 9x9 or 6x6/3x2, as lists of cells."""
    name, _, box = layout.partition("/")
    try:
        n = int(name.split("x")[0])
        heights = [h for h in range(1, n + 1) if n % h == 0 and h * h <= n]
        height = heights[-1]
        width = n // height
        if box:
            height, width = map(int, box.split("x"))
    except (ValueError, IndexError):
        n = height = width = 0
    if name != f"{n}x{n}" or height * width != n:
        raise Wrong(f"the board {layout[:40]!a} is not of rows, columns and boxes")
    rows = [[n * r + c for c in range(n)] for r in range(n)]
    columns = [[n * r + c for r in range(n)] for c in range(n)]
    boxes = []
    for top in range(0, n, height):
        lines = rows[top : top + height]
        for left in range(0, n, width):
            box_cells: list[int] = []
            for line in lines:
                box_cells += line[left : left + width]
            boxes.append(box_cells)
    return rows + columns + boxes


def check_grid(grid: Any, houses: list[list[int]]) -> None:
    """Raise `Wrong` unless each house has each symbol of the first row once."""
    if not isinstance(grid, str):
        raise Wrong(f"{str(grid)[:400]!a} is no grid")
    n = len(houses[0])
    symbols = set(grid[:n])
    if len(symbols) < n or len(grid) != n**2:
        raise Wrong(f"{grid[:400]!a} is not a full grid")
    for house in houses:
        if {grid[cell] for cell in house} != symbols:
            raise Wrong(f"{grid[:400]!a} does not have each digit once in each house")


def unavoidable_sets(grid: str, others: Any, houses: list[list[int]]) -> list[Mask]:
    """The cells in which each other grid differs."""
    found = []
    for other in others:
        check_grid(other, houses)
        if set(other) != set(grid) or other == grid:
            raise Wrong(f"{other[:400]!a} is not another grid with the same digits")
        differing = 0
        for cell, digit in enumerate(grid):
            if other[cell] != digit:
                differing |= 1 << cell
        found.append(differing)
    return found


def cells_of(mask: Mask) -> Iterator[int]:
    """The cells of a set, smallest first."""
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        yield lowest.bit_length() - 1


def some_hitting_set(sets: list[Mask], free: Mask, size: int) -> Mask | None:
    """A set of `size` free cells that hits all sets; None if there is none."""
    left = sorted([one & free for one in sets], key=int.bit_count)
    if not left:
        filled = 0
        for cell in [*cells_of(free)][:size]:
            filled |= 1 << cell
        return filled if filled.bit_count() == size else None
    # sets that have no cell in common need a cell each
    used = 0
    needed = 0
    for one in left:
        if not one & used:
            used |= one
            needed += 1
    if needed > size or not left[0]:
        return None
    for cell in cells_of(left[0]):
        bit = 1 << cell
        free &= ~bit
        still_open = [one for one in left if not one & bit]
        found = some_hitting_set(still_open, free, size - 1)
        if found is not None:
            return found | bit
    return None


def parts_of(
    sets: list[Mask], free: Mask, depth: int, chosen: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Mask]]:
    """The parts as (chosen cells, free cells); see 2 above. sets: those that are not hit."""
    if len(chosen) == depth:
        yield chosen, free
        return
    left = [one & free for one in sets]
    branches = min(left, key=int.bit_count, default=free)
    for cell in cells_of(branches):
        bit = 1 << cell
        free &= ~bit
        still_open = [one for one in sets if not one & bit]
        yield from parts_of(still_open, free, depth, (*chosen, cell))


class Records(NamedTuple):
    """What a file says. within: the cells that the givens may be in. base: the unavoidable sets of
    the first record. added: by the cells that a part begins with, those of its record. numbers:
    likewise, the number of the record."""

    grid: str
    clues: int
    within: Mask
    base: list[Mask]
    added: dict[tuple[int, ...], list[Mask]]
    numbers: dict[tuple[int, ...], int]


def read(lines: list[str]) -> Records:
    """Read the records. Raises `Wrong`, and other errors for what are no records."""
    first, *others = [json.loads(line) for line in lines]
    grid, clues = first["puzzle"], first["clues"]
    if type(clues) is not int or clues < 1:
        raise Wrong(f"{str(clues)[:40]!a} is no number of givens")
    houses = houses_of(first["layout"])
    check_grid(grid, houses)
    within = 0
    for cell in first["within"]:
        if type(cell) is not int or not 0 <= cell < len(grid):
            raise Wrong(f"{str(cell)[:40]!a} is no cell")
        within |= 1 << cell
    found = Records(grid, clues, within, unavoidable_sets(grid, first["others"], houses), {}, {})
    for number, record in enumerate(others, 1):
        for key in ("puzzle", "layout", "clues", "within"):
            if record[key] != first[key]:
                raise Wrong(f"part {number} is of another search")
        chosen = tuple(record["chosen"])
        found.added[chosen] = unavoidable_sets(grid, record["others"], houses)
        found.numbers[chosen] = number
    return found


def check(records: Records, wanted: set[int]) -> str:
    """What is right. wanted: numbers of parts, none for the whole. Raises `Wrong`."""
    grid, clues, within, base, added, numbers = records
    n = int(len(grid) ** 0.5)
    checked = 0
    for chosen, free in parts_of(base, within, DEPTH if clues > DEPTH else 0):
        if wanted and numbers.get(chosen) not in wanted:
            continue
        sets = [*base, *added.get(chosen, ())]
        for cell in chosen:
            sets = [one for one in sets if not one >> cell & 1]
        found = some_hitting_set(sets, free, clues - len(chosen))
        if found is not None:
            number = numbers.get(chosen, "without a record")
            cells = [*chosen, *cells_of(found)]
            raise Wrong(f"part {number}: the cells {cells} hit all sets")
        checked += chosen in numbers
    givens = f"{clues} givens"
    if within.bit_count() < len(grid):
        names = [f"r{cell // n + 1}c{cell % n + 1}" for cell in cells_of(within)]
        givens += f" in {' '.join(names)}"
    if not wanted:
        return f"right: no puzzle with {givens}: {grid}"
    if checked < len(wanted):
        raise Wrong(f"only {checked} of the {len(wanted)} parts are there")
    return f"right: {checked} parts, none with a puzzle with {givens}: {grid}"


def main() -> int:
    """Check standard input."""
    try:
        wanted = set(map(int, sys.argv[1:]))
        print(check(read(sys.stdin.readlines()), wanted))
    except (Wrong, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        print(f"wrong: {type(error).__name__}: {str(error)[:400]!a}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
