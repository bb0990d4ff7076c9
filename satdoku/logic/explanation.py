"""An explanation: the steps from a position on, with `record()`, `text()` and a short repr.

>>> from satdoku.logic.explain import explain
>>> explain("12.......3..4...", until=1)
<Explanation of 4x4: so far 1 step, hardest 1.2 (beginner)>
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, NotRequired

from ..board import Puzzle
from ..errors import PuzzleError
from ..formats.metadata import open_note
from ..frozen import frozen
from ..languages import telling
from ..notebook import Pictured
from ..phrases import Name, phrase
from ..plurals import plural
from ..record_types import BoardRecord, Grade, Line, Masks, ScaleName
from ..suggest import folded, meant
from .catalog.names import ALIASES, NAMES, SE_ALIASES
from .catalog.rules import label_of, rating_text
from .difficulty.scales import DEFAULT, EXPLAINED
from .position import Position
from .step_text.numbered import NumberedSteps
from .step_text.step_records import VERSION, StepRecord, record_of
from .steps import LogicStep

#: Outcome of an explanation that was stopped before its end.
SO_FAR = "so far"
#: Outcome when the givens or the steps contradict each other.
BROKEN = "contradiction"
#: Outcome when time ran out.
LATE = "out of time"
#: Outcome when the next step has more literals than allowed.
TOO_LONG = "too long"


class ExplanationRecord(BoardRecord):
    """version: the version of this record. candidates: those before the first step. outcome:
    solved, stuck, out of time, contradiction, so far. scale: of the techniques and ratings. rating:
    the rating of the hardest step. estimated: whether it is only an estimate of that by Sudoku
    Explainer. label: the level of that rating. solution: null unless the
    outcome is solved. board: the board after the last step. next: the next step, if it was
    requested."""

    version: Literal[2]
    candidates: Masks
    outcome: str
    scale: ScaleName
    rating: Grade
    estimated: bool
    label: str
    solution: str | None
    board: Line
    steps: list[StepRecord]
    next: NotRequired[StepRecord]


@frozen
class Explanation(Pictured):
    """The steps from a position on.

    >>> from satdoku import explain
    >>> explanation = explain("..1..23..4......")
    >>> explanation.outcome, len(explanation.steps), explanation.hardest.name
    ('solved', 12, 'hidden single in a box')

    outcome: "solved", "stuck", "contradiction", "so far" if it was stopped, "out of time" at the
    time limit, "too long" if the next step is larger than allowed. ahead: the step before which it
    was stopped, if that was requested by name. scale: of its techniques and their ratings.
    """

    start: Position
    steps: tuple[LogicStep, ...]
    outcome: str
    ahead: LogicStep | None = None
    scale: ScaleName = DEFAULT.name

    # -- Reading ----------------------------------------------------------------------------

    @property
    def hardest(self) -> LogicStep | None:
        """The (first) step with the highest rating; None without steps."""
        return max(self.steps, key=lambda step: step.tenths, default=None)

    @property
    def rating(self) -> float:
        """The rating of the hardest step: 1.0 and above; 0.0 without steps."""
        return self.hardest.rating if self.hardest else 0.0

    @property
    def estimated(self) -> bool:
        """Whether the rating of a step, and so that of the hardest, is only an estimate."""
        return any(step.estimated for step in self.steps)

    @property
    def rating_text(self) -> str:
        """The rating as it is printed: "~11.7" if it is an estimate."""
        return rating_text(self.rating, self.estimated)

    @property
    def label(self) -> str:
        """The label of that rating."""
        return label_of(self.hardest.tenths if self.hardest else 0)

    @property
    def end(self) -> Position:
        """The position after the last step."""
        position = self.start.copy()
        for step in self.steps:
            position.take(step.asserted, step.denied)
        return position

    @property
    def begins_at_givens(self) -> bool:
        """Whether it starts with all candidates that the digits leave."""
        return self.start.masks() == Position.of(self.start.board).masks()

    def positions(self) -> Iterator[tuple[Position, LogicStep]]:
        """Yield each step with the position where it is taken; the step ahead comes last."""
        position = self.start.copy()
        steps = self.steps
        if self.ahead:
            steps = (*steps, self.ahead)
        for step in steps:
            yield position, step
            position = position.copy()
            position.take(step.asserted, step.denied)

    def until(self, stop: str | int) -> Explanation:
        """Return the steps up to number N, or before the first step of a name or rule; raise
        `PuzzleError` if there is no such step."""
        if isinstance(stop, int) or stop.isdecimal():
            return self._first(int(stop))
        name = known_step(stop)
        for number, step in enumerate(self.steps):
            if is_called(step, name):
                return replace(self._first(number), ahead=step)
        names = ", ".join(dict.fromkeys(step.name for step in self.steps))
        raise PuzzleError(
            phrase(
                "no step is called {name!r}: the steps are {names}",
                name=name,
                names=names or "none",
            )
        )

    def _first(self, number: int) -> Explanation:
        if number >= len(self.steps):
            return self
        return replace(self, steps=self.steps[:number], outcome=SO_FAR)

    # -- Output -----------------------------------------------------------------------------

    @property
    def summary(self) -> str:
        """'solved: 61 steps, hardest 4.2 (hard)'."""
        outcome = Name(self.outcome)
        steps = plural(len(self.steps), "step")
        if not self.steps:
            return phrase("{outcome}: {steps}, none taken", outcome=outcome, steps=steps)
        hardest = "{outcome}: {steps}, hardest {rating} ({label})"
        if self.scale != DEFAULT.name:
            hardest = "{outcome}: {steps}, hardest {rating} ({label}, scale {scale})"
        return phrase(
            hardest,
            outcome=outcome,
            steps=steps,
            rating=self.rating_text,
            label=Name(self.label),
            scale=Name(self.scale),
        )

    def __repr__(self) -> str:
        summary = self.summary.replace(": ", " " if self.outcome == SO_FAR else " in ", 1)
        return f"<Explanation of {self.start.layout.name[:20]}: {summary}>"

    def record(self) -> ExplanationRecord:
        """Return a record for JSON: the schema of docs/logic.md."""
        theory = self.start.theory
        end = self.end
        board = end.board.line
        steps = [record_of(theory, step) for step in self.steps]
        is_solution = end.is_solved and self.outcome != BROKEN
        record: ExplanationRecord = {
            "version": VERSION,
            "puzzle": self.start.board.line,
            **self.start.layout.record(),  # type: ignore[typeddict-item]
            "candidates": self.start.masks(),
            "outcome": self.outcome,
            "scale": self.scale,
            "rating": self.rating,
            "estimated": self.estimated,
            "label": self.label,
            "solution": board if is_solution else None,
            "board": board,
            "steps": steps,
        }
        if self.ahead:
            record["next"] = record_of(theory, self.ahead)
        return record

    def text(self, verbosity: str = "all", language: str = "en") -> str:
        """Return the steps as text. verbosity: as for `NumberedSteps`. language: see `languages`;
        a sentence without a translation is in English, with a mark."""
        return "\n".join(map(telling(language), self._lines(verbosity)))

    def _lines(self, verbosity: str) -> Iterator[str]:
        texts = NumberedSteps(self.start.theory, verbosity)
        for step in self.steps:
            yield from texts.add(step)
        yield from texts.end()
        yield from self.ending(verbosity)

    def ending(self, verbosity: str = "all") -> Iterator[str]:
        """Yield the lines of the text that follow its steps."""
        if verbosity != "final":
            yield ""
        if self.steps and verbosity != "final" and self.begins_at_givens:
            yield origin(self.start)
        yield str(self.end.board)
        yield self.summary
        if note := open_note(replace(self.start.board, kept=self.start.kept)):
            yield note


def explanation_of_broken(puzzle: Puzzle, scale: ScaleName) -> Explanation:
    """Return the explanation of a puzzle whose givens contradict each other: it has no step."""
    return Explanation(Position.of_broken(puzzle), (), BROKEN, scale=scale)


def known_step(name: str) -> str:
    """Return the name that some step may have, as it is spelled; raise `PuzzleError` for one that
    no step has."""
    from .technique_checks.table import judge_of

    if judge_of(name):
        return name
    return meant(
        name, [*NAMES, *ALIASES, *EXPLAINED, *SE_ALIASES], "step", listed_by="satdoku rules"
    )


def is_called(step: LogicStep, name: str) -> bool:
    """Return whether a step or its rule has this name, or an alias of it."""
    folded_names = {folded(name)}
    aliases = (*ALIASES.items(), *SE_ALIASES.items())
    folded_names |= {folded(own) for alias, own in aliases if folded(alias) in folded_names}
    return not folded_names.isdisjoint((folded(step.name), folded(step.rule_name)))


def origin(start: Position) -> str:
    """Return the line that states where an explanation begins, for readers: 'from 12..… (4x4)'."""
    board = Name(start.board.line)
    return phrase("from {board} ({layout})", board=board, layout=Name(start.layout.text()))
