"""XY-wing and XYZ-wing: a cell of two or three candidates, and two cells of two that it leads to.

Whichever candidate the pivot takes, one of the wings (or, in an XYZ-wing, the pivot) is left with a
candidate that denies the conclusion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..csr import OPEN
from ..kernel import kernel, routine
from .found import DENIALS, base, begin, denies
from .kinds import CELL
from .state import NamedTheory, State, count, share_clause

if TYPE_CHECKING:
    from .search import Search


@kernel
def find_wing(search: Search, how: int) -> bool:
    """The first wing whose pivot has so many candidates (how: two or three)."""
    theory, state = search.theory, search.state
    for pivot in range(len(theory.exact)):
        if theory.kind[pivot] != CELL or count(theory, state, pivot) != how:
            continue
        for a in theory.members[pivot]:
            for b in theory.members[pivot]:
                if a < b and state.status[a] == OPEN and state.status[b] == OPEN:
                    rest = state.left[pivot] - how * theory.unit - a - b
                    if find_wings(search, pivot, a, b, rest):
                        return True
    return False


@routine
def find_wings(search: Search, pivot: int, a: int, b: int, rest: int) -> bool:
    """Wings for the pivot's candidates a and b; rest: its third candidate, or 0."""
    theory, state, found = search.theory, search.state, search.found
    size = theory.size
    for first_clause in theory.holders[a]:
        for first in theory.members[first_clause]:
            end = other_of_two(theory, state, first, pivot)
            if not end or share_clause(theory, end, a):
                continue
            digit = (end - 1) % size
            if rest and (rest - 1) % size != digit:
                continue
            for second_clause in theory.holders[b]:
                for second in theory.members[second_clause]:
                    close = other_of_two(theory, state, second, pivot)
                    if not close or (close - 1) % size != digit or close == end:
                        continue
                    begin(found)
                    for target in range(digit + 1, theory.boards + 1, size):
                        if (
                            state.status[target] == OPEN
                            and share_clause(theory, target, end)
                            and share_clause(theory, target, close)
                            and (not rest or share_clause(theory, target, rest))
                        ):
                            denies(found, target)
                    if found.numbers[DENIALS]:
                        base(found, pivot)
                        base(found, cell_of(theory, end))
                        base(found, cell_of(theory, close))
                        return True
    return False


@routine
def cell_of(theory: NamedTheory, variable: int) -> int:
    """The clause of the variable's cell."""
    for clause in theory.holders[variable]:
        if theory.kind[clause] == CELL:
            return int(clause)
    return -1


@routine
def other_of_two(theory: NamedTheory, state: State, variable: int, pivot: int) -> int:
    """The other candidate of the variable's cell, if it has two and is not the pivot; else 0."""
    if state.status[variable] != OPEN:
        return 0
    cell = cell_of(theory, variable)
    if cell < 0 or cell == pivot or count(theory, state, cell) != 2:
        return 0
    return int(state.left[cell] - 2 * theory.unit - variable)
