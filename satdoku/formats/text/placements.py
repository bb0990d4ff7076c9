r"""Boards as lists of placements: each given by its row, its column and its digit.

>>> placed_in("r1c1=1 r2c3=2\nr3c2=3, r4c4=4", None).line
'1.....2..3.....4'
>>> placed_in("b[0][0] = 1;\nb[1][2] = 2;\nb[2][1] = 3;\nb[3][3] = 4;", None).line
'1.....2..3.....4'
"""

from __future__ import annotations

import re
from collections.abc import Sized
from itertools import pairwise

from ...board import Puzzle
from ...errors import ParseError, PuzzleError
from ...layout import Layout
from ...phrases import phrase
from ..values import read_value
from .cell_meanings import repeats

_NUMBER = r"[ \t]*(\d{1,2})[ \t]*"
_DIGIT = r"[\"']?(\d{1,2}|[A-Z])[\"']?(?!\w)"
_IS = r"[ \t]*(?:={1,2}|:=?|<-|->|\bis\b|\bholds\b)[ \t]*"
#: `r1c1=5`, `R1C1 5`; `A1=5`, `"A1": 5`.
BY_NAME = re.compile(
    rf"[\"']?\b(r\d{{1,2}} ?c\d{{1,2}}|[A-Z]\d{{1,2}})\b[\"']?(?:{_IS}|[ \t]+){_DIGIT}",
    re.IGNORECASE,
)
#: `(1, 1) = 5`, `b[0][0] = 5`, `b[0, 0] = 5`; `cell(1, 1, 5)`.
BY_NUMBERS = re.compile(
    rf"(?<!\w)\w{{0,40}}[\[(]{_NUMBER}(?:,|;|\][ \t]*\[){_NUMBER}(?:[\])]{_IS}|,[ \t]*)"
    rf"{_DIGIT}[ \t]*[\])]?",
)
#: `Row 1, Column 1: 5`; records `{"row": 1, "col": 1, "value": 5}`.
BY_WORDS = re.compile(
    rf"[\"']?\br(?:ow)?\W{{0,3}}{_NUMBER}\W{{0,3}}c(?:ol(?:umn)?)?\W{{0,3}}{_NUMBER}"
    rf"(?:{_IS}|[ \t,]+)(?:[\"']?(?:value|val|v|digit|d|number|n)[\"']?{_IS})?{_DIGIT}",
    re.IGNORECASE,
)
#: A line of row, column and digit.
TRIPLE = re.compile(
    rf"^(?:[ \t]*\w{{1,20}}[ \t]*=)?[ \t\[]*(\d{{1,2}})[ \t,;|]+(\d{{1,2}})"
    rf"(?:{_IS}|[ \t,;|]+){_DIGIT}[ \t,;\]]*$",
    re.MULTILINE,
)
#: Items of a list; cells as pairs in quotes; columns before rows; digits before cells.
BULLET = re.compile(r"^[ \t]*[-*•+][ \t]+", re.MULTILINE)
IN_QUOTES = re.compile(r"[\"'](\d{1,2}, ?\d{1,2})[\"'](?=\s?:)")
BY_X_AND_Y = re.compile(r"(?i)\bx\W{1,3}(\d{1,2})\W{1,4}y\W{1,3}(\d{1,2})")
DIGIT_FIRST = re.compile(r"(?i)(?<![\w.=-])(\d{1,2}) (?:in|at) (r\d{1,2} ?c\d{1,2}|[A-Z]\d{1,2})\b")
#: A variable `x115` of row, column and digit.
TOGETHER = re.compile(r"(?<![\w.-])([xXvV])([1-9])([1-9])([1-9])(?!\w)")
#: How these are read.
OTHERWISE = {
    TOGETHER: r"\1_\2_\3_\4",
    BULLET: "",
    IN_QUOTES: r"(\1)",
    BY_X_AND_Y: r"row \2 col \1",
    DIGIT_FIRST: r"\2=\1",
}
#: A variable of row, column and digit, which holds: `x_1_1_5`, `x[1,1,5] = 1`.
HOLDING = re.compile(
    r"(?<![\w.-])[A-Za-z]{1,20}(?:_?|\[ ?)(\d{1,2})(_| ?, ?|\] ?\[)(\d{1,2})\2(\d{1,2})"
    r" ?\]?(?![\w.])(?: ?={1,2} ?(?:1|True)\b)?"
)
#: What is between the place and the digit, where these are no triples.
PLACE_IS = re.compile(rf"[\])]{_IS}")
#: A variable for the cell of a row and a column.
VARIABLE = re.compile(r"[xX](\d)(\d)")
#: What may be left between the placements: separators, and the name of the list.
APART = re.compile(r"[ \t\r\n,;:.(){}\[\]|&=]+")
#: So many words may be left: the names of a list and of calls.
MOST_NAMES = 2
#: A name before what it holds or is called with.
NAMING = re.compile(r"([\w.]+)\s*(?:=\s*)?[\[({]")
#: Words before each placement that do not deny it.
KEYWORDS = frozenset({"constraint", "assert", "fixed", "given", "clue", "place"})
#: Fewer placements are no board.
FEWEST = 4
#: What a list on one line has.
PLACED = re.compile(r"[=:,]|r\d+\s?c\d|\b[xv]\d{3}\b", re.IGNORECASE)


