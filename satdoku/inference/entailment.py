"""The checker of steps: is a conclusion entailed by only the clauses that the step names?

It shares no code and no rules with the search for steps: it assumes the opposite of the conclusion
and tries to satisfy the named clauses, by unit propagation and, where that gets stuck, by cases; if
many variables are left, by a SAT solver (MiniCard). If they are unsatisfiable, the conclusion is
entailed.

Steps by sums are checked apart (`balance_check`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ..cancellation import stop_if_cancelled
from ..errors import SatdokuError
from ..grouping import grouped
from ..theory import Theory, Variables

OPEN, TRUE, FALSE = 0, 1, 2
#: The most variables left to cases.
FEW = 60


class StepError(SatdokuError):
    """A step does not follow from the clauses that it names."""


def is_entailed(
    theory: Theory, status: Sequence[int], clauses: Iterable[int], literal: int
) -> bool:
    """Return whether these clauses (by index), with what is known, imply the literal (v or -v).

    status: by variable, 0 open, 1 asserted, 2 denied.
    """
    named = [(theory.members[c], bool(theory.exactly[c])) for c in set(clauses)]
    variable = abs(literal)
    known = {v: status[v] for members, _ in named for v in members if status[v] != OPEN}
    if known.get(variable, status[variable]) != OPEN:
        return (status[variable] == TRUE) == (literal > 0)
    known[variable] = FALSE if literal > 0 else TRUE
    return not _satisfiable(named, known)


def not_entailed(
    theory: Theory, status: Sequence[int], clauses: Iterable[int], literals: Iterable[int]
) -> int:
    """Return the first of the literals that these clauses, what is known, and the literals before
    it do not imply; 0 if they imply all."""
    known = bytearray(status)
    named = tuple(clauses)
    for literal in literals:
        if not is_entailed(theory, known, named, literal):
            return literal
        known[abs(literal)] = TRUE if literal > 0 else FALSE
    return 0


def is_entailed_beside(
    theory: Theory,
    status: Sequence[int],
    clauses: Iterable[int],
    literal: int,
    same: Mapping[int, int],
    also: Iterable[Variables] = (),
) -> bool:
    """Return whether these clauses, with what is known, imply the literal where some variables are
    known to be equal, and of others exactly one is true.

    same: a representative of each variable that equals another. also: further exactly-one clauses.
    """
    named = [(theory.members[c], bool(theory.exactly[c])) for c in set(clauses)]
    named += [(members, True) for members in also]
    own = same.get(abs(literal), abs(literal))
    known = {own: FALSE if literal > 0 else TRUE}
    for v, kept in same.items():
        for value in (status[v], status[kept]):
            if value != OPEN and known.setdefault(kept, value) != value:
                return True
    merged = list[tuple[Sequence[int], bool]]()
    for members, exactly_one in named:
        left = Counter[int]()
        for v in members:
            kept = same.get(v, v)
            left[kept] += 1
            value = status[v]
            if value != OPEN and known.setdefault(kept, value) != value:
                return True
        for v, times in left.items():
            # Twice in a clause that has one true variable at most.
            if times > 1 and known.setdefault(v, FALSE) != FALSE:
                return True
        merged.append((tuple(left), exactly_one))
    return not _satisfiable(merged, known)


def _satisfiable(named: Sequence[tuple[Sequence[int], bool]], known: dict[int, int]) -> bool:
    """Return whether other variables can be set to satisfy the clauses; `known` is changed.

    Clauses that are satisfied are dropped, and the others lose what is known of them, so that each
    case has fewer and shorter ones.
    """
    changed = True
    while changed:
        stop_if_cancelled()
        changed, left = False, list[tuple[Sequence[int], bool]]()
        for members, exactly_one in named:
            true, free = 0, []
            for v in members:
                value = known.get(v, OPEN)
                if value == OPEN:
                    free.append(v)
                elif value == TRUE:
                    true += 1
            if true > 1 or (exactly_one and not true and not free):
                return False
            if true or (exactly_one and len(free) == 1):
                known.update(dict.fromkeys(free, FALSE if true else TRUE))
                changed = changed or bool(free)
            elif free:
                left.append((free, exactly_one))
        named = left
    # Only an exactly-one clause can fail for want of a true variable, so only these need cases.
    smallest = min((free for free, exactly_one in named if exactly_one), key=len, default=())
    if not smallest:
        return True  # variables in at-most-one clauses, or in none, can be false
    if len({v for members, _ in named for v in members}) > FEW:
        return _satisfiable_by_solver(named)
    # What is known has left the clauses, so a case begins with its own variable alone.
    return any(_satisfiable(named, {v: TRUE}) for v in smallest)


def _satisfiable_by_solver(named: Sequence[tuple[Sequence[int], bool]]) -> bool:
    """Return whether the clauses can be satisfied."""
    from pysat.solvers import Solver

    from ..backends.base import Clock
    from ..backends.calls import solve_within

    with Solver("minicard") as solver:
        for members, exactly_one in named:
            solver.add_atmost(list(members), 1)
            if exactly_one:
                solver.add_clause(list(members))
        return solve_within(solver, (), Clock(None))


def consequences(theory: Theory, status: Sequence[int], clauses: Iterable[int]) -> set[int] | None:
    """Return the literals that unit propagation on these clauses adds to the known status of the
    board; None if it breaks one.

    The status of auxiliary variables is not used: only the clauses and the board's candidates are.
    """
    named = {c: theory.members[c] for c in clauses}
    board = {v for members in named.values() for v in theory.on_board(members)}
    known = {v if status[v] == TRUE else -v for v in board if status[v] != OPEN}
    found = set(known)
    holders = grouped((v, c) for c, members in named.items() for v in members)
    pending = dict.fromkeys(named)
    while pending:
        c, _ = pending.popitem()
        true = [v for v in named[c] if v in found]
        free = [v for v in named[c] if v not in found and -v not in found]
        exactly_one = theory.exactly[c]
        if len(true) > 1 or (exactly_one and not true and not free):
            return None
        last = free if exactly_one and len(free) == 1 else []
        news = [-v for v in free] if true else last
        found.update(news)
        pending |= dict.fromkeys(other for literal in news for other in holders[abs(literal)])
    return found - known


def stands_for(theory: Theory, rule: int) -> int:
    """Return the clause that stands for a rule of which only the sum is used: its own last one."""
    return max(c for c in theory.rules[rule].clauses if theory.clauses[c].rule == rule)
