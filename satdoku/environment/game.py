"""One game at a time: an episode after the other, action by action."""

from __future__ import annotations

import re
from typing import Any

from ..board import STANDARD
from ..errors import PuzzleError
from ..formats.text.reader import PuzzleLike, parse
from ..frozen import frozen
from ..layout import Layout, as_layout
from ..logic.available import rows_of
from ..logic.catalog.names import rows_named
from ..logic.catalog.row import Technique
from ..logic.position import Position
from ..logic.search.listing import all_steps
from ..logic.step_text.sentences import conclusion_text
from ..logic.steps import LogicStep
from ..operations.solving import solutions
from .judging import MoveJudge
from .observing import ActionOutcome, MoveReason, Observation
from .rewards import Rewards, Worth
from .splits import Split, drawn

#: Characters of an action beyond which it is not read: no technique has a longer name.
LONGEST = 200
ACTION = re.compile(
    r"(?P<verb>place|deny)\s+r(?P<row>\d+)c(?P<column>\d+)(?:\s*(?:=|<>)\s*|\s+)(?P<digit>\w+)"
    r"(?:\s+by\s+(?P<by>\S.*))?|(?P<other>undo|hint|stop)",
    re.IGNORECASE,
)
FORM = "write place r1c3 4, deny r1c3 4, undo, hint or stop"


@frozen
class Move:
    """A move that was read: a digit to place, or to deny, in a cell; rows: the techniques by which
    the agent says it follows, none if it says nothing; by: as the agent names them."""

    cell: int
    literal: int
    rows: tuple[Technique, ...] = ()
    by: str = ""


