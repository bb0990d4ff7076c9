"""A house: a row, a column, a box or an extra region."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class House:
    """A set of cells without repeated digits; with as many cells as digits it holds each once.

    kind: "row", "column", "box", or the name of an extra region. index: from 1, within the kind.
    cells: increasing numbers from 0. board: the number (from 1) of the overlapping board that it
    belongs to; 0 if there is only one board, or it belongs to all (boxes are numbered throughout).
    """

    kind: str
    index: int
    cells: tuple[int, ...]
    board: int = 0

    def __str__(self) -> str:
        where = f" of board {self.board}" if self.board else ""
        return f"{self.kind} {self.index}{where}"
