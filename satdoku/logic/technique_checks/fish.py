"""Judges of fish: with no fins, with fins that the candidate sees, and with fins from which chains
lead to its denial (kraken fish, on lines)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from ..position import Position
from .base import LINES, Places, digit_clauses
from .forcing import closure


class House(NamedTuple):
    """A house, and its candidates of the digit."""

    kind: str
    is_full: bool
    places: frozenset[int]


Houses = Sequence[House]


def fish(
    position: Position,
    literal: int,
    _: Places,
    sizes: Collection[int] = (2, 3, 4),
    shape: str = "basic",
    fins: str = "",
) -> bool:
    """Return whether a fish of one of these sizes and this shape denies the candidate: more covers
    than bases hold it, and it sees the fins, which more bases than covers hold. fins: "" for none,
    "finned", "sashimi" (see `_fins`)."""
    if literal > 0:
        return False
    theory, v = position.theory, -literal
    houses = [
        House(house.kind, theory.clauses[c].exactly_one, frozenset(left))
        for c in digit_clauses(position, v)
        if (house := theory.clauses[c].house) and (left := position.open_members(c))
    ]
    wanted = {fins, "sashimi"} if fins and shape != "basic" else {fins}
    seen = frozenset((*theory.peers(v), v))
    return any(
        _shape(bases, covers) == shape and _fins(bases, covers, v, seen) in wanted
        for has_bases, has_covers in _sides(houses, shape)
        for size in sizes
        for bases, covers in _denying(has_bases, has_covers, v, seen, size)
    )


def _sides(houses: Houses, shape: str) -> Iterator[tuple[Houses, Houses]]:
    """Yield the houses that may be bases and covers in a fish of this shape."""
    if shape == "mutant":
        yield houses, houses
        return
    usable = [h for h in houses if h.kind in LINES or shape != "basic"]
    for side in (LINES, LINES[::-1]):
        bases, covers = ([h for h in usable if h.kind != line] for line in side)
        yield bases, covers


def _shape(bases: Houses, covers: Houses) -> str:
    """Return the shape of a fish: "basic" for lines of one kind against those of the other,
    "Franken" if other houses come in, "mutant" for any others."""
    kinds = [{h.kind for h in side} for side in (bases, covers)]
    lines = [side & {*LINES} for side in kinds]
    if max(map(len, lines)) > 1 or lines[0] & lines[1]:
        return "mutant"
    return "basic" if kinds == lines else "Franken"


def _denying(
    bases: Houses, covers: Houses, v: int, seen: frozenset[int], size: int
) -> Iterator[tuple[Houses, Houses]]:
    """Yield the `size` bases and covers that can make a fish that denies v: what v does not see of
    the bases lies in those covers that do not hold v."""
    own = [h for h in covers if v in h.places]
    rest = [h for h in covers if v not in h.places and not h.places <= seen]
    for more in range(min(size, len(own))):  # covers that hold v beside the first
        for others in combinations(rest, size - 1 - more):
            inside = seen.union(*(h.places for h in others))
            fitting = [h for h in bases if h.is_full and h.places <= inside and h not in others]
            if len(fitting) >= size:
                for mine in combinations(own, more + 1):
                    left = [h for h in fitting if h not in mine]
                    for chosen in combinations(left, size):
                        yield chosen, (*others, *mine)


def _fins(bases: Houses, covers: Houses, v: int, seen: frozenset[int]) -> str | None:
    """Return the sort of a fish that denies v: "sashimi" if a base has fewer than two places in the
    covers beside the fins, else "finned", "" if it has no fins; None if it does not deny v."""
    held, over = (Counter(w for h in side for w in h.places) for side in (bases, covers))
    fins = {w for w in held if held[w] > over[w]}
    if over[v] <= held[v] or not fins <= seen:
        return None
    short = any(len(over.keys() & h.places - fins) < 2 for h in bases)
    return "" if not fins else "sashimi" if short else "finned"


def siamese(position: Position, literal: int, places: Places, shape: str = "basic") -> bool:
    """Return whether a finned fish of two to four bases denies it: a siamese fish is two of them
    with the same bases, which deny what either does."""
    return any(fish(position, literal, places, shape=shape, fins=f) for f in ("finned", "sashimi"))


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
