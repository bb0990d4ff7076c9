"""Branches rewritten line by line in the form of refutations: what each placed digit rests on.

A branch lists literals. Here it becomes proof lines: a candidate that a placed digit rules out gets
no line of its own but is a reason of a later one, and two branches that start alike and contradict
each other become one refutation. Conclusions of a pattern, or of a chain inside the chain, are
refuted in lines of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..position import Position
from ..step_text.chain_text import Branch, BranchLine
from ..steps import ProofLine
from .proofs import Retelling, refute


def proofs_of(position: Position, branches: Sequence[Branch]) -> tuple[tuple[ProofLine, ...], ...]:
    """Return the branches as proofs.

    If two branches lead from one assumption to opposite ends, one proof, which ends in "broken";
    else one per branch, which ends at the common conclusion.
    """
    starts = {branch[0].literal for branch in branches}
    if len(branches) == 2 and len(starts) == 1:
        known = {line.literal for line in branches[0]}
        rest = tuple(line for line in branches[1] if line.literal not in known)
        return (_proof_of(position, (*branches[0], *rest)),)
    return tuple(_proof_of(position, branch) for branch in branches)


def _proof_of(position: Position, branch: Branch) -> tuple[ProofLine, ...]:
    story = Retelling(position)
    lines = []
    literals = dict[int, BranchLine]()
    for line in branch:
        if -line.literal in literals:
            opposite = literals[-line.literal]
            on, off = (line, opposite) if line.literal > 0 else (opposite, line)
            # A digit that is placed has a clause; its last candidate is the one ruled out.
            clause = on.clauses[0]
            lines += _line(story, off)
            return (*lines, ProofLine("broken", clause, links=story.links(clause)))
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
            if not is_last:
                return []
            return [ProofLine("denied", clause, v, links=((v, clause),))]
        cover = _cover_of(story, line)
        if cover >= 0:
            denial = ProofLine("refute", variable=v, links=((v, cover),), pattern=line.clauses)
        else:
            inner = refute(story, v, line.clauses) or refute(story, v)
            denial = ProofLine("refute", variable=v, inner=inner)
        story.denied[v] = -1
        return [denial]
    (clause,) = line.clauses  # only a denial needs more than one
    links = story.links(clause)
    story.affirm(v)
    return [ProofLine("assert", clause, v, links)]


def _suppose(story: Retelling, literal: int) -> ProofLine:
    if literal > 0:
        story.affirm(literal)
        return ProofLine("suppose", variable=literal)
    story.denied[-literal] = -1
    return ProofLine("suppose not", variable=-literal)


def _cover_of(story: Retelling, line: BranchLine) -> int:
    """Return which cover holds the candidate, if it is denied by a pattern: k clauses (the first
    half) whose candidates lie in k others. -1: by a chain, which names more clauses."""
    if len(line.clauses) not in (2, 4):
        return -1
    half = len(line.clauses) // 2
    covers = line.clauses[half:]
    return next(c for c in covers if -line.literal in story.theory.members[c])
