"""Millions of boards: arrays in, arrays out.

Boards are N × cells arrays of uint8, row by row, 0 for blank; or an iterable of `Puzzle`. Few
boards are left to the plain engine, many go to compiled kernels; the answer is the same. `jobs`
threads share the boards by blocks; the answer does not depend on how many.

>>> import numpy
>>> boards = numpy.array([list(map(int, "1000001203000000"))], numpy.uint8)
>>> solve(boards, layout="4x4", limit=9).counts.tolist()
[3]
>>> generate(2, seed=7, layout="4x4").shape
(2, 16)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..board import STANDARD
from ..errors import PuzzleError
from ..kernels.base_rules import SOLVED
from ..kernels.canonical_tasks import Forms
from ..kernels.flat import ENDLESS
from ..kernels.stream import streams
from ..kernels.tasks import Decided, Solved, Tasks
from ..layout import Layout
from ..operations.generating import Recipe, not_found
from ..operations.minimizing import IN_WORDS, Keep, property_named
from ..operations.random_grids import LEXICAL_CONFLICTS, LEXICAL_SIZE, draw_grid
from ..operations.symmetry import orbits
from ..random_stream import RandomStream
from ..theory import Theory
from .boards import (
    Boards,
    as_boards,
    check_number,
    decided_digits,
    groups_of,
    named,
)
from .least_forms import canonical_boards
from .sharing import joined, spread, tasks_for

__all__ = [
    "Checked", "Decided", "Forms", "Solved", "base_rules", "canonical", "check", "decided_digits",
    "first_solutions", "generate", "generate_by", "minimize", "random_grids", "solve", "warm_up",
]  # fmt: skip


def solve(
    puzzles: Boards,
    *,
    limit: int = 2,
    jobs: int = 1,
    solutions: bool = True,
    patience: int = ENDLESS,
    layout: Layout | str = STANDARD,
) -> Solved:
    """Count solutions of each board, up to `limit` >= 1; the first found, and the guesses made.

    Without `solutions` only counts and guesses. A board other than 9×9 that takes `patience`
    conflicts is given up: its count is -1. Raises `PuzzleError` for what is no board.
    """
    check_number("limit", limit, 1)
    boards, board = as_boards(puzzles, layout)
    return _solve(tasks_for("solve", board, len(boards)), boards, limit, solutions, patience, jobs)


def first_solutions(
    puzzles: Boards, *, jobs: int = 1, patience: int = ENDLESS, layout: Layout | str = STANDARD
) -> Solved:
    """The solution that the native engine finds first, and the candidates it tried for it.

    On 9×9 boards with several solutions `solve` may find another one first.
    """
    boards, board = as_boards(puzzles, layout)
    tasks = tasks_for("solve", board, len(boards), lockstep=False)
    return _solve(tasks, boards, 1, True, patience, jobs)


def _solve(
    tasks: Tasks, boards: np.ndarray, limit: int, solutions: bool, patience: int, jobs: int
) -> Solved:
    def work(block: slice) -> Solved:
        return tasks.solve(boards[block], limit, solutions, patience)

    return Solved(*joined(spread(work, len(boards), jobs)))


def base_rules(puzzles: Boards, *, jobs: int = 1, layout: Layout | str = STANDARD) -> Decided:
    """What logic alone decides: the fixed point of the base rules for each board.

    status: STUCK 0, SOLVED 1, BROKEN 2; candidates left, bit d - 1 for digit d.
    """
    boards, board = as_boards(puzzles, layout)
    tasks = tasks_for("base_rules", board, len(boards))
    parts = spread(lambda block: tasks.base_rules(boards[block]), len(boards), jobs)
    return Decided(*joined(parts))


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
    """An irreducible puzzle below each board: that of `satdoku.minimize` with index start + i.

    lacking: "raise" a `PuzzleError` for a board without the property `keep`, or leave it "blank".
    """
    orbits(symmetry, named(layout).size)
    if lacking not in ("raise", "blank"):
        raise PuzzleError(f"lacking {lacking!r}: choose 'raise' or 'blank'")
    boards, board = as_boards(puzzles, layout)
    holds, solutions = _held(boards, keep, board, jobs)
    if lacking == "raise" and not holds.all():
        raise PuzzleError(f"board {int(np.argmin(holds))} (from 0) is not {IN_WORDS[keep]}")
    at = np.flatnonzero(holds)
    small = np.zeros_like(boards)
    kept = boards[at]
    _minimize(kept, solutions[at], keep, symmetry, _streams(seed, start, at), board, jobs)
    small[at] = kept
    return small


def random_grids(
    count: int,
    *,
    seed: int = 0,
    start: int = 0,
    jobs: int = 1,
    layout: Layout | str = STANDARD,
) -> np.ndarray:
    """Full grids number start, start+1, …: those of `satdoku.random_grid`."""
    check_number("count", count, 0)
    return _draw(_streams(seed, start, np.arange(count)), named(layout), jobs)


def generate(
    count: int,
    *,
    seed: int = 0,
    start: int = 0,
    jobs: int = 1,
    layout: Layout | str = STANDARD,
    keep: Keep = "logic",
    symmetry: str = "none",
    clues: tuple[int, int] | None = None,
    minimal: bool = True,
    tries: int = 1000,
) -> np.ndarray:
    """Puzzles number start, start+1, …: those of `satdoku.generate`, which tells of the options.

    Raises `GenerationError` when a puzzle of the wanted kind was not found within the bound.
    """
    recipe = Recipe(named(layout), keep, symmetry, None, clues, minimal, tries)
    return generate_by(recipe, count, seed=seed, start=start, jobs=jobs)


def generate_by(
    recipe: Recipe, count: int, *, seed: int = 0, start: int = 0, jobs: int = 1
) -> np.ndarray:
    """Puzzles by a recipe without a mask; see `generate`."""
    check_number("count", count, 0)
    made = np.zeros((count, recipe.layout.cell_count), np.uint8)
    states = _streams(seed, start, np.arange(count))
    least, most = recipe.clues or (0, recipe.layout.cell_count)
    open_ = np.arange(count)
    fewest, largest = np.full(count, recipe.layout.cell_count), np.zeros(count, np.int64)
    for _ in range(recipe.tries):
        state = states[open_]
        grids = _draw(state, recipe.layout, jobs)
        at_least = np.zeros(len(open_), np.int64)
        if not recipe.minimal:
            for i, old in enumerate(state.tolist()):
                stream = RandomStream.at(old)
                at_least[i] = least + stream.below(most - least + 1)
                state[i] = stream.state
        boards = grids.copy()
        _minimize(boards, grids, recipe.keep, recipe.symmetry, state, recipe.layout, jobs, at_least)
        given = (boards > 0).sum(1)
        fewest[open_] = np.minimum(fewest[open_], given)
        largest[open_] = np.maximum(largest[open_], given)
        good = (least <= given) & (given <= most)
        made[open_[good]] = boards[good]
        states[open_] = state
        open_ = open_[~good]
        if not len(open_):
            return made
    raise not_found(recipe, int(fewest[open_[0]]), int(largest[open_[0]]))


class Checked(NamedTuple):
    """What `satdoku.check` reports, as arrays of N.

    clues; counts (0, 1, 2 for several); logic: solvable by the base rules. minimal, logic_minimal:
    -1 unless proper (solvable by the base rules), else 0 or 1.
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
    """Is each board proper, minimal, solvable by the base rules?

    Without `minimal` or `logic` these are not asked, and `Checked` holds -1 and False.
    """
    boards, board = as_boards(puzzles, layout)
    solved = solve(boards, jobs=jobs, layout=board, solutions=minimal)
    decided = np.zeros(len(boards), bool)
    grids = boards
    if logic:
        decided, grids = _held(boards, "logic", board, jobs)

    def irreducible(keep: str, holds: np.ndarray, grids: np.ndarray) -> np.ndarray:
        answer = np.full(len(boards), -1, np.int8)
        if not minimal:
            return answer
        at = np.flatnonzero(holds)
        answer[at] = 1 - _minimize(
            boards[at], grids[at], keep, "none", streams(0, at), board, jobs, only_look=True
        )
        return answer

    return Checked(
        clues=(boards > 0).sum(1),
        counts=solved.counts,
        minimal=irreducible("proper", solved.counts == 1, solved.solutions),
        logic=decided,
        logic_minimal=irreducible("logic", decided, grids),
    )


