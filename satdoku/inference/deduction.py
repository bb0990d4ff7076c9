"""The native engine: assertion elimination, denial elimination, simplification, to the fixed point.

A `Deduction` is the current status of a theory's variables: incremental (assert or deny more
later), undoable (for search), and it records which clause gave each conclusion.

Invariants, kept by `_propagate` and `undo`:
- status[v] is OPEN, ASSERTED or DENIED; v is a candidate while it is OPEN.
- left[c] = unit * (members of clause c that are not denied) + (the sum of their numbers), where
  `unit` is above every such sum. So one subtraction eliminates a denied variable, one comparison
  finds a clause with a single member, and its number is what remains after taking off the unit.
  At-most-one clauses start `at_most` higher, and so never look empty or single.
- trail holds the literals in the order in which they became known; the variables denied by an
  assertion follow it. reason[v] is the clause whose simplification asserted v, GIVEN for an
  assumption.
- broken is the clause that broke, CONSISTENT while none has; clash is the assumption that
  contradicted the state at that time, 0 if a clause was emptied instead.

Source: the lecture "Generating Sudoku" (reduceAsserts, reduceDenials).

>>> from satdoku.layout import Layout
>>> deduction = Deduction(Theory.of(Layout.of_size(4)))
>>> deduction.assert_all([1, 6, 11])          # 1 2 3 . in the first row
>>> deduction.asserted                        # so its last cell holds 4
[1, 6, 11, 16]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ..cancellation import stop_if_cancelled
from ..errors import TheoryError
from ..theory import Theory
from .conflict import GIVEN, explain_conflict

OPEN, ASSERTED, DENIED = 0, 1, 2
CONSISTENT, NO_CLAUSE = -1, -2


class Deduction:
    """The closure of some assertions under the three rules."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.status = bytearray(theory.variable_count + 1)
        self.trail: list[int] = []
        self.reason: dict[int, int] = {}
        self.broken = CONSISTENT
        self.clash = 0
        self.unit, self.at_most, left, self.short = packing(theory)
        self.left = list(left)

    # -- Deducing ---------------------------------------------------------------------------

    def assert_all(self, variables: Iterable[int]) -> None:
        """Assert the variables and propagate.

        Raises `Inconsistency` (with the clause and a small set of assertions) if a clause breaks;
        what was known up to the contradiction stays, to be read or undone.
        """
        wanted = list(variables)
        for variable in wanted:
            if not 1 <= variable <= self.theory.variable_count:
                most = self.theory.variable_count
                raise TheoryError(f"variable {variable}: the theory has 1 to {most}")
        if not self.extend(wanted):
            raise explain_conflict(self)

    def extend(self, literals: Collection[int]) -> bool:
        """Enqueue literals (v asserted, -v denied) and propagate; return False if a clause breaks.

        The variant of `assert_all` for search: no checks, no explanation.
        """
        stop_if_cancelled()
        if self.broken != CONSISTENT:
            return False
        for literal in literals:
            if not self.status[abs(literal)]:
                self.reason[abs(literal)] = GIVEN
        # An empty trail means that nothing has been propagated, or that all of it was undone.
        units = [] if self.trail else self._units()
        self.broken = self._propagate([*units, *literals])
        return self.broken == CONSISTENT

    def _units(self) -> list[int]:
        """Return the variables of clauses that have one member from the start."""
        units = []
        for index in self.short:
            members = self.theory.members[index]
            if not members:
                self.broken = index
                return []
            self.reason[members[0]] = index
            units.append(members[0])
        return units

    def _propagate(self, queue: list[int]) -> int:
        """Propagate the queue to the fixed point; return the clause that broke, or CONSISTENT."""
        if self.broken != CONSISTENT:
            return self.broken
        status = self.status
        left = self.left
        trail = self.trail
        reason = self.reason
        peers, peers_of = self.theory._peers, self.theory.peers
        occurrences = self.theory.occurrences
        unit, pair = self.unit, 2 * self.unit
        for literal in queue:  # the loop appends to it
            if literal > 0:
                if status[literal] == ASSERTED:
                    continue
                if status[literal] == DENIED:
                    self.clash = literal
                    return self._broken_by(literal)
                status[literal] = ASSERTED
                trail.append(literal)
                denials = peers.get(literal) or peers_of(literal)
            else:
                if status[-literal] == ASSERTED:
                    self.clash = literal
                    return NO_CLAUSE if reason[-literal] == GIVEN else reason[-literal]
                denials = (-literal,)
            for denied in denials:
                if status[denied]:
                    continue
                status[denied] = DENIED
                trail.append(-denied)
                loss = unit + denied
                for clause in occurrences[denied]:
                    rest = left[clause] - loss
                    left[clause] = rest
                    if rest < pair:
                        if rest < unit:
                            # The broken clause ended the loop, but `undo` gives the loss back to
                            # every clause of the variable: so the others take it too.
                            holders = occurrences[denied]
                            for other in holders[holders.index(clause) + 1 :]:
                                left[other] -= loss
                            return clause
                        last = rest - unit
                        if not status[last]:
                            reason[last] = clause
                            queue.append(last)
        return CONSISTENT

    def _broken_by(self, variable: int) -> int:
        """Return the clause of this denied variable and the asserted one that denied it."""
        denier = self._deniers().get(variable, 0)
        clause = self.theory.common_clause(variable, denier) if denier else None
        return NO_CLAUSE if clause is None else clause

    # -- Undoing ----------------------------------------------------------------------------

    def mark(self) -> int:
        """Return a point to undo to."""
        return len(self.trail)

    def undo(self, mark: int = 0) -> None:
        """Undo everything since the mark, including a contradiction."""
        status = self.status
        left = self.left
        occurrences = self.theory.occurrences
        unit = self.unit
        for literal in self.trail[mark:]:
            status[abs(literal)] = OPEN
            if literal < 0:
                gain = unit - literal
                for clause in occurrences[-literal]:
                    left[clause] += gain
        # `reason` may keep entries of what was undone: it is read only for variables on the trail.
        del self.trail[mark:]
        self.broken, self.clash = CONSISTENT, 0

    # -- Reading the state ------------------------------------------------------------------

    @property
    def asserted(self) -> list[int]:
        """The asserted variables, in increasing order."""
        return sorted(literal for literal in self.trail if literal > 0)

    @property
    def is_broken(self) -> bool:
        """Whether a clause broke."""
        return self.broken != CONSISTENT

    @property
    def is_complete(self) -> bool:
        """Whether every variable is decided and no clause is broken."""
        return self.broken == CONSISTENT and len(self.trail) == self.theory.variable_count

    def smallest_clause(self) -> list[int]:
        """Return the candidates of an open exactly-one clause with the fewest; [] if none is."""
        # Packed counts compare by the number of candidates, then by their sum; the kernels' search
        # packs them alike, and so decides the same clauses.
        smallest = min(filter((2 * self.unit).__le__, self.left), default=self.at_most)
        if smallest >= self.at_most:
            return []
        members = self.theory.members[self.left.index(smallest)]
        return [variable for variable in members if not self.status[variable]]

    # -- Explaining -------------------------------------------------------------------------

    def _deniers(self) -> dict[int, int]:
        """Return for each denied variable the assertion that denied it, 0 for an assumption."""
        deniers = {}
        # The trail has the denials of an assertion directly behind it.
        current, peers = 0, frozenset[int]()
        for literal in self.trail:
            if literal > 0:
                current, peers = literal, frozenset(self.theory.peers(literal))
            else:
                deniers[-literal] = current if -literal in peers else 0
        return deniers


Packing = tuple[int, int, tuple[int, ...], tuple[int, ...]]


def packing(theory: Theory) -> Packing:
    """Return (unit, at_most, left) of the initial state, see the module's invariants, and the
    indexes of the exactly-one clauses with fewer than two members."""
    cached: Packing | None = theory.__dict__.get("_initial")
    if cached is None:
        sums = [sum(members) for members in theory.members]
        unit = 1 << max(sums, default=0).bit_length()
        at_most = unit * (2 + max(map(len, theory.members), default=0))
        clauses = list(zip(theory.members, theory.exactly, strict=True))
        left = [
            total + unit * len(members) + (0 if exactly else at_most)
            for total, (members, exactly) in zip(sums, clauses, strict=True)
        ]
        short = [i for i, (members, exactly) in enumerate(clauses) if exactly and len(members) < 2]
        cached = theory.__dict__["_initial"] = (unit, at_most, tuple(left), tuple(short))
    return cached
