"""Killers as data: a list of cages, each with its sum and its cells; and as letters with sums.

In JSON, or as Python writes it: `[[6, [[1, 1], [1, 2], [2, 1]]], …]`, the sum first or last; or
objects, `{"sum": 6, "cells": ["r1c1", …]}`. A cell is a pair of row and column, counted from 0 or
1, a name (`r1c1`, or `A1`: the letter is the row), or its number in reading order. As text: rows
of letters, one for each cage, and then `a=6 b=10 …`; or a line for each cage, `6 r1c1 r1c2 r2c1`
or `r1c1 + r1c2 + r2c1 = 6`. The cages cover the board, or name its last row or column.

>>> read_cages("[[3, [[0, 0], [0, 1]]], [7, [[3, 3], [3, 2]]]]")  # doctest: +ELLIPSIS
Traceback (most recent call last):
satdoku...ParseError: cages on 4 cells, which cover no board: a cage is needed for each cell
>>> square = [[10, [[r, c] for c in range(1, 5)]] for r in range(1, 5)]
>>> read_cages(str(square)).layout.name[:28]
'4x4+killer:10:r1c1-r1c4+kill'
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from math import isqrt
from typing import Any

from ...board import Puzzle
from ...constraints.constraint import Constraint
from ...errors import LayoutError, ParseError
from ...geometry import Place
from ...layout import Layout
from ...layout_names import has_boxes
from ..text.json_text import load_json

#: Keys of objects for a cage's sum and for its cells, and of cells for row and column.
SUMS = ("sum", "total", "value", "target", "clue")
CELLS = ("cells", "squares", "positions", "members")
#: Keys of objects for a board of givens beside the cages.
BOARDS = ("puzzle", "grid", "givens", "board")
ROWS, COLUMNS = ("row", "r", "y"), ("col", "column", "c", "x")
#: What stands around a list in a program, and what other languages write for JSON's brackets.
ASSIGNED = re.compile(r"\A\s*(?:[\w.\s]*[:=]\s*)?|[;,\s]*\Z")
AS_JSON = str.maketrans({"(": "[", ")": "]", "'": '"'})
#: A comma before a closing bracket.
LAST_COMMA = re.compile(r",(?=\s*[\]}])")
NAME = re.compile(r"r(\d{1,2})c(\d{1,2})|([a-z])(\d{1,2})", re.IGNORECASE)
#: The largest board on which cages are read.
LARGEST = 25

#: A sum (None: unknown), and cells as (row, column) or as numbers in reading order.
Cage = tuple[int | None, list[Place | int]]


def read_cages(text: str, ignore: Collection[str] = ()) -> Puzzle | None:
    """Return the killer of a list of cages; None for other text; raise `ParseError` for cages that
    are on no board."""
    stripped = ASSIGNED.sub("", text).translate(AS_JSON)
    try:
        values = load_json(LAST_COMMA.sub("", stripped))
    except ParseError:
        return None
    return of_values(values)


def are_cages(values: list[Any]) -> bool:
    """Whether each of the values is a cage, with cells and perhaps a sum."""
    return all(_cage(value) is not None for value in values)


def of_values(values: Any) -> Puzzle | None:
    """Return the killer of a list of cages as values; None for other values."""
    if isinstance(values, Mapping):
        values = next((values[key] for key in ("cages", "killercage") if key in values), None)
    if not isinstance(values, list | tuple) or not values:
        return None
    cages = [cage for value in values if (cage := _cage(value))]
    return puzzle_of(cages) if len(cages) == len(values) else None


def read_record(record: Mapping[str, Any], ignore: Collection[str] = ()) -> Puzzle:
    """Return the killer of an object with a list of cages; raise `ParseError` for other lists."""
    found = of_values(record)
    if found is None:
        raise ParseError("each cage must have a sum and cells: [6, [[1, 1], [1, 2]]]")
    for key in BOARDS:
        if board := record.get(key):
            from ..text.reader import parse

            givens = parse(board, found.layout.without_constraints())
            return Puzzle(givens.cells, found.layout)
    return found


def _cage(value: Any) -> Cage | None:
    """Return the cage of a pair or of an object; None for other values."""
    if isinstance(value, Mapping):
        total = next((value[key] for key in SUMS if key in value), None)
        cells = next((value[key] for key in CELLS if key in value), None)
    elif isinstance(value, list | tuple) and len(value) == 2:
        total, cells = value
        if isinstance(total, list | tuple):
            total, cells = cells, total
    else:
        return None
    if isinstance(total, str) and total.isdecimal():
        total = int(total)
    is_number = isinstance(total, int) and not isinstance(total, bool)
    if not isinstance(cells, list | tuple) or not cells or not (is_number or total in (None, "")):
        return None
    places = [_place(cell) for cell in cells]
    known = [place for place in places if place is not None]
    return (total or None, known) if len(known) == len(places) else None


def _place(cell: Any) -> Place | int | None:
    """Return the row and column of a cell as they are counted there, or its number."""
    if isinstance(cell, str):
        return named_place(cell)
    if isinstance(cell, Mapping):
        row = next((cell[key] for key in ROWS if key in cell), None)
        column = next((cell[key] for key in COLUMNS if key in cell), None)
        cell = (row, column)
    if isinstance(cell, list | tuple) and len(cell) == 2:
        r, c = cell
        are_numbers = isinstance(r, int) and isinstance(c, int)
        return (r, c) if are_numbers else None
    return cell if isinstance(cell, int) else None


def named_place(name: str) -> Place | None:
    """Return (row, column) from 1 of `r1c1` or `A1`; None for other text."""
    match = NAME.fullmatch(name.strip())
    if not match:
        return None
    if match[1]:
        return int(match[1]), int(match[2])
    return ord(match[3].lower()) - ord("a") + 1, int(match[4])


def puzzle_of(cages: Iterable[Cage]) -> Puzzle:
    """Return the empty board with these cages; raise `ParseError` if they are on no board."""
    cages = list(cages)
    cells = [cell for _, some in cages for cell in some]
    side = isqrt(len(cells))
    if all(isinstance(cell, int) for cell in cells):
        # The first cell of a board is number 0 or 1; only cages that cover it tell its rows.
        start = min(cell for cell in cells if isinstance(cell, int))
        if start not in (0, 1) or len({*cells}) != side * side:
            raise ParseError("cells of cages by number: each cell of a board must be in one cage")

        def place(cell: Place | int) -> Place:
            assert isinstance(cell, int)
            return divmod(cell - start, side)
    else:

        def place(cell: Place | int) -> Place:
            if isinstance(cell, int):
                raise ParseError("the cells of cages are numbers and pairs: use only one of them")
            return cell

    listed = [(total, [place(cell) for cell in some]) for total, some in cages]
    places = {one for _, some in listed for one in some}
    ends = [number for one in places for number in one]
    first, last = min(ends), max(ends)
    covers = len(places) == side * side and (first, last) in ((0, side - 1), (1, side))
    # The last row of a board from 1, or the first of one from 0, tells how they are counted.
    size = side if covers else 9
    is_known = covers or (first, last) in ((0, 8), (1, 9))
    if not is_known or size > LARGEST or not has_boxes(size):
        raise ParseError(
            f"cages on {len(places)} cells, which cover no board: a cage is needed for each cell"
        )
    rules = []
    for total, some in listed:
        numbers = sorted((r - first) * size + c - first for r, c in some)
        if total or len(numbers) > 1:
            rules.append(Constraint("killer", tuple(numbers), (total,) if total else ()))
    try:
        layout = Layout.of_size(size).with_constraints(*rules)
    except LayoutError as error:
        raise ParseError(str(error)) from None
    return Puzzle((0,) * layout.cell_count, layout)


def cages_text(puzzle: Puzzle) -> str:
    """Return the cages of a killer as JSON, counted from 1; raise `LayoutError` for a puzzle with
    anything else, or whose cages do not tell its board."""
    layout = puzzle.layout
    if puzzle.clues or any(rule.kind != "killer" for rule in layout.constraints):
        raise LayoutError("a list of cages holds killers without givens and other rules")
    cages = []
    for rule in layout.constraints:
        places = [layout.places.place(cell) for cell in rule.cells]
        total = rule.values[0] if rule.values else None
        cages.append([total, [[r + 1, c + 1] for r, c in places]])
    text = json.dumps(cages)
    try:
        read = read_cages(text)
    except ParseError as error:
        raise LayoutError(str(error)) from None
    in_order = [rule.moved(tuple(sorted(rule.cells))) for rule in layout.constraints]
    if read is None or read.layout != replace(layout, constraints=tuple(in_order)):
        raise LayoutError("a list of cages does not tell this board from the usual one")
    return text
