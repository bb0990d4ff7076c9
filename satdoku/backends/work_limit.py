"""A limit of counted work in the place of a time limit, so that the same question has the same
answer on every machine.

A query costs one unit, and each three hundred propagations of its solver another. Both take about a
tenth of a millisecond, so units stand for time without depending on it. Compiled work that nothing
can count (steps of logic, blocks of boards) is charged by those who ask for it, by `spend`.

>>> limit = WorkLimit(3)
>>> third = limit.part(1 / 3)
>>> third.check()
>>> third.check()
Traceback (most recent call last):
    ...
satdoku.TimeLimitReached: no answer within the default amount of work: set a time limit
>>> limit.check()
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from ..errors import TimeLimitReached
from .base import Clock

Answer = TypeVar("Answer")

#: Propagations that cost as much as a query.
PROPAGATIONS = 300


@dataclass
class _Spent:
    """Work done so far, in propagations: a limit and its parts count together."""

    propagations: int = 0


class WorkLimit(Clock):
    """A clock that counts work instead of seconds. Its parts share its counter, so that what one
    phase leaves unused is there for the next."""

    def __init__(self, units: float, spent: _Spent | None = None) -> None:
        super().__init__(None)
        self._spent = spent or _Spent()
        self._end = self._spent.propagations + round(units * PROPAGATIONS)

    @property
    def left(self) -> float | None:
        """None, as there is no limit in seconds; raises `TimeLimitReached` if no work is left.
        Each look costs a unit: it stands for the query that follows."""
        if self._spent.propagations >= self._end:
            raise self.over()
        self.spend(1)
        return None

    def part(self, share: float = 0.5) -> WorkLimit:
        """Return a limit with this share of the work left."""
        left = max(0, self._end - self._spent.propagations)
        return WorkLimit(share * left / PROPAGATIONS, self._spent)

    def spend(self, units: int) -> None:
        """Count work."""
        self._spent.propagations += units * PROPAGATIONS

    def counted(self, solver: Any, search: Callable[[], Answer]) -> Answer:
        """Return search(), and count the propagations that it makes in a solver of PySAT."""
        before = solver.accum_stats()["propagations"]
        answer = search()
        self._spent.propagations += solver.accum_stats()["propagations"] - before
        return answer

    def over(self) -> TimeLimitReached:
        """Return the error to raise when the limit is reached."""
        return TimeLimitReached("no answer within the default amount of work: set a time limit")
