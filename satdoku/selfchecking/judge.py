"""Who judges what others find: dancing links, which shares no code with them, and the theory's
clauses."""

from __future__ import annotations

from collections.abc import Iterable

from ..backends.registry import open_backend
from ..board import Puzzle
from ..inference.deduction import Deduction
from ..theory import Theory

#: Solutions that are compared.
LIMIT = 5
#: Seconds that one engine may take for one puzzle; what takes longer is left out.
SECONDS = 10.0


def solutions_of(puzzle: Puzzle, engine: str, encoding: str | None = None) -> set[tuple[int, ...]]:
    """Up to `LIMIT` solutions, by an engine."""
    backend = open_backend(engine, Theory.of(puzzle.layout), encoding)
    found = backend.completions(puzzle.givens, limit=LIMIT, time_limit=SECONDS)
    return set(map(backend.theory.on_board, found))


def judged(puzzle: Puzzle) -> set[tuple[int, ...]]:
    """Up to `LIMIT` solutions, by the judge."""
    return solutions_of(puzzle, "dlx")


def differs(puzzle: Puzzle, found: set[tuple[int, ...]], who: str) -> str:
    """What is wrong with solutions, up to `LIMIT`, that somebody found."""
    theory, wanted = Theory.of(puzzle.layout), judged(puzzle)
    for true in found:
        if _is_none(theory, true) or not set(puzzle.givens) <= set(true):
            return f"{who} gives what is no solution"
    if len(found) != len(wanted) or (len(wanted) < LIMIT and found != wanted):
        return f"{who} finds {len(found)} solutions, dlx {len(wanted)}"
    return ""


def _is_none(theory: Theory, true: Iterable[int]) -> bool:
    """These variables of the board are no solution; helpers follow from them by the base rules."""
    if not theory.has_helpers:
        return theory.violation(set(true)) is not None
    deduction = Deduction(theory)
    return not (deduction.extend(list(true)) and deduction.is_complete)
