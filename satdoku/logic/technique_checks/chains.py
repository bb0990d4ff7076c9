"""Judges of chains, of refutations, and of techniques that assume one solution.

If a definition leaves a wide choice (groups, nested suppositions), the judge is as wide: it may
accept a step that a person would give a simpler name, but never one that does not follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import NamedTuple

from ...inference.deduction import DENIED, OPEN, Deduction
from ...inference.entailment import is_entailed
from ...theory import Theory
from ..position import Position
from .base import (
    LINES,
    Judge,
    Places,
    clauses_by_digit,
    deduced,
    denying,
    digit_clauses,
    follows,
    kind_of,
    see,
)


# The opposite of the literal is followed over strong links both ways, as long as something new is
# true or false. A candidate both true and false, or a clause without any left, is the
# contradiction.
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
    if not one_digit:
        every = range(len(theory.clauses))
        return _is_refuted(position, literal, every, cells_only, any_end)
    for own in clauses_by_digit(position, abs(literal)):
        if _is_refuted(position, literal, own, cells_only, any_end):
            return True
    return False


def _is_refuted(
    position: Position, literal: int, own: Iterable[int], cells_only: bool, any_end: bool
) -> bool:
    """Return whether the opposite leads over those of the clauses that have two candidates to a
    contradiction."""
    theory = position.theory
    strong = {}
    for c in own:
        if cells_only and not theory.clauses[c].cell:
            continue
        left = position.open_members(c)
        if theory.exactly[c] and len(left) == 2:
            strong[c] = left
    true = set()
    false = set()
    queue = [-literal]
    for supposed in queue:  # grows during iteration
        v = abs(supposed)
        if supposed < 0:
            denied = [v]
        else:
            denied = [w for w in theory.peers(v) if position.status[w] == OPEN]
            true.add(v)
        for w in denied:
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
                elif any_end and _is_broken(position, c, false):
                    return True
    return False


def _is_broken(position: Position, clause: int, false: set[int]) -> bool:
    """Return whether an exactly-one clause has no member left if these candidates are false."""
    if not position.theory.exactly[clause]:
        return False
    members = position.theory.members[clause]
    return all(position.status[m] == DENIED or m in false for m in members)


@denying
def two_strong(position: Position, z: int, kinds: tuple[str, str] | None = None) -> bool:
    """Return whether two clauses of the digit with two places each make one of their far ends true,
    both of which see the denied candidate."""
    theory = position.theory
    for own in clauses_by_digit(position, z):
        links = []
        for clause, left in _exactly_one(position, own):
            if len(left) == 2:
                links.append((kind_of(theory, clause), left))
        for (kind, first), (other, second) in combinations(links, 2):
            if kinds and sorted((kind, other)) != sorted(kinds):
                continue
            for (a, b), (c, d) in product((first, first[::-1]), (second, second[::-1])):
                if c in theory.peers(b) and see(theory, z, (a, d)):
                    return True
    return False


def _exactly_one(position: Position, clauses: Iterable[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield those of the clauses of which one variable is true, with their candidates."""
    for clause in clauses:
        if position.theory.exactly[clause]:
            yield clause, position.open_members(clause)


@denying
def dual_empty_rectangle(position: Position, z: int) -> bool:
    """Return whether z is what one of two empty rectangles of a box denies, and the other denies
    another candidate; the box has two places for the digit, or the two links share one."""
    for (box, link, x), (other, beside, y) in combinations(_empty_rectangles(position, z), 2):
        if z not in (x, y) or x == y or box != other:
            continue
        if len(box) == 2 or link & beside:
            return True
    return False


class _HouseClause(NamedTuple):
    """A house: its kind, its places for the digit, and all its variables of it."""

    kind: str
    places: frozenset[int]
    members: frozenset[int]


def _empty_rectangles(
    position: Position, z: int
) -> Iterator[tuple[frozenset[int], frozenset[int], int]]:
    """Yield (places in a box, link, denied candidate) of z's digit: the box has its places in a
    line and in one across it, in neither alone; the link, outside the box, is in a third line and
    has one end in the first; the denied one is where the second line meets that of the other
    end."""
    theory = position.theory
    boxes = []
    lines = []
    for clause, left in _exactly_one(position, digit_clauses(position, z)):
        members = frozenset(theory.members[clause])
        house = _HouseClause(kind_of(theory, clause), frozenset(left), members)
        if house.kind == "box":
            boxes.append(house)
        elif house.kind in LINES:
            lines.append(house)
    links = [line for line in lines if len(line.places) == 2]
    for box, first, second in product(boxes, lines, lines):
        if first.kind == second.kind or not _is_empty(box, first, second):
            continue
        for link in links:
            if link.kind != second.kind or link.places & box.members:
                continue
            if len(link.places & first.places) != 1:
                continue
            [end] = link.places - first.places
            for x in second.members - box.members:
                if position.is_open(x) and _share_house(theory, x, end, first.kind):
                    yield box.places, link.places, x


