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

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..lockstep.simd import Small, Words, copy_all, fill, lowest_bit, ones, popcount
from ..logic.grid import clause_at
from .closures import BITS, include
from .links import CANDIDATES, Links, new_stamp
from .nests import forget_used
from .new_links import LINKS, TRIED, link_two

if TYPE_CHECKING:
    from ..logic.search import StepSearch

#: Places in `counts`: parents and reasons stored; the current run; whether it has ended in a
#: contradiction; the version of the position, and how the latest runs were made.
PARENTS, REASONS, RUN, ENDED, VERSION, MADE = range(6)
#: How a run is made: strong links among what is left so far; only X links; and 4 times the level.
DYNAMIC, ONE_DIGIT, LEVEL = 1, 2, 4


class Runs(NamedTuple):
    """All runs; see the module docstring.

    mode[literal]: how the literal's run was made plus 1, 0 if not yet. broken_on, broken_off: by
    literal, the two nodes of a contradiction, -1 if there is none. on, off: queues of nodes.
    """

    counts: Annotated[Words, 8]
    mode: Annotated[Small, "literals"]
    begins: Annotated[Small, "literals"]
    ends: Annotated[Small, "literals"]
    broken_on: Annotated[Small, "literals"]
    broken_off: Annotated[Small, "literals"]
    literals: Annotated[Small, "literals", "literals+1"]
    causes: Annotated[Small, "literals", "literals+1"]
    parent_starts: Annotated[Small, "literals", "literals+1"]
    parents: Annotated[Small, 1 << 20]
    reasons: Annotated[Small, 1 << 19]
    nest_of: Annotated[Small, "literals", "literals+1"]
    sizes: Annotated[Small, "literals", "literals+1"]
    above: Annotated[Words, "literals+1", "literal_words"]
    node_of: Annotated[Small, "literals", "literals"]
    on: Annotated[Small, "literals"]
    off: Annotated[Small, "literals"]


def begin_runs(search: StepSearch, mode: int) -> None:
    """Drop all runs, unless runs of this sort can resume them."""
    counts, version = search.runs.counts, search.grid.version[0]
    made = counts[MADE]
    counts[MADE] = mode
    are_dynamic = made % LEVEL == DYNAMIC and mode % LEVEL == DYNAMIC
    # Static runs rest on links that a dynamic run replaces, and a run of a lower level cannot take
    # back what a higher one has added.
    # Level 4 tries none of the chains of levels 2 and 3, so it goes on from level 1 alone.
    is_other = mode >= 4 * LEVEL and 2 * LEVEL <= made < 4 * LEVEL
    if counts[VERSION] == version and are_dynamic and made <= mode and not is_other:
        return
    fill(search.runs.mode, 0, 2 * search.numbering.counts[CANDIDATES], 0)
    counts[VERSION] = version
    counts[PARENTS] = 0
    counts[REASONS] = 0
    forget_used(search)


def begin_run(search: StepSearch, runs: Runs, literal: int) -> bool:
    """Begin an empty run; return whether there is room for its first literal."""
    size = 2 * search.numbering.counts[CANDIDATES]
    fill(runs.node_of, literal * size, size, -1)
    runs.broken_on[literal] = -1
    runs.broken_off[literal] = -1
    runs.counts[ENDED] = 0
    # Each literal has one node, and at a contradiction one has two.
    runs.begins[literal] = literal * (size + 1)
    runs.ends[literal] = runs.begins[literal]
    return has_room(search, runs)


def resume(search: StepSearch, literal: int, mode: int, made: int) -> None:
    """Continue a run where the one made in another way ended."""
    runs = search.runs
    # A contradiction stays one at every level above.
    runs.counts[ENDED] = 1 if runs.broken_on[literal] >= 0 else 0
    # The grid was restored for other runs since, so what is off in this one is taken off again.
    for node in range(runs.begins[literal], runs.ends[literal]):
        if not runs.literals[node] & 1:
            take_off(search, runs.literals[node] >> 1, mode)
    if made >= 2 * LEVEL:  # all its links were tried
        search.new_links.counts[TRIED] = search.new_links.counts[LINKS]


def add_literal(runs: Runs, literal: int, cause: int) -> int:
    """Make a node without parents (`add_parent` adds them); return it."""
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


