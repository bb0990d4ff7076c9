"""Solvers that are kept while a puzzle is edited: one for each board with its rules.

An edit of givens changes nothing but assumptions. An edit of rules makes another board, whose
theory takes some milliseconds; that is less than rules behind selectors cost at every question (a
half more, measured with some twenty cages), so selectors are for blame alone: which rules
contradict each other, and which can go.

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
from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..backends.ruled import Ruled
from ..board import Puzzle
from ..constraints.kinds import short_name
from ..layout import Layout
from ..theory import Theory

#: Solvers that are kept; variables that questions add, and solutions put aside, before a new one is
#: quicker.
KEPT, MOST_ADDED, MOST_ASIDE = 8, 500, 1500


class Desk(Assuming):
    """A board's solver. Solutions can be put aside for a while."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(Theory.of(layout))
        self.first, self.aside = self._kept.top, 0

    def elements(self, puzzle: Puzzle) -> list[int]:
        """What is assumed: the givens."""
        return list(puzzle.givens)

    @property
    def is_worn(self) -> bool:
        """It has been asked so much that a new one is quicker."""
        return self._kept.top - self.first > MOST_ADDED or self.aside > MOST_ASIDE

    def prefer(self, literals: Iterable[int]) -> None:
        """Try these first, in the completions that follow; those that are not named are tried as
        the solver likes, whatever was preferred before."""
        self._kept.solver.set_phases(list(literals))

    def put_aside(self, blocker: int, completion: Collection[int]) -> None:
        """This one does not come again where the blocker (a new variable) is assumed."""
        self.aside += 1
        self.add([-blocker, *(-v for v in completion)])

    def forget(self, variable: int) -> None:
        """A new variable is used no more, and what was said under it holds no more."""
        self.add([-variable])


class Blame(Desk, Ruled):
    """The same with each rule behind a selector."""

    def __init__(self, layout: Layout) -> None:
        Ruled.__init__(self, layout)
        self.first, self.aside = self._kept.top, 0

    def elements(self, puzzle: Puzzle) -> list[int]:
        """The givens, and the selectors of the rules in their order."""
        return [*puzzle.givens, *self.selectors]


Kind = TypeVar("Kind", bound=Desk)
_desks: OrderedDict[Layout, Desk] = OrderedDict()
_blames: OrderedDict[Layout, Blame] = OrderedDict()


def desk_for(layout: Layout, clock: Clock | None = None) -> Desk:
    """The solver that this process keeps for a board; the clock is of the questions to come."""
    return _kept(_desks, layout, Desk, clock)


def blame_for(layout: Layout, clock: Clock | None = None) -> Blame:
    """The one that can tell its rules apart."""
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
    found.clock = clock or Clock(None)  # not that of an earlier question, which may be over
    while len(kept) > KEPT:
        kept.popitem(last=False)
    return found


@atexit.register
def drop_all() -> None:
    """Forget them, before Python takes itself apart: solvers cannot be freed then."""
    _desks.clear()
    _blames.clear()


def rule_name(layout: Layout, number: int) -> str:
    """What people call a constraint (from 0) of a layout."""
    return short_name(layout.constraints[number], layout)
