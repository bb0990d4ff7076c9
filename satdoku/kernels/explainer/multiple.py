"""Multiple and dynamic forcing chains: the common conclusion of several assumptions, one of which
holds.

- Cell and region chains: a literal that every candidate of a cell implies, or every place of a
  digit in a region.
- Double chains: a literal that a candidate implies both on and off.
- Contradictions: an assumption that implies a literal and its opposite, and is therefore false.

Idea: a run (`runs`) holds all that one assumption implies, so a common conclusion is a literal that
is in all runs of a group. Invariant: runs are complete up to the length of the best step so far;
a literal that is missing from one cannot give a shorter step.

Nishio uses only X links and looks for contradictions; multiple chains are of the first kind, in
static runs; dynamic chains are of all kinds. The length of a hint is the number of literals that
each branch needs, summed over the branches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel import kernel
from ..lockstep.simd import lowest_bit, ones, popcount
from ..logic.found import (
    BASES,
    DEPTH,
    LENGTH,
    PROOF,
    RATED,
    RATING,
    SIZE,
    base,
    begin,
    concludes,
    prove,
)
from ..logic.grid import cells_at, regions_at, update_grid
from .closures import WIDTH
from .links import CANDIDATES, new_stamp, number_candidates
from .nested import deny_by_chains
from .nested_dynamic import deny_by_dynamic
from .nested_multiple import deny_by_multiple
from .nests import NOTHING, forget, give, keep
from .new_links import close_position, forget_links
from .nishio import mark_broken
from .patterns import find_denials
from .ranking import CONTRADICTION, DOUBLE, IN_CELL, IN_REGION
from .runs import (
    DYNAMIC,
    ENDED,
    LEVEL,
    ONE_DIGIT,
    RUN,
    add_literal,
    ancestors,
    begin_run,
    begin_runs,
    count_above,
    has_room,
    restore,
    resume,
    switch_off,
    switch_on,
)
from .unary import BY_LENGTH, BY_RATING, rank_of

if TYPE_CHECKING:
    from ..logic.search import StepSearch


@kernel
def find_multiple_chain(search: StepSearch, mode: int) -> bool:
    """Find the best hint of this sort. mode: see `runs`."""
    update_grid(search)
    if not number_candidates(search):
        return False
    forget(search)
    begin_runs(search, mode)
    if mode & ONE_DIGIT and not mark_broken(search):
        return False
    if not mode & DYNAMIC or mode >= 2 * LEVEL:
        close_position(search)
    grid = search.grid
    for cell in range(grid.cells):
        count = popcount(grid.start[cell])
        if count > 2 or (count == 2 and mode & DYNAMIC):
            chains_of_cell(search, cell, count, mode)
        if search.stop[0]:
            return False
    return give(search)


def run(search: StepSearch, literal: int, mode: int) -> None:
    """Compute the run of the literal, unless it exists already.

    On literals are followed before off literals. In a dynamic run, once nothing follows any more,
    the patterns of its level are tried, cheapest first; the run ends when they deny nothing, or
    nothing that a better hint could rest on, at a contradiction, or for want of room. Afterwards
    the grid's candidates are restored.
    """
    runs = search.runs
    made = runs.mode[literal] - 1
    if made == mode:
        return
    row = literal * 2 * search.numbering.counts[CANDIDATES]
    runs.mode[literal] = mode + 1
    runs.counts[RUN] = literal
    if mode >= 2 * LEVEL:
        forget_links(search)
    ons = offs = on = off = 0
    longest = length_kept(search)
    # Below level 1 sizes are known as nodes are made, and they only grow: once no node in the
    # queues is short enough, nothing that follows is in a better hint.
    near_ons = near_offs = 1  # the queues up to their last node that is short enough
    if made >= 0:
        resume(search, literal, mode, made)
    elif begin_run(search, runs, literal):
        node = add_literal(search.runs, literal, -1)
        runs.node_of[row + literal] = node
        if literal & 1:
            runs.on[0] = node
            ons = 1
            if mode < LEVEL:
                count_above(search, runs, node)
        else:
            runs.off[0] = node
            offs = 1
    while (
        not runs.counts[ENDED]
        and has_room(search, search.runs)
        and (mode >= LEVEL or on < near_ons or off < near_offs)
    ):
        before = offs
        if on < ons:
            offs = switch_on(runs, search.outer, runs.on[on], row, mode=mode, offs=offs)
            # All that one literal denies has the same size, so the first tells of all.
            if offs > before and runs.sizes[runs.off[before]] < longest:
                near_offs = offs
            on += 1
        elif off < offs:
            first = ons
            ons = switch_off(search, runs, runs.off[off], row, mode, ons)
            for k in range(first, ons):
                if runs.sizes[runs.on[k]] < longest:
                    near_ons = k + 1
            off += 1
        else:
            offs = deny_inside(search, row, offs, mode)
            if offs == before or are_too_long(search, before, offs):
                break
    if mode & DYNAMIC:
        restore(search)


def deny_inside(search: StepSearch, row: int, offs: int, mode: int) -> int:
    """Add the denials by what the run's level allows inside, the first that denies anything; return
    the new length of the queue of offs."""
    before = offs
    if mode >= LEVEL:
        offs = find_denials(search, row, offs)
    if offs == before and 2 * LEVEL <= mode < 4 * LEVEL:
        offs = deny_by_chains(search, row, offs)
    if offs == before and 3 * LEVEL <= mode < 4 * LEVEL:
        offs = deny_by_multiple(search, row, offs)
    if offs == before and mode >= 4 * LEVEL:
        offs = deny_by_dynamic(search, row, offs)
    return offs


def length_kept(search: StepSearch) -> int:
    """Return the length of the best hint so far. Ratings and ranks grow with lengths, so a branch
    of this length is in no better hint."""
    return int(search.rank[0] % BY_RATING // BY_LENGTH) if search.rank[0] < NOTHING else NOTHING


def are_too_long(search: StepSearch, first: int, end: int) -> bool:
    """Return whether each of the latest denials is by itself as long as the best hint so far.

    All that follows rests on one of them, so no better hint can come of this run.
    """
    if search.rank[0] == NOTHING:
        return False
    for k in range(first, end):
        stamp = new_stamp(search)
        count = ancestors(search, search.runs, search.runs.off[k])
        length = count + inside(search, count, stamp)
        if rank_of(search, search.found.numbers[RATED], length, 0) < search.rank[0]:
            return False
    return True


def chains_of_cell(search: StepSearch, cell: int, count: int, mode: int) -> None:
    """Keep the best of the hints that begin at a cell."""
    grid, numbering = search.grid, search.numbering
    size = grid.size
    for d in ones(grid.start[cell]):
        x = numbering.number_of[cell * size + d + 1]
        on, off = 2 * x + 1, 2 * x
        if mode & DYNAMIC:
            for literal in (on, off):
                if not mode & ONE_DIGIT or search.places.broken[literal]:
                    run(search, literal, mode)
                    note_contradiction(search, literal, mode)
            if count >= 3 and not mode & ONE_DIGIT:
                branches = search.branches
                branches[0], branches[1] = on, off
                note_common(search, 2, DOUBLE, mode)
        if not mode & ONE_DIGIT:
            chains_of_regions(search, cell, d, mode)
    if not mode & ONE_DIGIT:
        number = 0
        for d in ones(grid.start[cell]):
            search.branches[number] = 2 * numbering.number_of[cell * size + d + 1] + 1
            number += 1
        try_branches(search, number, IN_CELL, mode)


def chains_of_regions(search: StepSearch, cell: int, d: int, mode: int) -> None:
    """Consider the region chains of a digit, in the regions where this cell is the digit's first
    place."""
    grid, numbering = search.grid, search.numbering
    size = grid.size
    for region, place in regions_at(grid, cell):
        spots = grid.first_spots[region * size + d]
        if not grid.full[region] or popcount(spots) < 2 or lowest_bit(spots) != place:
            continue
        number = 0
        for there in cells_at(grid, region, spots):
            search.branches[number] = 2 * numbering.number_of[there * size + d + 1] + 1
            number += 1
        try_branches(search, number, IN_REGION, mode)


def try_branches(search: StepSearch, number: int, kind: int, mode: int) -> None:
    """Keep the best of the hints from the first `number` branches."""
    # Static runs use nothing but the position's links, so its closures know beforehand whether the
    # branches agree on anything. Most do not, and need no runs.
    if mode & DYNAMIC or may_agree(search, number):
        for literal in search.branches[:number]:
            run(search, literal, mode)
        note_common(search, number, kind, mode)


def may_agree(search: StepSearch, number: int) -> bool:
    """Return whether the first `number` branches imply something in common at the position, over
    its own links."""
    new, width = search.new_links, search.closures.counts[WIDTH]
    for w in range(width):
        ons = offs = -1
        for k in range(number):
            ons &= new.ons[(search.branches[k] >> 1) * width + w]
            offs &= new.offs[(search.branches[k] >> 1) * width + w]
        if ons | offs:
            return True
    return False


def note_contradiction(search: StepSearch, literal: int, mode: int) -> None:
    """Keep the hint that a literal leads to a contradiction, if it is the best so far."""
    runs = search.runs
    if runs.broken_on[literal] < 0:
        return
    search.ends[0] = runs.broken_on[literal]
    search.ends[1] = runs.broken_off[literal]
    note_hint(search, 2, literal ^ 1, CONTRADICTION, mode)


def note_common(search: StepSearch, number: int, kind: int, mode: int) -> None:
    """Keep the best hint from the literals common to the runs of these branches: on literals first,
    then off, in the order of the first run."""
    runs = search.runs
    branches = search.branches
    ends = search.ends
    longest = length_kept(search)
    ons = 0
    offs = 0
    size = 2 * search.numbering.counts[CANDIDATES]
    row = branches[0] * size
    for node in range(runs.begins[branches[0]], runs.ends[branches[0]]):
        literal = runs.literals[node]
        if runs.sizes[node] >= longest or runs.node_of[row + literal] != node:
            continue
        common = all(runs.node_of[b * size + literal] >= 0 for b in branches[1:number])
        if common and literal & 1:
            runs.on[ons] = literal
            ons += 1
        elif common:
            runs.off[offs] = literal
            offs += 1
    # (`runs.on` and `runs.off` are queues of a run; between runs they are free, and hold the
    # literals in common.)
    for i in range(ons + offs):
        literal = runs.on[i] if i < ons else runs.off[i - ons]
        # The nodes are looked up per literal, since each run found it by a way of its own.
        for k in range(number):
            ends[k] = runs.node_of[branches[k] * size + literal]
        note_hint(search, number, literal, kind, mode)


def note_hint(search: StepSearch, number: int, target: int, kind: int, mode: int) -> None:
    """Keep a hint if it is the best so far. `ends`: the last nodes of its branches."""
    found, length = search.found, 0
    rated = found.numbers[RATED]
    stamp = new_stamp(search)
    for k in range(number):
        if mode < LEVEL:
            length += search.runs.sizes[search.ends[k]]
        else:
            count = ancestors(search, search.runs, search.ends[k])
            length += count
            if mode >= 2 * LEVEL:
                length += inside(search, count, stamp)
        # Stop early: the branches so far may be too long already.
        rank = rank_of(search, rated, length, kind)
        if rank >= search.rank[0]:
            return
    begin(found)
    found.numbers[RATING] = rank // BY_RATING
    found.numbers[LENGTH] = length
    found.numbers[DEPTH] = 1
    concludes(found, search.numbering.variable_of[target >> 1], target & 1)
    prove_branches(search, number)
    found.numbers[SIZE] = number
    keep(search, rank)


def inside(search: StepSearch, count: int, stamp: int) -> int:
    """Return the total length of the nested hints that the first `count` nodes of `ancestry` rest
    on, each counted once."""
    runs, nests = search.runs, search.nests
    total = 0
    for i in range(count):
        nest = runs.nest_of[search.ancestry[i]]
        if nest >= 0 and nests.seen[nest] != stamp:
            nests.seen[nest] = stamp
            total += nests.lengths[nest]
    return total


def prove_branches(search: StepSearch, number: int) -> None:
    """Write the step's proof: for each branch the number of its literals, and each literal with its
    cause."""
    found, ancestry = search.found, search.ancestry
    for k in range(number):
        count = ancestors(search, search.runs, search.ends[k])
        if found.numbers[PROOF] + 1 + room_for(search, count) > len(found.proof):
            return
        prove(found, count)
        # Nodes are numbered in the order found, so after sorting parents come first.
        for i in range(1, count):
            node, j = ancestry[i], i
            while j > 0 and ancestry[j - 1] > node:
                ancestry[j] = ancestry[j - 1]
                j -= 1
            ancestry[j] = node
        for i in range(count):
            prove_node(search, ancestry[i])


def room_for(search: StepSearch, count: int) -> int:
    """Return the number of entries for the first `count` nodes of `ancestry` in a proof."""
    room, runs = 2 * count, search.runs
    for node in search.ancestry[:count]:
        if runs.causes[node] < -1:
            room += runs.reasons[-2 - runs.causes[node]]
    return room


def prove_node(search: StepSearch, node: int) -> None:
    """Write a literal of a branch and its cause: a clause (-1: a weak link), or -2 - the number of
    clauses, followed by these."""
    runs, found = search.runs, search.found
    literal, cause = runs.literals[node], runs.causes[node]
    prove(found, search.numbering.variable_of[literal >> 1] * 2 + (literal & 1))
    if cause >= -1:
        prove(found, cause)
        if cause >= 0 and found.numbers[BASES] < len(found.bases):
            base(found, cause)
        return
    at = -2 - cause
    count = runs.reasons[at]
    prove(found, -2 - count)
    for k in range(count):
        prove(found, runs.reasons[at + 1 + k])
        if found.numbers[BASES] < len(found.bases):
            base(found, runs.reasons[at + 1 + k])
