"""The positions of a board's cells: a rectangle, with or without holes, or the union of overlapping
square boards. And houses, the sets of cells that hold no digit twice.

Cells are numbered from 0, row by row as drawn; positions outside the board have no number. Cells
below an empty row are extra variables: they hold digits, but are not part of the board, so rules of
the whole board do not apply to them. All code that needs neighbouring cells uses this module and
never computes with cell numbers itself.

>>> twodoku = Places(15, 15, 9, ((0, 0), (6, 6)))
>>> twodoku.count, twodoku.name(100), twodoku.cell_at(0, 14)
(153, 'r10c8', None)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from .frozen import frozen
from .phrases import phrase

Mark = TypeVar("Mark")
#: Cells by number, in some order.
Cells = tuple[int, ...]
#: (row, column) as drawn, or a move: (down, across).
Place = tuple[int, int]


@dataclass(frozen=True)
class Places:
    """height, width: rows and columns of the drawing. holes: the positions of a rectangle, counted
    row by row from 0, without a cell. corners: (row, column) from 0 of the upper left cells of
    square boards of `side` cells; empty for a single rectangle."""

    height: int
    width: int
    side: int = 0
    corners: tuple[Place, ...] = ()
    holes: tuple[int, ...] = ()

    @cached_property
    def all(self) -> tuple[Place, ...]:
        """(row, column) from 0 of each cell."""
        if not self.corners:
            holes = set(self.holes)
            cells = (i for i in range(self.height * self.width) if i not in holes)
            return tuple([divmod(i, self.width) for i in cells])
        found: set[Place] = set()
        for top, left in self.corners:
            for r in range(top, top + self.side):
                found.update((r, c) for c in range(left, left + self.side))
        return tuple(sorted(found))

    @cached_property
    def _numbers(self) -> dict[Place, int]:
        return {place: cell for cell, place in enumerate(self.all)}

    @cached_property
    def filled(self) -> tuple[tuple[int, ...], ...]:
        """The columns that have a cell, by row."""
        rows: list[list[int]] = [[] for _ in range(self.height)]
        for r, c in self.all:
            rows[r].append(c)
        return tuple(map(tuple, rows))

    @cached_property
    def board_height(self) -> int:
        """The number of rows of the board itself: those above the first row without cells."""
        if not self.holes:
            return self.height
        filled = {r for r, _ in self.all}
        return next((r for r in range(self.height) if r not in filled), self.height)

    @cached_property
    def board_count(self) -> int:
        """The number of cells of the board itself; they come first, extra variables after them."""
        if self.board_height == self.height:
            return self.count
        return sum(r < self.board_height for r, _ in self.all)

    @cached_property
    def board_width(self) -> int:
        """The number of columns of the board itself."""
        if not self.holes:
            return self.width
        return 1 + max(c for _, c in self.all[: self.board_count])

    @property
    def count(self) -> int:
        """The number of cells."""
        if self.corners:
            return len(self.all)
        return self.height * self.width - len(self.holes)

    def place(self, cell: int) -> Place:
        """Return (row, column) from 0 of a cell."""
        if self.corners or self.holes:
            return self.all[cell]
        return divmod(cell, self.width)

    def cell_at(self, r: int, c: int) -> int | None:
        """Return the cell in row r, column c, from 0; None if there is none."""
        if self.corners or self.holes:
            return self._numbers.get((r, c))
        if 0 <= r < self.height and 0 <= c < self.width:
            return r * self.width + c
        return None

    def straight(self, start: Place, end: Place) -> list[int] | None:
        """Return the cells from one (row, column) to another in a straight line; None if they are
        not on one, or if a cell is missing."""
        r, c = start
        down = end[0] - r
        across = end[1] - c
        steps = max(abs(down), abs(across))
        if abs(down) not in (0, steps) or abs(across) not in (0, steps):
            return None
        line = []
        for i in range(steps + 1):
            # A move is by one row, by one column or by both, so these divisions leave no rest.
            cell = self.cell_at(r + i * down // max(1, steps), c + i * across // max(1, steps))
            if cell is None:
                return None
            line.append(cell)
        return line

    def ray(self, start: Place, move: Place) -> Cells:
        """Return the cells of the board itself that follow a (row, column) in steps (down, across),
        up to the border or a hole."""
        cells: list[int] = []
        r, c = start
        down, across = move
        while True:
            r += down
            c += across
            cell = self.cell_at(r, c)
            if cell is None or cell >= self.board_count:
                return tuple(cells)
            cells.append(cell)

    def name(self, cell: int) -> str:
        """Return 'r4c7' for the cell in row 4, column 7 of the drawing."""
        r, c = self.place(cell)
        return f"r{r + 1}c{c + 1}"

    @property
    def joins_names(self) -> bool:
        """Whether r1c12 can stand for r1c1 and r1c2: no row or column of the board itself has a
        number above 9."""
        return max(self.board_height, self.board_width) < 10

    def board(self, number: int) -> Cells:
        """Return the cells of one of the overlapping boards, row by row."""
        top, left = self.corners[number]
        numbers = self._numbers
        return tuple(numbers[top + r, left + c] for r in range(self.side) for c in range(self.side))

    def boxes(self, rows: int, columns: int) -> tuple[int, ...]:
        """Return the box of rows×columns cells that each cell is in, numbered by first
        appearance."""
        # The corners of overlapping boards are at multiples of a box (`layout_shapes.boxed`), so a
        # box that two boards share is one box.
        boxes = [(r // rows, c // columns) for r, c in self.all]
        numbers = {box: number for number, box in enumerate(dict.fromkeys(boxes))}
        return tuple([numbers[box] for box in boxes])

    def drawn(self, marks: Sequence[Mark], nothing: Mark) -> list[list[Mark]]:
        """Arrange one mark per cell in rows as drawn, with `nothing` where there is no cell."""
        if not self.corners and not self.holes:
            return [list(marks[i : i + self.width]) for i in range(0, len(marks), self.width)]
        rows = [[nothing] * self.width for _ in range(self.height)]
        for (r, c), mark in zip(self.all, marks, strict=True):
            rows[r][c] = mark
        return rows


def square(side: int) -> Places:
    """Return the places of a square board without holes."""
    return Places(side, side)


@frozen
class House:
    """A set of cells without repeated digits; with as many cells as digits it holds each once.

    kind: "row", "column", "box", or the name of an extra region. index: from 1, within the kind.
    cells: increasing numbers from 0. board: the number (from 1) of the overlapping board that it
    belongs to; 0 if there is only one board, or it belongs to all (boxes are numbered throughout).
    """

    kind: str
    index: int
    cells: Cells
    board: int = 0

    @property
    def is_line(self) -> bool:
        """Whether it is a row or a column."""
        return self.kind in ("row", "column")

    def __str__(self) -> str:
        name = phrase(f"{self.kind} {{number}}", number=self.index)
        if self.board:
            return phrase("{house} of board {number}", house=name, number=self.board)
        return name
