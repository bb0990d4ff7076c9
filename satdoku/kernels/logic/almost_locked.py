"""ALS-XZ: two almost locked sets, each of k cells of a house with k + 1 digits, that share digit x.

The x of one set sees all x of the other, so one of the sets has no x, and holds all its other
digits. Then z, a digit of both, is in one of them: what sees every z of both is false. Sets of up
to four cells are looked at; the pair with the fewest cells is taken.
"""

from __future__ import annotations

from typing import NamedTuple

from ..flat import OPEN
from ..vectors import Words, popcount
from .covers import HOUSE, mask_of
from .found import DENIALS, SIZE, Found, base, begin, reject
from .levels import ALS_XZ, RATINGS
from .routine import routine
from .state import Board, State, share_clause

#: Cells of a set at most.
LARGEST = 4


class Almost(NamedTuple):
    """The sets: digits (a bit each), how many cells, and cells (LARGEST clauses a set). counts: one
    number, how many sets. lines, chosen: numbers to work with."""

    digits: Words
    sizes: Words
    cells: Words
    counts: Words
    lines: Words
    chosen: Words


@routine
def find_als_xz(board: Board, state: State, almost: Almost, found: Found) -> bool:
    """The first pair with the fewest cells."""
    collect(board, state, almost)
    sets = almost.counts[0]
    fewest, first, second = 2 * LARGEST + 1, -1, -1
    for i in range(sets):
        digits, size = almost.digits[i], almost.sizes[i]
        for j in range(i + 1, sets):
            common = digits & almost.digits[j]
            if (
                common & (common - 1)
                and size + almost.sizes[j] < fewest
                and try_pair(board, state, almost, found, i, j, common)
            ):
                fewest, first, second = size + almost.sizes[j], i, j
    if first < 0:
        return False
    common = almost.digits[first] & almost.digits[second]
    return try_pair(board, state, almost, found, first, second, common)


@routine
def collect(board: Board, state: State, almost: Almost) -> None:
    """List the sets, each once."""
    side = board.side
    almost.counts[0] = 0
    for matrix in range(len(board.matrix_kind)):
        if board.matrix_kind[matrix] != HOUSE:
            continue
        lines = 0
        for i in range(side):
            mask = mask_of(board, state, 2 * matrix * side + i)
            if popcount(mask) > 1:
                almost.lines[lines] = mask
                almost.lines[side + lines] = board.lines[2 * matrix * side + i]
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
                    keep(board, almost, union, k)


@routine
def keep(board: Board, almost: Almost, digits: int, k: int) -> None:
    """Add a set, unless it is there or there is no room."""
    count = almost.counts[0]
    if count == len(almost.sizes):
        return
    for i in range(k):
        almost.cells[count * LARGEST + i] = almost.lines[board.side + almost.chosen[i]]
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
    board: Board, state: State, almost: Almost, found: Found, i: int, j: int, common: int
) -> bool:
    """Fill in the step of two sets with these digits in common; False if they give none."""
    size = board.size
    for a in range(almost.sizes[i]):
        for b in range(almost.sizes[j]):
            if almost.cells[i * LARGEST + a] == almost.cells[j * LARGEST + b]:
                return False
    for x in range(size):
        if not common >> x & 1 or not all_see(board, state, almost, i, j, x):
            continue
        begin(found, ALS_XZ, RATINGS[ALS_XZ])
        for z in range(size):
            if z == x or not common >> z & 1:
                continue
            for target in range(z + 1, len(state.status), size):
                if (
                    state.status[target] == OPEN
                    and seen_by(board, state, almost, i, z, target)
                    and seen_by(board, state, almost, j, z, target)
                ):
                    reject(found, target)
        if found.numbers[DENIALS]:
            for a in range(almost.sizes[i]):
                base(found, almost.cells[i * LARGEST + a])
            for b in range(almost.sizes[j]):
                base(found, almost.cells[j * LARGEST + b])
            found.numbers[SIZE] = almost.sizes[i]
            return True
    return False


@routine
def all_see(board: Board, state: State, almost: Almost, i: int, j: int, digit: int) -> bool:
    """Every candidate of the digit in one set sees every one in the other."""
    for a in range(almost.sizes[i]):
        variable = in_cell(board, almost.cells[i * LARGEST + a], digit)
        if state.status[variable] == OPEN and not seen_by(board, state, almost, j, digit, variable):
            return False
    return True


@routine
def seen_by(board: Board, state: State, almost: Almost, i: int, digit: int, target: int) -> bool:
    """The target sees every candidate of the digit in a set."""
    for a in range(almost.sizes[i]):
        variable = in_cell(board, almost.cells[i * LARGEST + a], digit)
        if state.status[variable] == OPEN and not share_clause(board, variable, target):
            return False
    return True


@routine
def in_cell(board: Board, cell: int, digit: int) -> int:
    """The variable of a digit (from 0) in the cell of a clause."""
    return int(board.members[board.member_starts[cell] + digit])
