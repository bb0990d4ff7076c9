"""The hints found inside a run that several branches conclude: the best for each conclusion.

A hint is known by its conclusion, a literal; its rank, which has its rating, length and kind
(`unary.rank_of`); and its source: where its branches begin. They are applied from the simplest on,
at equal rank in the order found. As in Sudoku Explainer, what denies the same twice is applied
once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..lockstep.simd import Words, fill, ones
from ..logic.grid import cells_at
from .links import CANDIDATES
from .nests import NOTHING
from .patterns import add_denial
from .unary import BY_LENGTH, BY_RATING, rank_of

if TYPE_CHECKING:
    from ..logic.search import StepSearch

#: Kinds of hints, by which they are ordered at equal rating and length.
DOUBLE, IN_CELL, IN_REGION, CONTRADICTION = 1, 5, 6, 7


class Ranking(NamedTuple):
    """See the module docstring. By literal: ranks, sources (a cell, a place of `Grid.spots`, a
    candidate or a literal, by the kind), found_at (the number of hints found before). found: the
    number of hints found. branches: the candidates at which those of the current hint begin."""

    ranks: Annotated[Words, "literals"]
    sources: Annotated[Words, "literals"]
    found_at: Annotated[Words, "literals"]
    found: Annotated[Words, 1]
    branches: Annotated[Words, 2, "size"]


def begin_ranking(search: StepSearch) -> None:
    """Drop all hints."""
    fill(search.ranking.ranks, 0, 2 * search.numbering.counts[CANDIDATES], NOTHING)
    search.ranking.found[0] = 0


def offer(
    search: StepSearch, literal: int, rated: int, length: int, kind: int, source: int
) -> None:
    """Keep a hint if it is the best for its conclusion so far. rated: as in `unary.rank_of`."""
    ranking = search.ranking
    rank = rank_of(search, rated, length, kind)
    if rank < ranking.ranks[literal]:
        ranking.ranks[literal] = rank
        ranking.sources[literal] = source
        ranking.found_at[literal] = ranking.found[0]
    ranking.found[0] += 1


def simplest(search: StepSearch) -> int:
    """Return the conclusion of the simplest hint; -1 if there is none left."""
    ranking = search.ranking
    best = -1
    rank, found_at = NOTHING, 0
    for literal in range(2 * search.numbering.counts[CANDIDATES]):
        own = ranking.ranks[literal]
        if own < rank or (own == rank < NOTHING and ranking.found_at[literal] < found_at):
            best = literal
            rank = own
            found_at = ranking.found_at[literal]
    return best


def kind_for(search: StepSearch, conclusion: int) -> int:
    """Return the kind of the hint for a conclusion."""
    return int(search.ranking.ranks[conclusion] % BY_LENGTH)


def length_for(search: StepSearch, conclusion: int) -> int:
    """Return the length of the hint for a conclusion."""
    return int(search.ranking.ranks[conclusion] % BY_RATING // BY_LENGTH)


def begin_branches(search: StepSearch, kind: int, source: int) -> int:
    """Make the candidates of a cell, or the places of a digit in a region, the branches; return
    their number."""
    grid = search.grid
    numbering, branches = search.numbering, search.ranking.branches
    number = 0
    if kind == IN_CELL:
        for d in ones(grid.left[source]):
            branches[number] = numbering.number_of[source * grid.size + d + 1]
            number += 1
    else:
        region, d = source // grid.size, source % grid.size
        for cell in cells_at(grid, region, grid.spots[source]):
            branches[number] = numbering.number_of[cell * grid.size + d + 1]
            number += 1
    return number


def clause_of(search: StepSearch, kind: int, source: int) -> int:
    """Return the clause of a cell, or of a digit in a region; -1 for other kinds."""
    if kind == IN_CELL:
        return int(search.grid.cell_clause[source])
    return int(search.grid.region_clause[source]) if kind == IN_REGION else -1


def deny_first(search: StepSearch, row: int, offs: int, conclusion: int) -> int:
    """Add the first denial of a hint's conclusion, without parents and reasons; return the new
    length of the queue of offs."""
    before = offs
    cell, gone = denied(search, conclusion)
    for d in ones(gone):
        if offs == before:
            offs = add_denial(search, row, offs, cell=cell, d=d, like=-1)
    return offs


def deny_rest(search: StepSearch, row: int, offs: int, conclusion: int, use: int) -> int:
    """Add the other denials of a hint's conclusion after the first, which is the last in the queue
    of offs; return its new length. use: the number of the hint among those used (`nests`)."""
    runs = search.runs
    first = offs - 1
    cell, gone = denied(search, conclusion)
    for d in ones(gone):
        offs = add_denial(search, row, offs, cell=cell, d=d, like=runs.off[first])
    for k in range(first, offs):
        runs.nest_of[runs.off[k]] = use
    return offs


def denied(search: StepSearch, conclusion: int) -> tuple[int, int]:
    """Return the cell and the digits (as bits) that a conclusion denies: an on literal the other
    digits of its cell, an off literal its own."""
    cell = search.numbering.cell_of[conclusion >> 1]
    own = 1 << search.numbering.digit_of[conclusion >> 1]
    return cell, search.grid.left[cell] & (~own if conclusion & 1 else own)
