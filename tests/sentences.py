"""Words of steps read back: cells, digits, houses and conclusions, and a board to hold them
against. It knows nothing of how steps are found."""

from __future__ import annotations

import re
from collections.abc import Iterator

from satdoku.logic.position import Position

Cells = dict[tuple[int, int], set[int]]
Held = dict[tuple[int, int], int]

CELL = r"r\d+c\d+"
LIST = rf"{CELL}(?:(?:, | and |,){CELL})*"
DIGITS = r"\d(?:(?:, | and )\d)*"
HOUSE = r"(?:row|column|box) \d"
NUMBERED = r"(?:(?:row|column|box) \d|(?:rows|columns|boxes) \d(?:(?:, | and )\d)*)"
HOUSES = rf"{NUMBERED}(?:(?:, and | and |, ){NUMBERED})*"


class Board:
    """candidates: by (row, column) from 1, a placed digit as the only one. placed: the digit of
    each cell that holds one. givens: those that were given."""

    def __init__(self, candidates: Cells, placed: Held, givens: Held | None = None) -> None:
        self.candidates, self.placed, self.givens = candidates, placed, givens or {}

    @classmethod
    def of(cls, position: Position) -> Board:
        """The board of a position."""
        places = [(r, c) for r in range(1, 10) for c in range(1, 10)]
        held = {at: position.digit_in(k) for k, at in enumerate(places) if position.digit_in(k)}
        left = {at: set(position.candidates_in(k)) for k, at in enumerate(places)}
        given = [position.theory.cell_and_digit(v) for v in position.given or ()]
        return cls(
            left | {at: {d} for at, d in held.items()}, held, {places[c]: d for c, d in given}
        )

    def cells_of(self, text: str) -> list[tuple[int, int]]:
        """'r1c2 and r4c56': the cells."""
        return [
            (int(r), int(c))
            for rows, columns in re.findall(r"r(\d+)c(\d+)", text)
            for r in rows
            for c in columns
        ]

    def house(self, text: str) -> list[tuple[int, int]]:
        """'row 3', 'box 5': its cells."""
        kind, number = text.split()
        n = int(number)
        if kind == "row":
            return [(n, c) for c in range(1, 10)]
        if kind == "column":
            return [(r, n) for r in range(1, 10)]
        top, left = 3 * ((n - 1) // 3), 3 * ((n - 1) % 3)
        return [(top + r, left + c) for r in (1, 2, 3) for c in (1, 2, 3)]

    def places(self, house: str, digit: int) -> set[tuple[int, int]]:
        """The open cells of a house that may hold a digit."""
        return {
            cell
            for cell in self.house(house)
            if digit in self.candidates[cell] and cell not in self.placed
        }

    def left(self, cell: tuple[int, int]) -> set[int]:
        """The candidates of an open cell."""
        return set() if cell in self.placed else self.candidates[cell]


def digits_of(text: str) -> set[int]:
    return {int(d) for d in re.findall(r"\d", text)}


def houses_of(text: str) -> list[str]:
    """'rows 2 and 5, and box 4': each by its own name."""
    return [
        f"{'box' if kind == 'boxes' else kind.removesuffix('s')} {n}"
        for kind, numbers in re.findall(r"(rows|columns|boxes|row|column|box) ([\d, and]*\d)", text)
        for n in re.findall(r"\d", numbers if kind[-1] == "s" else numbers[0])
    ]


def sees(a: tuple[int, int], b: tuple[int, int]) -> bool:
    same_box = (a[0] - 1) // 3 == (b[0] - 1) // 3 and (a[1] - 1) // 3 == (b[1] - 1) // 3
    return a != b and (a[0] == b[0] or a[1] == b[1] or same_box)


def conclusions(text: str) -> Iterator[tuple[tuple[int, int], int, bool]]:
    """(cell, digit, placed) of what a text concludes: 'r12c3,r4c5<>7, r1c1=2'."""
    found = re.findall(r"((?:r\d+c\d+,?)+)(<>|=)(\d)", text)
    for cells, sign, digit in found:
        for rows, columns in re.findall(r"r(\d+)c(\d+)", cells):
            yield from (((int(r), int(c)), int(digit), sign == "=") for r in rows for c in columns)
