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

from typing import TYPE_CHECKING, NamedTuple

from ..kernel import routine
from ..lockstep.simd import Words, lowest_bit, popcount
from ..logic.state import RULE

if TYPE_CHECKING:
    from ..logic.search import Search

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

    counts: Words
    version: Words
    number_of: Words
    variable_of: Words
    cell_of: Words
    digit_of: Words
    place_starts: Words
    spot_of: Words
    place_bits: Words
    spot_forces: Words
    number_at: Words
    stamps: Words
    path_stamps: Words
    cell_stamps: Words


class Links(NamedTuple):
    """Links of a number: weak[weak_starts[number] : weak_starts[number + 1]], X links from
    weak_middles[number] on; the same for strong, with strong_clauses."""

    weak_starts: Words
    weak_middles: Words
    weak: Words
    strong_starts: Words
    strong_middles: Words
    strong: Words
    strong_clauses: Words


@routine
def new_stamp(search: Search) -> int:
    """Return a stamp that nothing has been marked with yet."""
    search.numbering.counts[STAMP] += 1
    return int(search.numbering.counts[STAMP])


@routine
def number_candidates(search: Search) -> bool:
    """Number and link the candidates, unless done for this position; False if there are too
    many."""
    grid, numbering = search.grid, search.numbering
    if numbering.version[0] == grid.version[0]:
        return True
    count, size = 0, grid.size
    for variable in range(len(numbering.number_of)):
        numbering.number_of[variable] = -1
    for cell in range(grid.cells):
        for d in range(size):
            if grid.start[cell] >> d & 1:
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


@routine
def note_places(search: Search, number: int, cell: int, d: int) -> None:
    """Note where the candidate of this number is; those before it are noted."""
    grid, numbering = search.grid, search.numbering
    numbering.cell_of[number] = cell
    numbering.digit_of[number] = d
    place = numbering.place_starts[number]
    for i in range(len(grid.regions_of[cell])):
        region, at = grid.regions_of[cell][i], grid.places_of[cell][i]
        numbering.spot_of[place] = region * grid.size + d
        numbering.place_bits[place] = 1 << at
        numbering.spot_forces[place] = grid.full[region]
        numbering.number_at[(region * grid.size + d) * grid.size + at] = number
        place += 1
    numbering.place_starts[number + 1] = place


@routine
def link_strongly(search: Search, links: Links) -> None:
    """Make the strong links of the candidates that are still left (`grid.left`)."""
    grid, number, strong = search.grid, 0, 0
    number_of = search.numbering.number_of
    for cell in range(grid.cells):
        digits, left = grid.start[cell], grid.left[cell]
        is_pair = popcount(left) == 2
        while digits:
            d = lowest_bit(digits)
            digits &= digits - 1
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


@routine
def link_in_regions(search: Search, links: Links, number: int, strong: int) -> int:
    """Add the strong links of a candidate in regions; return the new number of strong links."""
    grid, numbering, first = search.grid, search.numbering, strong
    for place in range(numbering.place_starts[number], numbering.place_starts[number + 1]):
        spot = numbering.spot_of[place]
        others = grid.spots[spot] & ~numbering.place_bits[place]
        if others and not others & (others - 1) and numbering.spot_forces[place]:
            other, is_new = numbering.number_at[spot * grid.size + lowest_bit(others)], True
            for k in range(first, strong):
                is_new = is_new and links.strong[k] != other
            if is_new:
                links.strong[strong] = other
                links.strong_clauses[strong] = grid.region_clause[spot]
                strong += 1
    return strong


@routine
def link_weakly(search: Search) -> None:
    """Make the weak links of the position."""
    grid, links, numbering = search.grid, search.outer, search.numbering
    size, weak = grid.size, 0
    for number in range(numbering.counts[CANDIDATES]):
        cell, d = numbering.cell_of[number], numbering.digit_of[number]
        links.weak_starts[number] = weak
        others = grid.start[cell] & ~(1 << d)
        while others:
            links.weak[weak] = numbering.number_of[cell * size + lowest_bit(others) + 1]
            others &= others - 1
            weak += 1
        weak = link_by_rules(search, links, cell, d, weak, False)
        links.weak_middles[number] = weak
        stamp = new_stamp(search)
        numbering.stamps[2 * number] = stamp
        for place in range(numbering.place_starts[number], numbering.place_starts[number + 1]):
            spot = numbering.spot_of[place]
            spots = grid.first_spots[spot]
            while spots:
                other = numbering.number_at[spot * size + lowest_bit(spots)]
                spots &= spots - 1
                if numbering.stamps[2 * other] != stamp:
                    numbering.stamps[2 * other] = stamp
                    links.weak[weak] = other
                    weak += 1
        weak = link_by_rules(search, links, cell, d, weak, True)
        links.weak_starts[number + 1] = weak


@routine
def link_by_rules(
    search: Search, links: Links, cell: int, d: int, weak: int, same_digit: bool
) -> int:
    """Add the weak links to other cells by clauses of rules, if not yet there; return the new
    number of weak links."""
    grid, theory, numbering = search.grid, search.theory, search.numbering
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
            other, is_new = numbering.number_of[mate], True
            for k in range(links.weak_starts[number], weak):
                is_new = is_new and links.weak[k] != other
            if is_new:
                links.weak[weak] = other
                weak += 1
    return weak
