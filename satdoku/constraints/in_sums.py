"""Rules with sums inside, expressed by sums and alternatives instead of an automaton, for engines
with linear sums (CP-SAT). The meaning is exactly that of the kind.

Where a segment begins and ends depends on a few digits only. For each possibility the rule is a
plain sum, so it becomes "one of these cases", and the cases whose sum no digits reach are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ..layout_data import LayoutData
from .constraint import Constraint
from .forms import AnyOf, Candidates, Form, Forms, Relation, plain_sum


def first_so_many(c: Constraint, layout: LayoutData) -> Forms:
    """Yield an X-sum as one case for each first digit."""
    total = c.values[0]
    first = c.cells[0]
    cases: list[tuple[Form, ...]] = []
    for d in layout.digits:
        cells = c.cells[: max(d, 0)]
        if not 0 <= d <= len(c.cells) or not _reaches(layout.digits, len(cells), total):
            continue
        case: list[Form] = [Candidates(first, frozenset((d,)))]
        if cells:
            case.append(plain_sum(cells, total))
        cases.append(tuple(case))
    yield _one_case(cases, first)


def between_crusts(c: Constraint, layout: LayoutData) -> Forms:
    """Yield a sandwich as one case for each two places of the smallest and the largest digit.

    In a line that a house keeps distinct, only the sums remain to be said; elsewhere each case also
    says that the crusts are nowhere else.
    """
    total = c.values[0]
    low = layout.digits[0]
    high = layout.digits[-1]
    crusts = frozenset(((low, high), (high, low)))
    filling = [d for d in layout.digits if d not in (low, high)]
    cells = set(c.cells)
    whole = len(cells) == len(c.cells) and any(cells <= set(h.cells) for h in layout.houses)
    reaches = _reaches_distinct if whole else _reaches
    cases: list[tuple[Form, ...]] = []
    for i, j in combinations(range(len(c.cells)), 2):
        inside = c.cells[i + 1 : j]
        if c.cells[i] == c.cells[j] or not reaches(filling or layout.digits, len(inside), total):
            continue
        case: list[Form] = [Relation(c.cells[i], c.cells[j], crusts)]
        if not whole:
            others = [cell for k, cell in enumerate(c.cells) if k not in (i, j)]
            case += [Candidates(cell, frozenset(filling)) for cell in others]
        if inside:
            case.append(plain_sum(inside, total))
        cases.append(tuple(case))
    yield _one_case(cases, c.cells[0])


def _one_case(cases: Sequence[tuple[Form, ...]], cell: int) -> Form:
    """Return that one of the cases holds; without any, that nothing fits the cell."""
    return AnyOf(tuple(cases)) if cases else Candidates(cell, frozenset())


def _reaches(digits: Sequence[int], count: int, total: int) -> bool:
    """Return whether `count` of these digits, in increasing order, can add up to the total."""
    return count * digits[0] <= total <= count * digits[-1]


def _reaches_distinct(digits: Sequence[int], count: int, total: int) -> bool:
    """Return the same for different digits."""
    if count > len(digits):
        return False
    return sum(digits[:count]) <= total <= sum(digits[len(digits) - count :])
