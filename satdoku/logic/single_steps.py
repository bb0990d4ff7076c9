"""Steps one by one, each with `record()` and `text()`.

>>> first = next(steps("..1..23..4......"))
>>> first
<Step 1: hidden single in a box 1.2: r2c1=1>
>>> first.asserted, first.rating, first.text()
([(2, 1, 1)], 1.2, 'hidden single in a box: In box 1, 1 can only go in r2c1.')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..notebook import Pictured
from ..records import BoardRecord
from .available import available
from .explain import Walk
from .position import Position
from .search.choosing import choice
from .starting import Start, position_of
from .steps import LogicStep
from .telling.proof_texts import step_lines
from .telling.sentences import conclusion_text, sentence
from .telling.step_records import StepRecord, record_of


class PlacedStepRecord(BoardRecord, StepRecord):
    """A step, and the board before it."""


@dataclass(frozen=True, slots=True, repr=False)
class Step(Pictured):
    """Step `number` (from 1) of a solution path, taken at a position."""

    number: int
    position: Position
    taken: LogicStep

    @property
    def name(self) -> str:
        """The name that players use."""
        return self.taken.name

    @property
    def rule(self) -> str:
        """The rule that found it, as listed by `satdoku rules`."""
        return self.taken.rule_name

    @property
    def rating(self) -> float:
        """The rating: 1.0 and above."""
        return self.taken.rating

    @property
    def asserted(self) -> list[tuple[int, int, int]]:
        """(row, column, digit), from 1, of the digits it places."""
        return [self.position.theory.coordinates(v) for v in self.taken.asserted]

    @property
    def denied(self) -> list[tuple[int, int, int]]:
        """(row, column, digit), from 1, of the candidates it removes."""
        return [self.position.theory.coordinates(v) for v in self.taken.denied]

    def record(self) -> PlacedStepRecord:
        """Return a record for JSON: the board before it, and a step of the schema of
        docs/logic.md."""
        board: Any = self.position.board.record()
        return board | record_of(self.position.theory, self.taken)  # type: ignore[no-any-return]

    def text(self) -> str:
        """Return its name, its reason, and the lines of a refutation."""
        theory = self.position.theory
        text = f"{self.name}: {sentence(theory, self.taken)}"
        return "\n".join([text, *(f"  {line}" for line in step_lines(theory, self.taken))])

    def __repr__(self) -> str:
        theory = self.position.theory
        text = conclusion_text(theory, self.taken.asserted, self.taken.denied)
        short = text if len(text) <= 40 else f"{text[:39]}…"
        return f"<Step {self.number}: {self.name} {self.rating:.1f}: {short}>"


def steps(
    puzzle: Start,
    *,
    rules: str | int = "all",
    verify: bool = True,
    now: bool = False,
    technique: str = "",
    eliminates: str = "",
    scale: str | None = None,
    uniqueness: bool | None = None,
) -> Iterator[Step]:
    """Yield the steps that `explain` takes, each as soon as it is found.

    With `now`, `technique` or `eliminates` ("3r4c5"): every step available at the first position
    instead, simplest first, as `satdoku steps` lists them; see `available`. rules, verify, scale,
    uniqueness, and errors raised: as for `explain`.
    """
    if now or technique or eliminates:
        position = position_of(puzzle)
        found = available(position, technique=technique, eliminates=eliminates, verify=verify)
        for number, taken in enumerate(found.steps, 1):
            yield Step(number, position, taken)
        return
    start = position_of(puzzle)
    walk = Walk(start, choice(start.layout, rules, scale, uniqueness=uniqueness), verify)
    position = walk.position.copy()
    for number, taken in enumerate(walk, 1):
        yield Step(number, position, taken)
        position = position.copy()
        position.take(taken.asserted, taken.denied)
