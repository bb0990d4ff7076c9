"""Write the JSON of f-puzzles and its links, with the tables of the reader.

>>> from satdoku.layout import Layout
>>> fpuzzles(Puzzle((0,) * 16, Layout.named("4x4+killer:3:r1c1,r1c2")))["killercage"]
[{'cells': ['R1C1', 'R1C2'], 'value': '3'}]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from ...board import Puzzle
from ...constraints.constraint import Constraint
from ...errors import LayoutError
from ...geometry import Cells, square
from ...layout import Layout
from ...layout_data import default_box
from ...phrases import phrase
from ...record_types import Record
from ..metadata import CELLS_BESIDES, cells_besides, kept
from . import fpuzzles as reading
from .payloads import pack

LINK = "https://f-puzzles.com/?load="
Step = tuple[int, int]
#: The marks for sums between two cells.
XV: dict[tuple[int, ...], str] = {(5,): "V", (10,): "X", (15,): "XV"}


def fpuzzles(puzzle: Puzzle) -> Record:
    """Return the puzzle as f-puzzles' JSON; raise `LayoutError` for a rule that it cannot
    express."""
    layout = puzzle.layout
    n = layout.size
    if layout.digits[0] == 0:
        raise LayoutError("f-puzzles has no digit 0")
    if not layout.is_square:
        raise LayoutError("f-puzzles supports only boards with as many rows and columns as digits")
    besides: Record = kept(puzzle, reading.FORMAT_NAME)
    marks = cells_besides(besides)
    usual = Layout.boxes(*default_box(n)).regions

    def name(cell: int) -> str:
        return f"R{cell // n + 1}C{cell % n + 1}"

    def square(cell: int) -> Record:
        record: Record = {}
        digit = puzzle.cells[cell]
        if digit:
            record |= {"value": digit, "given": True}
        if layout.regions and layout.regions != usual:
            region = layout.regions[cell]
            record["region"] = region if region >= 0 else None
        record |= marks.get(name(cell), {})
        return record

    if not layout.regions and usual:
        raise LayoutError("f-puzzles has no board without boxes")
    grid = [[square(r * n + c) for c in range(n)] for r in range(n)]
    data: Record = {"size": n, "grid": grid}
    for house in layout.extra_houses:
        cells = list(house.cells)
        if cells == list(range(0, n * n, n + 1)):
            data["diagonal-"] = True
        elif cells == list(range(n - 1, n * n - 1, n - 1)):
            data["diagonal+"] = True
        elif house.kind == "disjoint":
            data["disjointgroups"] = True
        else:
            region = {"cells": [name(c) for c in cells]}
            data.setdefault("extraregion", []).append(region)
    kinds = {rule.kind for rule in layout.constraints}
    if kinds >= {"non-consecutive", "difference"}:
        raise LayoutError("f-puzzles lets cells with a difference dot be consecutive")
    ratios: dict[str, set[tuple[int, ...]]] = {"ratio": set(), "no-other-ratio": set()}
    for rule in layout.constraints:
        _write_rule(data, rule, name, n)
        ratios.setdefault(rule.kind, set()).add(rule.values or (2,))
    unmarked = ratios["no-other-ratio"]
    marked = ratios["ratio"] or {(2,)}
    if unmarked and unmarked != marked:
        raise LayoutError(
            "f-puzzles forbids between unmarked cells only the ratios that are marked"
        )
    data |= {key: value for key, value in besides.items() if key != CELLS_BESIDES}
    return data


def _write_rule(data: Record, rule: Constraint, name: Callable[[int], str], n: int) -> None:
    kind = rule.kind
    flags = reading.FLAG_OF
    if kind in flags and not rule.values:
        data[flags[kind]] = True
        return
    for negative, negative_kind in reading.NEGATIVES.items():
        if kind == negative_kind and (negative == "ratio" or not rule.values):
            listed = data.setdefault("negative", [])
            if negative not in listed:
                listed.append(negative)
            return
    if kind == "candidates":
        for cell in rule.cells:
            data["grid"][cell // n][cell % n]["givenPencilMarks"] = list(rule.values)
        return
    key, entries = _entries(rule, [name(cell) for cell in rule.cells], n)
    if not entries:
        is_known = kind in reading.KEYS or kind == "little-killer"
        where = " on such cells" if is_known else ""
        raise LayoutError(phrase("f-puzzles has no rule {kind!r}{where}", kind=kind, where=where))
    data.setdefault(key, []).extend(entries)


def _entries(rule: Constraint, cells: list[str], n: int) -> tuple[str, list[Record]]:
    """Return (the key of a rule, its entries under it; none if f-puzzles lacks it). cells: their
    names."""
    kind = rule.kind
    value = {"value": str(rule.values[0])} if rule.values else {}
    key = reading.KEYS.get(kind, "")
    if key in reading.LINES and len(rule.values) < 2:
        return key, [{"lines": [cells]} | value]
    if key in reading.MARKS:
        return key, [{"cell": cell} for cell in cells]
    if key in reading.CELLS and (kind != "sum" or len(rule.values) == 1):
        return key, [{"cells": cells} | value]
    if key in reading.OUTSIDE:
        clue = _clue(rule.cells, reading.STRAIGHT, n)
        return key, [{"cell": clue[0]} | value] if clue else []
    if kind == "arrow":
        # The line begins in the head: readers leave out its first cell.
        head = rule.values[0] if rule.values else 1
        return "arrow", [{"cells": cells[:head], "lines": [cells[head - 1 :]]}]
    if kind == "little-killer":
        clue = _clue(rule.cells, reading.DIRECTIONS.values(), n)
        if not clue:
            return key, []
        place, seen = clue
        [direction] = [name for name, step in reading.DIRECTIONS.items() if step == seen]
        entry = {"cell": place, "direction": direction, "cells": cells}
        return "littlekillersum", [entry | value]
    if kind == "pair-sum":
        mark = XV.get(rule.values or (10,))
        return "xv", [{"cells": cells, "value": mark}] if mark and len(cells) == 2 else []
    if kind == "clone":
        half = len(cells) // 2
        return "clone", [{"cells": cells[:half], "cloneCells": cells[half:]}]
    if kind == "quadruple" and len(cells) == 4:
        return "quadruple", [{"cells": cells, "values": list(rule.values)}]
    return key, []


def _clue(cells: Cells, steps: Iterable[Step], n: int) -> tuple[str, Step] | None:
    """Return (place outside, step) of a clue that sees these cells; None if there is none."""
    first_r, first_c = divmod(cells[0], n)
    for down, across in steps:
        r = first_r - down
        c = first_c - across
        is_outside = not (0 <= r < n and 0 <= c < n)
        if is_outside and square(n).ray((r, c), (down, across)) == cells:
            return f"R{r + 1}C{c + 1}", (down, across)
    return None


def fpuzzles_link(puzzle: Puzzle) -> str:
    """Return a link that opens the puzzle in f-puzzles."""
    text = json.dumps(fpuzzles(puzzle), ensure_ascii=True, separators=(",", ":"))
    return LINK + pack(text)


def fpuzzles_text(puzzle: Puzzle) -> str:
    """Return the puzzle as f-puzzles' JSON, on one line."""
    return json.dumps(fpuzzles(puzzle))
