"""Grids of candidates as text: the possible digits of each cell, as solvers and forums print them.

Three shapes are recognised; frames and brackets around cells are ignored:
- groups: a run of symbols per cell, separated by blanks: "1 234 34 2 …", "{12} 3 {24} …"; "." or
  "0" for a cell without information;
- dense (Sukaku): one character per candidate of each cell in turn, 729 on the 9×9 board: the
  digit, or a blank if it is eliminated;
- drawn: each cell as a block of the box's shape with a place per digit, 27 lines of 27.

>>> digits, layout = candidates_in_text("1 234 34 2  24 24 1 3  23 1 24 4  4 23 23 1")
>>> layout.name, digits[:3]
('4x4', [[1], [2, 3, 4], [3, 4]])
"""

from __future__ import annotations

import re
from itertools import pairwise
from math import isqrt
from typing import TYPE_CHECKING

from ...board import Puzzle
from ...errors import ParseError
from ...grouping import groups_of
from ...layout import Layout
from ...layout_data import MAX_SIZE
from ...plurals import a_board, plural
from .borders import is_gap
from .cell_meanings import CandidateGrid
from .cells import Companion

if TYPE_CHECKING:
    from .plain_reader import Item

#: Characters of frames, brackets and marks around cells.
FRAME = re.compile(r"[|+:'`\"“”,;\-─-╿{}()\[\]*=\\/]")
LINES = frozenset("|+:'`,-*=") | {chr(c) for c in range(0x2500, 0x2580)}
#: Board sizes for which candidates are recognised in arbitrary text.
SIZES = (9, 4, 6, 16)
#: Characters for an eliminated candidate.
GONE = frozenset(".0")
#: A grid of fewer cells is none.
SMALLEST = 4
#: The hint in errors of puzzle readers that find candidates.
WHERE_TO = "they are not a puzzle on this line: give them alone"


def candidates_in_text(text: str, layout: Layout | None = None) -> tuple[list[list[int]], Layout]:
    """Return (the possible digits of each cell, the layout); raise `ParseError` for other text."""
    lines = _inner_lines(text)
    dense = _dense(lines) if len(lines) > 1 else text.strip()
    board = layout or _board_by_count(len(dense))
    if board and len(dense) == board.size**3:
        # Drawn or cell by cell, there are as many marks. They are drawn if each digit is at its
        # place once they are put cell by cell.
        if drawn_size(dense, board):
            return _dense_cells(_undrawn(dense, board), board), board
        if set(dense) <= GONE | set(board.symbols):
            return _dense_cells(dense, board), board
    grid = grid_in(text, layout)
    if isinstance(grid, CandidateGrid):
        every = list(grid.layout.digit_numbers)
        return [list(some) or every for some in grid.digits], grid.layout
    groups = []
    for line in lines:
        groups += groups_in(line)
    return _groups(groups, layout)


def lacks_a_cell(lines: list[str]) -> tuple[int, str] | None:
    """Return the place of the line, and what is wrong, where lines are a grid of candidates but for
    one cell; else None."""
    rows = []
    for place, line in enumerate(lines):
        if not is_gap(line):
            rows.append((place, groups_in(line)))
    size = len(rows)
    has_several = any(len(group) > 1 for _, groups in rows for group in groups)
    if size not in SIZES or not has_several:
        return None
    wrong = [number for number, (_, groups) in enumerate(rows, 1) if len(groups) != size]
    if len(wrong) != 1:
        return None
    place, groups = rows[wrong[0] - 1]
    if len(groups) != size - 1:
        return None
    return place, (
        f"this looks like candidates of {size} digits with one cell missing: row {wrong[0]}"
    )


def grid_in(text: str, layout: Layout | None) -> Puzzle | CandidateGrid | None:
    """Return the grid of candidates among other lines of a text; without one, its puzzle."""
    from .plain_reader import PlainReader

    if layout and not layout.is_regular:
        return None
    reader = PlainReader(layout)
    items: list[Item] = []
    for number, line in enumerate(text.splitlines(), 1):
        items += reader.feed(line, number)
    items += reader.end()
    found = None
    for item in items:
        what = item.what if isinstance(item, Companion) else item
        if isinstance(what, CandidateGrid):
            return what
        if isinstance(what, tuple):
            found = what[1]
    return found


def _inner_lines(text: str) -> list[str]:
    """Return the lines that are not borders."""
    return [line for line in text.splitlines() if not is_border(line)]


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


