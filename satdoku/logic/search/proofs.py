"""Proofs of refutations, reconstructed from a bare list of lines: what denies what, by which
clause.

The search only records in which order it asserted variables, and by which clause each. A
`Retelling` repeats this at the position and notes for each candidate that falls which clause denied
it first, so that a line can say what it rests on. Invariant: `denied` keeps the order of denials,
and a candidate's clause never changes once noted.

`refute` finds such a proof itself, by the base rules alone, breadth first, so that it is short; and
then drops all that the broken clause does not rest on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from ...inference.deduction import ASSERTED, OPEN
from ...kernels.logic import supposition as marks
from ...theory import Variables
from ..position import Position
from ..steps import ProofLine


class Retelling:
    """The consequences of a supposition so far: asserted variables, and what denied the others."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.theory = position.theory
        self.asserted: list[int] = []
        self.denied: dict[int, int] = {}

    def affirm(self, variable: int) -> None:
        """Assert a variable, which denies its peers."""
        self.asserted.append(variable)
        for clause in self.theory.occurrences[variable]:
            for other in self.theory.members[clause]:
                if other != variable and self.position.status[other] == OPEN:
                    self.denied.setdefault(other, clause)

    def left(self, clause: int) -> list[int]:
        """Return the clause's candidates that are not denied."""
        return [v for v in self.position.open_members(clause) if v not in self.denied]

    def links(self, clause: int) -> tuple[tuple[int, int], ...]:
        """Return the clause's denied candidates, each with the clause that denied it."""
        members = self.position.open_members(clause)
        return tuple((v, self.denied[v]) for v in members if v in self.denied)

    def lock(self, clause: int) -> None:
        """Deny what a locked clause denies: the other members of clauses that contain all its
        candidates."""
        rest = self.left(clause)
        shared = set(self.theory.occurrences[rest[0]]) - {clause}
        for v in rest[1:]:
            shared &= set(self.theory.occurrences[v])
        for other in sorted(shared):
            for v in self.theory.members[other]:
                if v not in rest and self.position.status[v] == OPEN:
                    self.denied.setdefault(v, other)

    def within(self) -> Retelling:
        """Return a copy, for a nested supposition."""
        inner = Retelling(self.position)
        inner.asserted = list(self.asserted)
        inner.denied = dict(self.denied)
        return inner


def retell(story: Retelling, entries: Sequence[int]) -> tuple[ProofLine, ...]:
    """Return the lines of a recorded proof (triples of mark, clause, variable)."""
    lines = list[ProofLine]()
    for mark, clause, variable in zip(entries[::3], entries[1::3], entries[2::3], strict=True):
        inner: tuple[ProofLine, ...] = ()
        places: Variables = ()
        links = story.links(clause) if clause >= 0 else ()
        if mark in (marks.SUPPOSED, marks.ASSERTED_BY):
            links = tuple(link for link in links if link[0] != variable)
            story.affirm(variable)
        elif mark == marks.SUPPOSED_NOT:
            story.denied[variable] = -1
        elif mark == marks.LOCKED_IN:
            places = tuple(story.left(clause))
            story.lock(clause)
        elif mark == marks.REFUTED:
            inner = refute(story, variable)
            story.denied[variable] = -1
        word = marks.WORDS[mark - marks.SUPPOSED_NOT]
        line = ProofLine(word, clause, variable, links=links, inner=inner, places=places)
        lines.append(line)
    return tuple(lines)


def refute(
    outer: Retelling,
    supposed: int,
    among: Sequence[int] = (),
    pending: bool = False,
) -> tuple[ProofLine, ...]:
    """Return a refutation of a variable by the base rules, breadth first and trimmed; () if there
    is none.

    among: the clauses that may leave one candidate or none (empty: all). pending: also use the
    singles of the position that the variable has no part in.
    """
    story = outer.within()
    theory = outer.theory
    # By variable asserted, the clause that asserts it; -1 for the supposition.
    reasons = {supposed: -1}
    queue = deque([supposed])
    touched = set(range(len(theory.clauses))) if pending else set[int]()
    while queue:
        before = len(story.denied)
        story.affirm(queue.popleft())
        for v in list(story.denied)[before:]:
            touched.update(theory.occurrences[v])
        if among:
            touched.intersection_update(among)
        for clause in sorted(touched):
            if not theory.clauses[clause].exactly_one:
                continue
            left = story.left(clause)
            # A clause with a true member may be left without candidates; it is satisfied, not
            # broken.
            if len(left) > 1 or any(_holds(story, v) for v in theory.members[clause]):
                continue
            if not left:
                needed = _trimmed(outer, story, reasons, clause, supposed)
                return retell(outer.within(), needed)
            if left[0] not in reasons:
                reasons[left[0]] = clause
                queue.append(left[0])
        touched = set()
    return ()


def _holds(story: Retelling, variable: int) -> bool:
    return story.position.status[variable] == ASSERTED or variable in story.asserted


def _trimmed(
    outer: Retelling, story: Retelling, reasons: dict[int, int], broken: int, supposed: int
) -> list[int]:
    """Return the entries that the broken clause rests on: what denied its candidates, what asserted
    those, and so on back to the supposition."""
    asserted = story.asserted[len(outer.asserted) :]
    needed = {supposed}
    clauses = [broken]
    while clauses:
        for member in story.position.open_members(clauses.pop()):
            if member in outer.denied or member in needed:
                continue
            link = story.denied[member]
            denier = next(a for a in asserted if a in story.theory.members[link])
            if denier not in needed:
                needed.add(denier)
                clauses.append(reasons[denier])
    entries = _entries(reasons, [v for v in asserted if v in needed])
    return [*entries, marks.BROKEN_AT, broken, 0]


def _entries(reasons: dict[int, int], asserted: Sequence[int]) -> list[int]:
    """Return the entries of what is asserted, the supposition first."""
    entries = [marks.SUPPOSED, -1, asserted[0]]
    for v in asserted[1:]:
        entries += [marks.ASSERTED_BY, reasons[v], v]
    return entries
