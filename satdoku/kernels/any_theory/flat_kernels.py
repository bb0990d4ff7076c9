"""The kernels for any theory and many boards; see `csr` for the arrays.

Each call does one board after the other; threads share the boards out by blocks.
"""

from __future__ import annotations

from ..kernel import kernel, part
from ..lockstep.simd import Words, get, put
from ..lockstep.solving import BROKEN, SOLVED, STUCK
from ..lockstep.trials import BOARD, CELLS, Work, answer, propose
from ..stream import shuffle
from . import csr
from .csr import FlatTheory, Knowledge, Levels


@kernel
def flat_solve(
    theory: FlatTheory,
    known: Knowledge,
    levels: Levels,
    boards: Words,
    limit: int,
    patience: int,
    counts: Words,
    solutions: Words,
    decisions: Words,
    stop: Words,
) -> None:
    """Fill counts (up to `limit` >= 1), decisions, and the first solution of each board.

    A board that takes `patience` conflicts has the count GIVEN_UP.

    boards, solutions: flat digits; solutions is empty if the caller does not need them. counts,
    decisions: one 0 per board at the start.
    """
    for board in range(len(counts)):
        if get(stop, 0):
            return
        csr.push_board(theory, known, boards, board)
        if csr.extend(theory, known):
            csr.search(
                theory,
                known,
                levels,
                limit=limit,
                patience=patience,
                solutions=solutions,
                board=board,
                counts=counts,
                decisions=decisions,
                stop=stop,
            )


@kernel
def flat_base_rules(
    theory: FlatTheory,
    known: Knowledge,
    boards: Words,
    status: Words,
    candidates: Words,
    stop: Words,
) -> None:
    """Fill status (STUCK, SOLVED or BROKEN) and the candidates of each cell, bit d - 1 for digit d.

    A broken board has no candidates.
    """
    for board in range(len(status)):
        if get(stop, 0):
            return
        csr.push_board(theory, known, boards, board)
        if not csr.extend(theory, known):
            put(status, board, BROKEN)
        else:
            put(status, board, SOLVED if csr.smallest_clause(theory, known) < 0 else STUCK)
            for cell in range(theory.cells):
                mask = 0
                for digit in range(1, theory.size + 1):
                    if get(known.status, cell * theory.size + digit) != csr.DENIED:
                        mask |= 1 << (digit - 1)
                put(candidates, board * theory.cells + cell, mask)


@kernel
def flat_minimize(
    theory: FlatTheory,
    known: Knowledge,
    levels: Levels,
    work: Work,
    proper: bool,
    nothing: Words,
    counts: Words,
    decisions: Words,
    stop: Words,
) -> None:
    """Minimise the boards of the work, keeping them proper or solvable by the base rules.

    counts, decisions: one number each; nothing: an empty list.
    """
    while not get(stop, 0) and propose(work, 0):
        board = get(work.lane, BOARD)
        taken = get(work.lane, CELLS)
        csr.push_board(theory, known, work.boards, board)
        if not proper:
            can_go = csr.extend(theory, known)
            # If the base rules give back all that was removed, they go on from there as before: so
            # the board is still solved by them, and the other cells need no look.
            for k in range(taken):
                can_go = can_go and decided_as_before(theory, known, work, board, k)
        else:
            # The board with its givens is proper. Without a single one of them, any other solution
            # has another digit in that cell, so one completion without the old digit settles it.
            # Without several givens, another solution may agree with the old one in any of their
            # cells: then two are counted.
            limit = 2
            if taken == 1:
                csr.push(known, -variable_before(theory, work, board, 0))
                limit = 1
            # The count stays 0 if propagation breaks at once: then there is no other solution,
            # either.
            put(counts, 0, 0)
            if csr.extend(theory, known):
                csr.search(
                    theory,
                    known,
                    levels,
                    limit=limit,
                    patience=csr.ENDLESS,
                    solutions=nothing,
                    board=0,
                    counts=counts,
                    decisions=decisions,
                    stop=stop,
                )
            can_go = get(counts, 0) < limit
        answer(work, 0, can_go)


@part
def variable_before(theory: FlatTheory, work: Work, board: int, k: int) -> int:
    """Return the variable that cell k of the trial asserted before it was removed."""
    cell = get(work.tried, k)
    return cell * theory.size + get(work.solutions, board * theory.cells + cell)


@part
def decided_as_before(theory: FlatTheory, known: Knowledge, work: Work, board: int, k: int) -> bool:
    """Return whether the base rules give cell k of the trial its digit back."""
    return get(known.status, variable_before(theory, work, board, k)) == csr.ASSERTED


@kernel
def flat_grids(
    theory: FlatTheory,
    known: Knowledge,
    levels: Levels,
    streams: Words,
    conflict_limit: int,
    grids: Words,
    orders: Words,
    stop: Words,
) -> None:
    """Draw a grid from each stream, by the lecture's method in `operations.random_grids`.

    A grid that exceeds the conflict limit stays 0. orders: one number per variable.
    """
    size = theory.size
    for grid in range(len(streams)):
        if get(stop, 0):
            return
        # All permutations are drawn before the search, so that what is left of the stream does not
        # depend on how the search went.
        for start in range(0, theory.cells * size, size):
            for i in range(size):
                put(orders, start + i, start + i + 1)
            shuffle(streams, grid, orders, start, size)
        csr.push_board(theory, known, grids, grid)
        depth = 0
        conflicts = 0
        descend = csr.extend(theory, known)
        while (descend or depth) and conflicts < conflict_limit:
            if descend:
                # Cells are chosen in row-major order, and at each level all cells before its choice
                # are decided.
                last = get(levels.choice, depth - 1) if depth else 0
                cell = first_open_cell(theory, known, last)
                if cell == theory.cells:
                    csr.write_digits(theory, known, grids, grid)
                    break
                csr.save(known, levels, depth, cell)
                depth += 1
            variable = next_in_order(theory, known, levels, depth - 1, orders)
            if variable:
                csr.restore(known, levels, depth - 1)
                csr.push(known, variable)
                descend = csr.extend(theory, known)
                conflicts += not descend
            else:
                depth -= 1
                descend = False


@part
def first_open_cell(theory: FlatTheory, known: Knowledge, start: int) -> int:
    """Return the first cell from `start` on without an asserted digit; the number of cells if there
    is none."""
    for cell in range(start, theory.cells):
        is_open = True
        for variable in range(cell * theory.size + 1, (cell + 1) * theory.size + 1):
            is_open = is_open and get(known.status, variable) != csr.ASSERTED
        if is_open:
            return cell
    return theory.cells


@part
def next_in_order(
    theory: FlatTheory, known: Knowledge, levels: Levels, level: int, orders: Words
) -> int:
    """Return the next open variable of a level's cell, in its order; 0 if there is none."""
    start = get(levels.choice, level) * theory.size
    for k in range(get(levels.tried, level), theory.size):
        variable = get(orders, start + k)
        if get(levels.status, level * len(known.status) + variable) == csr.OPEN:
            put(levels.tried, level, k + 1)
            return variable
    return 0
