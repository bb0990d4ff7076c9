"""The course: techniques by their difficulty, and positions in which a player finds each.

They are the positions of the lessons (`logic.lessons`): up to three of a technique, easy, typical
and surprising.

>>> told = course({"time_limit": 1.0}, print)["techniques"]
>>> told[0]["name"], told[0]["positions"], told[0]["rating"] <= told[-1]["rating"]
('last digit', ['easy', 'typical', 'surprising'], True)
"""

from __future__ import annotations

import shlex
from functools import cache

from ...board import Puzzle
from ...logic.available import available
from ...logic.catalog.rules import by_name, label_of
from ...logic.lessons.about import Example, examples_by_name
from ...logic.position import Position
from ...record_types import Record
from ...suggest import meant
from .answers import marks, position_record
from .boards import puzzle_record
from .validation import Say

#: The option of an example that names its board.
BOARD = "--layout"
#: Number of steps that count as found.
MOST_STEPS = 50


@cache
def exercises() -> dict[str, tuple[Example, ...]]:
    """Return by technique the positions that can be played, the easiest technique first."""
    ratings = {name: row.rating for name, row in by_name().items()}
    found = dict[str, tuple[Example, ...]]()
    for name in sorted(ratings, key=lambda name: ratings[name]):
        played = []
        for example in examples_by_name().get(name, ()):
            if not example.options or example.options.startswith(BOARD):
                played.append(example)
        if played:
            found[name] = tuple(played)
    return found


def course(arguments: Record, say: Say) -> Record:
    """The techniques that have positions, the easiest first."""
    told = []
    for name, examples in exercises().items():
        row: Record = {"name": name}
        row["rating"] = by_name()[name].rating
        row["level"] = label_of(round(10 * row["rating"]))
        row["positions"] = [example.sort for example in examples]
        told.append(row)
    text = "\n".join(exercises())
    return {"techniques": told, "text": text}


def exercise(arguments: Record, say: Say) -> Record:
    """A position of a technique: its board, the candidates of each cell, and every step of the
    technique there, with the marks that show it."""
    name = meant(arguments["technique"], exercises(), "technique")
    sorts = {example.sort: example for example in exercises()[name]}
    sort = arguments["sort"] or next(iter(sorts))
    example = sorts[meant(sort, sorts, "position")]
    layout = None
    if example.options:
        _, layout = shlex.split(example.options)
    limit = arguments["time_limit"]
    found = available(
        example.position, technique=name, limit=MOST_STEPS, layout=layout, time_limit=limit
    )
    position = found.position
    board = position_record(position)
    steps = found.record()["available"]
    shown = []
    for record, step in zip(steps, found.steps, strict=True):
        drawn = marks(position, step)
        shown.append({**record, "board": board, "marks": drawn})
    digits = tuple(board["digits"])
    puzzle = puzzle_record(Puzzle(digits, position.layout))
    told: Record = {"name": name, "sort": example.sort}
    told["puzzle"] = puzzle["puzzle"]
    told["shown"] = puzzle
    told["candidates"] = _candidates(position)
    told["steps"] = shown
    told["text"] = found.text()
    return told


def _candidates(position: Position) -> list[list[int]]:
    """Return the digits that are possible in each open cell."""
    found = []
    for cell, mask in enumerate(position.masks()):
        possible = [d for d in position.layout.digit_numbers if mask >> (d - 1) & 1]
        placed = position.digit_in(cell)
        found.append([] if placed else possible)
    return found
