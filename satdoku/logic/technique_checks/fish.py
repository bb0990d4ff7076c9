"""Judges of fish: with no fins, with fins that the candidate sees, and with fins from which chains
lead to its denial (kraken fish, on lines)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from ..position import Position
from .base import LINES, Places, denying, digit_clauses, union
from .forcing import closure


class HouseCandidates(NamedTuple):
    """A house, and its candidates of the digit."""

    kind: str
    is_full: bool
    places: frozenset[int]


Houses = Sequence[HouseCandidates]


@denying
def fish(
    position: Position,
    v: int,
    sizes: Collection[int] = (2, 3, 4),
    shape: str = "basic",
    fins: str = "",
) -> bool:
    """Return whether a fish of one of these sizes and this shape denies the candidate: more covers
    than bases hold it, and it sees the fins, which more bases than covers hold. fins: "" for none,
    "finned", "sashimi" (see `_fins`); HoDoKu calls both finned if the shape is not basic."""
    wanted = {fins}
    if fins and shape != "basic":
        wanted.add("sashimi")
    seen = frozenset((*position.theory.peers(v), v))
    for has_bases, has_covers in _sides(_houses(position, v), shape):
        # A cover that v leaves without a place would cover nothing.
        useful = [h for h in has_covers if v in h.places or not h.places <= seen]
        for size in sizes:
            for bases, covers in _denying(has_bases, useful, v, seen, size):
                if _shape(bases, covers) != shape or not _all_cross(bases, covers):
                    continue
                if _fins(bases, covers, v, seen) in wanted and _is_whole(position, bases, covers):
                    return True
    return False


def _is_whole(position: Position, bases: Houses, covers: Houses) -> bool:
    """Return whether no smaller fish within these denies all that they do: some candidate that they
    deny is in one cover alone and in no base, and leaves each other cover a place in the bases."""
    body = union(h.places for h in bases)
    held, over = _times(bases), _times(covers)
    fins = {w for w in held if held[w] > over[w]}
    for z in over:
        if over[z] > 1 or held[z]:
            continue
        seen = {z, *position.theory.peers(z)}
        others = [h.places for h in covers if z not in h.places]
        if fins <= seen and all(places & body - seen for places in others):
            return True
    return False


def _times(houses: Houses) -> Counter[int]:
    """Return in how many of these houses each candidate is."""
    return Counter(w for h in houses for w in h.places)


def _all_cross(bases: Houses, covers: Houses) -> bool:
    """Return whether each cover has a place in a base."""
    body = union(h.places for h in bases)
    return all(h.places & body for h in covers)


def _houses(position: Position, v: int) -> Houses:
    """Return the houses that have candidates of v's digit."""
    found = []
    for c in digit_clauses(position, v):
        clause = position.theory.clauses[c]
        left = position.open_members(c)
        if clause.house and left:
            found.append(HouseCandidates(clause.house.kind, clause.exactly_one, frozenset(left)))
    return found


def _sides(houses: Houses, shape: str) -> Iterator[tuple[Houses, Houses]]:
    """Yield the houses that may be bases and covers in a fish of this shape."""
    if shape == "mutant":
        yield houses, houses
        return
    usable = [h for h in houses if h.kind in LINES or shape != "basic"]
    not_rows = [h for h in usable if h.kind != "row"]
    not_columns = [h for h in usable if h.kind != "column"]
    yield not_rows, not_columns
    yield not_columns, not_rows


def _shape(bases: Houses, covers: Houses) -> str:
    """Return the shape of a fish: "basic" for lines of one kind against those of the other,
    "Franken" if other houses come in, "mutant" for any others."""
    of_bases = {h.kind for h in bases}
    of_covers = {h.kind for h in covers}
    lines = [kinds.intersection(LINES) for kinds in (of_bases, of_covers)]
    if max(map(len, lines)) > 1:
        return "mutant"
    if lines[0] & lines[1]:
        return "mutant"
    return "basic" if [of_bases, of_covers] == lines else "Franken"


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


# Suppose that v is true: its own cover is full and what v sees is gone. So bases whose remaining
# places lie in the covers without v would be one too many for them. That is the definition of a
# fish with fins, and it needs no list of fins: they are what v sees of the bases. `_fins` then
# tells which sort of fish it is.
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
    held, over = _times(bases), _times(covers)
    fins = {w for w in held if held[w] > over[w]}
    if over[v] <= held[v] or not fins <= seen:
        return None
    if not fins:
        return ""
    is_short = any(len(over.keys() & h.places - fins) < 2 for h in bases)
    return "sashimi" if is_short else "finned"


def siamese(position: Position, literal: int, places: Places, shape: str = "basic") -> bool:
    """Return whether a finned fish of two to four bases denies it: a siamese fish is two of them
    with the same bases, which deny what either does."""
    return any(fish(position, literal, places, shape=shape, fins=f) for f in ("finned", "sashimi"))


@denying
def kraken(position: Position, z: int, sizes: Collection[int] = (2, 3, 4), kind: int = 1) -> bool:
    """Return whether z would leave `size` lines too few places, by chains that lead from these to
    its denial. Type 1: z is a candidate of the digit, in one of the fish's crossing lines. Type 2:
    it is any candidate, and the lines' places lie in `size` - 1 crossing lines."""
    if kind == 1:
        return _has_kraken_of(position, z, sizes)
    corner = position.layout.houses[0].cells[0]
    for v in position.layout.variables_of(corner):
        gone = frozenset(_leading_to(position, v, -z))
        for bases, covers in _sides(_houses(position, v), "basic"):
            for size in sizes:
                for _covers, fitting in _within(bases, covers, gone, size, size - 1):
                    if any(_are_apart(some, gone) for some in combinations(fitting, size)):
                        return True
    return False


def _has_kraken_of(position: Position, z: int, sizes: Collection[int]) -> bool:
    """Return whether a kraken fish of type 1 denies z."""
    leading = _leading_to(position, z, -z)
    gone = frozenset((*leading, *position.theory.peers(z), z))
    for bases, covers in _sides(_houses(position, z), "basic"):
        for size in sizes:
            for chosen, over in _denying(bases, covers, z, gone, size):
                if _fins(chosen, over, z, gone) is not None:
                    return True
    return False


def _leading_to(position: Position, v: int, literal: int) -> list[int]:
    """Return the candidates of v's digit from which chains lead to the literal."""
    theory = position.theory
    status = bytes(position.status)
    digit = theory.coordinates(v)[2]
    found = []
    for w in theory.board_range:
        if theory.coordinates(w)[2] != digit or not position.is_open(w):
            continue
        if literal in closure(theory, status, w, dynamic=False, one_digit=False):
            found.append(w)
    return found


def _are_apart(houses: Houses, gone: frozenset[int]) -> bool:
    """Return whether no two of the houses share a candidate that is left."""
    left = [h.places - gone for h in houses]
    return len(union(left)) == sum(map(len, left))
