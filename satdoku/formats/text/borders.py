"""Frames: lines that are borders, and what may stand alone between the rows of a board.

>>> [is_rule(line) for line in ("+---+---+", ".-----.", "| . | . |", "|   |   |", ",,,", "")]
[True, True, False, False, False, False]
"""

from __future__ import annotations

import re

from .separators import BARS

#: Characters of borders, and those of them without which a line is none.
BOX_DRAWING = frozenset(map(chr, range(0x2500, 0x2580)))
HORIZONTALS = BOX_DRAWING.difference(BARS).union("-+=*~_")
OF_BORDERS = HORIZONTALS.union(BARS, ":'`,. \t\r\n")
FEWEST_COLUMNS = 4
#: Marks of borders that may be blanks as well.
DASHES = frozenset("-*~_")
#: Where to cut.
SCISSORS = re.compile(r"\s*[-=_ ]*(?:(?:8[X<]|[X>]8|[✂✄]\ufe0f?)[-=_ ]{3,})+(?:8[X<])?\s*")
#: A field of the line under the header of a markdown table.
UNDER_HEAD = re.compile(r":?--+:?|:-+:?|-+:")
#: Lines that only begin or end a comment or a listing.
FENCE = re.compile(r"\s*(/\*+|\*+/|\"\"\"|'''|```\w*|~~~\w*|\\hline|<!--|-->|\{|\}|\[|\])\s*")


def is_rule(line: str) -> bool:
    """Whether the line is a border; a line of dashes alone may be a row as well (`is_dashes`)."""
    marks = set(line)
    if marks.isdisjoint(HORIZONTALS):
        return False
    if not marks <= OF_BORDERS:
        return SCISSORS.fullmatch(line) is not None
    if "." not in marks:
        return True
    return "--" in line or "==" in line  # else a point is a blank


def is_dashes(line: str) -> bool:
    """Whether the line is a border that may be a row of blanks, too."""
    marks = set(line)
    marks = marks.difference(BARS, " \t,;&")
    return len(marks) == 1 and marks <= DASHES


def is_gap(line: str) -> bool:
    """Whether the line may stand between two rows of a board."""
    if not line.strip() or is_rule(line):
        return True
    fence = FENCE.fullmatch(line)
    return fence is not None


def is_under_head(text: str) -> bool:
    """Whether this is the line under a markdown table header with at least four columns."""
    inner = text.strip().strip("|")
    fields = inner.split("|")
    if len(fields) < FEWEST_COLUMNS:
        return False
    return all(UNDER_HEAD.fullmatch(field.strip()) for field in fields)
