"""Solvers that are kept while a puzzle is edited: one for each board with its rules.

An edit of givens only changes assumptions. An edit of rules makes another board, whose theory takes
a few milliseconds to build; that is less than rules behind selectors cost on every query (50% more,
measured with about twenty cages). So selectors serve only to find culprits: which rules contradict
each other, and which are redundant.

>>> from satdoku.formats.text.reader import parse
>>> puzzle = parse("13..............", Layout.named("4x4+killer:3:r1c1,r1c2"))
>>> desk_for(puzzle.layout).completion(puzzle.givens) is None
True
>>> blame = blame_for(puzzle.layout)
>>> blame.completion(puzzle.givens) is None, blame.completion(blame.elements(puzzle)) is None
(False, True)
"""

from __future__ import annotations

import atexit
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

from ...backends.assuming import Assuming
from ...backends.base import Clock
from ...backends.ruled import Ruled
from ...board import Puzzle
from ...constraints.registry import short_name
from ...layout import Layout
from ...theory import Theory

#: Number of solvers kept; number of variables that queries added, and of solutions that were
#: forbidden, above which a fresh solver is faster.
KEPT, MOST_ADDED, MOST_FORBIDDEN = 8, 500, 1500


class Desk(Assuming):
    """The solver of a board."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(Theory.of(layout))
        self.first = self._kept.top

    def elements(self, puzzle: Puzzle) -> list[int]:
        """Return the assumptions of a puzzle: its givens."""
        return list(puzzle.givens)

    @property
    def is_worn(self) -> bool:
        """Whether it has accumulated so many clauses that a fresh solver is faster."""
        return self._kept.top - self.first > MOST_ADDED or self.forbidden > MOST_FORBIDDEN


class Blame(Desk, Ruled):
    """The same with each rule behind a selector variable."""

    def __init__(self, layout: Layout) -> None:
        Ruled.__init__(self, layout)
        self.first = self._kept.top

    def elements(self, puzzle: Puzzle) -> list[int]:
        """Return the givens and the selectors of the rules, in order."""
        return [*puzzle.givens, *self.selectors]


Kind = TypeVar("Kind", bound=Desk)
_desks: OrderedDict[Layout, Desk] = OrderedDict()
_blames: OrderedDict[Layout, Blame] = OrderedDict()


def desk_for(layout: Layout, clock: Clock | None = None) -> Desk:
    """Return this process's solver for a board; the clock applies to the following queries."""
    return _kept(_desks, layout, Desk, clock)


def blame_for(layout: Layout, clock: Clock | None = None) -> Blame:
    """Return the solver for a board that has a selector for each rule."""
    return _kept(_blames, layout, Blame, clock)


def _kept(
    kept: OrderedDict[Layout, Kind],
    layout: Layout,
    make: Callable[[Layout], Kind],
    clock: Clock | None,
) -> Kind:
    found = kept.pop(layout, None)
    if found is None or found.is_worn:
        found = make(layout)
    kept[layout] = found
    found.clock = clock or Clock(None)  # not that of an earlier query, which may have expired
    while len(kept) > KEPT:
        kept.popitem(last=False)
    return found


@atexit.register
def drop_all() -> None:
    """Drop all solvers before interpreter shutdown, when they could no longer be freed."""
    _desks.clear()
    _blames.clear()


def rule_name(layout: Layout, number: int) -> str:
    """Return the display name of a constraint (from 0) of a layout."""
    return short_name(layout.constraints[number], layout)
