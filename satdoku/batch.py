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

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeVar

import numpy as np

from .board import STANDARD, Puzzle
from .errors import PuzzleError
from .kernels.base_rules import SOLVED
from .kernels.compiling import Kernel
from .kernels.flat import ENDLESS
from .kernels.stream import streams
from .kernels.tasks import Decided, Groups, Solved, Tasks
from .layout import Layout
from .operations.generating import Recipe, not_found
from .operations.minimizing import Keep, property_named
from .operations.random_grids import LEXICAL_CONFLICTS, LEXICAL_SIZE, draw_grid
from .operations.symmetry import orbits
from .random_stream import RandomStream
from .theory import Theory

__all__ = [
    "Checked", "Decided", "Solved", "base_rules", "check", "decided_digits", "first_solutions",
    "generate", "generate_by", "minimize", "random_grids", "solve", "warm_up",
]  # fmt: skip

Boards = np.ndarray | Iterable[Puzzle]
Part = TypeVar("Part")

#: About how long the plain engine takes for a 9×9 board, in milliseconds.
PLAIN_MS = {
    "solve": 3.0, "base_rules": 0.4, "minimize_logic": 12.0, "minimize_proper": 40.0,
    "random_grids": 4.0,
}  # fmt: skip
#: About how long it takes to start a kernel that was used before, is compiled, is not compiled.
LOADED_MS, READY_MS, COMPILE_MS = 2.0, 300.0, 4000.0
#: Boards a block, at most.
BLOCK = 4096


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
    _check_number("limit", limit, 1)
    boards, board = as_boards(puzzles, layout)
    tasks = tasks_for("solve", board, len(boards))
    parts = _spread(
        lambda block: tasks.solve(boards[block], limit, solutions, patience), len(boards), jobs
    )
    return Solved(*_joined(parts, tasks.solve(boards[:0], limit, solutions)))


def first_solutions(
    puzzles: Boards, *, jobs: int = 1, patience: int = ENDLESS, layout: Layout | str = STANDARD
) -> Solved:
    """The solution that the native engine finds first, and the candidates it tried for it.

    On 9×9 boards with several solutions `solve` may find another one first.
    """
    boards, board = as_boards(puzzles, layout)
    tasks = tasks_for("solve", board, len(boards), lockstep=False)
    parts = _spread(lambda block: tasks.solve(boards[block], 1, True, patience), len(boards), jobs)
    return Solved(*_joined(parts, tasks.solve(boards[:0], 1, True)))


def base_rules(puzzles: Boards, *, jobs: int = 1, layout: Layout | str = STANDARD) -> Decided:
    """What logic alone decides: the fixed point of the base rules for each board.

    status: STUCK 0, SOLVED 1, BROKEN 2; candidates left, bit d - 1 for digit d.
    """
    boards, board = as_boards(puzzles, layout)
    tasks = tasks_for("base_rules", board, len(boards))
    parts = _spread(lambda block: tasks.base_rules(boards[block]), len(boards), jobs)
    return Decided(*_joined(parts, tasks.base_rules(boards[:0])))


def decided_digits(candidates: np.ndarray) -> np.ndarray:
    """The digits of cells that have one candidate (bit d - 1), 0 for the others."""
    single = (candidates & (candidates - np.uint64(1))) == 0
    # 2**(d-1) is a float with the exponent d.
    digits: np.ndarray = np.frexp(candidates.astype(np.float64))[1] * single
    return digits.astype(np.uint8)


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
        wanted = "solvable by the base rules" if keep == "logic" else "proper"
        raise PuzzleError(f"board {int(np.argmin(holds))} (from 0) is not {wanted}")
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
    _check_number("count", count, 0)
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
    _check_number("count", count, 0)
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
        at = np.flatnonzero(holds) if minimal else np.zeros(0, np.int64)
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


def warm_up(say: Callable[[str], object] = print) -> None:
    """Compile all kernels now (for the boards of `layout` 9×9 and for any theory)."""
    from .kernels.any_theory import AnyTheory
    from .kernels.compiling import cache_folder
    from .kernels.lockstep import Lockstep

    small = Layout.of_size(4)
    for tasks, layout in ((Lockstep(), STANDARD), (AnyTheory(Theory.of(small)), small)):
        state = streams(0, np.arange(1))
        grid = tasks.random_grids(state, LEXICAL_CONFLICTS)
        tasks.solve(grid, 2, True)
        tasks.base_rules(grid)
        for keep in ("logic", "proper"):
            at_least = np.zeros(1, np.int64)
            tasks.minimize(grid.copy(), grid, keep, _groups("none", layout), state, at_least, False)
    say(f"all kernels are ready, in {cache_folder() or 'memory only: no folder can be written'}")


def _check_number(name: str, value: int, least: int, most: int = 2**62) -> None:
    if not isinstance(value, int | np.integer) or not least <= value <= most:
        raise PuzzleError(f"{name} {value!r}: choose a whole number, {least:,} to {most:,}")


def _streams(seed: int, start: int, indices: np.ndarray) -> np.ndarray:
    """The streams of these indices after `start`."""
    _check_number("seed", seed, 0, 2**64 - 1)
    _check_number("start", start, 0)
    return streams(int(seed), indices + int(start))


# -- Boards and blocks ----------------------------------------------------------------------


def named(layout: Layout | str) -> Layout:
    """The layout, if need be by its name."""
    if not isinstance(layout, Layout | str):
        raise PuzzleError(f"layout {layout!r}: give a Layout or its name")
    return Layout.named(layout) if isinstance(layout, str) else layout


