"""Locked candidates, Cover(1): all candidates of a clause lie in another, whose others are false.

From a box to a line this is called pointing, from a line to a box claiming. It is direct where it
leaves a digit one place in another house of the same kind as the first, which is where a person
looks who goes from box to box, or from row to row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..csr import OPEN
from ..kernel import kernel, routine
from .found import DENIALS, FoundStep, asserts, base, begin, cover, denies
from .kinds import BOX, CELL, EXTRA, RULE
from .state import NamedTheory, State, count, first_open, holds

if TYPE_CHECKING:
    from .search import Search

#: How: from where to where, and DIRECT or not.
POINTING, CLAIMING, DIRECT = 0, 1, 2


@kernel
def find_locked(search: Search, how: int) -> bool:
    """The first locked candidates of this sort."""
    theory, state, found = search.theory, search.state, search.found
    pointing = (how & 1) == POINTING
    for clause in range(len(theory.exact)):
        kind = theory.kind[clause]
        from_box = kind == BOX or kind == EXTRA or kind == RULE
        if not theory.exact[clause] or kind == CELL or from_box != pointing:
            continue
        if count(theory, state, clause) < 2:
            continue
        if kind == RULE and (how & DIRECT or not of_one_digit(theory, state, clause)):
            continue
        for other in theory.holders[first_open(theory, state, clause)]:
            if other != clause and lies_in(theory, state, clause, other):
                begin(found)
                for variable in theory.members[other]:
                    if (
                        variable <= theory.boards
                        and state.status[variable] == OPEN
                        and not holds(theory, clause, variable)
                    ):
                        denies(found, variable)
                base(found, clause)
                cover(found, other)
                if found.numbers[DENIALS] and (
                    not how & DIRECT or make_direct(theory, state, found, kind, -1)
                ):
                    return True
    return False


@routine
def of_one_digit(theory: NamedTheory, state: State, clause: int) -> bool:
    """All candidates of a rule's clause are of the board, and of one digit."""
    digit = -1
    for variable in theory.members[clause]:
        if state.status[variable] == OPEN:
            if variable > theory.boards or (digit >= 0 and (variable - 1) % theory.size != digit):
                return False
            digit = (variable - 1) % theory.size
    return True


@routine
def lies_in(theory: NamedTheory, state: State, clause: int, other: int) -> bool:
    """All candidates of a clause are in the other."""
    for variable in theory.members[clause]:
        if state.status[variable] == OPEN and not holds(theory, other, variable):
            return False
    return True


@routine
def make_direct(theory: NamedTheory, state: State, found: FoundStep, kind: int, house: int) -> bool:
    """Let the step assert what its denials leave alone in a house instead: of this kind, or this
    one (where they are not -1)."""
    for k in range(found.numbers[DENIALS]):
        for clause in theory.holders[found.denied[k]]:
            if not theory.exact[clause] or theory.house[clause] < 0:
                continue
            if (kind >= 0 and theory.kind[clause] != kind) or (
                house >= 0 and theory.house[clause] != house
            ):
                continue
            rest = state.left[clause]
            for i in range(found.numbers[DENIALS]):
                if holds(theory, clause, found.denied[i]):
                    rest -= theory.unit + found.denied[i]
            if theory.unit <= rest < 2 * theory.unit and state.status[rest - theory.unit] == OPEN:
                found.numbers[DENIALS] = 0
                asserts(found, rest - theory.unit)
                base(found, clause)
                return True
    return False
