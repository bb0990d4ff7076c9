"""Where forcing chains and cycles can begin, from the closures of all candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel import routine
from ..lockstep.simd import lowest_bit
from .closures import BITS, WIDTH, close_all, has, include, note_refuted
from .links import Links
from .new_links import keep_closures

if TYPE_CHECKING:
    from ..logic.search import Search

#: Links used.
X_LINKS, Y_LINKS = 1, 2


@routine
def has_sources(search: Search, links: Links, used: int) -> bool:
    """Compute the closures over these links; return whether chains or cycles may exist."""
    close_all(search, links, used == X_LINKS, used & Y_LINKS != 0, used & X_LINKS != 0)
    if used == X_LINKS + Y_LINKS:
        keep_closures(search)
    return note_refuted(search) and mark_sources(search, links, used)


@routine
def mark_sources(search: Search, links: Links, used: int) -> bool:
    """Mark the candidates from which, on or off, a chain exists, and those from which a cycle may
    deny something; return whether there are any.

    All literals of a cycle are equivalent, so a candidate that it denies implies each of them both
    on and off. The same holds for any strong link of a candidate that is false.
    """
    closures = search.closures
    width, any_bits = closures.counts[WIDTH], 0
    for w in range(width):
        closures.from_on[w] = closures.refuted[w]
        closures.from_off[w] = closures.refuted[w]
        closures.cycling[w] = closures.refuted[w]
    for w in range(width):
        from_on, from_off = closures.from_on[w], closures.from_off[w]
        closures.from_on[w] = 0
        closures.from_off[w] = 0
        while from_on:
            x = w * BITS + lowest_bit(from_on)
            from_on &= from_on - 1
            if has(closures.offs, x * width, x):
                include(closures.from_on, 0, x)
        while from_off:
            x = w * BITS + lowest_bit(from_off)
            from_off &= from_off - 1
            first = links.strong_starts[x] if used & Y_LINKS else links.strong_middles[x]
            end = links.strong_starts[x + 1] if used & X_LINKS else links.strong_middles[x]
            for k in range(first, end):
                if has(closures.ons, links.strong[k] * width, x):
                    include(closures.from_off, 0, x)
        any_bits |= closures.cycling[w] | closures.from_on[w] | closures.from_off[w]
    return any_bits != 0
