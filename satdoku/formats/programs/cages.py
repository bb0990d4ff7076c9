"""Killers as data: a list of cages, each with its sum and its cells.

In JSON, or as Python writes it: `[[6, [[1, 1], [1, 2], [2, 1]]], …]`, the sum first or last; or
objects, `{"sum": 6, "cells": ["r1c1", …]}`. A cell is a pair of row and column, counted from 0 or
1, or a name (`r1c1`, or `A1`: the letter is the row). The cages cover the board, or reach the last
row or column of one of 9×9.

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
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import isqrt
from typing import Any

from ...board import Puzzle
from ...constraints.geometry import ORTHOGONAL, pairs_by, pieces
from ...errors import LayoutError, ParseError, PuzzleError
from ...geometry import Place
from ...layout import Layout
from ...layout_names import has_boxes
from ...phrases import phrase
from ...plurals import a_board
from ..text.json_text import load_json
from ..values import read_value
from .caging import cages_in, with_cages

#: Keys of objects for a cage's sum and for its cells, and of cells for row and column.
SUMS = ("sum", "total", "value", "target", "clue")
CELLS = ("cells", "squares", "positions", "members")
#: Keys of objects for a board of givens beside the cages.
BOARDS = ("puzzle", "grid", "givens", "board")
ROWS, COLUMNS = ("row", "r", "y"), ("col", "column", "c", "x")
#: What stands around a list in a program, and what other languages write for JSON's brackets.
ASSIGNED = re.compile(r"\A(?:[\w.\s]{0,60}[:=])?\s{0,60}|[;,\s]{1,60}\Z")
AS_JSON = str.maketrans({"(": "[", ")": "]", "'": '"'})
#: A dictionary from the cells of cages to their sums: an entry of it.
ENTRY = re.compile(r"(\(\(.{1,999}?\)\s*,?\s*\))\s*:\s*(\d{1,3})", re.DOTALL)
#: A comma before a closing bracket.
LAST_COMMA = re.compile(r",(?=\s*[\]}])")
NAME = re.compile(r"r(\d{1,2})c(\d{1,2})|([a-z])(\d{1,2})", re.IGNORECASE)
#: The largest board on which cages are read.
LARGEST = 25

#: A sum (0: unknown), and cells as (row, column).
Cage = tuple[int, list[Place]]


def read_cages(text: str, ignore: Collection[str] = ()) -> Puzzle | None:
    """Return the killer of a list of cages; None for other text; raise `ParseError` for cages that
    are on no board."""
    stripped = ASSIGNED.sub("", text)
    if stripped.startswith("{"):
        stripped = "[" + ENTRY.sub(r"[\2, \1]", stripped)[1:-1] + "]"
    stripped = stripped.translate(AS_JSON)
    try:
        values = load_json(LAST_COMMA.sub("", stripped))
    except ParseError:
        return None
    return of_values(values)


def are_cages(values: Collection[Any]) -> bool:
    """Whether each of the values is a cage, with cells and perhaps a sum."""
    return all(_cage(value) is not None for value in values)


def of_values(values: Any) -> Puzzle | None:
    """Return the killer of a list of cages as values; None for other values."""
    if isinstance(values, Mapping):
        values = values.get("cages")
    cages = _cages(values)
    return puzzle_of(cages) if cages else None


def _cages(values: Any) -> list[Cage]:
    """Return the cages of a list of values; none if one of them is none."""
    if not isinstance(values, list | tuple) or not are_cages(values):
        return []
    return [cage for value in values if (cage := _cage(value))]


def read_record(record: Mapping[str, Any], ignore: Collection[str] = ()) -> Puzzle:
    """Return the killer of an object with a list of cages; raise `ParseError` for other lists."""
    cages = _cages(record.get("cages"))
    if not cages:
        raise ParseError("each cage must have a sum and cells: [6, [[1, 1], [1, 2]]]")
    board = _first(record, BOARDS)
    if not isinstance(board, str | list) or not board:
        return puzzle_of(cages)
    cells = [list(row) if isinstance(row, str) and len(row) > 1 else row for row in board]
    try:
        puzzle = read_value(cells, None)
    except PuzzleError as error:
        raise ParseError(str(error)) from None
    if puzzle is None:
        raise ParseError("the board beside the cages is no list of rows of cells")
    is_named = NAME.search(str(record["cages"])) is not None
    return puzzle_of(cages, puzzle, is_named)


def _first(record: Mapping[str, Any], keys: Collection[str]) -> Any:
    """Return the value of the first of these keys that a record has; None if it has none."""
    return next((record[key] for key in keys if key in record), None)


def _cage(value: Any) -> Cage | None:
    """Return the cage of a pair or of an object; None for other values."""
    if isinstance(value, Mapping):
        total = _first(value, SUMS)
        cells = _first(value, CELLS)
    elif isinstance(value, list | tuple) and len(value) == 2:
        total, cells = value
        if isinstance(total, list | tuple):
            total, cells = cells, total
    else:
        return None
    number = str(total or 0)
    are_cells = isinstance(cells, list | tuple) and bool(cells)
    if not number.isdecimal() or not are_cells:
        return None
    places = []
    for cell in cells:
        place = _place(cell)
        if place is None:
            return None
        places.append(place)
    return int(number), places


def _place(cell: Any) -> Place | None:
    """Return the row and column of a cell as they are counted there."""
    if isinstance(cell, str):
        return named_place(cell)
    if isinstance(cell, Mapping):
        row = _first(cell, ROWS)
        column = _first(cell, COLUMNS)
        cell = (row, column)
    match cell:
        case [int(r), int(c)] | (int(r), int(c)):
            return r, c
    return None


def named_place(name: str) -> Place | None:
    """Return (row, column) from 1 of `r1c1` or `A1`; None for other text."""
    match = NAME.fullmatch(name.strip())
    if not match:
        return None
    if match[1]:
        return int(match[1]), int(match[2])
    letter = match[3].lower()
    row = ord(letter) - ord("a") + 1
    return row, int(match[4])


def puzzle_of(cages: Sequence[Cage], board: Puzzle | None = None, is_named: bool = False) -> Puzzle:
    """Return the board with these cages; raise `ParseError` if they are not on it, or on none.

    board: the one of the givens; None for an empty one. is_named: the cells have names, which
    count from 1.
    """
    places: set[Place] = set()
    for _, some in cages:
        if not places.isdisjoint(some):
            r, c = next(place for place in some if place in places)
            raise ParseError(
                phrase("row {row!s}, column {column!s} is in two cages", row=r, column=c)
            )
        places.update(some)
    ends = [number for place in places for number in place]
    first = min(ends)
    last = max(ends)
    count = len(places)
    size = isqrt(count)
    # The last row of a board from 1, or the first of one from 0, tells how they are counted.
    is_known = size * size == count and first in (0, 1) and last - first == size - 1
    if board:
        size = board.layout.size
        is_known = first == 0 or last == size or is_named
        first = 1 if first else 0
        if not is_known:
            raise ParseError("cages may be counted from 0 or from 1: name the cells, as 'r1c1'")
        if last - first >= size:
            raise ParseError(
                phrase(
                    "a cage reaches row or column {last!s}: {board} ends before",
                    last=last,
                    board=a_board(size),
                )
            )
    elif not is_known:
        size = 9
        is_known = (first, last) in ((0, 8), (1, 9))
    if not is_known or size > LARGEST or not has_boxes(size):
        raise ParseError(
            phrase(
                "cages on {count!s} cells, which cover no board: a cage is needed for each cell",
                count=count,
            )
        )
    numbered = []
    for total, some in cages:
        cells = [(r - first) * size + c - first for r, c in some]
        numbered.append((total, cells))
    puzzle = board or Puzzle((0,) * size**2, Layout.of_size(size))
    edges = list(pairs_by(puzzle.layout, ORTHOGONAL))
    if count < size**2 and any(len(pieces(cells, edges)) > 1 for _, cells in numbered):
        raise ParseError("cages whose cells are apart, and which do not cover the board")
    return replace(puzzle, layout=with_cages(puzzle.layout, numbered))


def cages_text(puzzle: Puzzle) -> str:
    """Return the cages of a killer as JSON, counted from 1; raise `LayoutError` for a puzzle with
    anything else, or whose cages do not tell its board."""
    layout = puzzle.layout
    if puzzle.clues:
        raise LayoutError("a list of cages holds killers without givens")
    found = []
    for total, cells in cages_in(layout, "a list of cages", need_sums=False):
        places = [layout.places.place(cell) for cell in cells]
        from_1 = [[r + 1, c + 1] for r, c in places]
        found.append([total or None, from_1])
    text = json.dumps(found)
    try:
        read = read_cages(text)
    except ParseError as error:
        raise LayoutError(str(error)) from None
    board = layout.without_constraints()
    if read is None or read.layout.without_constraints() != board:
        raise LayoutError("a list of cages does not tell this board from the usual one")
    return text
