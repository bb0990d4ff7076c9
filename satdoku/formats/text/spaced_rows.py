r"""Rows in which spaces stand for blanks: a cell is known by its column alone.

The columns follow from the frame and the number of rows: a row of n cells between bars that part it
into s segments has n/s cells in each, one, two, three or four columns wide.

>>> spaced_rows(["|1 | 3|", "| 4|  |", "|  | 1|", "|4 |  |"])
[['1', '', '', '3'], ['', '4', '', ''], ['', '', '', '1'], ['4', '', '', '']]
>>> spaced_rows(["1     4", "  2", "    3", "4     1"])[1]
['', '2', '', '']
"""

from __future__ import annotations

import re

from .separators import BARS, ONE_BAR

#: How many columns a cell may have, the widest first.
PITCHES = (4, 3, 2, 1)
#: A line of digits, letters, spaces and bars.
ROW = re.compile(rf"[\s0-9A-Za-z*{BARS}]*")


def may_be_spaced(text: str) -> bool:
    """Whether a line may be a row in which spaces are blanks."""
    return ROW.fullmatch(text) is not None


def spaced_rows(lines: list[str]) -> list[list[str]] | None:
    """Return the cells of as many rows, "" for blank; None if the lines are no such board."""
    size = len(lines)
    rows = [line.translate(ONE_BAR).rstrip() for line in lines]
    bars = {row.count("|") for row in rows}
    if len(bars) != 1:
        return None
    if bars == {0}:
        return _cut([[row] for row in rows], size, is_framed=False)
    # A bar at an end is part of the frame; what is outside must be empty.
    parts = [row.split("|") for row in rows]
    for end in (0, -1):
        if all(not part[end].strip() for part in parts) and len(parts[0]) > 1:
            for part in parts:
                part.pop(end)
    return _cut(parts, size, is_framed=True)


def _cut(parts: list[list[str]], size: int, is_framed: bool) -> list[list[str]] | None:
    """Return the cells of rows that are parted into segments."""
    count = len(parts[0])
    if not count or size % count:
        return None
    each = size // count
    segments = [[part[place] for part in parts] for place in range(count)]
    width = max(len(text) for texts in segments for text in texts)
    if not is_framed:
        margin = min((len(t) - len(t.lstrip()) for t in segments[0] if t.strip()), default=0)
        shifts = {0, margin}
    else:
        shifts = {0, 1}
    for pitch in PITCHES:
        for shift in sorted(shifts, reverse=True):
            room = width - shift
            if not pitch * (each - 1) < room <= pitch * each + (1 if is_framed else 0):
                continue
            cut = [[_slices(text, each, pitch, shift) for text in texts] for texts in segments]
            if all(cells is not None for texts in cut for cells in texts):
                return _rows_of(cut)  # type: ignore[arg-type]
    return None


def _rows_of(cut: list[list[list[str]]]) -> list[list[str]]:
    """Return the cells row by row, from those segment by segment."""
    rows = []
    for number in range(len(cut[0])):
        row: list[str] = []
        for segment in cut:
            row += segment[number]
        rows.append(row)
    return rows


def _slices(text: str, count: int, pitch: int, shift: int) -> list[str] | None:
    """Return the cells of a segment; None if a mark stands outside of them or across two."""
    if text[:shift].strip():
        return None
    inner = text[shift:].ljust(count * pitch)
    if inner[count * pitch :].strip():
        return None
    cells = []
    for start in range(0, count * pitch, pitch):
        part = inner[start : start + pitch]
        is_across = pitch > 1 and start > 0 and part[0] != " " and inner[start - 1] != " "
        if is_across or len(part.split()) > 1:
            return None
        cells.append(part.strip())
    return cells
