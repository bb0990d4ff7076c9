"""Dynamic forcing chains inside a run: what contradictions, double chains, and the chains of cells
and regions deny among the remaining candidates. This is level 4 of Sudoku Explainer.

Idea: the candidates that a run leaves are a position of their own. Each is followed on and off, as
in `runs` but without patterns; what branches have in common, or contradict each other in, is a
hint. All hints are collected first, and then applied from the simplest on (`ranking`). In the outer
run a hint is a denial whose parents are all that had to be off there for any of its links; one that
needs nothing of the outer run is left to simpler techniques.

Invariant: while hints are collected, `Grid.start` and `Grid.first_spots` are what the outer run has
left (`runs.restore` leads back there), and `Inside` keeps those of the position. An inner run goes
on to its end, since any of its literals may be the best hint for something; only a contradiction
ends it, and what was found before then still counts, as in the Explainer.

Here the Explainer does not try the simpler chains of levels 2 and 3 first, as dynamic ones include
them: so published ratings above 11.4 come out (with them, the Golden Nugget would be 11.8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..lockstep.simd import Words, copy_all, fill, lowest_bit, ones, popcount
from ..logic.grid import clause_at, regions_at
from .closures import LINKED, link_within
from .links import CANDIDATES, new_stamp
from .nested import add_own_clauses, is_new, note_open, shared_place
from .nests import NOTHING, mixed, note_used
from .patterns import add_reason
from .ranking import (
    CONTRADICTION,
    DOUBLE,
    IN_CELL,
    IN_REGION,
    begin_branches,
    begin_ranking,
    clause_of,
    deny_first,
    deny_rest,
    kind_for,
    length_for,
    offer,
    simplest,
)
from .runs import (
    DYNAMIC,
    ENDED,
    PARENTS,
    REASONS,
    RUN,
    add_gone_of,
    add_literal,
    ancestors,
    begin_run,
    count_above,
    has_room,
    restore,
    switch_off,
    switch_on,
)

if TYPE_CHECKING:
    from ..logic.search import StepSearch

#: Rating of dynamic chains, in tenths.
DYNAMIC_CHAIN = 85


class Inside(NamedTuple):
    """What the inner search puts aside, or needs for the current hint.

    start, first_spots: those of the position (see `Grid`). ends: the last nodes of the hint's
    branches. clause_stamps: by clause, the mark with which a hint named it last (`name_clause`).
    """

    start: Annotated[Words, "cells"]
    first_spots: Annotated[Words, "spots"]
    ends: Annotated[Words, 2, "size"]
    clause_stamps: Annotated[Words, "clauses"]


def deny_by_dynamic(search: StepSearch, row: int, offs: int) -> int:
    """Add the denials by dynamic chains; return the new length of the queue of offs."""
    grid, inside = search.grid, search.inside
    note_open(search)
    search.closures.counts[LINKED] = 0
    link_within(search)
    copy_all(inside.start, grid.start)
    copy_all(inside.first_spots, grid.first_spots)
    copy_all(grid.start, grid.left)
    copy_all(grid.first_spots, grid.spots)
    begin_ranking(search)
    fill(search.inner_runs.mode, 0, 2 * search.numbering.counts[CANDIDATES], 0)
    search.inner_runs.counts[PARENTS] = 0
    for cell in range(grid.cells):
        if popcount(grid.start[cell]) > 1 and not search.stop[0]:
            rank_from(search, cell)
    copy_all(grid.start, inside.start)
    copy_all(grid.first_spots, inside.first_spots)
    return offs if search.stop[0] else use_best(search, row, offs)


def rank_from(search: StepSearch, cell: int) -> None:
    """Rank the hints that begin at a cell, in the Explainer's order."""
    grid, runs = search.grid, search.inner_runs
    left = grid.start[cell]
    for d in ones(left):
        x = search.numbering.number_of[cell * grid.size + d + 1]
        for literal in (2 * x + 1, 2 * x):
            follow(search, literal)
            if runs.broken_on[literal] >= 0:
                length = runs.sizes[runs.broken_on[literal]] + runs.sizes[runs.broken_off[literal]]
                offer(search, literal ^ 1, DYNAMIC_CHAIN, length, CONTRADICTION, literal)
        if popcount(left) > 2:
            rank_common(search, DOUBLE, x)
        for region, at in regions_at(grid, cell):
            place = region * grid.size + d
            spots = grid.first_spots[place]
            if grid.full[region] and popcount(spots) > 1 and lowest_bit(spots) == at:
                rank_common(search, IN_REGION, place)
    rank_common(search, IN_CELL, cell)


def rank_common(search: StepSearch, kind: int, source: int) -> None:
    """Rank what the branches from a source have in common: on literals first, then off, in the
    order of the first run."""
    runs = search.inner_runs
    size = 2 * search.numbering.counts[CANDIDATES]
    number = count_branches(search, kind, source)
    for k in range(number):
        follow(search, branch(search, kind, k))
    first = branch(search, kind, 0)
    for state in (1, 0):
        for node in range(runs.begins[first], runs.ends[first]):
            literal = runs.literals[node]
            # (The last node of a broken run repeats a literal.)
            if literal & 1 != state or runs.node_of[first * size + literal] != node:
                continue
            length = runs.sizes[node]
            for k in range(1, number):
                other = runs.node_of[branch(search, kind, k) * size + literal]
                if other < 0:
                    length = 0
                    break
                length += runs.sizes[other]
            if length:
                offer(search, literal, DYNAMIC_CHAIN, length, kind, source)


