"""Rating: the difficulty of a puzzle for a person, by the steps it needs, simplest first.

>>> from satdoku import generate
>>> rating = rate(next(generate(seed=7)))
>>> rating.rating, rating.label, rating.outcome
(2.0, 'easy', 'solved')
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from itertools import islice
from typing import Any

import numpy as np

from ...backends.base import Clock
from ...batch.sharing import spread
from ...board import Puzzle
from ...errors import Inconsistency, TimeLimitReached
from ...formats.metadata import caveat
from ...kernels.logic.state import SOLVED
from ...layout import Layout
from ...notebook import Pictured
from ...operations.solving import count, solutions
from ...records import Amount, BoardRecord, Grade, Natural, Number, ScaleName
from ...theory import Theory
from ..catalog.rules import TABLE, label_of
from ..explain import StepWalk
from ..explanation import LATE, Explanation
from ..position import Position
from ..search.choosing import choice
from ..search.following import paths_of
from ..starting import Start, board_of, position_of, start_of
from ..steps import LogicStep
from .scales import DEFAULT, SATDOKU, Scale, scale_named

#: Outcome of a puzzle that is not proper.
IMPROPER = {0: "no solution", 2: "several solutions"}
NO_FURTHER = "the allowed techniques are stuck"


class RatingRecord(BoardRecord):
    """The difficulty of a puzzle.

    outcome: "solved", or why it is not rated ("no solution", "several solutions", "out of time").
    rating: the highest rating of a step (ER). total: the sum of the ratings of all steps. first:
    the rating of the first step (ED). until_placed: the highest rating up to the first digit placed
    (EP). label: the level; empty if the puzzle is not rated. size: of the largest refutation (0:
    none). depth: of the most deeply nested refutation. decisions: those of plain search, to the
    solution (0 if the board has rules). steps: number of steps by rule. scale: of the techniques
    and their ratings.
    """

    outcome: str
    rating: Grade
    total: Amount
    first: Grade
    until_placed: Grade
    label: str
    size: Natural
    depth: Natural
    decisions: Natural
    steps: dict[str, Number]
    scale: ScaleName


@dataclass(frozen=True, slots=True, repr=False)
class Rating(Pictured):
    """The difficulty of a puzzle: the keys of `RatingRecord`. puzzle: None for one of many."""

    outcome: str
    rating: float = 0.0
    total: float = 0.0
    first: float = 0.0
    until_placed: float = 0.0
    label: str = ""
    size: int = 0
    depth: int = 0
    decisions: int = 0
    steps: tuple[tuple[str, int], ...] = ()
    scale: ScaleName = DEFAULT.name
    puzzle: Puzzle | None = field(default=None, compare=False)

    @property
    def hardest(self) -> float:
        """Older name of `rating`."""
        return self.rating

    @property
    def complaint(self) -> str:
        """Why it is not rated; "" if it is."""
        return "" if self.outcome == "solved" else f"not rated: {self.outcome}"

    @property
    def is_open(self) -> bool:
        """Whether it is unrated for lack of time."""
        return self.outcome == LATE

    @property
    def hardest_rule(self) -> str:
        """The name of the last rule of the scale that was used; "" if there is none."""
        return self.steps[-1][0] if self.steps else ""

    def record(self) -> RatingRecord:
        """Return all fields by name."""
        board: dict[str, Any] = {**self.puzzle.record()} if self.puzzle else {}
        return board | self._fields() | {"steps": dict(self.steps)}  # type: ignore[return-value]

    def row(self) -> dict[str, Any]:
        """Return all fields by name, with the number of steps."""
        return self._fields() | {"steps": sum(number for _, number in self.steps)}

    def _fields(self) -> dict[str, Any]:
        names = (field.name for field in fields(self) if field.name != "puzzle")
        return {name: getattr(self, name) for name in names}

    def text(self) -> str:
        """Return '4.2/1.2/1.2 hard XY-wing': ER/EP/ED, label and the hardest rule."""
        if self.complaint:
            return self.complaint
        numbers = f"{self.rating:.1f}/{self.until_placed:.1f}/{self.first:.1f}"
        scale = "" if self.scale == DEFAULT.name else f" (scale {self.scale})"
        open_ = caveat(self.puzzle) if self.puzzle else ""
        scale += f" ({open_})" if open_ else ""
        return f"{numbers}  {self.label}  {self.hardest_rule or 'solved'}{scale}"

    def __repr__(self) -> str:
        return f"<Rating {self.text()}>"


def rate(
    puzzle: Start,
    *,
    rules: str = "all",
    scale: str | None = None,
    uniqueness: bool | None = None,
    time_limit: float | None = None,
    only: str = "",
    without: str = "",
    progress: Callable[[LogicStep], object] | None = None,
) -> Rating:
    """Rate one puzzle, or the rest of it from a position (see `position`).

    rules, scale, uniqueness, only, without: as for `explain`. time_limit: seconds, after which the
    outcome is "out of time". progress: called with each step as it is found.

    A puzzle whose givens contradict each other has the outcome "no solution". Raises `ParseError`
    if the text holds no puzzle, `PuzzleError` for unknown names and incompatible options.
    """
    start = start_of(puzzle)
    board = start if isinstance(start, Puzzle) else None
    given = board_of(start)
    try:
        at = Position.of(start) if isinstance(start, Puzzle) else position_of(start)
    except Inconsistency:
        if board is None:
            raise
        return Rating(IMPROPER[0], scale=scale_named(scale, board.layout).name, puzzle=given)
    allowed = choice(at.layout, rules, scale, only, without, uniqueness)

    def way() -> Explanation:
        walk = StepWalk(at, allowed, verify=False)
        start = walk.position.copy()
        steps = list[LogicStep]()
        for step in walk:
            if progress:
                progress(step)
            steps.append(step)
        return Explanation(start, tuple(steps), walk.outcome)

    try:
        found = Clock(time_limit).within(lambda: _rate(board or at, allowed.scale, way))
    except TimeLimitReached:
        found = Rating(LATE, scale=allowed.scale.name)
    return replace(found, puzzle=given)


def _rate(puzzle: Puzzle | Position, own: Scale, way: Callable[[], Explanation]) -> Rating:
    """Rate a puzzle; way: computes the explanation."""
    from ...backends.registry import open_backend

    decisions = 0
    if isinstance(puzzle, Position):
        several = len(list(islice(puzzle.completions(), 2)))
    elif puzzle.layout.constraints:
        several = count(puzzle, limit=2)
    else:
        backend = open_backend("native", Theory.of(puzzle.layout))
        several = count(puzzle, limit=2, engine=backend)
        if several == 1:
            before = backend.statistics.decisions
            next(solutions(puzzle, limit=1, engine=backend))
            decisions = backend.statistics.decisions - before
    if several != 1:
        return Rating(IMPROPER[several], scale=own.name)
    return _of_steps(way(), decisions, own)


def _of_steps(explanation: Explanation, decisions: int, scale: Scale) -> Rating:
    if explanation.outcome == "stuck":
        return Rating(NO_FURTHER, scale=scale.name)
    steps = explanation.steps
    placed = next((k for k, step in enumerate(steps) if step.asserted), len(steps))
    uses = [0] * max(len(scale.rows), len(TABLE) if scale is SATDOKU else 0)
    for step in steps:
        uses[step.rule - scale.first] += 1
    numbers = [
        explanation.hardest.tenths if explanation.hardest else 0,
        sum(step.tenths for step in steps),
        steps[0].tenths if steps else 0,
        max((step.tenths for step in steps[: placed + 1]), default=0),
        max((step.size for step in steps), default=0),
        max((step.depth for step in steps), default=0),
    ]
    return _rating(numbers, decisions, uses, scale)


def _rating(numbers: list[int], decisions: int, uses: list[int], scale: Scale) -> Rating:
    """numbers: hardest, total, first, until_placed, in tenths; size, depth. uses: steps by rule."""
    hardest, total, first, until_placed, size, depth = numbers
    names = [row.name for row in TABLE] if scale is SATDOKU else scale.names
    steps = tuple((name, n) for name, n in zip(names, uses, strict=False) if n)
    return Rating(
        "solved",
        hardest / 10,
        total / 10,
        first / 10,
        until_placed / 10,
        label_of(hardest),
        size,
        depth,
        decisions,
        steps,
        scale.name,
    )


def rate_boards(
    boards: np.ndarray,
    layout: Layout,
    jobs: int = 1,
    scale: str | None = None,
    uniqueness: bool | None = None,
) -> list[Rating]:
    """Return the ratings of N × cells digits, computed by compiled code; the same as `rate`."""
    if layout.constraints:
        puzzles = (Puzzle(tuple(board.tolist()), layout) for board in boards)
        return [rate(puzzle, scale=scale, uniqueness=uniqueness) for puzzle in puzzles]
    from ...batch import first_solutions, solve

    theory = Theory.of(layout)
    own = scale_named(scale, layout)
    allowed = own.all_rules if uniqueness is not False else own.all_rules & ~own.unique_rules

    def work(block: slice) -> list[Rating]:
        part = boards[block]
        solved = solve(part, layout=layout)
        ratings = [Rating(IMPROPER.get(int(n), ""), scale=own.name) for n in solved.counts]
        proper = np.flatnonzero(solved.counts == 1)
        decisions = first_solutions(part[proper], layout=layout).guesses
        rated, _ = paths_of(theory, own).follow(part[proper], allowed=allowed)
        uses = rated.uses.reshape(len(proper), rated.uses.size // max(1, len(proper)))
        for k, i in enumerate(proper.tolist()):
            if rated.status[k] == SOLVED:
                numbers = (
                    rated.hardest,
                    rated.total,
                    rated.first,
                    rated.until_placed,
                    rated.size,
                    rated.depth,
                )
                ratings[i] = _rating(
                    [int(array[k]) for array in numbers], int(decisions[k]), uses[k].tolist(), own
                )
            else:  # beyond the kernel's depth
                puzzle = Puzzle(tuple(part[i].tolist()), layout)
                ratings[i] = rate(puzzle, scale=own.name, uniqueness=uniqueness)
        return ratings

    return [rating for part in spread(work, len(boards), jobs) for rating in part]
