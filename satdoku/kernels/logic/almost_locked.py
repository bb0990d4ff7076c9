"""ALS-XZ: two almost locked sets, each of k cells of a house with k + 1 digits, that share digit x.

Every x of one set sees every x of the other, so at least one of the sets lacks x and therefore
holds all its other digits. Then z, a digit of both, is in at least one of them, and a candidate
that sees every z of both is false. Sets have at most four cells; the pair with the fewest cells is
taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..csr import OPEN
from ..kernel import kernel, routine
from ..simd import Words, popcount
from .found import DENIALS, SIZE, FoundStep, base, begin, denies
from .grid import Grid, look
from .state import NamedTheory, State, share_clause

if TYPE_CHECKING:
    from .search import Search

#: Cells of a set at most.
LARGEST = 4


class Almost(NamedTuple):
    """The sets: digits (one bit each), number of cells, and cells (LARGEST clauses per set).
    counts: one number, the number of sets. lines, chosen: scratch space."""

    digits: Words
    sizes: Words
    cells: Words
    counts: Words
    lines: Words
    chosen: Words


@kernel
def find_als_xz(search: Search, how: int) -> bool:
    """Find the first pair among those with the fewest cells."""
    theory, state, almost, found = search.theory, search.state, search.almost, search.found
    look(search)
    collect(search.grid, almost)
    sets = almost.counts[0]
    fewest, first, second = 2 * LARGEST + 1, -1, -1
    for i in range(sets):
        if search.stop[0]:
            return False
        digits, size = almost.digits[i], almost.sizes[i]
        for j in range(i + 1, sets):
            common = digits & almost.digits[j]
            if (
                common & (common - 1)
                and size + almost.sizes[j] < fewest
                and try_pair(theory, state, almost, found, i, j, common)
            ):
                fewest, first, second = size + almost.sizes[j], i, j
    if first < 0:
        return False
    common = almost.digits[first] & almost.digits[second]
    return try_pair(theory, state, almost, found, first, second, common)


@routine
def collect(grid: Grid, almost: Almost) -> None:
    """List the almost locked sets, each once."""
    almost.counts[0] = 0
    for region in range(len(grid.full)):
        lines = 0
        for cell in grid.region_cells[region]:
            if popcount(grid.left[cell]) > 1:
                almost.lines[lines] = grid.left[cell]
                almost.lines[grid.size + lines] = grid.cell_clause[cell]
                lines += 1
        for k in range(1, min(LARGEST, lines - 1) + 1):
            depth, almost.chosen[0] = 0, -1
            while depth >= 0:
                almost.chosen[depth] += 1
                if almost.chosen[depth] > lines - (k - depth):
                    depth -= 1
                    continue
                union = 0
                for i in range(depth + 1):
                    union |= almost.lines[almost.chosen[i]]
                if popcount(union) > k + 1:
                    continue
                if depth + 1 < k:
                    depth += 1
                    almost.chosen[depth] = almost.chosen[depth - 1]
                elif popcount(union) == k + 1:
                    keep(grid.size, almost, union, k)


@routine
def keep(size: int, almost: Almost, digits: int, k: int) -> None:
    """Add a set, unless it is listed already or there is no room."""
    count = almost.counts[0]
    if count == len(almost.sizes):
        return
    for i in range(k):
        almost.cells[count * LARGEST + i] = almost.lines[size + almost.chosen[i]]
    for other in range(count):
        if almost.digits[other] == digits and almost.sizes[other] == k:
            same = True
            for i in range(k):
                same = same and (
                    almost.cells[other * LARGEST + i] == almost.cells[count * LARGEST + i]
                )
            if same:
                return
    almost.digits[count] = digits
    almost.sizes[count] = k
    almost.counts[0] = count + 1


@routine
def try_pair(
    theory: NamedTheory, state: State, almost: Almost, found: FoundStep, i: int, j: int, common: int
) -> bool:
    """Fill in the step of two sets with these digits in common; False if they give none."""
    size = theory.size
    for a in range(almost.sizes[i]):
        for b in range(almost.sizes[j]):
            if almost.cells[i * LARGEST + a] == almost.cells[j * LARGEST + b]:
                return False
    for x in range(size):
        if not common >> x & 1 or not all_see(theory, state, almost, i, j, x):
            continue
        begin(found)
        for z in range(size):
            if z == x or not common >> z & 1:
                continue
            for target in range(z + 1, theory.boards + 1, size):
                if (
                    state.status[target] == OPEN
                    and seen_by(theory, state, almost, i, z, target)
                    and seen_by(theory, state, almost, j, z, target)
                ):
                    denies(found, target)
        if found.numbers[DENIALS]:
            for a in range(almost.sizes[i]):
                base(found, almost.cells[i * LARGEST + a])
            for b in range(almost.sizes[j]):
                base(found, almost.cells[j * LARGEST + b])
            found.numbers[SIZE] = almost.sizes[i]
            return True
    return False


@routine
def all_see(theory: NamedTheory, state: State, almost: Almost, i: int, j: int, digit: int) -> bool:
    """Return whether every candidate of the digit in one set sees every one in the other."""
    for a in range(almost.sizes[i]):
        variable = in_cell(theory, almost.cells[i * LARGEST + a], digit)
        if state.status[variable] == OPEN and not seen_by(
            theory, state, almost, j, digit, variable
        ):
            return False
    return True


@routine
def seen_by(
    theory: NamedTheory, state: State, almost: Almost, i: int, digit: int, target: int
) -> bool:
    """Return whether the target sees every candidate of the digit in a set."""
    for a in range(almost.sizes[i]):
        variable = in_cell(theory, almost.cells[i * LARGEST + a], digit)
        if state.status[variable] == OPEN and not share_clause(theory, variable, target):
            return False
    return True


@routine
def in_cell(theory: NamedTheory, cell: int, digit: int) -> int:
    """Return the variable of a digit (from 0) in the cell of a clause."""
    return int(theory.members[cell][digit])
