"""A house: a row, a column, a box or an extra region."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class House:
    """A set of cells that hold no digit twice; one of n cells holds each digit once.

    kind: "row", "column", "box", or the name of an extra region; index counts from 1 within the
    kind; cells: increasing numbers, 0 … n*n - 1.
    """

    kind: str
    index: int
    cells: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.kind} {self.index}"
