"""The best step found so far, kept while the search goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lockstep.simd import copy
from ..logic.found import ASSERTIONS, BASES, COVERS, DENIALS, NUMBERS, PROOF, FoundStep

if TYPE_CHECKING:
    from ..logic.search import Search

#: Rank while no step is kept.
NOTHING = 1 << 60


def forget(search: Search) -> None:
    """Drop the step kept."""
    search.rank[0] = NOTHING


def keep(search: Search, rank: int) -> None:
    """Keep the current step if its rank is lower than that of the step kept."""
    if rank < search.rank[0]:
        search.rank[0] = rank
        copy_step(search.best, search.found)


def give(search: Search) -> bool:
    """Make the step kept the current one; return whether there is one."""
    if search.rank[0] == NOTHING:
        return False
    copy_step(search.found, search.best)
    return True


def copy_step(target: FoundStep, source: FoundStep) -> None:
    """Copy a step to another."""
    copy(target.numbers, 0, source.numbers, 0, NUMBERS)
    copy(target.asserted, 0, source.asserted, 0, source.numbers[ASSERTIONS])
    copy(target.denied, 0, source.denied, 0, source.numbers[DENIALS])
    copy(target.bases, 0, source.bases, 0, source.numbers[BASES])
    copy(target.covers, 0, source.covers, 0, source.numbers[COVERS])
    copy(target.proof, 0, source.proof, 0, source.numbers[PROOF])
