"""The names of rules in Interactive Sudoku Solver: the tables for reading and writing.

And by them, which lines are ISS constraint strings, and which continue one: ISS removes all white
space, so one string may span many lines. This module imports no rules.
"""

from __future__ import annotations

import re
from math import isqrt

LINK = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="

#: name in ISS → kind, if the arguments are only cells
CELLS = {
    "Thermo": "thermometer", "Palindrome": "palindrome",
    "Renban": "renban", "Arrow": "arrow", "DoubleArrow": "double-arrow", "Zipper": "zipper",
    "RegionSumLine": "region-sum-line", "Between": "between", "Entropic": "entropic",
    "AllDifferent": "distinct", "WhiteDot": "difference", "BlackDot": "ratio",
    "GreaterThan": "greater", "CountDistinct": "count-distinct", "ValueIndexing": "value-index",
    "CountingCircles": "counting-circles", "EqualityCage": "equality-cage",
}  # fmt: skip
#: name in ISS → kind, if a number precedes the cells (may be omitted: "?")
NUMBER_AND_CELLS = {
    "Whisper": "whisper?", "Modular": "modular?", "Lockout": "lockout?", "SumLine": "sum-line",
    "PillArrow": "arrow", "Lunchbox": "lunchbox", "RellikCage": "rellik",
    "SameValues": "same-values",
}  # fmt: skip
#: rules of pairs of cells or parts of a line, which do not restrict a single cell
OF_NEIGHBOURS = (
    "Thermo", "Whisper", "Palindrome", "Zipper", "Modular", "Entropic", "RegionSumLine",
    "AllDifferent",
)  # fmt: skip
#: name in ISS → kind, for rules of the entire board
BOARD = {
    "AntiKnight": "anti-knight", "AntiKing": "anti-king", "AntiConsecutive": "non-consecutive",
    "AntiTaxicab": "anti-taxicab", "StrictKropki": "no-other-dots", "StrictXV": "no-other-xv",
    "GlobalEntropy": "global-entropy", "GlobalMod": "global-modulo",
    "DutchFlatmates": "dutch-flatmates",
}  # fmt: skip
#: name in ISS → kind, for clues at both ends of a row or column
ENDS = {
    "Skyscraper": "skyscraper", "XSum": "x-sum", "NumberedRoom": "numbered-room",
    "HiddenSkyscraper": "hidden-skyscraper", "FullRank": "full-rank",
}  # fmt: skip
INDEXERS = {"R": "row-indexer", "C": "column-indexer"}
#: Digits of rows and columns in cell names, from 0.
PLACES = "0123456789abcdefghijklmnopqrstuvwxyz"


#: Tokens that start a group, which ends with `End`.
GROUPS = ("Or", "And", "Replicate")
#: Tokens without arguments, each of which may be a complete string.
ALONE = (
    *GROUPS, "NoBoxes", "AntiKnight", "AntiKing", "AntiConsecutive", "AntiTaxicab", "StrictKropki",
    "StrictXV", "GlobalEntropy", "GlobalMod", "DutchFlatmates", "Windoku", "DisjointSets",
    "ChaosConstruction", "RegionSameValues", "Doppelganger",
)  # fmt: skip
#: Characters of a constraint string, and the ends of one that is cut off.
IN_STRING = re.compile(r"[\w~.%\-+=/$()!*']+")
CUT_OFF = re.compile(r"([~_=\-.]|~R\w?C?|\.[A-Z]\w*)$")
#: Minimum length of a one-word line without "~" that is part of a string (of a packed automaton).
LONG_WORD = 24
#: Characters at the end of a string that may be a name that is cut off.
LONGEST_NAME = 99
#: A line that is a board in any context.
WHOLE_BOARD = re.compile(r"[.\d]{64,}")
NEXT_TOKEN = re.compile(r"\.[A-Z]\w")
IS_TOKEN = re.compile(r"\.{1,2}(?=[A-Z~])[\w~.%\-+=/$]*~")
IS_ALONE = re.compile(rf"\.{{1,2}}({'|'.join((*ALONE, *CELLS))})(\.|$)")
ENDS_ALONE = re.compile(rf"\.({'|'.join((*ALONE, 'End'))})$")
#: Lines each of which begins with a token, without marks that another format may have.
TOKEN_LINES = re.compile(r"\s*+(?:\.(?:[A-Z][\w~]|~)[\w~.%\-=/$()!']*+\s*+)++")


def is_alone(text: str) -> bool:
    """Whether a text is certainly one constraint string, whatever else it could be for a reader of
    lines: no part of a board, no comment, no second string."""
    if not TOKEN_LINES.fullmatch(text) or text.count(".Shape") > 1:
        return False
    first = text.split(maxsplit=1)[0]
    return is_iss(first)


def is_iss(text: str) -> bool:
    """Whether the text is a constraint string or a link of ISS."""
    if "Interactive-Sudoku-Solver" in text and "q=" in text:
        return True
    bare = "".join(text[:1000].split())
    begins = IS_TOKEN.match(bare) or IS_ALONE.match(bare)
    return begins is not None


def begins_string(line: str) -> bool:
    """Whether a constraint string (not a link) begins on this line."""
    return "://" not in line and is_iss("".join(line.split()))


def goes_on(text: str, line: str) -> bool:
    """Whether the line continues a constraint string that begins with `text`.

    Like ISS, this ignores white space; but a second `.Shape` starts another puzzle, which ISS would
    refuse to combine with the first.
    """
    bare = "".join(line.split())
    if not bare:
        return True
    if not IN_STRING.fullmatch(bare):
        return False
    if bare.startswith(".Shape") and ".Shape" in text:
        return False
    is_square = isqrt(len(bare)) ** 2 == len(bare)
    if is_square and WHOLE_BOARD.fullmatch(bare):
        return False
    end = text[-LONGEST_NAME:]
    is_cut_off = CUT_OFF.search(end) and not ENDS_ALONE.search(end)
    if "~" in bare or is_cut_off or NEXT_TOKEN.match(bare):
        return True
    is_long_word = len(line.split()) == 1 and len(bare) >= LONG_WORD
    if not is_long_word or not re.search("[A-Za-z]", bare):
        return False
    # It goes on with the arguments of a token.
    return text.rfind("~") > text.rfind(".")
