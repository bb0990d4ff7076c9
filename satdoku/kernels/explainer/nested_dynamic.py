"""Dynamic forcing chains inside a run: what contradictions, double chains, and the chains of cells
and regions deny among the remaining candidates. This is level 4 of Sudoku Explainer.

The candidates that a run leaves are a position of their own: each is followed on and off, as in
`runs` but without patterns, and what branches have in common is a hint. The hint enters the outer
run as a denial, whose parents are what had to be off in the outer run for any of its links. All
hints are collected first, and applied from the simplest on; for each literal only the best is kept.

Invariant: while hints are collected, `Grid.start` and `Grid.first_spots` are what the outer run has
left (so `runs.restore` leads back there), and `Inside` keeps those of the position.

Nearly all of these searches find nothing, and each would follow some 200 candidates link by link.
So it is first asked by `reached`, without lengths, which candidates lead to a contradiction and
what else they imply: bits in words, as order does not matter there. Only where something follows
are the runs made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..lockstep.simd import Small, Words, copy_all, fill, lowest_bit, ones, popcount
from ..logic.grid import cells_at, clause_at, region_clause, regions_at
from .closures import LINKED, link_within
from .links import CANDIDATES, new_stamp
from .nested import add_own_clauses, is_new, note_open, shared_place
from .nests import NOTHING, mixed, note_used
from .patterns import add_denial, add_reason
from .runs import (
    DYNAMIC,
    ENDED,
    PARENTS,
    REASONS,
    RUN,
    add_literal,
    add_parent,
    ancestors,
    begin_run,
    count_above,
    has_room,
    restore,
    switch_off,
    switch_on,
)
from .unary import BY_LENGTH, BY_RATING, rank_of

if TYPE_CHECKING:
    from ..logic.search import StepSearch

#: Rating of dynamic chains, in tenths.
DYNAMIC_CHAIN = 85
#: Kinds of hints: they are ordered by this at equal rating and length.
DOUBLE, IN_CELL, IN_REGION, CONTRADICTION = 1, 5, 6, 7


class Inside(NamedTuple):
    """Hints inside a run, and what is put aside meanwhile.

    start, first_spots: those of the position (see `Grid`). By literal, of the best hint that
    concludes it: ranks; sources, where it begins (a literal of a contradiction, a candidate, a cell
    or a place of a digit in a region, by its kind); found_at, its place in the order found. found:
    the number of hints found. branches, ends: the first literals of the current hint and the last
    nodes. clause_stamps: clauses that a reason names already.
    """

    start: Annotated[Words, "cells"]
    first_spots: Annotated[Words, "spots"]
    ranks: Annotated[Words, "literals"]
    sources: Annotated[Words, "literals"]
    found_at: Annotated[Words, "literals"]
    found: Annotated[Words, 1]
    branches: Annotated[Words, 2, "size"]
    ends: Annotated[Words, 2, "size"]
    clause_stamps: Annotated[Words, "clauses"]


def deny_by_dynamic(search: StepSearch, row: int, offs: int) -> int:
    """Add the denials by dynamic chains; return the new length of the queue of offs."""
    grid, inside, count = search.grid, search.inside, search.numbering.counts[CANDIDATES]
    note_open(search)
    search.closures.counts[LINKED] = 0
    link_within(search)
    copy_all(inside.start, grid.start)
    copy_all(inside.first_spots, grid.first_spots)
    copy_all(grid.start, grid.left)
    copy_all(grid.first_spots, grid.spots)
    fill(inside.ranks, 0, 2 * count, NOTHING)
    fill(search.inner_runs.mode, 0, 2 * count, 0)
    search.inner_runs.counts[PARENTS] = 0
    inside.found[0] = 0
    for cell in range(grid.cells):
        if popcount(grid.start[cell]) > 1 and not search.stop[0]:
            collect_at(search, cell)
    copy_all(grid.start, inside.start)
    copy_all(grid.first_spots, inside.first_spots)
    return offs if search.stop[0] else use_best(search, row, offs)


def collect_at(search: StepSearch, cell: int) -> None:
    """Rank the hints that begin at a cell, in the Explainer's order."""
    grid, inside, numbering = search.grid, search.inside, search.numbering
    runs = search.inner_runs
    left = grid.start[cell]
    for d in ones(left):
        x = numbering.number_of[cell * grid.size + d + 1]
        for literal in (2 * x + 1, 2 * x):
            follow(search, literal)
            if runs.broken_on[literal] >= 0:
                length = runs.sizes[runs.broken_on[literal]] + runs.sizes[runs.broken_off[literal]]
                offer(search, literal ^ 1, length, CONTRADICTION, literal)
        if popcount(left) > 2:
            inside.branches[0] = 2 * x + 1
            inside.branches[1] = 2 * x
            offer_common(search, 2, DOUBLE, x)
        for region, at in regions_at(grid, cell):
            place = region * grid.size + d
            spots = grid.first_spots[place]
            if grid.full[region] and popcount(spots) > 1 and lowest_bit(spots) == at:
                offer_common(search, branch(search, IN_REGION, place), IN_REGION, place)
    offer_common(search, branch(search, IN_CELL, cell), IN_CELL, cell)


