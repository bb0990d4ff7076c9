"""Random full grids, by one of five methods; the layout decides which.

All limits count conflicts, or the work on masks, so the same seed gives the same grid on every
machine. The first method is the lecture's, and the distribution of its grids is what lectures speak
of; it runs into trouble where constraints reach far (a jigsaw's row decides cells that come much
later), and the others take over there. A search that fails is not repeated from where it was: it
restarts, since a bad first choice costs an exponential search (heavy tails), and a new one is
likely to be better.

1. The lecture's (sizes up to 16): a random permutation of the digits is drawn for each cell, in
   row-major order; the grid is the lexically least one when each cell's digits are ordered by
   its permutation. Cells are decided in row-major order. The base rules prune, which cannot
   change the outcome. After `LEXICAL_CONFLICTS` assertions that broke a clause it gives up.
2. Boxes or a Latin square above size 16: a regular pattern, with digits, rows within bands,
   bands, columns within stacks and stacks shuffled. Always succeeds at once, but reaches only the
   grids that are equivalent to the pattern.
3. Otherwise (jigsaws and extra houses, where 1 gave up or the board is above size 16), up to
   size 25: search with restarts. The smallest open clause is decided, its candidates in random
   order; run k ends after RESTART * luby(k) conflicts. (Luby, Sinclair, Zuckerman 1993.)
4. After `RESTART_CONFLICTS` conflicts, and above size 25: the SAT solver minicard, with a random
   first row (no loss on a board without rules: digits can be renamed; with rules, none if there is
   no grid with that row) and random phases, for `SOLVER_CONFLICTS` conflicts.
5. With rules, up to size 32, and before the others: the search on masks. The digits of each cell
   are tried in an order drawn for it; run k ends after MASK_WORK * luby(k) of work, and the next
   has other orders. The others take over after `MASK_RUNS` runs.

All draw only from the given stream; the fourth also depends on the version of python-sat.

>>> print(random_grid(Layout.of_size(4), seed=1))
2 1 3 4
4 3 1 2
1 4 2 3
3 2 4 1
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..backends.masks import mask_board
from ..board import STANDARD, Puzzle
from ..errors import GenerationError
from ..geometry import Cells
from ..inference.deduction import ASSERTED, OPEN, Deduction
from ..inference.search import Search
from ..layout import Layout, as_layout
from ..phrases import phrase
from ..random_stream import RandomStream
from ..theory import Theory

LEXICAL_SIZE = 16
LEXICAL_CONFLICTS = 2000
RESTART = 50
RESTART_SIZE = 25
RESTART_CONFLICTS = 2_000
SOLVER_CONFLICTS = 500_000
MASK_WORK, MASK_RUNS = 3_000_000, 63


def random_grid(layout: Layout | str = STANDARD, *, seed: int = 0, index: int = 0) -> Puzzle:
    """Return full grid number `index` of the run with this seed.

    Raises `GenerationError` for a layout that has no grid, or if none is found within the limits.

    >>> random_grid("2x2/latin", seed=1).line
    '1221'
    """
    return draw_grid(as_layout(layout), RandomStream(seed, index))


def draw_grid(layout: Layout, stream: RandomStream) -> Puzzle:
    """Draw a random grid from the stream; see `random_grid`."""
    if layout.constraints:
        drawn = masks_grid(layout, stream)
        if drawn:
            return Puzzle(tuple(drawn), layout)
    found = None
    if layout.size <= LEXICAL_SIZE:
        found = lexical_grid(layout, stream)
    elif shape := _pattern_shape(layout):
        return shuffled_pattern(layout, shape, stream)
    if not found and layout.size <= RESTART_SIZE:
        found = restarting_search(layout, stream)
    return Puzzle.from_variables(found or solver_grid(layout, stream), layout)


def _pattern_shape(layout: Layout) -> tuple[int, int] | None:
    """Return the shape of the boxes if a regular pattern fits the board (a Latin square: of rows);
    None if it does not."""
    if not layout.is_regular or layout.extra_houses or layout.constraints:
        return None
    if layout.box_shape or layout.regions:
        return layout.box_shape
    return (1, layout.size)


def masks_grid(layout: Layout, stream: RandomStream) -> Sequence[int] | None:
    """Return the digits of a grid found by the search on masks; None if it cannot take the board,
    or gave up."""
    import numpy as np

    board = mask_board(layout)
    if board is None:
        return None
    search = board.search(board.all_masks())
    for run in range(1, MASK_RUNS + 1):
        search.again(board.all_masks())
        orders = [stream.permutation(layout.size) for _ in range(board.cells)]
        search.prefer(np.array(orders))
        most = search.work + MASK_WORK * luby(run)
        for found in search.solutions(1, most):
            return found
        if search.is_over:
            raise GenerationError(phrase("the layout {name!s} has no grid", name=layout.name))
    return None


def lexical_grid(
    layout: Layout, stream: RandomStream, conflict_limit: int = LEXICAL_CONFLICTS
) -> Cells | None:
    """Return the true variables of the lecture's grid; None if the search gave up."""
    n = layout.size
    orders = [
        [layout.variable_of(cell, digit + 1) for digit in stream.permutation(n)]
        for cell in layout.all_cells
    ]
    deduction = Deduction(Theory.of(layout))
    search = Search(deduction, lambda: first_open_cell(deduction, orders), conflict_limit)
    found = next(search.completions(), None)
    # The whole tree was searched, if the search did not give up.
    if found is None and not search.gave_up:
        raise GenerationError(phrase("the layout {name!s} has no grid", name=layout.name))
    return found


