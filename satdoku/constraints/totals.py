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
from dataclasses import dataclass
from functools import lru_cache

from ..layout_data import LayoutData

#: Limits: cells of an equation, adjacent rows or columns.
MOST_CELLS, MOST_LINES = 4, 4


@dataclass(frozen=True, slots=True)
class Equation:
    """The digits of cells, each times 1 (an innie) or -1 (an outie), add up to the total.

    houses: indexes in `layout.houses`; rules: numbers of the constraints whose sums are subtracted.
    """

    houses: tuple[int, ...]
    rules: tuple[int, ...]
    cells: tuple[tuple[int, int], ...]
    total: int


def known_sums(layout: LayoutData) -> dict[int, tuple[frozenset[int], int]]:
    """Return by number of the constraint its cells and the sum of their digits."""
    return {
        k: (frozenset(c.cells), c.values[0])
        for k, c in enumerate(layout.constraints)
        if c.kind in ("killer", "sum") and len(c.values) == 1 and len(set(c.cells)) == len(c.cells)
    }


@lru_cache(maxsize=8)
def equations(layout: LayoutData) -> tuple[Equation, ...]:
    """Return the equations of a board with cages, those of few houses first; each once."""
    sums = known_sums(layout)
    found: dict[tuple[tuple[tuple[int, int], ...], int], Equation] = {}
    for group in _groups(layout) if sums else ():
        inside = frozenset(cell for h in group for cell in layout.houses[h].cells)
        for overhang in (False, True):
            covered = set[int]()
            rules = []
            total = len(group) * sum(layout.digits)
            for k, (cells, own) in sums.items():
                out = len(cells - inside)
                fits = out == 0 or (overhang and out < len(cells & inside))
                if fits and not cells & covered and cells & inside:
                    covered |= cells
                    rules.append(k)
                    total -= own
            signed = [(cell, 1) for cell in sorted(inside - covered)]
            signed += [(cell, -1) for cell in sorted(covered - inside)]
            if rules and 0 < len(signed) <= MOST_CELLS:
                equation = Equation(group, tuple(rules), tuple(signed), total)
                found.setdefault((equation.cells, total), equation)
    return tuple(found.values())


def _groups(layout: LayoutData) -> Iterator[tuple[int, ...]]:
    """Yield the houses that hold every digit, each alone, then adjacent rows and columns."""
    full = [h for h, house in enumerate(layout.houses) if len(house.cells) == len(layout.digits)]
    yield from ((h,) for h in full)
    for count in range(2, MOST_LINES + 1):
        for kind in ("row", "column"):
            lines = [h for h in full if layout.houses[h].kind == kind]
            for first in range(len(lines) - count + 1):
                yield tuple(lines[first : first + count])
