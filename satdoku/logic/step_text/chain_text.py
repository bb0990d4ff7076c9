"""Branches: the consequences of assumptions, literal by literal, as in forcing chains and cycles.

A literal is a variable (on), or minus it (off). The first line of a branch is assumed; each other
line follows from those before it by its clauses. Where a search finds one branch alone (it ends in
the opposite of its assumption, or returns to it as a cycle), each line follows from the one before,
and the step is told as a chain. Several branches, one of whose assumptions holds, prove:

- two branches that lead from one literal to opposites: the literal's opposite;
- branches from all candidates of a clause, from a literal and its opposite, or from literals of
  which a pattern leaves one true, with the same end: that end.

`holds` checks each line by the clauses it names, independently of the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...frozen import frozen
from ...inference.entailment import FALSE, OPEN, TRUE, is_entailed
from ...theory import Indexes, Theory


@frozen
class BranchLine:
    """A literal, and the clauses by which it follows (none: it is assumed)."""

    literal: int
    clauses: Indexes = ()


Branch = tuple[BranchLine, ...]


def branches_of(theory: Theory, proof: Sequence[int]) -> tuple[Branch, ...]:
    """Return the branches of a step from the proof that the search recorded.

    For each branch the proof has the number of literals, and each literal with its cause: a clause,
    -1 for an earlier literal that shares a clause, or -2 - the number of clauses that follow.
    """
    branches = list[Branch]()
    place = 0
    while place < len(proof):
        lines: list[BranchLine] = []
        count = proof[place]
        place += 1
        for _ in range(count):
            variable = proof[place] >> 1
            is_on = proof[place] & 1
            cause = proof[place + 1]
            literal = variable if is_on else -variable
            place += 2
            clauses: Indexes = (cause,)
            if cause < -1:
                clauses = tuple(proof[place : place - 2 - cause])
                place += -2 - cause
            elif cause == -1:
                clauses = _weak(theory, lines, variable)
            lines.append(BranchLine(literal, clauses))
        branches.append(tuple(lines))
    return tuple(branches)


def _weak(theory: Theory, lines: Sequence[BranchLine], variable: int) -> Indexes:
    """Return the clause by which the last on literal that shares one denies a variable."""
    own = set(theory.occurrences[variable])
    for line in reversed(lines):
        if line.literal > 0 and line.literal != variable:
            shared = own & set(theory.occurrences[line.literal])
            if shared:
                return (min(shared),)
    return ()


def links_in(theory: Theory, branch: Branch) -> tuple[tuple[int, ...], ...]:
    """Return the candidates of a linear branch, in order, for Eureka notation; () if a literal
    needs more than the one before it."""
    for before, line in pairwise(branch):
        if len(line.clauses) != 1 or (before.literal > 0) == (line.literal > 0):
            return ()
        members = theory.members[line.clauses[0]]
        if abs(before.literal) not in members or abs(line.literal) not in members:
            return ()
    return tuple((abs(line.literal),) for line in branch)


def is_cycle(branches: Sequence[Branch]) -> bool:
    """Return whether it is one branch that returns to where it began."""
    return len(branches) == 1 and branches[0][0].literal == branches[0][-1].literal


def holds(
    theory: Theory,
    status: Sequence[int],
    branches: Sequence[Branch],
    conclusions: Sequence[int],
    pattern: Sequence[int] = (),
) -> bool:
    """Return whether the branches prove exactly these literals at a position (status by
    variable). pattern: clauses by which one of the assumptions is true, if it is more than one."""
    if not branches or not all(_follows(theory, status, branch) for branch in branches):
        return False
    starts = [branch[0].literal for branch in branches]
    ends = [branch[-1].literal for branch in branches]
    if len(set(starts)) == 1:
        proved = [-starts[0]] if -ends[0] in ends else []
        return list(conclusions) == proved
    # One of the assumptions must be true, and all lead to one end.
    is_all = _is_all(theory, status, starts) or _leaves_one(theory, status, starts, pattern)
    proved = [ends[0]] if is_all and len(set(ends)) == 1 else []
    return list(conclusions) == proved


def _follows(theory: Theory, status: Sequence[int], branch: Branch) -> bool:
    known = bytearray(status)
    for number, line in enumerate(branch):
        variable = abs(line.literal)
        if number:
            before = known[variable]
            # An assumption is no reason for itself or its opposite.
            known[variable] = status[variable]
            if before != OPEN and variable != abs(branch[0].literal):
                return False
            if not is_entailed(theory, known, line.clauses, line.literal):
                return False
        elif line.clauses or known[variable] != OPEN:
            return False
        known[variable] = TRUE if line.literal > 0 else FALSE
    return True


def _is_all(theory: Theory, status: Sequence[int], starts: Sequence[int]) -> bool:
    """Return whether one of these literals must be true."""
    either = sorted(starts) == sorted(-literal for literal in starts)
    return either or source_of(theory, status, starts) >= 0


def _leaves_one(
    theory: Theory, status: Sequence[int], starts: Sequence[int], pattern: Sequence[int]
) -> bool:
    """Return whether the clauses of a pattern leave one of these candidates true."""
    known = bytearray(status)
    for variable in starts[1:]:
        if variable < 0 or known[variable] != OPEN:
            return False
        known[variable] = FALSE
    return bool(pattern) and is_entailed(theory, known, pattern, starts[0])


def source_of(theory: Theory, status: Sequence[int], starts: Sequence[int]) -> int:
    """Return the clause whose candidates these are, one of which is true; -1 if there is none."""
    if len(set(starts)) < 2 or min(starts) < 0:
        return -1
    for c in theory.occurrences[starts[0]]:
        if not theory.clauses[c].exactly_one:
            continue
        members = theory.members[c]
        left = {v for v in members if status[v] == OPEN}
        if left == set(starts) and all(status[v] != TRUE for v in members):
            return c
    return -1


def form_of(theory: Theory, branches: Sequence[Branch]) -> str:
    """Return the form of branches by how they begin: "contradiction", "double", "cell" or
    "region"."""
    starts = [branch[0].literal for branch in branches]
    if len(set(starts)) == 1:
        return "contradiction"
    if starts[0] == -starts[-1]:
        return "double"
    one_cell = len({theory.cell_of(v) for v in starts}) == 1
    return "cell" if one_cell else "region"


def seen_by(theory: Theory, cycle: Branch, variable: int) -> Iterator[int]:
    """Yield the clauses that a variable shares with the literals of a cycle."""
    own = set(theory.occurrences[variable])
    for line in cycle:
        yield from sorted(own & set(theory.occurrences[abs(line.literal)]))
