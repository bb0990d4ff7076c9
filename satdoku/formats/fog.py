"""Fog of f-puzzles and SudokuPad: cells that are hidden until digits are placed near them.

It restricts no digit. Readers keep its data with the puzzle (see `metadata`), writers return it,
and pictures of puzzles show it. f-puzzles names lamps, each of which lights its cell and the cells
around it (`fogofwar`), and single cells that are lit (`foglight`); SudokuPad lists lit cells as
[row, column] from 0; in JSON records the lit cells are the text "lit". What later digits light is
not in the data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..board import Puzzle
from .metadata import FOG, keeping, kept

#: By format, its keys of fog, each with how far around a listed cell it lights.
LIGHTS = {"fpuzzles": {"fogofwar": 1, "foglight": 0}, "sudokupad": {"foglight": 0}}


def lit_text(puzzle: Puzzle) -> dict[str, str]:
    """Return {"lit": "r1c1 r1c2"}, the cells in light at the start; {} if the puzzle has no fog."""
    hidden = fogged(puzzle)
    lit = (cell for cell in range(puzzle.layout.board_cells) if cell not in hidden)
    return {"lit": " ".join(map(puzzle.layout.cell_name, lit))} if hidden else {}


def with_lit_text(puzzle: Puzzle, record: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle with the fog in a record of that form, and no other kept data."""
    names = str(record.get("lit") or "").upper().split()
    return keeping(puzzle, "fpuzzles", {"foglight": names}, [FOG]) if names else puzzle


def fogged(puzzle: Puzzle) -> frozenset[int]:
    """Return the cells of the board that fog hides at the start; none if the puzzle has no fog."""
    lit: set[int | None] = set()
    for form, keys in LIGHTS.items() if puzzle.kept else ():
        data = kept(puzzle, form)
        for key, reach in keys.items():
            steps = range(-reach, reach + 1)
            lit |= {
                puzzle.layout.places.cell_at(r + down, c + across)
                for r, c in _places(data.get(key))
                for down in steps
                for across in steps
            }
    if not lit:
        return frozenset()
    board = set(range(puzzle.layout.board_cells))
    return frozenset(board - lit if board & lit else ())


def _places(listed: Any) -> Iterator[tuple[int, int]]:
    """Yield (row, column) from 0 of each cell in lists of names or of pairs; others are ignored."""
    match listed:
        case str() if found := re.fullmatch(r"R(\d{1,2})C(\d{1,2})", listed, re.ASCII):
            yield int(found[1]) - 1, int(found[2]) - 1
        case [int(r), int(c)]:
            yield r, c
        case list():
            for one in listed:
                yield from _places(one)
        case dict():
            yield from _places(listed.get("cells"))
