"""Variant puzzles: constraints are generated on a random grid, then a few givens are chosen that
make the puzzle proper or solvable by logic, and then redundant parts are removed.

Idea: with all constraints in place, every other solution shows in which cells a given would exclude
it (a correction set), and the givens are a hitting set of all those found so far, chosen greedily;
the next solution is asked for under these givens, until there is none. So most questions are about
puzzles with several solutions, which a solver answers quickly; proofs come last.

Where few givens are allowed, lines are exchanged first: near a cell that the propagators leave
open, some go and others are drawn, as long as no more candidates are left on the board. That is
a thousandth of a search, and what propagators decide a person can, too.

Then givens and those constraints that need not stay are removed in random order. Invariant: the
property holds without all that has gone; it is monotone in givens and constraints, so one pass
makes the puzzle irreducible. Only what takes too much work to check is kept: work, not seconds, so
that the same seed gives the same puzzle anywhere.

The search on masks answers for each subset of the constraints, whose board is made when it is asked
about. It tries the digits of the grid first: so another solution that it finds differs from the
grid in few cells, and is worth more as a correction set.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import TYPE_CHECKING

import numpy as np

from ..backends.base import Clock, OutOfPatience
from ..board import Puzzle
from ..constraints.constraint import Constraint
from ..constraints.evaluate import keeps
from ..errors import GenerationError
from ..geometry import Cells, Place
from ..inference.deduction import DENIED, Deduction
from ..kernels.propagation.board import MOST_DIGITS
from ..kernels.propagation.mask_search import MaskBoard, MaskSearch
from ..layout import Layout
from ..phrases import phrase
from ..random_stream import RandomStream
from ..theory import Theory
from .minimizing import Keep, is_logic_solvable, removable
from .pattern import in_time
from .random_grids import draw_grid
from .symmetry import orbits
from .variant_generation import Arrangement, lines_of, place_constraints

if TYPE_CHECKING:
    from .generating import Recipe

#: Grids tried per puzzle without a limit to its givens: the one that needs the fewest is used.
DRAFTS = 4
#: Slices of work after which a question to the solver is given up: usually, and with as many
#: givens as there may be. Other solutions after which a grid is given up.
PATIENCE, MOST_PATIENCE, OTHERS = 2, 24, 150
#: Checks given up after which no more is removed.
MISSES = 6
#: Grids compared for a draft; orbits compared when a given is chosen for the base rules.
COMPARED_DRAFTS, COMPARED = 3, 12
#: The work of a slice: some hundredths of a second.
SLICE = 10_000_000
#: The largest size of boards on which exchanges of digits are tried; grids on which they must be
#: possible until none is hoped for.
LARGEST, HOPELESS = 9, 5
#: Exchanges of lines tried for each given; the most lines that go in one; how often a given is
#: chosen anew when there may be no more.
EXCHANGES, MOST_OUT, ANEW = 60, 3, 12

#: A removable part of a puzzle: cells of givens, or a constraint.
RemovablePart = Constraint | Cells


def generate_variant(
    recipe: Recipe, like: Arrangement, stream: RandomStream, clock: Clock | None = None
) -> Puzzle:
    """Return a puzzle of the recipe's kinds on its layout, whose own constraints stay; irreducible
    in givens (within the recipe's clue counts) and in the constraints that need not stay.

    like: how the constraints are arranged. Raises `GenerationError` if none of the recipe's tries
    has so few givens, or when the clock is over.
    """
    size = recipe.layout.size
    if size > MOST_DIGITS:
        raise GenerationError(
            phrase(
                "rules are generated on boards of up to {most} digits, and this one has "
                "{size}: choose a smaller board",
                most=MOST_DIGITS,
                size=size,
            )
        )
    least, most = recipe.clues or (0, recipe.layout.cell_count)
    made = []
    for draft in drafts(
        recipe.kinds,
        recipe.layout,
        recipe.keep,
        stream=stream,
        like=like,
        clock=clock,
        most=most,
        tries=recipe.tries if recipe.clues else DRAFTS,
    ):
        choose = draft.few if recipe.keep == "proper" else draft.telling_givens
        cells = choose(recipe.symmetry, least, most)
        if cells is None or not draft.holds(cells, draft.constraints):
            continue
        made.append((draft, cells))
        if recipe.clues or not cells:
            break
    if not made:
        raise GenerationError(
            phrase(
                "no puzzle with {most} givens or fewer in {tries} tries: allow more givens or "
                "more tries, or take kinds that say more",
                most=most,
                tries=recipe.tries,
            )
        )
    draft, cells = min(made, key=lambda found: len(found[1]))
    return draft.irreducible(recipe.symmetry, cells, least)


def drafts(
    kinds: tuple[str, ...],
    layout: Layout,
    keep: Keep,
    stream: RandomStream,
    like: Arrangement,
    clock: Clock | None,
    most: int,
    tries: int,
) -> Iterator[VariantDraft]:
    """Yield at most `tries` drafts that may need at most `most` givens, each the one of a few
    whose constraints alone decide most by the base rules.

    Raises `GenerationError` if all of the first ones need more.
    """
    needed = []
    for number in range(tries):
        some = [
            VariantDraft(
                kinds,
                draw_grid(layout, stream),
                keep,
                stream=stream,
                like=like,
                clock=clock,
            )
            for _ in range(COMPARED_DRAFTS)
        ]
        # What the constraints decide alone needs no givens: the most telling grid is used.
        draft = min(some, key=lambda draft: _candidates(draft.left([])))
        fewest = draft.fewest_givens() if most < layout.size else 0
        if fewest <= most:
            if most < layout.size:
                draft.exchange_lines([], EXCHANGES)
            yield draft
            continue
        needed.append(fewest)
        if len(needed) == number + 1 == HOPELESS:
            raise GenerationError(
                phrase(
                    "no puzzle with {most} givens or fewer on {number} grids: digits can be "
                    "exchanged without breaking these rules, so at least {needed} givens are "
                    "needed",
                    most=most,
                    number=HOPELESS,
                    needed=min(needed),
                )
            )


class VariantDraft:
    """A grid with generated constraints.

    misses: the checks given up so far. Raises `NotOnMasks` for a board of more than 32 digits.
    """

    def __init__(
        self,
        kinds: tuple[str, ...],
        grid: Puzzle,
        keep: Keep,
        stream: RandomStream,
        like: Arrangement = Arrangement(),  # noqa: B008 - immutable
        clock: Clock | None = None,
    ) -> None:
        self.grid = grid
        self.keep = keep
        self.stream = stream
        self.like = like
        self.clock = clock or Clock(None)
        self.misses = 0
        self.constraints = place_constraints(kinds, grid, stream, like)
        # by cell, the digit of the grid, then those after it, in a circle
        own = np.array(grid.cells) - 1
        self._orders = (own[:, None] + np.arange(grid.layout.size)) % grid.layout.size

    # -- Lines ------------------------------------------------------------------------------------

    def telling_givens(self, symmetry: str, least: int, most: int) -> list[int] | None:
        """Return cells whose givens leave few candidates (see `left`): always the orbit that leaves
        the fewest, until all is decided. Where few givens are allowed, lines are exchanged between;
        when there may be no more givens, the first is chosen anew, up to `ANEW` times."""
        size = self.grid.layout.size
        groups = orbits(symmetry, self.grid.layout.places)
        exchanges, compared = (EXCHANGES, len(groups)) if most < size else (0, COMPARED)
        chosen = list[Cells]()
        for _ in range(most + ANEW):
            cells = [*chain(*chosen)]
            open_cells = self.exchange_lines(cells, exchanges)
            if len(cells) >= least and not open_cells:
                return cells
            if not self._that_fit(groups, chosen, most):
                chosen = chosen[1:]
            self.stream.shuffle(groups)
            fitting = self._that_fit(groups, chosen, most)[:compared]
            if fitting:
                chosen.append(self._most_telling(fitting, chosen))
        return cells if len(cells) >= least else None

    def _most_telling(self, groups: list[Cells], chosen: list[Cells]) -> Cells:
        """Return the group whose givens, beside the chosen ones, leave the fewest candidates."""
        if self.keep == "proper":
            return min(groups, key=lambda group: _candidates(self.left(chain(*chosen, group))))
        deduction = self._deduced(chain(*chosen))
        last = deduction.theory.board_variables
        mark = deduction.mark()
        denied = dict[Cells, int]()
        for group in groups:
            deduction.extend(self._givens(group))
            denied[group] = sum(1 for literal in deduction.trail[mark:] if -last <= literal < 0)
            deduction.undo(mark)
        return max(groups, key=lambda group: denied[group])

    def _that_fit(self, groups: list[Cells], chosen: list[Cells], most: int) -> list[Cells]:
        """Return the groups that may be added to the chosen ones."""
        room = most - len([*chain(*chosen)])
        return [group for group in groups if group not in chosen and len(group) <= room]

    def exchange_lines(self, cells: Sequence[int], number: int) -> list[int]:
        """Exchange lines for others, as long as that leaves no more candidates with givens in these
        cells, up to a number of times; return the cells that are left open."""
        left = self.left(cells)
        lines = lines_of(self.constraints)
        for _ in range(number if lines else 0):
            open_cells = _open_cells(left)
            if not open_cells:
                break
            in_time(self.clock)
            before = self.constraints
            self.constraints = self._with_other_lines(open_cells)
            after = self.left(cells)
            if _candidates(after) <= _candidates(left):
                left = after
            else:
                self.constraints = before
        return _open_cells(left)

    def left(self, cells: Iterable[int]) -> list[int]:
        """Return the digits that are left in each cell, as masks, with givens in these cells and
        all constraints: by the propagators, or if the base rules must solve it, by these."""
        if self.keep == "proper":
            masks = self._search(self._with(cells, self.constraints)).propagated()
            assert masks is not None  # the grid is a solution
            left: list[int] = masks.tolist()
            return left
        layout = self.grid.layout
        status = self._deduced(cells).status
        return [
            sum(1 << d for d, v in enumerate(layout.variables_of(cell)) if status[v] != DENIED)
            for cell in layout.all_cells
        ]

    def _deduced(self, cells: Iterable[int]) -> Deduction:
        """Return what the base rules tell with givens in these cells and all constraints."""
        layout = self.grid.layout.with_constraints(*self.constraints)
        deduction = Deduction(Theory.of(layout))
        deduction.extend(self._givens(cells))
        return deduction

    def _givens(self, cells: Iterable[int]) -> list[int]:
        """Return the variables of the grid in these cells."""
        layout = self.grid.layout
        return [layout.variable_of(cell, self.grid.cells[cell]) for cell in cells]

    def _with_other_lines(self, open_cells: Sequence[int]) -> list[Constraint]:
        """Return the constraints with some lines near one of these cells exchanged."""
        middle = self.grid.layout.places.place(open_cells[self.stream.below(len(open_cells))])
        lines = lines_of(self.constraints)
        self.stream.shuffle(lines)
        lines.sort(key=lambda line: self._distance(line, middle))
        gone = lines[: 1 + self.stream.below(MOST_OUT)]
        kept = [c for c in self.constraints if c not in gone]
        kinds = tuple(dict.fromkeys(line.kind for line in lines))
        return [*kept, *place_constraints(kinds, self.grid, self.stream, self.like, kept)]

    def _distance(self, line: Constraint, middle: Place) -> int:
        """Return the steps of a king from a line to a place."""
        places = [self.grid.layout.places.place(cell) for cell in line.cells]
        r, c = middle
        return min(max(abs(r - row), abs(c - column)) for row, column in places)

    # -- Givens -----------------------------------------------------------------------------------

    def few(self, symmetry: str, least: int, most: int) -> list[int] | None:
        """Return cells whose givens, with all constraints, give the puzzle the property: few, but
        at least `least`; None if `most` givens are not enough."""
        groups = list(orbits(symmetry, self.grid.layout.places))
        self.stream.shuffle(groups)
        cells = self._by_solutions(groups, most)
        if cells is None:
            return None
        for group in groups:
            if len(cells) >= least:
                break
            cells += [cell for cell in group if cell not in cells]
        return cells if len(cells) <= most else None

    def _by_solutions(self, groups: list[Cells], most: int) -> list[int] | None:
        """Return cells of which one differs in every other solution."""
        differing = list[set[int]]()
        extra = list[Cells]()
        while True:
            chosen = [*extra, *_hitting(groups, differing, extra)]
            cells = [cell for group in chosen for cell in group]
            # On a grid that needs more givens than there may be, the other solutions never end.
            if len(cells) > most or (len(differing) > OTHERS and most < OTHERS):
                return None
            try:
                patience = PATIENCE if len(cells) < most else MOST_PATIENCE
                other = self._other(cells, self.constraints, patience)
            except OutOfPatience:  # with one given more it is easier
                extra.append(next(group for group in groups if group not in chosen))
                continue
            if other is None:
                return cells
            differing.append(other)

    def fewest_givens(self) -> int:
        """Return a number of givens that the grid needs at least, whatever they are: of two digits
        that can be exchanged in it without breaking a constraint, one must be given."""
        layout = self.grid.layout.with_constraints(*self.constraints)
        if layout.size > LARGEST:
            return 0
        digits = layout.digit_numbers
        pairs = [pair for pair in combinations(digits, 2) if self._may_be_exchanged(layout, *pair)]
        for number in range(layout.size + 1):
            for given in combinations(digits, number):
                if all(a in given or b in given for a, b in pairs):
                    return number
        raise AssertionError  # all digits hit every pair

    def _may_be_exchanged(self, layout: Layout, a: int, b: int) -> bool:
        names = {a: b, b: a}
        other = [names.get(digit, digit) for digit in self.grid.cells]
        return all(keeps(other, constraint, layout) for constraint in layout.constraints)

    # -- The property -----------------------------------------------------------------------------

    def holds(self, cells: Iterable[int], constraints: Iterable[Constraint]) -> bool:
        """Return whether the property holds with givens in these cells and these constraints; False
        also if it takes too long to tell."""
        in_time(self.clock)
        if self.keep != "proper":
            return is_logic_solvable(self._with(cells, constraints))
        if self.misses >= MISSES:
            return False
        try:
            return self._other(cells, constraints) is None
        except OutOfPatience:
            # Kept, since nobody knows; after some of these the rest would take as long.
            self.misses += 1
            return False

    def _other(
        self, cells: Iterable[int], constraints: Iterable[Constraint], patience: int = PATIENCE
    ) -> set[int] | None:
        """Return the cells in which another solution differs; None if there is no other. Raises
        `OutOfPatience`."""
        in_time(self.clock)
        search = self._search(self._with(cells, constraints))
        for digits in search.solutions(2, patience * SLICE):
            pairs = zip(digits, self.grid.cells, strict=True)
            differing = {cell for cell, (one, own) in enumerate(pairs) if one != own}
            if differing:
                return differing
        if not search.is_over:
            raise OutOfPatience
        return None

    def _search(self, puzzle: Puzzle) -> MaskSearch:
        board = MaskBoard.of(puzzle.layout)
        search = board.search(board.masks_of(puzzle.givens))
        search.prefer(self._orders)
        return search

    def _with(self, cells: Iterable[int], constraints: Iterable[Constraint]) -> Puzzle:
        """Return the puzzle with givens in these cells and these constraints."""
        layout = self.grid.layout
        blank = set(layout.all_cells).difference(cells)
        return Puzzle(self.grid.cells, layout.with_constraints(*constraints)).without(blank)

    # -- Removing what is not needed --------------------------------------------------------------

    def irreducible(self, symmetry: str, cells: Collection[int], least: int = 0) -> Puzzle:
        """Remove everything redundant of these givens, down to `least`, and of the constraints."""
        givens, rules = self.parts(symmetry)
        gone: list[RemovablePart] = [group for group in givens if group[0] not in cells]

        def can_go(more: Iterable[RemovablePart]) -> bool:
            cells, constraints = self._without({*gone, *more})
            return len(cells) >= least and self.holds(cells, constraints)

        parts = [*list[RemovablePart](givens), *rules]
        rest = [part for part in parts if part not in gone]
        return self.puzzle([*gone, *removable(rest, can_go)])

    def parts(self, symmetry: str) -> tuple[list[Cells], list[Constraint]]:
        """Return all removable parts, in random order: givens, and constraints."""
        givens = orbits(symmetry, self.grid.layout.places)
        rules = self.like.needed_only(self.constraints)
        self.stream.shuffle(givens)
        self.stream.shuffle(rules)
        return givens, rules

    def can_go(self, gone: Iterable[RemovablePart]) -> bool:
        """Return whether the property holds without these."""
        return self.holds(*self._without(set(gone)))

    def puzzle(self, gone: Iterable[RemovablePart]) -> Puzzle:
        """Return the puzzle without these."""
        return self._with(*self._without(set(gone)))

    def _without(self, gone: set[RemovablePart]) -> tuple[list[int], list[Constraint]]:
        """Return (cells with givens, constraints) that are left."""
        blank = {cell for part in gone if isinstance(part, tuple) for cell in part}
        cells = [cell for cell in self.grid.layout.all_cells if cell not in blank]
        return cells, [c for c in self.constraints if c not in gone]


def _open_cells(masks: Iterable[int]) -> list[int]:
    """Return the cells that have several digits left."""
    return [cell for cell, mask in enumerate(masks) if mask & (mask - 1)]


def _candidates(masks: Iterable[int]) -> int:
    """Return the number of candidates in masks of digits."""
    return sum(mask.bit_count() for mask in masks)


def _hitting(groups: list[Cells], sets: list[set[int]], given: Iterable[Cells]) -> Iterator[Cells]:
    """Yield groups that together meet each of these sets that the given ones do not meet: always
    one that meets most of the rest."""
    left = [cells for cells in sets if not any(cells.intersection(group) for group in given)]

    def met(group: Cells) -> int:
        return sum(1 for cells in left if cells.intersection(group))

    while left:
        best = max(groups, key=met)
        yield best
        left = [cells for cells in left if not cells.intersection(best)]
