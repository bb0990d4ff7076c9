"""Rating: the difficulty of a puzzle for a person, by the steps it needs, simplest first.

>>> from satdoku import generate
>>> rating = rate(next(generate(seed=7)))
>>> rating.rating, rating.label, rating.outcome
(2.0, 'easy', 'solved')
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, fields, replace
from itertools import islice
from typing import NamedTuple, Unpack

import numpy as np

from ...backends.base import Clock
from ...batch.sharing import spread
from ...board import Puzzle
from ...errors import Inconsistency, TimeLimitReached
from ...formats.metadata import open_note
from ...frozen import frozen
from ...kernels.logic.path import Rated
from ...kernels.logic.state import SOLVED
from ...layout import Layout
from ...notebook import Pictured
from ...operations.solving import count, solutions
from ...phrases import Name, SideBySide, phrase
from ...record_types import Amount, BoardRecord, Grade, Natural, Number, Record, ScaleName
from ...theory import Theory
from ..catalog.rules import TABLE, label_of, rating_text
from ..explain import StepWalk
from ..explanation import LATE, Explanation
from ..position import Position
from ..search.choosing import TechniqueOptions, choice
from ..search.following import paths_of
from ..starting import Start, board_of, position_of, start_of
from ..step_text.rule_sentences import step_name
from ..steps import LogicStep
from .scales import DEFAULT, SATDOKU, SE, Scale, scale_named

#: Outcome of a puzzle that is not proper.
IMPROPER = {0: "no solution", 2: "several solutions"}
NO_FURTHER = "the allowed techniques are stuck"
#: The lowest rating of steps whose ratings are estimates.
ESTIMATED = min(row.rating for row in SE.rows if row.estimated)


class RatingRecord(BoardRecord):
    """The difficulty of a puzzle.

    outcome: "solved", or why it is not rated ("no solution", "several solutions", "out of time").
    rating: the highest rating of a step (ER). total: the sum of the ratings of all steps. first:
    the rating of the first step (ED). until_placed: the highest rating up to the first digit placed
    (EP). estimated: whether a step has no exact rating, so that rating and total, and of the other
    two those of 10.5 and more, only estimate those by Sudoku Explainer. label: the level; empty if
    the puzzle is not rated. size: of the largest refutation (0:
    none). depth: of the most deeply nested refutation. decisions: those of plain search, to the
    solution (0 if the board has rules). steps: number of steps by rule. scale: of the techniques
    and their ratings.
    """

    outcome: str
    rating: Grade
    total: Amount
    first: Grade
    until_placed: Grade
    estimated: bool
    label: str
    size: Natural
    depth: Natural
    decisions: Natural
    steps: dict[str, Number]
    scale: ScaleName


@frozen
class Rating(Pictured):
    """The difficulty of a puzzle: the keys of `RatingRecord`. puzzle: None for one of many.
    hardest_name: what `explain` calls the hardest step if that is by a rule of the puzzle; "" else.

    >>> rating = rate("..1..23..4......")
    >>> rating.rating, rating.label, dict(rating.steps)
    (1.2, 'beginner', {'last digit': 8, 'hidden single in a box': 4})
    """

    outcome: str
    rating: float = 0.0
    total: float = 0.0
    first: float = 0.0
    until_placed: float = 0.0
    estimated: bool = False
    label: str = ""
    size: int = 0
    depth: int = 0
    decisions: int = 0
    steps: tuple[tuple[str, int], ...] = ()
    scale: ScaleName = DEFAULT.name
    puzzle: Puzzle | None = field(default=None, compare=False)
    hardest_name: str = field(default="", compare=False)

    @property
    def hardest(self) -> float:
        """Older name of `rating`."""
        return self.rating

    @property
    def complaint(self) -> str:
        """Why it is not rated; "" if it is."""
        if self.outcome == "solved":
            return ""
        return phrase("not rated: {text}", text=phrase(self.outcome))

    @property
    def rating_text(self) -> str:
        """The rating as it is printed: "~11.7" if it is an estimate."""
        return rating_text(self.rating, self.estimated)

    def _is_estimated(self, number: float) -> bool:
        """Return whether one of its ratings may be that of a step without an exact rating."""
        return self.estimated and number >= ESTIMATED

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
        record: Record = {}
        if self.puzzle:
            record |= self.puzzle.record()
        record |= self._fields()
        record["steps"] = dict(self.steps)
        return record  # type: ignore[return-value]

    def row(self) -> Record:
        """Return all fields by name, with the number of steps."""
        row = self._fields()
        row["steps"] = sum(number for _, number in self.steps)
        return row

    def _fields(self) -> Record:
        names = [field.name for field in fields(self) if field.compare]
        return {name: getattr(self, name) for name in names}

    def text(self) -> str:
        """Return '4.2/1.2/1.2 hard XY-wing': ER/EP/ED, label and the hardest rule (that of a puzzle
        by the name that `explain` has for it); '~11.7/…' where a number is an estimate."""
        if self.complaint:
            return self.complaint
        three = (self.rating, self.until_placed, self.first)
        numbers = "/".join(rating_text(one, self._is_estimated(one)) for one in three)
        notes = list[str]()
        if self.scale != DEFAULT.name:
            notes.append(phrase(" (scale {scale})", scale=Name(self.scale)))
        if self.puzzle and (note := open_note(self.puzzle)):
            notes.append(f" {note}")
        rule = step_name(self.hardest_name or self.hardest_rule or "solved")
        return SideBySide(numbers, "  ", Name(self.label), "  ", rule, *notes)

    def __repr__(self) -> str:
        return f"<Rating {self.text()}>"


def rate(
    puzzle: Start,
    *,
    time_limit: float | None = None,
    progress: Callable[[LogicStep], object] | None = None,
    layout: Layout | str | None = None,
    **techniques: Unpack[TechniqueOptions],
) -> Rating:
    """Rate one puzzle, or the rest of it from a position (see `position`).

    >>> rate("..1..23..4......").text()
    '1.2/1.2/1.2  beginner  hidden single in a box'

    rules, scale, uniqueness, only, without: as for `explain`. time_limit: seconds, after which the
    outcome is "out of time". progress: called with each step as it is found. layout: of a puzzle
    that is text, as for `parse`.

    A puzzle whose givens contradict each other has the outcome "no solution". Raises `ParseError`
    if the text holds no puzzle, `PuzzleError` for unknown names and incompatible options.
    """
    start = start_of(puzzle, layout)
    board = start if isinstance(start, Puzzle) else None
    given = board_of(start)
    try:
        at = Position.of(start) if isinstance(start, Puzzle) else position_of(start)
    except Inconsistency:
        if board is None:
            raise
        scale = scale_named(techniques.get("scale"), board.layout)
        return Rating(IMPROPER[0], scale=scale.name, puzzle=given)
    allowed = choice(at.layout, **techniques)

    def explained() -> Explanation:
        walk = StepWalk(at, allowed, verify=False)
        begin = walk.position.copy()
        steps = []
        for step in walk:
            if progress:
                progress(step)
            steps.append(step)
        return Explanation(begin, tuple(steps), walk.outcome)

    def rated() -> Rating:
        return _rate(board or at, allowed.scale, explained)

    try:
        found = Clock(time_limit).within(rated)
    except TimeLimitReached:
        found = Rating(LATE, scale=allowed.scale.name)
    return replace(found, puzzle=given)


def _rate(puzzle: Puzzle | Position, own: Scale, explained: Callable[[], Explanation]) -> Rating:
    """Rate a puzzle; explained: computes the explanation, once the puzzle is known to be proper."""
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
            # Counting went on after the first solution, to see that there is no other; so the
            # decisions that led to it are those of a second run.
            before = backend.statistics.decisions
            next(solutions(puzzle, limit=1, engine=backend))
            decisions = backend.statistics.decisions - before
    if several != 1:
        return Rating(IMPROPER[several], scale=own.name)
    return _of_steps(explained(), decisions, own)


def _of_steps(explanation: Explanation, decisions: int, scale: Scale) -> Rating:
    if explanation.outcome == "stuck":
        return Rating(NO_FURTHER, scale=scale.name)
    steps = explanation.steps
    # Rules used only on request are numbered after those of our own scale.
    rows = TABLE if scale is SATDOKU else scale.rows
    uses = [0] * len(rows)
    for step in steps:
        uses[step.rule - scale.first] += 1
    placed = next((k for k, step in enumerate(steps) if step.asserted), len(steps))
    tenths = [step.tenths for step in steps]
    size = max((step.size for step in steps), default=0)
    depth = max((step.depth for step in steps), default=0)
    numbers = PathNumbers(
        hardest=max(tenths, default=0),
        total=sum(tenths),
        first=tenths[0] if tenths else 0,
        until_placed=max(tenths[: placed + 1], default=0),
        size=size,
        depth=depth,
        uses=uses,
    )
    hardest = max(steps, key=lambda step: step.tenths, default=None)
    # Rules of puzzles have few rows on a scale, but `explain` names the kind: "hidden cage".
    name = hardest.name if hardest and hardest.kind == "rule" else ""
    return replace(_rating(numbers, decisions, scale), hardest_name=name)


class PathNumbers(NamedTuple):
    """What a rating needs of a solution path: ratings in tenths; size and depth; the number of
    steps by rule."""

    hardest: int
    total: int
    first: int
    until_placed: int
    size: int
    depth: int
    uses: list[int]


def _rating(path: PathNumbers, decisions: int, scale: Scale) -> Rating:
    """Return the rating of a puzzle with this path; decisions: those of plain search."""
    rows = TABLE if scale is SATDOKU else scale.rows
    used = [(row, n) for row, n in zip(rows, path.uses, strict=False) if n]
    used.sort(key=lambda found: found[0].tenths)  # those used only on request are numbered last
    steps = tuple((row.name, n) for row, n in used)
    return Rating(
        outcome="solved",
        rating=path.hardest / 10,
        total=path.total / 10,
        first=path.first / 10,
        until_placed=path.until_placed / 10,
        estimated=any(row.estimated for row, _ in used),
        label=label_of(path.hardest),
        size=path.size,
        depth=path.depth,
        decisions=decisions,
        steps=steps,
        scale=scale.name,
    )


def rate_boards(
    boards: np.ndarray,
    layout: Layout,
    jobs: int = 1,
    scale: str | None = None,
    uniqueness: bool | None = None,
) -> list[Rating]:
    """Return the ratings of N × cells digits, computed by compiled code; the same as `rate`."""
    own = scale_named(scale, layout)
    # Techniques beyond those of the scale itself: the block kernel does not take them.
    is_wider = bool(uniqueness) and not own.all_rules & own.unique_rules
    if layout.constraints or is_wider:
        puzzles = (Puzzle(tuple(board.tolist()), layout) for board in boards)
        return [rate(puzzle, scale=scale, uniqueness=uniqueness) for puzzle in puzzles]
    from ...batch import first_solutions, solve

    theory = Theory.of(layout)
    allowed = own.all_rules
    if uniqueness is False:
        allowed &= ~own.unique_rules

    def work(block: slice) -> list[Rating]:
        part = boards[block]
        solved = solve(part, layout=layout)
        ratings = [Rating(IMPROPER.get(int(n), ""), scale=own.name) for n in solved.counts]
        proper = np.flatnonzero(solved.counts == 1)
        # As in `_rate`: without the guesses that only show that there is no other solution.
        decisions = first_solutions(part[proper], layout=layout).guesses
        rated, _ = paths_of(theory, own).follow(part[proper], allowed=allowed)
        for k, i in enumerate(proper.tolist()):
            if rated.status[k] == SOLVED:
                ratings[i] = _rating(_numbers_at(rated, k), int(decisions[k]), own)
            else:  # beyond the kernel's depth
                puzzle = Puzzle(tuple(part[i].tolist()), layout)
                ratings[i] = rate(puzzle, scale=own.name, uniqueness=uniqueness)
        return ratings

    ratings = []
    for part in spread(work, len(boards), jobs):
        ratings += part
    return ratings


def _numbers_at(rated: Rated, k: int) -> PathNumbers:
    """Return the numbers of board k of those followed together."""
    uses = rated.uses.reshape(len(rated.status), -1)[k].tolist()
    size = int(rated.size[k])
    depth = int(rated.depth[k])
    return PathNumbers(
        hardest=int(rated.hardest[k]),
        total=int(rated.total[k]),
        first=int(rated.first[k]),
        until_placed=int(rated.until_placed[k]),
        size=size,
        depth=depth,
        uses=uses,
    )
