"""Sets of cells of a fixed size that hit every set of a family, one after the other.

Idea: a node takes an open set (one that is not hit yet) with the fewest cells and branches on these
cells. A cell whose branch was searched is refused in the later ones, so each hitting set is found
once, and open sets shrink. Open sets that are disjoint need a cell each: a branch ends when there
are more of them than cells to choose. The last cell is one that all open sets share. Where no set
is open and cells are still to be chosen, any will do.

Parts: the nodes with `depth` cells, in the order in which the search enters them. It returns when
it enters one, and can go past the first ones, so whoever notes how many were entered can go on
later from there.

Invariant between calls: `refused`, `choices` and `opened` hold the state of the levels up to the
current one; every hitting set that was not written yet extends the cells chosen above some level by
one of its choices. A set of cells is `words` numbers of `BITS` bits.

Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku" (2012), with the order of
the sets and the disjoint ones chosen at each node instead of once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from .kernel import kernel
from .lockstep.simd import Words, copy, lowest_bit, popcount

#: Cells in a number.
BITS = 60
#: Places in `HittingSearch.numbers`: cells chosen (-1: the search is over), hitting sets written,
#: parts entered.
LEVEL, FOUND, PARTS = range(3)
#: The hitting sets that one call can write.
AT_ONCE = 1 << 14


class HittingSearch(NamedTuple):
    """The state of a search for hitting sets of `size` cells.

    family: the sets. opened: by level the numbers of the open ones, sets: how many. refused,
    choices: sets of cells, by level; used: working space, one set. cells: all of them. chosen: by
    level. found (written): `size` cells for each hitting set.
    """

    size: int
    depth: int
    words: int
    family: Words
    opened: Words
    sets: Words
    refused: Words
    choices: Words
    used: Words
    cells: Words
    chosen: Words
    found: Words
    numbers: Words

    @classmethod
    def of(
        cls, sets: Sequence[Sequence[int]], cells: Sequence[int], size: int, depth: int
    ) -> HittingSearch:
        """Return a new search. sets: not empty, those with the fewest of the cells first."""
        words = max(map(max, (cells, *sets))) // BITS + 1
        own = _as_words(cells, words)
        family = np.array([_as_words(one, words) & own for one in sets])
        choices = np.zeros((size, words), np.int64)
        # with a single cell to choose, those that all sets share
        choices[0] = family[0] if size > 1 else np.bitwise_and.reduce(family)
        opened = np.zeros((size, len(sets)), np.int64)
        opened[0] = np.arange(len(sets))
        count = np.zeros(size, np.int64)
        count[0] = len(sets)
        return cls(
            size=size,
            depth=depth,
            words=words,
            family=family.ravel(),
            opened=opened.ravel(),
            sets=count,
            refused=np.zeros(size * words, np.int64),
            choices=choices.ravel(),
            used=np.zeros(words, np.int64),
            cells=own,
            chosen=np.zeros(size, np.int64),
            found=np.zeros(size * AT_ONCE, np.int64),
            numbers=np.zeros(3, np.int64),
        )


def _as_words(cells: Iterable[int], words: int) -> np.ndarray:
    numbers = np.zeros(words, np.int64)
    for cell in cells:
        numbers[cell // BITS] |= 1 << cell % BITS
    return numbers


@kernel
def hitting_sets(search: HittingSearch, past: int, stop: Words) -> None:
    """Go on until `found` is full, a part after the first `past` is entered, or the search ends."""
    numbers = search.numbers
    size = search.size
    room = len(search.found) // size
    while numbers[LEVEL] >= 0 and numbers[FOUND] < room and not stop[0]:
        level = numbers[LEVEL]
        cell = next_choice(search, level)
        if cell < 0:
            numbers[LEVEL] = level - 1
            continue
        search.chosen[level] = cell
        if level + 1 == size:
            copy(search.found, numbers[FOUND] * size, search.chosen, 0, size)
            numbers[FOUND] += 1
            continue
        if not enter(search, level + 1, cell):
            continue
        if level + 1 == search.depth:
            numbers[PARTS] += 1
            if numbers[PARTS] <= past:
                continue
            numbers[LEVEL] = level + 1
            return
        numbers[LEVEL] = level + 1


def next_choice(search: HittingSearch, level: int) -> int:
    """Take the next cell of a level's choices, and refuse it from now on; -1 if none is left."""
    for word in range(search.words):
        at = level * search.words + word
        choices = search.choices[at]
        if choices:
            cell = choices & -choices
            search.choices[at] = choices ^ cell
            search.refused[at] |= cell
            return word * BITS + lowest_bit(cell)
    return -1


def enter(search: HittingSearch, level: int, cell: int) -> bool:
    """Make a level from the one above it and the cell chosen there; return False if the open sets
    cannot be hit by the cells that are still to be chosen."""
    words = search.words
    total = len(search.family) // words
    above = (level - 1) * total
    here = level * total
    own = level * words
    copy(search.refused, own, search.refused, own - words, words)
    word = cell // BITS
    bit = 1 << cell % BITS
    count = 0
    smallest = -1
    fewest = BITS * words + 1
    for k in range(search.sets[level - 1]):
        number = search.opened[above + k]
        if search.family[number * words + word] & bit:
            continue
        search.opened[here + count] = number
        count += 1
        left = 0
        for w in range(words):
            left += popcount(search.family[number * words + w] & ~search.refused[own + w])
        if left < fewest:
            fewest = left
            smallest = number
    search.sets[level] = count
    if not fewest:
        return False
    room = search.size - level
    if room > 1 and count and not has_room(search, level, smallest, room):
        return False
    for w in range(words):
        choices = search.cells[w]
        if room == 1:
            for k in range(count):
                choices &= search.family[search.opened[here + k] * words + w]
        elif count:
            choices = search.family[smallest * words + w]
        search.choices[own + w] = choices & ~search.refused[own + w]
    return True


def has_room(search: HittingSearch, level: int, smallest: int, room: int) -> bool:
    """Whether the disjoint open sets found greedily, the smallest first, are at most `room`."""
    words = search.words
    own = level * words
    here = level * (len(search.family) // words)
    for w in range(words):
        search.used[w] = search.family[smallest * words + w] & ~search.refused[own + w]
    for k in range(search.sets[level]):
        start = search.opened[here + k] * words
        common = 0
        for w in range(words):
            common |= search.family[start + w] & ~search.refused[own + w] & search.used[w]
        if not common:
            room -= 1
            if room < 1:
                return False
            for w in range(words):
                search.used[w] |= search.family[start + w] & ~search.refused[own + w]
    return True
