"""Constraint strings of Interactive Sudoku Solver, written; the tables are those of the reader.

>>> from satdoku.formats.iss import read_iss
>>> iss_text(read_iss(".AntiKnight.Cage~10~R1C1~R1C2.~R5C5_3"))
'.AntiKnight.Cage~10~R1C1~R1C2.~R5C5_3'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from urllib.parse import quote

from ..board import Puzzle
from ..constraints.constraint import Constraint
from ..errors import LayoutError
from ..layout import Layout
from ..layout_shapes import default_boxes
from .iss_board import diagonal_from
from .iss_names import BOARD, CELLS, ENDS, INDEXERS, LINK, NUMBER_AND_CELLS, PLACES

PAIR_SUMS = {(): "X", (10,): "X", (5,): "V"}
DEFAULTS = {"difference": 1, "ratio": 2}


def iss_text(puzzle: Puzzle) -> str:
    """The constraint string of a puzzle; `LayoutError` for a rule that ISS does not have."""
    layout = puzzle.layout
    tokens = [*_board(layout), *(t for rule in layout.constraints for t in _rule(rule, layout))]
    first = layout.digits[0]
    givens = [
        f"{_cell(cell, layout)}_{digit - 1 + first}"
        for cell, digit in enumerate(puzzle.cells)
        if digit
    ]
    if givens:
        tokens.append("~".join(["", *givens]))
    return "".join("." + token for token in tokens) or ".~"


def iss_link(puzzle: Puzzle) -> str:
    """A link that opens the puzzle in Interactive Sudoku Solver."""
    return LINK + quote(iss_text(puzzle), safe="~.")


def _cell(cell: int, layout: Layout) -> str:
    r, c = layout.places.place(cell)
    if max(layout.height, layout.width, layout.size) >= len(PLACES):
        raise LayoutError("Interactive Sudoku Solver has no board of that size")
    return f"R{PLACES[r + 1]}C{PLACES[c + 1]}"


def _board(layout: Layout) -> Iterator[str]:
    if layout.corners or layout.holes or not layout.lines or -1 in layout.regions:
        raise LayoutError(f"Interactive Sudoku Solver has no board like {layout.name[:40]}")
    height, width, low = layout.height, layout.width, layout.digits[0]
    side = max(height, width)
    shape = f"Shape~{height}x{width}"
    if low == 0:
        shape += f"~0-{layout.digits[-1]}"
    elif layout.size != side:
        shape += f"~{layout.size}"
    if shape != "Shape~9x9":
        yield shape
    usual = default_boxes(height, width, side)
    in_box = layout.regions.count(0)
    if not layout.regions:
        if usual:
            yield "NoBoxes"
    elif layout.box_shape is None or layout.box_shape != default_boxes(height, width, in_box):
        if len(set(Counter(layout.regions).values())) > 1 or max(layout.regions) > 34:
            raise LayoutError("Interactive Sudoku Solver has no regions of different sizes")
        if in_box != side:
            yield f"RegionSize~{in_box}"
        marks = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        yield "Jigsaw~" + "".join(marks[region] for region in layout.regions)
    elif in_box != side:
        yield f"RegionSize~{in_box}"
    n = width
    for house in layout.extra_houses:
        cells = list(house.cells)
        if height == width and cells == list(range(0, n * n, n + 1)):
            yield "Diagonal~-1"
        elif height == width and cells == list(range(n - 1, n * n - 1, n - 1)):
            yield "Diagonal~1"
        elif house.kind in ("window", "disjoint"):
            if house.index == 1:
                yield {"window": "Windoku", "disjoint": "DisjointSets"}[house.kind]
        else:
            yield "~".join(["AllDifferent", *(_cell(cell, layout) for cell in cells)])


def _rule(rule: Constraint, layout: Layout) -> Iterator[str]:
    cells = [_cell(cell, layout) for cell in rule.cells]
    values = [str(value) for value in rule.values]
    kind = rule.kind
    of_cells = {kind: name for name, kind in CELLS.items()}
    numbered = {kind.rstrip("?"): name for name, kind in NUMBER_AND_CELLS.items()}
    board = {kind: name for name, kind in BOARD.items()}
    ends = {kind: name for name, kind in ENDS.items()}
    indexers = {kind: name for name, kind in INDEXERS.items()}
    if kind == "or":
        yield "Or"
        for part in rule.parts:
            if len(part) > 1:
                yield "And"
            for one in part:
                yield from _rule(one, layout)
            if len(part) > 1:
                yield "End"
        yield "End"
    elif kind == "candidates":
        yield "~".join(["", *("_".join([cell, *values]) for cell in cells)])
    elif kind in ("odd", "even"):
        digits = [str(d) for d in layout.digits if d % 2 == (kind == "odd")]
        yield "~".join(["", *("_".join([cell, *digits]) for cell in cells)])
    elif kind == "killer":
        yield "~".join(["Cage", *(values or ["0"]), *cells])
    elif kind == "sum":
        head = values[0] if len(values) == 1 else "_".join([values[0], "=", *values[1:]])
        yield "~".join(["Sum", head, *cells])
    elif kind == "pair-sum" and rule.values in PAIR_SUMS:
        yield "~".join([PAIR_SUMS[rule.values], *cells])
    elif kind == "quadruple":
        yield "~".join(["ContainAtLeast", "_".join(values), *cells])
    elif kind == "contain-exactly":
        yield "~".join(["ContainExact", "_".join(values), *cells])
    elif kind == "look-and-say":
        yield "~".join(["LookAndSay", "".join(values), *cells])
    elif kind in board and not values:
        yield board[kind]
    elif kind in indexers:
        yield "~".join(["Indexing", indexers[kind], *cells])
    elif kind == "arrow" and values not in ([], ["1"]):
        yield "~".join(["PillArrow", *values, *cells])
    elif kind in of_cells and (not values or rule.values == (DEFAULTS.get(kind),)):
        yield "~".join([of_cells[kind], *cells])
    elif kind in numbered:
        yield "~".join([numbered[kind], *values, *cells])
    elif kind in ends or kind in ("sandwich", "little-killer"):
        yield _clue(rule, layout, ends.get(kind, ""))
    else:
        raise LayoutError(f"Interactive Sudoku Solver has no rule {kind!r} as it is here")


def _clue(rule: Constraint, layout: Layout, name: str) -> str:
    clue = rule.values[0]
    if rule.kind == "little-killer":
        if diagonal_from(rule.cells[0], layout) == rule.cells:
            return f"LittleKiller~{clue}~{_cell(rule.cells[0], layout)}"
        return "~".join([f"Sum~{clue}", *(_cell(cell, layout) for cell in rule.cells)])
    for house in layout.houses:
        forwards = rule.cells == house.cells
        if house.kind in ("row", "column") and rule.cells in (house.cells, house.cells[::-1]):
            line = house.kind[0].upper() + PLACES[house.index]
            if rule.kind == "sandwich":
                return f"Sandwich~{clue}~{line}"
            return f"{name}~{line}~{clue}~" if forwards else f"{name}~{line}~~{clue}"
    raise LayoutError(f"{rule.kind} does not see a whole row or column")
