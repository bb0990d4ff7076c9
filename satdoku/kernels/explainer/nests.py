"""Hints found inside a run, to be applied in it from the simplest on.

A hint is a path (literals, each with the clause of its link) and its denials. words[starts[hint] :]
holds the length of the hint, the number of literals of its path, these and their clauses in turn,
the number of denied candidates, and their numbers. For each hint used, its length and a hash of its
path are stored (`lengths`, `sums`), since a hint's length counts only once over all branches. Hints
found in several runs have one number: slots[hash % their number], or the next that is free, holds
it plus 1.

Here too: the best step found so far, kept while the search goes on (`forget`, `keep`, `give`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..lockstep.simd import Small, Words, copy, fill, ones, popcount
from ..logic.found import ASSERTIONS, BASES, COVERS, DENIALS, NUMBERS, PROOF, FoundStep

if TYPE_CHECKING:
    from ..logic.search import StepSearch


#: Places in `counts`: hints, words, whether hints are being collected, and hints used.
HINTS, WORDS, COLLECTING, USED = range(4)


class Nests(NamedTuple):
    """See the module docstring."""

    counts: Annotated[Words, 4]
    ranks: Annotated[Words, 1024]
    starts: Annotated[Words, 1024]
    words: Annotated[Small, 1 << 16]
    lengths: Annotated[Words, 1 << 16]
    sums: Annotated[Words, 1 << 16]
    slots: Annotated[Small, 1 << 17]
    seen: Annotated[Words, 1 << 16]


def add_word(search: StepSearch, word: int) -> None:
    """Append a word of a hint."""
    nests = search.nests
    nests.words[nests.counts[WORDS]] = word
    nests.counts[WORDS] += 1


def begin_nest(search: StepSearch, rank: int) -> bool:
    """Begin a hint; return False if there is no room."""
    nests = search.nests
    hint = nests.counts[HINTS]
    # `add_word` checks nothing, so room for a whole hint is asked for here.
    if hint == len(nests.ranks) or nests.counts[WORDS] + 4096 > len(nests.words):
        return False
    nests.ranks[hint] = rank
    nests.starts[hint] = nests.counts[WORDS]
    nests.counts[HINTS] += 1
    return True


def mixed(total: int, literal: int) -> int:
    """Return the hash of a path extended by one literal."""
    # (A prime below 2⁴⁰: so the product stays within 64 bits.)
    return (total * 31 + literal + 7) % 1000000000039


def note_used(search: StepSearch, length: int, total: int) -> int:
    """Record a hint as used, unless one with the same hash is; return its number."""
    nests = search.nests
    slot = total % len(nests.slots)
    while nests.slots[slot]:
        use = nests.slots[slot] - 1
        if nests.sums[use] == total:
            return int(use)
        slot = (slot + 1) % len(nests.slots)
    use = nests.counts[USED]
    nests.lengths[use] = length
    nests.sums[use] = total
    nests.slots[slot] = use + 1
    # (Half of the slots stay free; the last number serves for all that find no room.)
    if use + 1 < len(nests.lengths):
        nests.counts[USED] = use + 1
    return int(use)


def forget_used(search: StepSearch) -> None:
    """Drop all hints used."""
    nests = search.nests
    if nests.counts[USED]:
        fill(nests.slots, 0, len(nests.slots), 0)
    nests.counts[USED] = 0


def note_nest(search: StepSearch, end: int, length: int, rank: int) -> None:
    """Store the current hint, whose path ends at this node."""
    nodes = search.nodes
    if not begin_nest(search, rank):
        return
    add_word(search, length)
    place, count = search.nests.counts[WORDS], 0
    add_word(search, 0)
    node = end
    while node >= 0:
        add_word(search, nodes.literals[node])
        add_word(search, nodes.clauses[node])
        count += 1
        node = nodes.before[node]
    search.nests.words[place] = count
    note_denials(search)


def note_denials(search: StepSearch) -> None:
    """Append the denials of the current hint."""
    found = search.found
    grid = search.grid
    numbering = search.numbering
    if found.numbers[ASSERTIONS]:
        # In a run only denials are applied: the digit follows from them, as the last one of its
        # cell.
        variable = found.asserted[0]
        cell, own = (variable - 1) // grid.size, (variable - 1) % grid.size
        gone = grid.left[cell] & ~(1 << own)
        add_word(search, popcount(gone))
        for d in ones(gone):
            add_word(search, numbering.number_of[cell * grid.size + d + 1])
        return
    add_word(search, found.numbers[DENIALS])
    for k in range(found.numbers[DENIALS]):
        add_word(search, numbering.number_of[found.denied[k]])


#: Rank while no step is kept.
NOTHING = 1 << 60


def forget(search: StepSearch) -> None:
    """Drop the step kept."""
    search.rank[0] = NOTHING


def keep(search: StepSearch, rank: int) -> None:
    """Keep the current step if its rank is lower than that of the step kept."""
    if rank < search.rank[0]:
        search.rank[0] = rank
        copy_step(search.best, search.found)


def give(search: StepSearch) -> bool:
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