def branch(search: StepSearch, kind: int, source: int) -> int:
    """Make the candidates of a cell, or of a digit in a region, the branches; return their
    number."""
    grid, inside = search.grid, search.inside
    size = grid.size
    number = 0
    if kind == IN_CELL:
        for d in ones(grid.left[source]):
            inside.branches[number] = 2 * search.numbering.number_of[source * size + d + 1] + 1
            number += 1
        return number
    d = source % size
    for cell in cells_at(grid, source // size, grid.spots[source]):
        inside.branches[number] = 2 * search.numbering.number_of[cell * size + d + 1] + 1
        number += 1
    return number


def follow(search: StepSearch, literal: int) -> None:
    """Compute the inner run of a literal, unless it exists already.

    Like `multiple.run`, but whole: any conclusion may be the best hint for it.
    """
    runs = search.inner_runs
    if runs.mode[literal]:
        return
    row = literal * 2 * search.numbering.counts[CANDIDATES]
    runs.mode[literal] = DYNAMIC + 1
    runs.counts[RUN] = literal
    if not begin_run(search, runs, literal):
        return
    ons = offs = on = off = 0
    node = add_literal(runs, literal, -1)
    runs.node_of[row + literal] = node
    if literal & 1:
        runs.on[0] = node
        ons = 1
        count_above(search, runs, node)
    else:
        runs.off[0] = node
        offs = 1
    while not runs.counts[ENDED] and (on < ons or off < offs) and has_room(search, runs):
        if on < ons:
            offs = switch_on(runs, search.within, runs.on[on], row, mode=DYNAMIC, offs=offs)
            on += 1
        else:
            ons = switch_off(search, runs, runs.off[off], row, mode=DYNAMIC, ons=ons)
            off += 1
    restore(search)


def offer_common(search: StepSearch, number: int, kind: int, source: int) -> None:
    """Rank the hints from the literals common to the first `number` branches: on literals first,
    then off, in the order of the first run."""
    inside, runs = search.inside, search.inner_runs
    branches = inside.branches
    size = 2 * search.numbering.counts[CANDIDATES]
    for k in range(number):
        follow(search, branches[k])
    row = branches[0] * size
    for state in (1, 0):
        for node in range(runs.begins[branches[0]], runs.ends[branches[0]]):
            literal = runs.literals[node]
            if literal & 1 != state or runs.node_of[row + literal] != node:
                continue
            length = runs.sizes[node]
            for k in range(1, number):
                other = runs.node_of[branches[k] * size + literal]
                if other < 0:
                    length = 0
                    break
                length += runs.sizes[other]
            if length:
                offer(search, literal, length, kind, source)


def offer(search: StepSearch, literal: int, length: int, kind: int, source: int) -> None:
    """Keep a hint if it is the best for its conclusion so far."""
    inside = search.inside
    rank = rank_of(search, DYNAMIC_CHAIN, length, kind)
    if rank < inside.ranks[literal]:
        inside.ranks[literal] = rank
        inside.sources[literal] = source
        inside.found_at[literal] = inside.found[0]
    inside.found[0] += 1


def use_best(search: StepSearch, row: int, offs: int) -> int:
    """Apply the hints, simplest first; return the new length of the queue of offs."""
    inside = search.inside
    while True:
        best = -1
        for literal in range(2 * search.numbering.counts[CANDIDATES]):
            if inside.ranks[literal] == NOTHING:
                continue
            if best >= 0 and (
                inside.ranks[literal] > inside.ranks[best]
                or (
                    inside.ranks[literal] == inside.ranks[best]
                    and inside.found_at[literal] > inside.found_at[best]
                )
            ):
                continue
            best = literal
        if best < 0:
            return offs
        offs = use_hint(search, row, offs, best)
        inside.ranks[best] = NOTHING


def use_hint(search: StepSearch, row: int, offs: int, target: int) -> int:
    """Apply the denials of the hint that concludes a literal; return the new length of the queue
    of offs. A hint that needs nothing of the outer run is skipped: it is left to simpler
    techniques."""
    grid, runs = search.grid, search.runs
    number = find_ends(search, target)
    if not rests_on_run(search, target, number):
        return offs
    cell, own = search.numbering.cell_of[target >> 1], search.numbering.digit_of[target >> 1]
    # An on literal denies the other digits of its cell, an off literal its own.
    like, gone = -1, ~(1 << own) if target & 1 else 1 << own
    use = -1
    for d in ones(grid.left[cell] & gone):
        before = offs
        offs = add_denial(search, row, offs, cell=cell, d=d, like=like)
        if offs == before:
            continue
        made = runs.off[before]
        if like < 0:
            like = made
            use = add_branches(search, row, target, number)
        runs.nest_of[made] = use
    return offs


def find_ends(search: StepSearch, target: int) -> int:
    """Write the last nodes of the branches of a hint to `ends`; return their number."""
    inside, runs = search.inside, search.inner_runs
    source = inside.sources[target]
    kind = inside.ranks[target] % BY_LENGTH
    size = 2 * search.numbering.counts[CANDIDATES]
    number = 2
    if kind == CONTRADICTION:
        inside.ends[0] = runs.broken_on[source]
        inside.ends[1] = runs.broken_off[source]
        return number
    if kind == DOUBLE:
        inside.branches[0] = 2 * source + 1
        inside.branches[1] = 2 * source
    else:
        number = branch(search, kind, source)
    for k in range(number):
        inside.ends[k] = runs.node_of[inside.branches[k] * size + target]
    return number


def cause_of(search: StepSearch, target: int, node: int) -> int:
    """Return the clause by which a node of a hint is on; -1 if it is off, or assumed with nothing
    that makes it one of several."""
    inside, runs, grid = search.inside, search.inner_runs, search.grid
    if not runs.literals[node] & 1:
        return -1
    if runs.parents[runs.parent_starts[node]]:
        return int(runs.causes[node])
    kind = inside.ranks[target] % BY_LENGTH
    if kind == IN_CELL:
        return int(grid.cell_clause[inside.sources[target]])
    return clause_at(grid, inside.sources[target]) if kind == IN_REGION else -1


def rests_on_run(search: StepSearch, target: int, number: int) -> bool:
    """Return whether a link of the hint needs something to be off that is not at the position."""
    for k in range(number):
        for i in range(ancestors(search, search.inner_runs, search.inside.ends[k])):
            cause = cause_of(search, target, search.ancestry[i])
            if cause >= 0 and is_new(search, cause):
                return True
    return False


def add_branches(search: StepSearch, row: int, target: int, number: int) -> int:
    """Write parents and reasons of a hint's first denial, and add the hint to those used; return
    its number there."""
    runs, inner, numbering = search.runs, search.inner_runs, search.numbering
    where = runs.counts[REASONS]
    add_reason(search, 0)
    stamp, total = new_stamp(search), 0
    if target & 1:  # an on literal denies the rest of its cell
        name_clause(search, search.grid.cell_clause[numbering.cell_of[target >> 1]], stamp)
    for k in range(number):
        # (A hint is counted once, however many runs find it: by what is in its branches.)
        count = ancestors(search, inner, search.inside.ends[k])
        total = mixed(total, count)
        for i in range(count):
            node = search.ancestry[i]
            total = mixed(total, inner.literals[node])
            cause = cause_of(search, target, node)
            if cause >= 0:
                add_gone_once(search, row, search.grid.clause_place[cause], stamp)
                name_clause(search, cause, stamp)
            elif inner.parents[inner.parent_starts[node]]:
                name_weak_link(search, node, stamp)
    runs.reasons[where] = runs.counts[REASONS] - where - 1
    length = search.inside.ranks[target] % BY_RATING // BY_LENGTH
    return note_used(search, length, total)


def add_gone_once(search: StepSearch, row: int, place: int, stamp: int) -> None:
    """Add as parents what is gone from a clause (see `Grid.clause_place`), if it is none yet."""
    grid, runs, numbering = search.grid, search.runs, search.numbering
    if place < 0:
        cell = -1 - place
        for d in ones(grid.start[cell] & ~grid.left[cell]):
            literal = 2 * numbering.number_of[cell * grid.size + d + 1]
            if numbering.stamps[literal] != stamp:
                numbering.stamps[literal] = stamp
                add_parent(runs, runs.node_of[row + literal])
        return
    for at in ones(grid.first_spots[place] & ~grid.spots[place]):
        literal = 2 * numbering.number_at[place * grid.size + at]
        if numbering.stamps[literal] != stamp:
            numbering.stamps[literal] = stamp
            add_parent(runs, runs.node_of[row + literal])


def name_clause(search: StepSearch, clause: int, stamp: int) -> None:
    """Add a clause as a reason, if it is none yet."""
    inside = search.inside
    if inside.clause_stamps[clause] != stamp and has_room(search, search.runs):
        inside.clause_stamps[clause] = stamp
        add_reason(search, clause)


def name_weak_link(search: StepSearch, node: int, stamp: int) -> None:
    """Add the clause of the link to an off node as a reason."""
    runs, grid, numbering = search.inner_runs, search.grid, search.numbering
    before = runs.literals[runs.parents[runs.parent_starts[node] + 1]] >> 1
    place = shared_place(search, before, runs.literals[node] >> 1)
    if place < grid.size * len(grid.full):
        name_clause(search, clause_at(grid, place), stamp)
    elif has_room(search, search.runs):
        add_own_clauses(search, numbering.variable_of[before])
