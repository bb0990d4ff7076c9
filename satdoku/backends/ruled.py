"""The rules of a variant as assumptions: each constraint of a board behind a selector, so that it
can be blamed for a conflict, or be taken away, as a given can.

Each constraint speaks of variables of its own: helpers that a theory shares among its constraints
would bind without the one that made them, and copies of the board's variables, which are the same
only where the selector is true. So where it is false, all of them may be, and "at most one" needs
no condition.

>>> from satdoku.layout import Layout
>>> asked = Ruled(Layout.named("4x4+killer:3:r1c1,r1c2+killer:4:r1c1,r1c2"))
>>> first, second = asked.selectors
>>> asked.completion([first]) is None, asked.completion([first, second]) is None
(False, True)
>>> asked.names([second])
('killer:4:r1c1,r1c2',)
"""

from __future__ import annotations

from collections.abc import Iterable

from ..constraints.clauses import clauses_of
from ..constraints.constraint import Constraint
from ..constraints.kinds import forms_of, short_name
from ..interrupts import undisturbed
from ..layout import Layout
from ..theory import Theory
from .assuming import Assuming
from .base import Clock

#: Characters of a constraint's text that are shown.
LONGEST = 80


class Ruled(Assuming):
    """selectors: of the board's constraints, in their order; each turns its constraint on."""

    def __init__(self, layout: Layout, clock: Clock | None = None) -> None:
        self.layout = layout
        self._plain = Theory.of(layout.without_constraints())
        super().__init__(self._plain, clock=clock)
        self.selectors = tuple([self.selector_of(c) for c in layout.constraints])

    def selector_of(self, constraint: Constraint) -> int:
        """A new variable that turns a constraint on, one of the board's or another."""
        plain, selector = self._plain, self.new_variable()
        alone = clauses_of(self.layout, [("", forms_of(constraint, self.layout))])
        own: dict[int, int] = {}
        for variables, exactly_one in zip(alone.members, alone.exactly, strict=True):
            for v in variables:
                if v not in own:
                    own[v] = self.new_variable()
                    if plain.is_board(v):
                        self.add([-selector, -v, own[v]])
                        self.add([-selector, v, -own[v]])
            members = [own[v] for v in variables]
            if exactly_one:
                self.add([-selector, *members])
            if len(members) > 1:
                self.at_most(members, 1)
        return selector

    def name(self, selector: int) -> str:
        """Its constraint, as text; of a long one its number (from 1) and how it begins."""
        number = self.selectors.index(selector)
        constraint = self.layout.constraints[number]
        text = str(constraint.on(self.layout.places))
        short = f"{short_name(constraint, self.layout)} … (rule {number + 1})"
        return text if len(text) <= LONGEST else short

    def names(self, elements: Iterable[int]) -> tuple[str, ...]:
        """The constraints of the selectors among these, as text."""
        return tuple([self.name(s) for s in elements if s in self.selectors])

    def decided(self, assumptions: Iterable[int], denied: bool = False) -> frozenset[int] | None:
        """The board's variables that the base rules assert (where asked for, those that they deny
        too, as negative numbers); None where a clause breaks.

        The solver takes the clauses as they are, so its unit propagation is the base rules.
        """
        with undisturbed():
            consistent, implied = self._kept.solver.propagate(assumptions=list(assumptions))
        count = self.theory.board_variables
        least = -count if denied else 1
        return frozenset([v for v in implied if least <= v <= count]) if consistent else None

    def broken(self, grid: Iterable[int]) -> tuple[int, ...]:
        """The selectors of the constraints that a full grid breaks."""
        full = list(grid)
        return tuple([s for s in self.selectors if self.completion([*full, s]) is None])
