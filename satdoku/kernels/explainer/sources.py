"""Where forcing chains and cycles can begin, from the closures of all candidates.

A chain or cycle over a new link (see `nested`) passes from "a is off" to "b is on". If a chain
leads from literal x to its opposite that way, b on implies not x, and so does a on, by
contraposition of the first half. So only literals are marked whose opposites both ends of a new
link imply.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel import routine
from ..simd import lowest_bit
from .closures import BITS, WIDTH, close_all, has, include, note_refuted
from .links import CANDIDATES, Links

if TYPE_CHECKING:
    from ..logic.search import Search

#: Links used.
X_LINKS, Y_LINKS = 1, 2


@routine
def has_sources(search: Search, links: Links, used: int, is_within: bool) -> bool:
    """Compute the closures over these links; return whether chains or cycles may exist. is_within:
    only those over a new link."""
    close_all(search, links, used == X_LINKS, used & Y_LINKS != 0, used & X_LINKS != 0)
    return note_refuted(search) and mark_sources(search, links, used, is_within)


@routine
def mark_sources(search: Search, links: Links, used: int, is_within: bool) -> bool:
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
    if is_within:
        keep_new(search, links, used)
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


@routine
def keep_new(search: Search, links: Links, used: int) -> None:
    """Keep the marks of those from which a chain or cycle may pass a new link."""
    closures, width = search.closures, search.closures.counts[WIDTH]
    for w in range(width):
        closures.new_on[w] = 0
        closures.new_off[w] = 0
        closures.new_cycling[w] = 0
    for a in range(search.numbering.counts[CANDIDATES]):
        first = links.strong_starts[a] if used & Y_LINKS else links.strong_middles[a]
        end = links.strong_starts[a + 1] if used & X_LINKS else links.strong_middles[a]
        for k in range(first, end):
            b = links.strong[k]
            if b < a or not is_new(search, links.strong_clauses[k]):
                continue
            for w in range(width):
                ons_a, offs_a = closures.ons[a * width + w], closures.offs[a * width + w]
                ons_b, offs_b = closures.ons[b * width + w], closures.offs[b * width + w]
                closures.new_on[w] |= offs_a & offs_b
                closures.new_off[w] |= ons_a & ons_b
                closures.new_cycling[w] |= (ons_a & offs_b) | (offs_a & ons_b)
    for w in range(width):
        closures.from_on[w] &= closures.new_on[w]
        closures.from_off[w] &= closures.new_off[w]
        closures.cycling[w] &= closures.new_cycling[w]


@routine
def is_new(search: Search, clause: int) -> bool:
    """Return whether the clause had more candidates at the position."""
    grid = search.grid
    place = grid.clause_place[clause]
    if place < 0:
        return bool(grid.start[-1 - place] != grid.left[-1 - place])
    return bool(grid.first_spots[place] != grid.spots[place])
