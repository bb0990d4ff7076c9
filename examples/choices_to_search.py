"""From choices to search: a solver grown in four steps, each measured.

After Richard Bird's and Graham Hutton's functional development (and the lecture of Döppers and
Möllmann that follows them): start with a program that is obviously right and hopeless, then
change one idea at a time.

1. expand: each cell has its possible digits; every combination is a grid to be tested.
2. prune: a digit that is certain in a house is no choice for its other cells.
3. prune until nothing changes.
4. search: expand one cell, the one with the fewest choices, prune, and go on below.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import satdoku

Choices = tuple[frozenset[int], ...]


def choices(puzzle: satdoku.Puzzle) -> Choices:
    """The digits that each cell may hold, before any thought."""
    digits = frozenset(range(1, puzzle.layout.size + 1))
    return tuple(frozenset([given]) if given else digits for given in puzzle.cells)


def grids(matrix: Choices) -> int:
    """Step 1: how many grids expansion would have to test."""
    return prod(map(len, matrix))


def prune(matrix: Choices, layout: satdoku.Layout) -> Choices:
    """Step 2: take the certain digits of each house from the choices of its other cells."""
    cells = list(matrix)
    for house in layout.houses:
        certain = frozenset().union(*(cells[c] for c in house.cells if len(cells[c]) == 1))
        for c in house.cells:
            if len(cells[c]) > 1:
                cells[c] -= certain
    return tuple(cells)


def prune_fully(matrix: Choices, layout: satdoku.Layout) -> Choices:
    """Step 3: prune to the fixed point."""
    while (pruned := prune(matrix, layout)) != matrix:
        matrix = pruned
    return matrix


def is_blocked(matrix: Choices, layout: satdoku.Layout) -> bool:
    """A cell without choices, or a digit certain twice in a house."""
    if not all(matrix):
        return True
    for house in layout.houses:
        certain = [min(matrix[c]) for c in house.cells if len(matrix[c]) == 1]
        if len(certain) != len(set(certain)):
            return True
    return False


def search(matrix: Choices, layout: satdoku.Layout, visited: list[Choices]) -> Iterator[Choices]:
    """Step 4: every solution below; each matrix looked at is noted in `visited`."""
    matrix = prune_fully(matrix, layout)
    visited.append(matrix)
    if is_blocked(matrix, layout):
        return
    open_cells = [c for c, digits in enumerate(matrix) if len(digits) > 1]
    if not open_cells:
        yield matrix
        return
    cell = min(open_cells, key=lambda c: len(matrix[c]))
    for digit in sorted(matrix[cell]):
        yield from search(
            (*matrix[:cell], frozenset([digit]), *matrix[cell + 1 :]), layout, visited
        )


def measure(puzzle: satdoku.Puzzle) -> dict[str, int]:
    """The work left after each step: grids to test, and at last the matrices searched."""
    layout, start, visited = puzzle.layout, choices(puzzle), list[Choices]()
    found = list(search(start, layout, visited))
    return {
        "expand: grids to test": grids(start),
        "prune once: grids to test": grids(prune(start, layout)),
        "prune fully: grids to test": grids(prune_fully(start, layout)),
        "search: matrices looked at": len(visited),
        "solutions": len(found),
    }


if __name__ == "__main__":
    line = ".7.1.365.5.67..3.12..4.6.87.81....653.4...1.8.........43.6.8.1.1.23.5....68..2.4."
    hard = "..5.34.....67..3.....9...72..28..5.3.1.....4.8.4..32..25...8.....7..61.....49.7.."
    for name, text in (("easy", line), ("hard", hard)):
        print(name)
        for step, work in measure(satdoku.parse(text)).items():
            print(f"  {step:28} {work:,}")
