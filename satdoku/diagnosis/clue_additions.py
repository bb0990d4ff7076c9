"""Clues that make a puzzle with rules proper, and the numbers that a clue can have.

A setter thinks in the puzzle's own kinds of clues: the sum of a cage that has none, a dot, a number
outside the board, a line one cell longer. Each known solution satisfies some of these; a clue that
only one of them satisfies is tried on the board first. If no clue alone is enough, the clue that
leaves the fewest known solutions is taken, and so on; every proposal is checked by a solver.

>>> from satdoku.formats.text.reader import parse
>>> layout = Layout.named("4x4+killer:r1c1,r1c2+killer:5:r4c3,r4c4")
>>> puzzle = parse(".3..............", layout)
>>> [value for value, *_ in clue_numbers(puzzle, 0).numbers]
[4, 5, 7]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations

from ..backends.assuming import Ruled
from ..backends.base import Clock
from ..backends.work_limit import WorkLimit
from ..board import Puzzle
from ..constraints.constraint import Constraint
from ..constraints.evaluate import keeps
from ..constraints.geometry import DIAGONAL, ORTHOGONAL, joined_by, pairs_by
from ..constraints.kind_table import default_number
from ..constraints.registry import KINDS
from ..constraints.wording import name_of
from ..errors import LayoutError, PuzzleError, TimeLimitReached
from ..frozen import frozen
from ..geometry import Cells
from ..layout import Layout
from ..layout_data import LayoutData
from ..operations.solving import engine_for
from ..operations.variant_generation import place_constraints
from ..phrases import joined
from ..random_stream import RandomStream

#: Solutions taken to rank clues; clues tried on the board; proposals given.
POOL, TRIED, GIVEN = 100, 60, 8
#: Clues in one proposal; solutions for which clues together are sought.
TOGETHER, TARGETS = 6, 6
#: Solutions counted for the numbers of a clue, and then for each number that none of these has.
COUNTED, EACH = 200, 20
#: Units of work for that where no time limit is given.
NUMBERS_WORK = 30_000
#: Shapes of which a solution satisfies a clue at each place, or none.
MARKS = ("neighbours", "square", "cell", "house", "ends", "diagonal")


@frozen
class ClueAddition:
    """Clues that leave one solution. clues: the new constraints; replaced: the index of the
    constraint that each replaces, None for an additional one."""

    clues: tuple[Constraint, ...]
    replaced: tuple[int | None, ...]
    solution: Puzzle

    def added_to(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with these clues."""
        rules = dict(enumerate(puzzle.constraints))
        for clue, number in zip(self.clues, self.replaced, strict=True):
            rules[len(rules) if number is None else number] = clue
        layout = replace(puzzle.layout, constraints=tuple(rules.values()))
        return replace(puzzle, layout=layout)

    def text(self, layout: LayoutData) -> str:
        """'cage r1c12 that holds 14 and white dot r5c56'."""
        return joined((name_of(clue, layout) for clue in self.clues), "{one} and {next}")


@frozen
class ClueNumbers:
    """The numbers that leave solutions, in increasing order, each with how many; is_exact: whether
    all solutions were counted (otherwise there may be more of each)."""

    numbers: tuple[tuple[int, int], ...]
    is_exact: bool


def clue_additions(puzzle: Puzzle, clock: Clock) -> tuple[ClueAddition, ...]:
    """Return up to `GIVEN` sets of clues of the puzzle's own kinds, each of which leaves one
    solution; those of the fewest clues first. Empty for a puzzle without rules of such kinds."""
    found: list[ClueAddition] = []
    layout = puzzle.layout
    with suppress(TimeLimitReached):
        solver = Ruled(layout, clock)
        known, _ = _some_solutions(puzzle, POOL, clock.part(0.3))
        possible = {grid.cells: clues_of(grid, clock) for grid in known}
        counts = Counter(clue for clues in possible.values() for clue in clues)
        # Clues that few known solutions share exclude most of the others. Of equal ones, the number
        # of a clue that is there comes before a new clue; the text makes the order the same in each
        # run.
        tried = sorted(counts, key=lambda clue: (counts[clue], clue[0] is None, str(clue)))
        for clue in tried[:TRIED]:
            if len(found) == GIVEN:
                break
            if addition := _if_enough(solver, puzzle, [clue]):
                found.append(addition)
        if not found and (addition := _several_clues(solver, puzzle, known, possible, clock)):
            found.append(addition)
    return tuple(found)


Clue = tuple[int | None, Constraint]


