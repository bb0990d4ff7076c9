"""Denials by patterns inside a run: locking, hidden pairs, naked pairs, X-wings; the first of these
that denies something is used. Its parents are the candidates that had to be off for the pattern.

A pattern that needs no candidate to be off is skipped: it exists at the position itself, and is
left to simpler techniques.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lockstep.simd import ones, popcount
from ..logic.grid import COLUMN, ROW, cells_at, clause_at, is_locked, region_clause
from .runs import REASONS, add_gone, add_gone_of, add_literal, has_room

if TYPE_CHECKING:
    from ..logic.search import StepSearch


def find_denials(search: StepSearch, row: int, offs: int) -> int:
    """Add the denials by patterns; return the new length of the queue of offs."""
    start = offs
    offs = deny_by_locking(search, row, offs)
    if offs == start:
        offs = deny_by_hidden_pairs(search, row, offs)
    if offs == start:
        offs = deny_by_naked_pairs(search, row, offs)
    if offs == start:
        offs = deny_by_x_wings(search, row, offs, COLUMN, ROW)
        offs = deny_by_x_wings(search, row, offs, ROW, COLUMN)
    return offs


def add_denial(search: StepSearch, row: int, offs: int, cell: int, d: int, like: int) -> int:
    """Add the denial of a candidate by a pattern whose first denial is node `like`; return the new
    length of the queue of offs. -1: this is the first, and the caller adds its parents and
    reasons."""
    runs = search.runs
    literal = 2 * search.numbering.number_of[cell * search.grid.size + d + 1]
    if runs.node_of[row + literal] >= 0 or not has_room(search, search.runs):
        return offs
    cause = -2 - runs.counts[REASONS]
    if like >= 0:
        cause = runs.causes[like]
    node = add_literal(search.runs, literal, cause)
    if like >= 0:
        # All denials of a pattern rest on the same parents, which are stored once.
        runs.parent_starts[node] = runs.parent_starts[like]
    runs.node_of[row + literal] = node
    runs.off[offs] = node
    return offs + 1


def add_reason(search: StepSearch, clause: int) -> None:
    """Add a clause on which the pattern rests; the number of these comes first."""
    runs = search.runs
    runs.reasons[runs.counts[REASONS]] = clause
    runs.counts[REASONS] += 1


def rest_on_two(search: StepSearch, row: int, one: int, two: int) -> None:
    """Add as parents what is gone from two clauses (see `Grid.clause_place`), and these as reasons:
    the first two of four."""
    add_gone_of(search, search.runs, row, one)
    add_gone_of(search, search.runs, row, two)
    add_reason(search, 4)
    add_reason(search, clause_at(search.grid, one))
    add_reason(search, clause_at(search.grid, two))


def is_new(search: StepSearch, one: int, two: int, union: int) -> bool:
    """Return whether one of two clauses had more places than these at the position."""
    return bool((search.grid.first_spots[one] | search.grid.first_spots[two]) & ~union)


def deny_by_locking(search: StepSearch, row: int, offs: int) -> int:
    """Add all denials by locked candidates, types of regions in the order of
    `locked_candidates`."""
    grid = search.grid
    for region in range(len(grid.full)):
        # Before the loops over pairs of regions: few digits qualify, so most pairs are not looked
        # at.
        lockable = 0
        for d in range(grid.size):
            at = region * grid.size + d
            if grid.spots[at] != grid.first_spots[at] and is_locked(grid, region, d):
                lockable |= 1 << d
        grid.masks[region] = lockable
    for t in range(4):
        for other_type in range(4):
            if other_type == t or (t in (COLUMN, ROW) and other_type in (COLUMN, ROW)):
                continue
            for region in range(grid.type_starts[t], grid.type_starts[t + 1]):
                if not grid.full[region] or not grid.masks[region]:
                    continue
                for other in range(grid.type_starts[other_type], grid.type_starts[other_type + 1]):
                    crossing = grid.cross[region * len(grid.full) + other]
                    if crossing:
                        offs = deny_locked(
                            search, row, offs, region=region, other=other, crossing=crossing
                        )
    return offs


def deny_locked(
    search: StepSearch, row: int, offs: int, region: int, other: int, crossing: int
) -> int:
    """Add the denials in a region of the digits that another region locks in it."""
    grid = search.grid
    size = grid.size
    for d in ones(grid.masks[region]):
        at, across = region * size + d, other * size + d
        spots = grid.spots[at]
        if spots & ~crossing:
            continue
        outside = grid.spots[across] & ~grid.cross[other * len(grid.full) + region]
        gone = grid.first_spots[at] & ~spots & ~crossing
        if not outside or not gone:
            continue
        like = -1
        for cell in cells_at(grid, other, outside):
            before = offs
            offs = add_denial(search, row, offs, cell=cell, d=d, like=like)
            if offs > before and like < 0:
                like = search.runs.off[before]
                add_gone(search, search.runs, row, at, gone)
                add_reason(search, 2)
                add_reason(search, grid.region_clause[at])
                add_reason(search, grid.region_clause[across])
    return offs


def deny_by_hidden_pairs(search: StepSearch, row: int, offs: int) -> int:
    """Two digits of a region have the same two cells: deny all other digits there."""
    grid = search.grid
    size = grid.size
    for region in range(len(grid.full)):
        # In four cells, two that hold a hidden pair leave a naked pair (or less) in the others.
        if not grid.full[region] or grid.open_cells[region] <= 4:
            continue
        for second in range(1, size):
            two = region * size + second
            union = grid.spots[two]
            if popcount(union) != 2:
                continue
            for first in range(second):
                one = region * size + first
                if grid.spots[one] != union or not is_new(search, one, two, union):
                    continue
                like = -1
                for cell in cells_at(grid, region, union):
                    for d in ones(grid.left[cell] & ~(1 << first | 1 << second)):
                        before = offs
                        offs = add_denial(search, row, offs, cell=cell, d=d, like=like)
                        if offs > before and like < 0:
                            like = search.runs.off[before]
                            rest_on_two(search, row, one, two)
                            for own in cells_at(grid, region, union):
                                add_reason(search, grid.cell_clause[own])
    return offs


def deny_by_naked_pairs(search: StepSearch, row: int, offs: int) -> int:
    """Two cells of a region have the same two digits: deny these in its other cells."""
    grid = search.grid
    for region in range(len(grid.full)):
        cells = grid.region_cells[region]
        # In three cells, two that hold a naked pair leave a hidden single in the third.
        if grid.open_cells[region] < 4:
            continue
        for second in range(1, len(cells)):
            two = cells[second]
            pair = grid.left[two]
            if popcount(pair) != 2:
                continue
            for first in range(second):
                one = cells[first]
                if grid.left[one] != pair:
                    continue
                if grid.start[one] == pair and grid.start[two] == pair:
                    continue
                like = -1
                for cell in cells:
                    if cell in (one, two):
                        continue
                    for d in ones(grid.left[cell] & pair):
                        before = offs
                        offs = add_denial(search, row, offs, cell=cell, d=d, like=like)
                        if offs > before and like < 0:
                            like = search.runs.off[before]
                            rest_on_two(search, row, -1 - one, -1 - two)
                            for own in ones(pair):
                                add_reason(search, region_clause(grid, region, own))
    return offs


def deny_by_x_wings(search: StepSearch, row: int, offs: int, bases: int, covers: int) -> int:
    """In two lines a digit has places only in the same two crossing lines: deny it in the rest of
    these."""
    grid = search.grid
    size = grid.size
    lines = grid.type_starts[bases]
    across = grid.type_starts[covers]
    for second in range(1, size):
        pairs = 0
        for d in range(size):
            if popcount(grid.spots[(lines + second) * size + d]) == 2:
                pairs |= 1 << d
        for first in range(second):
            for d in ones(pairs):
                one, two = (lines + first) * size + d, (lines + second) * size + d
                union = grid.spots[two]
                if grid.spots[one] != union or not is_new(search, one, two, union):
                    continue
                # In three lines, two that hold an X-wing leave a hidden single in the third.
                if sum(grid.first_spots[(lines + k) * size + d] != 0 for k in range(size)) < 4:
                    continue
                like = -1
                for place in ones(union):
                    for line in range(size):
                        cell = grid.region_cells[lines + line][place]
                        if line in (first, second) or not grid.left[cell] >> d & 1:
                            continue
                        before = offs
                        offs = add_denial(search, row, offs, cell=cell, d=d, like=like)
                        if offs > before and like < 0:
                            like = search.runs.off[before]
                            rest_on_two(search, row, one, two)
                            for own in ones(union):
                                add_reason(search, grid.region_clause[(across + own) * size + d])
    return offs
