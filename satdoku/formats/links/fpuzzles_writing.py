"""Write the JSON of f-puzzles and its links, with the tables of the reader.

>>> from satdoku.layout import Layout
>>> fpuzzles(Puzzle((0,) * 16, Layout.named("4x4+killer:3:r1c1,r1c2")))["killercage"]
[{'cells': ['R1C1', 'R1C2'], 'value': '3'}]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from ...board import Puzzle
from ...constraints.constraint import Constraint
from ...errors import LayoutError
from ...geometry import square
from ...layout import Layout
from ...layout_data import default_box
from ..metadata import kept
from . import fpuzzles as reading
from .payloads import pack

LINK = "https://f-puzzles.com/?load="
Step = tuple[int, int]
#: The marks for sums between two cells.
XV: dict[tuple[int, ...], str] = {(5,): "V", (10,): "X", (15,): "XV"}


def fpuzzles(puzzle: Puzzle) -> dict[str, Any]:
    """Return the puzzle as f-puzzles' JSON; raise `LayoutError` for a rule that it cannot
    express."""
    layout, n = puzzle.layout, puzzle.layout.size
    if layout.digits[0] == 0:
        raise LayoutError("f-puzzles has no digit 0")
    if not layout.is_square:
        raise LayoutError("f-puzzles supports only boards with as many rows and columns as digits")
    besides: dict[str, Any] = kept(puzzle, reading.FORM)
    usual = Layout.boxes(*default_box(n)).regions

    def name(cell: int) -> str:
        return f"R{cell // n + 1}C{cell % n + 1}"

    def square(cell: int) -> dict[str, Any]:
        record: dict[str, Any] = {}
        if puzzle.cells[cell]:
            record |= {"value": puzzle.cells[cell], "given": True}
        if layout.regions and layout.regions != usual:
            region = layout.regions[cell]
            record["region"] = region if region >= 0 else None
        beside: dict[str, Any] = besides.get(reading.CELLS_BESIDES, {}).get(name(cell), {})
        return record | beside

    if not layout.regions and usual:
        raise LayoutError("f-puzzles has no board without boxes")
    grid = [[square(r * n + c) for c in range(n)] for r in range(n)]
    data: dict[str, Any] = {"size": n, "grid": grid}
    for house in layout.extra_houses:
        cells = list(house.cells)
        if cells == list(range(0, n * n, n + 1)):
            data["diagonal-"] = True
        elif cells == list(range(n - 1, n * n - 1, n - 1)):
            data["diagonal+"] = True
        elif house.kind == "disjoint":
            data["disjointgroups"] = True
        else:
            data.setdefault("extraregion", []).append({"cells": [name(c) for c in cells]})
    if {"non-consecutive", "difference"} <= {rule.kind for rule in layout.constraints}:
        raise LayoutError("f-puzzles lets cells with a difference dot be consecutive")
    ratios: dict[str, set[tuple[int, ...]]] = {"ratio": set(), "no-other-ratio": set()}
    for rule in layout.constraints:
        _write_rule(data, rule, name, n)
        ratios.setdefault(rule.kind, set()).add(rule.values or (2,))
    unmarked = ratios["no-other-ratio"]
    if unmarked and unmarked != (ratios["ratio"] or {(2,)}):
        raise LayoutError(
            "f-puzzles forbids between unmarked cells only the ratios that are marked"
        )
    data |= {key: value for key, value in besides.items() if key != reading.CELLS_BESIDES}
    return data


def _write_rule(data: dict[str, Any], rule: Constraint, name: Callable[[int], str], n: int) -> None:
    cells = [name(cell) for cell in rule.cells]
    keys, flags = reading.KEYS, reading.FLAG_OF
    value = {"value": str(rule.values[0])} if rule.values else {}
    kind = rule.kind
    if kind in flags and not rule.values:
        data[flags[kind]] = True
        return
    if kind in reading.NEGATIVES.values() and (kind == "no-other-ratio" or not rule.values):
        name_ = {k: key for key, k in reading.NEGATIVES.items()}[kind]
        if name_ not in data.setdefault("negative", []):
            data["negative"].append(name_)
        return
    if kind == "candidates":
        for cell in rule.cells:
            data["grid"][cell // n][cell % n]["givenPencilMarks"] = list(rule.values)
        return
    key = keys.get(kind, "")
    entries = list[dict[str, Any]]()
    if key in reading.LINES and len(rule.values) < 2:
        entries = [{"lines": [cells]} | value]
    elif key in reading.MARKS:
        entries = [{"cell": cell} for cell in cells]
    elif key in reading.CELLS and (kind != "sum" or len(rule.values) == 1):
        entries = [{"cells": cells} | value]
    elif key in reading.OUTSIDE:
        clue = _clue(rule.cells, reading.STRAIGHT, n)
        entries = [{"cell": clue[0]} | value] if clue else []
    elif kind == "arrow":
        head = rule.values[0] if rule.values else 1
        key, entries = "arrow", [{"cells": cells[:head], "lines": [cells[head - 1 :]]}]
    elif kind == "little-killer":
        if clue := _clue(rule.cells, reading.DIRECTIONS.values(), n):
            [direction] = [name for name, step in reading.DIRECTIONS.items() if step == clue[1]]
            entry = {"cell": clue[0], "direction": direction, "cells": cells}
            key, entries = "littlekillersum", [entry | value]
    elif kind == "pair-sum" and (rule.values or (10,)) in XV and len(cells) == 2:
        key, entries = "xv", [{"cells": cells, "value": XV[rule.values or (10,)]}]
    elif kind == "clone":
        half = len(cells) // 2
        key, entries = "clone", [{"cells": cells[:half], "cloneCells": cells[half:]}]
    elif kind == "quadruple" and len(cells) == 4:
        key, entries = "quadruple", [{"cells": cells, "values": list(rule.values)}]
    if not entries:
        where = " on such cells" if kind in keys or kind == "little-killer" else ""
        raise LayoutError(f"f-puzzles has no rule {kind!r}{where}")
    data.setdefault(key, []).extend(entries)


def _clue(cells: tuple[int, ...], steps: Iterable[Step], n: int) -> tuple[str, Step] | None:
    """Return (place outside, step) of a clue that sees these cells; None if there is none."""
    r, c = divmod(cells[0], n)
    for step in steps:
        place = (r - step[0], c - step[1])
        if not {*place} <= {*range(n)} and square(n).ray(place, step) == cells:
            return f"R{place[0] + 1}C{place[1] + 1}", step
    return None


def fpuzzles_link(puzzle: Puzzle) -> str:
    """Return a link that opens the puzzle in f-puzzles."""
    return LINK + pack(json.dumps(fpuzzles(puzzle), ensure_ascii=True, separators=(",", ":")))


def fpuzzles_text(puzzle: Puzzle) -> str:
    """Return the puzzle as f-puzzles' JSON, on one line."""
    return json.dumps(fpuzzles(puzzle))
