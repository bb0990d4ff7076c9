"""Cover(k), k = 2 to 4: the candidates of k clauses lie in k others, whose other candidates are
false.

One search on a matrix: its lines are clauses, its columns clauses that cross them. Cells by digits
of a house give naked subsets (and, the other way round, hidden ones); rows by columns of a digit
give X-wing, swordfish and jellyfish.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..csr import ASSERTED, OPEN
from ..kernel import kernel, routine
from ..simd import popcount
from .found import DENIALS, base, begin, cover, denies
from .locked import make_direct
from .state import NamedTheory, State, holds

if TYPE_CHECKING:
    from .search import Search

#: Matrix kinds.
HOUSE, DIGIT = 0, 1
#: How: the number of clauses, plus what it is.
NAKED, HIDDEN, FISH, DIRECT = 0, 8, 16, 32


@routine
def mask_of(theory: NamedTheory, state: State, line: int) -> int:
    """The columns in which a line's candidates lie; 0 for a clause that is satisfied or not
    exact."""
    clause = theory.lines[line]
    if clause < 0 or not theory.exact[clause]:
        return 0
    mask, at = 0, line * theory.side
    for variable in theory.members[clause]:
        status = state.status[variable]
        if status == ASSERTED:
            return 0
        if status == OPEN:
            mask |= 1 << theory.columns[at]
        at += 1
    return mask


@kernel
def find_cover(search: Search, how: int) -> bool:
    """The first cover of so many clauses of this sort."""
    if how & FISH:
        return cover_of(search, how, DIGIT, 0) or cover_of(search, how, DIGIT, 1)
    return cover_of(search, how, HOUSE, 1 if how & HIDDEN else 0)


@routine
def cover_of(search: Search, how: int, kind: int, turned: int) -> bool:
    """The first cover in matrices of this kind.

    turned: 0 for the first list of each matrix as bases, 1 for the second. Chooses lines depth
    first, as long as their columns together are no more than k.
    """
    theory, state, masks, chosen = search.theory, search.state, search.masks, search.chosen
    side, k = theory.side, how & 7
    for matrix in range(len(theory.matrix_kind)):
        if theory.matrix_kind[matrix] != kind:
            continue
        start = (2 * matrix + turned) * side
        lines = 0
        for i in range(side):
            mask = mask_of(theory, state, start + i)
            if 2 <= popcount(mask) <= k:
                masks[lines] = mask
                masks[side + lines] = start + i
                lines += 1
        if lines < k:
            continue
        depth = 0
        chosen[0] = -1
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
            across = (2 * matrix + 1 - turned) * side
            if popcount(union) == k and conclude(search, across, union, k):
                house = theory.house[theory.lines[2 * matrix * side + side]]
                if not how & DIRECT or make_direct(theory, state, search.found, -1, house):
                    return True
    return False


@routine
def conclude(search: Search, columns: int, union: int, k: int) -> bool:
    """Fill in the step; False if it denies nothing. columns: the place of the covers' list."""
    theory, state, found = search.theory, search.state, search.found
    begin(found)
    for i in range(k):
        base(found, theory.lines[search.masks[theory.side + search.chosen[i]]])
    for column in range(theory.side):
        if union >> column & 1:
            clause = theory.lines[columns + column]
            cover(found, clause)
            for variable in theory.members[clause]:
                if state.status[variable] == OPEN:
                    inside = False
                    for i in range(k):
                        inside = inside or holds(theory, found.bases[i], variable)
                    if not inside:
                        denies(found, variable)
    return bool(found.numbers[DENIALS] > 0)
