"""Forcing chains inside a run: what they deny among the remaining candidates.

At the position itself there is no forcing chain, or it would have been taken. So a chain inside a
run uses a strong link that is new: a clause that only now has two candidates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lockstep.simd import fill
from ..logic.grid import region_clause
from ..logic.state import RULE
from .closures import include, link_within
from .links import CANDIDATES
from .nests import COLLECTING, HINTS, NOTHING, WORDS, mixed, note_used
from .new_links import mark_new_sources
from .patterns import add_denial, add_reason
from .runs import REASONS, RUN, add_gone_of, has_room
from .unary import best_chain

if TYPE_CHECKING:
    from ..logic.search import StepSearch

#: Rating of forcing chains of one digit, in tenths.
FORCING = 66


def deny_by_chains(search: StepSearch, row: int, offs: int) -> int:
    """Add the denials by forcing chains and cycles; return the new length of the queue of offs."""
    note_open(search)
    if not mark_new_sources(search):
        return offs
    # A hint inside the run does not compete with those at the position, so their best rank is put
    # aside.
    nests, best = search.nests, search.rank[0]
    search.rank[0] = NOTHING
    nests.counts[COLLECTING] = 1
    nests.counts[HINTS] = 0
    nests.counts[WORDS] = 0
    best_chain(search, link_within(search), FORCING, is_within=True)
    nests.counts[COLLECTING] = 0
    search.rank[0] = best
    return use_nests(search, row, offs)


def note_open(search: StepSearch) -> None:
    """Write to `closures.left` the candidates that are neither on nor off in the run."""
    runs = search.runs
    left = search.closures.left
    run = search.runs.counts[RUN]
    fill(left, 0, len(left), 0)
    row = run * 2 * search.numbering.counts[CANDIDATES]
    for x in range(search.numbering.counts[CANDIDATES]):
        if runs.node_of[row + 2 * x] < 0 and runs.node_of[row + 2 * x + 1] < 0:
            include(left, 0, x)


def use_nests(search: StepSearch, row: int, offs: int) -> int:
    """Apply the hints collected, simplest first; return the new length of the queue of offs."""
    nests = search.nests
    for _ in range(nests.counts[HINTS]):
        best = 0
        for hint in range(nests.counts[HINTS]):
            if nests.ranks[hint] < nests.ranks[best]:
                best = hint
        if nests.ranks[best] == NOTHING:
            break
        nests.ranks[best] = NOTHING
        offs = use_nest(search, row, offs, nests.starts[best])
    return offs


def use_nest(search: StepSearch, row: int, offs: int, start: int) -> int:
    """Apply the denials of a hint, with the candidates that had to be off for it as parents.

    A hint that uses no new clause is skipped.
    """
    runs = search.runs
    words = search.nests.words
    length, count = words[start], words[start + 1]
    path = start + 2
    targets = path + 2 * count
    # A path over the position's own links alone denies nothing new, or it would have been a step
    # there.
    if not any(words[k] >= 0 and is_new(search, words[k]) for k in range(path + 1, targets, 2)):
        return offs
    like = -1
    use = -1
    for k in range(words[targets]):
        number = words[targets + 1 + k]
        before = offs
        cell, d = search.numbering.cell_of[number], search.numbering.digit_of[number]
        offs = add_denial(search, row, offs, cell=cell, d=d, like=like)
        if offs == before:
            continue
        made = runs.off[before]
        if like < 0:
            like = made
            add_path(search, row, path, count, targets)
            use = note_used(search, length, sum_of(search, path, count))
        runs.nest_of[made] = use
    return offs


def sum_of(search: StepSearch, path: int, count: int) -> int:
    """Return a hash of the path."""
    total = count
    for k in range(count):
        total = mixed(total, search.nests.words[path + 2 * k])
    return total


def add_path(search: StepSearch, row: int, path: int, count: int, targets: int) -> None:
    """Write parents and reasons of a hint's first denial: for each strong link the candidates that
    had to be off, and the clauses of all its links."""
    grid = search.grid
    words = search.nests.words
    runs = search.runs
    for k in range(count):
        clause = words[path + 2 * k + 1]
        if clause >= 0:
            add_gone_of(search, search.runs, row, grid.clause_place[clause])
    if words[path] == words[path + 2 * (count - 1)]:
        add_gone_backwards(search, row, path, count)
    place, reasons = runs.counts[REASONS], 0
    add_reason(search, 0)
    for k in range(count):
        if not has_room(search, search.runs):
            break
        clause = words[path + 2 * k + 1]
        if clause >= 0:
            add_reason(search, clause)
            reasons += 1
        elif k + 1 < count:
            # A weak link: list all clauses of the variable, as any may be the one shared.
            variable = search.numbering.variable_of[words[path + 2 * k] >> 1]
            reasons += add_own_clauses(search, variable)
    for k in range(words[targets]):
        if not has_room(search, search.runs):
            break
        target = search.numbering.variable_of[words[targets + 1 + k]]
        reasons += add_own_clauses(search, target)
    runs.reasons[place] = reasons


def add_gone_backwards(search: StepSearch, row: int, path: int, count: int) -> None:
    """Add as parents what is gone from the cells and regions of a cycle's weak links.

    The Explainer reads a cycle in both directions: backwards, its weak links are what turns
    candidates on, and they rest on all that is gone from their cells and regions, as strong ones
    do.
    """
    words = search.nests.words
    # (The path leads from the end to the start.)
    for k in range(count - 1):
        after, before = words[path + 2 * k], words[path + 2 * k + 2]
        if not after & 1:
            place = shared_place(search, before >> 1, after >> 1)
            if place < search.grid.size * len(search.grid.full):
                add_gone_of(search, search.runs, row, place)


def shared_place(search: StepSearch, x: int, y: int) -> int:
    """Return the place (as in `Grid.clause_place`) of the first clause that two candidates share:
    their cell, or a region in the order of a cell's regions; the number of places if there is
    none."""
    grid = search.grid
    numbering = search.numbering
    if numbering.cell_of[x] == numbering.cell_of[y]:
        return -1 - int(numbering.cell_of[x])
    for one in range(numbering.place_starts[x], numbering.place_starts[x + 1]):
        for other in range(numbering.place_starts[y], numbering.place_starts[y + 1]):
            if numbering.spot_of[one] == numbering.spot_of[other]:
                return int(numbering.spot_of[one])
    return int(grid.size * len(grid.full))


def add_own_clauses(search: StepSearch, variable: int) -> int:
    """Add all clauses of a variable as reasons; return their number."""
    grid = search.grid
    cell, d = (variable - 1) // grid.size, (variable - 1) % grid.size
    add_reason(search, grid.cell_clause[cell])
    for region in grid.regions_of[cell]:
        add_reason(search, region_clause(grid, region, d))
    count = 1 + len(grid.regions_of[cell])
    if len(search.theory.rule_kind):
        for clause in search.theory.holders[variable]:
            if search.theory.kind[clause] == RULE and has_room(search, search.runs):
                add_reason(search, clause)
                count += 1
    return count


def is_new(search: StepSearch, clause: int) -> bool:
    """Return whether the clause had more candidates at the position."""
    grid = search.grid
    place = grid.clause_place[clause]
    if place < 0:
        return bool(grid.start[-1 - place] != grid.left[-1 - place])
    return bool(grid.first_spots[place] != grid.spots[place])
