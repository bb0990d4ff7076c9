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
from itertools import takewhile

from ...board import Puzzle
from ...errors import ParseError
from ...geometry import Place
from ...phrases import phrase
from .cages import Cage, named_place, puzzle_of

#: A row of letters, one for each cell, perhaps with something between them; the sums.
LETTERS = re.compile(r"\s*(?:[A-Za-z]{4,25}|[A-Za-z](?:[\s,|]+[A-Za-z]){3,24})[\s,|]*")
SUMS = re.compile(
    r"(?:[\w ]{1,20}[:=]\s*(?=\{))?[\s{]*(?:[\"']?[A-Za-z][\"']?\s*[=:]?\s*\d{1,3}[\s,;}]*)+"
)
ONE_SUM = re.compile(r"([A-Za-z])[\"']?\s*[=:]?\s*(\d{1,3})")
#: As many as there are letters, and lines between.
MOST_SUMS = 100
#: A line above the sums.
OF_SUMS = re.compile(r"(?i)\W*(?:the\s+)?(?:cage\s+)?(?:sums|totals|clues|cages)\W*")
#: A cell with the name r1c1, A1, (1,1) or x[1,1], and lines of a sum and cells in either order,
#: perhaps with words for what they are.
CELL = r"(?:r\d{1,2}c\d{1,2}|(?-i:[A-Z])\d{1,2}|[a-z]{0,9}[(\[]\s*\d{1,2}\s*,\s*\d{1,2}\s*[)\]])"
CELLS = rf"[(\[{{]?(?P<cells>{CELL}(?:[\s,+]+{CELL})*)[)\]}}]?\s*"
TOTAL = r"(?P<total>\d{1,3})\s*"
WORDS = r"[\s*•(-]*(?:(?:constraint|killer|[a-z_.]{0,20}cage|sum|total|of)\b[\s:=(]*){0,4}"
SUM_AND_CELLS = re.compile(
    rf"(?i){WORDS}{TOTAL}(?:[:=,]|\b)\s*(?:(?:on|in|at)\s+)?{CELLS}[.,;)]*\s*"
)
CELLS_AND_SUM = re.compile(rf"(?i){WORDS}{CELLS}(?::|={{1,2}}|(?<=[)\]}}]),)\s*{TOTAL}[.,;)]*\s*")


def begins_letters(text: str) -> bool:
    """Whether a line may be the first of rows of letters, or of the sums above them."""
    return any(form.fullmatch(text) for form in (LETTERS, SUMS))


def goes_on_as_letters(lines: list[str], text: str) -> bool:
    """Whether a line goes on with the rows of letters, or their sums."""
    if SUMS.fullmatch(lines[0]):
        rows = [line for line in lines if LETTERS.fullmatch(line)]
        is_above = not rows and len(lines) < MOST_SUMS
        if is_above and (not text.strip() or SUMS.fullmatch(text)):
            return True
        is_row = LETTERS.fullmatch(text) is not None
        return is_row and (not rows or len(rows) < len(letters_in(rows[0])))
    width = len(letters_in(lines[0]))
    if SUMS.fullmatch(text):
        return len(lines) >= width
    if OF_SUMS.fullmatch(text):
        return len(lines) in (width, width + 1)
    if not text.strip():
        return len(lines) == width
    return len(lines) < width and LETTERS.fullmatch(text) is not None


def letters_in(row: str) -> str:
    """Return the letters of a row."""
    return "".join(re.findall(r"[A-Za-z]", row))


def read_letters(text: str) -> Puzzle | None:
    """Return the killer of rows of letters and their sums; None for other text."""
    lines = [line for line in text.splitlines() if line.strip() and not OF_SUMS.fullmatch(line)]
    above = list(takewhile(SUMS.fullmatch, lines))
    lines = [*lines[len(above) :], *above]
    if len(lines) == len(above):
        return None
    width = len(letters_in(lines[0]))
    rows = [letters_in(line) for line in lines[:width]]
    widths = [len(row) for row in rows]
    sums = " ".join(lines[width:])
    if widths != [width] * width or not SUMS.fullmatch(sums):
        return None
    cages: dict[str, list[Place]] = {}
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            cells = cages.setdefault(letter, [])
            cells.append((r, c))
    known = dict(ONE_SUM.findall(sums))
    for letter in known:
        if letter not in cages:
            raise ParseError(
                phrase("a sum for {letter!r}, which is in none of the rows", letter=letter)
            )
    listed = []
    for letter, cells in cages.items():
        total = int(known.get(letter, 0))
        if len(cells) > 1 and not total:
            raise ParseError(phrase("no sum is given for the cage {letter!r}", letter=letter))
        listed.append((total, cells))
    return puzzle_of(listed)


def _match(text: str) -> re.Match[str] | None:
    """Return the parts of a line with a sum and the cells of its cage."""
    return SUM_AND_CELLS.fullmatch(text) or CELLS_AND_SUM.fullmatch(text)


def _cage(text: str) -> re.Match[str] | None:
    """The same, but for a line of a single cell and a number, which is a placement, too."""
    found = _match(text)
    is_single = found is not None and re.fullmatch(CELL, found["cells"], re.IGNORECASE)
    is_placement = is_single and CELLS_AND_SUM.fullmatch(text)
    return None if is_placement else found


def is_sum(text: str) -> bool:
    """Whether a line has a sum and the cells of its cage."""
    return _cage(text) is not None


def named_cage(text: str) -> tuple[str, list[str]] | None:
    """Return the sum and the names of the cells of a line; None for other lines."""
    match = _cage(text)
    if match is None or "(" in match["cells"] or "[" in match["cells"]:
        return None
    return match["total"], [f"r{r}c{c}" for r, c in _places(match["cells"])]


def _places(cells: str) -> list[Place]:
    """Return the rows and columns of the cells in a text, as they are counted there."""
    places = []
    for cell in re.findall(rf"(?i){CELL}", cells):
        numbers = re.findall(r"\d+", cell)
        place = named_place(cell) or (int(numbers[0]), int(numbers[1]))
        places.append(place)
    return places


def goes_on_as_sums(lines: list[str], text: str) -> bool:
    """Whether a line is one more cage."""
    return _match(text) is not None


def read_sums(text: str) -> Puzzle | None:
    """Return the killer of lines with a sum and cells; None if these are no cages."""
    cages: list[Cage] = []
    largest = 0
    for line in text.splitlines():
        match = _match(line)
        if match is None:
            return None
        cells = _places(match["cells"])
        cages.append((int(match["total"]), cells))
        largest = max(largest, len(cells))
    if largest < 2 or len(cages) < 2:
        return None
    return puzzle_of(cages)
