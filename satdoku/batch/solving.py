"""Solve, check and minimise many boards, and find their canonical forms.

Several solutions, the fixed points of the base rules, redundant givens: each question is put to the
tasks that `sharing` chooses, block by block.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..board import STANDARD
from ..errors import PuzzleError
from ..kernels.any_theory.csr import ENDLESS
from ..kernels.canonical.form_kernel import Forms
from ..kernels.lockstep.solving import SOLVED
from ..kernels.stream import streams
from ..kernels.tasks import Decided, Removals, Solved
from ..layout import Layout, as_layout
from ..operations.minimizing import IN_WORDS, Keep, property_named
from ..operations.symmetry import orbits
from .boards import Boards, as_boards, check_number, decided_digits, groups_of
from .canonical_forms import canonical_boards
from .sharing import joined, spread, tasks_for


def solve(
    puzzles: Boards,
    *,
    limit: int = 2,
    jobs: int = 1,
    solutions: bool = True,
    patience: int = ENDLESS,
    layout: Layout | str = STANDARD,
) -> Solved:
    """Count solutions of each board, up to `limit` >= 1; return the first found, and the guesses.

    Without `solutions`, only counts and guesses. A board other than 9×9 that takes `patience`
    conflicts is given up: its count is -1. Raises `PuzzleError` for an invalid board.
    """
    check_number("limit", limit, 1)
    boards, board = as_boards(puzzles, layout)
    tasks = tasks_for("solve", board)

    def work(block: slice) -> Solved:
        return tasks.solve(boards[block], limit, solutions, patience)

    return Solved(*joined(spread(work, len(boards), jobs)))


def first_solutions(
    puzzles: Boards, *, jobs: int = 1, patience: int = ENDLESS, layout: Layout | str = STANDARD
) -> Solved:
    """Return the solution that the native engine finds first, and the candidates it tried for it.

    On 9×9 boards with several solutions `solve` may find another one first.
    """
    boards, board = as_boards(puzzles, layout)
    tasks = tasks_for("solve", board, lockstep=False)

    def work(block: slice) -> Solved:
        return tasks.solve(boards[block], 1, want_solutions=True, patience=patience)

    return Solved(*joined(spread(work, len(boards), jobs)))


def base_rules(puzzles: Boards, *, jobs: int = 1, layout: Layout | str = STANDARD) -> Decided:
    """Compute the fixed point of the base rules for each board.

    status: STUCK 0, SOLVED 1, BROKEN 2; candidates left, bit d - 1 for digit d.
    """
    boards, board = as_boards(puzzles, layout)
    tasks = tasks_for("base_rules", board)

    def work(block: slice) -> Decided:
        return tasks.base_rules(boards[block])

    return Decided(*joined(spread(work, len(boards), jobs)))


def having(
    boards: np.ndarray, keep: str, layout: Layout, jobs: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return (which boards have the property, the solutions of those)."""
    if keep == "proper":
        solved = solve(boards, jobs=jobs, layout=layout)
        return solved.counts == 1, solved.solutions
    decided = base_rules(boards, jobs=jobs, layout=layout)
    holds = decided.status == SOLVED
    digits = decided_digits(decided.candidates)
    return holds, digits * holds[:, None]


def minimize(
    puzzles: Boards,
    *,
    keep: Keep = "logic",
    symmetry: str = "none",
    seed: int = 0,
    start: int = 0,
    jobs: int = 1,
    layout: Layout | str = STANDARD,
    lacking: str = "raise",
) -> np.ndarray:
    """Return an irreducible puzzle below each board: that of `satdoku.minimize`, index start + i.

    lacking: "raise" a `PuzzleError` for a board without the property `keep`, or leave it "blank".
    """
    property_named(keep)
    orbits(symmetry, as_layout(layout).size)
    if lacking not in ("raise", "blank"):
        raise PuzzleError(f"lacking {lacking!r}: choose 'raise' or 'blank'")
    boards, board = as_boards(puzzles, layout)
    holds, solutions = having(boards, keep, board, jobs)
    if lacking == "raise" and not holds.all():
        first = int(np.argmin(holds))
        raise PuzzleError(f"board {first} (from 0) is not {IN_WORDS[keep]}")
    at = np.flatnonzero(holds)
    small = np.zeros_like(boards)
    kept = boards[at]
    states = streams_from(seed, start, at)
    least = np.zeros(len(at), np.int64)
    removals = Removals(keep, groups_of(symmetry, board), states, least)
    minimize_in_place(kept, solutions[at], removals, board, jobs)
    small[at] = kept
    return small


