"""Killers as lines of text: rows of letters with sums below, or a line for each cage.

>>> rows = ["aabb", "acbd", "ecbd", "eeff", "a=6 b=10 c=6 d=5 e=8 f=5"]
>>> read_letters("\\n".join(rows)).layout.constraints[0].on(4).constraint.values
(6,)
>>> lines = [f"10 r{r}c1 r{r}c2 r{r}c3 r{r}c4" for r in range(1, 5)]
>>> read_sums("\\n".join(lines)).layout.name[:19]
'4x4+killer:10:r1c1-'
"""

from __future__ import annotations

import re

from ...board import Puzzle
from ...errors import ParseError
from ...geometry import Place
from .cages import Cage, puzzle_of

#: A row of letters, one for each cell, perhaps with something between them; the sums.
LETTERS = re.compile(r"\s*(?:[A-Za-z]{4,25}|[A-Za-z](?:[\s,|]+[A-Za-z]){3,24})[\s,|]*")
SUMS = re.compile(r"\s*(?:[A-Za-z]\s*[=:]?\s*\d{1,3}[\s,;]*)+")
ONE_SUM = re.compile(r"([A-Za-z])\s*[=:]?\s*(\d{1,3})")
#: A cell with the name r1c1 or (1,1), and lines of a sum and cells in either order.
CELL = r"(?:r\d{1,2}c\d{1,2}|\(\s*\d{1,2}\s*,\s*\d{1,2}\s*\))"
SUM_AND_CELLS = re.compile(
    rf"\s*(?P<first>\d{{1,3}})\s*[:=]?\s+?(?P<cells>{CELL}(?:[\s,+]+{CELL})*)\s*[,;]?\s*",
    re.IGNORECASE,
)
CELLS_AND_SUM = re.compile(
    rf"\s*(?P<cells>{CELL}(?:[\s,+]+{CELL})+)\s*[:=]\s*(?P<first>\d{{1,3}})\s*[,;]?\s*",
    re.IGNORECASE,
)


def goes_on_as_letters(lines: list[str], text: str) -> bool:
    """Whether a line goes on with the rows of letters, or their sums."""
    width = len(letters_in(lines[0]))
    if SUMS.fullmatch(text):
        return len(lines) >= width
    if not text.strip():
        return len(lines) == width
    return len(lines) < width and LETTERS.fullmatch(text) is not None


def letters_in(row: str) -> str:
    """Return the letters of a row."""
    return "".join(re.findall(r"[A-Za-z]", row))


def read_letters(text: str) -> Puzzle | None:
    """Return the killer of rows of letters and their sums; None for other text."""
    lines = [line for line in text.splitlines() if line.strip()]
    width = len(letters_in(lines[0]))
    rows = [letters_in(line) for line in lines[:width]]
    sums = " ".join(lines[width:])
    if [len(row) for row in rows] != [width] * width or not SUMS.fullmatch(sums):
        return None
    cages: dict[str, list[Place]] = {}
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            cages.setdefault(letter, []).append((r, c))
    known = {letter: int(total) for letter, total in ONE_SUM.findall(sums)}
    if unknown := sorted(known.keys() - cages.keys()):
        raise ParseError(f"a sum for {unknown[0]!r}, which is in none of the rows")
    for letter, cells in cages.items():
        if len(cells) > 1 and letter not in known:
            raise ParseError(f"no sum is given for the cage {letter!r}")
    return puzzle_of([(known.get(letter, 0), cells) for letter, cells in cages.items()])


def is_sum(text: str) -> bool:
    """Whether a line has a sum and the cells of its cage."""
    return bool(SUM_AND_CELLS.fullmatch(text) or CELLS_AND_SUM.fullmatch(text))


def goes_on_as_sums(lines: list[str], text: str) -> bool:
    """Whether a line is one more cage."""
    return is_sum(text)


def read_sums(text: str) -> Puzzle | None:
    """Return the killer of lines with a sum and cells; None if these are no cages."""
    cages: list[Cage] = []
    for line in text.splitlines():
        match = SUM_AND_CELLS.fullmatch(line) or CELLS_AND_SUM.fullmatch(line)
        if match is None:
            return None
        numbers = [int(number) for number in re.findall(r"\d+", match["cells"])]
        cages.append((int(match["first"]), list(zip(numbers[::2], numbers[1::2], strict=True))))
    has_cages = any(len(cells) > 1 for _, cells in cages)
    return puzzle_of(cages) if has_cages and len(cages) > 1 else None
