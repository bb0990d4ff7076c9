"""Minimal sets, smallest first, by hitting-set duality: a set is sufficient exactly if it hits the
complement of every insufficient set.

Givens that conflict are sufficient to exclude all solutions: a minimal unsatisfiable set (MUS) hits
every correction set (MCS). Givens that make a puzzle proper hit every difference between its
solution and another grid. So the search tries sets that hit all known sets; if one is not
sufficient, it is grown to a large insufficient set, whose complement must be hit too.

The sets of one size are the leaves of a tree: each node picks a set that is not hit yet and
branches on its elements. Sets learnt on the way join the tree at the current node: the branches
already closed failed to hit earlier ones. Pairwise disjoint sets need one element each, so a branch
ends when there are more of them than room. PySAT's Hitman does the same by MaxSAT: it is faster for
many large sets, and gives bounds (see `diagnosis.redundant`), but is slower for listing all minimal
sets.

Source: R. Reiter, "A theory of diagnosis from first principles" (1987).

>>> list(minimal_sets([1, 2, 3], lambda chosen: None if {1, 2} <= chosen or 3 in chosen else
...     frozenset({1, 2, 3} - {3} - {min({1, 2} - chosen)}), Clock(None)))
[(3,), (1, 2)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from ..backends.base import Clock
from ..errors import TimeLimitReached


def minimal_sets(
    universe: Sequence[int],
    insufficient: Callable[[frozenset[int]], frozenset[int] | None],
    clock: Clock,
) -> Iterator[tuple[int, ...]]:
    """Yield all minimal sufficient sets lazily, smallest first; the universe itself must be
    sufficient.

    insufficient: returns None for a sufficient set, otherwise an insufficient superset of it: the
    larger, the better. Raises `TimeLimitReached`; by then no minimal set smaller than the last one
    yielded is missing.
    """
    tree = _Tree(universe, insufficient, clock)
    # The tree is searched anew for each size, but the sets learnt on the way stay: they prune it
    # from the start.
    for size in range(len(universe) + 1):
        yield from tree.leaves(0, 0, [], 0, size)
        if tree.is_done:
            return


class _Tree:
    """Sets are ints, one bit per element. to_hit: the sets that every sufficient set must hit;
    found: the minimal sets."""

    def __init__(
        self,
        universe: Sequence[int],
        insufficient: Callable[[frozenset[int]], frozenset[int] | None],
        clock: Clock,
    ) -> None:
        self.universe = universe
        self.insufficient = insufficient
        self.clock = clock
        self.to_hit: list[int] = []
        self.found: list[int] = []
        self.cut = False

    @property
    def is_done(self) -> bool:
        """Whether no larger set can be minimal: no branch ended for lack of room."""
        cut, self.cut = self.cut, False
        return not cut

    def leaves(
        self, chosen: int, refused: int, open_: list[int], known: int, room: int
    ) -> Iterator[tuple[int, ...]]:
        """Yield the minimal sets that extend `chosen` by at most `room` elements, none of them
        `refused`.

        open_: those of the first `known` sets in `to_hit` that `chosen` does not hit.
        """
        self.clock.check()
        # What contains a sufficient set is sufficient, and not minimal.
        if any(chosen & smaller == smaller for smaller in self.found):
            return
        # Also those that were learnt in other branches since this node's parent was entered.
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
        # Branching on the smallest set makes the fewest branches.
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
            # All sets with this element were visited in its branch, so the later ones do without
            # it: each set comes up once.
            refused |= bit

    def _has_room(self, left: list[int], room: int) -> bool:
        """Whether no set is empty and the disjoint sets found greedily, smallest first, fit in
        `room`."""
        # Only refused elements would hit that set, so a larger size is of no use: `cut` stays as it
        # is.
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
    """Return (a subset of a sufficient set: each element is dropped if the rest is still
    sufficient; whether there was time to try every element, so that the subset is minimal)."""
    kept = list(elements)
    with suppress(TimeLimitReached):
        for element in elements:
            fewer = [other for other in kept if other != element]
            if insufficient(frozenset(fewer)) is None:
                kept = fewer
        return tuple(sorted(kept)), True
    return tuple(sorted(kept)), False
