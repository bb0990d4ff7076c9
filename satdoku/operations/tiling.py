"""Tiling a full grid with cages of different digits, for puzzles that are generated.

Cages grow from random cells. What is left over joins a cage beside it, or takes a cell from one.
Under a symmetry a cage is placed together with its images; one that meets an image of itself grows
until it is its own image.

>>> from satdoku.operations.symmetry import maps
>>> beside = [{n for n in (c - 1, c + 1) if 0 <= n < 6} for c in range(6)]
>>> Tiling([1, 2, 3, 4, 5, 6], beside, [[*range(6)]], RandomStream(1)).cages((2, 3))
[(0, 1), (2, 3), (4, 5)]
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..cancellation import stop_if_cancelled
from ..geometry import Cells
from ..random_stream import RandomStream

#: A cage: its cells.
Cage = frozenset[int]
#: Tilings tried until one leaves out no cell.
TRIES = 100


class Tiling:
    """The cages of a grid. worth: the digit of each cell; beside: its neighbours; maps: the moves
    of the symmetry, each with the image of every cell; cells: those to tile (None: all). cage_of:
    the cage of each cell that has one."""

    def __init__(
        self,
        worth: Sequence[int],
        beside: Sequence[Collection[int]],
        maps: Sequence[Sequence[int]],
        stream: RandomStream,
        cells: Collection[int] | None = None,
    ) -> None:
        self.worth = worth
        self.beside = beside
        self.maps = maps
        self.stream = stream
        self.cells = sorted(range(len(worth)) if cells is None else cells)
        self.cage_of: dict[int, Cage] = {}

    def cages(self, length: tuple[int, int], total: int | None = None) -> list[Cells]:
        """Return cages of at least length[0] and at most length[1] cells; total: their common sum,
        if there is one (they then leave out what does not add up)."""
        best: dict[int, Cage] = {}
        for _ in range(TRIES):
            self.cage_of = {}
            self._grow_all(length, total)
            # A tiling may leave cells that no cage can take: the fullest of several is used.
            if len(self.cage_of) > len(best):
                best = self.cage_of
            # With a common sum, what does not add up is left out anyway, so one tiling is as good
            # as the next.
            if total is not None or len(best) == len(self.cells):
                break
        return sorted({tuple(sorted(cage)) for cage in best.values()})

    def _grow_all(self, length: tuple[int, int], total: int | None) -> None:
        fewest, most = length
        order = list(self.cells)
        self.stream.shuffle(order)
        for start in order:
            wanted = fewest + self.stream.below(most - fewest + 1)
            if start in self.cage_of:
                continue
            # A cage with a given sum is as long as its digits need.
            cage = self._grown(start, most if total else wanted, total)
            if len(cage) >= fewest and total in (None, self._sum(cage)):
                self._put(cage)
        if total is not None:
            return
        for cell in order:
            if cell not in self.cage_of:
                self._cover(cell, length)

    def _grown(self, start: int, most: int, total: int | None) -> Cage:
        """Return a cage of free cells that holds a cell; it may be smaller than wanted."""
        stop_if_cancelled()
        cage = self._closed(frozenset([start]))
        while len(cage) < most and (total is None or self._sum(cage) < total):
            near = {n for cell in cage for n in self.beside[cell]} - cage
            ways = [self._closed(cage | {n}) for n in sorted(near)]
            taken = self.cage_of.keys()
            ways = [way for way in ways if self._fits(way, most) and taken.isdisjoint(way)]
            if not ways:
                break
            cage = ways[self.stream.below(len(ways))]
        return cage

    def _cover(self, cell: int, length: tuple[int, int]) -> None:
        """Put a cell into a cage beside it, or into a new one with a cell of that, if it can be."""
        for near in sorted(set(self.beside[cell]) & set(self.cage_of)):
            for cage in (self.cage_of[near], frozenset([near])):
                if self._replace(self._closed(cage | {cell}), length):
                    return

    def _replace(self, new: Cage, length: tuple[int, int]) -> bool:
        """Put a cage in place of parts of others, if what is left of them can stay; return whether
        it was put."""
        fewest, most = length
        cells = frozenset().union(*self._images(new))
        old = {self.cage_of[c] for c in cells if c in self.cage_of}
        rests = [cage - cells for cage in old if cage - cells]
        if not self._fits(new, most):
            return False
        # What is left of a cage must still be one.
        if any(len(rest) < fewest or not self._is_connected(rest) for rest in rests):
            return False
        for rest in rests:
            self.cage_of |= dict.fromkeys(rest, rest)
        self._put(new)
        return True

    def _put(self, cage: Cage) -> None:
        for image in self._images(cage):
            self.cage_of |= dict.fromkeys(image, image)

    def _images(self, cage: Cage) -> set[Cage]:
        return {frozenset(move[cell] for cell in cage) for move in self.maps}

    def _closed(self, cage: Cage) -> Cage:
        """Return the smallest cage around this one that meets no image of itself but itself."""
        while True:
            wider = cage.union(*(image for image in self._images(cage) if image & cage))
            if wider == cage:
                return cage
            cage = wider

    def _fits(self, cage: Cage, most: int) -> bool:
        """Return whether the cage and its images are on the cells to tile and repeat no digit."""
        return len(cage) <= most and all(
            image.issubset(self.cells) and len({self.worth[cell] for cell in image}) == len(cage)
            for image in self._images(cage)
        )

    def _is_connected(self, cells: Cage) -> bool:
        reached = [min(cells)]
        for cell in reached:  # the loop appends to it
            reached += sorted((cells & set(self.beside[cell])) - set(reached))
        return len(reached) == len(cells)

    def _sum(self, cage: Cage) -> int:
        return sum(self.worth[cell] for cell in cage)
