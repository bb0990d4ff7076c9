"""The errors: everything that satdoku raises on purpose is a `SatdokuError`.

The text of each is one line that says what is wrong, where, and what to do about it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .phrases import Name, joined, phrase
from .sanitize import MESSAGE_LIMIT, shown

#: What else reading malformed data may raise: it can have any type where a number, a list or a cell
#: is expected.
MALFORMED = (
    ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
)  # fmt: skip


class SatdokuError(Exception):
    """Base of all errors that satdoku raises on purpose.

    Their text may quote input: it is shown without control characters.

    >>> import satdoku
    >>> try:
    ...     satdoku.Puzzle([0] * 80)
    ... except satdoku.SatdokuError as error:
    ...     print(error)
    80 cells: a 9x9 board has 81
    """

    __module__ = "satdoku"  # tracebacks name errors as users import them

    def __init_subclass__(cls) -> None:
        if cls.__module__ == __name__:
            cls.__module__ = "satdoku"

    def __str__(self) -> str:
        own = self.args[0] if len(self.args) == 1 else ""
        return _as_given(own, super().__str__())


def _as_given(given: object, text: str) -> str:
    """Return a text without control characters; as it was given, if it has none, since a phrase can
    be told in other languages."""
    plain = shown(text, MESSAGE_LIMIT)
    return given if isinstance(given, str) and given == plain else plain


class LayoutError(SatdokuError, ValueError):
    """A layout that is impossible: a wrong size, regions that do not fit, ambiguous symbols.

    >>> import satdoku
    >>> satdoku.Layout.named("9x9/2x3")
    Traceback (most recent call last):
    satdoku.LayoutError: '9x9/2x3': these regions fit a board of size 6, not 9
    """


class PuzzleError(SatdokuError, ValueError):
    """Values that do not fit their layout: a wrong number of cells, a digit out of range.

    >>> import satdoku
    >>> satdoku.Puzzle([0] * 80)
    Traceback (most recent call last):
    satdoku.PuzzleError: 80 cells: a 9x9 board has 81
    """


class TheoryError(SatdokuError, ValueError):
    """Clauses that do not form a theory: a variable unknown, or in no exactly-one clause.

    >>> import satdoku
    >>> satdoku.Theory.of("4x4").name(65)
    Traceback (most recent call last):
    satdoku.TheoryError: literal 65: variables run from 1 to 64
    """


class ParseError(SatdokuError, ValueError):
    """Text that is not a puzzle.

    `line` and `column` count from 1 (None if they do not apply), `source` names the input.

    >>> import satdoku
    >>> satdoku.parse("1234")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    satdoku.ParseError: no puzzle found: expected 81 cells in a line or 9 rows of ...
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
        parts: list[str] = [Name(self.source)] if self.source else []
        if self.line and self.column:  # (a column alone is one of a board)
            told = "line {line}, column {column}"
            parts.append(phrase(told, line=self.line, column=self.column))
        elif self.line:
            parts.append(phrase("line {number}", number=self.line))
        elif self.column:
            parts.append(phrase("column {number}", number=self.column))
        text = self.problem
        if parts:
            text = phrase("{where}: {problem}", where=joined(parts), problem=text)
        return _as_given(text, text)


class Inconsistency(SatdokuError):
    """The assertions contradict the theory.

    `clause` is the `Clause` that broke (None if the contradiction needs search, or if a variable is
    both asserted and denied); `givens` is an irreducible set of assertions that break it: without
    any one of them there is no contradiction (empty if it was found by search). `where` says where
    it breaks, in a few words.

    >>> import satdoku
    >>> satdoku.solve("11..............")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    satdoku.Inconsistency: contradiction: two 1s in row 1; change or remove one of ...
    """

    def __init__(
        self, problem: str, clause: Any = None, givens: tuple[int, ...] = (), where: str = ""
    ) -> None:
        super().__init__(problem, clause, givens, where)
        self.problem = problem
        self.clause = clause
        self.givens = givens
        self.where = where

    def __str__(self) -> str:
        return _as_given(self.problem, self.problem)


