"""SudokuPad's own JSON (`scl`, `ctc`): a drawing, of which only regions and cages mean something.

What else it draws (lines, circles, arrows) may be a rule that only its text tells. So a puzzle with
such drawings is refused, rather than solved without them.

Source: the format as read in github.com/SudokuPad/sudokutools (facts only).
"""

from __future__ import annotations

import json
from typing import Any

from ..board import Puzzle
from ..constraints.constraint import Constraint
from ..errors import LayoutError, ParseError
from ..layout import Layout
from .lzstring import unpack

DRAWN = ("lines", "arrows", "underlays", "overlays", "foglight")


def read_sudokupad(packed: str) -> Puzzle:
    """The puzzle of a link's data, without `scl` in front."""
    try:
        data = json.loads(unpack(packed))
    except (ValueError, RecursionError):
        raise ParseError(
            "this link of SudokuPad is in its packed form, which is not known here: take one with "
            "fpuz"
        ) from None
    return read_json(data)


def read_json(data: Any) -> Puzzle:
    """The puzzle of SudokuPad's JSON."""
    try:
        return _read(data)
    except LayoutError as error:
        raise ParseError(str(error)) from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise ParseError(
            f"the JSON of SudokuPad is damaged: {type(error).__name__}: {error}"
        ) from None


def _read(data: dict[str, Any]) -> Puzzle:
    rows = data["cells"]
    n = len(rows)
    if not 1 <= n <= 49 or any(len(row) != n for row in rows):
        raise ParseError("the cells are no square board of 1 to 49 rows")
    for key in DRAWN:
        if data.get(key):
            raise ParseError(
                f"the drawing has {key}, which may be rules: they are only known in f-puzzles' form"
            )
    meta = data.get("metadata") or {}
    if meta.get("norowcol"):
        raise ParseError("a board without rows and columns is not known here")
    regions = [-1] * (n * n)
    for index, region in enumerate(data.get("regions") or []):
        for r, c in region:
            regions[r * n + c] = index
    if data.get("regions") and -1 in regions:
        raise ParseError("a cell is in no region, which is not known here")
    rules = [
        Constraint(kind)
        for key, kind in (("antiknight", "anti-knight"), ("antiking", "anti-king"))
        if meta.get(key)
    ]
    for cage in data.get("cages") or []:
        cells = tuple(r * n + c for r, c in cage.get("cells") or [])
        if not cells or cage.get("hidden"):
            continue
        total = cage.get("sum") or cage.get("value")
        number: tuple[int, ...] = (int(total),) if str(total or "").strip().isdigit() else ()
        if cage.get("unique", True):
            rules.append(Constraint("killer", cells, number))
        elif number:
            rules.append(Constraint("sum", cells, number))
    layout = Layout(n, tuple(regions) if data.get("regions") else ()).with_constraints(*rules)
    digits = [int(cell.get("value") or 0) for row in rows for cell in row]
    return Puzzle(tuple(digits), layout)
