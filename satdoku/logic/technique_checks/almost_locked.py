"""Judges of techniques of almost locked sets: k cells of a house with k + 1 candidates.

Such a set lacks at most one of its digits. The judges suppose that the candidate in question, z, is
true; each set all of whose places for z's digit it sees then lacks that digit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from itertools import combinations, permutations

from ...theory import Theory
from ..position import Position
from .base import Places, alike, different, digit_clauses, open_cells, see

#: Cells and candidates of an almost locked set.
_Set = tuple[frozenset[int], frozenset[int]]
#: Maximum number of cells of a set.
MOST_CELLS = 7


def als_xz(position: Position, literal: int, _: Places) -> bool:
    """Return whether two sets of k cells and k + 1 digits share an x that one lacks, so that one
    has z; or two such x, so that each set has all its other digits."""
    if literal > 0:
        return False
    theory, z = position.theory, -literal
    digit, sets = theory.coordinates(z)[2], _almost_locked(position.theory, bytes(position.status))
    near = _seen(theory, sets, z)
    for (own, first), (others, second) in combinations(near, 2):
        ties = _ties(theory, first, second)
        if ties - {digit} and not own <= others and not others <= own:
            return True
        if len(ties) > 1 and digit in ties and not own & others:
            return True
    return any(
        not own & others and len(_ties(theory, first, second) - {digit}) > 1
        for own, first in near
        for others, second in sets
    )


def als_w_wing(position: Position, literal: int, _: Places) -> bool:
    """Return whether two such sets share an x for which each place in some house sees all x of one
    of them, so that one lacks x and has z."""
    if literal > 0:
        return False
    theory, z = position.theory, -literal
    near = _seen(theory, _almost_locked(theory, bytes(position.status)), z)
    for (own, first), (others, second) in combinations(near, 2):
        for x, a, b in _in_both(theory, first, second):
            if own & others or x == theory.coordinates(z)[2]:
                continue
            for clause in digit_clauses(position, a[0]):
                left = set(position.open_members(clause))
                if (
                    left
                    and theory.clauses[clause].exactly_one
                    and not left.intersection((*a, *b))
                    and all(see(theory, v, a) or see(theory, v, b) for v in left)
                ):
                    return True
    return False


def _in_both(
    theory: Theory, first: Collection[int], second: Collection[int]
) -> Iterator[tuple[int, list[int], list[int]]]:
    """Yield each digit of both sets, with its candidates in the first and in the second."""
    for x in {theory.coordinates(v)[2] for v in first}:
        a, b = ([v for v in held if theory.coordinates(v)[2] == x] for held in (first, second))
        if b:
            yield x, a, b


def _ties(theory: Theory, first: Collection[int], second: Collection[int]) -> set[int]:
    """Return the digits of both sets of which each place in one sees each in the other."""
    pairs = _in_both(theory, first, second)
    return {x for x, a, b in pairs if all(see(theory, v, b) for v in a)}


def _seen(theory: Theory, sets: Collection[_Set], z: int) -> list[_Set]:
    """Return the sets that have z's digit, with all its places seen by z."""
    ends = ((one, [v for v in one[1] if alike(theory, v, z)]) for one in sets)
    return [one for one, places in ends if places and see(theory, z, places)]


@lru_cache(maxsize=8)
def _almost_locked(theory: Theory, status: bytes) -> set[_Set]:
    """Return the almost locked sets of up to `MOST_CELLS` cells at a position."""
    position = Position(theory, status)
    sets = set[_Set]()
    for together in different(position.layout):
        free = open_cells(position, together)
        for size in range(1, MOST_CELLS + 1):
            for cells in combinations(free, size):
                if len(frozenset[int]().union(*(free[cell] for cell in cells))) == size + 1:
                    held = (theory.variable_of(cell, d) for cell in cells for d in free[cell])
                    sets.add((frozenset(cells), frozenset(held)))
    return sets


def blossom(position: Position, literal: int, _: Places) -> bool:
    """Return whether for each candidate of some cell z sees it, being of the same digit, or a set
    near z has all places of that candidate's digit in sight of the cell."""
    if literal > 0:
        return False
    theory, z = position.theory, -literal
    near = _seen(theory, _almost_locked(theory, bytes(position.status)), z)
    own = theory.cell_and_digit(z)[0]

    def leads(stem: int, x: int) -> bool:
        if alike(theory, x, z):
            return see(theory, z, (x,))
        petals = (
            [v for v in held if alike(theory, v, x)] for cells, held in near if stem not in cells
        )
        return any(petal and see(theory, x, petal) for petal in petals)

    free = open_cells(position, range(position.layout.cell_count))
    return any(
        all(leads(stem, theory.variable_of(stem, d)) for d in digits)
        for stem, digits in free.items()
        if stem != own
    )


