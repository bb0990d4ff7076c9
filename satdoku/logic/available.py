"""All steps available at a position, not only the simplest.

>>> found = available("12.......3..4...", technique="hidden single in a box")
>>> found
<Available of 4x4: 4 steps>
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from ..errors import PuzzleError
from ..inference.deduction import ASSERTED
from ..plurals import plural
from ..records import BoardRecord, Masks
from .catalog.names import rows_named
from .catalog.row import Technique
from .catalog.table import TECHNIQUES
from .position import Position
from .search.listing import all_steps, must_be_proper
from .starting import Start, position_of
from .steps import LogicStep
from .telling.proof_texts import step_lines
from .telling.sentences import bare, sentence
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
