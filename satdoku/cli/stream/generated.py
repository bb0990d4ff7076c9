"""The answer type of commands that generate puzzles."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from ...batch.sharing import BLOCK
from ...board import Puzzle
from ...errors import GenerationError
from ...formats.converting import written
from ...formats.metadata import about
from ...formats.write import cells_line
from .columns import added, added_to_boards
from .writers import Line, Shape

#: The table columns of such answers.
COLUMNS = {"puzzle": "string", "clues": "int64", "seed": "uint64", "index": "int64"}


class Generated(NamedTuple):
    """Puzzle `number` of the run with this seed. with_kind: as a line, it is a record."""

    puzzle: Puzzle
    seed: int
    number: int
    with_kind: bool = False

    def record(self) -> dict[str, Any]:
        """Return the puzzle with its number of clues, its origin and its metadata."""
        told = {"clues": self.puzzle.clues, "seed": self.seed, "index": self.number}
        return told | about(self.puzzle)

    def line(self) -> str:
        """Return the puzzle as a line; of a kind that was asked for, as our own record."""
        if not self.with_kind:
            return cells_line(self.puzzle)
        return json.dumps({"puzzle": self.puzzle.line} | self.puzzle.layout.record())

    def written(self, form: str, first: bool, fields: Mapping[str, Any]) -> str:
        """Return the puzzle in a format."""
        return written(self.puzzle, form, first)

    def svg(self) -> str:
        """Return a picture."""
        from ...render.picture.svg import puzzle_picture

        return puzzle_picture(self.puzzle)

    def grid(self, first: bool = True) -> str:
        """Return the puzzle as a grid."""
        return written(self.puzzle, "grid", first)


def shape_all(
    answers: Iterator[Generated], shape: Shape, start: int, jobs: int, how: dict[str, Any]
) -> Iterator[Line]:
    """Yield the puzzles as lines; start: the number of the first puzzle. how: the arguments of
    `rate` for the columns of a rating."""
    with_more = added_to_puzzles(answers, shape.add, jobs, how) if shape.add else bare(answers)
    for made, more in with_more:
        puzzle = made.puzzle
        yield shape.line(made, puzzle.line, puzzle.layout, ("", 0), made.number == start, more)


def bare(answers: Iterator[Generated]) -> Iterator[tuple[Generated, dict[str, Any]]]:
    """Yield the puzzles without additional columns."""
    return ((made, {}) for made in answers)


def added_to_puzzles(
    answers: Iterator[Generated], names: tuple[str, ...], jobs: int, how: dict[str, Any]
) -> Iterator[tuple[Generated, dict[str, Any]]]:
    """Yield the puzzles with additional columns: first one by one, then in growing batches."""
    size, failed = 1, None
    while failed is None:
        waiting = list[Generated]()
        try:
            waiting.extend(islice(answers, size))
        except GenerationError as error:
            failed = error
        if not waiting and not failed:
            return
        one_by_one = len({made.puzzle.layout for made in waiting}) != 1 or how.keys() - {"scale"}
        if one_by_one:  # each has its own rules, or only some techniques may be used
            yield from ((made, added(made.puzzle, names, **how)) for made in waiting)
        else:
            import numpy as np

            boards = np.array([made.puzzle.cells for made in waiting], np.uint8)
            layout = waiting[0].puzzle.layout
            more = added_to_boards(boards, layout, names, jobs, **how)
            yield from zip(waiting, more, strict=True)
        size = min(BLOCK, 2 * size)
    raise failed
