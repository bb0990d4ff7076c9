"""The rule of 45: the sums of houses minus the sums of cages give the sums of a few cells.

A house that holds every digit has a known sum (45 on the usual board). Take one, or several
adjacent rows or columns, and the cages inside: the cells that are left over (innies) have a known
sum. With cages that stick out a little, innies minus the cells that stick out (outies) have one.

>>> from satdoku.layout import Layout
>>> first = equations(Layout.named("4x4+killer:6:r1c1-r1c3"))[0]
>>> first.cells, first.total
(((3, 1),), 4)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..frozen import frozen
from ..layout_data import LayoutData

#: Limits: cells of an equation, adjacent rows or columns.
MOST_CELLS, MOST_LINES = 4, 4
#: number of a constraint → its cells, the sum of their digits
Sums = dict[int, tuple[frozenset[int], int]]
#: Each cell with 1 or -1.
Signed = tuple[tuple[int, int], ...]


@frozen
class Equation:
    """The digits of cells, each times 1 (an innie) or -1 (an outie), add up to the total.

    houses: indexes in `layout.houses`; rules: numbers of the constraints whose sums are subtracted.
    """

    houses: tuple[int, ...]
    rules: tuple[int, ...]
    cells: Signed
    total: int


def known_sums(layout: LayoutData) -> Sums:
    """Return by number of the constraint its cells and the sum of their digits."""
    found = {}
    for k, c in enumerate(layout.constraints):
        cells = frozenset(c.cells)
        if c.kind in ("killer", "sum") and len(c.values) == 1 and len(cells) == len(c.cells):
            found[k] = cells, c.values[0]
    return found


@lru_cache(maxsize=8)
def equations(layout: LayoutData) -> tuple[Equation, ...]:
    """Return the equations of a board with cages, those of few houses first; each once."""
    sums = known_sums(layout)
    if not sums:
        return ()
    found: dict[tuple[Signed, int], Equation] = {}
    for group in house_groups(layout):
        # first only cages inside: their equations name fewer cells
        for overhang in (False, True):
            equation = left_over(layout, group, sums, overhang)
            if equation.rules and 0 < len(equation.cells) <= MOST_CELLS:
                found.setdefault((equation.cells, equation.total), equation)
    return tuple(found.values())


def left_over(
    layout: LayoutData,
    houses: tuple[int, ...],
    sums: Sums,
    overhang: bool,
) -> Equation:
    """Return what remains of the houses' sum when cages are subtracted that share no cell.

    overhang: whether to take cages that stick out, too, if more than half of their cells are
    inside. Cages are taken in their order: the first that fits keeps out those that overlap it.
    """
    inside: set[int] = set()
    for h in houses:
        inside.update(layout.houses[h].cells)
    covered = set[int]()
    rules = []
    total = len(houses) * sum(layout.digits)
    for k, (cells, own) in sums.items():
        common = len(cells & inside)
        out = len(cells) - common
        fits = out == 0 or (overhang and out < common)
        if fits and common and not cells & covered:
            covered |= cells
            rules.append(k)
            total -= own
    innies = [(cell, 1) for cell in sorted(inside - covered)]
    outies = [(cell, -1) for cell in sorted(covered - inside)]
    return Equation(houses, tuple(rules), (*innies, *outies), total)


def house_groups(layout: LayoutData, most_lines: int = MOST_LINES) -> Iterator[tuple[int, ...]]:
    """Yield the houses that hold every digit, each alone, then adjacent rows and columns."""
    full = [h for h, house in enumerate(layout.houses) if len(house.cells) == len(layout.digits)]
    for h in full:
        yield (h,)
    for count in range(2, most_lines + 1):
        for kind in ("row", "column"):
            lines = [h for h in full if layout.houses[h].kind == kind]
            for first in range(len(lines) - count + 1):
                adjacent = lines[first : first + count]
                yield tuple(adjacent)
