"""ALS-XY-wing and ALS chain: almost locked sets in a row, each tied to the next.

A set of k cells with k + 1 digits lacks at most one of them. Two sets are tied by a digit if each
of its places in one sees each in the other: at most one of the two has it. So if the first set
lacks z, it has the digit that ties it to the second, which then lacks that and has all its other
digits, and so on to the last: the first or the last set has z. With three sets it is an
ALS-XY-wing.

The search goes breadth first, from a set that lacks z to all sets tied to those reached, which are
the bits of one number for each digit by which they were entered; that is some fifty times as fast
as following ties one by one.

Source: Sudopedia, "Almost Locked Set".

Lesson: ALS-XY-wing

    Sets A and B are each tied to a set C by a digit that both cannot have, by different digits.
    What sees all places of z in A and B is not z.

    Why: Without z, A and B need their digits x and y, and C lacks both: k cells for k − 1 digits.

Lesson: ALS chain

    Almost locked sets in a row, each tied to the next by a digit that both cannot have, another
    than to the one before. What sees all places of z in the first and the last is not z.

    Why: A chain of sets: without z the first needs its digit, so the next lacks it and needs
    another; and the last lacks z and one more.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase
from typing import NamedTuple

from ....cancellation import stop_if_cancelled
from ...catalog.row import Technique
from ...view import Finding, View, ones, union
from .als_xz import almost_locked_sets, chain_of, reason_of


class Size(NamedTuple):
    """The maximum number of cells per set, and of sets per chain."""

    cells: int
    sets: int


#: Sets of a chain at most: each is named by a letter.
LONGEST = len(ascii_uppercase)
CHAIN = f"{__name__}:chain"
LISTED = (
    Technique("ALS-XY-wing", 7.8, CHAIN, Size(7, 3),
              aliases=("almost locked set XY-wing", "ALS wing")),
    Technique("ALS chain", 8.0, CHAIN, Size(6, LONGEST),
              aliases=("almost locked set chain", "almost locked set XY-chain", "ALS-XY-chain",
               "ALS XY chain")),
)  # fmt: skip


# Idea: tying is a relation between sets that depends only on a digit and on the cells where a set
# has it. Many sets have the same such cells, so ties are kept by (digit, cells), and the sets that
# have them are the bits of one number: a layer of the search is then a few operations on long
# numbers.
#
# Invariant of the search: `seen` has, by digit, the sets that were entered by that digit before. A
# set may be reached once by each of its digits, since by which one decides where the chain can go
# next.
class Ties:
    """The almost locked sets of a position, and which are tied; sets of sets are bits.

    all: the sets. places: by set and digit, its cells with the digit. having: by digit and such
    cells, the sets that have the digit there. tied: the same, but the sets tied to those by it.
    """

    def __init__(self, view: View, largest: int) -> None:
        self.view = view
        self.all = almost_locked_sets(view, largest)
        self.places = [{d: one.cells & view.at[d] for d in ones(one.digits)} for one in self.all]
        self.having = dict[int, dict[int, int]]()
        for k, places in enumerate(self.places):
            for d, cells in places.items():
                there = self.having.setdefault(d, {})
                there[cells] = there.get(cells, 0) | 1 << k
        self.tied = dict[tuple[int, int], int]()
        for d, there in self.having.items():
            for cells in there:
                seen = view.seen_by_all(cells)
                self.tied[d, cells] = union(sets for at, sets in there.items() if not at & ~seen)

    def ends(self, z: int, cells: int) -> dict[int, int]:
        """Return the sets that have z, by the candidates of z (as cells) that see all z of theirs
        and all of these cells."""
        found = dict[int, int]()
        for other, sets in self.having[z].items():
            gone = self.view.seen_by_all(cells) & self.view.seen_by_all(other) & self.view.at[z]
            if gone:
                found[gone] = found.get(gone, 0) | sets
        return found

    def further(self, reached: dict[int, int], seen: dict[int, int]) -> dict[int, int]:
        """Return, by the digit by which they are entered, the sets tied to those reached, except
        for those seen, to which it adds them."""
        found = dict[int, int]()
        for entered, sets in reached.items():
            for k in ones(sets):
                for x, cells in self.places[k].items():
                    new = self.tied[x, cells] & ~seen.get(x, 0)
                    if new and x != entered:
                        found[x] = found.get(x, 0) | new
                        seen[x] = seen.get(x, 0) | new
        return found

    def way(self, layers: list[dict[int, int]], ends: int, z: int) -> list[ChainSet]:
        """Return a chain to one of the sets, which the last layer has by another digit than z."""
        way = [next(link for link in _links(layers[-1], ends) if link.entered != z)]
        for layer in layers[-2::-1]:
            way.append(self.before(way[-1], layer))
        return way[::-1]

    def before(self, last: ChainSet, layer: dict[int, int]) -> ChainSet:
        """Return the first set of a layer that is tied to the last one by the digit by which that
        is entered."""
        x = last.entered
        for link in _links(layer):
            tied = self.tied.get((x, self.places[link.number].get(x, 0)), 0)
            if link.entered != x and tied >> last.number & 1:
                return link
        raise AssertionError("each layer is tied to the one before")


class ChainSet(NamedTuple):
    """A set of a chain: its number, and the digit by which it is entered."""

    number: int
    entered: int


def _links(layer: dict[int, int], among: int = -1) -> Iterator[ChainSet]:
    """Yield the sets of a layer that are among these."""
    for entered, sets in layer.items():
        for number in ones(sets & among):
            yield ChainSet(number, entered)


def chain(view: View, size: Size) -> Iterator[Finding]:
    """Yield chains of at least three sets, smallest first: one for each conclusion."""
    ties = Ties(view, size.cells)
    best = dict[tuple[int, int], list[ChainSet]]()
    for start, places in enumerate(ties.places):
        for z, cells in places.items():
            stop_if_cancelled()
            _follow(ties, start, z, cells, most=size.sets, best=best)
    for (z, gone), way in sorted(best.items(), key=lambda item: _size(ties, item[1])):
        several = [ties.all[link.number] for link in way]
        denied = view.vs(gone, z)
        entered = tuple(link.entered for link in way[1:])
        reason, links, roles = reason_of(view, several, entered, denied)
        bases = dict.fromkeys(c for one in several for c in view.cell_clauses(one.cells))
        yield Finding(
            denied,
            reason,
            tuple(bases),
            rests=links,
            roles=roles,
            size=len(several),
            chains=(chain_of(view, several, entered, denied),),
        )


def _follow(
    ties: Ties,
    start: int,
    z: int,
    cells: int,
    most: int,
    best: dict[tuple[int, int], list[ChainSet]],
) -> None:
    """Enter into `best` the chains from a set that lacks z, which it has in these cells, that are
    shorter than those known for their conclusion (digit, cells)."""
    later = -1 << start + 1  # the other chains are found from their other end
    ends = {gone: sets & later for gone, sets in ties.ends(z, cells).items()}
    layers = [{z: 1 << start}]
    seen = dict(layers[0])
    # An end is taken away once a chain to it is known that no later layer can beat: layers grow by
    # one set each, so a chain found now is the shortest from this start.
    while ends and len(layers) < most:
        layers.append(ties.further(layers[-1], seen))
        if len(layers) < 3:
            continue
        reached = union(sets for x, sets in layers[-1].items() if x != z)
        for gone, sets in list(ends.items()):
            known = len(best.get((z, gone), range(most + 1)))
            is_reached = sets & reached != 0
            if is_reached and known > len(layers):
                best[z, gone] = ties.way(layers, sets, z)
            if is_reached or known <= len(layers) + 1:
                del ends[gone]


def _size(ties: Ties, way: list[ChainSet]) -> tuple[int, int, int]:
    """Return what a chain is ordered by: its sets, cells that both ends have, cells of all."""
    cells = [ties.all[link.number].cells for link in way]
    in_both = cells[0] & cells[-1]
    return len(way), in_both.bit_count(), sum(map(int.bit_count, cells))
