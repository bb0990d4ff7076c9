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
from ...logic.lessons.about import Example, examples_by_name, technique
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
    found = dict[str, tuple[Example, ...]]()
    ratings = {name: row.rating for name, row in by_name().items()}
    for name in sorted(ratings, key=lambda name: ratings[name]):
        examples = examples_by_name().get(name, ())
        played = [one for one in examples if not one.options or one.options.startswith(BOARD)]
        if played:
            found[name] = tuple(played)
    return found


def course(arguments: Record, say: Say) -> Record:
    """The techniques that have positions, the easiest first."""
    told = []
    for name, examples in exercises().items():
        rating = by_name()[name].rating
        sorts = [example.sort for example in examples]
        level = label_of(round(10 * rating))
        told.append({"name": name, "rating": rating, "level": level, "positions": sorts})
    return {"techniques": told, "text": "\n".join(exercises())}


def exercise(arguments: Record, say: Say) -> Record:
    """A position of a technique: its board, the candidates of each cell, the lesson, and every step
    of the technique there, with the marks that show it."""
    name = meant(arguments["technique"], exercises(), "technique")
    sorts = {example.sort: example for example in exercises()[name]}
    sort = arguments["sort"] or next(iter(sorts))
    example = sorts[meant(sort, sorts, "position")]
    layout = shlex.split(example.options)[1] if example.options else None
    limit = arguments["time_limit"]
    found = available(
        example.position, technique=name, limit=MOST_STEPS, layout=layout, time_limit=limit
    )
    position = found.position
    board = position_record(position)
    steps = []
    for record, step in zip(found.record()["available"], found.steps, strict=True):
        steps.append({**record, "board": board, "marks": marks(position, step)})
    digits = tuple(board["digits"])
    shown = puzzle_record(Puzzle(digits, position.layout))
    lesson = technique(name).lesson
    candidates = []
    for digit, mask in zip(digits, board["candidates"], strict=True):
        possible = [d for d in position.layout.digit_numbers if mask >> (d - 1) & 1]
        candidates.append([] if digit else possible)
    return {
        "name": name,
        "sort": example.sort,
        "puzzle": shown["puzzle"],
        "shown": shown,
        "candidates": candidates,
        "lesson": lesson.what,
        "steps": steps,
        "text": found.text(),
    }
