"""The links of chains: numbered candidates, and which of them implies which.

The candidates of the position are numbered in the order of cells and digits. A literal is 2 *
number + 1 if it says that the candidate is on (true), and 2 * number if it says that it is off.
Weak links: on implies off for the other candidates of the cell (Y links), then for the same digit
in the cell's regions (X links); candidates that a clause of a rule excludes from each other are
also linked, by X links for one digit, else by Y links. Strong links: off implies on for the only
other candidate of the cell, then for the only other place in a region; each is stored with its
clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..kernel import part
from ..lockstep.simd import Small, Words, fill, lowest_bit, ones, popcount
from ..logic.grid import regions_at
from ..logic.state import RULE

if TYPE_CHECKING:
    from ..logic.search import StepSearch

#: Links used.
X_LINKS, Y_LINKS = 1, 2
#: Places in `Numbering.counts`: the number of candidates; the last stamp issued.
CANDIDATES, STAMP = range(2)


class Numbering(NamedTuple):
    """Numbers of candidates: number_of[variable] (-1: none), variable_of[number], and cell_of,
    digit_of[number]. Stamps by literal (of a search, and of the path to a node) and by cell mark
    what has been visited.

    A candidate has a place in each region of its cell: from place_starts[number] on, up to that of
    the next. spot_of[place] is where `Grid.spots` has the digit in that region, place_bits[place]
    the bit there, and spot_forces[place] whether the region is full. number_at[spot * size + bit
    number] leads back.
    """

    counts: Annotated[Words, 2]
    version: Annotated[Words, 1]
    number_of: Annotated[Small, "statuses"]
    variable_of: Annotated[Small, "candidates"]
    cell_of: Annotated[Small, "candidates"]
    digit_of: Annotated[Small, "candidates"]
    place_starts: Annotated[Small, "candidates+1"]
    spot_of: Annotated[Small, "candidates", "depth"]
    place_bits: Annotated[Words, "candidates", "depth"]
    spot_forces: Annotated[Small, "candidates", "depth"]
    number_at: Annotated[Small, "spots", "size"]
    stamps: Annotated[Words, "literals"]
    path_stamps: Annotated[Words, "literals"]
    cell_stamps: Annotated[Words, "cells"]


class Links(NamedTuple):
    """Links of a number: weak[weak_starts[number] : weak_starts[number + 1]], X links from
    weak_middles[number] on; the same for strong, with strong_clauses."""

    weak_starts: Annotated[Small, "candidates+1"]
    weak_middles: Annotated[Small, "candidates+1"]
    weak: Annotated[Small, "neighbours"]
    strong_starts: Annotated[Small, "candidates+1"]
    strong_middles: Annotated[Small, "candidates+1"]
    strong: Annotated[Small, 8, "candidates"]
    strong_clauses: Annotated[Small, 8, "candidates"]


def new_stamp(search: StepSearch) -> int:
    """Return a stamp that nothing has been marked with yet."""
    search.numbering.counts[STAMP] += 1
    return int(search.numbering.counts[STAMP])


def number_candidates(search: StepSearch) -> bool:
    """Number and link the candidates, unless done for this position; False if there are too
    many."""
    grid, numbering = search.grid, search.numbering
    if numbering.version[0] == grid.version[0]:
        return True
    count, size = 0, grid.size
    fill(numbering.number_of, 0, len(numbering.number_of), -1)
    for cell in range(grid.cells):
        for d in ones(grid.start[cell]):
            if count == len(numbering.variable_of):
                return False
            numbering.number_of[cell * size + d + 1] = count
            numbering.variable_of[count] = cell * size + d + 1
            note_places(search, count, cell, d)
            count += 1
    numbering.counts[CANDIDATES] = count
    numbering.version[0] = grid.version[0]
    link_strongly(search, search.outer)
    link_weakly(search)
    return True


def note_places(search: StepSearch, number: int, cell: int, d: int) -> None:
    """Note where the candidate of this number is; those before it are noted."""
    grid, numbering = search.grid, search.numbering
    numbering.cell_of[number] = cell
    numbering.digit_of[number] = d
    place = numbering.place_starts[number]
    for region, at in regions_at(grid, cell):
        numbering.spot_of[place] = region * grid.size + d
        numbering.place_bits[place] = 1 << at
        numbering.spot_forces[place] = grid.full[region]
        numbering.number_at[(region * grid.size + d) * grid.size + at] = number
        place += 1
    numbering.place_starts[number + 1] = place


@part
def first_strong(links: Links, x: int, used: int) -> int:
    """Return the place of the first strong link of a candidate, of the links used."""
    return int(links.strong_starts[x] if used & Y_LINKS else links.strong_middles[x])


@part
def end_strong(links: Links, x: int, used: int) -> int:
    """Return where the strong links of a candidate end, of the links used."""
    return int(links.strong_starts[x + 1] if used & X_LINKS else links.strong_middles[x])


@part
def strong_links(links: Links, x: int, used: int) -> Words:
    """Return what is on if a candidate is off, by the links used."""
    return links.strong[first_strong(links, x, used) : end_strong(links, x, used)]


@part
def weak_links(links: Links, x: int, used: int) -> Words:
    """Return what is off if a candidate is on, by the links used."""
    first = links.weak_starts[x] if used & Y_LINKS else links.weak_middles[x]
    return links.weak[first : links.weak_starts[x + 1]]


# Weak links stay as long as their candidates do, so they are made once for a position. Strong links
# arise where candidates go, so they are made for the position, and inside runs anew from what is
# left there (`closures`).
def link_strongly(search: StepSearch, links: Links) -> None:
    """Make the strong links of the candidates that are still left (`grid.left`)."""
    grid = search.grid
    number = 0
    strong = 0
    number_of = search.numbering.number_of
    for cell in range(grid.cells):
        left = grid.left[cell]
        is_pair = popcount(left) == 2
        for d in ones(grid.start[cell]):
            is_left = left >> d & 1
            links.strong_starts[number] = strong
            if is_left and is_pair:
                other = lowest_bit(left & ~(1 << d))
                links.strong[strong] = number_of[cell * grid.size + other + 1]
                links.strong_clauses[strong] = grid.cell_clause[cell]
                strong += 1
            links.strong_middles[number] = strong
            if is_left:
                strong = link_in_regions(search, links, number, strong)
            number += 1
    links.strong_starts[number] = strong


def link_in_regions(search: StepSearch, links: Links, number: int, strong: int) -> int:
    """Add the strong links of a candidate in regions; return the new number of strong links."""
    grid = search.grid
    numbering = search.numbering
    first = strong
    for place in range(numbering.place_starts[number], numbering.place_starts[number + 1]):
        spot = numbering.spot_of[place]
        others = grid.spots[spot] & ~numbering.place_bits[place]
        if others and not others & (others - 1) and numbering.spot_forces[place]:
            other = numbering.number_at[spot * grid.size + lowest_bit(others)]
            # The same candidate may be the other place in a box and in a line: it is linked once,
            # by the clause of the first.
            if other not in links.strong[first:strong]:
                links.strong[strong] = other
                links.strong_clauses[strong] = grid.region_clause[spot]
                strong += 1
    return strong


def link_weakly(search: StepSearch) -> None:
    """Make the weak links of the position."""
    grid = search.grid
    links = search.outer
    numbering = search.numbering
    size, weak = grid.size, 0
    for number in range(numbering.counts[CANDIDATES]):
        cell, d = numbering.cell_of[number], numbering.digit_of[number]
        links.weak_starts[number] = weak
        for other in ones(grid.start[cell] & ~(1 << d)):
            links.weak[weak] = numbering.number_of[cell * size + other + 1]
            weak += 1
        weak = link_by_rules(search, links, cell, d=d, weak=weak, same_digit=False)
        links.weak_middles[number] = weak
        stamp = new_stamp(search)
        numbering.stamps[2 * number] = stamp
        for place in range(numbering.place_starts[number], numbering.place_starts[number + 1]):
            spot = numbering.spot_of[place]
            for at in ones(grid.first_spots[spot]):
                other = numbering.number_at[spot * size + at]
                # A peer in two regions, such as a box and a line, is linked once.
                if numbering.stamps[2 * other] != stamp:
                    numbering.stamps[2 * other] = stamp
                    links.weak[weak] = other
                    weak += 1
        weak = link_by_rules(search, links, cell, d=d, weak=weak, same_digit=True)
        links.weak_starts[number + 1] = weak


def link_by_rules(
    search: StepSearch, links: Links, cell: int, d: int, weak: int, same_digit: bool
) -> int:
    """Add the weak links to other cells by clauses of rules, if not yet there; return the new
    number of weak links."""
    grid = search.grid
    theory = search.theory
    numbering = search.numbering
    size = grid.size
    if not len(theory.rule_kind):
        return weak
    variable = cell * size + d + 1
    number = numbering.number_of[variable]
    for clause in theory.holders[variable]:
        if theory.kind[clause] != RULE:
            continue
        for mate in theory.members[clause]:
            if mate > theory.boards or ((mate - 1) % size == d) != same_digit:
                continue
            at = (mate - 1) // size
            if at == cell or not grid.left[at] >> (mate - 1) % size & 1:
                continue
            other = numbering.number_of[mate]
            if other not in links.weak[links.weak_starts[number] : weak]:
                links.weak[weak] = other
                weak += 1
    return weak
