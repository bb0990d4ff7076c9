"""Two, three or four strong links of one digit in a row, as Sukaku Explainer 1.18 finds them.

A strong link joins two groups of candidates in a house, one of which is true. The last group of
each link and the first of the next share a house, so if the very first is false, the very last is
true: what sees both loses the digit. If these two share a house as well, the links are a ring, and
what sees both groups between two links loses it, too.

Groups: in a line whose candidates lie in two boxes, those of each box. In a box, two candidates
that share no line; or, if some row and some column hold them all, those of the row and those of the
column, each with the cell where they cross; or those of two rows, or of two columns.

The best step is taken: the lowest rating, then most candidates removed, then fewest grouped links,
then the smallest pattern of boxes (0), rows (1) and columns (2), then the first in the order of
that program. Links that share a candidate, or their house, are never in one row, and a step removes
nothing from the houses that it names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np

from ..kernel import kernel, part
from ..lockstep.simd import Words, fill, lowest_bit, popcount
from ..logic.found import BASES, RATING, SIZE, base, begin, denies, prove
from ..logic.grid import COLUMN, cells_at, region_clause, see, update_grid
from .nests import forget, give, keep

if TYPE_CHECKING:
    from ..logic.search import StepSearch

#: Most links of a digit; two for a house.
MOST = 54
#: The orders of two, three and four links, as octal digits, in which that program tries them; the
#: other half of all orders is the same rows backwards.
ORDERS = np.array(
    [0o01, 0o012, 0o102, 0o021, 0o0123, 0o1023, 0o2013, 0o0213, 0o1203, 0o2103, 0o0321, 0o0231,
     0o1032, 0o0132, 0o1302, 0o0312],
    np.int64,
)  # fmt: skip
#: Where the orders of two, three and four links begin in `ORDERS`.
FIRST_ORDER = np.array([0, 0, 0, 1, 4], np.int64)
#: Most candidates of a digit in a house with a strong link.
MOST_PLACES = 6
#: The corners of a rectangle; its rows and columns, together.
CORNERS = 4
#: The kinds of lines, as bits.
ROWS_AND_COLUMNS = 3
#: How many values the parts of a rank have.
REMOVED, PATTERNS, TYPES, DIGITS, LINKS, ALL_ORDERS, SIDES = 64, 512, 81, 16, 64, 12, 16


class StrongLinks(NamedTuple):
    """The links of a digit, in order: kinds (see `type_of`), regions, and whether they are grouped.
    By end (two for each link): spots, its places in the region; common, the regions that
    hold all of it; seen, by cell, whether all of it sees the cell. around: by cell, its regions.
    path: the ends by which a row of links is entered. marked: by cell, whether the step removes the
    digit there. counts: one number, that of the links."""

    kinds: Annotated[Words, MOST]
    regions: Annotated[Words, MOST]
    grouped: Annotated[Words, MOST]
    spots: Annotated[Words, 2, MOST]
    common: Annotated[Words, 2, MOST]
    seen: Annotated[Words, 2, MOST, "cells"]
    around: Annotated[Words, "cells"]
    path: Annotated[Words, 4]
    marked: Annotated[Words, "cells"]
    counts: Annotated[Words, 1]


@kernel
def find_strong_links(search: StepSearch, mode: int) -> bool:
    """Find the best row of this many strong links."""
    update_grid(search)
    forget(search)
    grid = search.grid
    strong = search.strong
    for cell in range(grid.cells):
        strong.around[cell] = 0
        for region in grid.regions_of[cell]:
            strong.around[cell] |= 1 << region
    for d in range(grid.size):
        if search.stop[0]:
            return False
        strong.counts[0] = 0
        for kind in range(3):
            of_type = type_of(kind)
            for region in range(grid.type_starts[of_type], grid.type_starts[of_type + 1]):
                list_links(search, kind, region, grid.spots[region * grid.size + d])
        walk(search, d, mode)
    return give(search)


@part
def type_of(kind: int) -> int:
    """Return the type of houses that comes at this place in that program: boxes, rows, columns."""
    return (3 - kind) % 3


def list_links(search: StepSearch, kind: int, region: int, spots: int) -> None:
    """List the strong links of a digit in a region, where it has these places."""
    number = popcount(spots)
    if number < 2 or number > MOST_PLACES:
        return
    is_box = kind == 0
    if number == 2:
        first = lowest_bit(spots)
        last = lowest_bit(spots & (spots - 1))
        if not is_box or (first % 3 != last % 3 and first // 3 != last // 3):
            add_link(search, kind, region, 1 << first, 1 << last, 0)
        return
    if is_box:
        link_box(search, kind, region, spots)
        return
    for empty in range(3):
        if not spots & 7 << 3 * empty:
            one = spots & 7 << 3 * (0 if empty else 1)
            other = spots & ~one
            if one and other:
                link_groups(search, kind, region, one, other)
            return


def link_box(search: StepSearch, kind: int, region: int, spots: int) -> None:
    """List the links between groups of a box with three candidates and more."""
    for heart in range(9):
        middle = spots & 1 << heart
        column = spots & line_of(3 + heart % 3) & ~middle
        row = spots & line_of(heart // 3) & ~middle
        if spots == column | row | middle:
            if not column or not row:
                return
            if popcount(column) == 1 and popcount(row) == 1:
                add_link(search, kind, region, row, column | middle, 1)
            elif popcount(column) == 1:
                add_link(search, kind, region, column, row | middle, 1)
            elif popcount(row) == 1:
                add_link(search, kind, region, row, column | middle, 1)
            else:
                add_link(search, kind, region, column | middle, row | middle, 1)
            return
    if popcount(spots) < CORNERS:
        return
    for first in range(6):
        for second in range(first + 1, first // 3 * 3 + 3):
            one = spots & line_of(first)
            other = spots & line_of(second)
            if spots == one | other:
                if one and other:
                    link_groups(search, kind, region, one, other)
                    # Four corners of a rectangle are two links: the other is across.
                    if sum(spots & line_of(k) != 0 for k in range(6)) == CORNERS:
                        near = 1 << lowest_bit(one) | 1 << lowest_bit(other)
                        add_link(search, kind, region, near, spots & ~near, 1)
                return


@part
def line_of(k: int) -> int:
    """Return the places of a box that are in one of its rows (k below 3), or columns."""
    return 7 << 3 * k if k < 3 else 0b1001001 << (k - 3)


def link_groups(search: StepSearch, kind: int, region: int, one: int, other: int) -> None:
    """List the link between two groups; it begins with a single candidate, if there is one."""
    if popcount(one) > 1 and popcount(other) == 1:
        add_link(search, kind, region, other, one, 1)
    else:
        add_link(search, kind, region, one, other, 1)


def add_link(
    search: StepSearch, kind: int, region: int, one: int, other: int, is_grouped: int
) -> None:
    """Add a link between these places of a region."""
    grid = search.grid
    strong = search.strong
    link = strong.counts[0]
    strong.counts[0] = link + 1
    strong.kinds[link] = kind
    strong.regions[link] = region
    strong.grouped[link] = is_grouped
    strong.spots[2 * link] = one
    strong.spots[2 * link + 1] = other
    for end in range(2 * link, 2 * link + 2):
        start = end * grid.cells
        fill(strong.seen, start, grid.cells, 1)
        strong.common[end] = -1
        for own in cells_at(grid, region, strong.spots[end]):
            strong.common[end] &= strong.around[own]
            for cell in range(grid.cells):
                if not see(grid, own, cell):
                    strong.seen[start + cell] = 0


# Depth first: each place of the path runs through the ends of all links.
def walk(search: StepSearch, d: int, mode: int) -> None:
    """Keep the best row of this many links of a digit."""
    strong = search.strong
    path = strong.path
    depth = 0
    path[0] = -1
    while depth >= 0:
        path[depth] += 1
        if path[depth] == 2 * strong.counts[0]:
            depth -= 1
        elif not is_next(search, d, depth):
            continue
        elif depth + 1 < mode:
            depth += 1
            path[depth] = -1
        elif path[0] // 2 < path[depth] // 2:  # the others are these, backwards
            weigh(search, d, mode)


def is_next(search: StepSearch, d: int, depth: int) -> bool:
    """Return whether the last link of the path goes on from those before it."""
    grid = search.grid
    strong = search.strong
    path = strong.path
    if depth == 0:
        return True
    if not strong.common[path[depth - 1] ^ 1] & strong.common[path[depth]]:
        return False
    region = strong.regions[path[depth] // 2]
    spots = grid.spots[region * grid.size + d]
    for k in range(depth):
        other = strong.regions[path[k] // 2]
        if region == other or spots & grid.cross[region * len(grid.full) + other]:
            return False
    return True


def weigh(search: StepSearch, d: int, mode: int) -> None:
    """Keep the step of the links in the path, if it is the best so far."""
    grid = search.grid
    strong = search.strong
    path = strong.path
    found = search.found
    last = path[mode - 1] ^ 1
    is_ring = strong.common[path[0]] & strong.common[last] != 0
    # Each ring once: from the first link, forwards.
    if is_ring and (path[0] & 1 or any(path[k] < path[0] for k in range(mode))):
        return
    spared = 0
    kinds = 0
    grouped = 0
    for k in range(mode):
        link = path[k] // 2
        spared |= 1 << strong.regions[link]
        kinds |= 1 << strong.kinds[link]
        grouped += strong.grouped[link]
    within = spared
    if not is_ring:
        for k in range(1, mode):
            within |= bridge(search, strong.common[path[k - 1] ^ 1] & strong.common[path[k]])
    begin(found)
    fill(strong.marked, 0, grid.cells, 0)
    removed = mark(search, d, path[0], last, within)
    if is_ring:
        for k in range(1, mode):
            removed += mark(search, d, path[k - 1] ^ 1, path[k], spared)
    if not removed:
        return
    # Boxes make it harder, and so do rows and columns together; groups most.
    harder = 3 if grouped else (kinds & 1) + (1 if kinds >> 1 == ROWS_AND_COLUMNS else 0)
    rank = (harder * REMOVED + REMOVED - 1 - min(removed, REMOVED - 1)) * PATTERNS
    rank = in_order(strong, rank + TYPES * grouped + pattern_of(strong, mode), d, mode)
    if rank >= search.rank[0]:
        return
    found.numbers[RATING] += harder
    found.numbers[SIZE] = mode
    for k in range(mode):
        region = strong.regions[path[k] // 2]
        before = found.numbers[BASES]
        base(found, region_clause(grid, region, d))
        prove_group(search, d, path[k], before - found.numbers[BASES])
        prove_group(search, d, path[k] ^ 1, 0)
    keep(search, rank)


def bridge(search: StepSearch, shared: int) -> int:
    """Return the region by which links are joined, of those that hold both groups: a column, else a
    row, else a box."""
    lines = search.grid.type_starts[COLUMN]
    in_lines = shared >> lines << lines
    return 1 << lowest_bit(in_lines if in_lines else shared)


def mark(search: StepSearch, d: int, one: int, other: int, spared: int) -> int:
    """Deny the digit where two groups see it, outside these regions; return the number of these
    candidates, whether denied already or not."""
    grid = search.grid
    strong = search.strong
    removed = 0
    for cell in range(grid.cells):
        if (
            grid.left[cell] >> d & 1
            and strong.seen[one * grid.cells + cell]
            and strong.seen[other * grid.cells + cell]
            and not strong.around[cell] & spared
        ):
            removed += 1
            if not strong.marked[cell]:
                strong.marked[cell] = 1
                denies(search.found, cell * grid.size + d + 1)
    return removed


def pattern_of(strong: StrongLinks, mode: int) -> int:
    """Return the smallest number whose digits (in base 3) are the types of houses in the path,
    forwards or backwards, as they are or with rows and columns exchanged."""
    smallest = TYPES
    for turned in range(4):
        pattern = 0
        for k in range(mode):
            kind = strong.kinds[strong.path[mode - 1 - k if turned & 1 else k] // 2]
            if turned & 2 and kind:
                kind = 3 - kind
            pattern = 3 * pattern + kind
        smallest = min(smallest, pattern)
    return smallest


def in_order(strong: StrongLinks, rank: int, d: int, mode: int) -> int:
    """Return a rank among steps that are otherwise equal: by the types of the links' houses, the
    digit, the links, their order in the path and their directions."""
    kinds = 0
    links = 0
    order = 0
    sides = 0
    weight = 1
    past = -1
    for _ in range(mode):
        link = MOST
        for k in range(mode):
            other = strong.path[k] // 2
            if past < other < link:
                link = other
        kinds += weight * strong.kinds[link]
        weight *= 3
        links = links * LINKS + link
        past = link
    for k in range(mode):
        own = strong.path[k] // 2
        place = sum(strong.path[i] // 2 < own for i in range(mode))
        order = 8 * order + place
        sides = 2 * sides + (strong.path[k] & 1)
    number = 0
    while ORDERS[FIRST_ORDER[mode] + number] != order:
        number += 1
    rank = (rank * TYPES + kinds) * DIGITS + d
    for _ in range(mode):
        rank *= LINKS
    return ((rank + links) * ALL_ORDERS + number) * SIDES + sides


def prove_group(search: StepSearch, d: int, end: int, bases: int) -> None:
    """Append the candidates of an end of a link, and minus the number of its bases, to the proof
    (as `chain_steps` does)."""
    grid = search.grid
    strong = search.strong
    for cell in cells_at(grid, strong.regions[end // 2], strong.spots[end]):
        prove(search.found, cell * grid.size + d + 1)
    prove(search.found, bases)
