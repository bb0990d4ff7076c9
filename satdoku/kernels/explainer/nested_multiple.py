"""Multiple forcing chains inside a run: what all candidates of a cell, or all places of a digit in
a region, imply among the remaining candidates.

The implications of each candidate are computed first, as a tree: for every literal its predecessor
and the clause of the link, on literals followed before off literals as in a run. For each literal
only the best hint is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..lockstep.simd import Small, Words, fill, lowest_bit, ones, popcount
from ..logic.grid import regions_at
from .closures import WIDTH, link_within
from .links import CANDIDATES
from .nested import add_own_clauses
from .nests import NOTHING, mixed, note_used
from .new_links import complete
from .patterns import add_reason
from .ranking import (
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
from .runs import REASONS, add_gone_of, has_room

if TYPE_CHECKING:
    from ..logic.search import StepSearch

#: Rating of multiple chains, in tenths.
MULTIPLE = 80
#: Predecessor of a literal that does not follow, and of the root.
ABSENT, FIRST = -2, -1


class Trees(NamedTuple):
    """The trees of implications, one per candidate.

    before, clauses, lengths [number * literals + literal]: predecessor, clause and depth of a
    literal in the tree of candidate `number`. order: by tree, its literals in the order found;
    counts: their number; grown: whether the tree is up to date.
    """

    before: Annotated[Small, "literals", "candidates"]
    clauses: Annotated[Small, "literals", "candidates"]
    lengths: Annotated[Small, "literals", "candidates"]
    order: Annotated[Small, "literals", "candidates"]
    grown: Annotated[Small, "candidates"]
    counts: Annotated[Small, "candidates"]


def deny_by_multiple(search: StepSearch, row: int, offs: int) -> int:
    """Add the denials by multiple chains; return the new length of the queue of offs.

    Trees are grown only where branches have a literal in common.
    """
    grid = search.grid
    numbering = search.numbering
    trees = search.trees
    count = numbering.counts[CANDIDATES]
    # A tree per candidate, each with a place for every literal: too many candidates are left out as
    # a whole, rather than only those beyond the room, on which the hints would then depend.
    if 2 * count * count > len(trees.before):
        return offs
    begin_ranking(search)
    fill(trees.grown, 0, count, 0)
    for cell in range(grid.cells):
        if popcount(grid.left[cell]) > 2:
            for d in ones(grid.left[cell]):
                rank_regions(search, cell, d)
            rank_common(search, cell, IN_CELL)
    return use_best(search, row, offs)


def grow(search: StepSearch, source: int, size: int) -> None:
    """Compute the tree of all literals that a candidate implies when it is on."""
    trees = search.trees
    links = link_within(search)
    # The arrays of `unary` serve as the two queues: no chain is being followed meanwhile.
    queue = search.nodes.literals
    offs, row = search.nodes.before, source * size
    trees.grown[source] = 1
    fill(trees.before, row, size, ABSENT)
    made = on = off = ends = 0
    trees.before[row + 2 * source + 1] = FIRST
    trees.lengths[row + 2 * source + 1] = 1
    trees.order[row] = 2 * source + 1
    queue[0] = 2 * source + 1
    made, found = 1, 1
    while on < made or off < ends:
        is_on = on < made
        if is_on:
            literal = queue[on]
            on += 1
            starts, others = links.weak_starts, links.weak
        else:
            literal = offs[off]
            off += 1
            starts, others = links.strong_starts, links.strong
        for k in range(starts[literal >> 1], starts[(literal >> 1) + 1]):
            y = 2 * others[k] + (not is_on)
            if trees.before[row + y] != ABSENT:
                continue
            trees.before[row + y] = literal
            trees.clauses[row + y] = -1 if is_on else links.strong_clauses[k]
            trees.lengths[row + y] = trees.lengths[row + literal] + 1
            trees.order[row + found] = y
            found += 1
            if is_on:
                offs[ends] = y
                ends += 1
            else:
                queue[made] = y
                made += 1
    trees.counts[source] = found


def rank_regions(search: StepSearch, cell: int, d: int) -> None:
    """Rank the common implications of the digit's places, in the regions where this cell is the
    first place."""
    grid = search.grid
    for region, at in regions_at(grid, cell):
        place = region * grid.size + d
        spots = grid.spots[place]
        if grid.full[region] and popcount(spots) > 1 and lowest_bit(spots) == at:
            rank_common(search, place, IN_REGION)


def rank_common(search: StepSearch, source: int, kind: int) -> None:
    """Rank what the branches of a cell, or of a digit in a region, have in common."""
    trees = search.trees
    branches = search.ranking.branches
    number = begin_branches(search, kind, source)
    if not have_common(search, branches, number):
        return
    size = 2 * search.numbering.counts[CANDIDATES]
    for i in range(number):
        if not trees.grown[branches[i]]:
            grow(search, branches[i], size)
    first = branches[0] * size
    # What is on in all branches comes before what is off.
    for state in (1, 0):
        for k in range(trees.counts[branches[0]]):
            literal = trees.order[first + k]
            length = 0
            for i in range(number if literal & 1 == state else 0):
                if trees.before[branches[i] * size + literal] == ABSENT:
                    length = 0
                    break
                length += trees.lengths[branches[i] * size + literal]
            if length:
                offer(search, literal, MULTIPLE, length, kind, source)


def have_common(search: StepSearch, branches: Words, number: int) -> bool:
    """Return whether the first `number` of these candidates imply an open literal in common."""
    closures, width = search.closures, search.closures.counts[WIDTH]
    for i in range(number):
        complete(search, branches[i])
    for w in range(width):
        ons = offs = closures.left[w]
        for i in range(number):
            ons &= closures.ons[branches[i] * width + w]
            offs &= closures.offs[branches[i] * width + w]
        if ons | offs:
            return True
    return False


def use_best(search: StepSearch, row: int, offs: int) -> int:
    """Apply the hints, simplest first; return the new length of the queue of offs."""
    while True:
        best = simplest(search)
        if best < 0:
            return offs
        before = offs
        offs = deny_first(search, row, offs, best)
        if offs > before:
            use = add_trees(search, row, best)
            offs = deny_rest(search, row, offs, best, use)
        search.ranking.ranks[best] = NOTHING


def add_trees(search: StepSearch, row: int, target: int) -> int:
    """Write parents and reasons of a hint's first denial, and add the hint to those used; return
    its number there."""
    grid = search.grid
    runs = search.runs
    trees = search.trees
    size = 2 * search.numbering.counts[CANDIDATES]
    branches = search.ranking.branches
    kind, source = kind_for(search, target), search.ranking.sources[target]
    number = begin_branches(search, kind, source)
    start = clause_of(search, kind, source)
    add_gone_of(search, search.runs, row, grid.clause_place[start])
    for i in range(number):
        at = branches[i] * size
        literal = target
        while trees.before[at + literal] != FIRST:
            if literal & 1:
                add_gone_of(
                    search, search.runs, row, grid.clause_place[trees.clauses[at + literal]]
                )
            literal = trees.before[at + literal]
    where = runs.counts[REASONS]
    reasons = 0
    length = length_for(search, target)
    total = length
    add_reason(search, 0)
    add_reason(search, start)
    reasons += 1
    if target & 1:  # an on literal denies the rest of its cell
        add_reason(search, grid.cell_clause[search.numbering.cell_of[target >> 1]])
        reasons += 1
    for i in range(number):
        at = branches[i] * size
        literal = target
        while True:
            total = mixed(total, literal)
            if not has_room(search, search.runs):
                break
            if literal & 1 and trees.before[at + literal] != FIRST:
                add_reason(search, trees.clauses[at + literal])
                reasons += 1
            else:
                variable = search.numbering.variable_of[literal >> 1]
                reasons += add_own_clauses(search, variable)
            if trees.before[at + literal] == FIRST:
                break
            literal = trees.before[at + literal]
    runs.reasons[where] = reasons
    return note_used(search, length, total)
