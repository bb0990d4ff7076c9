"""What a finder that is a kernel reports at a position: the log of all its steps, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ...kernels.logic import found
from ...theory import Theory
from ..position import Position

if TYPE_CHECKING:
    from ...kernels.steps.paths import Paths

#: A step in a log: its numbers (see `kernels.logic.found`), and its lists: asserted and denied
#: variables, bases, covers, proof.
Entry = tuple[Sequence[int], list[tuple[int, ...]]]


def entries(log: Sequence[int]) -> Iterator[Entry]:
    """Yield each step in a log."""
    kinds = (found.ASSERTIONS, found.DENIALS, found.BASES, found.COVERS, found.PROOF)
    place = 0
    while place < len(log):
        numbers = log[place : place + found.NUMBERS]
        place += found.NUMBERS
        lists = []
        for kind in kinds:
            end = place + numbers[kind]
            lists.append(tuple(log[place:end]))
            place = end
        yield numbers, lists


def reports_of(position: Position, finder: str, mode: int, tenths: int = 0) -> Iterator[Entry]:
    """Yield all steps that a finder reports at the position; mode, tenths: its argument, and the
    rating in the technique's row."""
    from ...kernels.steps.paths import RatedFinder

    paths = _without_rules(position.theory)
    board, marks = arrays_of(position)
    log = paths.list_all(board, marks, RatedFinder(finder, mode, tenths))
    yield from entries([int(number) for number in log])


def arrays_of(position: Position) -> tuple[np.ndarray, np.ndarray]:
    """Return the board and the marks of a position, as `Paths.follow` takes them."""
    board = np.array([position.board.cells], np.uint8)
    # Asserted variables are placed first, and are not affected by the marks.
    return board, np.frombuffer(bytes(position.status), np.uint8).reshape(1, -1)


@lru_cache(maxsize=8)
def _without_rules(theory: Theory) -> Paths:
    from ...kernels.steps.paths import Paths

    return Paths(theory, ())
