"""The reference that judges all results: dancing links, which shares no code with the other
engines, and the clauses of the theory."""

from __future__ import annotations

from collections.abc import Iterable

from ..backends.registry import open_backend
from ..board import Puzzle
from ..inference.deduction import Deduction
from ..theory import Theory

#: Maximum number of solutions that are compared.
LIMIT = 5
#: Time limit in seconds for one engine on one puzzle; on a timeout the check is skipped.
SECONDS = 10.0


def solutions_of(puzzle: Puzzle, engine: str) -> set[tuple[int, ...]]:
    """Return up to `LIMIT` solutions found by an engine."""
    backend = open_backend(engine, Theory.of(puzzle.layout))
    found = backend.completions(puzzle.givens, limit=LIMIT, time_limit=SECONDS)
    return set(map(backend.theory.on_board, found))


def judged(puzzle: Puzzle) -> set[tuple[int, ...]]:
    """Return up to `LIMIT` solutions found by the reference engine."""
    return solutions_of(puzzle, "dlx")


def differs(puzzle: Puzzle, found: set[tuple[int, ...]], who: str) -> str:
    """Return what is wrong with the solutions (up to `LIMIT`) that component `who` found, or ""."""
    theory, expected = Theory.of(puzzle.layout), judged(puzzle)
    for true in found:
        if _is_none(theory, true) or not set(puzzle.givens) <= set(true):
            return f"{who} returned a wrong solution"
    if len(found) != len(expected) or (len(expected) < LIMIT and found != expected):
        return f"{who} finds {len(found)} solutions, dlx {len(expected)}"
    return ""


def _is_none(theory: Theory, true: Iterable[int]) -> bool:
    """Whether these board variables are not a solution; the base rules derive auxiliary
    variables."""
    if not theory.has_helpers:
        return theory.violation(set(true)) is not None
    deduction = Deduction(theory)
    return not (deduction.extend(list(true)) and deduction.is_complete)
