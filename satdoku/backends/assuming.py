"""A theory solved repeatedly under assumptions: the SAT view in which givens can be retracted.

A clue set is a set of assumptions. So a conflict is an unsatisfiable core, another solution is a
model, and clauses and cardinality constraints can be added between calls.

`Ruled` makes rules of a variant assumptions, too: each constraint of a board has a selector, so
that, like a given, it can appear in a conflict or be retracted. Each is written over variables of
its own: auxiliary variables that a theory shares among its constraints would bind without the
constraint that created them, and the board's variables are copied, with copies equal to them only
if the selector is true. If it is false, all of them may be false, so at-most-one constraints need
no condition.

Tried instead of selectors: a board on masks for each choice of rules (see `masks`). On puzzles of a
setters' index, repairs took 0.8 to 4.5 times as long (11 puzzles) and redundant rules 0.4 to 2.3
times (15): what the solver learns from one choice of rules helps with the next.

>>> from satdoku.layout import Layout
>>> solver = Assuming(Theory.of(Layout.of_size(4)))
>>> solver.completion([1, 6]) is None, solver.completion([1, 2]) is None, solver.core
(False, True, (1, 2))

>>> ruled = Ruled(Layout.named("4x4+killer:3:r1c1,r1c2+killer:4:r1c1,r1c2"))
>>> first, second = ruled.selectors
>>> ruled.completion([first]) is None, ruled.completion([first, second]) is None
(False, True)
>>> ruled.names([second])
('killer:4:r1c1,r1c2',)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Self

from ..constraints.clauses.form_clauses import clauses_of
from ..constraints.constraint import Constraint
from ..constraints.registry import forms_of, short_name
from ..layout import Layout
from ..theory import Theory, Variables
from ..workers.interrupts import undisturbed
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

    def completion(
        self, assumptions: Collection[int] = (), patience: int | None = None
    ) -> frozenset[int] | None:
        """Return the board's true variables in some completion in which the literals hold, or None.

        For a theory without a layout, return all true variables but the auxiliary ones. Raises
        `TimeLimitReached` when the time limit of all calls is over, and `OutOfPatience` after
        `patience` slices of conflicts (`calls.solve_within`).
        """
        solver = self._kept.solver
        # Sorted, so that the answer does not depend on the order in which a set gives its elements.
        if not solve_within(solver, sorted(assumptions), self.clock, patience):
            return None
        return frozenset([v for v in solver.get_model()[: self.theory.board_variables] if v > 0])

    def two_completions(self, assumptions: Collection[int]) -> list[frozenset[int]]:
        """Return two completions in which the literals hold, or fewer if there are fewer; later
        calls may find the same."""
        first = self.completion(assumptions)
        if first is None:
            return []
        another = self.new_variable()
        # Later calls do not assume this variable, so the clause then excludes nothing.
        self.add([-another, *(-v for v in first)])
        second = self.completion([*assumptions, another])
        return [first] if second is None else [first, second]

    @property
    def core(self) -> Variables:
        """The assumptions that caused the last answer None: an unsatisfiable core."""
        return tuple(sorted(self._kept.solver.get_core() or ()))

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause: one of the literals holds from now on."""
        self._kept.solver.add_clause(list(clause))

    def forbid(self, completion: Iterable[int], blocker: int | None = None) -> Self:
        """Exclude a completion from now on, or while a new variable, the blocker, is assumed;
        return the solver."""
        self.forbidden += 1
        literals = [-variable for variable in completion]
        if blocker is not None:
            literals.insert(0, -blocker)
        self.add(literals)
        return self

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


#: Longer constraint texts are abbreviated.
LONGEST = 80


class Ruled(Assuming):
    """selectors: one per constraint of the board, in order; each turns its constraint on."""

    def __init__(self, layout: Layout, clock: Clock | None = None) -> None:
        self.layout = layout
        self._plain = Theory.of(layout.without_constraints())
        super().__init__(self._plain, clock=clock)
        self.selectors = tuple([self.selector_of(c) for c in layout.constraints])

    def selector_of(self, constraint: Constraint) -> int:
        """Return a new variable that turns a constraint on, whether of this board or not."""
        plain, selector = self._plain, self.new_variable()
        alone = clauses_of(self.layout, [("", forms_of(constraint, self.layout))])
        own = {}
        for variables, exactly_one in zip(alone.members, alone.rows.exactly.tobytes(), strict=True):
            for v in variables:
                if v not in own:
                    own[v] = self.new_variable()
                    if plain.is_board(v):
                        self.add([-selector, -v, own[v]])
                        self.add([-selector, v, -own[v]])
            members = [own[v] for v in variables]
            if exactly_one:
                self.add([-selector, *members])
            if len(members) > 1:
                self.at_most(members, 1)
        return selector

    def name(self, selector: int) -> str:
        """Return the selector's constraint as text; a long one is cut and numbered (from 1)."""
        number = self.selectors.index(selector)
        constraint = self.layout.constraints[number]
        text = str(constraint.on(self.layout.places))
        short = f"{short_name(constraint, self.layout)} … (rule {number + 1})"
        return text if len(text) <= LONGEST else short

    def names(self, elements: Iterable[int]) -> tuple[str, ...]:
        """Return as text the constraints whose selectors are among these elements."""
        return tuple([self.name(s) for s in elements if s in self.selectors])

    def decided(self, assumptions: Iterable[int], denied: bool = False) -> frozenset[int] | None:
        """Return the board's variables that the base rules assert; None if a clause breaks.

        denied: include those that they deny, as negative numbers.

        The solver takes the clauses as they are, so its unit propagation is the base rules.
        """
        with undisturbed():
            consistent, implied = self._kept.solver.propagate(assumptions=list(assumptions))
        count = self.theory.board_variables
        least = -count if denied else 1
        return frozenset([v for v in implied if least <= v <= count]) if consistent else None

    def broken(self, grid: Iterable[int]) -> Variables:
        """Return the selectors of the constraints that a full grid breaks."""
        full = list(grid)
        return tuple([s for s in self.selectors if self.completion([*full, s]) is None])
