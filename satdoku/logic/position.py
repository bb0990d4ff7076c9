"""A position: the status of a theory's variables at one point of a solution.

Unlike in a `Deduction`, nothing is propagated except that an asserted variable denies what a person
excludes at sight (`theory.Theory.at_sight`): the candidates are those that a person would have
written. Auxiliary variables of rules are decided by the base rules as far as the candidates
determine them; they deny no candidates.

>>> from satdoku.board import Puzzle
>>> from satdoku.layout import Layout
>>> position = Position.of(Puzzle((1, 2, 3) + (0,) * 13, Layout.of_size(4)))
>>> position.candidates_in(3), position.is_solved
([4], False)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ..backends.assuming import Assuming
from ..board import Puzzle
from ..errors import Inconsistency
from ..formats.text.reader import PuzzleLike, parse
from ..inference.conflict import explain_conflict
from ..inference.deduction import ASSERTED, DENIED, OPEN, Deduction
from ..inference.search import Search
from ..layer_words import values_of
from ..layout import Layout, as_layout
from ..notebook import Pictured
from ..phrases import phrase
from ..theory import Theory, Variables


class Position(Pictured):
    """A position of a theory with a layout.

    >>> position = Position.of("..1..23..4......")
    >>> position.take([position.theory.variable(2, 1, 1)], ())
    >>> position.digit_in(4), position.board.clues
    (1, 5)

    status[v] is OPEN, ASSERTED or DENIED for variable v.
    """

    def __init__(
        self,
        theory: Theory,
        status: bytes | bytearray | None = None,
        given: frozenset[int] | None = None,
    ) -> None:
        self.theory = theory
        #: The variables of the givens; None if not known.
        self.given = given
        #: The metadata of the puzzle.
        self.kept = ""
        self.status = bytearray(status or bytes(theory.variable_count + 1))
        #: The status at which every candidate was supposed, and those that then led to a
        #: contradiction: later positions suppose them first (`search.cell_suppositions`).
        self.failing: tuple[bytes, Variables] = (b"", ())
        #: By clause, the number of members not denied, up to date except for `_news`; () before
        #: use.
        self._left: list[int] = []
        self._news: list[int] = []
        if status is None:
            self._deny_no_values()
            self._settle()

    def _deny_no_values(self) -> None:
        """Deny the digits of a layer's cells that stand for no value: a shade is never a third."""
        layout = self.theory.layout
        values = values_of(layout) if layout else ()
        if not layout or not values:
            return
        for cell in layout.layer_cells:
            for v in layout.variables_of(cell)[len(values) :]:
                self._deny(v)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return False
        is_same_board = self.theory == other.theory and self.given == other.given
        return is_same_board and self.status == other.status

    def __hash__(self) -> int:
        return hash(self.theory)  # of the parts that never change

    @classmethod
    def of(cls, puzzle: PuzzleLike) -> Position:
        """Return the position of the puzzle, with all candidates that its givens leave.

        Raises `Inconsistency` if two givens contradict each other.
        """
        puzzle = parse(puzzle)
        position = cls(Theory.of(puzzle.layout), given=frozenset(puzzle.givens))
        position.kept = puzzle.kept
        for variable in puzzle.givens:
            if position.status[variable] == DENIED:
                deduction = Deduction(position.theory)
                deduction.extend(puzzle.givens)
                raise explain_conflict(deduction)
            position.assert_(variable)
        return position

    @classmethod
    def of_broken(cls, puzzle: PuzzleLike) -> Position:
        """Return the position of a puzzle whose givens contradict each other, all of them placed:
        for its record alone, since no step leads anywhere from here."""
        puzzle = parse(puzzle)
        position = cls(Theory.of(puzzle.layout), given=frozenset(puzzle.givens))
        position.take(puzzle.givens, ())
        return position

    @classmethod
    def from_candidates(cls, cells: Iterable[Iterable[int]], layout: Layout | str) -> Position:
        """Return the position with these possible digits in each cell; a cell with one digit holds
        it.

        Raises `Inconsistency` for a cell without any.
        """
        layout = as_layout(layout)
        position = cls(Theory.of(layout))
        n = layout.size
        placed = []
        for cell, digits in enumerate(cells):
            allowed = set(digits)
            if not allowed:
                raise Inconsistency(
                    phrase("no digit is left for {cell!s}", cell=layout.cell_name(cell))
                )
            for d in range(1, n + 1):
                if d not in allowed:
                    position.deny(layout.variable_of(cell, d))
            if len(allowed) == 1:
                placed.append(layout.variable_of(cell, allowed.pop()))
        for variable in placed:
            if position.status[variable] == DENIED:
                raise Inconsistency(
                    phrase(
                        "{candidate!s} contradicts another digit",
                        candidate=position.theory.variable_name(variable),
                    )
                )
            position.assert_(variable)
        return position

    def copy(self) -> Position:
        """Return an independent copy."""
        twin = Position(self.theory, self.status)
        twin.kept = self.kept
        twin.failing = self.failing
        twin._left = self._left.copy()
        return twin

    def become(self, other: Position) -> None:
        """Take over the state of the other position."""
        self.status[:] = other.status
        self.failing = other.failing
        self._left = other._left.copy()

    # -- Changing ---------------------------------------------------------------------------

    def assert_(self, variable: int) -> None:
        """Assert a variable, and deny its peers."""
        self._assert(variable)
        self._settle()

    def deny(self, variable: int) -> None:
        """Deny a candidate."""
        self._deny(variable)
        self._settle()

    def take(self, asserted: Iterable[int], denied: Iterable[int]) -> None:
        """Apply the conclusions of a step."""
        for variable in asserted:
            self._assert(variable)
        for variable in denied:
            self._deny(variable)
        self._settle()

    def _assert(self, variable: int) -> None:
        status = self.status
        status[variable] = ASSERTED
        for peer in self.theory.seen_peers(variable):
            if status[peer] == OPEN:
                self._deny(peer)

    def _deny(self, variable: int) -> None:
        if self.status[variable] == OPEN:
            self.status[variable] = DENIED
            if self._left:
                self._news.append(variable)

    def _settle(self) -> None:
        """Decide auxiliary variables: one that is the last member left of a clause is true, and
        denies others.

        Clauses are counted, not searched: `_left` has the number of members not denied of each, and
        a denial is subtracted once, when `_news` is worked off. So a step costs as much as what it
        denies, not as much as the theory is large.
        """
        theory = self.theory
        if not theory.has_helpers:
            return
        alone = []
        if not self._left:
            self._left = self._counted()
            alone = [c for c, left in enumerate(self._left) if left == 1]
        while alone or self._news:
            if self._news:
                for clause in theory.occurrences[self._news.pop()]:
                    self._left[clause] -= 1
                    if self._left[clause] == 1:
                        alone.append(clause)
                continue
            clause = alone.pop()
            if not theory.exactly[clause]:
                continue
            # 0, which passes for a variable of the board, if the last one has been denied since: a
            # contradiction, which is left to the steps.
            last = next((v for v in theory.members[clause] if self.status[v] != DENIED), 0)
            if theory.is_board(last) or self.status[last] != OPEN:
                continue
            self.status[last] = ASSERTED
            for other in theory.occurrences[last]:
                for v in theory.members[other]:
                    if not theory.is_board(v):
                        self._deny(v)

    def _counted(self) -> list[int]:
        """Return the number of members not denied of each clause."""
        import numpy as np

        start_bytes, member_bytes = self.theory.rows
        starts = np.frombuffer(start_bytes, np.int32)
        members = np.frombuffer(member_bytes, np.int32)
        is_left = np.frombuffer(self.status, np.uint8)[members] != DENIED
        before = np.concatenate([[0], np.cumsum(is_left)])
        left: list[int] = np.diff(before[starts]).tolist()
        return left

    # -- Solving ----------------------------------------------------------------------------

    def completions(self, *literals: int) -> Iterator[Variables]:
        """Yield every completion in which these literals hold, found by search: its true
        variables."""
        board = self.theory.board_range
        # Of the board only: what is known of auxiliary variables was derived from its candidates.
        denied = [-v for v in board if self.status[v] == DENIED]
        known = [*self.asserted, *denied, *literals]
        if self.theory.has_helpers:
            yield from _asked(self.theory, known)
            return
        deduction = Deduction(self.theory)
        if deduction.extend(known):
            yield from Search(deduction).completions()

    @property
    def is_proper(self) -> bool:
        """Whether there is exactly one completion."""
        return len(list(islice(self.completions(), 2))) == 1

    # -- Reading ----------------------------------------------------------------------------

    def __repr__(self) -> str:
        placed = self.board.clues
        open_cells = [c for c in self.layout.all_cells if not self.digit_in(c)]
        left = sum(len(self.candidates_in(cell)) for cell in open_cells)
        return f"<Position {self.layout.name[:40]}: {placed} placed, {left} candidates left>"

    @property
    def layout(self) -> Layout:
        """The layout of the board."""
        assert self.theory.layout
        return self.theory.layout

    @property
    def asserted(self) -> list[int]:
        """The asserted board variables."""
        board = self.theory.board_range
        return [v for v in board if self.status[v] == ASSERTED]

    @property
    def board(self) -> Puzzle:
        """The digits placed."""
        return Puzzle.from_variables(self.asserted, self.layout)

    @property
    def is_solved(self) -> bool:
        """Whether every cell holds a digit."""
        board = self.status[: self.theory.board_variables + 1]
        return board.count(ASSERTED) == self.layout.cell_count

    @property
    def broken_clause(self) -> int | None:
        """The first exactly-one clause without a member left, or None."""
        for index, clause in enumerate(self.theory.clauses):
            if clause.exactly_one and all(self.status[v] == DENIED for v in clause.variables):
                return index
        return None

    def is_open(self, variable: int) -> bool:
        """Return whether the variable is a candidate: neither asserted nor denied."""
        return self.status[variable] == OPEN

    def open_members(self, clause: int) -> list[int]:
        """Return the candidates of a clause of which one may be true; none if another member is
        true."""
        members = self.theory.members[clause]
        if any(self.status[v] == ASSERTED for v in members):
            return []  # an auxiliary variable; its denials on the board are steps of their own
        return [v for v in members if self.status[v] == OPEN]

    def masks(self) -> list[int]:
        """Return by cell bit d - 1 for each digit d that is possible."""
        cells = self.layout.all_cells
        return [sum(1 << (d - 1) for d in self.candidates_in(cell)) for cell in cells]

    def candidates_in(self, cell: int) -> list[int]:
        """Return the digits possible in a cell."""
        variables = self.layout.variables_of(cell)
        return [d for d, v in enumerate(variables, 1) if self.status[v] != DENIED]

    def digit_in(self, cell: int) -> int:
        """Return the digit placed in a cell, 0 if there is none."""
        variables = self.layout.variables_of(cell)
        return self.status[variables.start : variables.stop].find(ASSERTED) + 1


def _asked(theory: Theory, known: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the completions of a theory with auxiliary variables, where a SAT solver is faster than
    search."""
    solver = Assuming(theory)
    while (found := solver.completion(known)) is not None:
        yield tuple(sorted(found))
        solver.forbid(found)
