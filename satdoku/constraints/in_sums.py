"""Rules with sums inside, expressed by sums and alternatives instead of an automaton, for engines
with linear sums (CP-SAT). The meaning is exactly that of the kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ..layout_data import LayoutData
from .constraint import Constraint
from .forms import AnyOf, Candidates, Form, Relation, weighted_sum


def first_so_many(c: Constraint, layout: LayoutData) -> Iterator[Form]:
    """Yield an X-sum as one case for each first digit."""
    total, first = c.values[0], c.cells[0]
    cases: list[tuple[Form, ...]] = []
    for d in layout.digits:
        cells = c.cells[: max(d, 0)]
        if 0 < d <= len(c.cells) and _reaches(layout, len(cells), total):
            cases.append((Candidates(first, frozenset((d,))), _sum(cells, total)))
    yield AnyOf(tuple(cases)) if cases else Candidates(first, frozenset())


def between_crusts(c: Constraint, layout: LayoutData) -> Iterator[Form]:
    """Yield a sandwich as one case for each two places of the smallest and the largest digit."""
    total = c.values[0]
    low = layout.digits[0]
    high = layout.digits[-1]
    crusts = frozenset(((low, high), (high, low)))
    filling = frozenset(layout.digits) - {low, high}
    whole = any(set(c.cells) <= set(house.cells) for house in layout.houses)
    cases: list[tuple[Form, ...]] = []
    for i, j in combinations(range(len(c.cells)), 2):
        inside = c.cells[i + 1 : j]
        others = () if whole else (cell for k, cell in enumerate(c.cells) if k not in (i, j))
        if _reaches(layout, len(inside), total, distinct=whole, digits=sorted(filling)):
            crust = Relation(c.cells[i], c.cells[j], crusts)
            case: list[Form] = [crust, *(Candidates(cell, filling) for cell in others)]
            cases.append((*case, _sum(inside, total)) if inside else tuple(case))
    yield AnyOf(tuple(cases)) if cases else Candidates(c.cells[0], frozenset())


def _sum(cells: Sequence[int], total: int) -> Form:
    return weighted_sum(cells, [1] * len(cells), total)


def _reaches(
    layout: LayoutData,
    count: int,
    total: int,
    distinct: bool = False,
    digits: Sequence[int] = (),
) -> bool:
    """Return whether `count` digits can add up to the total."""
    digits = digits or layout.digits
    if not distinct:
        return count * digits[0] <= total <= count * digits[-1]
    if count > len(digits):
        return False
    return sum(digits[:count]) <= total <= sum(digits[len(digits) - count :])
