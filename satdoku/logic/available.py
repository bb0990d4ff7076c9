"""The steps of a way one by one (`steps`), and all steps available at a position (`available`).

>>> found = available("12.......3..4...", technique="hidden single in a box")
>>> found
<Available of 4x4: 4 steps>

>>> first = next(steps("..1..23..4......"))
>>> first
<Step 1: hidden single in a box 1.2: r2c1=1>
>>> first.asserted, first.rating, first.text()
([(2, 1, 1)], 1.2, 'hidden single in a box: In box 1, 1 can only go in r2c1.')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from ..errors import PuzzleError
from ..inference.deduction import ASSERTED
from ..notebook import Pictured
from ..plurals import plural
from ..records import BoardRecord, Masks
from .catalog.names import rows_named
from .catalog.row import Technique
from .catalog.rules import TECHNIQUES
from .explain import Walk
from .position import Position
from .search.choosing import choice
from .search.listing import all_steps, must_be_proper
from .starting import Start, position_of
from .steps import LogicStep
from .telling.proof_texts import step_lines
from .telling.sentences import bare, conclusion_text, sentence
from .telling.step_records import VERSION, StepRecord, record_of
from .telling.step_texts import claims_of_text


class AvailableRecord(BoardRecord):
    """is_all: whether the list is complete (no limit cut it). available: the steps, simplest first;
    all apply to the same candidates."""

    version: Literal[2]
    candidates: Masks
    is_all: bool
    available: list[StepRecord]


@dataclass(frozen=True, slots=True, repr=False)
class Available:
    """The steps available at a position, simplest first. is_all: whether the list is complete."""

    position: Position
    steps: tuple[LogicStep, ...]
    is_all: bool = True

    def __repr__(self) -> str:
        return f"<Available of {self.position.layout.name[:20]}: {self.summary}>"

    @property
    def summary(self) -> str:
        """'3 steps'."""
        return f"{plural(len(self.steps), 'step')}{'' if self.is_all else ' and more'}"

    def record(self) -> AvailableRecord:
        """Return a record for JSON: steps as in an explanation, all taken at the same
        candidates."""
        position = self.position
        return {
            "version": VERSION,
            "puzzle": position.board.line,
            **position.layout.record(),
            "candidates": position.masks(),
            "is_all": self.is_all,
            "available": [record_of(position.theory, step) for step in self.steps],
        }

    def text(self, verbosity: str = "all") -> str:
        """Return one line per step, with its reason unless "terse", and the number of steps."""
        return "\n".join([*self._lines(verbosity), self.summary])

    def _lines(self, verbosity: str) -> Iterator[str]:
        for step in self.steps:
            yield from listed_lines(self.position, step, verbosity)


def listed_lines(position: Position, step: LogicStep, verbosity: str = "all") -> Iterator[str]:
    """Yield the lines of one step in a list."""
    theory = position.theory
    head = f"{step.rating:4.1f}  {step.name}: "
    if verbosity == "terse":
        yield head + bare(theory, step)
        return
    yield head + sentence(theory, step)
    for line in step_lines(theory, step):
        yield f"      {line}"


def available(
    puzzle: Start,
    *,
    technique: str = "",
    without: str = "",
    eliminates: str = "",
    uniqueness: bool = False,
    limit: int | None = None,
    verify: bool = True,
) -> Available:
    """Return every step available at a puzzle or position, simplest first.

    technique: names and sets, separated by commas; without it, all techniques except slow ones and
    (unless `uniqueness`) those that assume one solution. eliminates: the conclusion that the steps
    must have: "3r4c5", "r4c5<>3" or "r4c5=3". limit: maximum number of steps.

    Raises `ParseError` if the text holds no puzzle, `PuzzleError` for unknown names and for a
    technique that assumes one solution on a position that has not exactly one, `StepError` if a
    step is wrong.
    """
    position = position_of(puzzle)
    found = one_by_one(position, technique, without, eliminates, uniqueness, verify)
    if limit is None:
        return Available(position, tuple(found))
    some = tuple(islice(found, limit + 1))
    return Available(position, some[:limit], len(some) <= limit)


def one_by_one(
    position: Position,
    technique: str = "",
    without: str = "",
    eliminates: str = "",
    uniqueness: bool = False,
    verify: bool = True,
) -> Iterator[LogicStep]:
    """Return an iterator over the steps of `available`; errors in the arguments are raised at
    once."""
    rows = rows_of(technique, without, uniqueness)
    must_be_proper(position, rows)
    wanted = conclusion_of(eliminates, position) if eliminates else 0
    return stream(position, rows, wanted, verify)


def rows_of(technique: str = "", without: str = "", uniqueness: bool = False) -> list[Technique]:
    """Return the techniques of these names, or the usual ones if none is named; raise `PuzzleError`
    for unknown names or if none is left."""
    if technique:
        rows = rows_named(technique)
    else:
        usual = [row for row in TECHNIQUES if not (row.slow or row.joint)]
        rows = [row for row in usual if uniqueness or not row.proper]
    less = {row.name for row in rows_named(without)} if without else set()
    rows = [row for row in rows if row.name not in less]
    if not rows:
        raise PuzzleError("no technique applies")
    return rows


def stream(
    position: Position, rows: list[Technique], wanted: int = 0, verify: bool = True
) -> Iterator[LogicStep]:
    """Yield the steps as they are found, simplest first; wanted: a literal they must conclude (0:
    any)."""
    for step in all_steps(position, rows, verify):
        if not wanted or (wanted in step.asserted if wanted > 0 else -wanted in step.denied):
            yield step


def conclusion_of(text: str, position: Position) -> int:
    """Return the literal of "3r4c5" (meaning it is false), "r4c5<>3" or "r4c5=3"; raise
    `PuzzleError` for other text, and if it is no candidate at the position."""
    theory = position.theory
    claim = text.strip()
    if "=" not in claim and "<>" not in claim:
        symbol, _, place = claim.lower().partition("r")
        claim = f"r{place}<>{symbol.strip(' ()')}"
    claims = list(claims_of_text([f"=> {claim}"], theory))
    literals = [v for claim in claims for v in (*claim.asserted, *(-v for v in claim.denied))]
    if len(literals) != 1:
        raise PuzzleError(f"{text!r} is not a candidate: write 3r4c5, r4c5<>3 or r4c5=3")
    [literal] = literals
    if not position.is_open(abs(literal)):
        known = "true" if position.status[abs(literal)] == ASSERTED else "false"
        name = theory.variable_name(abs(literal))
        raise PuzzleError(f"{name} is already {known}: no step concludes anything about it")
    return literal


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
