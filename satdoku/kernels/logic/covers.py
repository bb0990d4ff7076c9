"""Cover(k), k = 2 to 4: the candidates of k clauses lie in k others, whose other candidates are
false.

One search on a matrix: its lines are clauses, its columns clauses that cross them. Cells by digits
of a house give naked subsets (and, the other way round, hidden ones); rows by columns of a digit
give X-wing, swordfish and jellyfish.
"""

from __future__ import annotations

from ..flat import ASSERTED, OPEN
from ..vectors import Words, popcount
from .found import DENIALS, Found, base, begin, cover, reject
from .levels import RATINGS
from .locked import make_direct
from .routine import routine
from .state import Board, State, holds

#: Matrix kinds.
HOUSE, DIGIT = 0, 1


@routine
def mask_of(board: Board, state: State, line: int) -> int:
    """The columns in which a line's candidates lie; 0 for a clause that is satisfied or not
    exact."""
    clause = board.lines[line]
    if clause < 0 or not board.exact[clause]:
        return 0
    mask, first = 0, board.member_starts[clause]
    for m in range(first, board.member_starts[clause + 1]):
        status = state.status[board.members[m]]
        if status == ASSERTED:
            return 0
        if status == OPEN:
            mask |= 1 << board.columns[line * board.side + m - first]
    return mask


@routine
def find_cover(
    board: Board,
    state: State,
    found: Found,
    rule: int,
    kind: int,
    turned: int,
    k: int,
    direct: bool,
    masks: Words,
    chosen: Words,
) -> bool:
    """The first cover of k clauses in matrices of this kind.

    turned: 0 for the first list of each matrix as bases, 1 for the second. direct: only where it
    leaves a digit one place in the house. masks, chosen: `side` numbers to work with.
    """
    side = board.side
    for matrix in range(len(board.matrix_kind)):
        if board.matrix_kind[matrix] != kind:
            continue
        start = (2 * matrix + turned) * side
        lines = 0
        for i in range(side):
            mask = mask_of(board, state, start + i)
            if 2 <= popcount(mask) <= k:
                masks[lines] = mask
                masks[side + lines] = start + i
                lines += 1
        if lines < k:
            continue
        depth, chosen[0] = 0, -1
        while depth >= 0:
            chosen[depth] += 1
            if chosen[depth] > lines - (k - depth):
                depth -= 1
                continue
            union = 0
            for i in range(depth + 1):
                union |= masks[chosen[i]]
            if popcount(union) > k:
                continue
            if depth + 1 < k:
                depth += 1
                chosen[depth] = chosen[depth - 1]
                continue
            if popcount(union) == k and conclude(
                board, state, found, rule, (2 * matrix + 1 - turned) * side, union, k, masks, chosen
            ):
                house = board.house[board.lines[2 * matrix * side + side]]
                if not direct or make_direct(board, state, found, house):
                    return True
    return False


@routine
def conclude(
    board: Board,
    state: State,
    found: Found,
    rule: int,
    columns: int,
    union: int,
    k: int,
    masks: Words,
    chosen: Words,
) -> bool:
    """Fill in the step; False if it denies nothing. columns: the place of the covers' list."""
    begin(found, rule, RATINGS[rule])
    for i in range(k):
        base(found, board.lines[masks[board.side + chosen[i]]])
    for column in range(board.side):
        if union >> column & 1:
            clause = board.lines[columns + column]
            cover(found, clause)
            for m in range(board.member_starts[clause], board.member_starts[clause + 1]):
                variable = board.members[m]
                if state.status[variable] == OPEN:
                    inside = False
                    for i in range(k):
                        inside = inside or holds(board, found.bases[i], variable)
                    if not inside:
                        reject(found, variable)
    return bool(found.numbers[DENIALS] > 0)
