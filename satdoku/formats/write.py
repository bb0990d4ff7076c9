"""Writing puzzles as text: the lecture's grid, a line, our own record.

Fog is written, too (f-puzzles, SudokuPad): cells that are hidden until digits are placed near them.
It restricts no digit. Readers keep its data with the puzzle (see `metadata`), writers return it,
and pictures of puzzles show it. f-puzzles names lamps, each of which lights its cell and the cells
around it (`fogofwar`), and single cells that are lit (`foglight`); SudokuPad lists lit cells as
[row, column] from 0; in JSON records the lit cells are the text "lit". What later digits light is
not in the data.

>>> from satdoku.board import Puzzle
>>> from satdoku.layout import Layout
>>> empty, full = (Puzzle(row * 4, Layout.of_size(4)) for row in ((0,) * 4, (1, 2, 3, 4)))
>>> print(session(empty, full))
. . . .
. . . .
. . . .
. . . .
---------
1 2 3 4
1 2 3 4
1 2 3 4
1 2 3 4
=========
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..board import STANDARD, Puzzle
from ..errors import LayoutError
from ..geometry import Place
from ..layout import Layout
from ..layout_data import SYMBOLS
from ..layout_names import has_boxes
from ..phrases import Name, in_lines
from ..record_types import Record
from .metadata import FOG, about, keeping, kept, left_out, state_text

#: The largest board that readers recognise by its cells alone.
MAX_DETECTED = 35


def rule(layout: Layout, character: str) -> str:
    """Return a line of the lecture's frame."""
    return character * ((layout.symbol_columns + 1) * layout.width + 1)


def session(puzzle: Puzzle, *answers: Puzzle | str) -> str:
    """Return a puzzle and its answers, with the lecture's lines between and below them."""
    layout = puzzle.layout
    parts: list[str] = [Name(puzzle)]
    for answer in answers:
        parts += [Name(rule(layout, "-")), answer if isinstance(answer, str) else Name(answer)]
    return in_lines([*parts, Name(rule(layout, "="))])


def cells_line(puzzle: Puzzle) -> str:
    """Return one character per cell, after the layout if the cells do not imply it."""
    return with_head(puzzle.line, puzzle.layout)


def cells_grid(puzzle: Puzzle) -> str:
    """Return rows of cells, below the layout if the cells do not imply it."""
    return with_head(str(puzzle), puzzle.layout, "\n")


def with_head(cells: str, layout: Layout, between: str = " ") -> str:
    """Return the text of a board after its layout, if that is not what the cells imply."""
    return cells if is_implied(layout) else f"{layout.text()}{between}{cells}"


def record(puzzle: Puzzle) -> str:
    """Return our own record as JSON on one line."""
    return json.dumps(record_of(puzzle), ensure_ascii=False)


def record_of(puzzle: Puzzle) -> Record:
    """Return our own record: the puzzle, its layout with all rules, its metadata."""
    known: Record = {"puzzle": puzzle.line} | puzzle.layout.record()
    if omitted := left_out(puzzle):
        known["left_out"] = list(omitted)
    return known | about(puzzle) | state_text(puzzle) | lit_text(puzzle)


def many_lines(texts: list[str], layout: Layout) -> str:
    """Return boards as lines."""
    return "\n".join([with_head(text, layout) for text in texts])


def many_records(texts: list[str], layout: Layout) -> str:
    """Return boards as our own records, one per line."""
    blank = Puzzle((0,) * layout.cell_count, layout)
    # Written once: the boards differ in their cells alone.
    before, after = record(blank).split("." * layout.cell_count, 1)
    return "\n".join([f"{before}{text}{after}" for text in texts])


def jigsaw_line(puzzle: Puzzle) -> str:
    """Return the cells followed directly by a region mark per cell."""
    layout = puzzle.layout
    plain = Layout(layout.size, layout.regions, symbols=layout.symbols)
    fits = 6 <= layout.size <= 9 and layout.digits[0] == 1
    has_only_regions = layout == plain and layout.is_regular and bool(layout.regions)
    if not (fits and has_only_regions):
        raise LayoutError("a jigsaw line holds only 6x6 to 9x9 boards with regions")
    marks = "".join(SYMBOLS[region] for region in layout.regions)
    return puzzle.line + marks


def is_implied(layout: Layout) -> bool:
    """Whether readers take the cells alone for a puzzle on this board."""
    usual = layout == STANDARD or layout == Layout.of_size(layout.size)
    return usual and has_boxes(layout.size) and layout.size <= MAX_DETECTED


#: By format, its keys of fog, each with how far around a listed cell it lights.
LIGHTS = {"fpuzzles": {"fogofwar": 1, "foglight": 0}, "sudokupad": {"foglight": 0}}


def lit_text(puzzle: Puzzle) -> dict[str, str]:
    """Return {"lit": "r1c1 r1c2"}, the cells in light at the start; {} if the puzzle has no fog."""
    hidden = fogged(puzzle)
    if not hidden:
        return {}
    layout = puzzle.layout
    lit = [layout.cell_name(cell) for cell in range(layout.board_cells) if cell not in hidden]
    return {"lit": " ".join(lit)}


def with_lit_text(puzzle: Puzzle, record: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle with the fog in a record of that form, and no other kept data."""
    names = str(record.get("lit") or "").upper().split()
    if not names:
        return puzzle
    return keeping(puzzle, "fpuzzles", {"foglight": names}, [FOG])


def fogged(puzzle: Puzzle) -> frozenset[int]:
    """Return the cells of the board that fog hides at the start; none if the puzzle has no fog."""
    lit = set()
    if not puzzle.kept:
        return frozenset()
    for format_name, keys in LIGHTS.items():
        data = kept(puzzle, format_name)
        for key, reach in keys.items():
            for place in _places(data.get(key)):
                lit |= _lit_around(puzzle.layout, place, reach)
    board = set(range(puzzle.layout.board_cells))
    if board.isdisjoint(lit):
        return frozenset()
    return frozenset(board - lit)


def _lit_around(layout: Layout, place: Place, reach: int) -> set[int | None]:
    """Return the cells up to so many rows and columns from a place; None beyond the board."""
    r, c = place
    steps = range(-reach, reach + 1)
    at = layout.places.cell_at
    return {at(r + down, c + across) for down in steps for across in steps}


def _places(listed: Any) -> Iterator[Place]:
    """Yield (row, column) from 0 of each cell in lists of names or of pairs; others are ignored."""
    match listed:
        case str():
            found = re.fullmatch(r"R(\d{1,2})C(\d{1,2})", listed, re.ASCII)
            if found:
                yield int(found[1]) - 1, int(found[2]) - 1
        case [int(r), int(c)]:
            yield r, c
        case list():
            for one in listed:
                yield from _places(one)
        case dict():
            yield from _places(listed.get("cells"))
