"""Which literals lead to a contradiction by the links of one digit, so that a run is worth while.

Nishio wants the shortest of all contradictions, but hardly any literal has one. Whether it has does
not depend on the order in which links are followed: the places of a digit are the bits of one word,
and a region with one place left puts the digit there, until nothing changes or a region has no
place. Only literals that this marks are followed link by link (`runs`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..lockstep.simd import Small, Words, fill, lowest_bit
from ..logic.grid import cells_at
from .closures import BITS
from .links import CANDIDATES

if TYPE_CHECKING:
    from ..logic.search import StepSearch


class DigitPlaces(NamedTuple):
    """The places of one digit, numbered from 0.

    numbers[place]: its candidate; place_of[candidate]: the inverse. seen[place]: the places that it
    denies. regions: the places of each region where the digit must be. broken[literal]: whether the
    literal leads to a contradiction (of all digits). quiet: `Grid.first_spots` of each digit when
    none of its literals did.
    """

    numbers: Annotated[Words, "cells"]
    place_of: Annotated[Small, "candidates"]
    seen: Annotated[Words, BITS]
    regions: Annotated[Words, "regions"]
    broken: Annotated[Small, "literals"]
    quiet: Annotated[Words, "spots"]


def mark_broken(search: StepSearch) -> bool:
    """Write `broken`, of literals of digits with too many places 1; return whether any is."""
    places, is_any = search.places, False
    fill(places.broken, 0, 2 * search.numbering.counts[CANDIDATES], 0)
    for d in range(search.grid.size):
        if has_changed(search, d):
            if has_broken(search, d):
                is_any = True
            else:
                for spot in range(d, len(places.quiet), search.grid.size):
                    places.quiet[spot] = search.grid.first_spots[spot]
    return is_any


def has_changed(search: StepSearch, d: int) -> bool:
    """Return whether a digit has other places than when it was quiet last."""
    quiet, spots = search.places.quiet, search.grid.first_spots
    return any(quiet[k] != spots[k] for k in range(d, len(quiet), search.grid.size))


def has_broken(search: StepSearch, d: int) -> bool:
    """Write `broken` for the literals of a digit; return whether any is."""
    places, is_any = search.places, False
    count = list_places(search, d)
    regions = list_regions(search, d) if count <= BITS else 0
    for place in range(count):
        off, on = 2 * places.numbers[place], 2 * places.numbers[place] + 1
        # With more places than a word has bits nothing is ruled out here: each literal gets its
        # run.
        places.broken[off], places.broken[on] = 1, 1
        if count <= BITS:
            here = 1 << place
            places.broken[off] = breaks(places, regions, 0, here)
            places.broken[on] = breaks(places, regions, here, places.seen[place])
        if places.broken[off] or places.broken[on]:
            is_any = True
    return is_any


def list_places(search: StepSearch, d: int) -> int:
    """List the places of a digit, and what they see if these are not too many; return their
    number."""
    grid = search.grid
    places = search.places
    links = search.outer
    count = 0
    for cell in range(grid.cells):
        if grid.start[cell] >> d & 1:
            number = search.numbering.number_of[cell * grid.size + d + 1]
            places.numbers[count] = number
            places.place_of[number] = count
            count += 1
    # In a second loop, since what a place sees may be numbered after it.
    for place in range(count if count <= BITS else 0):
        seen, number = 0, places.numbers[place]
        for k in range(links.weak_middles[number], links.weak_starts[number + 1]):
            seen |= 1 << places.place_of[links.weak[k]]
        places.seen[place] = seen
    return count


def list_regions(search: StepSearch, d: int) -> int:
    """List the regions that have several places of a digit, one of which holds it; return their
    number."""
    grid = search.grid
    places = search.places
    count = 0
    for region in range(len(grid.full)):
        spots, inside = grid.first_spots[region * grid.size + d], 0
        if not grid.full[region] or not spots & (spots - 1):
            continue
        for cell in cells_at(grid, region, spots):
            number = search.numbering.number_of[cell * grid.size + d + 1]
            inside |= 1 << places.place_of[number]
        places.regions[count] = inside
        count += 1
    return count


def breaks(places: DigitPlaces, regions: int, on: int, off: int) -> bool:
    """Return whether these places, on and off, lead to a contradiction."""
    changes = True
    while changes:
        changes = False
        for k in range(regions):
            rest = places.regions[k] & ~off
            # Two places left: nothing follows yet.
            if rest & (rest - 1):
                continue
            if not rest:
                return True
            if rest & ~on:
                on |= rest
                off |= places.seen[lowest_bit(rest)]
                changes = True
                if on & off:
                    return True
    return False
