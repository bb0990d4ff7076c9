"""Boards of a layout, searched on masks: for Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np

from ...layout import Layout
from ..struct_views import StructView
from .board import NUMBERS, WORK, Masks
from .compiling import compiled
from .searching import CONFLICTS, DECISIONS, FOUND, GAIN, OVER, TASK, UNIT, Search, search_masks

#: The solutions that one call of the kernel can write.
AT_ONCE = 256


class MaskBoard:
    """The board of a layout, with its rules, for any number of questions from any threads.

    Raises `NotOnMasks`, a `SatdokuError`, if a rule has no propagator.

    >>> board = MaskBoard.of(Layout.named("4x4"))
    >>> sum(1 for _ in board.search(board.all_masks()).solutions())
    288
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.cells = layout.cell_count
        self.made = compiled(layout)
        self.propagators = self.made.propagators
        self.view = StructView(self.propagators)

    @staticmethod
    def of(layout: Layout) -> MaskBoard:
        """Return the board of a layout (the same object for the same layout)."""
        return _board_of(layout)

    def all_masks(self) -> np.ndarray:
        """Return the masks of a board of which nothing is known, int64 by cell."""
        return np.full(self.cells, (1 << self.layout.size) - 1, np.int64)

    def masks_of(self, assertions: Iterable[int]) -> np.ndarray:
        """Return the masks of a board with these variables of it asserted."""
        masks = self.all_masks()
        for variable in assertions:
            cell, digit = self.layout.cell_and_digit(variable)
            masks[cell] &= 1 << (digit - 1)
        return masks

    def search(self, masks: np.ndarray) -> MaskSearch:
        """Return a search for the solutions in these masks."""
        return MaskSearch(self, masks)


@lru_cache(maxsize=16)
def _board_of(layout: Layout) -> MaskBoard:
    return MaskBoard(layout)


def _zeros(count: int) -> np.ndarray:
    return np.zeros(count, np.int64)


class MaskSearch:
    """One search: solutions come in an order that depends on the layout and the masks alone."""

    def __init__(self, board: MaskBoard, masks: np.ndarray) -> None:
        propagators = board.propagators
        count = len(propagators.kinds)
        cells = board.cells
        space = board.made.pieces
        self.board = board
        self._state = Masks(
            masks=masks.copy(),
            queued=np.zeros(count, np.uint8),
            waiting=_zeros(2 * (count + 1)),
            ends=_zeros(4),
            saved=_zeros(space.saved),
            words=_zeros(space.words),
            stamps=_zeros(space.states),
            numbers=_zeros(NUMBERS),
        )
        self._numbers = _zeros(8)
        self._numbers[GAIN] = UNIT
        self._levels = np.empty((cells + 1) * cells, np.int64)  # written before they are read
        self._path = np.zeros((2, cells + 1), np.int64)
        self._weights = board.made.weights.copy()

    @property
    def is_over(self) -> bool:
        """Whether all is searched: there are no more solutions."""
        return int(self._numbers[TASK]) == OVER

    @property
    def work(self) -> int:
        """The work done so far: the numbers that propagators have read, about."""
        return int(self._state.numbers[WORK])

    @property
    def conflicts(self) -> int:
        """The conflicts so far."""
        return int(self._numbers[CONFLICTS])

    @property
    def decisions(self) -> int:
        """The candidates asserted so far."""
        return int(self._numbers[DECISIONS])

    def blocks(
        self, limit: int | None = None, most_work: int | None = None, is_brief: bool = False
    ) -> Iterator[np.ndarray]:
        """Yield solutions in arrays, a board of digits from 1 in each row, up to `limit`.

        most_work: the work after which the search stops; `is_over` tells whether it was done.
        is_brief: whether that ends within milliseconds, and so needs no thread of its own.
        """
        numbers = self._numbers
        most = most_work or 1 << 62
        run = search_masks.briefly if is_brief else search_masks
        left = limit
        while left is None or left > 0:
            room = AT_ONCE if left is None else min(AT_ONCE, left)
            found = np.empty(room * self.board.cells, np.uint8)
            numbers[FOUND] = 0
            search = Search(
                levels=self._levels,
                path=self._path[0],
                choices=self._path[1],
                weights=self._weights,
                solutions=found,
                full=self.board.made.full,
                numbers=numbers,
            )
            run(self.board.view, self._state, search, most)
            count = int(numbers[FOUND])
            if count:
                yield found.reshape(room, -1)[:count]
            if self.is_over or count < room:
                return
            if left is not None:
                left -= count

    def solutions(
        self, limit: int | None = None, most_work: int | None = None
    ) -> Iterator[Sequence[int]]:
        """Yield the same solutions one by one."""
        for block in self.blocks(limit, most_work):
            yield from block.tolist()

    def count(
        self, limit: int | None = None, most_work: int | None = None, is_brief: bool = False
    ) -> int:
        """Return the number of solutions, up to the limit."""
        return sum(map(len, self.blocks(limit, most_work, is_brief)))