def als_chain(position: Position, literal: int, _: Places, most: int = 3) -> bool:
    """Return whether at most `most` sets, each tied to the next by another digit than to the one
    before, lead from a set that lacks z's digit to one that then has it in sight of z."""
    if literal > 0:
        return False
    theory, z = position.theory, -literal
    sets = list(_almost_locked(theory, bytes(position.status)))
    digit = theory.coordinates(z)[2]
    ends = set(_seen(theory, sets, z))
    having = dict[int, list[tuple[_Set, frozenset[int]]]]()
    for one in sets:
        for d in {theory.coordinates(v)[2] for v in one[1]}:
            places = frozenset(v for v in one[1] if theory.coordinates(v)[2] == d)
            having.setdefault(d, []).append((one, places))
    places_in = {(one, d): places for d, some in having.items() for one, places in some}

    @cache
    def tied(d: int, places: frozenset[int]) -> list[_Set]:
        sight = frozenset.intersection(*(frozenset(theory.peers(v)) for v in places))
        return [one for one, others in having[d] if others <= sight]

    reached = {(one, digit) for one in ends}  # (set, the digit that it lacks)
    layer = reached.copy()
    for _number in range(1, most):
        layer = {
            (other, d)
            for one, lacks in layer
            for d in {theory.coordinates(v)[2] for v in one[1]} - {lacks}
            for other in tied(d, places_in[one, d])
        } - reached
        if any(d != digit and other in ends for other, d in layer):
            return True
        reached |= layer
    return False


#: The candidates of a node: of one digit, in two clauses or in a set; one of them is true, or none.
_Node = frozenset[int]


def grouped(position: Position, literal: int, _: Places, by_sets: bool = False) -> bool:
    """Return whether the opposite of the literal leads to the literal by a chain of nodes that are
    false and true by turns; by_sets: with an almost locked set among its strong links.

    If a node is true, a node all of whose candidates see all of it is false. If a node is false,
    the rest of its clause is true, and so is any other digit of its set.
    """
    theory, v = position.theory, abs(literal)
    links = _strong_links(theory, bytes(position.status))
    by_first = dict[int, list[_Node]]()
    for node in links:
        by_first.setdefault(min(node), []).append(node)
    own = frozenset((v,))

    def after(node: _Node, enough: bool) -> set[tuple[_Node, bool]]:
        """Return the true nodes after a false one, each with whether the chain has its set."""
        found = links.get(node, ())
        return {(other, enough or is_set) for other, is_set in found if by_sets or not is_set}

    queue = [(own, not by_sets)] if literal < 0 else [*after(own, not by_sets)]
    reached = set(queue)
    for node, enough in queue:  # grows during iteration
        sight = frozenset.intersection(*(frozenset(theory.peers(w)) for w in node))
        if enough and (node == own if literal > 0 else v in sight):
            return True
        for other in (one for first in sight & by_first.keys() for one in by_first[first]):
            if other <= sight:
                news = after(other, enough) - reached
                reached |= news
                queue += news
    return False


@lru_cache(maxsize=8)
def _strong_links(theory: Theory, status: bytes) -> dict[_Node, set[tuple[_Node, bool]]]:
    """Return by node the nodes that are true if it is false, each with whether an almost locked set
    says so."""
    position = Position(theory, status)
    links = dict[_Node, set[tuple[_Node, bool]]]()
    for clause, known in enumerate(theory.clauses):
        left = frozenset(position.open_members(clause)) if known.exactly_one else frozenset()
        others = {c for w in left for c in theory.occurrences[w]} - {clause}
        groups = {left.intersection(theory.members[c]) for c in others}
        for part in {*groups, *(left - group for group in groups)} - {left, frozenset()}:
            if all(any(one <= group for group in groups) for one in (part, left - part)):
                links.setdefault(part, set()).add((left - part, False))
    for _cells, held in _almost_locked(theory, status):
        digits = {w: theory.coordinates(w)[2] for w in held}
        nodes = [frozenset(w for w in held if digits[w] == d) for d in {*digits.values()}]
        for one, other in permutations(nodes, 2):
            links.setdefault(one, set()).add((other, True))
    return links
