"""What puzzles of f-puzzles and SudokuPad show beside their rules, which some formats cannot hold.

>>> from satdoku.formats.metadata import keeping
>>> marked = keeping(Puzzle((0,) * 81), "fpuzzles", {"cells": {"R1C1": {"value": 5, "c": "#fc0"}}})
>>> sorted(shown(marked, "fpuzzles")), shown(marked, "sudokupad")
(['colours', 'placed digits'], set())
"""

from __future__ import annotations

from ...board import Puzzle
from ..metadata import DRAWINGS, FOG, cells_besides, kept
from ..text.json_text import json_of
from . import fpuzzles, sudokupad

#: What the data of cells is to a player, by the keys of both programs.
IN_CELLS = {
    "value": "placed digits",
    "c": "colours",
    "cArray": "colours",
    "highlight": "colours",
    "centerPencilMarks": "centre marks",
    "centremarks": "centre marks",
    "cornerPencilMarks": "corner marks",
    "pencilMarks": "corner marks",
}
OTHERS_IN_CELLS = "notes in cells"
#: All that can be shown beside the rules.
SHOWN = {*IN_CELLS.values(), OTHERS_IN_CELLS, DRAWINGS, FOG}
FOG_KEYS = {*fpuzzles.FOG_KEYS, *sudokupad.FOG_KEYS}


def shown(puzzle: Puzzle, format_name: str) -> set[str]:
    """Return the names of what the kept data of that format shows beside the rules.

    Raises `ParseError` for data that are not what its reader keeps.
    """
    if format_name not in puzzle.kept:
        return set()
    with json_of(format_name):
        return _shown(puzzle, format_name)


def _shown(puzzle: Puzzle, format_name: str) -> set[str]:
    data = kept(puzzle, format_name)
    names = set()
    for cell in cells_besides(data).values():
        for key in cell:
            names.add(IN_CELLS.get(key, OTHERS_IN_CELLS))
    is_foggy = any(data.get(key) for key in FOG_KEYS)
    if format_name == fpuzzles.FORMAT_NAME:
        drawn = fpuzzles.drawings(data, puzzle.constraints, puzzle.layout.size)
        is_drawn = bool(drawn)
        is_foggy = is_foggy or any(map(fpuzzles.is_fog, data.get("cage") or []))
    else:
        is_drawn = any(data.get(key) for key in sudokupad.DRAWN)
        for cage in data.get("cages") or []:
            is_seen = cage.get("cells") and not cage.get("hidden")
            is_drawn = is_drawn or bool(is_seen)
    if is_drawn:
        names.add(DRAWINGS)
    if is_foggy:
        names.add(FOG)
    return names
