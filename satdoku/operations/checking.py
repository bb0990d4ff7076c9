"""Checking: all properties of a puzzle in one report.

>>> from satdoku.operations.generating import Recipe, generate_one
>>> report = check(generate_one(Recipe(), seed=7, index=0))
>>> report.proper, report.logic_solvable, report.logic_minimal, report.clues
(True, True, True, 24)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, NotRequired

from ..backends.base import Backend, Clock
from ..board import Puzzle
from ..errors import TimeLimitReached
from ..formats.metadata import caveat
from ..formats.rules_in_text import unsaid_rules
from ..formats.text.reader import PuzzleLike, parse
from ..frozen import frozen
from ..layout import Layout
from ..notebook import Pictured
from ..phrases import Name, joined, phrase
from ..plurals import plural
from ..record_types import BoardRecord, Natural, Record
from .minimizing import givens_of, is_logic_solvable
from .solving import count, kept_engine, why_unsolvable


class ReportRecord(BoardRecord):
    """clues: number of givens. count: solutions: 0, 1, or 2 for several. proper: whether it has
    exactly one solution. problem: why there is no solution, else empty.

    minimal: whether no given can be removed without losing properness; None unless proper.
    logic_solvable: whether the base rules solve it. logic_minimal: whether no given can be removed
    without losing that; None unless logic_solvable. caveat: what drawings and rules of the text
    that were not read leave open, and which rules of the board the text does not state.
    """

    clues: Natural
    count: Annotated[int, ("minimum", 0), ("maximum", 2)]
    proper: bool
    minimal: bool | None
    logic_solvable: bool
    logic_minimal: bool | None
    problem: str
    caveat: NotRequired[str]


@frozen
class Report(Pictured):
    """The properties of a puzzle: the keys of `ReportRecord`. puzzle: None for one of many.

    >>> check("12..34..........").count
    2
    """

    clues: int
    count: int
    minimal: bool | None
    logic_solvable: bool
    logic_minimal: bool | None
    problem: str
    puzzle: Puzzle | None = None

    @property
    def proper(self) -> bool:
        """Whether there is exactly one solution."""
        return self.count == 1

    def missing(self, properties: Iterable[str]) -> tuple[str, ...]:
        """Return those of the properties "proper", "minimal" and "logic" (solvable by the base
        rules) that the puzzle does not have."""
        has = {"proper": self.proper, "minimal": self.minimal, "logic": self.logic_solvable}
        return tuple([name for name in properties if not has[name]])

    def record(self) -> ReportRecord:
        """Return all fields by name."""
        found = {
            "clues": self.clues,
            "count": self.count,
            "minimal": self.minimal,
            "logic_solvable": self.logic_solvable,
            "logic_minimal": self.logic_minimal,
            "problem": self.problem,
            "proper": self.proper,
        }
        board: Record = {**self.puzzle.record()} if self.puzzle else {}
        open_ = caveat(self.puzzle, self.count) if self.puzzle else ""
        if notes := "; ".join(filter(None, (open_, self._unsaid()))):
            board["caveat"] = notes
        return board | found  # type: ignore[return-value]

    def text(self) -> str:
        """Return the report in words."""
        return joined(filter(None, (self._verdict(), self._unsaid())), "{one}; {next}")

    def _unsaid(self) -> str:
        """Return which rules of the board the puzzle's own text does not state, "" for none."""
        unsaid = unsaid_rules(self.puzzle) if self.puzzle else []
        if not unsaid:
            return ""
        rules = Name(", ".join(unsaid))
        return phrase("its text does not state its rules: {rules}", rules=rules)

    def _verdict(self) -> str:
        clues = plural(self.clues, "clue")
        if not self.count:
            return phrase("{clues}, {text}", clues=clues, text=self.problem)
        open_ = caveat(self.puzzle, self.count) if self.puzzle else ""
        if not self.proper:
            several = phrase("not proper: more than one solution")
            if open_:
                several = phrase("{text} {note}", text=several, note=open_)
            return phrase("{clues}, {text}", clues=clues, text=several)
        if open_:
            return phrase("{clues}, {text}", clues=clues, text=open_)
        minimal = phrase("proper, minimal") if self.minimal else phrase("proper, not minimal")
        said = phrase("{clues}, {text}", clues=clues, text=minimal)
        return phrase("{one}, {next}", one=said, next=self._by_logic())

    def _by_logic(self) -> str:
        """Return whether singles solve it, and whether each given is needed for that."""
        ruled = bool(self.puzzle and self.puzzle.constraints)
        if not self.logic_solvable:
            if ruled:
                return phrase("not solvable with singles and its rules alone")
            return phrase("not solvable with singles alone")
        logic = phrase("solvable with singles alone")
        if ruled:
            logic = phrase("solvable with singles and its rules alone")
        if not self.clues:
            return logic
        needed = phrase("not every given is needed for that")
        if self.logic_minimal:
            needed = phrase("every given is needed for that")
        return phrase("{one}; {next}", one=logic, next=needed)

    def __repr__(self) -> str:
        return f"<Report: {self.text()[:80]}>"


def check(
    puzzle: PuzzleLike,
    *,
    engine: str | Backend = "auto",
    time_limit: float | None = None,
    layout: Layout | str | None = None,
) -> Report:
    """Return the report on a puzzle; `engine` counts solutions, also for minimality.

    Raises `TimeLimitReached` when the whole report takes over `time_limit` seconds.

    layout: of a puzzle that is text, as for `parse`.

    >>> check("12..34..........")
    <Report: 4 clues, not proper: more than one solution>
    """
    puzzle = parse(puzzle, layout)
    clock = Clock(time_limit)
    backend = kept_engine(puzzle, engine)

    def solutions_of(board: Puzzle) -> int:
        try:
            return count(board, limit=2, engine=backend, time_limit=clock.left)
        except TimeLimitReached:
            raise clock.over() from None

    # One clock for the whole report: each question gets what is left.
    def is_proper(board: Puzzle) -> bool:
        return solutions_of(board) == 1

    found = solutions_of(puzzle)
    # rules that assert a whole solution leave no other
    logic = found == 1 and is_logic_solvable(puzzle)
    return Report(
        clues=puzzle.clues,
        count=found,
        minimal=is_irreducible(puzzle, is_proper) if found == 1 else None,
        logic_solvable=logic,
        logic_minimal=is_irreducible(puzzle, is_logic_solvable) if logic else None,
        problem="" if found else str(why_unsolvable(puzzle)),
        puzzle=puzzle,
    )


def is_irreducible(puzzle: Puzzle, holds: Callable[[Puzzle], bool]) -> bool:
    """Return whether no given can be removed without losing the property."""
    return not any(holds(puzzle.without([cell])) for cell in givens_of(puzzle))
