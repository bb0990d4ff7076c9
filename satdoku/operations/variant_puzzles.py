"""Variant puzzles: constraints are generated on a random grid, then redundant parts are removed.

Givens are removed first, so that few or none are left, then constraints; both in random order. The
property kept is monotone in both, so one pass makes the puzzle irreducible.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..backends.assuming import Ruled
from ..backends.base import Clock
from ..board import Puzzle
from ..constraints.constraint import Constraint
from ..layout import Layout
from ..random_stream import RandomStream
from .minimizing import Keep, removable
from .pattern import in_time
from .random_grids import draw_grid
from .symmetry import orbits
from .variant_generation import place_constraints

#: Grids tried per puzzle: until one needs no givens, or else the most informative one is used.
DRAFTS = 8

#: A removable part of a puzzle: cells of givens, or a constraint.
Part = Constraint | tuple[int, ...]


def generate_variant(
    kinds: tuple[str, ...],
    layout: Layout,
    keep: Keep,
    symmetry: str,
    stream: RandomStream,
    drafts: int = DRAFTS,
    clock: Clock | None = None,
) -> Puzzle:
    """Return a puzzle of these kinds on a layout, whose own constraints stay; irreducible in givens
    and constraints.

    keep: "proper", or "logic": solvable by the base rules, including the constraints' clauses.
    drafts: grids to try for one that needs no givens; if there are more than `DRAFTS` and the
    base rules must solve the puzzle, cages are small. Raises `GenerationError` when the clock is
    over.
    """
    most: VariantDraft | None = None
    for _ in range(drafts):
        if clock:
            in_time(clock)
        tight = keep == "logic" and drafts > DRAFTS
        draft = VariantDraft(kinds, draw_grid(layout, stream), keep, stream, tight)
        if draft.holds((), draft.constraints):
            return draft.irreducible(symmetry)
        if most is None or draft.decided_count > most.decided_count:
            most = draft
    assert most is not None
    return most.irreducible(symmetry)


class VariantDraft:
    """A grid with generated constraints, and a solver with a selector for each constraint."""

    def __init__(
        self,
        kinds: tuple[str, ...],
        grid: Puzzle,
        keep: Keep,
        stream: RandomStream,
        tight: bool,
    ) -> None:
        self.grid, self.keep, self.stream = grid, keep, stream
        self.constraints = place_constraints(kinds, grid, stream, tight)
        self.solver = Ruled(grid.layout.with_constraints(*self.constraints))
        own = len(grid.layout.constraints)
        self.always = self.solver.selectors[:own]
        self.selector = dict(zip(self.constraints, self.solver.selectors[own:], strict=True))
        #: the number of candidates that the base rules decide without any given
        self.decided_count = len(self.solver.decided(self.solver.selectors, denied=True) or ())
        if keep == "proper":
            self.solver.forbid(grid.givens)

    def holds(self, cells: Iterable[int], constraints: Iterable[Constraint]) -> bool:
        """Return whether the property holds with givens in these cells and these constraints."""
        left = [self.grid.givens[cell] for cell in cells]
        left += [*self.always, *(self.selector[c] for c in constraints)]
        if self.keep == "proper":
            return self.solver.completion(left) is None
        return len(self.solver.decided(left) or ()) == self.grid.layout.cell_count

    def irreducible(self, symmetry: str) -> Puzzle:
        """Remove everything redundant: givens first, then constraints, in random order."""
        givens, rules = self.parts(symmetry)
        return self.puzzle(removable([*givens, *rules], self.can_go))

    def parts(self, symmetry: str) -> tuple[list[Part], list[Part]]:
        """Return all removable parts, in random order: givens, and constraints."""
        givens = list[Part](orbits(symmetry, self.grid.layout.places))
        rules = list[Part](self.constraints)
        for parts in (givens, rules):
            self.stream.shuffle(parts)
        return givens, rules

    def can_go(self, gone: Iterable[Part]) -> bool:
        """Return whether the property holds without these."""
        return self.holds(*self._without(set(gone)))

    def puzzle(self, gone: Iterable[Part]) -> Puzzle:
        """Return the puzzle without these."""
        layout = self.grid.layout
        cells, constraints = self._without(set(gone))
        blank = set(range(layout.cell_count)) - set(cells)
        return Puzzle(self.grid.cells, layout.with_constraints(*constraints)).without(blank)

    def _without(self, gone: set[Part]) -> tuple[list[int], list[Constraint]]:
        """Return (cells with givens, constraints) that are left."""
        blank = {cell for part in gone if isinstance(part, tuple) for cell in part}
        cells = [cell for cell in range(self.grid.layout.cell_count) if cell not in blank]
        return cells, [c for c in self.constraints if c not in gone]
