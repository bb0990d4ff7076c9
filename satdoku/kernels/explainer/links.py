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
from ..logic.kinds import RULE
from ..simd import Words, lowest_bit, popcount

if TYPE_CHECKING:
    from ..logic.search import Search

#: Places in `Numbering.counts`: the number of candidates; the last stamp issued.
CANDIDATES, STAMP = range(2)


class Numbering(NamedTuple):
    """Numbers of candidates: number_of[variable] (-1: none), variable_of[number]. Stamps by literal
    (of a search, and of the path to a node) and by cell mark what has been visited."""

    counts: Words
    version: Words
    number_of: Words
    variable_of: Words
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
                count += 1
    numbering.counts[CANDIDATES] = count
    numbering.version[0] = grid.version[0]
    link_candidates(search, search.outer)
    search.runs.counts[0] = 0
    return True


@routine
def link_candidates(search: Search, links: Links) -> None:
    """Link the candidates that are still left (`grid.left`)."""
    grid, number, weak, strong = search.grid, 0, 0, 0
    for cell in range(grid.cells):
        digits = grid.start[cell]
        while digits:
            d = lowest_bit(digits)
            digits &= digits - 1
            links.weak_starts[number] = weak
            links.strong_starts[number] = strong
            if grid.left[cell] >> d & 1:
                weak, strong = link_in_cell(search, links, cell, d, weak, strong)
            links.weak_middles[number] = weak
            links.strong_middles[number] = strong
            if grid.left[cell] >> d & 1:
                weak, strong = link_in_regions(search, links, cell, d, weak, strong)
            number += 1
    links.weak_starts[number] = weak
    links.strong_starts[number] = strong


@routine
def link_in_cell(
    search: Search, links: Links, cell: int, d: int, weak: int, strong: int
) -> tuple[int, int]:
    """Add the Y links of a candidate; return the new numbers of weak and strong links."""
    grid = search.grid
    others, first = grid.left[cell] & ~(1 << d), cell * grid.size + 1
    is_strong = popcount(others) == 1
    while others:
        other = search.numbering.number_of[first + lowest_bit(others)]
        others &= others - 1
        links.weak[weak] = other
        weak += 1
        if is_strong:
            links.strong[strong] = other
            links.strong_clauses[strong] = grid.cell_clause[cell]
            strong += 1
    return link_by_rules(search, links, cell, d, weak, False), strong


@routine
def link_in_regions(
    search: Search, links: Links, cell: int, d: int, weak: int, strong: int
) -> tuple[int, int]:
    """Add the X links of a candidate; return the new numbers of weak and strong links."""
    grid, numbering = search.grid, search.numbering
    stamp = new_stamp(search)
    numbering.stamps[2 * numbering.number_of[cell * grid.size + d + 1]] = stamp
    for i in range(len(grid.regions_of[cell])):
        region = grid.regions_of[cell][i]
        spots, place = grid.spots[region * grid.size + d], grid.places_of[cell][i]
        is_strong = popcount(spots) == 2 and grid.full[region] == 1
        spots &= ~(1 << place)
        while spots:
            there = grid.region_cells[region][lowest_bit(spots)]
            spots &= spots - 1
            other = numbering.number_of[there * grid.size + d + 1]
            if is_strong and numbering.stamps[2 * other + 1] != stamp:
                numbering.stamps[2 * other + 1] = stamp
                links.strong[strong] = other
                links.strong_clauses[strong] = grid.region_clause[region * grid.size + d]
                strong += 1
            if numbering.stamps[2 * other] != stamp:
                numbering.stamps[2 * other] = stamp
                links.weak[weak] = other
                weak += 1
    return link_by_rules(search, links, cell, d, weak, True), strong


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
