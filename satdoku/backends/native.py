"""The native engine: the base rules to the fixed point, and search where they stick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..inference.deduction import Deduction
from ..inference.search import Search
from .base import Backend, Completion


class Native(Backend):
    """Base rules and search (`satdoku.inference`)."""

    name = "native"

    def completions(self, assertions: Sequence[int]) -> Iterator[Completion]:
        deduction = Deduction(self.theory)
        if not deduction.extend(list(assertions)):
            self.statistics.conflicts += 1
            return
        search = Search(deduction)
        try:
            yield from search.completions()
        finally:
            self.statistics.decisions += search.decisions
            self.statistics.conflicts += search.conflicts
