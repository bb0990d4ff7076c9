"""Generating puzzles of a level, defined by what a person needs to solve them.

The search is directed: the closest of several minimal puzzles is changed again and again. A puzzle
that is too hard gets more givens; one that is too easy gets some and is minimised again. Puzzle i
of a run depends on (seed, i, options) alone.

Invariant: every board that is looked at has one solution (large boards: is solved by the steps),
and its grid is kept beside it, so that givens can be added without solving it again. How far a
board is from the level is one signed number, see `_LevelSearch._distances`: its sign says which
change to make, its size which board to go on from.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from itertools import islice

import numpy as np

from ... import batch
from ...backends.base import Clock
from ...board import STANDARD, Puzzle
from ...cancellation import TimeIsOver, within
from ...errors import GenerationError, GenerationTimeLimit, PuzzleError, TimeLimitReached
from ...formats.text.reader import parse
from ...frozen import frozen
from ...grouping import in_blocks
from ...kernels.logic.path import Rated
from ...kernels.logic.state import SOLVED
from ...layout import Layout
from ...operations.generating import check_clue_counts
from ...operations.pattern import late, puzzle_on_pattern
from ...operations.shuffling import shuffled
from ...operations.solving import is_proper
from ...operations.symmetry import orbits
from ...operations.variant_generation import Arrangement
from ...phrases import phrase
from ...random_stream import RandomStream, apart
from ...theory import Theory
from ..catalog.names import rule_of
from ..catalog.rules import bits
from ..explain import explain
from ..explanation import Explanation
from ..search.following import paths_of, paths_with
from .hard_seeds import is_seed, seeds_near
from .near_boards import around, ease_of, examples_of, near
from .reach import reach_of
from .scales import DEFAULT, SATDOKU, Scale, row_of
from .variant_level_generation import variant_at_level

#: Puzzles compared at a time.
WIDTH = 16
#: Changes of the closest one before a restart.
CHANGES = 24
#: Restarts per puzzle: on 9x9; on boards with fewer levels; for levels that a sample of the board's
#: puzzles did not reach.
MANY_TRIES, FEW_TRIES, LEAST_TRIES = 1000, 25, 3
#: Changes tried for a puzzle on a mask.
PATTERN_TRIES = 1000
#: Levels above this lower bound are sought near hard puzzles. Boards are rated if their ease is at
#: most this (lower bound of a level, ease); so often one puzzle's neighbourhood is searched.
HARD = 87
EASE = ((108, 110), (98, 250), (93, 620), (0, 920))
ROUNDS = 12
#: So many puzzles, the closest by rating, are those whose neighbours are tried next.
CLOSEST = 6
#: Upper bound on what a chain adds to the rating of its technique, in tenths.
MOST_ADDED = 20
#: Distance of a puzzle that these rules do not solve, of one where the hardest of them is used, and
#: of one whose steps do not have a name that is needed.
FAR, NEARLY, UNNAMED = 1 << 20, 1, 3
#: Puzzles to start from when a technique is to be the hardest.
SAMPLE = 2048
#: From this rating of the technique on, only so many of them, those of least ease: nearly all the
#: others are solved without it, and each takes long to rate.
HARD_TECHNIQUE, HARD_SAMPLE = 80, 64
#: Work after which a search for a technique ends, unless tries are given, in thirds of a
#: millisecond: of a puzzle rated by the rating of the technique; of one explained.
MOST_WORK = 150_000
RATED_WORK = ((85, 60), (80, 30), (70, 4), (0, 1))
EXPLAINED = 30
#: So many puzzles of a level to which too few givens could be added end the search.
MOST_UNFILLED = 50
#: On boards larger than this nobody can minimise with "proper": givens are removed while the steps
#: solve the puzzle.
LARGE = 16


@frozen
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
    says; the scale is then our own. near: a puzzle of this layout with one solution, from which the
    search begins, by exchanges of one or two givens.

    >>> import satdoku
    >>> level = satdoku.Level(lowest=15, highest=20)
    >>> [satdoku.rate(p).rating for p in satdoku.generate(2, seed=1, level=level)]
    [2.0, 2.0]
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
    near: Puzzle | None = None

    def __post_init__(self) -> None:
        if self.kinds:
            object.__setattr__(self, "scale", SATDOKU)
        if self.near:
            self._check_near(self.near)
        if self.clues:
            check_clue_counts(self.clues, self.layout, has_kinds=bool(self.kinds))
        if self.lowest > self.highest:
            raise PuzzleError(
                phrase(
                    "ratings {lowest}..{highest}: the first is larger than the second",
                    lowest=self.lowest / 10,
                    highest=self.highest / 10,
                )
            )
        most = self.scale.rows[-1].tenths + MOST_ADDED
        if self.lowest > most:
            raise PuzzleError(
                phrase(
                    "no puzzle is rated {lowest} or more: the highest rating is below {most}",
                    lowest=self.lowest / 10,
                    most=most / 10,
                )
            )
        for rule in self.needs:
            row = self.scale.rows[rule]
            if rule in self.forbids or row.tenths > self.highest:
                raise PuzzleError(
                    phrase(
                        "a puzzle cannot need {name!r}: it is forbidden, or its rating {rating} "
                        "is above the range",
                        name=row.name,
                        rating=row.rating,
                    )
                )
        if not self.allowed:
            raise PuzzleError(
                phrase(
                    "no technique is rated {number} or less: the scale begins at 1.0",
                    number=self.highest / 10,
                )
            )

    def _check_near(self, puzzle: Puzzle) -> None:
        """Raise `PuzzleError` unless the search can begin at this puzzle."""
        layout = puzzle.layout
        if self.kinds or self.mask is not None or self.symmetry != "none":
            raise PuzzleError("near a puzzle, kinds, masks and symmetries are not supported")
        if layout.constraints or layout.size > LARGE:
            raise PuzzleError(
                phrase(
                    "near a puzzle works on boards of up to {most}x{most} without variant rules",
                    most=LARGE,
                )
            )
        if layout != self.layout:
            raise PuzzleError(
                phrase(
                    "the puzzle is on {board!s}, not on {wanted!s}",
                    board=layout.name,
                    wanted=self.layout.name,
                )
            )
        if not is_proper(puzzle):
            raise PuzzleError("the puzzle to search near needs exactly one solution")

    @property
    def allowed(self) -> int:
        """The rules that may be used, as bits."""
        rows = enumerate(self.scale.rows)
        easy = [rule for rule, row in rows if row.tenths <= self.highest]
        return bits(rule for rule in easy if rule not in self.forbids)

    @property
    def stream(self) -> str:
        """What sets the random numbers of a run apart: with one seed, other levels, techniques and
        kinds have other grids."""
        wanted: list[object] = [
            self.scale.name,
            self.lowest,
            self.highest,
            self.needs,
            self.named,
            self.kinds,
        ]
        if self.hardest:
            wanted.append(self.hardest)
        if self.near:
            wanted.append(self.near.line)
        return " ".join(str(part) for part in wanted)

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
        if way.outcome != "solved":
            return False
        names = {step.name for step in way.steps} | {step.rule_name for step in way.steps}
        return names.issuperset(self.named) and names.isdisjoint(self.unnamed)

    def without(self, rule: int) -> int:
        """Return the rules that might replace this one, as bits."""
        rows = self.scale.rows
        highest = rows[rule].tenths
        others = [r for r, row in enumerate(rows) if row.tenths <= highest and r != rule]
        return self.allowed & bits(others)


@frozen
class LevelPuzzle:
    """A puzzle of the level, and the number of puzzles examined to find it."""

    puzzle: Puzzle
    looked_at: int


def generate_at(
    level: Level, seed: int, index: int, watch: Callable[[int, str], object] | None = None
) -> LevelPuzzle:
    """Return puzzle number `index` of the run with this seed.

    watch: called repeatedly with the number of puzzles examined and a text on how close the closest
    is. Raises `GenerationError` if none is found within the level's tries or time.
    """
    search = _LevelSearch(level, RandomStream(apart(seed, level.stream), index), watch)
    try:
        return within(level.time_limit, search.run)
    except TimeIsOver:  # raised while a kernel was running
        raise search.late() from None


class _LevelSearch:
    """The search for one puzzle."""

    def __init__(
        self, level: Level, stream: RandomStream, watch: Callable[[int, str], object] | None
    ) -> None:
        self.level = level
        self.stream = stream
        self.watch = watch
        self.clock = Clock(level.time_limit)
        self.theory = Theory.of(level.layout)
        self.orbits = orbits(level.symmetry, level.layout.places)
        is_usual = level.layout.name == STANDARD.name
        self.is_free = is_usual and level.symmetry == "none" and level.mask is None
        self.is_large = level.layout.size > LARGE
        self.looked_at = 0
        self.explained = 0
        self.used_by = 0
        self.unfilled = 0
        self.closest = FAR
        self.technique_tenths = self._hardest_technique() if level.hardest else 0

    def _hardest_technique(self) -> int:
        """Return the highest rating of the techniques needed, in tenths."""
        level = self.level
        needed = [level.scale.rows[rule] for rule in level.needs]
        named = [row_of(rule) for rule in map(rule_of, level.named)]
        return max(row.tenths for row in (*needed, *named))

    def run(self) -> LevelPuzzle:
        level = self.level
        if level.kinds:
            puzzle, looked_at = variant_at_level(level, self.stream, self._watched, self.clock)
            return LevelPuzzle(puzzle, looked_at)
        if level.near:
            return self._near_it(level.near)
        if self.is_free and level.lowest > HARD:
            return self._among_hard_ones()
        is_usual = level.layout.name == STANDARD.name
        reach = None if is_usual else reach_of(level.layout, level.scale)
        least = max([level.lowest, *(level.scale.rows[rule].tenths for rule in level.needs)])
        is_met = reach is None or reach.meets(least, level.highest)
        if reach and reach.is_all and not is_met:
            raise GenerationError(phrase("no such puzzle: {text}", text=reach.text()))
        tries = level.tries or self._usual_tries(is_met)
        examples = examples_of(level.hardest) if self.is_free else []
        for attempt in range(tries):
            # Every other attempt begins near one of the examples in turn: the first one, unless the
            # technique is used only on request.
            if examples and attempt % 2 != bool(level.on_request):
                boards = near(examples[attempt // 2 % len(examples)], self.stream)
            else:
                boards = self._new_boards()
            board = self._from(boards)
            if board is not None:
                return self._of(board)
        if reach and not is_met:
            unsuited = "; {reach}, none of them suitable"
            raise self._none(phrase(unsuited, reach=reach.text()))
        raise self._none()

    @property
    def _is_spent(self) -> bool:
        """Whether a search for a technique has had its share of work."""
        level = self.level
        is_for_technique = bool(level.needs or level.named)
        one = next(work for tenths, work in RATED_WORK if self.technique_tenths >= tenths)
        work = one * self.looked_at + EXPLAINED * self.explained
        return is_for_technique and level.tries is None and work > MOST_WORK

    def _usual_tries(self, is_met: bool) -> int:
        """Return the number of restarts; is_met: whether a sample of the board's puzzles reached
        the level."""
        if self.level.layout.name == STANDARD.name:
            return MANY_TRIES
        return FEW_TRIES if is_met else LEAST_TRIES

    def _from(self, boards: np.ndarray) -> np.ndarray | None:
        """Return a board of the level, by changes of the closest of these; None if the search ends
        without one."""
        level = self.level
        grids = batch.solve(boards, layout=level.layout).solutions
        # On a mask there is one board, and its givens cannot move: it is looked at once.
        for _ in range(1 if level.mask else CHANGES):
            self._check_time()
            if self._is_spent:
                raise self._none()
            distances = self._distances(boards)
            best = int(np.argmin(np.abs(distances)))
            distance = int(distances[best])
            self.closest = min(self.closest, abs(distance))
            self._watched(self.looked_at, self._closeness)
            if distance == 0:
                return boards[best] if level.mask else self._finished(boards[best])
            if not level.mask:
                grid = grids[best]
                if distance == NEARLY and self.is_free:
                    boards = self._with_another(boards[best], grid)
                else:
                    boards = self._changed(boards[best], grid, distance)
                grids = np.repeat(grid[None], len(boards), 0)
        return None

    def _watched(self, looked_at: int, near_by: str) -> None:
        if self.watch:
            self.watch(looked_at, near_by)

    def _of(self, board: np.ndarray) -> LevelPuzzle:
        puzzle = Puzzle(tuple(board.tolist()), self.level.layout)
        return LevelPuzzle(puzzle, self.looked_at)

    def _none(self, others: str = "") -> GenerationError:
        return GenerationError(
            phrase(
                "no such puzzle {among}: widen the level, relax the options, or allow more tries",
                among=self._among(others),
            )
        )

    def _among(self, others: str = "") -> str:
        """Return how many puzzles were tried, how many of them use a technique that is needed, and
        how close they are."""
        tried = phrase("among {number:,} tried", number=self.looked_at)
        if self.level.hardest:
            used = phrase("{number:,} of them use it", number=self.used_by)
            tried = phrase("{one}, {next}", one=tried, next=used)
        near = phrase("{one}{next}", one=self._closeness, next=others)
        return phrase("{problem} ({advice})", problem=tried, advice=near)

    def _check_time(self) -> None:
        try:
            self.clock.check()
        except TimeLimitReached:
            raise self.late() from None

    def late(self) -> GenerationTimeLimit:
        """Return the error for running out of time, with what was tried until then."""
        if not self.looked_at:
            return late(self.clock)
        return GenerationTimeLimit(
            phrase(
                "no such puzzle within {limit:g} s {among}: allow more time, or relax the options",
                limit=self.clock.asked,
                among=self._among(),
            )
        )

    def _nearby(self, start: np.ndarray, rounds: int) -> np.ndarray | None:
        """Return a board of the level near this one, by exchanges of one or two givens."""
        level = self.level
        is_hard = level.lowest > HARD and level.layout.name == STANDARD.name
        easiest = next(ease for lowest, ease in EASE if level.lowest >= lowest)
        closest = list[tuple[int, int, np.ndarray]]()
        close = list[np.ndarray]()
        found = around(start, level.layout, self.stream, easiest if is_hard else None, close)
        for boards in islice(found, rounds):
            # A hard board takes long to rate, so the others need not be.
            for block in in_blocks(iter(boards), 1 if is_hard else WIDTH):
                self._check_time()
                distances = np.abs(self._distances(np.array(block)))
                best = int(np.argmin(distances))
                self.closest = min(self.closest, int(distances[best]))
                self._watched(self.looked_at, self._closeness)
                if distances[best] == 0:
                    board = self._finished(block[best])
                    if board is not None and not (is_hard and is_seed(board)):
                        return board
                # (The number of those before it tells two of one distance apart.)
                insort(closest, (int(distances[best]), len(closest), block[best]))
                close[:] = [board for _, _, board in closest[:CLOSEST]]
        return None

    def _near_it(self, puzzle: Puzzle) -> LevelPuzzle:
        """Search near a puzzle."""
        board = self._nearby(np.array(puzzle.cells, np.uint8), self.level.tries or MANY_TRIES)
        if board is None:
            raise self._none()
        return self._of(board)

    def _among_hard_ones(self) -> LevelPuzzle:
        """Search near one hard puzzle after the other."""
        for _ in range(self.level.tries or MANY_TRIES):
            board = self._nearby(self._hard_one(), ROUNDS)
            if board is not None:
                return self._of(board)
        raise self._none()

    def _hard_one(self) -> np.ndarray:
        """Return a random isomorph of a random one of our hard puzzles near the level."""
        near_by = seeds_near(self.level.lowest, self.level.highest)
        puzzle = parse(near_by[self.stream.below(len(near_by))].line)
        return np.array(shuffled(puzzle, seed=self._seed()).cells, np.uint8)

    def _new_boards(self) -> np.ndarray:
        """Return boards to start from, each with one solution."""
        level = self.level
        if level.mask is None:
            is_hard = self.is_free and self.technique_tenths >= HARD_TECHNIQUE
            is_rare = is_hard or (level.hardest and level.needs and self.is_free)
            boards = batch.generate(
                SAMPLE if is_rare else WIDTH,
                seed=self._seed(),
                layout=level.layout,
                keep="logic" if self.is_large else "proper",
                symmetry=level.symmetry,
            )
            if is_hard:
                order = np.argsort(ease_of(boards, level.layout), kind="stable")
                boards = boards[order[:HARD_SAMPLE]]
            return boards
        stream = RandomStream(self._seed(), 0)
        board = puzzle_on_pattern(
            level.layout,
            level.mask,
            keep="proper",
            stream=stream,
            tries=PATTERN_TRIES,
            clock=self.clock,
        )
        return np.array([board.cells], np.uint8)

    @property
    def _closeness(self) -> str:
        if self.closest == FAR:
            return "none of them can be solved by these techniques"
        if self.unfilled:
            return "too few givens could be added to those of the level"
        if self.level.lowest == 0 and self.level.highest == FAR:
            return "none of them has all that is asked"
        return phrase("the closest is {distance:.1f} off", distance=self.closest / 10)

    def _seed(self) -> int:
        return self.stream.next()

    def _distances(self, boards: np.ndarray) -> np.ndarray:
        """Return by board: 0 if it is of the level, else how much it is too hard (positive) or too
        easy.

        The conditions are judged in the order of their cost, and each looks only at the boards that
        meet all before: the range of ratings, by one compiled run; each technique needed, by a run
        without it; names, by an explanation of one board after the other; the number of givens.
        """
        level = self.level
        self.looked_at += len(boards)
        rated = self._followed(boards, level.allowed)
        uses = rated.uses.reshape(len(boards), -1)
        if level.needs:
            self.used_by += int(np.count_nonzero(uses[:, level.needs[0]]))
        far = np.where(rated.hardest < level.lowest, rated.hardest - level.lowest, 0)
        far = np.where(rated.hardest > level.highest, rated.hardest - level.highest, far)
        is_solved = rated.status == SOLVED
        far = np.where(is_solved, far, FAR)
        if level.hardest and level.on_request:  # what is solved does not need it
            least = max(row_of(rule).tenths for rule in level.on_request)
            far = np.where(is_solved, np.minimum(-UNNAMED, rated.hardest - least), 0)
        if level.hardest:
            for rule in level.needs:
                far = np.where(~is_solved & (uses[:, rule] > 0), NEARLY, far)
        for rule in level.needs:
            rest = self._followed(boards, level.without(rule))
            lacks = (uses[:, rule] == 0) | (rest.status == SOLVED)
            rating = level.scale.rows[rule].tenths
            nearer = np.minimum(-1, np.minimum(rated.hardest, rating) - rating)
            far = np.where((far == 0) & lacks, nearer, far)
        for rule in map(rule_of, level.named):
            if rule < len(level.scale.rows):
                far = np.where((far == 0) & (uses[:, rule] == 0), -UNNAMED, far)
        if level.on_request:
            far = np.where((far == 0) & ~self._solved_on_request(boards), -UNNAMED, far)
        if level.named or level.unnamed or level.hardest:
            self._judge_names(boards, far, is_solved)
        if level.clues:
            given = (boards > 0).sum(1)
            # Too few givens are no distance: `_finished` adds what is missing.
            far = np.where(far == 0, np.minimum(level.clues[1] - given, 0), far)
        return np.asarray(far)

    def _solved_on_request(self, boards: np.ndarray) -> np.ndarray:
        """Return by board: whether the rules solve it with those used only on request; true for all
        if these are not searched for by kernels. (Explaining a board takes far longer.)"""
        level = self.level
        rules = tuple(rule for rule in range(len(level.scale.rows)) if level.allowed >> rule & 1)
        paths = paths_with(self.theory, rules, tuple(level.on_request))
        if paths is None:
            return np.ones(len(boards), bool)
        rated, _ = paths.follow(boards)
        return np.asarray(rated.status == SOLVED)

    def _judge_names(self, boards: np.ndarray, far: np.ndarray, is_solved: np.ndarray) -> None:
        """Set the distance of boards at 0 whose steps do not have the names required."""
        # The search goes on from the first board at 0; of many boards, from the first that is near.
        enough = NEARLY if len(boards) > WIDTH else 0
        nearest = UNNAMED
        for k in np.flatnonzero(far == 0).tolist():
            distance = UNNAMED if nearest <= enough else self._from_names(boards[k])
            nearest = min(nearest, distance)
            far[k] = -distance if is_solved[k] else distance

    def _followed(self, boards: np.ndarray, allowed: int) -> Rated:
        """Return the outcome of the boards by these rules; on large boards without those that
        assume one solution, so that what they solve has one."""
        scale = self.level.scale
        if self.is_large:
            allowed &= ~scale.unique_rules
        rated, _ = paths_of(self.theory, scale).follow(boards, allowed=allowed)
        return rated

    def _from_names(self, board: np.ndarray) -> int:
        """Return 0 if the steps have all the names required and none that is excluded, and solve
        the board; NEARLY if they have the names, but not the rest, else UNNAMED."""
        level = self.level
        self.explained += 1
        puzzle = Puzzle(tuple(board.tolist()), level.layout)
        if level.scale is SATDOKU:
            way = explain(puzzle, rules=level.allowed_by_name, scale="satdoku", verify=False)
        else:
            rows = enumerate(level.scale.rows)
            allowed = [row.name for rule, row in rows if level.allowed >> rule & 1]
            way = explain(puzzle, only=",".join(allowed), scale=level.scale.name, verify=False)
        names = {step.name for step in way.steps} | {step.rule_name for step in way.steps}
        if level.is_named_so(way):
            self.used_by += bool(level.named)
            return 0
        is_used = names.issuperset(level.named)
        self.used_by += bool(level.named) and is_used
        return NEARLY if is_used else UNNAMED

    def _with_another(self, board: np.ndarray, grid: np.ndarray) -> np.ndarray:
        """Return boards with one more given, in random order. Where the technique needed is
        used, but other steps are missing, one of them often leaves just that technique."""
        cells = np.flatnonzero(board == 0)
        cells = cells[self.stream.permutation(len(cells))[:WIDTH]]
        boards = np.repeat(board[None], len(cells), 0)
        boards[np.arange(len(cells)), cells] = grid[cells]
        return boards

    def _changed(self, board: np.ndarray, grid: np.ndarray, distance: int) -> np.ndarray:
        """Return boards near this one: with givens added and, unless it is too hard, minimised
        again; if that is impossible, with givens removed."""
        level = self.level
        boards = np.repeat(board[None], WIDTH, 0)
        are_fewer = self.is_large and distance < 0
        for k in range(WIDTH):
            open_ = [orbit for orbit in self.orbits if are_fewer == (board[orbit[0]] > 0)]
            changes = min(len(open_), 1 + self.stream.below(4))
            for _ in range(changes):
                drawn = self.stream.below(len(open_))
                orbit = list(open_.pop(drawn))
                boards[k, orbit] = 0 if are_fewer else grid[orbit]
        if distance > 0 or self.is_large:
            return boards
        return batch.minimize(
            boards, keep="proper", seed=self._seed(), layout=level.layout, symmetry=level.symmetry
        )

    def _finished(self, board: np.ndarray) -> np.ndarray | None:
        """Return the board, made minimal if required, with givens added if it has too few; None if
        its number of clues is out of bounds."""
        clues = self.level.clues
        least = clues[0] if clues else 0
        if np.count_nonzero(board) < least:
            board = self._filled(board, least)
            self.unfilled += int(np.count_nonzero(board) < least)
            if self.unfilled == MOST_UNFILLED:
                raise self._none()
        elif self.level.minimal:
            board = self._minimal(board, least)
        if clues and not clues[0] <= np.count_nonzero(board) <= clues[1]:
            return None
        return board

    def _filled(self, board: np.ndarray, least: int) -> np.ndarray:
        """Return the board with orbits of givens added, in random order, that leave it within the
        level, until it has `least` givens; as many as can be added if these are fewer."""
        [grid] = batch.solve(board[None], layout=self.level.layout).solutions
        groups = [list(orbit) for orbit in self.orbits if not board[orbit[0]]]
        self.stream.shuffle(groups)
        for group in groups:
            if np.count_nonzero(board) >= least:
                break
            self._check_time()
            more = board.copy()
            more[group] = grid[group]
            if self._distances(more[None])[0] == 0:
                board = more
        return board

    def _minimal(self, board: np.ndarray, least: int) -> np.ndarray:
        """Return the board without the orbits of givens, in random order, that can go within the
        level; at least `least` givens stay.

        The level is no monotone property: an orbit that had to stay may go once others have gone.
        So all are tried again until none can go.
        """
        groups = [list(orbit) for orbit in self.orbits if board[orbit[0]]]
        self.stream.shuffle(groups)
        is_changed = True
        while is_changed:
            is_changed = False
            for group in list(groups):
                fewer = board.copy()
                fewer[group] = 0
                if np.count_nonzero(fewer) < least:
                    continue
                if self._is_proper(fewer) and self._distances(fewer[None])[0] == 0:
                    board = fewer
                    is_changed = True
                    groups.remove(group)
        return board

    def _is_proper(self, board: np.ndarray) -> bool:
        """Return whether a board has one solution; large boards that the steps solve have."""
        if self.is_large:
            return True
        solved = batch.solve(board[None], solutions=False, layout=self.level.layout)
        return bool(solved.counts[0] == 1)
