"""Grids of candidates: how their lines and marks are told from those of puzzles.

Four shapes are recognised; frames and brackets around cells are ignored:
- groups: a run of symbols per cell, separated by blanks: "1 234 34 2 …", "{12} 3 {24} …"; "." or
  "0" for a cell without information;
- dense (Sukaku): one character per candidate of each cell in turn, 729 on the 9×9 board: the
  digit, or a blank if it is eliminated;
- places: a row of cells on a line, each with a place per digit: nine lines of "1.3......" nine
  times;
- drawn: each cell as a block of the box's shape with a place per digit, 27 lines of 27.

>>> row_size("1 234 34 2"), row_size("{12} 3 {24} 4"), row_size("12 34")
(4, 4, 0)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from ...grouping import groups_of
from ...layout import Layout
from ...layout_data import BLANKS, SYMBOLS
from ...plurals import a_board
from .borders import is_gap
from .candidate_places import SIZES, groups_by_place

#: Characters of frames, brackets and marks around cells.
FRAME = re.compile(r"[|+:'`\"“”,;\-─-╿{}()\[\]*=\\/]")
#: Characters for an eliminated candidate.
GONE = frozenset(".0")
#: A longer line is no row of candidates.
LONGEST_ROW = 2000
#: The hint in errors of puzzle readers that find candidates.
WHERE_TO = "they are not a puzzle on this line: give them alone"


def lacks_some(lines: list[str]) -> tuple[int, str] | None:
    """Return the place of the line, and what is wrong, where lines are a grid of candidates but for
    one cell, or rows of candidates by places that are not as many as a board has; else None."""
    rows = []
    for place, line in enumerate(lines):
        if not is_gap(line):
            rows.append((place, groups_in(line)))
    size = len(rows)
    by_place = [groups_by_place("".join(groups)) for _, groups in rows]
    sizes = {len(groups) for groups in by_place}
    if size > 1 and len(sizes) == 1 and has_several(by_place):
        [needed] = sizes
        return rows[0][0], f"{size} rows of candidates: {a_board(needed)} has {needed}"
    if size not in SIZES or not has_several(groups for _, groups in rows):
        return None
    wrong = [number for number, (_, groups) in enumerate(rows, 1) if len(groups) != size]
    marks = {mark for _, groups in rows for group in groups for mark in group}
    if len(wrong) != 1 or not marks.issubset(SYMBOLS[:size] + BLANKS):
        return None
    place, groups = rows[wrong[0] - 1]
    if len(groups) != size - 1:
        return None
    return place, (
        f"this looks like candidates of {size} digits with one cell missing: row {wrong[0]}"
    )


def has_several(rows: Iterable[list[str]]) -> bool:
    """Whether some cell in these rows has several candidates."""
    return any(len(group) > 1 for groups in rows for group in groups)


def dense_cells(marks: str, board: Layout) -> list[list[int]]:
    """Return the possible digits of each cell, where each has a mark per digit."""
    digits = board.digit_of
    cells = groups_of(board.size, marks)
    return [[digits[mark] for mark in cell if mark in digits] for cell in cells]


def groups_in(line: str) -> list[str]:
    """Return the runs of symbols in a line, without frame characters."""
    return FRAME.sub(" ", line).split()


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


def undrawn(marks: str, board: Layout) -> str:
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
            if is_dense(undrawn(marks, layout), layout.symbols):
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


def is_candidates(text: str) -> bool:
    """Whether the line may be a row of a grid of candidates, and of nothing else."""
    if len(text) > LONGEST_ROW:
        return False
    for line in (text, text.replace(",", "")):
        if row_size(line) and any(len(group) > 1 for group in groups_in(line)):
            return True
    return False
