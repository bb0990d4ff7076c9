"""Clues that make a puzzle with rules proper, and the numbers that a clue can have.

A setter thinks in the puzzle's own kinds of clues: the sum of a cage that has none, a dot, a number
outside the board, a line one cell longer. Each known solution satisfies some of these. The numbers
of clues without one are exact: they are those of all solutions or, where these are too many, each
number is a question of its own. Other clues that only one known solution satisfies are tried on the
board. If no clue alone is enough, the clue that leaves the fewest known solutions is taken, and so
on; a solver checks every proposal.

>>> from satdoku.formats.text.reader import parse
>>> layout = Layout.named("4x4+killer:r1c1,r1c2+killer:5:r4c3,r4c4")
>>> puzzle = parse(".3..............", layout)
>>> clue_numbers(puzzle, 0).numbers
((4, 4), (5, 16), (7, 4))
>>> puzzle = parse(".3.....1........", layout)
>>> clue_additions(puzzle, Clock(None))[0].text(layout)
'cage r1c3-r3c3 that holds 8'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
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
from ..phrases import joined, phrase
from ..plurals import plural
from ..random_stream import RandomStream

#: Solutions whose clues are ranked; clues tried on the board; proposals given, beside the numbers
#: of clues that have none.
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
    """The numbers of a rule (by its index) that leave solutions, in increasing order, each with how
    many. more: those that may leave more than are counted, never one of a single solution; is_all:
    whether no other number leaves a solution."""

    rule: int
    numbers: tuple[tuple[int, int], ...]
    more: frozenset[int]
    is_all: bool

    @property
    def is_exact(self) -> bool:
        """Whether all numbers and all their solutions are known."""
        return self.is_all and not self.more

    def text(self) -> str:
        """'15: 1 solution', one line per number; a + means: at least."""
        lines = []
        for value, count in self.numbers:
            sign = "+" if value in self.more else ""
            lines.append(f"{value}: {plural(count, 'solution')}{sign}")
        if not self.is_all:
            lines.append("perhaps other numbers")
        return "\n".join(lines) or "no number leaves a solution"


def clue_additions(puzzle: Puzzle, clock: Clock) -> tuple[ClueAddition, ...]:
    """Return sets of clues of the puzzle's own kinds, each of which leaves one solution; those of
    the fewest clues first. They have all numbers of clues without one that do, and up to `GIVEN`
    others. Empty for a puzzle without rules of such kinds."""
    found: list[ClueAddition] = []
    layout = puzzle.layout
    with suppress(TimeLimitReached):
        known = _some_solutions(puzzle, COUNTED, clock.part(0.3))
        found.extend(_numbers_enough(puzzle, known, clock))
        pool = known.grids if known.is_all else known.grids[:POOL]
        possible = {grid.cells: clues_of(grid, clock) for grid in pool}
        solver = Ruled(layout, clock)
        others = [clue for clue in _of_one(possible.values()) if not _is_number(clue, layout)]
        # A longer line comes before a new clue; the text makes the order the same in each run.
        others.sort(key=lambda clue: (clue[0] is None, str(clue)))
        most = len(found) + GIVEN
        for clue in others[:TRIED]:
            if len(found) == most:
                break
            if addition := _if_enough(solver, puzzle, [clue]):
                found.append(addition)
        if not found and (addition := _several_clues(solver, puzzle, pool, possible, clock)):
            found.append(addition)
    return tuple(found)


def _of_one(possible: Iterable[set[Clue]]) -> list[Clue]:
    """Return the clues that only one known solution satisfies: others are not enough."""
    counts = Counter(clue for clues in possible for clue in clues)
    return [clue for clue, count in counts.items() if count == 1]


def _is_number(clue: Clue, layout: Layout) -> bool:
    """Return whether a clue is the number of a rule that lacks it."""
    number, _ = clue
    return number is not None and lacks_number(layout.constraints[number], layout)


def _numbers_enough(puzzle: Puzzle, known: _KnownSolutions, clock: Clock) -> Iterator[ClueAddition]:
    """Yield each number of a clue without one that leaves one solution."""
    for number, rule in enumerate(puzzle.constraints):
        if lacks_number(rule, puzzle.layout):
            left = _numbers_left(puzzle, rule, known, clock)
            for value in sorted(left.only):
                yield _addition([(number, replace(rule, values=(value,)))], left.only[value])


Clue = tuple[int | None, Constraint]


@frozen
class _KnownSolutions:
    """Some solutions of a puzzle; is_all: whether there are no others."""

    grids: list[Puzzle]
    is_all: bool


def _some_solutions(puzzle: Puzzle, most: int, clock: Clock) -> _KnownSolutions:
    """Return up to so many solutions, those that were found before the time was over."""
    found: list[Puzzle] = []
    with suppress(TimeLimitReached):
        # One by one into the list: what was found before the time was over stays.
        found.extend(
            Puzzle.from_variables(completion, puzzle.layout)
            for completion in engine_for(puzzle, "auto").find_boards(puzzle.givens, most + 1, clock)
        )
        return _KnownSolutions(found[:most], is_all=len(found) <= most)
    return _KnownSolutions(found, is_all=False)


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
        raise PuzzleError(phrase("a {kind!s} does not have one number", kind=constraint.kind))
    others = tuple(c for k, c in enumerate(layout.constraints) if k != rule)
    # Without its number the rule may still say something, such as that digits in a cage differ.
    if not fewest:
        others = (*others, replace(constraint, values=()))
    free = replace(layout, constraints=others)
    without = Puzzle(puzzle.cells, free)
    known = _some_solutions(without, COUNTED, clock.part(0.6))
    if known.is_all and not known.grids:
        raise PuzzleError("without this rule there is no solution either")
    return _numbers_left(without, constraint, known, clock).of_rule(rule)


def numbers_of_clues(puzzle: Puzzle, time_limit: float | None = None) -> tuple[ClueNumbers, ...]:
    """Return what `clue_numbers` does for each clue that lacks its number (`lacks_number`)."""
    clock = WorkLimit(NUMBERS_WORK) if time_limit is None else Clock(time_limit)
    bare = [k for k, rule in enumerate(puzzle.constraints) if lacks_number(rule, puzzle.layout)]
    if not bare:
        return ()
    known = _some_solutions(puzzle, COUNTED, clock.part(0.6))
    found = []
    for number in bare:
        left = _numbers_left(puzzle, puzzle.constraints[number], known, clock)
        found.append(left.of_rule(number))
    return tuple(found)


@frozen
class _NumbersLeft:
    """grids: by number of a clue, solutions that it leaves; more: numbers that may leave more;
    is_all: whether no other number leaves a solution."""

    grids: dict[int, list[Puzzle]]
    more: frozenset[int]
    is_all: bool

    @property
    def only(self) -> dict[int, Puzzle]:
        """The numbers that leave one solution, each with it."""
        single = {value: grids[0] for value, grids in self.grids.items() if len(grids) == 1}
        return {value: grid for value, grid in single.items() if value not in self.more}

    def of_rule(self, rule: int) -> ClueNumbers:
        """Return this as an answer about a rule."""
        counts = tuple((value, len(grids)) for value, grids in sorted(self.grids.items()))
        return ClueNumbers(rule, counts, self.more, self.is_all)


def _numbers_left(
    without: Puzzle, constraint: Constraint, known: _KnownSolutions, clock: Clock
) -> _NumbersLeft:
    """Return the numbers of a clue. without: the puzzle without its number; known: some of its
    solutions."""
    found = _by_number(constraint, known.grids)
    if known.is_all:
        return _NumbersLeft(found, frozenset(), is_all=True)
    # Numbers that no known solution has may still be possible, and those that one has may leave
    # more, so each of these is asked for on its own.
    more = set(found)
    largest = without.layout.digits[-1] * len(constraint.cells)
    is_all = False
    with suppress(TimeLimitReached):
        for value in range(largest + 1):
            if len(found.get(value, ())) > 1:
                continue
            with suppress(LayoutError):  # where this kind of rule does not accept the number
                changed = replace(constraint, values=(value,))
                layout = without.layout.with_constraints(changed)
                asked = _some_solutions(Puzzle(without.cells, layout), EACH, clock)
                if not asked.is_all:
                    clock.check()
                if asked.grids:
                    found[value] = asked.grids
                if asked.is_all:
                    more.discard(value)
                else:
                    more.add(value)
        is_all = True
    return _NumbersLeft(found, frozenset(more), is_all)


def _by_number(rule: Constraint, grids: Sequence[Puzzle]) -> dict[int, list[Puzzle]]:
    """Return the numbers that a rule has on grids, each with those that have it."""
    known: dict[Cells, list[int]] = {}
    found: dict[int, list[Puzzle]] = {}
    for grid in grids:
        # what follows from the digits of its cells is found once
        digits = tuple([grid.cells[cell] for cell in rule.cells]) or grid.cells
        if digits not in known:
            known[digits] = [values[0] for values in _numbers(rule, grid)]
        for value in known[digits]:
            found.setdefault(value, []).append(grid)
    return found
