"""Multi-sector locked sets (MSLS): the cells where some rows cross some columns.

For each of their digits, take the rows, the columns or the boxes that contain its places there,
whichever are fewest. If these are as many as the cells, it is Cover(k): the cells are the bases,
the digits in the houses the covers, and the covers' other candidates are false. There are never
fewer, as the cells hold as many digits; so the search leaves a choice of rows and columns once
there are more.

Source: the Sudoku Players' Forum (D. P. Bird).

Lesson: multi-sector locked sets

    Cells where some rows cross some columns. Each of their digits needs some rows, columns or boxes
    to hold all its places there; if these are as many as the cells, the digits are removed from the
    rest of them.

    Why: Cover(k): the cells are the bases, the digits in those houses the covers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ....grouping import grouped
from ....kernels.kernel import kernel
from ....kernels.lockstep.simd import fill, ones, popcount
from ....kernels.logic.found import SIZE, base, begin, cover, reported
from ....kernels.logic.grid import choices, deny_digits, is_worth, region_clause, update_grid
from ....kernels.logic.search import StepSearch
from ....phrases import joined, phrase
from ...catalog.row import ScaleRow
from ...step_text.sentences import digit_in_cells
from ...truths_and_links import truths_and_links
from ...view import View, bits_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...steps import LogicStep

ROWS = (
    ScaleRow("multi-sector locked sets", 8.6, f"{__name__}:find_sectors", 0, "own reason",
         aliases=("MSLS", "multifish"), asked=True, in_se=False, slow=True),
)  # fmt: skip
#: Rows and columns at least and at most; cells at least; candidates of a cell at most.
FEWEST, MOST, CELLS, CANDIDATES = 3, 5, 9, 6
#: Ways to cover a digit, and their number.
IN_ROWS, IN_COLUMNS, IN_BOXES, WAYS = range(4)
#: The largest number of a box that is counted as a bit; those beyond are counted once per place.
MOST_BITS = 62


# Idea: cells at crossings of some rows and columns are bases, and for each digit the cheapest way
# to cover its places (by rows, by columns or by boxes) is taken. Covers can never be fewer than
# cells; if they are just as many, everything else in them goes.
#
# Invariant: `chosen` has for each row the columns of its open cells, of its cells with too many
# candidates, and of the places of each digit. So for a choice of rows and columns the houses of a
# digit are counted by masks, without looking at a cell.
#
# All choices of rows and columns are tried; that is affordable because the count stops at the first
# digit that makes the houses more than the cells, and because a cell with many candidates rules a
# choice out at once.
@kernel
def find_sectors(search: StepSearch, mode: int) -> bool:
    """Find sectors on each board: rows chosen first, then columns."""
    update_grid(search)
    grid = search.grid
    for board in range(grid.boards):
        rows = len(grid.lines[2 * board + 1])
        columns = len(grid.lines[2 * board])
        if (grid.size + 2) * rows > len(search.chosen):
            continue
        note_rows(search, board)
        for k in range(FEWEST, min(MOST, rows - 1) + 1):
            for some in choices(k, rows):
                if search.stop[0]:
                    return False
                for m in range(FEWEST, min(MOST, columns - 1) + 1):
                    for others in choices(m, columns):
                        if are_locked(search, board, some, others):
                            fill_in(search, board, some, others)
                            if is_worth(search) and reported(search):
                                return True
    return False


def note_rows(search: StepSearch, board: int) -> None:
    """Store in `StepSearch.chosen`, for each row, the columns of its open cells, those of its cells
    with too many candidates, and those of the places of each digit."""
    grid = search.grid
    chosen = search.chosen
    fill(chosen, 0, (grid.size + 2) * len(grid.lines[2 * board + 1]), 0)
    for cell in range(grid.cells):
        row = grid.line_of[2 * board + 1][cell]
        column = grid.line_of[2 * board][cell]
        if row >= 0 and column >= 0 and grid.left[cell]:
            at = (grid.size + 2) * row
            chosen[at] |= 1 << column
            if popcount(grid.left[cell]) > CANDIDATES:
                chosen[at + 1] |= 1 << column
            for d in ones(grid.left[cell]):
                chosen[at + 2 + d] |= 1 << column


def are_locked(search: StepSearch, board: int, some: int, others: int) -> bool:
    """Return whether the cells need just as many houses as they are."""
    grid = search.grid
    chosen = search.chosen
    cells = 0
    for row in ones(some):
        at = (grid.size + 2) * row
        if chosen[at + 1] & others:
            return False
        cells += popcount(chosen[at] & others)
    if cells < CELLS:
        return False
    houses = 0
    for d in range(grid.size):
        houses += fewest(search, board, some, others, d) // WAYS
        if houses > cells:
            return False
    return houses == cells


def fewest(search: StepSearch, board: int, some: int, others: int, d: int) -> int:
    """Return WAYS times the number of rows, columns or boxes that contain the places of a digit in
    the cells, whichever are fewest, plus the way."""
    grid = search.grid
    chosen = search.chosen
    rows = 0
    columns = 0
    boxes = 0
    beyond = 0
    for row in ones(some):
        places = chosen[(grid.size + 2) * row + 2 + d] & others
        columns |= places
        rows += places != 0
        for place in ones(places):
            cell = grid.region_cells[grid.lines[2 * board + 1][row]][place]
            box = grid.regions_of[cell][0]
            if box < MOST_BITS:
                boxes |= 1 << box
            else:
                beyond += 1
    # One number holds both the count and the way, so that `min` prefers rows to columns to boxes
    # among equal counts, and the caller can take them apart again.
    return min(
        WAYS * rows + IN_ROWS,
        WAYS * popcount(columns) + IN_COLUMNS,
        WAYS * (popcount(boxes) + beyond) + IN_BOXES,
    )


def fill_in(search: StepSearch, board: int, some: int, others: int) -> None:
    """Fill in the step of these rows and columns."""
    grid = search.grid
    found = search.found
    rows = grid.line_of[2 * board + 1]
    columns = grid.line_of[2 * board]
    begin(found)
    for cell in range(grid.cells):
        if is_inside(search, board, some, others, cell):
            base(found, grid.cell_clause[cell])
            found.numbers[SIZE] += 1
    for d in range(grid.size):
        way = fewest(search, board, some, others, d) % WAYS
        fill(grid.masks, 0, len(grid.full), 0)
        for cell in range(grid.cells):
            if grid.left[cell] >> d & 1 and is_inside(search, board, some, others, cell):
                region = grid.regions_of[cell][0]
                if way == IN_ROWS:
                    region = grid.lines[2 * board + 1][rows[cell]]
                elif way == IN_COLUMNS:
                    region = grid.lines[2 * board][columns[cell]]
                grid.masks[region] = 1
        for region in range(len(grid.full)):
            if grid.masks[region]:
                cover(found, region_clause(grid, region, d))
                for cell in grid.region_cells[region]:
                    if not is_inside(search, board, some, others, cell):
                        deny_digits(search, cell, 1 << d)


def is_inside(search: StepSearch, board: int, some: int, others: int, cell: int) -> bool:
    """Return whether a cell is open and in the rows and columns."""
    grid = search.grid
    row = grid.line_of[2 * board + 1][cell]
    column = grid.line_of[2 * board][cell]
    if row < 0 or column < 0 or not grid.left[cell]:
        return False
    return bool(some >> row & 1 and others >> column & 1)


def tell(view: View, step: LogicStep, _: Sequence[int]) -> LogicStep:
    """Return the step with its cells and houses."""
    cells = bits_of(view.cell_of(clause) for clause in step.bases)
    chain = truths_and_links(view.theory, step.bases, step.covers)
    return replace(
        step,
        reason=said_of(view, cells, step.covers),
        roles=(("base", view.held(cells)),),
        chains=(chain,) if chain else (),
    )


def said_of(view: View, cells: int, covers: Sequence[int]) -> str:
    """Return the reason of cells that hold as many digits as there are, by these clauses."""
    clauses = (view.theory.clauses[c] for c in covers)
    by_house = grouped((str(clause.house), clause.digit or 0) for clause in clauses)
    places = list[str]()
    for house, ds in by_house.items():
        places.append(digit_in_cells(view.symbols(bits_of(ds)), house))
    return phrase(
        "The {number} cells {cells} can hold at most {most} digits ({places}), one each: so each "
        "of these digits is in one of the cells",
        number=cells.bit_count(),
        cells=view.one_by_one(cells),
        most=len(covers),
        places=joined(places, "{one}; {next}"),
    )
