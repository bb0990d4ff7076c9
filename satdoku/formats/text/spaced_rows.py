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
from typing import NamedTuple

from .separators import BARS, ONE_BAR

#: How many columns a cell may have, the widest first.
PITCHES = (4, 3, 2, 1)
#: A line of digits, letters, spaces and bars.
ROW = re.compile(rf"[\s0-9A-Za-z*{BARS}]*")


class Measure(NamedTuple):
    """How the cells of a segment stand: columns from cell to cell, columns before the first, and
    columns of the widest."""

    pitch: int
    shift: int
    broad: int


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
    # Without one at the left, the first cells may lack the space that the others have before them.
    open_ = []
    for first, *others in parts:
        open_.append([f" {first}", *others])
    for end in (0, -1):
        if all(not part[end].strip() for part in parts) and len(parts[0]) > 1:
            for part in parts:
                part.pop(end)
            open_ = parts
    closed = _cut(parts, size, is_framed=True)
    other = _cut(open_, size, is_framed=True)
    if closed and other and closed != other:
        return None
    return closed or other


def _cut(parts: list[list[str]], size: int, is_framed: bool) -> list[list[str]] | None:
    """Return the cells of rows that are parted into segments."""
    count = len(parts[0])
    if not count or size % count:
        return None
    each = size // count
    segments = [[part[place] for part in parts] for place in range(count)]
    texts = [text for segment in segments for text in segment]
    for measure in _measures(texts, each, is_framed):
        cut = []
        for segment in segments:
            cut.append([_slices(text, each, measure) for text in segment])
        if all(cells is not None for segment in cut for cells in segment):
            return _rows_of(cut)  # type: ignore[arg-type]
    return None


def _measures(texts: list[str], each: int, is_framed: bool) -> list[Measure]:
    """Return how the cells may stand, the likeliest first: with as much room behind the last cell
    as before the first."""
    width = max(map(len, texts))
    longest = max((len(word) for text in texts for word in text.split()), default=1)
    shifts = {0, 1}
    if not is_framed:
        shifts = {0, min((len(t) - len(t.lstrip()) for t in texts if t.strip()), default=0)}
    measures = []
    for pitch in PITCHES:
        broad = 1 if pitch == 1 else longest  # cells that touch are of one mark each
        if broad > max(1, pitch - 1):
            continue
        for shift in sorted(shifts, reverse=True):
            behind = width - shift - pitch * (each - 1) - broad
            if -broad < behind <= pitch:
                is_even = behind == shift or not is_framed
                measures.append((not is_even, Measure(pitch, shift, broad)))
    measures.sort(key=lambda one: one[0])
    return [measure for _, measure in measures]


def _rows_of(cut: list[list[list[str]]]) -> list[list[str]]:
    """Return the cells row by row, from those segment by segment."""
    rows = []
    for number in range(len(cut[0])):
        row: list[str] = []
        for segment in cut:
            row += segment[number]
        rows.append(row)
    return rows


def _slices(text: str, count: int, measure: Measure) -> list[str] | None:
    """Return the cells of a segment; None if a mark stands outside of them."""
    pitch, shift, broad = measure
    if text[:shift].strip() or text[shift + count * pitch :].strip():
        return None
    inner = text[shift:].ljust(count * pitch)
    cells = []
    for start in range(0, count * pitch, pitch):
        cell = inner[start : start + broad]
        if inner[start + broad : start + pitch].strip() or len(cell.split()) > 1:
            return None
        cells.append(cell.strip())
    return cells
