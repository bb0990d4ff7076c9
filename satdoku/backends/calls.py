"""Calls of PySAT that stop at Ctrl-C and at a time limit: `solve_within` for a solver, `within` for
PySAT's own searches (RC2, Hitman, MUSX, OptUx), which call solvers themselves.

A call is split into slices of a few hundred or thousand conflicts, a fraction of a second each;
between them the clock and Python's signals are checked. A solver keeps its learnt clauses from one
slice to the next. The length of a slice depends on the number of variables alone: slices measured
by the clock would make the order of completions differ from run to run.

>>> from pysat.examples.rc2 import RC2
>>> from pysat.formula import WCNF
>>> formula = WCNF(from_string="p wcnf 2 3 9\\n9 1 2 0\\n1 -1 0\\n1 -2 0")
>>> with within(Clock(5), lambda: RC2(formula)) as search:
...     _ = search.compute()
...     search.cost
1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

from ..cancellation import stop_if_cancelled
from ..errors import need_pysat
from ..workers.interrupts import undisturbed
from .base import Clock, OutOfPatience

#: Conflicts per slice: at most, at least, and the product with the number of variables.
SLICE, FEWEST, WORK = 2000, 50, 15_000_000


def solve_within(
    solver: Any, assumptions: Sequence[int], clock: Clock, slices: int | None = None
) -> bool:
    """Return whether the solver's clauses are satisfiable under the assumptions.

    Raises `TimeLimitReached` when the clock is over, and `OutOfPatience` after `slices` slices.
    """
    given = list(assumptions)
    conflicts = slice_of(solver.nof_vars())
    for number in count():
        if number == slices:
            raise OutOfPatience
        clock.check()
        stop_if_cancelled()
        answer = clock.counted(solver, lambda: solve_slice(solver, given, conflicts))
        if answer is not None:
            return answer
    raise AssertionError  # not reached


def slice_of(variables: int) -> int:
    """Return how many conflicts a slice has for a solver with this many variables."""
    return max(FEWEST, min(SLICE, WORK // (variables or 1)))


def solve_slice(solver: Any, assumptions: list[int], conflicts: int = SLICE) -> bool | None:
    """Return the answer, or None if it takes more conflicts."""
    with undisturbed():
        solver.conf_budget(conflicts)
        answer: bool | None = solver.solve_limited(assumptions=assumptions)
    return answer


@contextmanager
def within(clock: Clock, make: Callable[[], Any]) -> Iterator[Any]:
    """Yield the search that `make` creates, with its solver calls bound to the clock; free it.

    Inside, each call raises `TimeLimitReached` or KeyboardInterrupt in time; after that the search
    must not be used again.
    """
    with undisturbed(), make() as search:
        _bind(search, clock)
        yield search


def _bind(search: Any, clock: Clock) -> None:
    """Replace each solver of a search, and of its inner searches, by one bound to the clock."""
    need_pysat()
    from pysat.solvers import Solver

    for name, part in list(vars(search).items()):
        if isinstance(part, Solver):
            setattr(search, name, _Bound(part, clock))
        elif type(part).__module__.startswith("pysat.examples.") and hasattr(part, "__dict__"):
            _bind(part, clock)


class _Bound:
    """A solver with a time limit. _budget: conflicts per call, unlimited if negative."""

    def __init__(self, solver: Any, clock: Clock) -> None:
        self._solver = solver
        self._clock = clock
        self._budget = -1

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        return solve_within(self._solver, assumptions, self._clock)

    def solve_limited(
        self, assumptions: Sequence[int] = (), expect_interrupt: bool = False
    ) -> bool | None:
        if self._budget < 0:
            return self.solve(assumptions)
        self._clock.check()
        return solve_slice(self._solver, list(assumptions), self._budget)

    def conf_budget(self, budget: int = -1) -> None:
        self._budget = budget

    def __getattr__(self, name: str) -> Any:
        return getattr(self._solver, name)
