"""Almost locked sets, k cells of a house with k + 1 candidates, as kernels list them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..any_theory.csr import OPEN
from ..kernel import part
from ..lockstep.simd import Words, popcount
from .grid import Grid
from .state import share_clause

if TYPE_CHECKING:
    from .search import StepSearch

#: Cells of a set at most, and sets.
LARGEST, MOST_SETS = 7, 4096


class Almost(NamedTuple):
    """The sets: digits (one bit each), number of cells, and cells (LARGEST clauses per set).
    counts: one number, the number of sets. lines, chosen: scratch space."""

    digits: Annotated[Words, MOST_SETS]
    sizes: Annotated[Words, MOST_SETS]
    cells: Annotated[Words, MOST_SETS, LARGEST]
    counts: Annotated[Words, 1]
    lines: Annotated[Words, 2, "size"]
    chosen: Annotated[Words, LARGEST + 1]


def collect(grid: Grid, almost: Almost, most: int, fewest: int) -> None:
    """List the almost locked sets of at most `most` cells with `fewest` candidates each, once."""
    almost.counts[0] = 0
    for region in range(len(grid.full)):
        lines = 0
        for cell in grid.region_cells[region]:
            if popcount(grid.left[cell]) >= fewest:
                almost.lines[lines] = grid.left[cell]
                almost.lines[grid.size + lines] = grid.cell_clause[cell]
                lines += 1
        for k in range(1, min(most, lines - 1) + 1):
            depth, almost.chosen[0] = 0, -1
            while depth >= 0:
                almost.chosen[depth] += 1
                if almost.chosen[depth] > lines - (k - depth):
                    depth -= 1
                    continue
                union = 0
                for i in range(depth + 1):
                    union |= almost.lines[almost.chosen[i]]
                # More cells can only add digits.
                if popcount(union) > k + 1:
                    continue
                if depth + 1 < k:
                    depth += 1
                    almost.chosen[depth] = almost.chosen[depth - 1]
                elif popcount(union) == k + 1:
                    keep(grid.size, almost, union, k)


@part
def clauses_of(almost: Almost, i: int) -> Words:
    """Return the clauses of the cells of a set."""
    return almost.cells[i * LARGEST : i * LARGEST + almost.sizes[i]]


def is_seen(search: StepSearch, i: int, digit: int, target: int) -> bool:
    """Return whether the target sees every candidate of the digit in a set."""
    members, status = search.theory.members, search.state.status
    return all(
        status[members[c][digit]] != OPEN or share_clause(search.theory, members[c][digit], target)
        for c in clauses_of(search.almost, i)
    )


def keep(size: int, almost: Almost, digits: int, k: int) -> None:
    """Add a set, unless it is listed already or there is no room."""
    count = almost.counts[0]
    if count == len(almost.sizes):
        return
    for i in range(k):
        almost.cells[count * LARGEST + i] = almost.lines[size + almost.chosen[i]]
    # A set within a box and a line is met in both.
    for other in range(count):
        if (
            almost.digits[other] == digits
            and almost.sizes[other] == k
            and all(
                almost.cells[other * LARGEST + i] == almost.cells[count * LARGEST + i]
                for i in range(k)
            )
        ):
            return
    almost.digits[count] = digits
    almost.sizes[count] = k
    almost.counts[0] = count + 1