class Sudoku:
    """An episode after the other; `reset` begins one, `act` takes an action.

    hardest: the highest rating of a technique by which a move may follow. techniques: names or sets
    of techniques instead of all up to `hardest`. split: whose puzzles seeds give. budget: the most
    actions of an episode. recipe: options of `satdoku.generate` for the puzzles of seeds, such as
    level or kind; a curriculum changes `recipe` and `hardest` between episodes. Raises
    `PuzzleError` for unknown names and values out of range.

    >>> game = Sudoku(layout="4x4")
    >>> seen = game.reset(seed=1)
    >>> game.act("hint").verdict
    'hint'
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
        if budget is not None and (not isinstance(budget, int) or budget < 1):
            raise PuzzleError(f"a budget of {budget!r} actions: give a whole number, 1 or more")
        if not isinstance(techniques, str):
            raise PuzzleError(f"techniques {techniques!r}: name them in one text, with commas")
        self.layout = as_layout(layout) or STANDARD
        self.split = split
        self.budget = budget
        self.hardest = hardest
        self.techniques = techniques
        self.recipe = recipe
        self.rewards = rewards or Rewards()
        self._rows = self._techniques()  # raises for unknown names
        self._position: Position | None = None

    # -- Playing ----------------------------------------------------------------------------

    def reset(self, seed: int | None = None, puzzle: PuzzleLike | None = None) -> Observation:
        """Begin an episode: with the puzzle of a seed, or this one. Raises `PuzzleError` for a
        puzzle without exactly one solution, if not one of seed and puzzle is given, and if none of
        the seed's puzzles belongs to the split."""
        if (seed is None) == (puzzle is None):
            raise PuzzleError("give either a seed or a puzzle")
        if seed is not None:
            begun = drawn(seed, self.split, self.layout, self.recipe)
        else:
            begun = parse(puzzle or "", None if self.layout == STANDARD else self.layout)
        found = list(solutions(begun, limit=2))
        if len(found) != 1:
            raise PuzzleError(
                "the puzzle does not have exactly one solution: no move can be judged"
            )
        self.puzzle = begun
        self._rows = self._techniques()
        self._solution = {*found[0].givens}
        self._position = Position.of(begun)
        self._worth = Worth(self._position, self.rewards)
        self._potential = self._worth.now(self._position)
        self._earlier = list[Position]()
        self._used = 0
        self._wrong = 0
        self._over = False
        self._named_cells = set[int]()
        return self.observe()

    def observe(self) -> Observation:
        """Return what the agent sees now."""
        left = None if self.budget is None else self.budget - self._used
        return Observation(self._now(), left)

    def act(self, action: str) -> ActionOutcome:
        """Take an action: "place r1c3 4" or "deny r1c3 4", with the name of a technique or without
        ("… by X-wing"), "undo", "hint" or "stop". What cannot be read costs its reward, too.

        A move that is true is made; a false one is not. Raises `PuzzleError` after the end of an
        episode.
        """
        self._now()
        if self._over:
            raise PuzzleError("the episode is over: reset begins the next")
        self._used += 1
        text = action.strip()
        match = ACTION.fullmatch(text) if len(text) <= LONGEST else None
        if match is None:
            return self._outcome(MoveReason("unreadable", FORM), self.rewards.unreadable)
        match match["other"].lower() if match["other"] else "":
            case "stop":
                self._over = True
                return self._outcome(MoveReason("stopped"), self.rewards.stopped)
            case "undo":
                if self._earlier:
                    self._now().become(self._earlier.pop())
                return self._outcome(MoveReason("undone"), self.rewards.undone)
            case "hint":
                return self._hint()
        try:
            move = self._read(match)
        except PuzzleError as error:
            return self._outcome(MoveReason("unreadable", str(error)), self.rewards.unreadable)
        return self._move(move)

    # -- Moves ------------------------------------------------------------------------------

    def _read(self, match: re.Match[str]) -> Move:
        """Return the move of an action; raise `PuzzleError` for a cell, digit or technique that
        there is not."""
        layout = self._now().layout
        row, column = (int(match[part][:9]) for part in ("row", "column"))
        cell = layout.places.cell_at(row - 1, column - 1)
        if cell is None:
            raise PuzzleError(f"r{row}c{column} is not on the board {layout.name}")
        symbols = layout.symbols
        mark = match["digit"] if match["digit"] in symbols else match["digit"].upper()
        if len(mark) > 1 or mark not in symbols:
            raise PuzzleError(f"{match['digit']!r} is not one of the digits {symbols}")
        variable = layout.variable_of(cell, symbols.index(mark) + 1)
        literal = variable if match["verb"].lower() == "place" else -variable
        by = match["by"] or ""
        return Move(cell, literal, tuple(rows_named(by)) if by else (), by)

    def _move(self, move: Move) -> ActionOutcome:
        """Judge a move, and make it if it is true."""
        position = self._now()
        variable = abs(move.literal)
        text = position.theory.name(variable)
        if move.literal < 0:
            text = text.replace("=", "<>")
        if (variable in self._solution) != (move.literal > 0):
            if not position.digit_in(move.cell):
                self._worth.disclosed_cells.add(move.cell)
            reason = MoveReason("false", f"{text} does not hold in the solution")
            self._wrong += 1
            return self._outcome(reason, self.rewards.for_wrong(self._wrong, position.layout.size))
        if not position.is_open(variable):
            reason = MoveReason("known", f"{text} is on the board already")
            return self._outcome(reason, self.rewards.known)
        before = position.copy()
        hardest = float("inf") if move.rows or self.techniques else self.hardest
        judge = MoveJudge(before, move.literal, move.rows or self._rows, hardest, move.by)
        price = self._for_name(move, judge) if move.rows else 0.0
        if move.literal < 0 and self.rewards.denied and judge.follows:
            self._worth.shown.add(variable)
        self._earlier.append(before)
        if move.literal > 0:
            position.take([variable], [])
        else:
            position.take([], [variable])
        return self._outcome(judge, price)

    def _for_name(self, move: Move, judge: MoveJudge) -> float:
        """Return what the technique that a move names adds to its reward."""
        if not judge.follows:
            return self.rewards.misnamed
        if move.cell in self._named_cells | self._worth.disclosed_cells:
            return 0.0
        self._named_cells.add(move.cell)
        return self.rewards.named

    def _hint(self) -> ActionOutcome:
        """Disclose the simplest step that is possible now."""
        position = self._now()
        step = self._simplest_step(position)
        if step is None:
            reason = MoveReason("hint", "no step of these techniques is possible")
            return self._outcome(reason, self.rewards.hint)
        for variable in step.asserted:
            self._worth.disclosed_cells.add(position.theory.cell_of(variable))
        self._worth.disclosed.update(step.denied)
        what = conclusion_text(position.theory, step.asserted, step.denied)
        return self._outcome(MoveReason("hint", what, step.name, step.rating), self.rewards.hint)

    def _simplest_step(self, position: Position) -> LogicStep | None:
        steps = all_steps(position, self._rows, verify=False)
        step = next(steps, None)
        if step and (self.techniques or step.rating <= self.hardest):
            return step
        return None

    def _techniques(self) -> list[Technique]:
        """Return the techniques by which moves follow."""
        if self.techniques:
            return rows_named(self.techniques)
        rows = rows_of()
        easiest = min(row.rating for row in rows)
        # A rating that is not a number is no less than any, and no more.
        if not isinstance(self.hardest, int | float) or not self.hardest >= easiest:
            raise PuzzleError(
                f"hardest {self.hardest!r}: give a rating from {easiest} on, that of the simplest "
                "technique"
            )
        return [row for row in rows if row.rating <= self.hardest]

    # -- Outcomes ---------------------------------------------------------------------------

    def _outcome(self, judged: MoveReason | MoveJudge, price: float) -> ActionOutcome:
        """Return the outcome of an action: its price, and what it adds to the board's worth. The
        episode ends if the board is solved or the budget spent."""
        position = self._now()
        solved = position.is_solved
        self._over = self._over or solved or self._used == self.budget
        earlier = self._potential
        self._potential = self._worth.now(position)
        return ActionOutcome(
            price + self._potential - earlier + (self.rewards.solved if solved else 0.0),
            self.observe(),
            judged,
            over=self._over,
            solved=solved,
        )

    def _now(self) -> Position:
        if self._position is None:
            raise PuzzleError("no episode has begun: call reset with a seed or a puzzle")
        return self._position
