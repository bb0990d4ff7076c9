"""The native engine: the base rules to the fixed point, and search where they get stuck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from ..inference.deduction import Deduction
from ..inference.search import Search
from .base import Backend, Capabilities, Clock, Completions


def in_time(deduction: Deduction, clock: Clock) -> Callable[[], list[int]]:
    """Return the usual choice of search, with a check of the clock each time."""

    def choose() -> list[int]:
        clock.check()
        return deduction.smallest_clause()

    return choose


class Native(Backend):
    """Base rules and search (`satdoku.inference`)."""

    name = "native"
    capabilities = Capabilities("search", ("decisions", "conflicts"), propagation=True)

    def find(self, assertions: Sequence[int], limit: int | None, clock: Clock) -> Completions:
        deduction = Deduction(self.theory)
        self.statistics.calls += 1
        if not deduction.extend(list(assertions)):
            self.statistics.conflicts += 1
            self.statistics.propagated += 1
            return
        self.statistics.propagated += deduction.is_complete
        search = Search(deduction, in_time(deduction, clock))
        try:
            yield from islice(search.completions(), limit)
        finally:
            self.statistics.decisions += search.decisions
            self.statistics.conflicts += search.conflicts
