"""Minimal sets, smallest first, by duality: a set is enough exactly if it hits every difference
that something insufficient leaves.

Givens that conflict are enough to exclude all solutions: a minimal unsatisfiable set (MUS) hits
every correction set (MCS). Givens that make a puzzle proper hit every difference between its
solution and another grid. So sets that hit what is known are tried; where one is not enough, it is
grown to a largest insufficient set, whose complement must be hit too.

The sets of one size are the leaves of a tree: at a node some set is not hit yet, and each branch
takes another of its elements. Sets that become known on the way join the tree where it stands: what
was left behind did not hit the earlier ones. As many sets as do not meet each need an element of
their own: where there is no room for so many, the branch ends. PySAT's Hitman does the same by
MaxSAT, and is quicker where sets are many and large; but nobody can interrupt it.

Source: R. Reiter, "A theory of diagnosis from first principles" (1987).

>>> list(minimal_sets([1, 2, 3], lambda chosen: None if {1, 2} <= chosen or 3 in chosen else
...     frozenset({1, 2, 3} - {3} - {min({1, 2} - chosen)}), Clock(None)))
[(3,), (1, 2)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..backends.base import Clock
from ..errors import TimeLimitReached


def minimal_sets(
    universe: Sequence[int],
    insufficient: Callable[[frozenset[int]], frozenset[int] | None],
    clock: Clock,
) -> Iterator[tuple[int, ...]]:
    """All minimal sets that are enough, smallest first, lazily; the whole universe must be.

    insufficient: None for a set that is enough, else a set above it that is not: the larger, the
    better. Raises `TimeLimitReached`: the sets up to then are all of their size or less.
    """
    tree = _Tree(universe, insufficient, clock)
    for size in range(len(universe) + 1):
        yield from tree.leaves(0, 0, [], 0, size)
        if tree.is_done:
            return


class _Tree:
    """Sets are whole numbers, a bit an element. to_hit: what every set that is enough hits; found:
    the minimal sets."""

    def __init__(
        self,
        universe: Sequence[int],
        insufficient: Callable[[frozenset[int]], frozenset[int] | None],
        clock: Clock,
    ) -> None:
        self.universe, self.insufficient, self.clock = universe, insufficient, clock
        self.to_hit: list[int] = []
        self.found: list[int] = []
        self.cut = False

    @property
    def is_done(self) -> bool:
        """No larger set is minimal: no branch ended for want of room."""
        cut, self.cut = self.cut, False
        return not cut

    def leaves(
        self, chosen: int, refused: int, open_: list[int], known: int, room: int
    ) -> Iterator[tuple[int, ...]]:
        """The minimal sets above `chosen`, without what is refused, by at most `room` more.

        open_: of the first `known` sets to hit, those that `chosen` does not.
        """
        self.clock.check()
        if any(chosen & smaller == smaller for smaller in self.found):
            return
        open_ = [*open_, *(s for s in self.to_hit[known:] if not s & chosen)]
        if not open_:
            members = frozenset([e for k, e in enumerate(self.universe) if chosen >> k & 1])
            larger = self.insufficient(members)
            if larger is None:
                self.found.append(chosen)
                yield tuple(sorted(members))
                return
            bits = [1 << k for k, element in enumerate(self.universe) if element not in larger]
            open_ = [sum(bits)]
            self.to_hit.extend(open_)
        known = len(self.to_hit)
        left = sorted([s & ~refused for s in open_], key=int.bit_count)
        if not self._has_room(left, room):
            return
        rest = left[0]
        while rest:
            bit = rest & -rest
            rest ^= bit
            fewer = [s for s in open_ if not s & bit]
            yield from self.leaves(chosen | bit, refused, fewer, known, room - 1)
            refused |= bit

    def _has_room(self, left: list[int], room: int) -> bool:
        """Sets that do not meet, the smallest first, are no more than `room`; none is empty."""
        if not left[0]:
            return False
        met = 0
        for s in left:
            if not s & met:
                met |= s
                room -= 1
                if room < 0:
                    self.cut = True
                    return False
        return True


def shrunk(
    elements: Sequence[int], insufficient: Callable[[frozenset[int]], frozenset[int] | None]
) -> tuple[tuple[int, ...], bool]:
    """(a set below one that is enough, each element left out if the rest is enough; whether there
    was time to try each, so that the set is minimal)."""
    kept = list(elements)
    try:
        for element in elements:
            fewer = [other for other in kept if other != element]
            if insufficient(frozenset(fewer)) is None:
                kept = fewer
    except TimeLimitReached:
        return tuple(sorted(kept)), False
    return tuple(sorted(kept)), True