class GenerationError(SatdokuError):
    """No grid or puzzle of the requested kind was found within the limits.

    >>> import satdoku
    >>> next(satdoku.generate(1, clues=(17, 17), tries=1, seed=1))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    satdoku.GenerationError: no puzzle with 17 clues within 1 try (they had 24): ...
    """


class EncodingError(SatdokuError, ValueError):
    """An encoding that is unknown, or that does not apply to this theory.

    >>> import satdoku
    >>> satdoku.export(layout="4x4", encoding="pairwize")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    satdoku.EncodingError: unknown encoding 'pairwize': did you mean pairwise? ...
    """


class DecodeError(SatdokuError, ValueError):
    """Text that is not a model, or a model that is not a solution.

    >>> import satdoku
    >>> satdoku.decode("v 1 2 3 0")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    satdoku.DecodeError: the model violates r1c1: (1)r1c1, (2)r1c1, (3)r1c1 is ...
    """


class NoModel(DecodeError):
    """A solver's output that reports that there is no model, or that none was found.

    >>> import satdoku
    >>> satdoku.decode("s UNSATISFIABLE")
    Traceback (most recent call last):
    satdoku.NoModel: line 1: the solver says UNSATISFIABLE: there is no model
    """


class EngineError(SatdokuError):
    """An engine that is unknown, missing, or does not support the request.

    >>> import satdoku
    >>> satdoku.engine("glucoze4")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    satdoku.EngineError: unknown engine 'glucoze4': did you mean glucose4 or ...
    """


def library(module: str, need: str, package: str = "") -> Any:
    """Import a library that not everyone has; where it is missing, raise an `EngineError` that says
    what needs it and which package to install."""
    try:
        return import_module(module)
    except ImportError:
        raise EngineError(
            phrase("{need}: pip install {package!s}", need=need, package=package or module)
        ) from None


def need_pysat() -> None:
    """Raise an `EngineError` where python-sat is missing, before it is imported."""
    library("pysat", "python-sat is missing, and this needs it", "python-sat")


class TimeLimitReached(EngineError):
    """An engine that did not answer within the time limit.

    `found` is the number of solutions found before, if they were counted.

    >>> import satdoku
    >>> satdoku.count("." * 256, time_limit=0.001)
    Traceback (most recent call last):
    satdoku.TimeLimitReached: no answer within 0.001 s
    """

    found = 0


class GenerationTimeLimit(GenerationError, TimeLimitReached):
    """No puzzle of the requested kind was found in time.

    >>> import satdoku
    >>> next(satdoku.generate(1, clues=(17, 17), seed=1, time_limit=0.001))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    satdoku.GenerationTimeLimit: no such puzzle was found within 0.001 s: allow more time, or ...
    """


class OutputError(SatdokuError, OSError):
    """An output that cannot be written.

    >>> import satdoku
    >>> raise satdoku.OutputError("cannot write sheet.pdf: there is no folder sheets")
    Traceback (most recent call last):
    satdoku.OutputError: cannot write sheet.pdf: there is no folder sheets
    """


class PluginError(SatdokuError):
    """A thing of the user's own, from a file or a package, that cannot be loaded or that failed.

    >>> import satdoku
    >>> satdoku.extensions.load_plugin("kind", "no.py:mountain")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    satdoku.extensions.PluginError: cannot load no.py:mountain: FileNotFoundError: ...
    """

    __module__ = "satdoku.extensions"  # where users import it from


class WorkerKilled(SatdokuError):
    """A worker process was killed from outside repeatedly.

    >>> import satdoku
    >>> raise satdoku.WorkerKilled("a worker was killed 3 times: is there enough memory?")
    Traceback (most recent call last):
    satdoku.WorkerKilled: a worker was killed 3 times: is there enough memory?
    """
