"""A position: what is known of a theory's variables at one point of a solution.

Unlike a `Deduction`, nothing follows by itself but that an asserted variable denies its peers: the
candidates are what a person would have written.

>>> from satdoku.board import Puzzle
>>> from satdoku.layout import Layout
>>> position = Position.of(Puzzle((1, 2, 3) + (0,) * 13, Layout.of_size(4)))
>>> position.candidates_in(3), position.is_solved
([4], False)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ..board import Puzzle
from ..errors import Inconsistency
from ..inference.conflict import explain_conflict
from ..inference.deduction import ASSERTED, DENIED, OPEN, Deduction
from ..inference.search import Search
from ..layout import Layout
from ..theory import Theory


class Position:
    """status[v] is OPEN, ASSERTED or DENIED; the theory must have a layout."""

    def __init__(self, theory: Theory, status: bytes | bytearray | None = None) -> None:
        self.theory = theory
        self.status = bytearray(status or bytes(theory.variable_count + 1))

    @classmethod
    def of(cls, puzzle: Puzzle) -> Position:
        """The puzzle, with all candidates that its givens leave.

        Raises `Inconsistency` if two givens contradict each other.
        """
        puzzle.layout.must_be_plain("logic beyond the base rules")
        puzzle.layout.must_be_regular("logic beyond the base rules")
        position = cls(Theory.of(puzzle.layout))
        for variable in puzzle.givens:
            if position.status[variable] == DENIED:
                deduction = Deduction(position.theory)
                deduction.extend(list(puzzle.givens))
                raise explain_conflict(deduction)
            position.place(variable)
        return position

    @classmethod
    def from_candidates(cls, cells: Iterable[Iterable[int]], layout: Layout) -> Position:
        """From the digits possible in each cell; a cell of one digit holds it.

        Raises `Inconsistency` for a cell without any.
        """
        layout.must_be_plain("logic beyond the base rules")
        layout.must_be_regular("logic beyond the base rules")
        position = cls(Theory.of(layout))
        n = layout.size
        placed = []
        for cell, digits in enumerate(cells):
            allowed = set(digits)
            if not allowed:
                raise Inconsistency(f"no digit is left for {layout.cell_name(cell)}")
            for d in range(1, n + 1):
                if d not in allowed:
                    position.status[cell * n + d] = DENIED
            if len(allowed) == 1:
                placed.append(cell * n + allowed.pop())
        for variable in placed:
            if position.status[variable] == DENIED:
                raise Inconsistency(
                    f"{position.theory.variable_name(variable)} contradicts another digit"
                )
            position.place(variable)
        return position

    def copy(self) -> Position:
        """The same, to be changed apart."""
        return Position(self.theory, self.status)

    # -- Changing ---------------------------------------------------------------------------

    def place(self, variable: int) -> None:
        """Assert a variable, and deny its peers."""
        self.status[variable] = ASSERTED
        for peer in self.theory.peers(variable):
            self.deny(peer)

    def deny(self, variable: int) -> None:
        """Take a candidate away."""
        if self.status[variable] == OPEN:
            self.status[variable] = DENIED

    def take(self, asserted: Iterable[int], denied: Iterable[int]) -> None:
        """Take what a step concludes."""
        for variable in asserted:
            self.place(variable)
        for variable in denied:
            self.deny(variable)

    # -- Solving ----------------------------------------------------------------------------

    def completions(self) -> Iterator[tuple[int, ...]]:
        """Every way to complete it, by search: its true variables."""
        deduction = Deduction(self.theory)
        denied = [-v for v, status in enumerate(self.status) if status == DENIED]
        if deduction.extend(self.asserted + denied):
            yield from Search(deduction).completions()

    @property
    def is_proper(self) -> bool:
        """There is exactly one way to complete it."""
        return len(list(islice(self.completions(), 2))) == 1

    # -- Reading ----------------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        """The board's."""
        assert self.theory.layout
        return self.theory.layout

    @property
    def asserted(self) -> list[int]:
        """The asserted variables."""
        return [v for v, status in enumerate(self.status) if status == ASSERTED]

    @property
    def board(self) -> Puzzle:
        """The digits placed."""
        return Puzzle.from_variables(self.asserted, self.layout)

    @property
    def is_solved(self) -> bool:
        """Every cell holds a digit."""
        return self.status.count(ASSERTED) == self.layout.cell_count

    @property
    def broken_clause(self) -> int | None:
        """The first exactly-one clause without a member left."""
        for index, clause in enumerate(self.theory.clauses):
            if clause.exactly_one and all(self.status[v] == DENIED for v in clause.variables):
                return index
        return None

    def is_open(self, variable: int) -> bool:
        """It is a candidate: neither asserted nor denied."""
        return self.status[variable] == OPEN

    def open_members(self, clause: int) -> list[int]:
        """The candidates of a clause."""
        return [v for v in self.theory.members[clause] if self.status[v] == OPEN]

    def masks(self) -> list[int]:
        """By cell, bit d - 1 for each digit d that is possible."""
        cells = range(self.layout.cell_count)
        return [sum(1 << (d - 1) for d in self.candidates_in(cell)) for cell in cells]

    def candidates_in(self, cell: int) -> list[int]:
        """The digits possible in a cell."""
        n = self.layout.size
        return [d for d in range(1, n + 1) if self.status[cell * n + d] != DENIED]

    def digit_in(self, cell: int) -> int:
        """The digit placed in a cell, 0 if there is none."""
        n = self.layout.size
        return next((d for d in range(1, n + 1) if self.status[cell * n + d] == ASSERTED), 0)
