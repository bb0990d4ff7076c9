"""Boards of a layout, searched on masks: for Python."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np

from ...layout import Layout
from .. import library
from ..struct_views import StructView
from .board import NUMBERS, QUEUES, WORK, Masks
from .compiling import compiled
from .diving import UNFINISHED, dive
from .pieces import NotOnMasks
from .searching import (
    BACK,
    BEGIN,
    CONFLICTS,
    DECISIONS,
    FOUND,
    GAIN,
    LEVEL,
    OVER,
    TASK,
    UNIT,
    SearchState,
    search_masks,
)

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

    @staticmethod
    def compiled(layout: Layout) -> MaskBoard:
        """Return the same; raise `NotOnMasks` also without compiled kernels, where a solver is
        faster."""
        if library.current() is None:
            raise NotOnMasks("without compiled kernels, a solver is faster")
        return _board_of(layout)

    def all_masks(self) -> np.ndarray:
        """Return the masks of a board of which nothing is known, int64 by cell."""
        return np.full(self.cells, (1 << self.layout.size) - 1, np.int64)

    def masks_of(self, assertions: Iterable[int]) -> np.ndarray:
        """Return the masks of a board with these variables of it asserted."""
        size = self.layout.size
        masks = [(1 << size) - 1] * self.cells
        for variable in assertions:
            cell, digit = divmod(variable - 1, size)
            masks[cell] &= 1 << digit
        return np.array(masks, np.int64)

    def search(self, masks: np.ndarray) -> MaskSearch:
        """Return a search for the solutions in these masks."""
        return MaskSearch(self, masks)


@lru_cache(maxsize=16)
def _board_of(layout: Layout) -> MaskBoard:
    return MaskBoard(layout)


def _zeros(count: int) -> np.ndarray:
    return np.zeros(count, np.int64)


class MaskSearch:
    """One search: solutions come in an order that depends on the layout and the masks alone.

    state, search: the records that the kernel works on; `search.solutions` is new for each call.
    """

    def __init__(self, board: MaskBoard, masks: np.ndarray) -> None:
        propagators = board.propagators
        count = len(propagators.kinds)
        cells = board.cells
        space = board.made.pieces
        self.board = board
        self._masks = masks
        self.state = Masks(
            masks=masks.copy(),
            queued=np.zeros(count, np.uint8),
            waiting=_zeros(QUEUES * (count + 1)),
            ends=_zeros(2 * QUEUES),
            saved=_zeros(space.saved),
            words=_zeros(space.words),
            stamps=_zeros(space.states),
            numbers=_zeros(NUMBERS),
        )
        self.search = SearchState(
            # not left as they are in memory: an exported page holds them, too
            levels=_zeros((cells + 1) * cells),
            path=_zeros(cells + 1),
            choices=_zeros(cells + 1),
            weights=board.made.weights.copy(),
            solutions=np.zeros(0, np.uint8),
            full=board.made.full,
            orders=_zeros(0),
            numbers=_zeros(8),
        )
        self._numbers = self.search.numbers
        self._numbers[GAIN] = UNIT

    def again(self, masks: np.ndarray) -> None:
        """Start from other masks; the work so far counts on, and weights stay."""
        self.state.masks[:] = masks
        self._numbers[LEVEL] = 0
        self._numbers[TASK] = BEGIN

    def prefer(self, orders: np.ndarray) -> None:
        """Try the digits of each cell in this order: indexes from 0, cells × digits."""
        self.search = self.search._replace(orders=np.left_shift(1, orders.ravel(), dtype=np.int64))

    def propagated(self) -> np.ndarray | None:
        """Return the masks that the propagators leave before anything is searched; None if they
        refute the board."""
        deque(self.blocks(1, self.work + 1, is_brief=True), 0)
        return None if self._numbers[TASK] == BACK else self.state.masks

    @property
    def is_over(self) -> bool:
        """Whether all is searched: there are no more solutions."""
        return int(self._numbers[TASK]) == OVER

    @property
    def work(self) -> int:
        """The work done so far: the numbers that propagators have read, about."""
        return int(self.state.numbers[WORK])

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
            search = self.search._replace(solutions=found)
            run(self.board.view, self.state, search, most)
            count = int(numbers[FOUND])
            if count:
                yield found.reshape(room, -1)[:count]
            if self.is_over or count < room:
                return
            if left is not None:
                left -= count

    def dive(self, stream: np.ndarray, few: int, most_work: int, each: int) -> float | None:
        """Return a random sample of the number of solutions, whose mean is that number; None if
        the work was used up before. To be called before `blocks`, any number of times.

        stream (changed): a random stream, uint64 in an array of one. few: the number of solutions
        up to which those of a branch are counted, from 2. most_work: of all calls together. each:
        the most work below a digit.
        """
        board = self.board
        nodes = np.zeros(3 * board.cells + 3, np.int64)
        search = self.search._replace(solutions=np.empty(few * board.cells, np.uint8))
        self.again(self._masks)
        code = dive(
            board.view,
            self.state,
            search,
            np.zeros(board.cells, np.int64),
            nodes,
            stream,
            most_work,
            each,
        )
        if code == UNFINISHED:
            return None
        weight = 1.0
        total = 0.0
        for chances, chosen, counted in nodes.reshape(-1, 3).tolist():
            total += weight * counted
            if not chances:
                break
            weight *= chances / chosen
        return total

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
        found = self.blocks(limit, most_work, is_brief)
        return sum(map(len, found))
