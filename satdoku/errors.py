"""The one family of errors: everything that satdoku raises on purpose is a `SatdokuError`.

The text of each is one line that says what is wrong, where, and what to do about it.
"""

from __future__ import annotations

from typing import Any

from .sanitize import MESSAGE_LIMIT, shown


class SatdokuError(Exception):
    """Base of all errors that satdoku raises on purpose.

    Their text may quote what was read: it is shown without characters that write to a terminal.
    """

    def __str__(self) -> str:
        return shown(super().__str__(), MESSAGE_LIMIT)


class LayoutError(SatdokuError, ValueError):
    """A layout that cannot be: a wrong size, regions that do not fit, doubtful symbols."""


class PuzzleError(SatdokuError, ValueError):
    """Values that are no puzzle on their layout: a wrong number of cells, a digit out of range."""


class TheoryError(SatdokuError, ValueError):
    """Clauses that are no theory: an unknown variable, one that no exactly-one clause holds."""


class ParseError(SatdokuError, ValueError):
    """Text that is no puzzle.

    `line` and `column` count from 1 (None where a place makes no sense), `source` names the input.
    """

    def __init__(
        self, problem: str, line: int | None = None, column: int | None = None, source: str = ""
    ) -> None:
        super().__init__(problem, line, column, source)
        self.problem = problem
        self.line = line
        self.column = column
        self.source = source

    def __str__(self) -> str:
        places = [("line", self.line), ("column", self.column)]
        parts = [self.source] + [f"{word} {number}" for word, number in places if number]
        where = ", ".join(part for part in parts if part)
        return shown(f"{where}: {self.problem}" if where else self.problem, MESSAGE_LIMIT)


class Inconsistency(SatdokuError):
    """The assertions contradict the theory.

    `clause` is the `Clause` that broke (None when the contradiction needs search, or when a
    variable is both asserted and denied); `givens` is a small set of assertions that break it:
    none can go without the contradiction going too (empty when it was found by search).
    """

    def __init__(self, problem: str, clause: Any = None, givens: tuple[int, ...] = ()) -> None:
        super().__init__(problem, clause, givens)
        self.problem = problem
        self.clause = clause
        self.givens = givens

    def __str__(self) -> str:
        return shown(self.problem, MESSAGE_LIMIT)


class GenerationError(SatdokuError):
    """No grid or puzzle of the wanted kind was found within the bound."""


class EncodingError(SatdokuError, ValueError):
    """An encoding that is unknown, or that this theory does not allow."""


class DecodeError(SatdokuError, ValueError):
    """Text that is no model, or a model that is no solution."""


class NoModel(DecodeError):
    """A solver's output that says that there is no model, or that it found none."""


class EngineError(SatdokuError):
    """An engine that is unknown, missing, or cannot do what is asked."""


class TimeLimitReached(EngineError):
    """An engine that did not answer in the given time.

    `found` is the number of solutions that were found before, where they were counted.
    """

    found = 0


class OutputError(SatdokuError, OSError):
    """An output that cannot be written."""


class WorkerKilled(SatdokuError):
    """A worker process was killed from outside, again and again."""
