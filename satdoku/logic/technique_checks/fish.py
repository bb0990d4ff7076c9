"""Judges of fish: with no fins, with fins that the candidate sees, and with fins from which chains
lead to its denial (kraken fish, on lines)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
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
    "finned", "sashimi" (see `_fins`); HoDoKu calls both finned if the shape is not basic."""
    if literal > 0:
        return False
    theory, v = position.theory, -literal
    houses = _houses(position, v)
    wanted = {fins, "sashimi"} if fins and shape != "basic" else {fins}
    seen = frozenset((*theory.peers(v), v))
    return any(
        _shape(bases, covers) == shape
        and _fins(bases, covers, v, seen) in wanted
        and all(any(h.places & base.places for base in bases) for h in covers)
        for has_bases, has_covers in _sides(houses, shape)
        for useful in ([h for h in has_covers if v in h.places or not h.places <= seen],)
        for size in sizes
        for bases, covers in _denying(has_bases, useful, v, seen, size)
    )


def _houses(position: Position, v: int) -> Houses:
    """Return the houses that have candidates of v's digit."""
    clauses = position.theory.clauses
    return [
        House(house.kind, clauses[c].exactly_one, frozenset(left))
        for c in digit_clauses(position, v)
        if (house := clauses[c].house) and (left := position.open_members(c))
    ]


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


def _within(
    bases: Houses, covers: Houses, gone: frozenset[int], size: int, count: int
) -> Iterator[tuple[Houses, Houses]]:
    """Yield `count` covers, and the bases that lie in them but for what is gone, if at least `size`
    do."""
    for chosen in combinations(covers, count):
        inside = gone.union(*(h.places for h in chosen))
        fitting = [h for h in bases if h.is_full and h.places <= inside and h not in chosen]
        if len(fitting) >= size:
            yield chosen, fitting


def _denying(
    bases: Houses, covers: Houses, v: int, gone: frozenset[int], size: int
) -> Iterator[tuple[Houses, Houses]]:
    """Yield the `size` bases and covers that can make a fish that denies v: what v leaves of the
    bases lies in those covers that do not hold v."""
    own = [h for h in covers if v in h.places]
    rest = [h for h in covers if v not in h.places]
    for more in range(min(size, len(own))):  # covers that hold v beside the first
        for others, fitting in _within(bases, rest, gone, size, size - 1 - more):
            for mine in combinations(own, more + 1):
                left = [h for h in fitting if h not in mine]
                yield from ((chosen, (*others, *mine)) for chosen in combinations(left, size))


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


def kraken(
    position: Position, literal: int, _: Places, sizes: Collection[int] = (2, 3, 4), kind: int = 1
) -> bool:
    """Return whether z would leave `size` lines too few places, by chains that lead from these to
    its denial. Type 1: z is a candidate of the digit, in one of the fish's crossing lines. Type 2:
    it is any candidate, and the lines' places lie in `size` - 1 crossing lines."""
    if literal > 0:
        return False
    theory = position.theory
    z = -literal
    status = bytes(position.status)

    def denying(v: int) -> list[int]:
        """Return the candidates of v's digit that lead to the denial of z."""
        d = theory.coordinates(v)[2]
        every = range(1, theory.board_variables + 1)
        same = (w for w in every if theory.coordinates(w)[2] == d and position.is_open(w))
        return [w for w in same if literal in closure(theory, status, w, False, False)]

    if kind == 1:
        gone = frozenset((*denying(z), *theory.peers(z), z))
        return any(
            _fins(chosen, over, z, gone) is not None
            for bases, covers in _sides(_houses(position, z), "basic")
            for size in sizes
            for chosen, over in _denying(bases, covers, z, gone, size)
        )
    corner = position.layout.houses[0].cells[0]
    return any(
        _are_apart(chosen, gone)
        for v in position.layout.variables_of(corner)
        for gone in (frozenset(denying(v)),)
        for bases, covers in _sides(_houses(position, v), "basic")
        for size in sizes
        for _, fitting in _within(bases, covers, gone, size, size - 1)
        for chosen in combinations(fitting, size)
    )


def _are_apart(houses: Houses, gone: frozenset[int]) -> bool:
    """Return whether no two of the houses share a candidate that is left."""
    left = [h.places - gone for h in houses]
    return len(frozenset[int]().union(*left)) == sum(map(len, left))
