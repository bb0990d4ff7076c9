"""Minimal sets, smallest first, by duality: a set is enough exactly if it hits every difference
that something insufficient leaves.

Givens that conflict are enough to exclude all solutions: a minimal unsatisfiable set (MUS) hits
every correction set (MCS). Givens that make a puzzle proper hit every difference between its
solution and another grid. So the smallest hitting set of what is known is tried; where it is not
enough, it is grown to a largest insufficient set, whose complement must be hit too.

Source: R. Reiter, "A theory of diagnosis from first principles" (1987); hitting sets by PySAT's
Hitman: A. Ignatiev et al., "Smallest MUS extraction with minimal hitting set dualization" (2015).

>>> list(minimal_sets([1, 2, 3], lambda chosen: None if {1, 2} <= chosen or 3 in chosen else
...     frozenset({1, 2, 3} - {3} - {min({1, 2} - chosen)}), Clock(None)))
[(3,), (1, 2)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..backends.base import Clock

#: Up to so many elements the smallest sets are looked for: hitting sets cannot be interrupted.
ELEMENTS = 45


def minimal_sets(
    universe: Sequence[int],
    insufficient: Callable[[frozenset[int]], frozenset[int] | None],
    clock: Clock,
) -> Iterator[tuple[int, ...]]:
    """All minimal sets that are enough, smallest first, lazily; the whole universe must be.

    insufficient: None for a set that is enough, else a set above it that is not: the larger, the
    better. Raises `TimeLimitReached`: the sets up to then are all of their size or less.
    """
    from pysat.examples.hitman import Hitman

    with Hitman(solver="g4", htype="sorted") as hitman:
        while (found := hitman.get()) is not None:
            clock.check()
            larger = insufficient(frozenset(found))
            if larger is None:
                yield tuple(sorted(found))
                if not found:
                    return
                hitman.block(found)
            else:
                hitman.hit([element for element in universe if element not in larger])


def shrunk(
    elements: Sequence[int], insufficient: Callable[[frozenset[int]], frozenset[int] | None]
) -> tuple[int, ...]:
    """A minimal set below one that is enough: each element is left out if the rest is enough."""
    kept = list(elements)
    for element in elements:
        fewer = [other for other in kept if other != element]
        if insufficient(frozenset(fewer)) is None:
            kept = fewer
    return tuple(sorted(kept))
