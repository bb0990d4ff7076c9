"""Refutations by cases, for what the base rules alone do not refute: complete, so a candidate that
is in no solution always has one.

Suppose the candidate, and assert what the base rules assert. Then suppose each candidate that is
left: one whose consequences by the base rules break a clause is false. If none is, the candidates
of one clause are refuted in turn, each in the same way. Of the clauses that one is taken whose
candidates have the most consequences, so that few cases need cases themselves.

The trail notes what was decided, in order, and why; of a contradiction only the entries are kept
that it rests on. Invariant: `denied_at` has the number of the entry that denied a candidate first,
`left` the number of candidates in each clause that no entry denied.
"""

from __future__ import annotations

from collections.abc import Collection

from ...backends.base import OutOfPatience
from ...cancellation import stop_if_cancelled
from ...frozen import frozen
from ...inference.deduction import ASSERTED
from ..position import Position
from ..steps import ProofLine

#: What a candidate denied by a case leaves of the work that the case takes.
SAVED = 0.93
#: Candidates denied, at most, in the whole search: some ten seconds.
MOST_DENIED = 5_000_000
#: Stands for the number of an entry where a digit of the position itself denies a candidate.
BEFORE = -1


@frozen
class TrailEntry:
    """A variable decided: asserted by a clause (-1: supposed), or refuted by `inner`, which rests
    on the earlier entries `uses`."""

    variable: int
    clause: int = -1
    inner: tuple[ProofLine, ...] = ()
    uses: frozenset[int] = frozenset()


@frozen
class CaseRefutation:
    """A contradiction: its lines, and the entries before it that it rests on."""

    lines: tuple[ProofLine, ...]
    uses: frozenset[int]


def refute_by_cases(position: Position, supposed: int) -> tuple[ProofLine, ...]:
    """Return a refutation of a candidate; () if some solution has it, if a clause denies it at
    once, or if the refutation takes more than MOST_DENIED denials.

    Raises `Stopped` if the work is cancelled.
    """
    search = _CaseSearch(position)
    if supposed in search.denied_at:
        return ()
    try:
        found = search.refuted(supposed)
    except OutOfPatience:
        return ()
    return found.lines if found else ()