def placed_in(text: str, layout: Layout | None) -> Puzzle | ParseError | None:
    """Return the puzzle of a text that is a list of placements; None for any other text.

    An error for a list that leaves open whether it counts from 0 or from 1, that names a cell
    twice, or whose board is not known.
    """
    if text.count("\n") < FEWEST - 1 and not PLACED.search(text):
        return None
    for pattern, plain in OTHERWISE.items():
        text = pattern.sub(plain, text)
    text = _with_calls(text)
    for pattern in (BY_NAME, BY_NUMBERS, BY_WORDS):
        found = pattern.findall(text)
        if len(found) < FEWEST:
            continue
        others = pattern.sub(" ", text)
        words = APART.sub(" ", others)
        if _is_named(words.split(), text):
            placements = [_placement(groups) for groups in found]
            board = _board(placements, layout)
            if pattern is not BY_NUMBERS or PLACE_IS.search(text):
                return board
            # Other functions are called with three numbers, too.
            if isinstance(board, Puzzle) and repeats(board):
                board = _turned(found, layout) or board
            return None if _is_too_short(board, found) else board
    return _of_triples(text, layout)


def _with_calls(text: str) -> str:
    """Return the text with `(row,column,digit)` for the variables that hold. Where one has the
    digit 0, digits are counted from there."""
    digits = {digit for *_, digit in HOLDING.findall(text)}
    more = 1 if "0" in digits else 0

    def called(variable: re.Match[str]) -> str:
        row, _, column, number = variable.groups()
        digit = int(number) + more
        return f"({row},{column},{digit})"

    return HOLDING.sub(called, text)


def _is_named(words: list[str], text: str) -> bool:
    """Whether the words beside placements are the name of their list and of a call: what stands
    before each of them ("not r1c1 = 5", "before: r1c1 = 5") may say something else of it."""
    different = set(words)
    if len(different) > MOST_NAMES or any(map(str.isdecimal, different)):
        return False
    repeated = {word for word in different if words.count(word) > 1}
    names = set[str]()
    for name in NAMING.findall(text):
        names.update(name.split("."))
    return repeated <= names | KEYWORDS


def _of_triples(text: str, layout: Layout | None) -> Puzzle | ParseError | None:
    """Return the puzzle of lines of row, column and digit. Other data have three numbers a line,
    too: these are sorted, as many as there are rows, and obey the rules."""
    triples = TRIPLE.findall(text)
    if len(triples) < FEWEST:
        return None
    left = TRIPLE.sub("", text)
    # Their number may stand above them.
    if APART.sub("", left) not in ("", str(len(triples))):
        return None
    places = [(int(row), int(column)) for row, column, _ in triples]
    if not all(before < place for before, place in pairwise(places)):
        return None
    placements = [_placement(groups) for groups in triples]
    board = _board(placements, layout)
    if isinstance(board, ParseError):
        return board if "from 0 or from 1" in board.problem else None
    return None if _is_too_short(board, triples) or repeats(board) else board


def _is_too_short(board: Puzzle | ParseError, placements: Sized) -> bool:
    """Whether there are fewer placements than rows, as for other data."""
    return isinstance(board, Puzzle) and len(placements) < board.layout.height


def _turned(found: list[tuple[str, ...]], layout: Layout | None) -> Puzzle | None:
    """Return the board of triples with the digit first, as in PuLP's example, if it is right."""
    placements = []
    for digit, *place in found:
        placement = _placement((*place, digit))
        placements.append(placement)
    board = _board(placements, layout)
    if isinstance(board, Puzzle) and not repeats(board):
        return board
    return None


def _placement(groups: tuple[str, ...]) -> tuple[object, str]:
    """Return the key of a cell, as in dictionaries of cells, and its digit."""
    *place, digit = groups
    if variable := VARIABLE.fullmatch(place[0]):
        place = list(variable.groups())
    if len(place) == 1:
        name = place[0].replace(" ", "")
        return name.upper(), digit
    row, column = map(int, place)
    return (row, column), digit


def _board(placements: list[tuple[object, str]], layout: Layout | None) -> Puzzle | ParseError:
    """Return the board with these digits, or what is wrong with them."""
    cells = dict(placements)
    if len(cells) < len(placements):
        names = [name for name, _ in placements]
        twice = next(name for name in names if names.count(name) > 1)
        return ParseError(phrase("the list of placements names {twice} twice", twice=twice))
    try:
        puzzle = read_value(cells, layout)
    except PuzzleError as error:
        return ParseError(phrase("a list of placements: {error}", error=error))
    return puzzle or ParseError("a list of placements without a board")
