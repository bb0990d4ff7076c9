"""A house: a row, a column, a box or an extra region."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class House:
    """A set of cells that hold no digit twice; with as many cells as digits it holds each once.

    kind: "row", "column", "box", or the name of an extra region; index counts from 1 within the
    kind; cells: increasing numbers from 0. board: which of several boards that overlap it belongs
    to, from 1; 0 where there is one, or it belongs to all (boxes are numbered through).
    """

    kind: str
    index: int
    cells: tuple[int, ...]
    board: int = 0

    def __str__(self) -> str:
        where = f" of board {self.board}" if self.board else ""
        return f"{self.kind} {self.index}{where}"
