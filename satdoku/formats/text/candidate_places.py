"""Rows of candidates in which each cell has a place per digit: nine times nine marks on a line.

>>> groups_by_place("1.3..2..12.....4"), groups_by_place("1.3..2..12......")
(['13', '2', '12', '4'], [])
"""

from __future__ import annotations

from math import isqrt

from ...grouping import groups_of
from ...layout_data import BLANKS, SYMBOLS

#: Board sizes for which candidates are recognised in arbitrary text.
SIZES = (9, 4, 6, 16)


def groups_by_place(marks: str) -> list[str]:
    """Return the candidates of the cells of a row in which each has a place per digit; none for
    other marks, and for a row that leaves a cell without any."""
    size = isqrt(len(marks))
    if size * size != len(marks) or size not in SIZES:
        return []
    blanks = set(marks).difference(SYMBOLS[:size])
    if len(blanks) != 1 or not blanks.issubset(BLANKS):
        return []
    [blank] = blanks
    if any(mark not in (blank, SYMBOLS[i % size]) for i, mark in enumerate(marks)):
        return []
    groups = ["".join(group).replace(blank, "") for group in groups_of(size, marks)]
    return groups if all(groups) else []
