"""True candidates: the digits that each cell has in some solution.

Idea: the solver searches for solutions one by one; each must contain at least one candidate that is
not yet known to be true, and its phases steer it towards as many of those as possible. So a few
solutions suffice, where a question for each candidate would take hundreds. The search on masks was
tried instead: asserting each candidate that no solution seen has, and denying it when that is
refuted, gave the same answers in one to five times the time.

Invariant of `Tally`: every solution seen is counted once and blocked, so the next one is new;
`settled` holds the variables that no solution outside the seen ones contains. A search that finds
nothing settles all that were still wanted at once: that is how it ends.

>>> found = true_candidates("12..34..........")
>>> found.digits[:4], found.digits[8]
(((1,), (2,), (3, 4), (3, 4)), (2, 4))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..board import Puzzle
from ..errors import PuzzleError
from ..formats.metadata import with_state
from ..formats.text.reader import PuzzleLike, parse
from ..frozen import frozen
from ..layout import Layout
from ..record_types import BoardRecord, Record
from ..theory import Theory

Say = Callable[[Record], object]


class TrueCandidatesRecord(BoardRecord):
    """candidates: of each cell, as text. counts: as in `TrueCandidates`."""

    candidates: list[str]
    counts: list[list[int]]
    cap: int


@frozen
class TrueCandidates:
    """The true candidates of a puzzle.

    counts: by cell and digit (from 1), the number of solutions that have it there, up to `cap`; all
    are 0 for a puzzle without solution.

    >>> true_candidates("12..34..........", cap=9).counts[2]
    (0, 0, 6, 6)
    """

    puzzle: Puzzle
    counts: tuple[tuple[int, ...], ...]
    cap: int

    @property
    def digits(self) -> tuple[tuple[int, ...], ...]:
        """The true candidates of each cell, in increasing order."""
        return tuple(tuple(d for d, count in enumerate(cell, 1) if count) for cell in self.counts)

    @property
    def has_solution(self) -> bool:
        """Whether the puzzle has a solution."""
        return any(map(any, self.counts))

    @property
    def marked(self) -> Puzzle:
        """The puzzle with all other candidates eliminated, for `convert` and `drawing`."""
        gone = [
            (cell, digit)
            for cell, counts in enumerate(self.counts)
            if not self.puzzle.cells[cell]
            for digit, count in enumerate(counts, 1)
            if not count
        ]
        return with_state(self.puzzle, (), gone)

    def record(self) -> TrueCandidatesRecord:
        """Return puzzle, layout, the candidates of each cell as text, and their counts."""
        symbol = self.puzzle.layout.symbol
        return {
            "puzzle": self.puzzle.line,
            **self.puzzle.layout.record(),
            "candidates": ["".join(map(symbol, digits)) for digits in self.digits],
            "counts": list(map(list, self.counts)),
            "cap": self.cap,
        }

    def text(self) -> str:
        """Return a line for each open cell: `r1c3 34`."""
        layout = self.puzzle.layout
        lines = []
        for cell, digits in enumerate(self.digits):
            if not self.puzzle.cells[cell]:
                symbols = "".join(map(layout.symbol, digits))
                lines.append(f"{layout.cell_name(cell)} {symbols}".rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        count = sum(map(len, self.digits))
        return f"<TrueCandidates of {self.puzzle.layout.name[:40]}: {count}>"


def true_candidates(
    puzzle: PuzzleLike,
    *,
    cap: int = 1,
    time_limit: float | None = None,
    layout: Layout | str | None = None,
) -> TrueCandidates:
    """Return the candidates that are true in some solution, whatever the board and its rules.

    cap: up to how many solutions are counted for each candidate. time_limit: in seconds. Raises
    `TimeLimitReached` when it is over, `PuzzleError` for another cap.

    layout: of a puzzle that is text, as for `parse`.

    >>> print(true_candidates("123434..........").text().splitlines()[0])
    r2c3 12
    """
    puzzle = parse(puzzle, layout)
    if isinstance(cap, bool) or not isinstance(cap, int) or cap < 1:
        raise PuzzleError(f"cap {cap!r}: choose a whole number from 1")
    layout = puzzle.layout
    solver = Assuming(Theory.of(layout), clock=Clock(time_limit))
    tally = Tally(solver, puzzle.givens, layout.variable_count)
    solver.prefer(range(1, layout.variable_count + 1))
    # The first question has no clause about what is wanted, so "no solution" is certain.
    first = solver.completion(puzzle.givens)
    if first is not None:
        tally.take(first)
        for wanted in range(1, cap + 1):
            tally.reach(wanted)
    counts = [
        tuple([min(cap, tally.count[v]) for v in layout.variables_of(cell)])
        for cell in layout.all_cells
    ]
    return TrueCandidates(puzzle, tuple(counts), cap)


class Tally:
    """The solutions seen, all of them blocked, and how many of them contain each variable.

    count: by variable. settled: variables that no further solution contains. questions: number of
    queries to the solver.
    """

    def __init__(self, solver: Assuming, assumed: Sequence[int], variables: int) -> None:
        self.solver = solver
        self.blocker = solver.new_variable()
        self.assumed = [*assumed, self.blocker]
        self.count = [0] * (variables + 1)
        self.settled = set[int]()
        self.solutions = self.questions = 0

    def take(self, solution: frozenset[int]) -> None:
        """Add a solution."""
        self.solutions += 1
        for v in solution:
            self.count[v] += 1
        self.solver.forbid(solution, self.blocker)

    def forget(self) -> None:
        """Allow the solutions again."""
        self.solver.forget(self.blocker)

    def is_settled(self, variable: int, cap: int) -> bool:
        """Whether its count is final, or has reached the cap (cap 0: final only)."""
        return variable in self.settled or (cap > 0 and self.count[variable] >= cap)

    def reach(self, wanted: int, most: int | None = None, say: Say | None = None) -> bool:
        """Search until each variable is in `wanted` solutions, or in all there are; return success.

        most: number of queries after which it gives up. say: called with progress.
        """
        all_ = range(1, len(self.count))
        below = {v for v in all_ if self.count[v] < wanted} - self.settled
        if not below:
            return True
        some = self.solver.new_variable()  # implies one of `below`, which shrinks
        try:
            while below:
                if most is not None and self.questions > most:
                    return False
                self.questions += 1
                # This clause is narrower than those of the rounds before, so they need not be taken
                # back.
                self.solver.add([-some, *below])
                # Steer towards what is wanted, and away from what is known.
                self.solver.prefer([v if v in below else -v for v in all_])
                solution = self.solver.completion([*self.assumed, some])
                if solution is None:  # no further solution has any of them
                    self.settled |= below
                    return True
                self.take(solution)
                below -= {v for v in solution & below if self.count[v] >= wanted}
                if say:
                    say(self._progress(wanted, done=len(all_) - len(below)))
        finally:
            self.solver.forget(some)
        return True

    def _progress(self, wanted: int, done: int) -> Record:
        """Return how far the search is. done: number of variables that need no further solution."""
        return {
            "solutions": self.solutions,
            "wanted": wanted,
            "done": done,
            "total": len(self.count) - 1,
            "text": f"{self.solutions} solutions so far",
        }
