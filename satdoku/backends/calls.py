"""Calls of PySAT that end at Ctrl-C and at a time limit: `solve_within` for a solver, `within` for
PySAT's own searches (RC2, Hitman, MUSX, OptUx), which ask solvers of their own.

A question is asked in slices of a few hundred or thousand conflicts, a fraction of a second each;
between them the clock and Python's signals are looked at. A solver keeps what it learnt from one to
the next. How long a slice is depends on the number of variables alone: slices that were measured by
the clock would make the order of completions differ from run to run.

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

from ..cancellation import look
from ..interrupts import undisturbed
from .base import Clock, OutOfPatience

#: Conflicts of a slice: at most, at least, and times the number of variables.
SLICE, FEWEST, WORK = 2000, 50, 15_000_000


def solve_within(
    solver: Any, assumptions: Sequence[int], clock: Clock, slices: int | None = None
) -> bool:
    """Satisfiable? Raises `TimeLimitReached` when the clock is over, `OutOfPatience` after so many
    slices."""
    given = list(assumptions)
    conflicts = max(FEWEST, min(SLICE, WORK // (solver.nof_vars() or 1)))
    for number in count():
        if number == slices:
            raise OutOfPatience
        clock.check()
        look()
        answer = solve_slice(solver, given, conflicts)
        if answer is not None:
            return answer
    raise AssertionError  # not reached


def solve_slice(solver: Any, assumptions: list[int], conflicts: int = SLICE) -> bool | None:
    """The answer, or None where it takes more conflicts."""
    with undisturbed():
        solver.conf_budget(conflicts)
        answer: bool | None = solver.solve_limited(assumptions=assumptions)
    return answer


@contextmanager
def within(clock: Clock, make: Callable[[], Any]) -> Iterator[Any]:
    """The search that `make` makes, each of its questions bound to the clock; freed at the end.

    Whatever it is asked within raises `TimeLimitReached` or KeyboardInterrupt in time, and must not
    be asked again after that.
    """
    with undisturbed(), make() as search:
        _bind(search, clock)
        yield search


def _bind(search: Any, clock: Clock) -> None:
    """Put a bound solver in the place of each solver that a search asks, inner searches too."""
    from pysat.solvers import Solver

    for name, part in list(vars(search).items()):
        if isinstance(part, Solver):
            setattr(search, name, _Bound(part, clock))
        elif type(part).__module__.startswith("pysat.examples.") and hasattr(part, "__dict__"):
            _bind(part, clock)


class _Bound:
    """A solver that answers as ever, but for its time limit. budget: conflicts, if not negative."""

    def __init__(self, solver: Any, clock: Clock) -> None:
        self._solver, self._clock, self._budget = solver, clock, -1

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
