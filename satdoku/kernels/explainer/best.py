"""The best step of several: what is kept while others are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel import routine
from ..logic.found import ASSERTIONS, BASES, COVERS, DENIALS, NUMBERS, PROOF, FoundStep
from ..simd import Words

if TYPE_CHECKING:
    from ..logic.search import Search

#: What no step is ranked as.
NOTHING = 1 << 60


@routine
def forget(search: Search) -> None:
    """No step is kept."""
    search.rank[0] = NOTHING


@routine
def keep(search: Search, rank: int) -> None:
    """Keep the step in hand if none of its rank or a lower one was kept before."""
    if rank < search.rank[0]:
        search.rank[0] = rank
        copy_step(search.best, search.found)


@routine
def give(search: Search) -> bool:
    """Whether a step was kept, which is then the step in hand."""
    if search.rank[0] == NOTHING:
        return False
    copy_step(search.found, search.best)
    return True


@routine
def copy_step(target: FoundStep, source: FoundStep) -> None:
    """Make a step the same as another."""
    copy_some(target.numbers, source.numbers, NUMBERS)
    copy_some(target.asserted, source.asserted, source.numbers[ASSERTIONS])
    copy_some(target.denied, source.denied, source.numbers[DENIALS])
    copy_some(target.bases, source.bases, source.numbers[BASES])
    copy_some(target.covers, source.covers, source.numbers[COVERS])
    copy_some(target.proof, source.proof, source.numbers[PROOF])


@routine
def copy_some(target: Words, source: Words, count: int) -> None:
    """Copy the first items of a list."""
    for k in range(count):
        target[k] = source[k]
