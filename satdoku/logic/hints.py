"""Hints: the next step in as much detail as requested; mistakes are reported before any step.

>>> print(hint("..1..23..4......").text("what"))
hidden single in a box: look at box 1
r2c1=1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Unpack

from ..backends.base import Clock
from ..board import Puzzle
from ..formats.metadata import open_note
from ..frozen import frozen
from ..languages import telling
from ..layer_words import board_cell
from ..layout import Layout
from ..notebook import Pictured
from ..phrases import SideBySide, phrase
from ..record_types import BoardRecord
from ..theory import Theory
from .explain import StepWalk
from .mistakes import Mistake, MistakeRecord, PlayerState, mistakes_in, state_of, with_reasons
from .position import Position
from .properness import what_is_wrong
from .search.choosing import TechniqueOptions, choice
from .starting import Start, board_of, position_of, start_of
from .step_text.proof_texts import step_lines
from .step_text.rule_sentences import step_name
from .step_text.sentences import cells_text, conclusion_text, houses_text, listed, sentence
from .step_text.step_records import StepRecord, record_of
from .steps import LogicStep

#: Levels of detail: the part of the board; the technique and its cells; the conclusion; the reason.
SHOWN = ("vague", "where", "what", "why")


class HintRecord(BoardRecord):
    """problem: why there is no step, else empty."""

    mistakes: list[MistakeRecord]
    step: StepRecord | None
    problem: str


@frozen
class Hint(Pictured):
    """What to do next at a position: correct mistakes or take a step; neither if there is none.

    >>> found = hint("..1..23..4......")
    >>> found.ok, found.text()
    (True, 'look at box 1')

    puzzle: the givens, or the digits placed. problem: why there is neither, or "".
    """

    puzzle: Puzzle
    position: Position | None
    step: LogicStep | None = None
    mistakes: tuple[Mistake, ...] = ()
    problem: str = ""

    def __repr__(self) -> str:
        return f"<Hint: {self.text()}>"

    @property
    def ok(self) -> bool:
        """Whether there is a step to take, or nothing left to do."""
        return self.step is not None or bool(self.position and self.position.is_solved)

    def text(self, show: str = "vague", language: str = "en") -> str:
        """Return the hint: "vague" names the part of the board to look at; "where" the technique
        and its cells, or the cell of a mistake; "what" also the conclusion, or what is wrong; "why"
        also the reason. language: as for `Explanation.text`."""
        return "\n".join(map(telling(language), self._lines(show)))

    def _lines(self, show: str) -> Iterator[str]:
        if self.mistakes:
            yield from self._of_mistakes(show)
            return
        if self.step is None or self.position is None:
            yield self.problem
            return
        theory = self.position.theory
        step = self.step
        if note := open_note(self.puzzle):
            yield note
        if show == "vague":
            yield phrase("look at {place}", place=part_text(theory, step))
            return
        look = "{name}: look at {place}"
        yield phrase(look, name=step_name(step.name), place=where_text(theory, step))
        if show != "where":
            yield conclusion_text(theory, step.asserted, step.denied)
        if show == "why":
            yield sentence(theory, step)
            yield from step_lines(theory, step)

    def _of_mistakes(self, show: str) -> Iterator[str]:
        first = self.mistakes[0]
        more = len(self.mistakes) - 1
        others = phrase(" ({number} more)", number=more) if more else ""
        if show == "vague":
            yield SideBySide(phrase("there is a mistake"), others)
        elif show == "where":
            yield SideBySide(phrase("mistake: {text}", text=first.place), others)
        else:
            for mistake in self.mistakes:
                yield phrase("mistake: {text}", text=mistake.told())
                if show == "why":
                    for line in mistake.why[1:]:
                        yield SideBySide("  ", line)

    def record(self) -> HintRecord:
        """Return a record for JSON: mistakes, and the step as in `Explanation.record` (None without
        one)."""
        step = None
        if self.step and self.position:
            step = record_of(self.position.theory, self.step)
        return {
            "puzzle": self.puzzle.line,
            **self.puzzle.layout.record(),
            "mistakes": [mistake.record() for mistake in self.mistakes],
            "step": step,
            "problem": self.problem,
        }


def hint(
    puzzle: Start,
    *,
    entries: str | None = None,
    layout: Layout | str | None = None,
    time_limit: float | None = None,
    **techniques: Unpack[TechniqueOptions],
) -> Hint:
    """Return the next step from a puzzle, or from the player's current state.

    >>> hint("..1..23..4......", entries="..1..23..43.....").text("where")
    'mistake: the digit in r3c3 is wrong'

    entries: the player's state, as a grid of digits or of candidates; it is first compared with the
    solution of the puzzle. The techniques to use (rules, only, without, scale, uniqueness): as for
    `explain`. Raises `ParseError`, `PuzzleError` and `Inconsistency` as `explain` does, and if
    entries cannot be judged; `TimeLimitReached` if nothing is found within `time_limit` seconds.
    """
    if entries is not None and not isinstance(puzzle, Position | PlayerState):
        puzzle = state_of(entries, puzzle, layout)
    return Clock(time_limit).within(partial(_hint, puzzle, layout, techniques, time_limit))


def part_text(theory: Theory, step: LogicStep) -> str:
    """Return one house that contains the step, such as 'box 5'; if it spans several, that of its
    first cell."""
    concluded = (*step.asserted, *step.denied)
    variables: Sequence[int] = concluded
    if step.bases:
        first = theory.clauses[step.bases[0]]
        if first.house is not None:
            return str(first.house)
        variables = first.variables
    v = next((v for v in variables if theory.is_board(v)), concluded[0])
    cell = board_cell(theory.known_layout, theory.cell_of(v))
    houses = [house for house in theory.known_layout.houses if cell in house.cells]
    return str(next((house for house in houses if house.kind == "box"), houses[0]))


def where_text(theory: Theory, step: LogicStep) -> str:
    """Return the cells of a chain, the start of a forcing chain, or the houses of a pattern."""
    if step.nodes:
        return listed(cells_text(theory, node) for node in step.nodes)
    if step.branches:
        return listed(cells_text(theory, [abs(branch[0].literal)]) for branch in step.branches)
    if step.proof:
        return cells_text(theory, [step.proof[0].variable])
    return houses_text(theory, step.bases[:4])


def _hint(
    puzzle: Start,
    layout: Layout | str | None,
    techniques: TechniqueOptions,
    time_limit: float | None,
) -> Hint:
    start = start_of(puzzle, layout)
    board = board_of(start)
    if isinstance(start, PlayerState):
        wrong = what_is_wrong(start.puzzle or start.placed, time_limit)
        if wrong and start.puzzle:
            return Hint(board, None, problem=wrong)
        mistakes = mistakes_in(start)
        if mistakes:
            return Hint(board, None, mistakes=with_reasons(start, mistakes, time_limit))
        start = start.position
    wrong = what_is_wrong(start, time_limit)
    if wrong:
        return Hint(board, None, problem=wrong)
    position = position_of(start)
    if position.is_solved:
        return Hint(board, position, problem=phrase("nothing to do: the puzzle is solved"))
    walk = StepWalk(position, choice(position.layout, **techniques))
    walk.at_once = 1
    step = next(iter(walk), None)
    if step:
        return Hint(board, position, step)
    problem = phrase("no step is possible with these techniques: allow more")
    return Hint(board, position, problem=problem)
