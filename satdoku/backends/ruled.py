"""The rules of a variant as assumptions: each constraint of a board has a selector, so that, like a
given, it can appear in a conflict or be retracted.

Each constraint is written over variables of its own: auxiliary variables that a theory shares among
its constraints would bind without the constraint that created them, and the board's variables are
copied, with copies equal to them only if the selector is true. If it is false, all of them may be
false, so at-most-one constraints need no condition.

>>> from satdoku.layout import Layout
>>> solver = Ruled(Layout.named("4x4+killer:3:r1c1,r1c2+killer:4:r1c1,r1c2"))
>>> first, second = solver.selectors
>>> solver.completion([first]) is None, solver.completion([first, second]) is None
(False, True)
>>> solver.names([second])
('killer:4:r1c1,r1c2',)
"""

from __future__ import annotations

from collections.abc import Iterable

from ..constraints.clauses.form_clauses import clauses_of
from ..constraints.constraint import Constraint
from ..constraints.registry import forms_of, short_name
from ..layout import Layout
from ..theory import Theory
from ..workers.interrupts import undisturbed
from .assuming import Assuming
from .base import Clock

#: Longer constraint texts are abbreviated.
LONGEST = 80


class Ruled(Assuming):
    """selectors: one per constraint of the board, in order; each turns its constraint on."""

    def __init__(self, layout: Layout, clock: Clock | None = None) -> None:
        self.layout = layout
        self._plain = Theory.of(layout.without_constraints())
        super().__init__(self._plain, clock=clock)
        self.selectors = tuple([self.selector_of(c) for c in layout.constraints])

    def selector_of(self, constraint: Constraint) -> int:
        """Return a new variable that turns a constraint on, whether of this board or not."""
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
        """Return the selector's constraint as text; a long one is cut and numbered (from 1)."""
        number = self.selectors.index(selector)
        constraint = self.layout.constraints[number]
        text = str(constraint.on(self.layout.places))
        short = f"{short_name(constraint, self.layout)} … (rule {number + 1})"
        return text if len(text) <= LONGEST else short

    def names(self, elements: Iterable[int]) -> tuple[str, ...]:
        """Return as text the constraints whose selectors are among these elements."""
        return tuple([self.name(s) for s in elements if s in self.selectors])

    def decided(self, assumptions: Iterable[int], denied: bool = False) -> frozenset[int] | None:
        """Return the board's variables that the base rules assert; None if a clause breaks.

        denied: include those that they deny, as negative numbers.

        The solver takes the clauses as they are, so its unit propagation is the base rules.
        """
        with undisturbed():
            consistent, implied = self._kept.solver.propagate(assumptions=list(assumptions))
        count = self.theory.board_variables
        least = -count if denied else 1
        return frozenset([v for v in implied if least <= v <= count]) if consistent else None

    def broken(self, grid: Iterable[int]) -> tuple[int, ...]:
        """Return the selectors of the constraints that a full grid breaks."""
        full = list(grid)
        return tuple([s for s in self.selectors if self.completion([*full, s]) is None])
