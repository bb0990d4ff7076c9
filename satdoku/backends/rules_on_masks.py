"""Rules of a variant as assumptions, searched on masks: the questions of `Ruled`, without clauses.

Each constraint of a board has a selector. A board is made for the constraints that are assumed, and
kept until others are. One grid may be forbidden. The search tries its digits first, so another grid
that it finds differs in few cells: a small correction set, as `variant_puzzles` wants them.

>>> from satdoku.layout import Layout
>>> rules = RulesOnMasks(Layout.named("4x4+killer:3:r1c1,r1c2+killer:4:r1c1,r1c2"))
>>> first, second = rules.selectors
>>> rules.completion([first]) is None, rules.completion([first, second]) is None
(False, True)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from ..kernels.propagation.mask_search import MaskBoard, MaskSearch
from ..layout import Layout
from ..theory import Variables
from .base import OutOfPatience

#: The work of a slice of patience: some hundredths of a second.
SLICE = 10_000_000


class RulesOnMasks:
    """selectors: one per constraint of the board, in order. core: the assumptions of the last
    question (which of them were needed is not known).

    Raises `NotOnMasks` if a rule has no propagator.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        first = layout.variable_count + 1
        self.selectors = tuple(range(first, first + len(layout.constraints)))
        self.core: Variables = ()
        self._forbidden: tuple[int, ...] = ()
        self._orders: np.ndarray | None = None
        self._assumed: frozenset[int] = frozenset()
        self._board = MaskBoard.of(layout.without_constraints())
        self._assume(self.selectors)

    def forbid(self, grid: Iterable[int]) -> None:
        """Exclude a full grid from now on, given by its variables."""
        layout = self.layout
        self._forbidden = tuple([layout.cell_and_digit(variable)[1] for variable in grid])
        own = np.array(self._forbidden) - 1
        # its digit, then those after it, in a circle
        self._orders = (own[:, None] + np.arange(layout.size)) % layout.size

    def completion(
        self, assumptions: Collection[int] = (), patience: int | None = None
    ) -> frozenset[int] | None:
        """Return the variables of a grid with these givens that keeps the constraints assumed;
        None if there is none but the forbidden one.

        Raises `OutOfPatience` after `patience` slices of work.
        """
        self.core = tuple(assumptions)
        search = self._search(assumptions)
        most = None if patience is None else patience * SLICE
        for digits in search.solutions(2, most):
            if tuple(digits) != self._forbidden:
                variable_of = self.layout.variable_of
                return frozenset([variable_of(cell, d) for cell, d in enumerate(digits)])
        if not search.is_over:
            raise OutOfPatience
        return None

    def left(self, assumptions: Collection[int]) -> list[int]:
        """Return the masks of digits that the propagators leave in each cell. There must be a grid
        that has these givens and keeps the constraints assumed."""
        masks = self._search(assumptions).propagated()
        assert masks is not None
        left: list[int] = masks.tolist()
        return left

    def _search(self, assumptions: Iterable[int]) -> MaskSearch:
        last = self.layout.variable_count
        self._assume([a for a in assumptions if a > last])
        givens = self._board.masks_of([a for a in assumptions if a <= last])
        search = self._board.search(givens)
        if self._orders is not None:
            search.prefer(self._orders)
        return search

    def _assume(self, selectors: Iterable[int]) -> None:
        """Let the board have the constraints of these selectors alone."""
        assumed = frozenset(selectors)
        if assumed != self._assumed:
            first = self.layout.variable_count + 1
            rules = [self.layout.constraints[selector - first] for selector in sorted(assumed)]
            plain = self.layout.without_constraints()
            self._board = MaskBoard.of(plain.with_constraints(*rules))
            self._assumed = assumed