def as_boards(puzzles: Boards, layout: Layout | str) -> tuple[np.ndarray, Layout]:
    """(N × cells uint8, contiguous; layout). Puzzles bring their own layout."""
    board = named(layout)
    if isinstance(puzzles, np.ndarray):
        wanted = board.cell_count
        if puzzles.ndim != 2 or puzzles.shape[1] != wanted or puzzles.dtype.kind not in "ui":
            raise PuzzleError(
                f"an array of shape {puzzles.shape} and type {puzzles.dtype}: boards of the layout "
                f"{board.name} are N × {wanted} whole numbers"
            )
        if puzzles.size and not 0 <= puzzles.min() <= puzzles.max() <= board.size:
            wrong = (puzzles < 0) | (puzzles > board.size)
            row, cell = np.argwhere(wrong)[0].tolist()
            raise PuzzleError(
                f"board {row} (from 0), {board.cell_name(cell)} holds {puzzles[row, cell]}: "
                f"digits are 1 to {board.size}, and 0 for blank"
            )
        return np.require(puzzles, np.uint8, ["C", "W"]), board
    listed = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    for i, puzzle in enumerate(listed):
        if not isinstance(puzzle, Puzzle):
            raise PuzzleError(
                f"item {i} (from 0) is a {type(puzzle).__name__}: give Puzzles (satdoku.parse_all "
                "reads text) or an array of N × cells digits"
            )
    if listed:
        board = listed[0].layout
        for i, puzzle in enumerate(listed):
            if puzzle.layout != board:
                raise PuzzleError(
                    f"board {i} (from 0) is of the layout {puzzle.layout.name}, those before of "
                    f"{board.name}: give the boards of each layout apart"
                )
    cells = np.array([puzzle.cells for puzzle in listed], np.uint8)
    return cells.reshape(len(listed), board.cell_count), board


def tasks_for(task: str, layout: Layout, count: int, lockstep: bool = True) -> Tasks:
    """What answers a task on so many boards: the plain engine if no kernel is ready before it."""
    from .operations.plain_tasks import PlainTasks

    lockstep = lockstep and layout.regions == STANDARD.regions and not layout.extra_houses
    theory = Theory.of(layout)
    plain_ms = count * PLAIN_MS[task] * theory.occurrence_count / 2916
    if plain_ms > LOADED_MS:
        kernels = _compiled_tasks(theory, lockstep)
        if plain_ms > sum(map(_start_ms, kernels.kernels(task))):
            return kernels
    return PlainTasks(theory, lockstep)


def _start_ms(kernel: Kernel) -> float:
    return LOADED_MS if kernel.is_loaded else READY_MS if kernel.is_ready else COMPILE_MS


def _compiled_tasks(theory: Theory, lockstep: bool) -> Tasks:
    if lockstep:
        from .kernels.lockstep import Lockstep

        return Lockstep()
    from .kernels.any_theory import AnyTheory

    return AnyTheory(theory)


def _blocks(count: int, jobs: int) -> Iterator[slice]:
    size = min(BLOCK, max(64, -(-count // (4 * jobs)))) if jobs > 1 else BLOCK
    return (slice(i, min(i + size, count)) for i in range(0, count, size))


def _spread(work: Callable[[slice], Part], count: int, jobs: int) -> list[Part]:
    """work(block) for the blocks of so many boards, by threads, in order."""
    _check_number("jobs", jobs, 1, 1024)
    blocks = list(_blocks(count, jobs))
    if jobs == 1 or len(blocks) < 2:
        return [work(block) for block in blocks]
    from concurrent.futures import ThreadPoolExecutor

    first = work(blocks[0])  # loads or compiles the kernel, once
    with ThreadPoolExecutor(jobs) as pool:
        return [first, *pool.map(work, blocks[1:])]


def _joined(
    parts: Sequence[tuple[np.ndarray, ...]], empty: tuple[np.ndarray, ...]
) -> list[np.ndarray]:
    return [np.concatenate(arrays) for arrays in zip(*(parts or (empty,)), strict=True)]


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
    groups = _groups(symmetry, layout)
    least = np.zeros(len(boards), np.int64) if at_least is None else at_least
    tasks = tasks_for(f"minimize_{keep}", layout, len(boards))

    def work(block: slice) -> np.ndarray:
        return tasks.minimize(
            boards[block], solutions[block], keep, groups, states[block], least[block], only_look
        )

    return np.concatenate([np.zeros(0, np.uint8), *_spread(work, len(boards), jobs)])


def _groups(symmetry: str, layout: Layout) -> Groups:
    groups = orbits(symmetry, layout.size)
    cells = np.array([cell for orbit in groups for cell in orbit], np.int32)
    return Groups(cells, np.array([0, *accumulate(map(len, groups))], np.int32))


def _draw(states: np.ndarray, layout: Layout, jobs: int) -> np.ndarray:
    """A grid from each stream; the states move on."""
    before = states.copy()
    grids = np.zeros((len(states), layout.cell_count), np.uint8)
    if layout.size <= LEXICAL_SIZE and len(states):
        tasks = tasks_for("random_grids", layout, len(states))

        def work(block: slice) -> np.ndarray:
            return tasks.random_grids(states[block], LEXICAL_CONFLICTS)

        grids = np.concatenate(_spread(work, len(states), jobs))
    for i in np.flatnonzero(~grids.any(1)).tolist():
        stream = RandomStream.at(int(before[i]))
        grids[i] = draw_grid(layout, stream).cells
        states[i] = stream.state
    return grids