def canonical(puzzles: Boards, *, jobs: int = 1, layout: Layout | str = STANDARD) -> Forms:
    """The least form of each board, equal for all that are the same in disguise, and how many
    automorphisms it has; see `satdoku.batch.canonical`.

    Raises `PuzzleError` for a board with a digit twice in a house, or with too many forms.
    """
    boards, board = as_boards(puzzles, layout)
    parts = spread(lambda block: canonical_boards(boards[block], board), len(boards), jobs)
    return Forms(*joined(parts))


def warm_up(say: Callable[[str], object] = print) -> None:
    """Compile all kernels now (for the boards of `layout` 9×9 and for any theory)."""
    from ..kernels.any_theory import AnyTheory
    from ..kernels.compiling import cache_folder
    from ..kernels.lockstep import Lockstep

    small = Layout.of_size(4)
    for tasks, layout in ((Lockstep(), STANDARD), (AnyTheory(Theory.of(small)), small)):
        state = streams(0, np.arange(1))
        grid = tasks.random_grids(state, LEXICAL_CONFLICTS)
        tasks.solve(grid, 2, True)
        tasks.base_rules(grid)
        for keep in ("logic", "proper"):
            at_least = np.zeros(1, np.int64)
            tasks.minimize(
                grid.copy(), grid, keep, groups_of("none", layout), state, at_least, False
            )
    from ..kernels.canonical_tasks import least_forms, shape_of
    from ..kernels.logic_tasks import Paths

    shape = shape_of(small)
    assert shape
    least_forms(np.zeros((1, small.cell_count), np.uint8), shape, compiled=True)
    Paths(Theory.of(small)).follow(np.zeros((1, small.cell_count), np.uint8), allowed=1)
    say(f"all kernels are ready, in {cache_folder() or 'memory only: no folder can be written'}")


