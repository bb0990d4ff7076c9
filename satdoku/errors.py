"""The errors: everything that satdoku raises on purpose is a `SatdokuError`.

The text of each is one line that says what is wrong, where, and what to do about it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .sanitize import MESSAGE_LIMIT, shown


class SatdokuError(Exception):
    """Base of all errors that satdoku raises on purpose.

    Their text may quote input: it is shown without control characters.
    """

    __module__ = "satdoku"  # tracebacks name errors as users import them

    def __init_subclass__(cls) -> None:
        if cls.__module__ == __name__:
            cls.__module__ = "satdoku"

    def __str__(self) -> str:
        return shown(super().__str__(), MESSAGE_LIMIT)


class LayoutError(SatdokuError, ValueError):
    """A layout that is impossible: a wrong size, regions that do not fit, ambiguous symbols."""


class PuzzleError(SatdokuError, ValueError):
    """Values that do not fit their layout: a wrong number of cells, a digit out of range."""


class TheoryError(SatdokuError, ValueError):
    """Clauses that do not form a theory: a variable unknown, or in no exactly-one clause."""


class ParseError(SatdokuError, ValueError):
    """Text that is not a puzzle.

    `line` and `column` count from 1 (None if they do not apply), `source` names the input.
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

    `clause` is the `Clause` that broke (None if the contradiction needs search, or if a variable is
    both asserted and denied); `givens` is an irreducible set of assertions that break it: without
    any one of them there is no contradiction (empty if it was found by search).
    """

    def __init__(self, problem: str, clause: Any = None, givens: tuple[int, ...] = ()) -> None:
        super().__init__(problem, clause, givens)
        self.problem = problem
        self.clause = clause
        self.givens = givens

    def __str__(self) -> str:
        return shown(self.problem, MESSAGE_LIMIT)


class GenerationError(SatdokuError):
    """No grid or puzzle of the requested kind was found within the limits."""


class EncodingError(SatdokuError, ValueError):
    """An encoding that is unknown, or that does not apply to this theory."""


class DecodeError(SatdokuError, ValueError):
    """Text that is not a model, or a model that is not a solution."""


class NoModel(DecodeError):
    """A solver's output that reports that there is no model, or that none was found."""


class EngineError(SatdokuError):
    """An engine that is unknown, missing, or does not support the request."""


def library(module: str, need: str, package: str = "") -> Any:
    """Import a library that not everyone has; where it is missing, raise an `EngineError` that says
    what needs it and which package to install."""
    try:
        return import_module(module)
    except ImportError:
        raise EngineError(f"{need}: pip install {package or module}") from None


def need_pysat() -> None:
    """Raise an `EngineError` where python-sat is missing, before it is imported."""
    library("pysat", "python-sat is missing, and this needs it", "python-sat")


class TimeLimitReached(EngineError):
    """An engine that did not answer within the time limit.

    `found` is the number of solutions found before, if they were counted.
    """

    found = 0


class OutputError(SatdokuError, OSError):
    """An output that cannot be written."""


class WorkerKilled(SatdokuError):
    """A worker process was killed from outside repeatedly."""
