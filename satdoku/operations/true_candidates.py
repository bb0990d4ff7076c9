"""True candidates: the digits that each cell has in some solution.

Idea: with compiled kernels, the search on masks lists some solutions; if these are not all, each
candidate that too few of them contain is asserted, and the digits of the other cells are tried in
the order in which they are wanted: so each solution shows many candidates at once, and few
questions remain. Boards that are not searched on masks, or take too long there, are left to a
solver: each solution must contain at least one candidate that is still wanted, and its phases
steer it towards as many of those as possible.

Invariant of both tallies: every solution seen is counted once; `settled` holds the variables that
no solution outside the seen ones contains. The solver blocks what it has seen, and a search that
finds nothing settles all that were still wanted at once.

>>> found = true_candidates("12..34..........")
>>> found.digits[:4], found.digits[8]
(((1,), (2,), (3, 4), (3, 4)), (2, 4))
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress

import numpy as np

from ..backends.assuming import Assuming
from ..backends.base import Clock, OutOfPatience
from ..board import Puzzle
from ..errors import PuzzleError
from ..formats.metadata import with_state
from ..formats.text.reader import PuzzleLike, parse
from ..frozen import frozen
from ..kernels.propagation.pieces import NotOnMasks
from ..layout import Layout
from ..notebook import Pictured
from ..phrases import phrase
from ..record_types import BoardRecord, Record
from ..theory import Theory

Say = Callable[[Record], object]

#: On masks: solutions listed at first, and the work that this may take; the work of all questions
#: for each candidate of the board, and how much more it may be for each solution asked for.
FIRST, FIRST_WORK = 500, 300_000
PATIENCE, EACH = 10_000, 1_500


class TrueCandidatesRecord(BoardRecord):
    """candidates: of each cell, as text. counts: as in `TrueCandidates`."""

    candidates: list[str]
    counts: list[list[int]]
    cap: int


@frozen
class TrueCandidates(Pictured):
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
        raise PuzzleError(phrase("cap {cap!r}: choose a whole number from 1", cap=cap))
    layout = puzzle.layout
    count = _counted(puzzle, cap, Clock(time_limit))
    counts = [
        tuple([min(cap, count[v]) for v in layout.variables_of(cell)]) for cell in layout.all_cells
    ]
    return TrueCandidates(puzzle, tuple(counts), cap)


def _counted(puzzle: Puzzle, cap: int, clock: Clock) -> Sequence[int]:
    """Return by variable the number of solutions, exactly or at least `cap`."""
    with suppress(NotOnMasks, OutOfPatience):
        on_masks = MaskTally(puzzle, clock)
        on_masks.reach(cap)
        return on_masks.count
    layout = puzzle.layout
    solver = Assuming(Theory.of(layout), clock=clock)
    tally = SolverTally(solver, puzzle.givens, layout.variable_count)
    solver.prefer(solver.theory.board_range)
    # The first question has no clause about what is wanted, so "no solution" is certain.
    first = solver.completion(puzzle.givens)
    if first is not None:
        tally.take(first)
        for wanted in range(1, cap + 1):
            tally.reach(wanted)
    return tally.count


class Tally(ABC):
    """The solutions seen, and how many of them contain each variable.

    count: by variable. settled: variables that no further solution contains. questions: number of
    queries.
    """

    def __init__(self, variables: int) -> None:
        self.count = [0] * (variables + 1)
        self.settled = set[int]()
        self.solutions = self.questions = 0

    @abstractmethod
    def reach(self, wanted: int, most: int | None = None, say: Say | None = None) -> bool:
        """Search until each variable is in `wanted` solutions, or in all there are; return success.

        most: number of queries after which it gives up. say: called with progress.
        """

    def is_settled(self, variable: int, cap: int) -> bool:
        """Whether its count is final, or has reached the cap (cap 0: final only)."""
        return variable in self.settled or (cap > 0 and self.count[variable] >= cap)

    def _progress(self, wanted: int, done: int) -> Record:
        """Return how far the search is. done: number of variables that need no further solution."""
        return {
            "solutions": self.solutions,
            "wanted": wanted,
            "done": done,
            "total": len(self.count) - 1,
            "text": phrase("{number} solutions so far", number=self.solutions),
        }


class SolverTally(Tally):
    """Solutions of a solver, in which all that were seen are blocked."""

    def __init__(self, solver: Assuming, assumed: Sequence[int], variables: int) -> None:
        super().__init__(variables)
        self.solver = solver
        self.blocker = solver.new_variable()
        self.assumed = [*assumed, self.blocker]

    def take(self, solution: frozenset[int]) -> None:
        """Add a solution."""
        self.solutions += 1
        for v in solution:
            self.count[v] += 1
        self.solver.forbid(solution, self.blocker)

    def forget(self) -> None:
        """Allow the solutions again."""
        self.solver.forget(self.blocker)

    def reach(self, wanted: int, most: int | None = None, say: Say | None = None) -> bool:
        """See `Tally`."""
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


class MaskTally(Tally):
    """Solutions of the search on masks.

    Raises `NotOnMasks` for a board that is not searched so, or without compiled kernels; each
    question `OutOfPatience` if it takes too long.
    """

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        from ..kernels.propagation.mask_search import MaskBoard

        board = MaskBoard.compiled(puzzle.layout)
        super().__init__(puzzle.layout.variable_count)
        self.layout = puzzle.layout
        self.clock = clock
        self._seen = set[bytes]()
        self._wanted = 0
        self._search = board.search(board.masks_of(puzzle.givens))
        self._masks = self._search.state.masks.copy()
        self._ask(self._masks, 1)
        for block in self._search.blocks(FIRST, self._search.work + FIRST_WORK, is_brief=True):
            self._add(block)
        if self._search.is_over:
            self._settle_all()
        self._search.again(self._masks)
        left = self._search.propagated()
        if left is not None:
            self._masks = left.copy()

    def reach(self, wanted: int, most: int | None = None, say: Say | None = None) -> bool:
        """See `Tally`."""
        for variable in range(1, len(self.count)):
            if self.count[variable] >= wanted or variable in self.settled:
                continue
            if most is not None and self.questions > most:
                return False
            self._show(variable, wanted)
            if say:
                say(self._progress(wanted, variable))
        return True

    def _show(self, variable: int, wanted: int) -> None:
        """Find the wanted number of solutions with a variable, or all there are."""
        cell, digit = self.layout.cell_and_digit(variable)
        mask = 1 << (digit - 1)
        if not self._masks[cell] & mask:
            self.settled.add(variable)
            return
        masks = self._masks.copy()
        masks[cell] = mask
        counts = np.array(self.count[1:]).reshape(len(masks), -1)
        self._search.prefer(np.argsort(counts, axis=1, kind="stable"))
        if self._ask(masks, wanted) < wanted:
            self.settled.add(variable)
            # each solution has one digit here
            if self.settled.issuperset(self.layout.variables_of(cell)):
                self._settle_all()
        if not self.count[variable]:
            self._masks[cell] &= ~mask

    def _ask(self, masks: np.ndarray, wanted: int) -> int:
        """Add up to the wanted number of solutions in these masks; return how many it found."""
        self.clock.check()
        self.questions += 1
        self._wanted += wanted
        self._search.again(masks)
        number = 0
        most = (PATIENCE + EACH * self._wanted) * len(self.count)
        for block in self._search.blocks(wanted, most, is_brief=True):
            number += len(block)
            self._add(block)
        if number < wanted and not self._search.is_over:
            raise OutOfPatience
        return number

    def _add(self, block: np.ndarray) -> None:
        """Add solutions that are new."""
        rows = {row.tobytes(): row for row in block}
        new = [row for key, row in rows.items() if key not in self._seen]
        self._seen.update(rows)
        if not new:
            return
        self.solutions += len(new)
        size = self.layout.size
        first = 1 + size * np.arange(len(new[0]))
        variables = np.concatenate([first + row - 1 for row in new])
        self.count = (self.count + np.bincount(variables, minlength=len(self.count))).tolist()

    def _settle_all(self) -> None:
        """All solutions are seen."""
        self.settled.update(range(1, len(self.count)))
