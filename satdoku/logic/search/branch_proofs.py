"""Branches rewritten line by line in the form of refutations: what each placed digit rests on.

A branch lists literals. Here it becomes proof lines: a candidate that a placed digit rules out gets
no line of its own but is a reason of a later one, and two branches that start alike and contradict
each other become one refutation. Conclusions of a pattern, or of a chain inside the chain, are
refuted in lines of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..position import Position
from ..steps import ProofLine
from ..telling.chain_text import Branch, BranchLine
from .proofs import Retelling, refute


def proofs_of(position: Position, branches: Sequence[Branch]) -> tuple[tuple[ProofLine, ...], ...]:
    """Return the branches as proofs.

    If two branches lead from one assumption to opposite ends, one proof, which ends in "broken" or
    "clash"; else one per branch, which ends at the common conclusion.
    """
    starts = {branch[0].literal for branch in branches}
    if len(branches) == 2 and len(starts) == 1:
        known = {line.literal for line in branches[0]}
        rest = tuple(line for line in branches[1] if line.literal not in known)
        return (_told(position, (*branches[0], *rest)),)
    return tuple(_told(position, branch) for branch in branches)


def _told(position: Position, branch: Branch) -> tuple[ProofLine, ...]:
    story, lines = Retelling(position), list[ProofLine]()
    literals = dict[int, BranchLine]()
    for line in branch:
        if -line.literal in literals:
            first, second = literals[-line.literal], line
            on, off = (first, second) if first.literal > 0 else (second, first)
            return _contradiction(story, lines, on, off)
        literals[line.literal] = line
        if line is branch[-1] or not lines:
            lines += _line(story, line, is_last=bool(lines))
        elif not (line.literal > 0 and _ends_with(branch, line)):
            lines += _line(story, line)
    return tuple(lines)


def _ends_with(branch: Branch, line: BranchLine) -> bool:
    """Return whether the last line is the opposite of this one, which is then included in that
    line."""
    return branch[-1].literal == -line.literal and len(line.clauses) == 1


def _line(story: Retelling, line: BranchLine, is_last: bool = False) -> list[ProofLine]:
    """Return the lines for a literal of a branch; none if a placed digit simply rules it out."""
    v = abs(line.literal)
    if not line.clauses:
        return [_suppose(story, line.literal)]
    if line.literal < 0:
        if v in story.denied:
            clause = story.denied[v]
            return [ProofLine("denied", clause, v, ((v, clause),))] if is_last else []
        reason = _by_pattern(story, line) or (_inner(story, line), line.clauses, ())
        story.denied[v] = -1
        return [ProofLine("refute", -1, v, reason[2], reason[0], reason[1])]
    if v in story.asserted:
        return []
    if len(line.clauses) == 1 and story.left(line.clauses[0]) == [v]:
        clause = line.clauses[0]
        links = story.links(clause)
        story.affirm(v)
        return [ProofLine("assert", clause, v, links)]
    inner = _inner(story, line)
    story.affirm(v)
    return [ProofLine("force", -1, v, (), inner, line.clauses)]


def _suppose(story: Retelling, literal: int) -> ProofLine:
    if literal > 0:
        story.affirm(literal)
        return ProofLine("suppose", -1, literal)
    story.denied[-literal] = -1
    return ProofLine("suppose not", -1, -literal)


def _by_pattern(
    story: Retelling, line: BranchLine
) -> tuple[tuple[ProofLine, ...], tuple[int, ...], tuple[tuple[int, int], ...]] | None:
    """Return how to tell a denial by k clauses (one half) that k others cover: an empty inner
    proof, the clauses, and a link to the cover that contains the candidate; None if it is no such
    pattern."""
    v, half, odd = abs(line.literal), *divmod(len(line.clauses), 2)
    if odd or half > 2 or not half:
        return None
    clauses, members = line.clauses, story.theory.members
    for bases, covers in ((clauses[:half], clauses[half:]), (clauses[half:], clauses[:half])):
        left = {w for clause in bases for w in story.left(clause)}
        inside = {w for clause in covers for w in members[clause]}
        own = {w for clause in bases for w in members[clause]}
        if left <= inside and v in inside - own and len(set(bases) | set(covers)) == 2 * half:
            cover = next(c for c in covers if v in members[c])
            return (), (*bases, *covers), ((v, cover),)
    return None


def _inner(story: Retelling, line: BranchLine) -> tuple[ProofLine, ...]:
    return refute(story, -line.literal, line.clauses) or refute(story, -line.literal)


def _contradiction(
    story: Retelling, lines: list[ProofLine], on: BranchLine, off: BranchLine
) -> tuple[ProofLine, ...]:
    """Return the lines with the end of the refutation: a candidate that would be both true and
    false."""
    v = on.literal
    if on.clauses and (story.left(on.clauses[0]) in ([v], []) and len(on.clauses) == 1):
        clause = on.clauses[0]
        lines += _line(story, off)
        return (*lines, ProofLine("broken", clause, 0, story.links(clause)))
    if v not in story.asserted:
        before = dict(story.denied)
        lines += _line(story, on)
        story.denied = before | story.denied
    clause = story.denied.get(v, -1)
    if clause < 0:
        story.denied.pop(v, None)
        lines += _line(story, off)
    return (*lines, ProofLine("clash", clause, v))
