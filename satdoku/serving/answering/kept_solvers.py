"""Solvers that are kept while a puzzle is edited: one for each board with its rules.

An edit of givens only changes assumptions. An edit of rules makes another board, whose theory takes
a few milliseconds to build; that is less than rules behind selectors cost on every query (50% more,
measured with about twenty cages). So selectors serve only to find culprits: which rules contradict
each other, and which are redundant.

>>> from satdoku.formats.text.reader import parse
>>> puzzle = parse("13..............", Layout.named("4x4+killer:3:r1c1,r1c2"))
>>> kept(Desk, puzzle.layout).completion(puzzle.givens) is None
True
>>> blame = kept(Blame, puzzle.layout)
>>> blame.completion(puzzle.givens) is None, blame.completion(blame.elements(puzzle)) is None
(False, True)
"""

from __future__ import annotations

import atexit
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from ...backends.assuming import Assuming
from ...backends.base import Clock
from ...backends.ruled import Ruled
from ...board import Puzzle
from ...constraints.registry import short_name
from ...layout import Layout
from ...logic.telling.sentences import conclusion_text
from ...theory import Theory

#: Number of solvers kept; number of variables that queries added, and of solutions that were
#: forbidden, above which a fresh solver is faster.
KEPT, MOST_ADDED, MOST_FORBIDDEN = 16, 500, 1500


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

    def shrinking(
        self, kept: list[int], order: Sequence[int], assumed: Sequence[int] = ()
    ) -> Iterator[int]:
        """Take out of conflicting elements each one in `order` without which the others conflict,
        and those in `order` that their conflict does not use; yield how many were tried before."""
        may_go = set(order)
        for number, element in enumerate(order):
            yield number
            fewer = [e for e in kept if e != element]
            if element in kept and self.completion([*fewer, *assumed]) is None:
                used = set(self.core)
                kept[:] = [e for e in fewer if e in used or e not in may_go]


Kind = TypeVar("Kind", bound=Desk)
_solvers: OrderedDict[tuple[type[Desk], Layout], Any] = OrderedDict()
atexit.register(_solvers.clear)  # at shutdown they could no longer be freed


def kept(kind: type[Kind], layout: Layout, clock: Clock | None = None) -> Kind:
    """Return this process's solver for a board, a `Desk` or a `Blame`; the clock applies to the
    following queries."""
    found: Kind | None = _solvers.pop((kind, layout), None)
    if found is None or found.is_worn:
        found = kind(layout)
    _solvers[kind, layout] = found
    found.clock = clock or Clock(None)  # not that of an earlier query, which may have expired
    while len(_solvers) > KEPT:
        _solvers.popitem(last=False)
    return found


def given_names(layout: Layout, variables: Iterable[int]) -> list[str]:
    """Return the display names of givens: 'r1c1=5'."""
    theory = Theory.of(layout.without_constraints())
    return [conclusion_text(theory, [v], ()) for v in variables]


def rule_name(layout: Layout, number: int) -> str:
    """Return the display name of a constraint (from 0) of a layout."""
    return short_name(layout.constraints[number], layout)
