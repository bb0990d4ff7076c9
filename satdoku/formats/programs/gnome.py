"""Saved games of GNOME Sudoku: JSON with a list of cells, each with its digit and earmarks.

Source: the files that GNOME Sudoku writes (gitlab.gnome.org/GNOME/gnome-sudoku; facts only).

>>> text = gnome_save(Puzzle((5, 3) + (0,) * 79))
>>> read_gnome(json.loads(text)).line[:4]
'53..'
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from ...board import Puzzle
from ..metadata import state, with_about, with_state
from ..text.json_text import json_of
from .sdk import must_be_usual

#: The levels of its games. A game is written as one of the second: it needs one, and levels of
#: other programs are others.
LEVELS = ("easy", "medium", "hard", "very hard")


def read_gnome(record: Mapping[str, Any], ignore: Collection[str] = ()) -> Puzzle:
    """Return the puzzle of a saved game, with the digits that were placed; raise `ParseError` if it
    is damaged. Earmarks are candidates that are left."""
    digits = [0] * 81
    placed = []
    gone = []
    with json_of("GNOME Sudoku"):
        for one in record["cells"]:
            r, c = one["position"]
            cell = 9 * r + c
            digits[cell] = one["value"]
            marks = one.get("earmarks")
            if digits[cell]:
                if not one.get("fixed"):
                    placed.append(cell)
            elif marks:
                lost = {*range(1, 10)}.difference(marks)
                gone += [(cell, digit) for digit in sorted(lost)]
        puzzle = with_state(Puzzle(tuple(digits)), placed, gone)
    level = str(record["difficulty_category"]).lower().replace("_", " ")
    return with_about(puzzle, {"level": level}) if level in LEVELS else puzzle


def gnome_save(puzzle: Puzzle) -> str:
    """Return a saved game; raise `LayoutError` for boards other than the standard 9×9 one."""
    must_be_usual(puzzle.layout, "GNOME Sudoku")
    placed, gone = state(puzzle)
    cells = []
    for cell, digit in enumerate(puzzle.cells):
        lost = {d for other, d in gone if other == cell}
        marks = []
        if lost and not digit:
            marks = [d for d in range(1, 10) if d not in lost]
        if not digit and not marks:
            continue
        position = puzzle.layout.places.place(cell)
        fixed = digit > 0 and cell not in placed
        one = {"position": position, "value": digit, "fixed": fixed, "earmarks": marks}
        cells.append(one)
    level = LEVELS[1].upper()
    return json.dumps({"difficulty_category": level, "time_elapsed": 0.0, "cells": cells})