def add_parent(runs: Runs, parent: int) -> None:
    """Add a parent to the node made last."""
    runs.parents[runs.counts[PARENTS]] = parent
    runs.counts[PARENTS] += 1
    runs.parents[runs.parent_starts[runs.ends[runs.counts[RUN]] - 1]] += 1


def add_gone(search: StepSearch, runs: Runs, row: int, spot: int, gone: int) -> None:
    """Add as parents the places of a digit in a region (`Grid.spots[spot]`) that had to be off."""
    for place in ones(gone):
        number = search.numbering.number_at[spot * search.grid.size + place]
        add_parent(runs, runs.node_of[row + 2 * number])


def add_gone_digits(search: StepSearch, runs: Runs, row: int, cell: int) -> None:
    """Add as parents the digits of a cell that had to be off."""
    grid = search.grid
    for d in ones(grid.start[cell] & ~grid.left[cell]):
        number = search.numbering.number_of[cell * grid.size + d + 1]
        add_parent(runs, runs.node_of[row + 2 * number])


def add_gone_of(search: StepSearch, runs: Runs, row: int, place: int) -> None:
    """Add as parents the candidates that are gone from a clause (its place in `clause_place`)."""
    if place < 0:
        add_gone_digits(search, runs, row, -1 - place)
    else:
        add_gone(
            search, runs, row, place, search.grid.first_spots[place] & ~search.grid.spots[place]
        )


