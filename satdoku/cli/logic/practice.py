"""`satdoku explain --until TECHNIQUE --format hodoku`: positions for practice, one on the way of
each puzzle that has a step of this technique."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ...errors import PuzzleError
from ...phrases import phrase
from ..stream.writing import WrittenAnswer

if TYPE_CHECKING:
    from ...logic.explain import Explaining
    from ...logic.position import Position
    from ..stream.entries import Entry


def positions_of(
    explaining: Callable[[Position], Explaining],
) -> Callable[[Entry, Position], Iterator[WrittenAnswer]]:
    """Return the function that answers with the line of a technique library where an explanation
    stops: before the step that `--until` names. A puzzle that has no such step has no answer."""
    from ...logic.starting import write_library_line

    def of_one(entry: Entry, start: Position) -> Iterator[WrittenAnswer]:
        steps = explaining(start)  # raises `PuzzleError` for a name that no step has
        try:
            for _ in steps:
                pass
        except PuzzleError:
            return
        found = steps.found
        if found.outcome == "so far":
            yield WrittenAnswer(write_library_line(found.end, found.start.board))
        else:
            problem = phrase(
                "{where}: no position: {outcome}", where=entry.where, outcome=found.outcome
            )
            yield WrittenAnswer("", problem, ok=False)

    return of_one


def some(lines: Iterator[WrittenAnswer], until: str) -> Iterator[WrittenAnswer]:
    """Yield the lines; if there is none, the answer that says so."""
    is_empty = True
    for line in lines:
        is_empty = False
        yield line
    if is_empty:
        yield WrittenAnswer("", f"no position: no puzzle has a step called {until!r}", ok=False)
