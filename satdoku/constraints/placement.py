"""How a kind is sown on a random grid when puzzles are generated: where its cells may lie, and what
numbers it then bears.

A kind without a `Sown` is not sown: it would say nothing of a grid, or depends on its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

#: Digits of cells, in their order: what they are worth.
Digits = Sequence[int]
#: The numbers that a constraint on these digits may bear, each a choice; (first, last digit).
Numbers = Callable[[Digits, tuple[int, int]], Iterable[tuple[int, ...]]]


def none(digits: Digits, ends: tuple[int, int]) -> Iterable[tuple[int, ...]]:
    """No numbers."""
    return ((),)


def total(digits: Digits, ends: tuple[int, int]) -> Iterable[tuple[int, ...]]:
    """Their sum."""
    return ((sum(digits),),)


def anything(digits: Digits, ends: tuple[int, int]) -> bool:
    """Any digits may begin it."""
    return True


@dataclass(frozen=True, slots=True)
class Sown:
    """shape: "cages" that tile the board, "line" (each cell touches the next, no two lines share
    cells), "neighbours" (two cells), "square" (2×2 cells), "cell", "house" (a row or column),
    "ends" (the same, from either end), "diagonal" (from its upper or its left end), or "board" (the
    rule is the board's, the grid is drawn under it, and it stays). length: (fewest, most) cells of
    a cage or a line. may: whether digits may begin a line. most: how many lines, at most.
    """

    shape: Literal[
        "cages", "line", "neighbours", "square", "cell", "house", "ends", "diagonal", "board"
    ]
    length: tuple[int, int] = (3, 6)
    numbers: Numbers = none
    may: Callable[[Digits, tuple[int, int]], bool] = anything
    most: int = 12


#: Short names for kinds that setters ask for by another name, or together.
GROUPS = {
    "kropki": ("difference", "ratio"),
    "xv": ("pair-sum",),
    "whispers": ("whisper",),
    "thermo": ("thermometer",),
    "odd-even": ("odd", "even"),
    "miracle": ("anti-knight", "anti-king", "non-consecutive"),
}
BOARD = Sown("board")
