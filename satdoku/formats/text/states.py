"""Grids of candidates in a text of any kind, as the possible digits of each cell.

>>> digits, layout = candidates_in_text("1 234 34 2  24 24 1 3  23 1 24 4  4 23 23 1")
>>> layout.name, digits[:3]
('4x4', [[1], [2, 3, 4], [3, 4]])
"""

from __future__ import annotations

from math import isqrt

from ...board import Puzzle
from ...errors import ParseError
from ...layout import Layout
from ...layout_data import MAX_SIZE
from ...phrases import phrase
from ...plurals import a_board, plural
from .borders import is_rule
from .candidates import FRAME, GONE, dense_cells, dense_size, drawn_size, groups_in, undrawn
from .cell_meanings import CandidateGrid
from .cells import Companion
from .plain_reader import Item, PlainReader

#: A grid of fewer cells is none.
SMALLEST = 4


def candidates_in_text(text: str, layout: Layout | None = None) -> tuple[list[list[int]], Layout]:
    """Return (the possible digits of each cell, the layout); raise `ParseError` for other text."""
    lines = _inner_lines(text)
    dense = _dense(lines) if len(lines) > 1 else text.strip()
    board = layout or _board_by_count(len(dense))
    if board and len(dense) == board.size**3:
        # Drawn or cell by cell, there are as many marks. They are drawn if each digit is at its
        # place once they are put cell by cell.
        if drawn_size(dense, board):
            return dense_cells(undrawn(dense, board), board), board
        if set(dense) <= GONE | set(board.symbols):
            return dense_cells(dense, board), board
    grid = grid_in(text, layout)
    if isinstance(grid, CandidateGrid):
        every = list(grid.layout.digit_numbers)
        return [list(some) or every for some in grid.digits], grid.layout
    groups = []
    for line in lines:
        groups += groups_in(line)
    return _groups(groups, layout)


def _inner_lines(text: str) -> list[str]:
    """Return the lines that are not borders."""
    return [line for line in text.splitlines() if not is_rule(line)]


def _dense(lines: list[str]) -> str:
    """Return the marks of all lines, without white space and frames."""
    marks = "".join("".join(lines).split())
    return FRAME.sub("", marks)


def _board_by_count(count: int) -> Layout | None:
    """Return the board with so many candidates; None if there is none."""
    for size in range(2, MAX_SIZE + 1):
        if count == size**3:
            return Layout.of_size(size)
    return None


def are_candidates(text: str, layout: Layout | None = None) -> bool:
    """Whether the text is a grid of candidates rather than a puzzle."""
    lines = _inner_lines(text)
    dense = _dense(lines)
    if dense_size(dense) or drawn_size(dense, layout):
        return True
    grid = grid_in(text, layout)
    if grid:
        return isinstance(grid, CandidateGrid)
    # All cells on one line, which is no row of a board.
    groups = [group for line in lines for group in groups_in(line)]
    try:
        cells, _ = _groups(groups, layout)
    except ParseError:
        return False
    # A puzzle has one mark per cell: a longer group shows that these are candidates.
    return len(cells) > SMALLEST and max(map(len, groups)) > 1


def grid_in(text: str, layout: Layout | None) -> Puzzle | CandidateGrid | None:
    """Return the grid of candidates among other lines of a text; without one, its puzzle."""
    if layout and not layout.is_regular:
        return None
    reader = PlainReader(layout)
    items: list[Item] = []
    for number, line in enumerate(text.splitlines(), 1):
        items += reader.feed(line, number)
    items += reader.end()
    found = None
    for item in items:
        if isinstance(item, Companion):
            if isinstance(item.what, CandidateGrid):
                return item.what
            if item.kind == "below":
                found = item.what
        elif isinstance(item, tuple):
            found = item[1]
    return found


def _groups(cells: list[str], layout: Layout | None) -> tuple[list[list[int]], Layout]:
    size = isqrt(len(cells))
    is_square = 1 < size <= MAX_SIZE and size * size == len(cells)
    if layout is None and not is_square:
        raise ParseError(
            phrase(
                "{cells} of candidates: a 9x9 board has 81; a puzzle goes without --from-state",
                cells=plural(len(cells), "cell"),
            )
        )
    board = layout or Layout.of_size(size)
    if len(cells) != board.cell_count:
        raise ParseError(
            phrase(
                "{cells} of candidates: {board} has {cell_count}",
                cells=plural(len(cells), "cell"),
                board=a_board(board.name),
                cell_count=board.cell_count,
            )
        )
    digits = []
    for number, cell in enumerate(cells):
        if cell in GONE and cell not in board.symbols:
            digits.append(list(board.digit_numbers))
            continue
        if not set(cell) <= set(board.symbols):
            name = board.cell_name(number)
            raise ParseError(
                phrase(
                    "{name!s} holds {cell!r}: candidates are written with {symbols!s}",
                    name=name,
                    cell=cell[:60],
                    symbols=board.symbols,
                )
            )
        possible = {board.symbols.index(symbol) + 1 for symbol in cell}
        digits.append(sorted(possible))
    return digits, board