def _dense_cells(marks: str, board: Layout) -> list[list[int]]:
    """Return the possible digits of each cell, where each has a mark per digit."""
    digits = board.digit_of
    cells = groups_of(board.size, marks)
    return [[digits[mark] for mark in cell if mark in digits] for cell in cells]


def are_candidates(text: str, layout: Layout | None = None) -> bool:
    """Whether the text is a grid of candidates rather than a puzzle."""
    lines = _inner_lines(text)
    dense = _dense(lines)
    if dense_size(dense) or drawn_size(dense, layout):
        return True
    grid = grid_in(text, layout)
    if grid:
        return isinstance(grid, CandidateGrid)
    groups = [group for line in lines for group in groups_in(line)]
    try:
        cells, _ = _groups(groups, layout)
    except ParseError:
        return False
    # A puzzle has one mark per cell: a longer group shows that these are candidates.
    return len(cells) > SMALLEST and max(map(len, groups)) > 1


def is_border(line: str) -> bool:
    """Whether the line is part of a frame and nothing else."""
    marks = set(line) - {" ", "\t", "."}
    return bool(marks) and marks <= LINES


def groups_in(line: str) -> list[str]:
    """Return the runs of symbols in a line, without frame characters."""
    return FRAME.sub(" ", line).split()


def _groups(cells: list[str], layout: Layout | None) -> tuple[list[list[int]], Layout]:
    size = isqrt(len(cells))
    is_square = 1 < size <= MAX_SIZE and size * size == len(cells)
    if layout is None and not is_square:
        raise ParseError(
            f"{plural(len(cells), 'cell')} of candidates: a 9x9 board has 81; "
            "a puzzle goes without --from-state"
        )
    board = layout or Layout.of_size(size)
    if len(cells) != board.cell_count:
        raise ParseError(
            f"{plural(len(cells), 'cell')} of candidates: {a_board(board.name)} has "
            f"{board.cell_count}"
        )
    digits = []
    for number, cell in enumerate(cells):
        if cell in GONE and cell not in board.symbols:
            digits.append(list(board.digit_numbers))
            continue
        if not set(cell) <= set(board.symbols):
            name = board.cell_name(number)
            raise ParseError(
                f"{name} holds {cell[:60]!r}: candidates are written with {board.symbols}"
            )
        possible = {board.symbols.index(symbol) + 1 for symbol in cell}
        digits.append(sorted(possible))
    return digits, board


def is_dense(marks: str, symbols: str) -> bool:
    """Whether there is one character per candidate of each cell, and no cell without candidates."""
    size = len(symbols)
    if len(marks) != size**3:
        return False
    if not all(mark in GONE or mark == symbols[i % size] for i, mark in enumerate(marks)):
        return False
    cells = groups_of(size, marks)
    # A blank board of 27x27 has 729 marks, too.
    return not any(GONE.issuperset(cell) for cell in cells)


def _undrawn(marks: str, board: Layout) -> str:
    """Convert marks drawn as a block per cell to cell-by-cell order."""
    size = board.size
    rows, columns = board.box_shape or (1, size)
    line_length = size * columns
    found = ""
    for cell in range(size * size):
        row, column = divmod(cell, size)
        for r in range(rows):
            start = (row * rows + r) * line_length + column * columns
            found += marks[start : start + columns]
    return found


def dense_size(marks: str) -> int:
    """Return the size of the board with these candidates, cell by cell; 0 if they are not dense."""
    for size in SIZES:
        if len(marks) == size**3 and is_dense(marks, Layout.of_size(size).symbols):
            return size
    return 0


def drawn_size(marks: str, board: Layout | None = None) -> int:
    """Return the size of the board whose candidates are drawn by these marks, line by line; else
    0."""
    for size in [board.size] if board else SIZES:
        if len(marks) == size**3:
            layout = board or Layout.of_size(size)
            if is_dense(_undrawn(marks, layout), layout.symbols):
                return size
    return 0


def row_size(line: str) -> int:
    """Return the size of the board of which this may be a row of candidate groups; else 0."""
    groups = groups_in(line)
    size = len(groups)
    if size not in SIZES:
        return 0
    symbols = Layout.of_size(size).symbols
    for group in groups:
        places = [symbols.find(symbol) for symbol in group]
        if places[0] < 0 or any(a >= b for a, b in pairwise(places)):
            return 0
    return size
