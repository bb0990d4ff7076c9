"""Judges of fish on lines: with no fins, with fins that the candidate sees, and with fins from
which chains lead to its denial (kraken fish)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations, product

from ..position import Position
from .base import Places, digit_clauses
from .forcing import closure


def fish(
    position: Position, literal: int, _: Places, size: int = 2, has_fins: bool = False
) -> bool:
    """Return whether `size` lines have all their places for the digit in `size` crossing lines,
    this candidate's among them; has_fins: all their places but some that the candidate sees."""
    if literal > 0:
        return False
    v = -literal
    return _swims(position, v, size, position.theory.peers(v) if has_fins else (), has_fins)


def _swims(
    position: Position, v: int, size: int, gone: Collection[int], may_be_short: bool
) -> bool:
    """Return whether `size` lines without v have all their places but those that are gone in v's
    crossing line and `size` - 1 others; may_be_short: they need not have any in v's."""
    theory = position.theory
    for axis, lines in _lines(position, v):
        own = theory.coordinates(v)[axis]
        crossed = [{theory.coordinates(w)[axis] for w in line if w not in gone}
                   for line in lines if v not in line]  # fmt: skip
        few = [line for line in crossed if len(line - {own}) < size]
        for chosen in combinations(few, size):
            union = set[int]().union(*chosen)
            if len(union - {own}) < size and (may_be_short or own in union):
                return True
    return False


def _lines(position: Position, v: int) -> Iterator[tuple[int, list[list[int]]]]:
    """Yield (the coordinate that tells crossing lines apart, the lines' places for v's digit) for
    the rows and for the columns of each board that v is on."""
    theory = position.theory
    boards = {h.board for c in theory.occurrences[v] if (h := theory.clauses[c].house)}
    for (kind, axis), board in product((("row", 1), ("column", 0)), boards):
        houses = (
            c for c in digit_clauses(position, v)
            if theory.clauses[c].exactly_one and (h := theory.clauses[c].house)
            and h.board == board and h.kind == kind
        )  # fmt: skip
        yield axis, [left for c in houses if (left := position.open_members(c))]


def siamese(position: Position, literal: int, places: Places) -> bool:
    """Return whether a finned fish of two to four lines denies it: a siamese fish is two of them
    with the same lines, which deny what either does."""
    return any(fish(position, literal, places, size, has_fins=True) for size in (2, 3, 4))


def kraken(
    position: Position, literal: int, _: Places, sizes: Collection[int] = (2, 3, 4), kind: int = 1
) -> bool:
    """Return whether z would leave `size` lines too few places, by chains that lead from these to
    its denial. Type 1: z is a candidate of the digit, in one of the fish's crossing lines. Type 2:
    it is any candidate, and the lines' places lie in `size` - 1 crossing lines."""
    if literal > 0:
        return False
    theory, z, status = position.theory, -literal, bytes(position.status)

    def denying(v: int) -> list[int]:
        """Return the candidates of v's digit that lead to the denial of z."""
        d = theory.coordinates(v)[2]
        every = range(1, theory.board_variables + 1)
        same = (w for w in every if theory.coordinates(w)[2] == d and position.is_open(w))
        return [w for w in same if literal in closure(theory, status, w, False, False)]

    if kind == 1:
        gone = denying(z)
        return any(_swims(position, z, size, gone, True) for size in sizes)
    corners = {house.board: house.cells[0] for house in position.layout.houses}
    for v in (v for cell in corners.values() for v in position.layout.variables_of(cell)):
        gone = denying(v)
        for axis, lines in _lines(position, v):
            crossed = [{theory.coordinates(w)[axis] for w in line if w not in gone}
                       for line in lines]  # fmt: skip
            for size in sizes:
                few = [line for line in crossed if len(line) < size]
                if any(len(set[int]().union(*some)) < size for some in combinations(few, size)):
                    return True
    return False
