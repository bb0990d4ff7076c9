"""What each candidate implies when it is on, as sets of bits, among the remaining candidates.

A run tries chains among its remaining candidates each time that nothing else follows. Nearly all of
these searches find nothing, so the sets are computed first, and only chains that exist are then
followed link by link, for their lengths.

`weak_sets` are the weak links of the position; row k of the table belongs to candidate k. A set is
`width` words of BITS bits. The closure of a candidate is complete before that of the next begins,
so a candidate that implies an earlier one takes over its sets as a whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..kernel import part, routine
from ..lockstep.simd import Words, lowest_bit
from .links import CANDIDATES, Links, link_strongly

if TYPE_CHECKING:
    from ..logic.search import Search

#: Bits of a set in one word: they stay clear of the sign.
BITS = 60
#: Places in `counts`: words of a set; the version of the position whose weak links the sets hold;
#: whether `within` is up to date; the stamp of closures that are complete.
WIDTH, VERSION, LINKED, STAMP = range(4)


class Closures(NamedTuple):
    """See the module docstring. weak_sets, digit_sets: all weak links, and X links alone; ons,
    offs: what follows. left, strong: the candidates that are left, and those with a strong link.
    refuted: candidates that one candidate implies both on and off. from_on, from_off, cycling: the
    sources of chains and cycles that may exist (see `sources`). ready: the
    stamp at which the closure of a candidate was completed. stack: candidates whose consequences
    are still to be added."""

    counts: Words
    weak_sets: Words
    digit_sets: Words
    ons: Words
    offs: Words
    left: Words
    strong: Words
    refuted: Words
    from_on: Words
    from_off: Words
    cycling: Words
    ready: Words
    stack: Words


@part
def has(sets: Words, first: int, number: int) -> bool:
    """Return whether the set that begins at `first` contains a candidate."""
    return bool(sets[first + number // BITS] >> number % BITS & 1)


@part
def include(sets: Words, first: int, number: int) -> None:
    """Add a candidate to the set that begins at `first`."""
    sets[first + number // BITS] |= 1 << number % BITS


@routine
def collect_weak_sets(search: Search) -> None:
    """Make the sets of weak links from those of the position."""
    closures, links = search.closures, search.outer
    count = search.numbering.counts[CANDIDATES]
    width = (count + BITS - 1) // BITS
    closures.counts[WIDTH] = width
    for k in range(count * width):
        closures.weak_sets[k] = 0
        closures.digit_sets[k] = 0
    for x in range(count):
        for k in range(links.weak_starts[x], links.weak_starts[x + 1]):
            include(closures.weak_sets, x * width, links.weak[k])
            if k >= links.weak_middles[x]:
                include(closures.digit_sets, x * width, links.weak[k])


@routine
def begin_closures(search: Search) -> None:
    """Make the set of candidates that are left, and bring the sets of weak links up to date."""
    closures, grid, numbering = search.closures, search.grid, search.numbering
    if closures.counts[VERSION] != grid.version[0]:
        closures.counts[VERSION] = grid.version[0]
        collect_weak_sets(search)
    closures.counts[LINKED] = 0
    for w in range(closures.counts[WIDTH]):
        closures.left[w] = 0
    for number in range(numbering.counts[CANDIDATES]):
        if grid.left[numbering.cell_of[number]] >> numbering.digit_of[number] & 1:
            include(closures.left, 0, number)


@routine
def close_all(
    search: Search, links: Links, by_digit: bool, in_cells: bool, in_regions: bool
) -> None:
    """Compute what every candidate that is left implies when on. by_digit: by X links alone;
    in_cells, in_regions: by strong links in cells, in regions."""
    closures = search.closures
    count, width = search.numbering.counts[CANDIDATES], closures.counts[WIDTH]
    closures.counts[STAMP] += 1
    for w in range(width):
        closures.strong[w] = 0
    for x in range(count):
        first = links.strong_starts[x] if in_cells else links.strong_middles[x]
        end = links.strong_starts[x + 1] if in_regions else links.strong_middles[x]
        if first < end:
            include(closures.strong, 0, x)
    for w in range(width):
        rest = closures.left[w]
        while rest:
            x = w * BITS + lowest_bit(rest)
            rest &= rest - 1
            close(search, links, x, by_digit, in_cells, in_regions)
            closures.ready[x] = closures.counts[STAMP]


@routine
def close(
    search: Search, links: Links, x: int, by_digit: bool, in_cells: bool, in_regions: bool
) -> None:
    """Compute what a candidate implies when on; the closures that are ready are complete."""
    closures, stack = search.closures, search.closures.stack
    ons, offs, left, strong = closures.ons, closures.offs, closures.left, closures.strong
    sets = closures.digit_sets if by_digit else closures.weak_sets
    width = closures.counts[WIDTH]
    row = x * width
    for w in range(width):
        ons[row + w] = 0
        offs[row + w] = 0
    stack[0] = x
    height = 1
    while height:
        height -= 1
        y = stack[height]
        if has(ons, row, y):
            continue
        from_row = y * width
        if closures.ready[y] == closures.counts[STAMP]:
            for w in range(width):
                ons[row + w] |= ons[from_row + w]
                offs[row + w] |= offs[from_row + w]
            continue
        include(ons, row, y)
        for w in range(width):
            new = sets[from_row + w] & left[w] & ~offs[row + w]
            offs[row + w] |= new
            new &= strong[w]
            while new:
                z = w * BITS + lowest_bit(new)
                new &= new - 1
                first = links.strong_starts[z] if in_cells else links.strong_middles[z]
                end = links.strong_starts[z + 1] if in_regions else links.strong_middles[z]
                for k in range(first, end):
                    stack[height] = links.strong[k]
                    height += 1


@routine
def note_refuted(search: Search) -> bool:
    """Write to `refuted` the candidates that some candidate implies both on and off; return whether
    there are any."""
    closures, width, any_bits = search.closures, search.closures.counts[WIDTH], 0
    for w in range(width):
        closures.refuted[w] = 0
    for v in range(width):
        rest = closures.left[v]
        while rest:
            row = (v * BITS + lowest_bit(rest)) * width
            rest &= rest - 1
            for w in range(width):
                both = closures.ons[row + w] & closures.offs[row + w]
                closures.refuted[w] |= both
                any_bits |= both
    return any_bits != 0


@routine
def link_within(search: Search) -> Links:
    """Bring the links among the candidates that are left up to date; return them."""
    if not search.closures.counts[LINKED]:
        link_strongly(search, search.within)
        narrow_weak_links(search)
        search.closures.counts[LINKED] = 1
    return search.within


@routine
def narrow_weak_links(search: Search) -> None:
    """Copy the weak links between candidates that are still open in the run to `within`."""
    outer, links, left = search.outer, search.within, search.closures.left
    weak = 0
    for number in range(search.numbering.counts[CANDIDATES]):
        links.weak_starts[number] = weak
        links.weak_middles[number] = weak
        if has(left, 0, number):
            for k in range(outer.weak_starts[number], outer.weak_starts[number + 1]):
                if has(left, 0, outer.weak[k]):
                    links.weak[weak] = outer.weak[k]
                    weak += 1
                    if k < outer.weak_middles[number]:
                        links.weak_middles[number] = weak
    links.weak_starts[search.numbering.counts[CANDIDATES]] = weak
