"""Runs: everything that follows from a literal, on and off, link by link, until a contradiction.

On literals are followed before off literals. In a dynamic run, strong links are judged among the
candidates that are not off so far, so an on literal also rests on the candidates that had to be
off. When nothing follows any more, a run of level 1 and above tries patterns among the remaining
candidates (`patterns`).

A run is stored: its nodes lie from begins[literal] to ends[literal], in the order in which they
were found. A node is a literal, its cause (`causes`: a clause, or -2 - place of a list in
`reasons`) and its parents: parents[parent_starts[node]] is their number, and they follow it.
node_of[run * literals + literal] is the node of a literal in the run, -1 if it does not follow.
nest_of[node]: the hint inside the run that gave it (`nests`), -1: none.

sizes[node], below level 1: the number of literals that the node rests on, itself included. There an
off node has one parent or none, so it rests on one literal more than its parent; for an on node of
the current run, `above` holds a set of the nodes, counted from the run's first, as BITS to a word.
As lengths only grow along a run, a run ends where no better hint can rest on anything still in its
queues: the queues are followed in order up to their last node that is short enough.

A run of a level begins with everything that the run of the level below contains, which ended
because nothing followed any more. So at one position the runs are kept, and the next level resumes
each where it ended.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..kernel import routine
from ..lockstep.simd import Words, lowest_bit, popcount
from ..logic.routine import copy_all
from .closures import BITS, include
from .links import CANDIDATES
from .nests import USED
from .new_links import LINKS, TRIED, link_two

if TYPE_CHECKING:
    from ..logic.search import Search

#: Places in `counts`: parents and reasons stored; the current run; whether it has ended in a
#: contradiction; the version of the position, and how the latest runs were made.
PARENTS, REASONS, RUN, ENDED, VERSION, MADE = range(6)
#: How a run is made: strong links among what is left so far; only X links; and 4 times the level.
DYNAMIC, ONE_DIGIT, LEVEL = 1, 2, 4


class Runs(NamedTuple):
    """All runs; see the module docstring.

    mode[literal]: how the literal's run was made plus 1, 0 if not yet. broken_on, broken_off: by
    literal, the two nodes of a contradiction, -1 if there is none. on, off: queues of nodes.
    forced: pairs of a candidate that follows and the region that forces it (-1: the cell).
    """

    counts: Words
    mode: Words
    begins: Words
    ends: Words
    broken_on: Words
    broken_off: Words
    literals: Words
    causes: Words
    parent_starts: Words
    parents: Words
    reasons: Words
    nest_of: Words
    sizes: Words
    above: Words
    node_of: Words
    on: Words
    off: Words
    forced: Words


@routine
def begin_runs(search: Search, mode: int) -> None:
    """Drop all runs, unless runs of this sort can resume them."""
    counts, version = search.runs.counts, search.grid.version[0]
    made = counts[MADE]
    counts[MADE] = mode
    are_dynamic = made % LEVEL == DYNAMIC and mode % LEVEL == DYNAMIC
    if counts[VERSION] == version and are_dynamic and made <= mode:
        return
    for literal in range(2 * search.numbering.counts[CANDIDATES]):
        search.runs.mode[literal] = 0
    counts[VERSION] = version
    counts[PARENTS] = 0
    counts[REASONS] = 0
    search.nests.counts[USED] = 0


@routine
def begin_run(search: Search, literal: int) -> bool:
    """Begin an empty run; return whether there is room for its first literal."""
    runs, size = search.runs, 2 * search.numbering.counts[CANDIDATES]
    for k in range(literal * size, (literal + 1) * size):
        runs.node_of[k] = -1
    runs.broken_on[literal] = -1
    runs.broken_off[literal] = -1
    runs.counts[ENDED] = 0
    # Each literal has one node, and at a contradiction one has two.
    runs.begins[literal] = literal * (size + 1)
    runs.ends[literal] = runs.begins[literal]
    return has_room(search)


@routine
def resume(search: Search, literal: int, mode: int, made: int) -> None:
    """Continue a run where the one made in another way ended."""
    runs = search.runs
    runs.counts[ENDED] = 1 if runs.broken_on[literal] >= 0 else 0
    for node in range(runs.begins[literal], runs.ends[literal]):
        if not runs.literals[node] & 1:
            take_off(search, runs.literals[node] >> 1, mode)
    if made >= 2 * LEVEL:  # all its links were tried
        search.new_links.counts[TRIED] = search.new_links.counts[LINKS]


@routine
def add_literal(search: Search, literal: int, cause: int) -> int:
    """Make a node without parents (`add_parent` adds them); return it."""
    runs = search.runs
    node = runs.ends[runs.counts[RUN]]
    runs.literals[node] = literal
    runs.causes[node] = cause
    runs.nest_of[node] = -1
    runs.sizes[node] = 1
    runs.ends[runs.counts[RUN]] = node + 1
    runs.parent_starts[node] = runs.counts[PARENTS]
    runs.parents[runs.counts[PARENTS]] = 0
    runs.counts[PARENTS] += 1
    return int(node)


@routine
def add_parent(search: Search, parent: int) -> None:
    """Add a parent to the node made last."""
    runs = search.runs
    runs.parents[runs.counts[PARENTS]] = parent
    runs.counts[PARENTS] += 1
    runs.parents[runs.parent_starts[runs.ends[runs.counts[RUN]] - 1]] += 1


@routine
def add_gone(search: Search, row: int, region: int, d: int, gone: int) -> None:
    """Add as parents the places of a digit in a region that had to be off."""
    grid = search.grid
    while gone:
        cell = grid.region_cells[region][lowest_bit(gone)]
        gone &= gone - 1
        number = search.numbering.number_of[cell * grid.size + d + 1]
        add_parent(search, search.runs.node_of[row + 2 * number])


@routine
def add_gone_digits(search: Search, row: int, cell: int) -> None:
    """Add as parents the digits of a cell that had to be off."""
    grid = search.grid
    gone = grid.start[cell] & ~grid.left[cell]
    while gone:
        number = search.numbering.number_of[cell * grid.size + lowest_bit(gone) + 1]
        gone &= gone - 1
        add_parent(search, search.runs.node_of[row + 2 * number])


@routine
def count_above(search: Search, node: int) -> None:
    """Collect the nodes on which an on node rests, and count them."""
    runs, above = search.runs, search.runs.above
    begin = runs.begins[runs.counts[RUN]]
    width = (2 * search.numbering.counts[CANDIDATES] + BITS) // BITS
    row, words = (node - begin) * width, (node - begin) // BITS + 1
    for w in range(words):
        above[row + w] = 0
    include(above, row, node - begin)
    first = runs.parent_starts[node] + 1
    for k in range(first, first + runs.parents[first - 1]):
        off = runs.parents[k]
        include(above, row, off - begin)
        if runs.parents[runs.parent_starts[off]]:
            on = runs.parents[runs.parent_starts[off] + 1] - begin
            for w in range(on // BITS + 1):
                above[row + w] |= above[on * width + w]
    size = 0
    for w in range(words):
        size += popcount(above[row + w])
    runs.sizes[node] = size


@routine
def has_room(search: Search) -> bool:
    """Return whether there is room for everything that one literal can lead to."""
    runs, room = search.runs, 64 * search.grid.size
    if len(search.theory.rule_kind):
        room += 2 * search.numbering.counts[CANDIDATES]
    return bool(
        runs.counts[PARENTS] + room < len(runs.parents)
        and runs.counts[REASONS] + room < len(runs.reasons)
    )


@routine
def take_off(search: Search, number: int, mode: int) -> None:
    """Remove the candidate from the grid, so that others may become the only ones left."""
    grid = search.grid
    variable = search.numbering.variable_of[number]
    cell, d = (variable - 1) // grid.size, (variable - 1) % grid.size
    left = grid.left[cell] & ~(1 << d)
    grid.left[cell] = left
    if mode >= 2 * LEVEL and popcount(left) == 2:
        link_two(search, cell, lowest_bit(left), cell, lowest_bit(left & (left - 1)))
    for i in range(len(grid.regions_of[cell])):
        region, place = grid.regions_of[cell][i], grid.places_of[cell][i]
        spots = grid.spots[region * grid.size + d] & ~(1 << place)
        grid.spots[region * grid.size + d] = spots
        if mode >= 2 * LEVEL and popcount(spots) == 2 and grid.full[region]:
            cells = grid.region_cells[region]
            link_two(search, cells[lowest_bit(spots)], d, cells[lowest_bit(spots & (spots - 1))], d)


@routine
def restore(search: Search) -> None:
    """Restore all candidates of the position in the grid."""
    copy_all(search.grid.left, search.grid.start)
    copy_all(search.grid.spots, search.grid.first_spots)


@routine
def switch_on(search: Search, node: int, row: int, mode: int, ons: int, offs: int) -> int:
    """Add what an on literal implies; return the new length of the queue of offs."""
    runs, links = search.runs, search.outer
    x = runs.literals[node] >> 1
    first = links.weak_middles[x] if mode & ONE_DIGIT else links.weak_starts[x]
    for k in range(first, links.weak_starts[x + 1]):
        y = links.weak[k]
        if runs.node_of[row + 2 * y + 1] >= 0:
            end_run(search, runs.node_of[row + 2 * y + 1], add_off(search, y, node))
            return offs
        if runs.node_of[row + 2 * y] < 0:
            runs.node_of[row + 2 * y] = add_off(search, y, node)
            runs.off[offs] = runs.node_of[row + 2 * y]
            offs += 1
    return offs


@routine
def add_off(search: Search, number: int, parent: int) -> int:
    """Add the off node of a candidate that another, on, denies; return it."""
    node = add_literal(search, 2 * number, -1)
    add_parent(search, parent)
    search.runs.sizes[node] = search.runs.sizes[parent] + 1
    return node


@routine
def end_run(search: Search, on: int, off: int) -> None:
    """End the run in a contradiction: a candidate is both on and off."""
    runs = search.runs
    runs.broken_on[runs.counts[RUN]] = on
    runs.broken_off[runs.counts[RUN]] = off
    runs.counts[ENDED] = 1


@routine
def switch_off(search: Search, node: int, row: int, mode: int, ons: int) -> int:
    """Add what an off literal implies; return the new length of the queue of ons.

    In a dynamic run the candidate is taken off afterwards.
    """
    grid, runs, numbering = search.grid, search.runs, search.numbering
    size, x = grid.size, runs.literals[node] >> 1
    variable = numbering.variable_of[x]
    cell, d = (variable - 1) // size, (variable - 1) % size
    count = 0
    if not mode & ONE_DIGIT and popcount(grid.left[cell]) == 2:
        other = lowest_bit(grid.left[cell] & ~(1 << d))
        runs.forced[0] = numbering.number_of[cell * size + other + 1]
        runs.forced[1] = -1
        count = 1
    for i in range(len(grid.regions_of[cell])):
        region = grid.regions_of[cell][i]
        spots = grid.spots[region * size + d]
        if popcount(spots) == 2 and grid.full[region]:
            place = lowest_bit(spots & ~(1 << grid.places_of[cell][i]))
            y = numbering.number_of[grid.region_cells[region][place] * size + d + 1]
            is_new = True
            for k in range(count):
                is_new = is_new and runs.forced[2 * k] != y
            if is_new:
                runs.forced[2 * count] = y
                runs.forced[2 * count + 1] = region
                count += 1
    # Collect the parents first: the candidates off before this one is taken off.
    for k in range(count):
        y, region = runs.forced[2 * k], runs.forced[2 * k + 1]
        is_broken = runs.node_of[row + 2 * y] >= 0
        if not is_broken and runs.node_of[row + 2 * y + 1] >= 0:
            continue
        clause = grid.cell_clause[cell] if region < 0 else grid.region_clause[region * size + d]
        made = add_literal(search, 2 * y + 1, clause)
        add_parent(search, node)
        if region < 0:
            add_gone_digits(search, row, cell)
        else:
            at = region * size + d
            add_gone(search, row, region, d, grid.first_spots[at] & ~grid.spots[at])
        if mode < LEVEL:
            count_above(search, made)
        if is_broken:
            end_run(search, made, runs.node_of[row + 2 * y])
            break
        runs.node_of[row + 2 * y + 1] = made
        runs.on[ons] = made
        ons += 1
    if mode & DYNAMIC:
        take_off(search, x, mode)
    return ons