def count_branches(search: StepSearch, kind: int, source: int) -> int:
    """Begin the branches from a source that is no contradiction; return their number."""
    if kind == DOUBLE:
        search.ranking.branches[0] = source
        search.ranking.branches[1] = source
        return 2
    return begin_branches(search, kind, source)


def branch(search: StepSearch, kind: int, k: int) -> int:
    """Return the literal at which a branch begins: a candidate on, but off in the second branch of
    a double chain."""
    is_on = 0 if kind == DOUBLE and k else 1
    return int(2 * search.ranking.branches[k] + is_on)


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


def use_best(search: StepSearch, row: int, offs: int) -> int:
    """Apply the hints, simplest first; return the new length of the queue of offs."""
    while True:
        best = simplest(search)
        if best < 0:
            return offs
        number = find_ends(search, best)
        if rests_on_run(search, best, number):
            before = offs
            offs = deny_first(search, row, offs, best)
            if offs > before:
                use = add_branches(search, row, best, number)
                offs = deny_rest(search, row, offs, best, use)
        search.ranking.ranks[best] = NOTHING


def find_ends(search: StepSearch, conclusion: int) -> int:
    """Write the last nodes of the branches of the hint for a conclusion to `ends`; return their
    number."""
    ends, runs = search.inside.ends, search.inner_runs
    kind, source = kind_for(search, conclusion), search.ranking.sources[conclusion]
    if kind == CONTRADICTION:
        ends[0] = runs.broken_on[source]
        ends[1] = runs.broken_off[source]
        return 2
    size = 2 * search.numbering.counts[CANDIDATES]
    number = count_branches(search, kind, source)
    for k in range(number):
        ends[k] = runs.node_of[branch(search, kind, k) * size + conclusion]
    return number


def cause_of(search: StepSearch, conclusion: int, node: int) -> int:
    """Return the clause by which a node of a hint is on; -1 if it is off, or assumed alone."""
    runs = search.inner_runs
    if not runs.literals[node] & 1:
        return -1
    if runs.parents[runs.parent_starts[node]]:
        return int(runs.causes[node])
    kind = kind_for(search, conclusion)
    return clause_of(search, kind, search.ranking.sources[conclusion])


def rests_on_run(search: StepSearch, conclusion: int, number: int) -> bool:
    """Return whether a link of the hint needs something to be off that is not at the position."""
    for k in range(number):
        for i in range(ancestors(search, search.inner_runs, search.inside.ends[k])):
            cause = cause_of(search, conclusion, search.ancestry[i])
            if cause >= 0 and is_new(search, cause):
                return True
    return False


def add_branches(search: StepSearch, row: int, conclusion: int, number: int) -> int:
    """Write parents and reasons of a hint's first denial, and add the hint to those used; return
    its number there."""
    runs, inner = search.runs, search.inner_runs
    where = runs.counts[REASONS]
    add_reason(search, 0)
    stamp = new_stamp(search)
    total = 0
    if conclusion & 1:  # an on literal denies the rest of its cell
        cell = search.numbering.cell_of[conclusion >> 1]
        name_clause(search, search.grid.cell_clause[cell], 2 * stamp)
    for k in range(number):
        # A hint is counted once, however many runs find it: it is known by all its branches.
        count = ancestors(search, inner, search.inside.ends[k])
        total = mixed(total, count)
        for i in range(count):
            node = search.ancestry[i]
            total = mixed(total, inner.literals[node])
            cause = cause_of(search, conclusion, node)
            if cause >= 0 and name_clause(search, cause, 2 * stamp + 1):
                add_gone_of(search, runs, row, search.grid.clause_place[cause])
            elif cause < 0 and inner.parents[inner.parent_starts[node]]:
                name_weak_link(search, node, 2 * stamp)
    runs.reasons[where] = runs.counts[REASONS] - where - 1
    return note_used(search, length_for(search, conclusion), total)


def name_clause(search: StepSearch, clause: int, mark: int) -> bool:
    """Add a clause as a reason, unless the hint names it already; return whether its mark is new.

    mark: twice the stamp of the hint, plus 1 if the link rests on what is gone from the clause.
    """
    stamps = search.inside.clause_stamps
    if stamps[clause] >= mark:
        return False
    if stamps[clause] < mark - mark % 2:
        add_reason(search, clause)
    stamps[clause] = mark
    return True


def name_weak_link(search: StepSearch, node: int, mark: int) -> None:
    """Add the clause of the link to an off node as a reason."""
    runs, grid = search.inner_runs, search.grid
    before = runs.literals[runs.parents[runs.parent_starts[node] + 1]] >> 1
    place = shared_place(search, before, runs.literals[node] >> 1)
    if place < grid.size * len(grid.full):
        name_clause(search, clause_at(grid, place), mark)
    elif has_room(search, search.runs):
        add_own_clauses(search, search.numbering.variable_of[before])
