"""Whether premises have nothing to say: a quick test, on masks of digits, before arguments.

Nearly all premises that arguments look at (`logic.ways`) say nothing: each candidate of their cells
is in some way to fill them. On masks such ways are found some twenty times as fast as on clauses,
where the rules of the premises are relations of two cells (dots, whispers, thermometers) and sums
of cells (cages, arrows). The test only ever says "each candidate is in a way", with a way that was
found for each. Where it does not find them soon, or does not know a rule, the search on clauses
decides. So no step depends on it.

Ways are filled in from the cell with the fewest digits left, first with digits that are in no way
so far, since each way supports all of its candidates.

Invariants: domains[d * MOST_CELLS + k] has the digits that cell k of the premises may hold after d
choices, as bits, digit 1 first; opens[d] the cells that are not chosen, as bits. A chosen cell has
one digit, and the digits that it excludes are gone from the others.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ..any_theory.csr import ASSERTED, DENIED
from ..lockstep.simd import Words, lowest_bit, ones, popcount
from .state import Lists, NamedTheory, State
from .ways import CELLS, MOST_CELLS, Ways, list_cells

#: Relations of the premises of one argument, at most: two for each pair of their cells.
MOST_LINKS = MOST_CELLS * MOST_CELLS
#: Dead ends after which the search for a way is left to that on clauses.
MOST_DEAD_ENDS = 40


class Supports(NamedTuple):
    """The rules of a theory as relations and sums, and the state of a search.

    is_known[p]: 1 if relations and sums say all that premise p says. relations[p]: cell, other
    cell, table, for each relation in either direction. tables[table * size + d]: the digits that
    the other cell may hold beside digit d + 1, as bits. sum_cells[p], sum_weights[p], totals[p]: of
    the sum of premise p, digits counted from 1; no cells if it has none. apart[cell * cells +
    other]: 1 if two cells see each other.

    digits[cell]: the candidates of the position. place[cell]: its number in the premises. Of cell
    k of the premises: supported[k], its digits that are in a way found; others[k], the cells it
    sees; first_link[k], its first relation. Of each relation: next_link, other_cell, table.
    By the number of choices: opens, and the cell chosen next with the digits left for it.
    """

    is_known: Words
    relations: Lists
    tables: Words
    sum_cells: Lists
    sum_weights: Lists
    totals: Words
    apart: Words
    digits: Annotated[Words, "cells"]
    place: Annotated[Words, "cells"]
    supported: Annotated[Words, MOST_CELLS]
    others: Annotated[Words, MOST_CELLS]
    first_link: Annotated[Words, MOST_CELLS]
    next_link: Annotated[Words, MOST_LINKS]
    other_cell: Annotated[Words, MOST_LINKS]
    table: Annotated[Words, MOST_LINKS]
    domains: Annotated[Words, MOST_CELLS, "support_levels"]
    opens: Annotated[Words, "support_levels"]
    chosen: Annotated[Words, "support_levels"]
    left: Annotated[Words, "support_levels"]


def note_digits(theory: NamedTheory, state: State, supports: Supports) -> None:
    """Note the candidates of each cell; of a cell with a digit, that one."""
    if len(supports.is_known) == 0:
        return
    for cell in range(theory.cells):
        first = cell * theory.size + 1
        left = 0
        for digit in range(theory.size):
            if state.status[first + digit] == ASSERTED:
                left = 1 << digit
                break
            if state.status[first + digit] != DENIED:
                left |= 1 << digit
        supports.digits[cell] = left


def all_supported(theory: NamedTheory, ways: Ways, supports: Supports, count: int) -> bool:
    """Return whether each candidate in the cells of the first `count` chosen premises is in a way
    to fill these; False also if that is not known."""
    for k in range(count):
        if supports.is_known[ways.chosen[k]] == 0:
            return False
    list_cells(ways, count)
    cells = ways.numbers[CELLS]
    if cells > MOST_CELLS or not lay_out(theory, ways, supports, count):
        return False
    for k in range(cells):
        rest = supports.domains[k] & ~supports.supported[k]
        while rest:
            if not find_way(theory, ways, supports, count, k, rest & -rest):
                return False
            rest = supports.domains[k] & ~supports.supported[k]
    return True


def lay_out(theory: NamedTheory, ways: Ways, supports: Supports, count: int) -> bool:
    """Number the cells of the premises and list their relations; return False if a cell is without
    a digit, or there is no room."""
    cells = ways.numbers[CELLS]
    for k in range(cells):
        cell = ways.own[k]
        supports.place[cell] = k
        supports.domains[k] = supports.digits[cell]
        supports.supported[k] = 0
        supports.first_link[k] = -1
        others = 0
        for i in range(cells):
            if supports.apart[cell * theory.cells + ways.own[i]]:
                others |= 1 << i
        supports.others[k] = others
        if supports.domains[k] == 0:
            return False
    supports.opens[0] = (1 << cells) - 1
    links = 0
    for k in range(count):
        premise = ways.chosen[k]
        numbers = len(supports.relations[premise])
        if links + numbers // 3 > MOST_LINKS:
            return False
        for i in range(numbers // 3):
            one = supports.place[supports.relations[premise][3 * i]]
            supports.other_cell[links] = supports.place[supports.relations[premise][3 * i + 1]]
            supports.table[links] = supports.relations[premise][3 * i + 2] * theory.size
            supports.next_link[links] = supports.first_link[one]
            supports.first_link[one] = links
            links += 1
    return True


def find_way(
    theory: NamedTheory, ways: Ways, supports: Supports, count: int, k: int, digit: int
) -> bool:
    """Find a way in which cell k of the premises has the digit (a bit), and note all digits in it;
    return False if there is none, or after many dead ends."""
    dead_ends = 0
    # Choice 0 is the digit asked for, and then the cells that have the fewest digits left.
    supports.chosen[0] = k
    supports.left[0] = digit
    depth = 0
    while depth >= 0:
        left = supports.left[depth]
        if left == 0:
            depth -= 1
            continue
        cell = supports.chosen[depth]
        fresh = left & ~supports.supported[cell]
        if fresh:
            left = fresh
        bit = left & -left
        supports.left[depth] ^= bit
        if not choose(theory, ways, supports, count, depth, cell, bit):
            dead_ends += 1
            if dead_ends > MOST_DEAD_ENDS:
                return False
            continue
        depth += 1
        if supports.opens[depth] == 0:
            for i in range(ways.numbers[CELLS]):
                supports.supported[i] |= supports.domains[depth * MOST_CELLS + i]
            return True
        narrowest = narrowest_cell(theory, supports, depth)
        supports.chosen[depth] = narrowest
        supports.left[depth] = supports.domains[depth * MOST_CELLS + narrowest]
    return False


def narrowest_cell(theory: NamedTheory, supports: Supports, depth: int) -> int:
    """Return the open cell with the fewest digits left."""
    best = 0
    fewest = theory.size + 1
    for k in ones(supports.opens[depth]):
        number = popcount(supports.domains[depth * MOST_CELLS + k])
        if number < fewest:
            best = k
            fewest = number
    return best


def choose(
    theory: NamedTheory,
    ways: Ways,
    supports: Supports,
    count: int,
    depth: int,
    cell: int,
    bit: int,
) -> bool:
    """Give an open cell a digit, one choice deeper; return False if a cell is left without one."""
    before = depth * MOST_CELLS
    after = before + MOST_CELLS
    for k in range(ways.numbers[CELLS]):
        supports.domains[after + k] = supports.domains[before + k]
    supports.domains[after + cell] = bit
    is_open = supports.opens[depth] & ~(1 << cell)
    supports.opens[depth + 1] = is_open
    for k in ones(supports.others[cell] & is_open):
        left = supports.domains[after + k] & ~bit
        supports.domains[after + k] = left
        if left == 0:
            return False
    digit = lowest_bit(bit)
    link = supports.first_link[cell]
    while link >= 0:
        # A cell with a digit has taken the digits that it excludes from this one already.
        k = supports.other_cell[link]
        if is_open >> k & 1:
            left = supports.domains[after + k] & supports.tables[supports.table[link] + digit]
            supports.domains[after + k] = left
            if left == 0:
                return False
        link = supports.next_link[link]
    return all(keeps_sum(supports, ways.chosen[k], after, is_open) for k in range(count))


def keeps_sum(supports: Supports, premise: int, at: int, is_open: int) -> bool:
    """Return whether the sum of a premise can still be met; the last open cell loses what does not
    meet it. at: where the domains are."""
    total = supports.totals[premise]
    lowest = 0
    highest = 0
    open_cells = 0
    last = 0
    weight = 0
    for i in range(len(supports.sum_cells[premise])):
        k = supports.place[supports.sum_cells[premise][i]]
        own = supports.sum_weights[premise][i]
        least = lowest_bit(supports.domains[at + k]) + 1
        most = least
        if is_open >> k & 1:
            open_cells += 1
            last = k
            weight = own
            for digit in ones(supports.domains[at + k]):
                most = digit + 1
        if own > 0:
            lowest += own * least
            highest += own * most
        else:
            lowest += own * most
            highest += own * least
    if len(supports.sum_cells[premise]) == 0:
        return True
    if lowest > total or highest < total:
        return False
    if open_cells != 1:
        return True
    # What the others add up to: the bounds without those of the last cell.
    own_least = lowest_bit(supports.domains[at + last]) + 1
    others = lowest - weight * own_least
    if weight < 0:
        for digit in ones(supports.domains[at + last]):
            others = lowest - weight * (digit + 1)
    left = 0
    for digit in ones(supports.domains[at + last]):
        if others + weight * (digit + 1) == total:
            left |= 1 << digit
    supports.domains[at + last] = left
    return left != 0