def count_above(search: StepSearch, runs: Runs, node: int) -> None:
    """Collect the nodes on which an on node rests, and count them."""
    above = runs.above
    begin = runs.begins[runs.counts[RUN]]
    width = (2 * search.numbering.counts[CANDIDATES] + BITS) // BITS
    row, words = (node - begin) * width, (node - begin) // BITS + 1
    fill(above, row, words, 0)
    include(above, row, node - begin)
    first = runs.parent_starts[node] + 1
    for k in range(first, first + runs.parents[first - 1]):
        off = runs.parents[k]
        include(above, row, off - begin)
        if runs.parents[runs.parent_starts[off]]:
            on = runs.parents[runs.parent_starts[off] + 1] - begin
            for w in range(on // BITS + 1):
                above[row + w] |= above[on * width + w]
    runs.sizes[node] = sum(popcount(word) for word in above[row : row + words])


def has_room(search: StepSearch, runs: Runs) -> bool:
    """Return whether there is room for everything that one literal can lead to."""
    # (A hint inside may rest on all that is gone, each by four clauses, and on all clauses.)
    room = 256 * search.grid.size
    if len(search.theory.rule_kind):
        room += 2 * search.numbering.counts[CANDIDATES]
    return bool(
        runs.counts[PARENTS] + room < len(runs.parents)
        and runs.counts[REASONS] + room < len(runs.reasons)
    )


def take_off(search: StepSearch, number: int, mode: int) -> None:
    """Remove the candidate from the grid, so that others may become the only ones left."""
    grid, numbering = search.grid, search.numbering
    size, number_at = grid.size, numbering.number_at
    cell = numbering.cell_of[number]
    left = grid.left[cell] & ~(1 << numbering.digit_of[number])
    grid.left[cell] = left
    # Candidates are only taken off in a run, so each cell and each region comes down to two once,
    # and its link is added once.
    if mode >= 2 * LEVEL and popcount(left) == 2:
        first = cell * size + 1
        a, b = first + lowest_bit(left), first + lowest_bit(left & (left - 1))
        link_two(search, numbering.number_of[a], numbering.number_of[b])
    for place in range(numbering.place_starts[number], numbering.place_starts[number + 1]):
        spot = numbering.spot_of[place]
        spots = grid.spots[spot] & ~numbering.place_bits[place]
        grid.spots[spot] = spots
        if mode >= 2 * LEVEL and popcount(spots) == 2 and numbering.spot_forces[place]:
            a, b = spot * size + lowest_bit(spots), spot * size + lowest_bit(spots & (spots - 1))
            link_two(search, number_at[a], number_at[b])


def restore(search: StepSearch) -> None:
    """Restore all candidates of the position in the grid."""
    copy_all(search.grid.left, search.grid.start)
    copy_all(search.grid.spots, search.grid.first_spots)


def switch_on(runs: Runs, links: Links, node: int, row: int, mode: int, offs: int) -> int:
    """Add what an on literal implies by these weak links; return the new length of the queue of
    offs."""
    x = runs.literals[node] >> 1
    first = links.weak_middles[x] if mode & ONE_DIGIT else links.weak_starts[x]
    for k in range(first, links.weak_starts[x + 1]):
        y = links.weak[k]
        # The same candidate is on already: both nodes are kept, since the hint needs the way to
        # each.
        if runs.node_of[row + 2 * y + 1] >= 0:
            end_run(runs, runs.node_of[row + 2 * y + 1], add_off(runs, y, node))
            return offs
        if runs.node_of[row + 2 * y] < 0:
            runs.node_of[row + 2 * y] = add_off(runs, y, node)
            runs.off[offs] = runs.node_of[row + 2 * y]
            offs += 1
    return offs


def add_off(runs: Runs, number: int, parent: int) -> int:
    """Add the off node of a candidate that another, on, denies; return it."""
    node = add_literal(runs, 2 * number, -1)
    add_parent(runs, parent)
    runs.sizes[node] = runs.sizes[parent] + 1
    return node


def end_run(runs: Runs, on: int, off: int) -> None:
    """End the run in a contradiction: a candidate is both on and off."""
    runs.broken_on[runs.counts[RUN]] = on
    runs.broken_off[runs.counts[RUN]] = off
    runs.counts[ENDED] = 1


def switch_off(search: StepSearch, runs: Runs, node: int, row: int, mode: int, ons: int) -> int:
    """Add what an off literal implies; return the new length of the queue of ons.

    In a dynamic run the candidate is taken off afterwards, so the parents of what it implies are
    those that were off before it.
    """
    grid, numbering = search.grid, search.numbering
    x = runs.literals[node] >> 1
    cell = numbering.cell_of[x]
    left = grid.left[cell] & ~(1 << numbering.digit_of[x])
    if not mode & ONE_DIGIT and left and not left & (left - 1):
        y = numbering.number_of[cell * grid.size + lowest_bit(left) + 1]
        ons = force_on(search, runs, node, row, y=y, place=-1 - cell, mode=mode, ons=ons)
    for place in range(numbering.place_starts[x], numbering.place_starts[x + 1]):
        spot = numbering.spot_of[place]
        spots = grid.spots[spot] & ~numbering.place_bits[place]
        if spots and not spots & (spots - 1) and numbering.spot_forces[place]:
            if runs.counts[ENDED]:
                break
            y = numbering.number_at[spot * grid.size + lowest_bit(spots)]
            ons = force_on(search, runs, node, row, y=y, place=spot, mode=mode, ons=ons)
    if mode & DYNAMIC:
        take_off(search, x, mode)
    return ons


def force_on(
    search: StepSearch, runs: Runs, node: int, row: int, y: int, place: int, mode: int, ons: int
) -> int:
    """Add that y is on, unless it is known, since this off literal leaves nothing else in a region
    or cell (place: as in `Grid.clause_place`); return the new length of the queue of ons."""
    grid = search.grid
    is_broken = runs.node_of[row + 2 * y] >= 0
    if runs.node_of[row + 2 * y + 1] >= 0 and not is_broken:
        return ons
    made = add_literal(runs, 2 * y + 1, clause_at(grid, place))
    add_parent(runs, node)
    add_gone_of(search, runs, row, place)
    # From level 1 on, patterns and hints inside a run add lengths that sets of nodes cannot count.
    if mode < LEVEL:
        count_above(search, runs, made)
    if is_broken:
        end_run(runs, made, runs.node_of[row + 2 * y])
        return ons
    runs.node_of[row + 2 * y + 1] = made
    runs.on[ons] = made
    return ons + 1


def ancestors(search: StepSearch, runs: Runs, end: int) -> int:
    """Return the number of different literals that lead to a node, itself included, and list their
    nodes in `ancestry`, starting from the end."""
    numbering = search.numbering
    ancestry = search.ancestry
    stamp = new_stamp(search)
    numbering.path_stamps[runs.literals[end]] = stamp
    ancestry[0] = end
    made, at = 1, 0
    while at < made:
        node = ancestry[at]
        first = runs.parent_starts[node] + 1
        for k in range(first, first + runs.parents[first - 1]):
            parent = runs.parents[k]
            literal = runs.literals[parent]
            if numbering.path_stamps[literal] != stamp:
                numbering.path_stamps[literal] = stamp
                ancestry[made] = parent
                made += 1
        at += 1
    return made