def minimize_in_place(
    boards: np.ndarray, solutions: np.ndarray, removals: Removals, layout: Layout, jobs: int
) -> np.ndarray:
    """Minimise boards and advance the streams, in place; see `Tasks.minimize`."""
    tasks = tasks_for("minimize", layout)

    def work(block: slice) -> np.ndarray:
        return tasks.minimize(boards[block], solutions[block], removals.of(block))

    return np.concatenate(spread(work, len(boards), jobs))


def having_spare_givens(
    boards: np.ndarray, solutions: np.ndarray, keep: str, layout: Layout, jobs: int
) -> np.ndarray:
    """Return 1 for each board from which a given can be removed without losing the property."""
    # Whether any given can go does not depend on the order, so neither does it on the seed.
    states = streams(0, np.arange(len(boards)))
    least = np.zeros(len(boards), np.int64)
    removals = Removals(keep, groups_of("none", layout), states, least, only_look=True)
    return minimize_in_place(boards, solutions, removals, layout, jobs)


def streams_from(seed: int, start: int, indices: np.ndarray) -> np.ndarray:
    """Return the initial states of the streams with these indices after `start`."""
    check_number("seed", seed, 0, 2**64 - 1)
    check_number("start", start, 0)
    return streams(int(seed), indices + int(start))


class Checked(NamedTuple):
    """The report of `satdoku.check`, as arrays of N.

    clues; counts (0, 1, 2 for several); logic: solvable by the base rules. minimal, logic_minimal:
    0 or 1, but -1 unless the board is proper (solvable by the base rules).
    """

    clues: np.ndarray
    counts: np.ndarray
    minimal: np.ndarray
    logic: np.ndarray
    logic_minimal: np.ndarray


def check(
    puzzles: Boards,
    *,
    minimal: bool = True,
    logic: bool = True,
    jobs: int = 1,
    layout: Layout | str = STANDARD,
) -> Checked:
    """Check whether each board is proper, minimal, solvable by the base rules.

    Without `minimal` or `logic` these are not computed, and `Checked` holds -1 and False.
    """
    boards, board = as_boards(puzzles, layout)
    solved = solve(boards, jobs=jobs, layout=board, solutions=minimal)
    decided = np.zeros(len(boards), bool)
    grids = boards
    if logic:
        decided, grids = having(boards, "logic", board, jobs)

    def irreducible(keep: str, holds: np.ndarray, grids: np.ndarray) -> np.ndarray:
        answer = np.full(len(boards), -1, np.int8)
        if not minimal:
            return answer
        at = np.flatnonzero(holds)
        spare = having_spare_givens(boards[at], grids[at], keep, board, jobs)
        answer[at] = 1 - spare
        return answer

    return Checked(
        clues=(boards > 0).sum(1),
        counts=solved.counts,
        minimal=irreducible("proper", solved.counts == 1, solved.solutions),
        logic=decided,
        logic_minimal=irreducible("logic", decided, grids),
    )


def canonical(puzzles: Boards, *, jobs: int = 1, layout: Layout | str = STANDARD) -> Forms:
    """Return the canonical form of each board, equal for all isomorphs, and its number of
    automorphisms; for one board see `satdoku.canonical`.

    Raises `PuzzleError` for a board with a digit twice in a house, or with too many forms.
    """
    boards, board = as_boards(puzzles, layout)

    def work(block: slice) -> Forms:
        return canonical_boards(boards[block], board)

    return Forms(*joined(spread(work, len(boards), jobs)))
