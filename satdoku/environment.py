"""An environment for training and testing agents: a puzzle, actions, and a reward with its reason.

A move earns by what is known of it when it is made: it *follows* by a technique (which is named),
it is *true, but a guess*, or it is *false*. So an agent is paid for reasoning, not for luck, and no
action earns without it. Every episode depends on its seed and options alone.

Puzzles of training and of tests cannot meet: the class of a puzzle's solved grid (up to symmetry)
decides which of the two it belongs to, so no seed gives a puzzle, or a grid, of one to the other.

>>> game = Sudoku(layout="4x4", hardest=2.3)
>>> game.reset(puzzle="....43..1.....4.").board.clues
4
>>> game.act("place r1c3 1").text
'false: r1c3=1 is not so in the solution, reward -1'
>>> game.act("place r1c3 3 by naked single").text
'guess: true, but no technique up to the level shows it, reward 0'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, Literal

import numpy as np

from .batch.canonical_forms import canonical
from .board import STANDARD, Puzzle
from .errors import ParseError, PuzzleError
from .formats.text.reader import PuzzleLike, parse
from .frozen import frozen
from .layout import Layout, as_layout
from .logic.available import rows_of, stream
from .logic.catalog.names import rows_named
from .logic.moves import literals_of
from .logic.position import Position
from .logic.step_text.sentences import conclusion_text, sentence
from .logic.steps import LogicStep
from .operations.solving import solution, solutions

MoveVerdict = Literal[
    "follows", "guess", "false", "known", "hint", "undone", "stopped", "unreadable"
]
Split = Literal["train", "test"]

#: Of 256 classes of solved grids, those of tests.
TESTED = 26
ACTION = re.compile(
    r"\s*(?:(?P<verb>place|deny)\s+(?P<cell>r\d+c\d+)\s*(?:=|<>|\s)\s*(?P<digit>\w)"
    r"(?:\s+by\s+(?P<by>\S.*?))?|(?P<other>undo|hint|stop))\s*",
    re.IGNORECASE,
)


@frozen
class Rewards:
    """What an action earns. solved: added to the move that ends the puzzle."""

    follows: float = 1.0
    guess: float = 0.0
    false: float = -1.0
    unreadable: float = -1.0
    hint: float = -0.5
    undone: float = 0.0
    known: float = 0.0
    stopped: float = 0.0
    solved: float = 0.0


@frozen
class Observation:
    """What an agent sees: the board (its digits so far), and the candidates as bits of digit - 1 by
    cell; left: the actions that may still be taken, None without a budget."""

    board: Puzzle
    candidates: tuple[int, ...]
    left: int | None

    @property
    def text(self) -> str:
        """The board, row by row, "." for blank; on one line if it is not square."""
        line = self.board.line
        n = self.board.layout.size
        if not self.board.layout.is_regular:
            return line
        return "\n".join(line[i : i + n] for i in range(0, n * n, n))

    def arrays(self) -> dict[str, np.ndarray]:
        """Return `board` (uint8, by cell, 0 for blank) and `candidates` (bool, cells × digits)."""
        masks = np.array(self.candidates, np.uint64)
        digits = np.arange(self.board.layout.size, dtype=np.uint64)
        return {
            "board": np.array(self.board.cells, np.uint8),
            "candidates": (masks[:, None] >> digits & np.uint64(1)).astype(bool),
        }


@frozen
class ActionOutcome:
    """What an action came to. technique, rating: the simplest by which the move follows, "" and 0
    if by none. over: whether the episode has ended; solved: whether by a full board."""

    verdict: MoveVerdict
    reward: float
    observation: Observation
    over: bool = False
    solved: bool = False
    technique: str = ""
    rating: float = 0.0
    reason: str = ""

    @property
    def text(self) -> str:
        """'follows: naked single (2.3), reward 1'."""
        how = f"{self.technique} ({self.rating:g})" if self.technique else self.reason
        told = f"{self.verdict}: {how}" if how else self.verdict
        return f"{told}, reward {self.reward:g}"


class Sudoku:
    """An episode after the other; `reset` begins one, `act` takes an action.

    hardest: the highest rating of a technique by which a move may follow. techniques: names or sets
    of techniques instead of all up to `hardest`. split: whose puzzles seeds give. budget: the most
    actions of an episode. recipe: options of `satdoku.generate` for the puzzles of seeds, such as
    level or kind; a curriculum changes `recipe` and `hardest` between episodes. Raises
    `PuzzleError` for unknown names and values out of range.
    """

    def __init__(
        self,
        *,
        layout: Layout | str = STANDARD,
        hardest: float = 3.6,
        techniques: str = "",
        split: Split = "train",
        budget: int | None = None,
        rewards: Rewards | None = None,
        **recipe: Any,
    ) -> None:
        if split not in ("train", "test"):
            raise PuzzleError(f"split {split!r}: choose train or test")
        if budget is not None and budget < 1:
            raise PuzzleError(f"a budget of {budget} actions: give 1 or more")
        self.layout = as_layout(layout) or STANDARD
        self.split = split
        self.budget = budget
        self.hardest = hardest
        self.techniques = techniques
        self.recipe = recipe
        self.rewards = rewards or Rewards()
        self._rows()  # raises for unknown names
        self._position: Position | None = None

    def reset(self, seed: int | None = None, puzzle: PuzzleLike | None = None) -> Observation:
        """Begin an episode: with the puzzle of a seed, or this one. Raises `PuzzleError` for a
        puzzle without exactly one solution, and if not one of seed and puzzle is given."""
        if (seed is None) == (puzzle is None):
            raise PuzzleError("give either a seed or a puzzle")
        if seed is not None:
            begun = self._drawn(seed)
        else:
            begun = parse(puzzle or "", None if self.layout == STANDARD else self.layout)
        found = list(solutions(begun, limit=2))
        if len(found) != 1:
            raise PuzzleError(
                "the puzzle does not have exactly one solution: no move can be judged"
            )
        self.puzzle = begun
        self._solution = {*found[0].givens}
        self._position = Position.of(begun)
        self._taken = list[Position]()
        self._used = 0
        self._over = False
        self._paid = set[int]()
        return self.observe()

    def observe(self) -> Observation:
        """Return what the agent sees now."""
        position = self._now()
        left = None if self.budget is None else self.budget - self._used
        return Observation(position.board, tuple(position.masks()), left)

    def act(self, action: str) -> ActionOutcome:
        """Take an action: "place r1c3 4" or "deny r1c3 4", with the name of a technique or without
        ("… by X-wing"), "undo", "hint" or "stop". What cannot be read costs its reward, too.

        A move that is true is made; a false one is not. A named technique must be one by which the
        move follows. Raises `PuzzleError` after the end of an episode.
        """
        position = self._now()
        if self._over:
            raise PuzzleError("the episode is over: reset begins the next")
        self._used += 1
        match = ACTION.fullmatch(action)
        if match is None:
            return self._end(
                "unreadable", reason="write place r1c3 4, deny r1c3 4, undo, hint or stop"
            )
        if match["other"]:
            return self._other(match["other"].lower())
        places = match["verb"].lower() == "place"
        move = f"{match['cell']}{'=' if places else '<>'}{match['digit']}"
        try:
            rows = rows_named(match["by"]) if match["by"] else self._rows()
            moves = ("", move) if places else (move, "")
            (literal,) = literals_of(*moves, position.theory)
        except (ParseError, PuzzleError) as error:
            return self._end("unreadable", reason=str(error))
        if (abs(literal) in self._solution) != (literal > 0):
            return self._end("false", reason=f"{move} is not so in the solution")
        if not position.is_open(abs(literal)):
            return self._end("known", reason=f"{move} is on the board already")
        step = next(self._steps(rows, literal), None)
        reason = sentence(position.theory, step) if step else ""
        self._taken.append(position.copy())
        if literal > 0:
            position.take([literal], [])
        else:
            position.take([], [-literal])
        if literal in self._paid:
            return self._end("known", reason="made before, and undone: it earns once")
        if step is None:
            return self._end("guess", reason="true, but no technique up to the level shows it")
        self._paid.add(literal)
        return self._end("follows", step.name, step.rating, reason)

    def _rows(self) -> list[Any]:
        rows = rows_named(self.techniques) if self.techniques else rows_of()
        return [row for row in rows if self.techniques or row.rating <= self.hardest]

    def _steps(self, rows: list[Any], literal: int | None = None) -> Iterator[LogicStep]:
        """Yield steps of these techniques up to the level, simplest first; literal: that they
        give."""
        wanted = () if literal is None else (literal,)
        for step in stream(self._now(), rows, wanted, verify=False):
            if self.techniques or step.rating <= self.hardest:
                yield step

    def _other(self, word: str) -> ActionOutcome:
        if word == "stop":
            self._over = True
            return self._end("stopped")
        if word == "undo":
            if self._taken:
                self._now().become(self._taken.pop())
            return self._end("undone")
        step = next(self._steps(self._rows()), None)
        if step is None:
            return self._end("hint", reason="no step of these techniques is possible")
        what = conclusion_text(self._now().theory, step.asserted, step.denied)
        return self._end("hint", step.name, step.rating, what)

    def _end(
        self, verdict: MoveVerdict, technique: str = "", rating: float = 0.0, reason: str = ""
    ) -> ActionOutcome:
        """Return the outcome of an action; the episode ends if it is solved or the budget spent."""
        solved = self._now().is_solved
        self._over = self._over or solved or self._used == self.budget
        reward = getattr(self.rewards, verdict) + (self.rewards.solved if solved else 0.0)
        seen = self.observe()
        return ActionOutcome(
            verdict=verdict,
            reward=reward,
            observation=seen,
            over=self._over,
            solved=solved,
            technique=technique,
            rating=rating,
            reason=reason,
        )

    def _now(self) -> Position:
        if self._position is None:
            raise PuzzleError("no episode has begun: call reset with a seed or a puzzle")
        return self._position

    def _drawn(self, seed: int) -> Puzzle:
        """Return the first puzzle of the run with this seed that belongs to the split."""
        from .logic.generating import generate

        for puzzle in generate(None, seed=seed, layout=self.layout, **self.recipe):
            if split_of(puzzle) == self.split:
                return puzzle
        raise AssertionError("an endless run has ended")


def split_of(puzzle: PuzzleLike) -> Split:
    """Return the split that a puzzle belongs to, by the class of its solved grid without rules.

    Raises `Inconsistency` for a puzzle without a solution.
    """
    grid = solution(parse(puzzle))
    plain = Puzzle(grid.cells, grid.layout.without_constraints())
    form = canonical(plain).puzzle.line
    return "test" if blake2b(form.encode(), digest_size=1).digest()[0] < TESTED else "train"


class Sudokus:
    """Many boards at a time, for placements that follow by singles: arrays in, arrays out.

    verdicts: 2 follows by a single, 1 true but a guess, 0 false (not made), -1 already filled.
    """

    def __init__(self, boards: Any, layout: Layout | str = STANDARD) -> None:
        from .batch.boards import as_boards
        from .batch.solving import solve

        array, self.layout = as_boards(boards, layout)
        solved = solve(array, layout=self.layout)
        if (solved.counts != 1).any():
            bad = int((solved.counts != 1).argmax())
            raise PuzzleError(f"board {bad} does not have exactly one solution")
        self.boards = array.copy()
        self.solutions = solved.solutions

    def place(self, cells: np.ndarray, digits: np.ndarray) -> np.ndarray:
        """Place a digit (from 1) in a cell (from 0) of each of the N boards; return N verdicts.
        True ones are made. Raises `PuzzleError` for arrays of another length or out of range."""
        from .datasets.placements import followed

        cells, digits, follows = followed(self.boards, cells, digits, self.layout)
        rows = np.arange(len(self.boards))
        true = self.solutions[rows, cells] == digits
        verdicts = np.where(true, 1 + follows, 0)
        verdicts[self.boards[rows, cells] > 0] = -1
        self.boards[rows[true], cells[true]] = digits[true]
        return verdicts
