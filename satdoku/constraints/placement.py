"""How constraints of a kind are placed on a random grid when puzzles are generated: on which cells,
and with which numbers.

A kind without a `Placement` is not generated: it would be trivial, or depends on its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Literal

from ..frozen import frozen

#: The values of the digits of cells, in their order.
Digits = Sequence[int]
#: (fewest, most)
Range = tuple[int, int]
#: The first and the last digit of the board.
Ends = tuple[int, int]
#: The possible numbers of a constraint.
Choices = Iterable[tuple[int, ...]]
#: The possible numbers of a constraint on these digits.
Numbers = Callable[[Digits, Ends], Choices]


def none(digits: Digits, ends: Ends) -> Choices:
    """Return the choice of no numbers."""
    return ((),)


def total(digits: Digits, ends: Ends) -> Choices:
    """Return their sum as the only choice."""
    return ((sum(digits),),)


def some_of(digits: Digits, ends: Ends) -> Choices:
    """Return any two or more of the digits, in increasing order."""
    ordered = sorted(digits)
    found: list[tuple[int, ...]] = []
    for count in range(2, len(ordered) + 1):
        found += combinations(ordered, count)
    return found


def different(digits: Digits, ends: Ends) -> bool:
    """Accept different digits."""
    return len({*digits}) == len(digits)


def anything(digits: Digits, ends: Ends) -> bool:
    """Accept any digits."""
    return True


@frozen
class Placement:
    """shape: "cages" that tile the board, "line" (each cell touches the next, no two lines share
    cells), "neighbours" (two cells), "square" (2×2 cells), "cell", "house" (a row or column),
    "ends" (the same, from either end), "diagonal" (from its upper or its left end), "board" (a rule
    of the whole board: the grid is drawn under it, and it stays), or "others" (what holds where a
    mark is missing, so all marks stay; only as part of a group). length: (fewest, most) cells of a
    cage or a line. may: whether digits may begin a line. most: the maximum number of lines.
    """

    shape: Literal[
        "cages",
        "line",
        "neighbours",
        "square",
        "cell",
        "house",
        "ends",
        "diagonal",
        "board",
        "others",
    ]
    length: Range = (3, 6)
    numbers: Numbers = none
    may: Callable[[Digits, Ends], bool] = anything
    most: int = 24


#: Names of combinations of kinds.
GROUPS = {
    "kropki": ("difference", "ratio"), "full-kropki": ("difference", "ratio", "no-other-dots"),
    "full-difference": ("difference", "no-other-difference"),
    "full-ratio": ("ratio", "no-other-ratio"), "xv": ("pair-sum",),
    "full-xv": ("pair-sum", "no-other-xv"), "odd-even": ("odd", "even"),
    "miracle": ("anti-knight", "anti-king", "non-consecutive"),
}  # fmt: skip
BOARD = Placement("board")
OTHERS = Placement("others")