def _some_solutions(puzzle: Puzzle, most: int, clock: Clock) -> tuple[list[Puzzle], bool]:
    """Return (some solutions, whether these are all)."""
    found: list[Puzzle] = []
    with suppress(TimeLimitReached):
        # One by one into the list: what was found before the time was over stays.
        found.extend(
            Puzzle.from_variables(completion, puzzle.layout)
            for completion in engine_for(puzzle, "auto").find_boards(puzzle.givens, most + 1, clock)
        )
        return found[:most], len(found) <= most
    return found, False


def clues_of(grid: Puzzle, clock: Clock) -> set[Clue]:
    """Return the clues of the board's kinds that a solution satisfies and the board lacks."""
    clock.check()
    layout = grid.layout
    there = {(rule.kind, frozenset(rule.cells)) for rule in layout.constraints}
    kinds = dict.fromkeys(rule.kind for rule in layout.constraints)
    found: set[Clue] = set()
    for kind in kinds:
        placement = KINDS[kind].placement
        if placement and placement.shape in MARKS:
            # Always the same stream: equal questions have equal answers.
            for rule in place_constraints((kind,), grid, RandomStream(1)):
                if (kind, frozenset(rule.cells)) not in there:
                    found.add((None, rule))
        if placement and placement.shape == "cages":
            for cells in _uncovered(layout, kind):
                rule = Constraint(kind, cells)
                found |= {(None, replace(rule, values=v)) for v in _numbers(rule, grid)}
    pairs = pairs_by(layout, ORTHOGONAL + DIAGONAL)
    touching = joined_by(pairs, range(layout.board_cells))
    for number, rule in enumerate(layout.constraints):
        placement = KINDS[rule.kind].placement
        if lacks_number(rule, layout):
            found |= {(number, replace(rule, values=values)) for values in _numbers(rule, grid)}
        elif placement and placement.shape == "line":
            for at_end in (False, True):
                end = rule.cells[-1 if at_end else 0]
                for cell in touching.get(end, ()):
                    if cell in rule.cells:
                        continue
                    cells = (*rule.cells, cell) if at_end else (cell, *rule.cells)
                    longer = replace(rule, cells=cells)
                    with suppress(LayoutError):
                        if keeps(grid.cells, longer, layout):
                            found.add((number, longer))
    return found


def _uncovered(layout: Layout, kind: str) -> list[Cells]:
    """Return cells for further cages of a kind: two or three beside each other, in no other."""
    covered = {cell for rule in layout.constraints if rule.kind == kind for cell in rule.cells}
    pairs = [pair for pair in pairs_by(layout, ORTHOGONAL) if covered.isdisjoint(pair)]
    threes = set()
    for first, second in combinations(pairs, 2):
        cells = {*first, *second}
        if len(cells) == 3:
            threes.add(tuple(sorted(cells)))
    return [*pairs, *sorted(threes)]


def lacks_number(rule: Constraint, layout: Layout) -> bool:
    """Return whether a rule can have one number, has none, and none is implied."""
    takes_one = KINDS[rule.kind].values == (0, 1)
    return takes_one and not rule.values and default_number(rule.kind, layout) is None


def _numbers(rule: Constraint, grid: Puzzle) -> Iterator[tuple[int, ...]]:
    """Yield the numbers that a rule has on a solution."""
    layout = grid.layout
    digits = [grid.cells[cell] + layout.digits[0] - 1 for cell in rule.cells]
    placement = KINDS[rule.kind].placement
    ends = (layout.digits[0], layout.digits[-1])
    most = layout.digits[-1] * len(rule.cells)
    choices = list(placement.numbers(digits, ends)) if placement else []
    for values in choices or [(value,) for value in range(most + 1)]:
        with suppress(LayoutError):
            if len(values) == 1 and keeps(grid.cells, replace(rule, values=values), layout):
                yield values


def _left_by(solver: Ruled, puzzle: Puzzle, clues: Sequence[Clue]) -> list[Puzzle]:
    """Return up to two solutions that the clues leave."""
    selectors = [solver.selector_of(rule) for _, rule in clues]
    found = solver.two_completions([*puzzle.givens, *solver.selectors, *selectors])
    return [Puzzle.from_variables(true, puzzle.layout) for true in found]


def _if_enough(solver: Ruled, puzzle: Puzzle, clues: Sequence[Clue]) -> ClueAddition | None:
    """Return the addition of the clues if it leaves one solution."""
    left = _left_by(solver, puzzle, clues)
    return _addition(clues, left[0]) if len(left) == 1 else None


