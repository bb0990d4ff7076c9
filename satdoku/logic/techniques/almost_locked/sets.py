"""Almost locked sets, k cells of a house with k + 1 candidates, as shared by several techniques.

If the set lacks one of its digits, it holds all the others: a naked subset remains. The kernels of
ALS-XZ list them (`kernels/logic/almost_locked.py`); here they are for finders that read a `View`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ....kernels.kernel import kernel
from ....kernels.logic.almost_locked import clauses_of, collect
from ....kernels.logic.found import base, begin, reported
from ....kernels.logic.grid import look
from ....kernels.logic.search import Search
from ...search.reports import reports_of
from ...view import View, bits_of


@dataclass(frozen=True, slots=True)
class Set:
    """k cells (as bits) and their digits (as bits)."""

    cells: int
    digits: int


@kernel
def find_sets(search: Search, mode: int) -> bool:
    """Report every set of at most `mode` cells, each as the clauses of its cells."""
    look(search)
    almost = search.almost
    collect(search.grid, almost, mode, 1)
    for i in range(almost.counts[0]):
        begin(search.found)
        for clause in clauses_of(almost, i):
            base(search.found, clause)
        if reported(search):
            return True
    return False


def almost_locked_sets(view: View, most: int) -> list[Set]:
    """Return those of at most `most` cells, smallest first."""
    found = (
        bits_of(view.cell_of(clause) for clause in bases)
        for _, (_, _, bases, _, _) in reports_of(view.position, f"{__name__}:find_sets", most)
    )
    return sorted(
        (Set(cells, view.digits_of(cells)) for cells in found),
        key=lambda one: (one.cells.bit_count(), one.cells),
    )
