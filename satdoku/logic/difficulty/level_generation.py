"""Generating puzzles of a level, defined by what a person needs to solve them.

The search is directed: the closest of several minimal puzzles is changed again and again. A puzzle
that is too hard gets more givens; one that is too easy gets some and is minimised again. Puzzle i
of a run depends on (seed, i, options) alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ... import batch
from ...backends.base import Clock
from ...board import STANDARD, Puzzle
from ...cancellation import TimeIsOver, within
from ...errors import GenerationError, PuzzleError
from ...kernels.logic.path import Rated
from ...kernels.logic.state import SOLVED
from ...layout import Layout
from ...operations.pattern import in_time, late, puzzle_on_pattern
from ...operations.symmetry import orbits
from ...operations.variant_generation import Arrangement
from ...random_stream import RandomStream, apart
from ...theory import Theory
from ..catalog.names import rule_of
from ..catalog.rules import bits
from ..explain import explain
from ..explanation import Explanation
from ..search.following import paths_of
from .hard_boards import example_of, harder_and_harder, near, reach_of
from .scales import DEFAULT, SATDOKU, Scale, row_of
from .variant_level_generation import variant_at_level

#: Puzzles compared at a time, and changes of the closest one before a restart.
WIDTH, CHANGES = 16, 24
#: Restarts per puzzle: on 9x9; on boards with fewer levels; for levels that a sample of the board's
#: puzzles did not reach.
MANY_TRIES, FEW_TRIES, LEAST_TRIES = 1000, 25, 3
#: Changes tried for a puzzle on a mask.
PATTERN_TRIES = 1000
#: Levels above this lower bound are sought among neighbours of hard puzzles. Boards are rated if
#: their ease is at most this (lower bound of a level, ease); a search ends after this many
#: that are too hard.
HARD = 87
EASE = ((98, 50), (93, 150), (0, 400))
MOST_BEYOND = 8
#: Upper bound on what a chain adds to the rating of its technique, in tenths.
MOST_ADDED = 20
#: Distance of a puzzle that these rules do not solve, and of one where the hardest of them is used.
FAR, NEARLY = 1 << 20, 1
#: Puzzles to start from when a technique is to be the hardest.
SAMPLE = 2048
#: On boards larger than this nobody can minimise with "proper": givens are removed while the steps
#: solve the puzzle.
LARGE = 16


@dataclass(frozen=True, slots=True)
class Level:
    """The puzzles to generate.

    lowest, highest: bounds on the hardest step's rating, in tenths. needs: rules (their places in
    the scale) that the puzzle uses and that no rule rated as high or lower can replace; forbids:
    rules that must not be needed. named, unnamed: names that some step must have, or that no step
    may have (forms such as "skyscraper", and techniques used only on request; only in our own
    scale). hardest: the name of the technique that the (first) hardest step must have, "" for any.
    clues: (least, most). minimal: no given (or orbit) can be removed without leaving the
    level. tries: restarts before giving up; None for a number that suits the layout. mask: the
    cells that hold the givens, exactly (`minimal` then does not apply). time_limit: seconds. scale:
    of the rules and ratings. kinds: kinds of variant constraints to generate, arranged as `like`
    says; the scale is then our own.
    """

    lowest: int = 0
    highest: int = FAR
    needs: tuple[int, ...] = ()
    forbids: tuple[int, ...] = ()
    named: tuple[str, ...] = ()
    unnamed: tuple[str, ...] = ()
    hardest: str = ""
    layout: Layout = STANDARD
    symmetry: str = "none"
    clues: tuple[int, int] | None = None
    minimal: bool = True
    tries: int | None = None
    mask: frozenset[int] | None = None
    time_limit: float | None = None
    scale: Scale = DEFAULT
    kinds: tuple[str, ...] = ()
    like: Arrangement | None = None

    def __post_init__(self) -> None:
        if self.kinds:
            object.__setattr__(self, "scale", SATDOKU)
        if self.lowest > self.highest:
            raise PuzzleError(
                f"ratings {self.lowest / 10}..{self.highest / 10}: the first is larger than the "
                "second"
            )
        most = self.scale.rows[-1].tenths + MOST_ADDED
        if self.lowest > most:
            raise PuzzleError(
                f"no puzzle is rated {self.lowest / 10} or more: the highest rating is below "
                f"{most / 10}"
            )
        for rule in self.needs:
            row = self.scale.rows[rule]
            if rule in self.forbids or row.tenths > self.highest:
                raise PuzzleError(
                    f"a puzzle cannot need {row.name!r}: it is forbidden, or its rating "
                    f"{row.rating} is above the range"
                )
        if not self.allowed:
            raise PuzzleError(
                f"no technique is rated {self.highest / 10} or less: the scale begins at 1.0"
            )

    @property
    def allowed(self) -> int:
        """The rules that may be used, as bits."""
        return sum(
            1 << rule
            for rule, row in enumerate(self.scale.rows)
            if row.tenths <= self.highest and rule not in self.forbids
        )

    @property
    def stream(self) -> str:
        """What sets the random numbers of a run apart: with one seed, other levels, techniques and
        kinds have other grids."""
        wanted = (self.lowest, self.highest, self.needs, self.named, self.kinds)
        hardest = (self.hardest,) if self.hardest else ()
        return " ".join(map(str, (self.scale.name, *wanted, *hardest)))

    @property
    def allowed_by_name(self) -> int:
        """The same, with those that are used only on request if they are named."""
        return self.allowed | bits(self.on_request)

    @property
    def on_request(self) -> list[int]:
        """The rules of the names required that are not searched for otherwise."""
        return [rule for rule in map(rule_of, self.named) if rule >= len(self.scale.rows)]

    def is_named_so(self, way: Explanation) -> bool:
        """Return whether the steps solve the puzzle and have all the names required, the hardest
        step too, and none that is excluded."""
        last = way.hardest
        if self.hardest and not (last and self.hardest in (last.name, last.rule_name)):
            return False
        names = {name for step in way.steps for name in (step.name, step.rule_name)}
        is_solved = way.outcome == "solved"
        return is_solved and names.issuperset(self.named) and not names & set(self.unnamed)

    def without(self, rule: int) -> int:
        """Return the rules that might replace this one, as bits."""
        rows, highest = self.scale.rows, self.scale.rows[rule].tenths
        others = [r for r, row in enumerate(rows) if row.tenths <= highest and r != rule]
        return self.allowed & sum(1 << r for r in others)


@dataclass(frozen=True, slots=True)
class LevelPuzzle:
    """A puzzle of the level, and the number of puzzles examined to find it."""

    puzzle: Puzzle
    looked_at: int


def generate_at(
    level: Level, seed: int, index: int, watch: Callable[[int, str], object] = lambda *_: None
) -> LevelPuzzle:
    """Return puzzle number `index` of the run with this seed.

    watch: called repeatedly with the number of puzzles examined and a text on how close the closest
    is. Raises `GenerationError` if none is found within the level's tries or time.
    """
    search = _Search(level, RandomStream(apart(seed, level.stream), index), watch)
    try:
        return within(level.time_limit, search.run)
    except TimeIsOver:  # raised while a kernel was running
        raise late(search.clock) from None


class _Search:
    """The search for one puzzle."""

    def __init__(
        self, level: Level, stream: RandomStream, watch: Callable[[int, str], object]
    ) -> None:
        self.level = level
        self.stream = stream
        self.watch = watch
        self.clock = Clock(level.time_limit)
        self.theory = Theory.of(level.layout)
        self.orbits = orbits(level.symmetry, level.layout.places)
        self.is_free = (level.layout.name, level.symmetry, level.mask) == ("9x9", "none", None)
        self.is_large = level.layout.size > LARGE
        self.looked_at = 0
        self.closest = FAR

    def run(self) -> LevelPuzzle:
        level = self.level
        if level.kinds:
            return LevelPuzzle(*variant_at_level(level, self.stream, self.watch, self.clock))
        is_usual = level.layout.name == STANDARD.name
        if self.is_free and level.lowest > HARD:
            return self._among_hard_ones()
        reach = None if is_usual else reach_of(level.layout, level.scale)
        least = max([level.lowest, *(level.scale.rows[rule].tenths for rule in level.needs)])
        is_met = reach is None or reach.meets(least, level.highest)
        if reach and reach.is_all and not is_met:
            raise GenerationError(f"no such puzzle: {reach.text()}")
        usual = MANY_TRIES if is_usual else FEW_TRIES if is_met else LEAST_TRIES
        example = example_of(level.hardest) if self.is_free else None
        for attempt in range(level.tries or usual):
            if example and attempt % 2 != bool(level.on_request):
                boards = near(example, self.stream)
            else:
                boards = self._new_boards()
            grids = batch.solve(boards, layout=level.layout).solutions
            for _ in range(1 if level.mask else CHANGES):
                in_time(self.clock)
                distances = self._distances(boards)
                best = int(np.argmin(np.abs(distances)))
                self.closest = min(self.closest, abs(int(distances[best])))
                self.watch(self.looked_at, self._near)
                if distances[best] == 0:
                    board = boards[best] if level.mask else self._finished(boards[best])
                    if board is not None:
                        return self._of(board)
                    break
                if not level.mask:
                    boards = self._changed(boards[best], grids[best], int(distances[best]))
                    grids = np.repeat(grids[best : best + 1], WIDTH, 0)
        raise self._none("" if is_met or not reach else f"; {reach.text()}, none of them suitable")

    def _of(self, board: np.ndarray) -> LevelPuzzle:
        puzzle = Puzzle(tuple(board.tolist()), self.level.layout)
        return LevelPuzzle(puzzle, self.looked_at)

    def _none(self, others: str = "") -> GenerationError:
        return GenerationError(
            f"no such puzzle among {self.looked_at:,} tried ({self._near}{others}): widen the "
            "level, relax the options, or allow more tries"
        )

    def _among_hard_ones(self) -> LevelPuzzle:
        """Search from hard puzzles to harder ones, by small changes."""
        level = self.level
        most = next(ease for lowest, ease in EASE if level.lowest >= lowest)
        for _ in range(level.tries or MANY_TRIES):
            beyond = 0
            for boards in harder_and_harder(level.layout, self.stream):
                in_time(self.clock)
                self.watch(self.looked_at, self._near)
                for board in (board for ease, board in boards if ease <= most):
                    distance = int(self._distances(board[None])[0])
                    self.closest = min(self.closest, abs(distance))
                    beyond += distance > 0
                    found = None if distance else self._finished(board)
                    if found is not None:
                        return self._of(found)
                if beyond >= MOST_BEYOND:
                    break
        raise self._none()

    def _new_boards(self) -> np.ndarray:
        """Return boards to start from, each with one solution."""
        level = self.level
        if level.mask is None:
            number = SAMPLE if level.hardest and level.needs and self.is_free else WIDTH
            return batch.generate(
                number,
                seed=self._seed(),
                layout=level.layout,
                keep="logic" if self.is_large else "proper",
                symmetry=level.symmetry,
            )
        stream = RandomStream(self._seed(), 0)
        board = puzzle_on_pattern(
            level.layout, level.mask, "proper", stream, PATTERN_TRIES, self.clock
        )
        return np.array([board.cells], np.uint8)

    @property
    def _near(self) -> str:
        if self.closest < FAR and (self.level.lowest, self.level.highest) == (0, FAR):
            return "none of them has all that is asked"
        if self.closest < FAR:
            return f"the closest is {self.closest / 10:.1f} off"
        return "none of them can be solved by these techniques"

    def _seed(self) -> int:
        return self.stream.next()

    def _distances(self, boards: np.ndarray) -> np.ndarray:
        """Return by board: 0 if it is of the level, else how much it is too hard (positive) or too
        easy."""
        level = self.level
        self.looked_at += len(boards)
        rated = self._followed(boards, level.allowed)
        uses = rated.uses.reshape(len(boards), -1)
        far = np.where(rated.hardest < level.lowest, rated.hardest - level.lowest, 0)
        far = np.where(rated.hardest > level.highest, rated.hardest - level.highest, far)
        is_solved = rated.status == SOLVED
        far = np.where(is_solved, far, FAR)
        if level.hardest and level.on_request:  # what is solved does not need it
            least = max(row_of(rule).tenths for rule in level.on_request)
            far = np.where(is_solved, np.minimum(-1, rated.hardest - least), 0)
        for rule in level.needs if level.hardest else ():
            far = np.where(~is_solved & (uses[:, rule] > 0), NEARLY, far)
        for rule in level.needs:
            rest = self._followed(boards, level.without(rule))
            lacks = (uses[:, rule] == 0) | (rest.status == SOLVED)
            rating = level.scale.rows[rule].tenths
            nearer = np.minimum(-1, np.minimum(rated.hardest, rating) - rating)
            far = np.where((far == 0) & lacks, nearer, far)
        if level.named or level.unnamed or level.hardest:
            found = False
            for k in np.flatnonzero(far == 0).tolist():
                found = not found and self._is_named_so(boards[k])
                far[k] = 0 if found else -1 if is_solved[k] else 1
        if level.clues:
            given = (boards > 0).sum(1)
            off = np.maximum(level.clues[0] - given, given - level.clues[1])
            far = np.where((far == 0) & (off > 0), -off, far)
        return np.asarray(far)

    def _followed(self, boards: np.ndarray, allowed: int) -> Rated:
        """Return the outcome of the boards by these rules; on large boards without those that
        assume one solution, so that what they solve has one."""
        scale = self.level.scale
        rules = allowed & ~scale.unique_rules if self.is_large else allowed
        return paths_of(self.theory, scale).follow(boards, allowed=rules)[0]

    def _is_named_so(self, board: np.ndarray) -> bool:
        """Return whether the steps have all the names required and none that is excluded."""
        level, puzzle = self.level, Puzzle(tuple(board.tolist()), self.level.layout)
        if level.scale is SATDOKU:
            way = explain(puzzle, rules=level.allowed_by_name, scale="satdoku", verify=False)
        else:
            allowed = [r.name for k, r in enumerate(level.scale.rows) if level.allowed >> k & 1]
            way = explain(puzzle, only=",".join(allowed), scale=level.scale.name, verify=False)
        return level.is_named_so(way)

    def _changed(self, board: np.ndarray, grid: np.ndarray, distance: int) -> np.ndarray:
        """Return boards near this one: with givens added and, unless it is too hard, minimised
        again; if that is impossible, with givens removed."""
        level = self.level
        boards = np.repeat(board[None], WIDTH, 0)
        fewer = self.is_large and distance < 0
        for k in range(WIDTH):
            open_ = [orbit for orbit in self.orbits if fewer == (board[orbit[0]] > 0)]
            for _ in range(min(len(open_), 1 + self.stream.below(4))):
                orbit = list(open_.pop(self.stream.below(len(open_))))
                boards[k, orbit] = 0 if fewer else grid[orbit]
        if distance > 0 or self.is_large:
            return boards
        return batch.minimize(
            boards, keep="proper", seed=self._seed(), layout=level.layout, symmetry=level.symmetry
        )

    def _finished(self, board: np.ndarray) -> np.ndarray | None:
        """Return the board, made minimal if required; None if its number of clues is out of
        bounds."""
        level, clues = self.level, self.level.clues
        if level.minimal:
            groups = [list(orbit) for orbit in self.orbits if board[orbit[0]]]
            self.stream.shuffle(groups)
            again = True
            while again:
                again = False
                for group in list(groups):
                    fewer = board.copy()
                    fewer[group] = 0
                    if clues and np.count_nonzero(fewer) < clues[0]:
                        continue
                    if self._is_proper(fewer) and self._distances(fewer[None])[0] == 0:
                        board, again = fewer, True
                        groups.remove(group)
        if clues and not clues[0] <= np.count_nonzero(board) <= clues[1]:
            return None
        return board

    def _is_proper(self, board: np.ndarray) -> bool:
        """Return whether a board has one solution; large boards that the steps solve have."""
        layout = self.level.layout
        if self.is_large:
            return True
        return bool(batch.solve(board[None], solutions=False, layout=layout).counts[0] == 1)
