"""What each candidate implies when it is on, as sets of bits, among the remaining candidates.

A run tries chains among its remaining candidates each time that nothing else follows. Nearly all of
these searches find nothing, so the sets are computed first, and only chains that exist are then
followed link by link, for their lengths.

`weak_sets` are the weak links of the position; row k of the table belongs to candidate k. A set is
`width` words of BITS bits. The closure of a candidate is complete before that of the next begins,
so a candidate that implies an earlier one takes over its sets as a whole.

Invariant: a set has a literal's bit just if some chain of the position's own links leads there.
Before there were sets, every chain was followed link by link, as in the Explainer; with them,
rating takes some 40 % less time for puzzles rated 7 to 9, and the ratings are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..kernel import part
from ..lockstep.simd import Small, Words, fill, ones
from .links import CANDIDATES, X_LINKS, Links, link_strongly, strong_links

if TYPE_CHECKING:
    from ..logic.search import StepSearch

#: Bits of a set in one word: they stay clear of the sign.
BITS = 60
#: Places in `counts`: words of a set; the version of the position whose weak links the sets hold;
#: whether `within` is up to date; the stamp of closures that are complete.
WIDTH, VERSION, LINKED, STAMP = range(4)


class Closures(NamedTuple):
    """See the module docstring. weak_sets, digit_sets: all weak links, and X links alone; ons,
    offs: what follows. left, strong: the candidates that are left, and those with a strong link.
    refuted: candidates that one candidate implies both on and off. from_on, from_off, cycling: the
    sources of chains and cycles that may exist (see `mark_sources`). ready: the
    stamp at which the closure of a candidate was completed. stack: candidates whose consequences
    are still to be added."""

    counts: Annotated[Words, 4]
    weak_sets: Annotated[Words, "candidates", "width"]
    digit_sets: Annotated[Words, "candidates", "width"]
    ons: Annotated[Words, "candidates", "width"]
    offs: Annotated[Words, "candidates", "width"]
    left: Annotated[Words, "width"]
    strong: Annotated[Words, "width"]
    refuted: Annotated[Words, "width"]
    from_on: Annotated[Words, "width"]
    from_off: Annotated[Words, "width"]
    cycling: Annotated[Words, "width"]
    ready: Annotated[Words, "candidates"]
    stack: Annotated[Small, 8, "candidates"]


@part
def has(sets: Words, first: int, number: int) -> bool:
    """Return whether the set that begins at `first` contains a candidate."""
    return bool(sets[first + number // BITS] >> number % BITS & 1)


@part
def include(sets: Words, first: int, number: int) -> None:
    """Add a candidate to the set that begins at `first`."""
    sets[first + number // BITS] |= 1 << number % BITS


def collect_weak_sets(search: StepSearch) -> None:
    """Make the sets of weak links from those of the position."""
    closures, links = search.closures, search.outer
    count = search.numbering.counts[CANDIDATES]
    width = (count + BITS - 1) // BITS
    closures.counts[WIDTH] = width
    fill(closures.weak_sets, 0, count * width, 0)
    fill(closures.digit_sets, 0, count * width, 0)
    for x in range(count):
        for k in range(links.weak_starts[x], links.weak_starts[x + 1]):
            include(closures.weak_sets, x * width, links.weak[k])
            if k >= links.weak_middles[x]:
                include(closures.digit_sets, x * width, links.weak[k])


def begin_closures(search: StepSearch) -> None:
    """Make the set of candidates that are left, and bring the sets of weak links up to date."""
    closures = search.closures
    grid = search.grid
    numbering = search.numbering
    if closures.counts[VERSION] != grid.version[0]:
        closures.counts[VERSION] = grid.version[0]
        collect_weak_sets(search)
    # (The links within a run are among the candidates that are left, which change now.)
    closures.counts[LINKED] = 0
    fill(closures.left, 0, closures.counts[WIDTH], 0)
    for number in range(numbering.counts[CANDIDATES]):
        if grid.left[numbering.cell_of[number]] >> numbering.digit_of[number] & 1:
            include(closures.left, 0, number)


def close_all(search: StepSearch, links: Links, used: int) -> None:
    """Compute what every candidate that is left implies when on, by the links used."""
    closures = search.closures
    count, width = search.numbering.counts[CANDIDATES], closures.counts[WIDTH]
    closures.counts[STAMP] += 1
    fill(closures.strong, 0, width, 0)
    for x in range(count):
        if len(strong_links(links, x, used)):
            include(closures.strong, 0, x)
    for w in range(width):
        for bit in ones(closures.left[w]):
            close(search, links, w * BITS + bit, used)
            closures.ready[w * BITS + bit] = closures.counts[STAMP]


def close(search: StepSearch, links: Links, x: int, used: int) -> None:
    """Compute what a candidate implies when on; the closures that are ready are complete."""
    closures, stack = search.closures, search.closures.stack
    ons = closures.ons
    offs = closures.offs
    left = closures.left
    strong = closures.strong
    sets = closures.digit_sets if used == X_LINKS else closures.weak_sets
    width = closures.counts[WIDTH]
    row = x * width
    fill(ons, row, width, 0)
    fill(offs, row, width, 0)
    stack[0] = x
    height = 1
    while height:
        height -= 1
        y = stack[height]
        if has(ons, row, y):
            continue
        from_row = y * width
        # A complete closure already has all that follows from its own offs: these need no second
        # look.
        if closures.ready[y] == closures.counts[STAMP]:
            for w in range(width):
                ons[row + w] |= ons[from_row + w]
                offs[row + w] |= offs[from_row + w]
            continue
        include(ons, row, y)
        for w in range(width):
            # Only offs that are new here: whatever the others imply is on the stack or done.
            new = sets[from_row + w] & left[w] & ~offs[row + w]
            offs[row + w] |= new
            for bit in ones(new & strong[w]):
                for other in strong_links(links, w * BITS + bit, used):
                    stack[height] = other
                    height += 1


def note_refuted(search: StepSearch) -> bool:
    """Write to `refuted` the candidates that some candidate implies both on and off; return whether
    there are any."""
    closures = search.closures
    width = search.closures.counts[WIDTH]
    any_bits = 0
    fill(closures.refuted, 0, width, 0)
    for v in range(width):
        for bit in ones(closures.left[v]):
            row = (v * BITS + bit) * width
            for w in range(width):
                both = closures.ons[row + w] & closures.offs[row + w]
                closures.refuted[w] |= both
                any_bits |= both
    return any_bits != 0


def mark_sources(search: StepSearch, links: Links, used: int) -> None:
    """Mark the candidates from which, on or off, a chain exists, and those from which a cycle may
    deny something.

    All literals of a cycle are equivalent, so a candidate that it denies implies each of them both
    on and off. The same holds for any strong link of a candidate that is false.
    """
    closures, width = search.closures, search.closures.counts[WIDTH]
    for w in range(width):
        closures.cycling[w] = closures.refuted[w]
        closures.from_on[w] = 0
        closures.from_off[w] = 0
        for bit in ones(closures.refuted[w]):
            x = w * BITS + bit
            if has(closures.offs, x * width, x):
                include(closures.from_on, 0, x)
            if any(has(closures.ons, y * width, x) for y in strong_links(links, x, used)):
                include(closures.from_off, 0, x)


def link_within(search: StepSearch) -> Links:
    """Bring the links among the candidates that are left up to date; return them."""
    if not search.closures.counts[LINKED]:
        link_strongly(search, search.within)
        narrow_weak_links(search)
        search.closures.counts[LINKED] = 1
    return search.within


def narrow_weak_links(search: StepSearch) -> None:
    """Copy the weak links between candidates that are still open in the run to `within`."""
    outer = search.outer
    links = search.within
    left = search.closures.left
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
