"""The search on masks: what the rules of a layout say, without their clauses.

It reads the layout, not the theory's clauses (`kernels.propagation`), so each judges the other. Its
completions are boards; auxiliary variables follow from a board by the base rules, and are added
only where a completion is asked for.

The order of solutions depends on the layout and the assertions alone, on every machine: the
interpreter runs the same functions where there are no compiled kernels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from ..errors import EngineError, TimeLimitReached
from ..inference.deduction import ASSERTED, Deduction
from ..layout import Layout
from ..theory import Theory
from .base import Backend, Capabilities, Clock, Completion, Completions, OutOfPatience

if TYPE_CHECKING:
    import numpy as np

    from ..kernels.propagation.mask_search import MaskBoard, MaskSearch

#: Work of the kernel between two looks at the clock: some hundredths of a second; at first, and in
#: the interpreter always, a millisecond.
SLICE, FIRST_SLICE = 20_000_000, 300_000
#: Up to this work, a slice is not worth a thread of its own.
BRIEF = 1_000_000
#: Solutions after which it no longer gives up: many are no sign of a hard board.
PLENTY = 500


class MaskEngine(Backend):
    """Propagators on masks and search, for boards of up to 32 digits.

    patience: the work (`MaskSearch.work`) without a new solution after which it raises
    `OutOfPatience`, times the number of solutions found; never once it has found `PLENTY`. Up to
    `SLICE`, that happens after the same solutions on every machine. Raises `EngineError` for a
    theory that is not its layout's, or a rule that has no propagator.
    """

    name = "masks"
    capabilities = Capabilities("domains", ("decisions", "conflicts"), propagation=True)

    def __init__(self, theory: Theory) -> None:
        super().__init__(theory)
        self._board = board_of(theory)

    def find(self, assertions: Sequence[int], limit: int | None, clock: Clock) -> Completions:
        for board in self.find_boards(assertions, limit, clock):
            yield self.completed(board)

    def find_boards(
        self, assertions: Sequence[int], limit: int | None, clock: Clock
    ) -> Completions:
        for block in self.proceed(self.begin(assertions), limit, clock):
            yield from self.boards_of(block)

    def find_number(self, assertions: Sequence[int], limit: int | None, clock: Clock) -> int:
        number = 0
        try:
            for block in self.proceed(self.begin(assertions), limit, clock):
                number += len(block)
        except TimeLimitReached as error:
            error.found = number
            raise
        return number

    def begin(self, assertions: Sequence[int]) -> MaskSearch:
        """Return a search that has done nothing yet."""
        if not are_on_board(assertions, self._board.layout.variable_count):
            raise EngineError("the engine masks takes cells with digits as assertions, no others")
        self.statistics.calls += 1
        return self._board.search(self._board.masks_of(assertions))

    def boards_of(self, block: np.ndarray) -> Completions:
        """Yield the solutions of an array."""
        # variable_of(cell, 0) for each cell; digits are counted from 1
        bases = [self._board.layout.variable_of(cell, 0) for cell in range(self._board.cells)]
        for digits in block.tolist():
            yield tuple([base + d for base, d in zip(bases, digits, strict=True)])

    def proceed(self, search: MaskSearch, limit: int | None, clock: Clock) -> Iterator[np.ndarray]:
        """Go on with a search: yield up to `limit` further solutions in arrays, with the digits of
        cells, from 1, a board in each row. Whoever takes each of them, and has to go on after
        `OutOfPatience`, can call this again."""
        from ..kernels import library
        from ..kernels.any_theory.csr import ENDLESS

        patience = ENDLESS if self.patience is None else self.patience
        later = FIRST_SLICE
        # when a small patience ends must not depend on whether kernels are compiled
        if library.current() and patience > SLICE:
            later = SLICE
        found = 0
        # the work done when the last slice with a solution ended
        last = search.work
        decisions = search.decisions
        conflicts = search.conflicts
        try:
            while not search.is_over and found != limit:
                clock.check()
                # the more it has found, the longer it waits for more
                if found < PLENTY and search.work - last >= patience * max(1, found):
                    raise OutOfPatience
                left = None if limit is None else limit - found
                is_brief = search.work < BRIEF
                most = search.work + (FIRST_SLICE if is_brief else later)
                for block in search.blocks(left, most, is_brief):
                    found += len(block)
                    yield block
                    last = search.work
        finally:
            self.statistics.decisions += search.decisions - decisions
            self.statistics.conflicts += search.conflicts - conflicts
            self.statistics.propagated += not search.decisions

    def completed(self, board: Completion) -> Completion:
        """Return a solution's variables, with the auxiliary ones that follow."""
        layout = self._board.layout
        if not self.theory.has_helpers:
            return board
        deduction = Deduction(self.theory)
        if not (deduction.extend(list(board)) and deduction.is_complete):
            raise EngineError(f"the clauses of {layout.name} refute a solution found on masks")
        status = deduction.status
        return tuple([v for v in range(1, len(status)) if status[v] == ASSERTED])


def are_on_board(assertions: Sequence[int], last: int) -> bool:
    """Return whether all of these are variables of a board, whose last one is given."""
    return not assertions or (min(assertions) > 0 and max(assertions) <= last)


def mask_board(layout: Layout, compiled: bool = False) -> MaskBoard | None:
    """Return the board of a layout for the search on masks, None if it cannot take it. compiled:
    whether None is better without compiled kernels, where a solver is faster."""
    from ..kernels.propagation.mask_search import MaskBoard
    from ..kernels.propagation.pieces import NotOnMasks

    with suppress(NotOnMasks):
        return MaskBoard.compiled(layout) if compiled else MaskBoard.of(layout)
    return None


def board_of(theory: Theory) -> MaskBoard:
    """Return the board that a theory is about; raise `EngineError` if there is none."""
    from ..kernels.propagation.mask_search import MaskBoard
    from ..kernels.propagation.pieces import NotOnMasks

    if not (theory.layout and theory.says_layout):
        raise EngineError("the engine masks needs the theory of a layout")
    try:
        return MaskBoard.of(theory.layout)
    except NotOnMasks as error:
        raise EngineError(f"the engine masks cannot take this board: {error}") from None
