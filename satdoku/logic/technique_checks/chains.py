"""Judges of chains, of refutations, and of techniques that assume one solution.

If a definition leaves a wide choice (groups, nested suppositions), the judge is as wide: it may
accept a step that a person would give a simpler name, but never one that does not follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from ...inference.deduction import DENIED, OPEN
from ...inference.entailment import is_entailed
from ..position import Position
from .base import LINES, Judge, Places, deduced, digit_clauses, follows, kind_of, see


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
    true = set[int]()
    false = set[int]()
    queue = [-literal]
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


def dual_empty_rectangle(position: Position, literal: int, _: Places) -> bool:
    """Return whether z is what one of two empty rectangles of a box denies, and the other denies
    another candidate; the box has two places for the digit, or the two links share one."""
    z = -literal
    found = [] if literal > 0 else [*_empty_rectangles(position, z)]
    return any(
        z in (x, y) and x != y and box == other and (len(box) == 2 or link & beside)
        for (box, link, x), (other, beside, y) in combinations(found, 2)
    )


def _empty_rectangles(
    position: Position, z: int
) -> Iterator[tuple[frozenset[int], frozenset[int], int]]:
    """Yield (places in a box, link, denied candidate) of z's digit: the box has its places in a
    line and in one across it, in neither alone; the link, outside the box, is in a third line and
    has one end in the first; the denied one is where the second line meets that of the other
    end."""
    clauses = {
        c: (kind_of(position.theory, c), frozenset(position.open_members(c)))
        for c in digit_clauses(position, z)
        if position.theory.clauses[c].exactly_one
    }
    links = [(kind, left) for kind, left in clauses.values() if len(left) == 2 and kind in LINES]
    members = {c: frozenset(position.theory.members[c]) for c in clauses}
    for box, (own, places) in clauses.items():
        for first, (kind, near) in clauses.items() if own == "box" else ():
            for second, (across, _far) in clauses.items():
                if {kind, across} != {*LINES} or not places <= members[first] | members[second]:
                    continue
                if places <= members[first] or places <= members[second]:
                    continue
                for along, link in links:
                    if along == across and len(link & near) == 1 and not link & members[box]:
                        [end] = link - near
                        meeting = {
                            x
                            for x in members[second] - members[box]
                            if any(
                                kind_of(position.theory, c) == kind
                                for c in {*position.theory.occurrences[x]}
                                & {*position.theory.occurrences[end]}
                            )
                        }
                        yield from ((places, link, x) for x in meeting if position.is_open(x))


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