def _addition(clues: Sequence[Clue], solution: Puzzle) -> ClueAddition:
    numbers, rules = zip(*clues, strict=True)
    return ClueAddition(rules, numbers, solution)


def _several_clues(
    solver: Ruled,
    puzzle: Puzzle,
    known: Sequence[Puzzle],
    possible: dict[Cells, set[Clue]],
    clock: Clock,
) -> ClueAddition | None:
    """Return an addition of a few clues, the fewest found: for each of some solutions, clues of it
    are taken that the fewest other known solutions share, and another solution that they leave is
    known from then on; then those that are not needed go. possible: by known solution, its clues;
    more are added."""
    best = None
    for target in known[:TARGETS]:
        own = possible[target.cells]
        chosen = list[Clue]()
        found = None
        # Only fewer clues than the best so far are of use.
        most = len(best.clues) - 1 if best else TOGETHER
        while found is None and len(chosen) < min(most, len(own)):
            left = [clues for clues in possible.values() if clues.issuperset(chosen)]
            shared = Counter(clue for clues in left for clue in clues & own)
            rest = (clue for clue in own if clue not in chosen)
            chosen.append(min(rest, key=lambda clue: (shared[clue], str(clue))))
            others = [grid for grid in _left_by(solver, puzzle, chosen) if grid != target]
            possible |= {grid.cells: clues_of(grid, clock) for grid in others}
            found = None if others else _addition(chosen, target)
        if found:
            best = _without_needless(solver, puzzle, chosen, found)
    return best


def _without_needless(
    solver: Ruled, puzzle: Puzzle, chosen: list[Clue], found: ClueAddition
) -> ClueAddition:
    """Return an addition without the clues that the others make needless; the last one is
    needed."""
    # The last one is needed: without it the search would have ended a clue earlier.
    for clue in chosen[:-1]:
        fewer = [one for one in chosen if one != clue]
        better = _if_enough(solver, puzzle, fewer)
        if better:
            chosen = fewer
            found = better
    return found


def clue_numbers(puzzle: Puzzle, rule: int, time_limit: float | None = None) -> ClueNumbers:
    """Return the numbers that a rule of a puzzle (by its index, from 0) can have, with any number
    or none now, and how many solutions each leaves.

    time_limit: seconds; None: a fixed amount of counted work (`NUMBERS_WORK`) instead. Raises
    `PuzzleError` if the kind of rule does not have exactly one number, or the puzzle has no
    solution without it.
    """
    # Counted work rather than time: the same answer on every machine.
    clock = WorkLimit(NUMBERS_WORK) if time_limit is None else Clock(time_limit)
    layout = puzzle.layout
    constraint = layout.constraints[rule]
    fewest, most = KINDS[constraint.kind].values
    if most != 1:
        raise PuzzleError(f"a {constraint.kind} does not have one number")
    others = tuple(c for k, c in enumerate(layout.constraints) if k != rule)
    # Without its number the rule may still say something, such as that digits in a cage differ.
    if not fewest:
        others = (*others, replace(constraint, values=()))
    free = replace(layout, constraints=others)
    grids, is_exact = _some_solutions(Puzzle(puzzle.cells, free), COUNTED, clock.part(0.6))
    if is_exact and not grids:
        raise PuzzleError("without this rule there is no solution either")
    found = _counted_numbers(constraint, grids)
    # Numbers that no known solution has may still be possible, so each is asked for on its own.
    if not is_exact:
        largest = layout.digits[-1] * len(constraint.cells)
        untried = [value for value in range(largest + 1) if value not in found]
        with suppress(TimeLimitReached):
            for value in untried:
                with suppress(LayoutError):  # where this kind of rule does not accept the number
                    changed = free.with_constraints(replace(constraint, values=(value,)))
                    asked = Puzzle(puzzle.cells, changed)
                    number = engine_for(asked, "auto").find_number(puzzle.givens, EACH, clock)
                    if number:
                        found[value] = number
    return ClueNumbers(tuple(sorted(found.items())), is_exact)


def _counted_numbers(rule: Constraint, grids: Sequence[Puzzle]) -> Counter[int]:
    """Return the numbers that a rule has on grids, each with how many have it."""
    known: dict[Cells, list[int]] = {}
    found = Counter[int]()
    for grid in grids:
        # what follows from the digits of its cells is found once
        digits = tuple([grid.cells[cell] for cell in rule.cells]) or grid.cells
        if digits not in known:
            known[digits] = [values[0] for values in _numbers(rule, grid)]
        found.update(known[digits])
    return found
