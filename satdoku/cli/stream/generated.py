"""The answer of what makes puzzles."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from ...batch.sharing import BLOCK
from ...board import Puzzle
from ...errors import GenerationError
from ...formats.converting import written
from .columns import added, added_to_boards
from .writers import Line, Shape

#: Of tables of such answers.
COLUMNS = {"puzzle": "string", "clues": "int64", "seed": "uint64", "index": "int64"}


class Generated(NamedTuple):
    """Puzzle `number` of the run with this seed. told: its rules must be told with it."""

    puzzle: Puzzle
    seed: int
    number: int
    told: bool = False

    def record(self) -> dict[str, Any]:
        """The number of its clues, and where it is from."""
        return {"clues": self.puzzle.clues, "seed": self.seed, "index": self.number}

    def line(self) -> str:
        """The puzzle as a line; where its rules must be told, with its layout."""
        if not self.told:
            return self.puzzle.line
        return json.dumps({"puzzle": self.puzzle.line} | self.puzzle.layout.record())

    def written(self, form: str, first: bool = True) -> str:
        """The puzzle in a format of another program."""
        return written(self.puzzle, form, first)

    def svg(self) -> str:
        """A picture."""
        from ...render.svg import puzzle_picture

        return puzzle_picture(self.puzzle)

    def grid(self, first: bool = True) -> str:
        """The puzzle as a grid."""
        return ("" if first else "\n") + str(self.puzzle)

    def text(self) -> str:
        """As a grid."""
        return self.grid()


def shape_all(answers: Iterator[Generated], shape: Shape, start: int, jobs: int) -> Iterator[Line]:
    """The puzzles as lines; start: the number of the run's first."""
    for made, more in added_to_puzzles(answers, shape.add, jobs) if shape.add else bare(answers):
        puzzle = made.puzzle
        yield shape.line(made, puzzle.line, puzzle.layout, ("", 0), made.number == start, more)


def bare(answers: Iterator[Generated]) -> Iterator[tuple[Generated, dict[str, Any]]]:
    """The puzzles, with nothing added."""
    return ((made, {}) for made in answers)


def added_to_puzzles(
    answers: Iterator[Generated], names: tuple[str, ...], jobs: int
) -> Iterator[tuple[Generated, dict[str, Any]]]:
    """The puzzles with what is added: one by one first, then more and more at a time."""
    size, failed = 1, None
    while failed is None:
        waiting = list[Generated]()
        try:
            waiting.extend(islice(answers, size))
        except GenerationError as error:
            failed = error
        if not waiting and not failed:
            return
        if len({made.puzzle.layout for made in waiting}) != 1:  # each has rules of its own
            yield from ((made, added(made.puzzle, names)) for made in waiting)
        else:
            import numpy as np

            boards = np.array([made.puzzle.cells for made in waiting], np.uint8)
            layout = waiting[0].puzzle.layout
            yield from zip(waiting, added_to_boards(boards, layout, names, jobs), strict=True)
        size = min(BLOCK, 2 * size)
    raise failed