def first_open_cell(deduction: Deduction, orders: list[list[int]]) -> list[int]:
    """Return the candidates of the first undecided cell, in its order; [] if all are decided."""
    status = deduction.status
    for order in orders:
        if ASSERTED not in [status[variable] for variable in order]:
            return [variable for variable in order if status[variable] == OPEN]
    return []


def shuffled_pattern(layout: Layout, shape: tuple[int, int], stream: RandomStream) -> Puzzle:
    """Return a regular grid with boxes of that shape (rows, columns), shuffled."""
    height, width = shape
    n = layout.size
    digits = stream.permutation(n)
    rows = shuffled_lines(height, width, stream)
    columns = shuffled_lines(width, height, stream)
    cells = []
    for r in rows:
        shift = r % height * width + r // height
        cells += [digits[(shift + c) % n] + 1 for c in columns]
    return Puzzle(tuple(cells), layout)


def shuffled_lines(height: int, bands: int, stream: RandomStream) -> list[int]:
    """Return row numbers, with bands of `height` rows, and the rows within each band, shuffled."""
    order = stream.permutation(bands)
    return [band * height + row for band in order for row in stream.permutation(height)]


def shuffled_smallest(deduction: Deduction, stream: RandomStream) -> Callable[[], list[int]]:
    """Return a choice for search: the smallest open clause, its candidates in random order."""

    def choose() -> list[int]:
        candidates = deduction.smallest_clause()
        stream.shuffle(candidates)
        return candidates

    return choose


def restarting_search(layout: Layout, stream: RandomStream) -> Cells | None:
    """Search for a grid with random restarts; return its true variables, None if it gave up."""
    deduction = Deduction(Theory.of(layout))
    choose = shuffled_smallest(deduction, stream)
    conflicts = run = 0
    while conflicts < RESTART_CONFLICTS:
        run += 1
        search = Search(deduction, choose, RESTART * luby(run))
        if found := next(search.completions(), None):
            return found
        # A search that ended by itself has seen the whole tree.
        if not search.gave_up:  # the search was complete
            raise GenerationError(phrase("the layout {name!s} has no grid", name=layout.name))
        conflicts += search.conflicts
    return None


def solver_grid(layout: Layout, stream: RandomStream) -> Cells:
    """Return the true variables of a grid found by minicard."""
    from ..backends.pysat import draw_completion

    n = layout.size
    line = next((house.cells for house in layout.houses if len(house.cells) == n), ())
    order = stream.permutation(n)
    first_row = [layout.variable_of(c, d + 1) for c, d in zip(line, order, strict=False)]
    # Random phases for the rest: the solver tries these digits first.
    others = (cell for cell in layout.all_cells if cell not in line)
    phases = [layout.variable_of(cell, stream.below(n) + 1) for cell in others]
    found = draw_completion(Theory.of(layout), first_row, phases, SOLVER_CONFLICTS)
    if found == () and layout.constraints:  # rules may exclude this order of the digits
        found = draw_completion(Theory.of(layout), [], phases, SOLVER_CONFLICTS)
    if found is None:
        raise GenerationError(
            phrase(
                "no grid of the layout {name!s} found within {number:,} conflicts; it "
                "may have none: try another seed or layout",
                name=layout.name,
                number=SOLVER_CONFLICTS,
            )
        )
    if not found:
        raise GenerationError(phrase("the layout {name!s} has no grid", name=layout.name))
    return found


def luby(i: int) -> int:
    """Return number i (from 1) of the sequence 1 1 2 1 1 2 4 1 1 2 …"""
    half = 1 << (i.bit_length() - 1)
    if i == 2 * half - 1:
        return half
    return luby(i - half + 1)
