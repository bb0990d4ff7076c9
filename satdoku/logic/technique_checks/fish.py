"""Judges of fish on lines: with no fins, and with fins that the candidate sees."""

from __future__ import annotations

from itertools import combinations, product

from ..position import Position
from .base import Places, digit_clauses


def fish(
    position: Position, literal: int, _: Places, size: int = 2, has_fins: bool = False
) -> bool:
    """Return whether `size` lines have all their places for the digit in `size` crossing lines,
    this candidate's among them; has_fins: all their places but some that the candidate sees."""
    if literal > 0:
        return False
    theory, v = position.theory, -literal
    clauses, seen = digit_clauses(position, v), set(theory.peers(v) if has_fins else ())
    own_boards = {h.board for c in theory.occurrences[v] if (h := theory.clauses[c].house)}
    for (kind, axis), board in product((("row", 1), ("column", 0)), own_boards):
        own = theory.coordinates(v)[axis]
        lines = []
        for clause in clauses:
            left = position.open_members(clause)
            named = theory.clauses[clause]
            if not named.exactly_one or not named.house or named.house.board != board:
                continue
            if named.house.kind == kind and left and v not in left:
                lines.append({theory.coordinates(w)[axis] for w in left if w not in seen})
        few = [line for line in lines if len(line - {own}) < size]
        for chosen in combinations(few, size):
            union = set[int]().union(*chosen)
            if len(union - {own}) < size and (has_fins or own in union):
                return True
    return False


def siamese(position: Position, literal: int, places: Places) -> bool:
    """Return whether a finned fish of two to four lines denies it: a siamese fish is two of them
    with the same lines, which deny what either does."""
    return any(fish(position, literal, places, size, has_fins=True) for size in (2, 3, 4))
