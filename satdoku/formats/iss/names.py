"""The names of rules in Interactive Sudoku Solver: the tables for reading and writing."""

from __future__ import annotations

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
