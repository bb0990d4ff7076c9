"""Judges of chains, of refutations, and of techniques that assume one solution.

If a definition leaves a wide choice (groups, nested suppositions), the judge is as wide: it may
accept a step that a person would give a simpler name, but never one that does not follow.
"""

from __future__ import annotations

from itertools import combinations, product

from ...inference.deduction import DENIED, OPEN
from ...inference.entailment import is_entailed
from ..position import Position
from .base import Judge, Places, deduced, digit_clauses, follows, kind_of, see


def chain(
    position: Position,
    literal: int,
    _: Places,
    one_digit: bool = False,
    cells_only: bool = False,
    any_end: bool = False,
) -> bool:
    """Return whether the opposite leads over clauses of two candidates to a contradiction.

    That is an alternating chain. any_end: the clause that breaks may have more candidates (a
    forcing chain).
    """
    theory = position.theory
    own = digit_clauses(position, abs(literal)) if one_digit else range(len(theory.clauses))
    strong = {
        c: left
        for c in own
        if theory.exactly[c]
        and (theory.clauses[c].cell or not cells_only)
        and len(left := position.open_members(c)) == 2
    }
    true, false, queue = set[int](), set[int](), [-literal]
    for supposed in queue:  # grows during iteration
        v = abs(supposed)
        news = [v] if supposed < 0 else [w for w in theory.peers(v) if position.status[w] == OPEN]
        if supposed > 0:
            true.add(v)
        for w in news:
            if w in false:
                continue
            false.add(w)
            if w in true:
                return True
            for c in theory.occurrences[w]:
                if c in strong:
                    other = strong[c][0] if strong[c][1] == w else strong[c][1]
                    if other in false:
                        return True
                    if other not in true:
                        queue.append(other)
                elif any_end and theory.clauses[c].exactly_one:
                    members = theory.members[c]
                    if all(position.status[m] == DENIED or m in false for m in members):
                        return True
    return False


def two_strong(
    position: Position, literal: int, _: Places, kinds: tuple[str, str] | None = None
) -> bool:
    """Return whether two clauses of the digit with two places each make one of their far ends true,
    both of which see the denied candidate."""
    if literal > 0:
        return False
    theory, z = position.theory, -literal
    links = [
        (kind_of(theory, c), left)
        for c in digit_clauses(position, z)
        if theory.clauses[c].exactly_one and len(left := position.open_members(c)) == 2
    ]
    for (kind, first), (other, second) in combinations(links, 2):
        if kinds and sorted((kind, other)) != sorted(kinds):
            continue
        for (a, b), (c, d) in product((first, first[::-1]), (second, second[::-1])):
            if c in theory.peers(b) and see(theory, z, (a, d)):
                return True
    return False


def either(position: Position, literal: int, places: Places, judges: tuple[Judge, ...]) -> bool:
    """Return whether one of the judges accepts."""
    return any(judge(position, literal, places) for judge in judges)


def of_one_digit(position: Position, literal: int, _: Places) -> bool:
    """Return whether the clauses of one digit entail the literal."""
    clauses = digit_clauses(position, abs(literal))
    return is_entailed(position.theory, position.status, clauses, literal)


def refutation(position: Position, literal: int, _: Places) -> bool:
    """Return whether the opposite, by the base rules, breaks a clause."""
    return deduced(position, -literal) is None


def nested(position: Position, literal: int, _: Places) -> bool:
    """Accept whatever follows: all of it has a nested refutation."""
    return follows(position, literal)
