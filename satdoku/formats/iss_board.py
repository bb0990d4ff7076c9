"""The board that the tokens of a constraint string of ISS describe, and its cells and lines.

>>> board = IssBoard([("Shape", ["6x6", "9"]), ("RegionSize", ["9"])])
>>> board.layout.name, board.cell("R2C1"), board.line("C6", backwards=True)
('6x6/3x3+digits:9', 6, (35, 29, 23, 17, 11, 5))
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ..errors import ParseError
from ..house import House
from ..layout import FROM_ZERO, MAX_SIZE, Layout
from ..layout_shapes import boxed, default_boxes, regions_marked
from .iss_names import PLACES

Token = tuple[str, list[str]]
#: What says something about the board alone.
SHAPES = ("Shape", "NoBoxes", "Jigsaw", "RegionSize", "Var")
#: Cells beside a board, at most.
MOST_VARIABLES = 200
#: What would need a board whose regions are to be found, or cells that say which ones do not count.
UNKNOWN = ("ChaosConstruction", "Doppelganger", "RegionSameValues")


class IssBoard:
    """The layout without rules, and what its cells and lines are called.

    shift: (rows, columns) by which cells are moved, for groups that stand several times. named: the
    cells beside the board, by their names; they stand below it, in no house.
    """

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.layout, self.named = _with_variables(_layout(dict(tokens)), tokens)
        self.places = self.layout.places
        #: rows of the board, without those of cells beside it
        self.rows = self.layout.holes[0] // self.places.width if self.named else self.places.height
        self.shift = (0, 0)

    def cell(self, text: str) -> int:
        """The number of 'R1C9'."""
        if text in self.named:
            return self.named[text]
        match = re.fullmatch(r"[Rr](\w{1,2})[Cc](\w{1,2})", text)
        r, c = (number(part) for part in match.groups()) if match else (0, 0)
        found = self.places.cell_at(r - 1 + self.shift[0], c - 1 + self.shift[1])
        if found is None or not match:
            raise ParseError(f"{text[:20]!r} is no cell of a {self._size} board")
        return found

    def cells(self, texts: Sequence[str]) -> tuple[int, ...]:
        """The cells of some arguments."""
        return tuple(self.cell(text) for text in texts if text)

    def line(self, name: str, backwards: bool = False) -> tuple[int, ...]:
        """The cells of row 'R4' or column 'C7'."""
        match = re.fullmatch(r"([RC])(\w{1,2})", name)
        i = number(match[2]) - 1 if match else -1
        across = bool(match) and name[0] == "R"
        i = -1 if across and i >= self.rows else i
        length = self.places.width if across else self.rows
        found = [self.places.cell_at(i, k) if across else self.places.cell_at(k, i)
                 for k in range(length)]  # fmt: skip
        cells = tuple(cell for cell in found if cell is not None)
        if not match or len(cells) < length:
            raise ParseError(f"{name[:20]!r} is no row or column of a {self._size} board")
        return tuple(reversed(cells)) if backwards else cells

    def diagonal(self, cell: int) -> tuple[int, ...]:
        """The diagonal that a little killer's clue beside this cell of the border sees."""
        return diagonal_from(cell, self.layout, self.rows)

    @property
    def _size(self) -> str:
        return f"{self.rows}x{self.places.width}"


