"""Search on top of the base rules: branch on an open clause with the fewest candidates.

The clause may be of any kind: a cell with few digits, a digit with few places in a house. Nothing
that the rules decide is ever guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..cancellation import stop_if_cancelled
from ..theory import Variables
from .deduction import Deduction


class Search:
    """A depth-first search below a deduction, which is restored when the search ends.

    choose: returns the candidates to try, in order, of one open exactly-one clause; none if
    everything is decided (default: the smallest clause). conflict_limit: give up after this many.
    decisions: candidates tried so far; conflicts: how many of them broke a clause;
    gave_up: whether the limit ended the search.
    """

    def __init__(
        self,
        deduction: Deduction,
        choose: Callable[[], list[int]] | None = None,
        conflict_limit: int | None = None,
    ) -> None:
        self.deduction, self.conflict_limit = deduction, conflict_limit
        self.choose = choose or deduction.smallest_clause
        self.decisions = self.conflicts = 0
        self.gave_up = False

    def completions(self) -> Iterator[Variables]:
        """Yield every completion once, lazily: its true variables in increasing order.

        The order depends only on the theory, the assertions and the choice.
        """
        deduction = self.deduction
        start = deduction.mark()
        # Each level: the mark to undo to, and the candidates still to be tried there.
        levels: list[tuple[int, Iterator[int]]] = []
        descend = deduction.extend([])
        try:
            while descend or levels:
                if descend:
                    candidates = self.choose()
                    if not candidates:
                        yield tuple(deduction.asserted)
                    # (After a completion the level has no candidates and ends at once, so the
                    # search goes on above.)
                    levels.append((deduction.mark(), iter(candidates)))
                mark, untried = levels[-1]
                deduction.undo(mark)
                choice = next(untried, 0)
                descend = False
                if not choice:
                    levels.pop()
                    continue
                stop_if_cancelled()
                self.decisions += 1
                descend = deduction.extend([choice])
                self.conflicts += not descend
                if self.conflicts == self.conflict_limit:
                    self.gave_up = True
                    return
        finally:
            deduction.undo(start)
