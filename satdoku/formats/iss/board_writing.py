"""Write constraint strings of Interactive Sudoku Solver, with the tables of the reader.

>>> from satdoku.formats.iss.reader import read_iss
>>> iss_text(read_iss(".AntiKnight.Cage~10~R1C1~R1C2.~R5C5_3"))
'.AntiKnight.Cage~10~R1C1~R1C2.~R5C5_3'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import quote

from ...board import Puzzle
from ...constraints.geometry import ORTHOGONAL, pairs_by, pieces
from ...errors import LayoutError
from ...geometry import House
from ...layout import Layout
from ...layout_shapes import MARKS, default_boxes
from ...phrases import phrase
from .names import LINK, PLACES
from .rule_writing import Names, written

#: Maximum number of rows, columns and digits, and of cells including extra variables.
MOST_SIDE, MOST_CELLS = 16, 1000
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def iss_text(puzzle: Puzzle) -> str:
    """Return the constraint string of a puzzle; raise `LayoutError` for a rule that ISS lacks."""
    layout = puzzle.layout
    names, groups = _names(layout)
    tokens = [*_board(layout), *groups]
    tokens += [t for rule in layout.constraints for t in written(rule, layout, names)]
    first = layout.digits[0]
    filled = ((cell, digit) for cell, digit in enumerate(puzzle.cells) if digit)
    if givens := [f"{names[cell]}_{digit - 1 + first}" for cell, digit in filled]:
        tokens.append("~".join(["", *givens]))
    return "".join("." + token for token in tokens) or ".~"


def iss_line(puzzle: Puzzle) -> str:
    """Return the string for a file that may hold several: it begins with `.Shape`."""
    text = iss_text(puzzle)
    return text if text.startswith(".Shape") else f".Shape~9x9{text.removesuffix('.~')}"


def iss_link(puzzle: Puzzle) -> str:
    """Return a link that opens the puzzle in Interactive Sudoku Solver."""
    return LINK + quote(iss_text(puzzle), safe="~.")


def _no_board(layout: Layout) -> LayoutError:
    return LayoutError(
        phrase("Interactive Sudoku Solver has no board like {name!s}", name=layout.name[:40])
    )


def _names(layout: Layout) -> tuple[Names, list[str]]:
    """Return the name of each cell, and the tokens that create the extra variables."""
    at = layout.places
    if max(at.board_height, at.board_width, layout.size) > MOST_SIDE:
        raise LayoutError("Interactive Sudoku Solver has no board of that size")
    if layout.cell_count > MOST_CELLS:
        raise LayoutError(
            phrase(
                "Interactive Sudoku Solver has at most {most_cells!s} cells", most_cells=MOST_CELLS
            )
        )
    names = {}
    for cell in range(layout.board_cells):
        r, c = at.place(cell)
        names[cell] = f"R{PLACES[r + 1]}C{PLACES[c + 1]}"
    tokens = []
    of_rules: dict[int, str] = {}
    for rule in layout.constraints:
        if rule.kind == "chaos-construction":
            of_rules |= {cell: f"CC{i + 1}" for i, cell in enumerate(rule.cells)}
        elif rule.kind == "doppelganger":
            n = at.board_height
            parts = ["DGZ", *(f"{part}{i + 1}" for part in ("DGC", "DGR", "DGB") for i in range(n))]
            of_rules |= dict(zip(rule.cells, parts, strict=False))
    own = 0
    for group in _extra_groups(layout):
        if group[0] in of_rules:
            names |= {cell: of_rules.get(cell, "") for cell in group}
            continue
        if own >= len(LETTERS):
            raise LayoutError(
                phrase(
                    "extra variables in more than {count!s} groups have no names",
                    count=len(LETTERS),
                )
            )
        name = LETTERS[own]
        own += 1
        columns = len({at.place(cell)[1] for cell in group})
        rows, rest = divmod(len(group), columns)
        corner = at.place(group[0])
        spots = [(corner[0] + i // columns, corner[1] + i % columns) for i in range(len(group))]
        # A number alone fills rows as wide as the board, the last one in part; else rows and
        # columns are named, and the rectangle must be full.
        counted = columns == min(at.board_width, len(group))
        if spots != [at.place(cell) for cell in group] or (rest and not counted):
            raise LayoutError(
                "Interactive Sudoku Solver has no names for extra variables that do "
                "not fill a rectangle"
            )
        size = str(len(group)) if counted else f"{rows}x{columns}"
        tokens.append(f"Var~{name}~~{size}")
        numbered = len(group) > 1
        names |= {cell: f"V{name}{i if numbered else ''}" for i, cell in enumerate(group, 1)}
    if "" in names.values():
        raise _no_board(layout)
    return names, tokens


def _extra_groups(layout: Layout) -> list[list[int]]:
    """Return the extra variables in edge-connected groups, each in reading order."""
    edges = pairs_by(layout, ORTHOGONAL, tuple(layout.extra_cells))
    return [sorted(group) for group in pieces(layout.extra_cells, edges)]


def _board(layout: Layout) -> Iterator[str]:
    at = layout.places
    board = layout.board_cells
    height = at.board_height
    width = at.board_width
    low = layout.digits[0]
    regions = layout.regions[:board]
    if layout.corners or board != height * width or max(layout.regions[board:], default=-1) >= 0:
        raise _no_board(layout)
    if not layout.lines and set(regions) - {-1}:
        raise _no_board(layout)
    side = max(height, width)
    shape = f"Shape~{height}x{width}"
    if low == 0:
        shape += f"~0-{layout.digits[-1]}"
    elif layout.size != side:
        shape += f"~{layout.size}"
    elif not layout.lines:
        shape += "~"
    if not layout.lines:
        shape += "~Raw"
    if shape != "Shape~9x9":
        yield shape
    if layout.lines:
        yield from _regions(layout, regions, height, width)
    yield from _houses(layout, height, width)


def _regions(layout: Layout, regions: tuple[int, ...], height: int, width: int) -> Iterator[str]:
    side = max(height, width)
    counts = Counter(regions)
    out = counts.pop(-1, 0)
    sizes = set(counts.values())
    if not sizes:
        if default_boxes(height, width, side):
            yield "NoBoxes"
        return
    in_box = max(sizes)
    if len(sizes) > 1 or out == in_box or len(counts) > len(MARKS):
        raise LayoutError("Interactive Sudoku Solver has no regions of different sizes")
    if in_box != side:
        yield f"RegionSize~{in_box}"
    usual = default_boxes(height, width, in_box)
    boxes = layout.one_board().places.boxes(*usual) if usual else ()
    if regions != boxes:
        # Else the boxes would stay, and the pieces would be further houses beside them.
        if usual:
            yield "NoBoxes"
        yield "Jigsaw~" + "".join("0" if region < 0 else MARKS[region] for region in regions)


def _houses(layout: Layout, height: int, width: int) -> Iterator[str]:
    n, square = width, height == width
    names, _ = _names(layout)
    named: dict[int, str] = {}
    usual = default_boxes(height, width, layout.size)
    if usual and square and layout.regions.count(0) in (0, layout.size):
        one = layout.one_board()
        plain = replace(one, extra_houses=(), regions=one.places.boxes(*usual))
        for kind, token in (("window", "Windoku"), ("disjoint", "DisjointSets")):
            own = [i for i, house in enumerate(layout.extra_houses) if house.kind == kind]
            cells = {layout.extra_houses[i].cells for i in own}
            if own and cells == {house.cells for house in _named_houses(plain, kind)}:
                # One token stands for all houses of the kind.
                named |= dict.fromkeys(own, "") | {own[0]: token}
    for i, house in enumerate(layout.extra_houses):
        house_cells = list(house.cells)
        if i in named:
            yield from filter(None, [named[i]])
            continue
        if square and house_cells == list(range(0, n * n, n + 1)):
            yield "Diagonal~-1"
        elif square and house_cells == list(range(n - 1, n * n - 1, n - 1)):
            yield "Diagonal~1"
        else:
            yield "~".join(["AllDifferent", *(names[cell] for cell in house_cells)])


def _named_houses(board: Layout, kind: str) -> tuple[House, ...]:
    try:
        return board.with_houses(kind).extra_houses
    except LayoutError:
        return ()