def _with_variables(board: Layout, tokens: Sequence[Token]) -> tuple[Layout, dict[str, int]]:
    """The board with the cells beside it (`Var~NAME~LABEL~COUNT`), in rows below it, after one that
    is empty; and their numbers, by name."""
    names: list[str] = []
    for kind, args in tokens:
        if kind == "Var":
            count = whole(args[2]) if len(args) > 2 and args[2] else 1
            if not 0 < count <= MOST_VARIABLES or not args[0].isalnum():
                raise unknown(f"Var {' '.join(args)}")
            front = f"V{args[0]}"
            names += [front] if count == 1 else [f"{front}{i}" for i in range(1, count + 1)]
    if not names:
        return board, {}
    if len(set(names)) < len(names) or len(names) > MOST_VARIABLES:
        raise ParseError("two cells beside the board have one name, or there are too many of them")
    width, first = board.width, board.cell_count
    below = -(-len(names) // width)
    filled = first + width + len(names)
    height = board.height + 1 + below
    holes = (*range(first, first + width), *range(filled, height * width))
    lines = [House("house", i, house.cells) for i, house in enumerate(board.houses, 1)
             if house.kind != "box"]  # fmt: skip
    regions = (*board.regions, *[-1] * len(names)) if board.regions else ()
    whole_board = Layout(
        board.size, regions, tuple(lines), board.symbols, (), height, width, (), False, holes
    )
    return whole_board, {name: first + i for i, name in enumerate(names)}


def diagonal_from(cell: int, layout: Layout, rows: int = 0) -> tuple[int, ...]:
    """The diagonal that a little killer's clue beside a cell of the border sees.

    rows: of the board, where cells stand below it.
    """
    at = layout.places
    rows = rows or at.height
    r, c = at.place(cell)
    if c == 0 and r < rows - 1:
        down, across = 1, 1
    elif c == at.width - 1 and r > 0:
        down, across = -1, -1
    else:
        down, across = (1, -1) if r == 0 else (-1, 1)
    cells = []
    while (found := at.cell_at(r, c)) is not None:
        cells.append(found)
        r, c = r + down, c + across
    return tuple(cells)


def number(text: str) -> int:
    """A number up to two digits; a letter counts on from 10."""
    if re.fullmatch(r"[a-zA-Z]", text):
        return PLACES.index(text.lower())
    return whole(text)


def whole(text: str) -> int:
    """A number of at most six digits."""
    if not re.fullmatch(r"-?\d{1,6}", text, re.ASCII):
        raise ParseError(f"{text[:20]!r} is no number")
    return int(text)


def unknown(kind: str) -> ParseError:
    """The error for what is not known: the puzzle would be another without it."""
    return ParseError(
        f"the rule {kind[:40]!r} is not known: the puzzle would be another without it "
        "(--ignore-rules leaves it out)"
    )


def _layout(named: dict[str, list[str]]) -> Layout:
    for kind in UNKNOWN:
        if kind in named:
            raise unknown(kind)
    shape = re.fullmatch(
        r"(\d{1,2})x(\d{1,2})(?:~(?:([01])-)?(\d{1,2}))?", "~".join(named.get("Shape", ["9x9"]))
    )
    if not shape or 0 in (int(shape[1]), int(shape[2])):
        raise unknown(f"Shape {' '.join(named['Shape'])}")
    height, width = int(shape[1]), int(shape[2])
    side = max(height, width)
    low = int(shape[3] or 1)
    size = int(shape[4]) + 1 - low if shape[4] else side
    if not side <= size <= MAX_SIZE:
        raise ParseError(f"{size} digits on a board of {height}x{width} cells")
    symbols = FROM_ZERO[low : low + size]
    board = Layout(size, symbols=symbols, height=height, width=width)
    cells = whole(named["RegionSize"][0]) if named.get("RegionSize") else side
    if "Jigsaw" in named:
        marks = (named["Jigsaw"] or [""])[0]
        if board.is_regular:
            return Layout.jigsaw(marks, symbols)
        counts = Counter(marks)
        if min(counts.values()) < cells:
            raise ParseError(f"the pieces of this jigsaw are not of {cells} cells each")
        pieces = "".join(mark if counts[mark] == cells else "." for mark in marks)
        regions = regions_marked(pieces, board.places)  # ISS takes larger ones for no pieces
    else:
        shape_of_box = None if "NoBoxes" in named else default_boxes(height, width, cells)
        regions = boxed(board.places, shape_of_box, size) if shape_of_box else ()
    return Layout(size, regions, (), symbols, height=height, width=width)