def _streams(seed: int, start: int, indices: np.ndarray) -> np.ndarray:
    """The streams of these indices after `start`."""
    check_number("seed", seed, 0, 2**64 - 1)
    check_number("start", start, 0)
    return streams(int(seed), indices + int(start))


def _held(
    boards: np.ndarray, keep: str, layout: Layout, jobs: int
) -> tuple[np.ndarray, np.ndarray]:
    """(which boards have the property, the solutions of those)."""
    property_named(keep)
    if keep == "proper":
        solved = solve(boards, jobs=jobs, layout=layout)
        return solved.counts == 1, solved.solutions
    decided = base_rules(boards, jobs=jobs, layout=layout)
    holds = decided.status == SOLVED
    return holds, decided_digits(decided.candidates) * holds[:, None]


def _minimize(
    boards: np.ndarray,
    solutions: np.ndarray,
    keep: str,
    symmetry: str,
    states: np.ndarray,
    layout: Layout,
    jobs: int,
    at_least: np.ndarray | None = None,
    only_look: bool = False,
) -> np.ndarray:
    """Minimise boards and move the states on, in place; see `Tasks.minimize`."""
    groups = groups_of(symmetry, layout)
    least = np.zeros(len(boards), np.int64) if at_least is None else at_least
    tasks = tasks_for(f"minimize_{keep}", layout, len(boards))

    def work(block: slice) -> np.ndarray:
        return tasks.minimize(
            boards[block], solutions[block], keep, groups, states[block], least[block], only_look
        )

    return np.concatenate(spread(work, len(boards), jobs))


def _draw(states: np.ndarray, layout: Layout, jobs: int) -> np.ndarray:
    """A grid from each stream; the states move on."""
    before = states.copy()
    grids = np.zeros((len(states), layout.cell_count), np.uint8)
    if layout.size <= LEXICAL_SIZE:
        tasks = tasks_for("random_grids", layout, len(states))

        def work(block: slice) -> np.ndarray:
            return tasks.random_grids(states[block], LEXICAL_CONFLICTS)

        grids = np.concatenate(spread(work, len(states), jobs))
    for i in np.flatnonzero(~grids.any(1)).tolist():
        stream = RandomStream.at(int(before[i]))
        grids[i] = draw_grid(layout, stream).cells
        states[i] = stream.state
    return grids
