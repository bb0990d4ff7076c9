"""The rules of a variant as assumptions: each constraint of a board behind a selector, so that it
can be blamed for a conflict, or found to be to spare, as a given can.

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
from contextlib import suppress
from dataclasses import dataclass, replace

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..board import Puzzle
from ..constraints.constraint import Constraint
from ..constraints.kinds import short_name
from ..errors import TimeLimitReached
from ..layout import Layout
from ..theory import Theory

#: Characters of a constraint's text that are shown.
LONGEST = 80


class Ruled(Assuming):
    """selectors: of the board's constraints, in their order; each turns its constraint on."""

    def __init__(self, layout: Layout, clock: Clock | None = None) -> None:
        self.layout = layout
        self._plain = Theory.of(layout.without_constraints())
        super().__init__(self._plain, clock=clock)
        self.selectors = tuple([self._selector(c) for c in layout.constraints])

    def _selector(self, constraint: Constraint) -> int:
        plain, selector = self._plain, self.new_variable()
        alone = Theory.of(replace(self.layout, constraints=(constraint,)))
        own: dict[int, int] = {}
        for clause in alone.clauses[len(plain.clauses) :]:
            for v in clause.variables:
                if v not in own:
                    own[v] = self.new_variable()
                    if plain.is_board(v):
                        self.add([-selector, -v, own[v]])
                        self.add([-selector, v, -own[v]])
            members = [own[v] for v in clause.variables]
            if clause.exactly_one:
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

    def broken(self, grid: Iterable[int]) -> tuple[int, ...]:
        """The selectors of the constraints that a full grid breaks."""
        full = list(grid)
        return tuple([s for s in self.selectors if self.completion([*full, s]) is None])


@dataclass(frozen=True, slots=True)
class SpareRules:
    """Constraints of a proper puzzle, as text, all givens staying. redundant: those that can go
    alone; together: so many that can go together that no more can (perhaps not the most);
    essential: the others, each with another grid without it; unknown: there was no time for them.
    """

    redundant: tuple[str, ...]
    together: tuple[str, ...]
    essential: tuple[tuple[str, Puzzle], ...]
    unknown: tuple[str, ...]


def rules_to_spare(puzzle: Puzzle, solution: Puzzle, clock: Clock) -> SpareRules:
    """Which constraints of a proper puzzle can go, and which cannot."""
    asked = Ruled(puzzle.layout, clock)
    asked.forbid(solution.givens)
    redundant, essential = list[int](), list[tuple[str, Puzzle]]()
    unknown, kept = list(asked.selectors), list(asked.selectors)
    with suppress(TimeLimitReached):
        while unknown:
            others = [s for s in asked.selectors if s != unknown[0]]
            other = asked.completion([*puzzle.givens, *others])
            if other is None:
                redundant.append(unknown[0])
            else:
                grid = Puzzle.from_variables(other, puzzle.layout)
                essential.append((asked.name(unknown[0]), grid))
            del unknown[0]
        for selector in redundant:
            fewer = [s for s in kept if s != selector]
            if asked.completion([*puzzle.givens, *fewer]) is None:
                kept = fewer
    together = [s for s in redundant if s not in kept]
    return SpareRules(
        asked.names(redundant), asked.names(together), tuple(essential), asked.names(unknown)
    )
