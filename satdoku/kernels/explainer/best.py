"""The best step found so far, kept while the search goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel import routine
from ..lockstep.simd import Words
from ..logic.found import ASSERTIONS, BASES, COVERS, DENIALS, NUMBERS, PROOF, FoundStep

if TYPE_CHECKING:
    from ..logic.search import Search

#: Rank while no step is kept.
NOTHING = 1 << 60


@routine
def forget(search: Search) -> None:
    """Drop the step kept."""
    search.rank[0] = NOTHING


@routine
def keep(search: Search, rank: int) -> None:
    """Keep the current step if its rank is lower than that of the step kept."""
    if rank < search.rank[0]:
        search.rank[0] = rank
        copy_step(search.best, search.found)


@routine
def give(search: Search) -> bool:
    """Make the step kept the current one; return whether there is one."""
    if search.rank[0] == NOTHING:
        return False
    copy_step(search.found, search.best)
    return True


@routine
def copy_step(target: FoundStep, source: FoundStep) -> None:
    """Copy a step to another."""
    copy_some(target.numbers, source.numbers, NUMBERS)
    copy_some(target.asserted, source.asserted, source.numbers[ASSERTIONS])
    copy_some(target.denied, source.denied, source.numbers[DENIALS])
    copy_some(target.bases, source.bases, source.numbers[BASES])
    copy_some(target.covers, source.covers, source.numbers[COVERS])
    copy_some(target.proof, source.proof, source.numbers[PROOF])


@routine
def copy_some(target: Words, source: Words, count: int) -> None:
    """Copy the first `count` items of a list."""
    for k in range(count):
        target[k] = source[k]
