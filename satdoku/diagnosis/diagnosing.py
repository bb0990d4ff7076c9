"""Diagnosing: why a puzzle has no solution or several, or which givens are redundant if it has one.

Givens are assumptions. A minimal puzzle is a minimal unsatisfiable set of {theory, "not this
solution", the givens}; the difference of two solutions is a set that every proper puzzle must hit.

>>> found = diagnose("11..............")
>>> found.outcome, found.conflict.sets
('no solution', ((1, 5),))
>>> print(found.text())
2 givens, no solution
the smallest conflict: 2 givens: r1c1=1, r1c2=1
where it shows: two 1s in row 1, at once
repair: remove r1c1=1: several solutions
repair: change r1c1=1 to 2: several solutions
repair: change r1c1=1 to 3: several solutions
repair: change r1c1=1 to 4: several solutions
repair: remove r1c2=1: several solutions
repair: change r1c2=1 to 2: several solutions
repair: change r1c2=1 to 3: several solutions
repair: change r1c2=1 to 4: several solutions
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import field

from ..backends.assuming import Assuming
from ..backends.base import Clock, TimeLeft
from ..backends.work_limit import WorkLimit
from ..board import Puzzle
from ..errors import TimeLimitReached
from ..formats.text.reader import PuzzleLike, parse
from ..frozen import frozen
from ..geometry import Cells
from ..layout import Layout
from ..notebook import Pictured
from ..phrases import in_lines
from ..plurals import plural
from ..suggest import meant
from ..theory import Theory, Variables
from .additions import Addition, CellGain, best_cells, smallest_addition
from .clue_additions import ClueAddition, clue_additions
from .conflicts import Conflict, Repair, proper_changes, why_none
from .diagnosis_record import DiagnosisRecord, record_of
from .diagnosis_text import text_of
from .freedom import Difference, SolutionCount, count_solutions, smallest_difference, witnesses
from .grid import SolvedGrid, unavoidable_sets
from .pairs import Pairs, forced_pairs
from .redundant import KEPT, Spare, SpareRules, minimal_puzzles_near, rules_to_spare, what_is_spare

#: More seconds than the time limit for deciding between no, one and several solutions, without
#: which there is no diagnosis at all.
GRACE = 0.4
#: Units of work (see `WorkLimit`) in the place of a time limit, for everything and for that.
WORK, FIRST_WORK = 60_000, 60_000


@frozen
class Freedom:
    """Several solutions.

    candidates: for each variable that is true in some solution, such a solution; all_candidates:
    whether there are no others. decided: variables that are true in all solutions, without the
    givens (none if unknown). cells: the open cells; those where a given helps most come first.
    clues: of the puzzle's own kinds, each proposal leaves one solution. changes: of one given, each
    leaves one solution; all_changes: whether there are no others.
    """

    count: SolutionCount
    decided: Variables
    candidates: dict[int, Puzzle] = field(hash=False)
    all_candidates: bool
    difference: Difference
    addition: Addition
    cells: tuple[CellGain, ...]
    clues: tuple[ClueAddition, ...] = ()
    changes: tuple[Repair, ...] = ()
    all_changes: bool = True


@frozen
class Unavoidable:
    """sets: of cells (from 0) of the solution, smallest first; is_all: whether these are all sets
    of at most `most` cells."""

    sets: tuple[Cells, ...]
    most: int
    is_all: bool


@frozen
class Diagnosis(Pictured):
    """The diagnosis of a puzzle; exactly one of conflict, freedom and spare is set.

    near_cut: whether the time limit cut the list of near puzzles short; below: how many of them,
    the first, are all the minimal puzzles that this one contains (None: there may be more); rules:
    redundant constraints of a variant; pairs_cut: whether pairs were requested but the time limit
    was reached.

    >>> import satdoku
    >>> diagnosis = satdoku.diagnose("12..34..........")
    >>> diagnosis.outcome, diagnosis.freedom.count
    ('several solutions', SolutionCount(at_least=12, is_exact=True, estimate=12.0))
    """

    puzzle: Puzzle
    conflict: Conflict | None = None
    freedom: Freedom | None = None
    solution: Puzzle | None = None
    spare: Spare | None = None
    unavoidable: Unavoidable | None = None
    near: tuple[Puzzle, ...] = ()
    near_cut: bool = False
    below: int | None = None
    rules: SpareRules | None = None
    pairs: Pairs | None = None
    pairs_cut: bool = False
    kept: str = field(default="proper")

    @property
    def outcome(self) -> str:
        """ "no solution", "several solutions" or "proper"."""
        if self.conflict:
            return "no solution"
        return "several solutions" if self.freedom else "proper"

    def text(self, shown: int = 10) -> str:
        """The diagnosis in words, with up to `shown` unavoidable sets and pairs."""
        return in_lines(text_of(self, shown))

    def record(self) -> DiagnosisRecord:
        """The diagnosis for JSON: variables are 'r4c7=5', cells 'r4c7', grids lines."""
        return record_of(self)

    def __repr__(self) -> str:
        layout, clues = self.puzzle.layout.name, self.puzzle.clues
        return f"<Diagnosis {layout}: {plural(clues, 'given')}, {self.outcome}>"


def diagnose(
    puzzle: PuzzleLike,
    *,
    keep: str = "proper",
    limit: int = 1000,
    sets: int = 10,
    unavoidable: int = 6,
    pairs: bool = False,
    time_limit: float | None = None,
    layout: Layout | str | None = None,
) -> Diagnosis:
    """Return the diagnosis of any puzzle (or its text).

    keep: the property that redundant givens must not destroy (`diagnosis.redundant.KEPT`). limit:
    maximum number of solutions to count. sets: maximum number of conflicts and of near puzzles.
    unavoidable: maximum number of cells in an unavoidable set. pairs: also find pairs of cells that
    are forced to be equal or different. time_limit: seconds for everything; None: a fixed amount of
    counted work (`WORK`) instead, which takes some seconds and gives the same answer on every
    machine. Either way each stage leaves some for the next, and results that were cut short are
    marked. Raises `PuzzleError` if the puzzle does not have the property to keep, and
    `TimeLimitReached` if not even the number of solutions (none, one, several) is known by then.

    layout: of a puzzle that is text, as for `parse`.

    >>> import satdoku
    >>> satdoku.diagnose("11..............")
    <Diagnosis 4x4: 2 givens, no solution>
    >>> satdoku.diagnose("..1..23..4......").outcome
    'proper'
    """
    puzzle = parse(puzzle, layout)
    keep = meant(keep, KEPT, "property")
    clock, first_of_all = _limits(time_limit)
    solver = Assuming(Theory.of(puzzle.layout), clock=first_of_all)
    first = solver.completion(puzzle.givens)
    if first is None:
        return Diagnosis(puzzle, conflict=why_none(puzzle, solver.core, sets, clock))
    rivals = Assuming(solver.theory, clock=first_of_all).forbid(first)
    if (second := rivals.completion(puzzle.givens)) is not None:
        return _several(solver, puzzle, [first, second], limit=limit, pairs=pairs, clock=clock)
    solution = Puzzle.from_variables(first, puzzle.layout)
    found, is_all = unavoidable_sets(solution, unavoidable, clock.part(0.3))
    grid = SolvedGrid(solution)
    grid.learn(found)
    near, near_cut, below = minimal_puzzles_near(puzzle, grid.within(clock.part(0.3)), sets)
    share = 0.7 if puzzle.constraints else 1.0  # rules come after it
    spare = what_is_spare(puzzle, keep, grid, clock.part(share))
    rules = rules_to_spare(puzzle, solution, clock) if puzzle.constraints else None
    return Diagnosis(
        puzzle,
        solution=solution,
        spare=spare,
        near=near,
        near_cut=near_cut,
        below=below,
        rules=rules,
        unavoidable=Unavoidable(found, unavoidable, is_all),
        kept=keep,
    )


def _limits(time_limit: float | None) -> tuple[Clock, Clock]:
    """Return (the limit of everything; that of deciding between no, one and several solutions)."""
    if time_limit is None:
        return WorkLimit(WORK), WorkLimit(FIRST_WORK)
    return Clock(time_limit), Clock(TimeLeft.of(time_limit + GRACE, time_limit))


def _several(
    solver: Assuming,
    puzzle: Puzzle,
    known: list[frozenset[int]],
    *,
    limit: int,
    pairs: bool,
    clock: Clock,
) -> Diagnosis:
    """Return the diagnosis of a puzzle with several solutions. known: two of them."""
    count, solutions = count_solutions(puzzle, limit, clock.part())
    known = [*known, *map(frozenset, solutions)]
    limited = Assuming(solver.theory, clock=clock.part())
    witness, is_all = witnesses(limited, puzzle.givens, known)
    cells = {v: puzzle.layout.cell_of(v) for v in witness}
    given_cells = {puzzle.layout.cell_of(given) for given in puzzle.givens}
    single = set()
    if is_all:
        digits_in = Counter(cells.values())
        single = {cell for cell, number in digits_in.items() if number == 1}
    all_known = list(dict.fromkeys([*known, *witness.values()]))
    open_ = [v for v, cell in cells.items() if cell not in single | given_cells]
    ordered = [tuple(sorted(true)) for true in all_known]
    services = best_cells(puzzle, all_known, count.is_exact)
    boards = {true: Puzzle.from_variables(true, puzzle.layout) for true in {*witness.values()}}
    difference = smallest_difference(puzzle, ordered, count.is_exact, clock.part())
    addition = smallest_addition(puzzle, open_, is_all, all_known, clock.part(0.7))
    clues = clue_additions(puzzle, clock.part()) if puzzle.constraints else ()
    changes, all_changes = proper_changes(puzzle, clock.part())
    freedom = Freedom(
        count=count,
        decided=tuple(v for v, cell in cells.items() if cell in single - given_cells),
        candidates={v: boards[true] for v, true in witness.items()},
        all_candidates=is_all,
        difference=difference,
        addition=addition,
        cells=tuple(s for s in services if s.cell not in single),
        clues=clues,
        changes=changes,
        all_changes=all_changes,
    )
    forced = None
    if pairs and is_all:
        with suppress(TimeLimitReached):
            limited = Assuming(solver.theory, clock=clock)
            forced = forced_pairs(limited, puzzle, witness, known)
    return Diagnosis(puzzle, freedom=freedom, pairs=forced, pairs_cut=pairs and not forced)
