"""A theory solved repeatedly under assumptions: the SAT view in which givens can be retracted.

A clue set is a set of assumptions. So a conflict is an unsatisfiable core, another solution is a
model, and clauses and cardinality constraints can be added between calls.

>>> from satdoku.layout import Layout
>>> solver = Assuming(Theory.of(Layout.of_size(4)))
>>> solver.completion([1, 6]) is None, solver.completion([1, 2]) is None, solver.core
(False, True, (1, 2))
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ..theory import Theory
from .base import Clock
from .calls import solve_within
from .pysat import PySat

#: Takes exactly-one clauses as they are, and is the fastest on them.
SOLVER = "minicard"


class Assuming:
    """One solver that holds the theory, permanent unit clauses, and whatever is added later.

    clock: the time limit of all calls, possibly shared by several solvers. forbidden: number of
    completions excluded so far.
    """

    def __init__(
        self, theory: Theory, units: Sequence[int] = (), clock: Clock | None = None
    ) -> None:
        self.theory = theory
        self.clock = clock or Clock(None)
        self.forbidden = 0
        self._kept = PySat(theory, SOLVER)._load(units)

    def completion(self, assumptions: Collection[int] = ()) -> frozenset[int] | None:
        """Return the board's true variables in some completion in which the literals hold, or None.

        For a theory without a layout, return all true variables but the auxiliary ones. Raises
        `TimeLimitReached` when the time limit of all calls is over.
        """
        solver = self._kept.solver
        if not solve_within(solver, sorted(assumptions), self.clock):
            return None
        return frozenset([v for v in solver.get_model()[: self.theory.board_variables] if v > 0])

    def two_completions(self, assumptions: Collection[int]) -> list[frozenset[int]]:
        """Return two completions in which the literals hold, or fewer if there are fewer; later
        calls may find the same."""
        first = self.completion(assumptions)
        if first is None:
            return []
        another = self.new_variable()
        self.add([-another, *(-v for v in first)])
        second = self.completion([*assumptions, another])
        return [first] if second is None else [first, second]

    @property
    def core(self) -> tuple[int, ...]:
        """The assumptions that caused the last answer None: an unsatisfiable core."""
        return tuple(sorted(self._kept.solver.get_core() or ()))

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause: one of the literals holds from now on."""
        self._kept.solver.add_clause(list(clause))

    def forbid(self, completion: Iterable[int], blocker: int | None = None) -> None:
        """Exclude a completion from now on, or while a new variable, the blocker, is assumed."""
        self.forbidden += 1
        self.add([*([] if blocker is None else [-blocker]), *(-v for v in completion)])

    def forget(self, variable: int) -> None:
        """Retire a new variable: clauses that hold while it is assumed have no more effect."""
        self.add([-variable])

    def prefer(self, literals: Iterable[int]) -> None:
        """Set the preferred phases of these literals for the following queries; variables that are
        not named use the solver's default, whatever was preferred before."""
        self._kept.solver.set_phases(list(literals))

    def at_most(self, literals: Iterable[int], bound: int) -> None:
        """Add a cardinality constraint: at most `bound` of the literals hold from now on."""
        self._kept.solver.add_atmost(list(literals), bound)

    def new_variable(self) -> int:
        """Return a new variable beyond the theory's."""
        self._kept.top += 1
        return self._kept.top