def _is_empty(box: _HouseClause, first: _HouseClause, second: _HouseClause) -> bool:
    """Return whether the places of a box lie in the two lines, but in neither alone."""
    if box.places <= first.members or box.places <= second.members:
        return False
    return box.places <= first.members | second.members


def _share_house(theory: Theory, v: int, w: int, kind: str) -> bool:
    """Return whether two variables are in a clause of a house of this kind."""
    shared = set(theory.occurrences[v]).intersection(theory.occurrences[w])
    return any(kind_of(theory, clause) == kind for clause in shared)


def either(position: Position, literal: int, places: Places, judges: tuple[Judge, ...]) -> bool:
    """Return whether one of the judges accepts."""
    return any(judge(position, literal, places) for judge in judges)


def of_one_digit(position: Position, literal: int, _: Places) -> bool:
    """Return whether the clauses of one digit entail the literal, with those that its candidate is
    in."""
    theory = position.theory
    v = abs(literal)
    for own in clauses_by_digit(position, v):
        clauses = own
        if v not in {w for c in own for w in theory.members[c]}:
            clauses = (*own, *theory.occurrences[v])
        if is_entailed(theory, position.status, clauses, literal):
            return True
    return False


def refutation(position: Position, literal: int, _: Places) -> bool:
    """Return whether the opposite, by the base rules, breaks a clause."""
    return deduced(position, -literal) is None


@denying
def in_line(position: Position, z: int) -> bool:
    """Return whether a line of candidates begins at z, each left alone in a clause by z and the one
    before it, and z with two of them breaks a clause."""
    theory = position.theory
    line = [z]
    for y in line:  # grows during iteration
        false = _denied_by(position, {z, y})
        if false is None:
            return True
        touched = {c for w in false for c in theory.occurrences[w] if theory.exactly[c]}
        for c in sorted(touched):
            left = [w for w in theory.members[c] if w not in false and not _is_false(position, w)]
            if len(left) == 1 and position.is_open(left[0]) and left[0] not in line:
                line.append(left[0])
    ends = combinations(line, 2)
    return any(_denied_by(position, {z, *two}) is None for two in ends)


def _is_false(position: Position, v: int) -> bool:
    return position.status[v] == DENIED


def _denied_by(position: Position, supposed: set[int]) -> set[int] | None:
    """Return what these candidates deny, by their clauses and by what rules say inside themselves
    (no further candidate of the board becomes true); None if that breaks a clause."""
    theory = position.theory
    true = set(supposed)
    false = set[int]()
    queue = list(supposed)
    for v in queue:  # grows during iteration
        for w in theory.peers(v):
            if w in true:
                return None
            if w in false or not position.is_open(w):
                continue
            false.add(w)
            for c in theory.occurrences[w]:
                if not theory.exactly[c]:
                    continue
                left = [m for m in theory.members[c] if m not in false]
                left = [m for m in left if not _is_false(position, m)]
                if not left:
                    return None
                last = left[0]
                if len(left) == 1 and last not in true and not theory.is_board(last):
                    true.add(last)
                    queue.append(last)
    return false


def nested(position: Position, literal: int, _: Places) -> bool:
    """Accept whatever follows: all of it has a nested refutation."""
    return follows(position, literal)


@denying
def in_simple_steps(position: Position, z: int) -> bool:
    """Return whether the candidate, by the base rules and locked candidates, breaks a clause. (The
    base rules find all that a single rule says: its clauses are made so.) The name is one of boards
    with rules."""
    if not position.layout.constraints:
        return False
    deduction = deduced(position, z)
    while deduction is not None:
        locked = _locked_out(deduction)
        if not locked:
            return False
        if not deduction.extend([-v for v in locked]):
            return True
    return True


def _locked_out(deduction: Deduction) -> set[int]:
    """Return the variables that go by locked candidates: all that are left of one clause are in
    another, so the others of that clause are false."""
    theory = deduction.theory
    status = deduction.status
    found = set[int]()
    for members, exactly in zip(theory.members, theory.exactly, strict=True):
        left = [v for v in members if status[v] != DENIED]
        if not exactly or len(left) < 2:
            continue
        shared = set(theory.occurrences[left[0]]).intersection(
            *(theory.occurrences[v] for v in left[1:])
        )
        for clause in shared:
            others = {v for v in theory.members[clause] if status[v] == OPEN}
            found |= others.difference(left)
    return found