class _CaseSearch:
    """The trail of suppositions and consequences."""

    def __init__(self, position: Position) -> None:
        theory = position.theory
        self.members = dict[int, list[int]]()
        self.exactly = set[int]()
        self.of_board = list[int]()
        self.clauses_of = dict[int, list[int]]()
        self.trail = list[TrailEntry]()
        self.denials = list[int]()
        self.denied_at = dict[int, int]()
        self.denied_by = dict[int, int]()
        self.asserted = set[int]()
        self.work = 0
        for clause in range(len(theory.clauses)):
            open_ = list(filter(position.is_open, theory.members[clause]))
            if any(position.status[v] == ASSERTED for v in theory.members[clause]):
                for v in open_:
                    self.denied_at[v] = BEFORE
                    self.denied_by[v] = clause
                continue
            self.members[clause] = open_
            if theory.clauses[clause].exactly_one:
                self.exactly.add(clause)
                if theory.clauses[clause].rule is None:
                    self.of_board.append(clause)
            for v in open_:
                self.clauses_of.setdefault(v, []).append(clause)
        self.left = {clause: len(self._left(clause)) for clause in self.members}

    # -- Supposing --------------------------------------------------------------------------------

    def refuted(self, supposed: int) -> CaseRefutation | None:
        """Return the refutation of a supposition, by cases where the base rules break nothing."""
        start = len(self.trail)
        fallen = len(self.denials)
        broken = self._assert(TrailEntry(supposed), self.exactly)
        while broken is None:
            stop_if_cancelled()
            falls, gains = self._tried()
            if falls is None:
                falls = self._cases(gains)
            if falls is None:
                break
            broken = self._deny(falls)
        found = None if broken is None else self._told(start, broken)
        self._undo(start, fallen)
        return found

    def _tried(self) -> tuple[TrailEntry | None, dict[int, int]]:
        """Return the first candidate that the base rules refute, refuted; and the number of
        candidates that each up to it denies."""
        gains = dict[int, int]()
        for v in self._open():
            start = len(self.trail)
            fallen = len(self.denials)
            broken = self._assert(TrailEntry(v))
            found = None if broken is None else self._told(start, broken)
            gains[v] = len(self.denials) - fallen
            self._undo(start, fallen)
            if found:
                return TrailEntry(v, inner=found.lines, uses=found.uses), gains
        return None, gains

    def _cases(self, gains: dict[int, int]) -> TrailEntry | None:
        """Return a candidate of the best clause, refuted by cases; None if none of them falls.

        Once it is denied, others are tried again by the base rules, so cases seldom go on to all.
        """
        lefts = [self._left(clause) for clause in self._unsatisfied()]
        if not lefts:
            return None

        def work(left: list[int]) -> tuple[float, list[int]]:
            return sum(SAVED ** gains[v] for v in left), left

        best = min(lefts, key=work)
        for v in sorted(best, key=lambda v: -gains[v]):
            found = self.refuted(v)
            if found:
                return TrailEntry(v, inner=found.lines, uses=found.uses)
        return None

    def _unsatisfied(self) -> list[int]:
        """Return the clauses of cells and houses that no supposition has satisfied, or those of
        rules if there are none: their auxiliary variables are decided by the cells most often."""
        for clauses in (self.of_board, self.exactly):
            found = [c for c in clauses if self.asserted.isdisjoint(self.members[c])]
            if found:
                return found
        return []

    def _open(self) -> list[int]:
        """Return the candidates left, those in the smallest clauses first."""
        open_ = set[int]()
        clauses = sorted(self._unsatisfied(), key=lambda clause: (self.left[clause], clause))
        ordered = []
        for clause in clauses:
            new = [v for v in self._left(clause) if v not in open_]
            open_.update(new)
            ordered += new
        return ordered

    def _left(self, clause: int) -> list[int]:
        return [v for v in self.members[clause] if v not in self.denied_at]

    # -- The base rules ---------------------------------------------------------------------------

    def _assert(self, entry: TrailEntry, looked_at: Collection[int] = ()) -> int | None:
        """Add an entry that asserts, and all that follows; also from the clauses `looked_at`.
        Return a clause that has no candidate left, or None."""
        queue = [entry]
        units = list[int]()
        for clause in sorted(looked_at):
            if self.left[clause] < 2:
                units.append(clause)
        while queue or units:
            if queue:
                entry = queue.pop()
                if entry.variable not in self.asserted:
                    units += self._affirm(entry)
                continue
            clause = units.pop(0)
            left = self._left(clause)
            if not left:
                return clause
            if left[0] not in self.asserted:
                queue.append(TrailEntry(left[0], clause))
        return None

    def _affirm(self, entry: TrailEntry) -> list[int]:
        """Assert a variable; return the clauses that then have less than two candidates left."""
        v = entry.variable
        self.trail.append(entry)
        self.asserted.add(v)
        units = []
        for clause in self.clauses_of.get(v, ()):
            for other in self.members[clause]:
                if other != v and other not in self.denied_at:
                    units += self._fall(other, clause)
        return units

    def _fall(self, v: int, clause: int) -> list[int]:
        """Note that the last entry denies a candidate, by a clause; return the clauses that then
        have less than two left."""
        self.denied_at[v] = len(self.trail) - 1
        self.denied_by[v] = clause
        self.denials.append(v)
        units = []
        for other in self.clauses_of.get(v, ()):
            self.left[other] -= 1
            if self.left[other] < 2 and other in self.exactly:
                units.append(other)
        return units

    def _deny(self, entry: TrailEntry) -> int | None:
        """Add a refuted candidate, and all that follows; return a clause that is broken."""
        self.trail.append(entry)
        units = self._fall(entry.variable, -1)
        for clause in units:
            left = self._left(clause)
            if not left:
                return clause
            if left[0] not in self.asserted:
                broken = self._assert(TrailEntry(left[0], clause))
                if broken is not None:
                    return broken
        return None

    def _undo(self, start: int, fallen: int) -> None:
        """Take back all entries from number `start` on, and all denials from `fallen` on."""
        self.work += len(self.denials) - fallen
        if self.work > MOST_DENIED:
            raise OutOfPatience
        for v in self.denials[fallen:]:
            del self.denied_at[v], self.denied_by[v]
            for clause in self.clauses_of.get(v, ()):
                self.left[clause] += 1
        del self.denials[fallen:]
        self.asserted.difference_update(entry.variable for entry in self.trail[start:])
        del self.trail[start:]

    # -- Telling ----------------------------------------------------------------------------------

    def _told(self, start: int, broken: int) -> CaseRefutation:
        """Return the lines from a supposition to a broken clause, without what it does not rest
        on."""
        needed = {self.denied_at[v] for v in self.members[broken]}
        lines = [ProofLine("broken", broken, links=self._links(broken))]
        for number in range(len(self.trail) - 1, start, -1):
            if number not in needed:
                continue
            entry = self.trail[number]
            if entry.inner:
                needed |= entry.uses
                lines.append(ProofLine("refute", variable=entry.variable, inner=entry.inner))
                continue
            links = self._links(entry.clause, entry.variable)
            needed |= {self.denied_at[v] for v, _ in links}
            lines.append(ProofLine("assert", entry.clause, entry.variable, links=links))
        lines.append(ProofLine("suppose", variable=self.trail[start].variable))
        earlier = frozenset(number for number in needed if number < start)
        return CaseRefutation(tuple(reversed(lines)), earlier)

    def _links(self, clause: int, but: int = 0) -> tuple[tuple[int, int], ...]:
        """Return the candidates of a clause that are denied, each with the clause that did it."""
        return tuple((v, self.denied_by[v]) for v in self.members[clause] if v != but)
