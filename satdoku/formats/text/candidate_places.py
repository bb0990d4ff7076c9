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
    count = len(marks)
    size = isqrt(count)
    if size * size != count or size not in SIZES:
        return []
    symbols = SYMBOLS[:size]
    blanks = set(marks).difference(symbols)
    if len(blanks) != 1 or not blanks.issubset(BLANKS):
        return []
    [blank] = blanks
    for mark, own in zip(marks, symbols * size, strict=True):
        if mark not in (blank, own):
            return []
    groups = []
    for cell in groups_of(size, marks):
        group = "".join(cell)
        groups.append(group.replace(blank, ""))
    return groups if all(groups) else []
