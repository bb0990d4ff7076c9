"""Judges of techniques of almost locked sets: k cells of a house with k + 1 candidates.

Such a set lacks at most one of its digits. The judges suppose that the candidate in question, z, is
true; each set all of whose places for z's digit it sees then lacks that digit.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations, permutations, product

from ...grouping import grouped
from ...theory import Theory
from ..position import Position
from .base import Places, alike, denying, different, digit_clauses, open_cells, see, union

#: Cells and candidates of an almost locked set.
_Set = tuple[frozenset[int], frozenset[int]]
#: Cells of a set, the number of digits that it can lose, a digit that it loses.
_Loss = tuple[frozenset[int], int, int]
#: Maximum number of cells of a set.
MOST_CELLS = 7


@denying
def als_xz(position: Position, z: int) -> bool:
    """Return whether two sets of k cells and k + 1 digits share an x that one lacks, so that one
    has z; or two such x, so that each set has all its other digits."""
    theory = position.theory
    digit = theory.coordinates(z)[2]
    sets = _almost_locked(theory, bytes(position.status))
    near = _seen(theory, sets, z)
    for (own, first), (others, second) in combinations(near, 2):
        ties = _ties(theory, first, second)
        if ties - {digit} and not own <= others and not others <= own:
            return True
        if len(ties) > 1 and digit in ties and not own & others:
            return True
    for own, first in near:
        for others, second in sets:
            if not own & others and len(_ties(theory, first, second) - {digit}) > 1:
                return True
    return False


@denying
def als_w_wing(position: Position, z: int) -> bool:
    """Return whether two such sets share an x for which each place in some house sees all x of one
    of them, so that one lacks x and has z."""
    theory = position.theory
    near = _seen(theory, _almost_locked(theory, bytes(position.status)), z)
    for (own, first), (others, second) in combinations(near, 2):
        if own & others:
            continue
        for x, a, b in _in_both(theory, first, second):
            if x != theory.coordinates(z)[2] and _is_linking_house(position, a, b):
                return True
    return False


def _is_linking_house(position: Position, a: list[int], b: list[int]) -> bool:
    """Return whether some house has its digit only in places that each see all of these candidates
    or all of those, which are of the same digit."""
    theory = position.theory
    for clause in digit_clauses(position, a[0]):
        left = set(position.open_members(clause))
        if not left or not theory.clauses[clause].exactly_one:
            continue
        if left.isdisjoint((*a, *b)) and all(see(theory, v, a) or see(theory, v, b) for v in left):
            return True
    return False


def _in_both(
    theory: Theory, first: Collection[int], second: Collection[int]
) -> Iterator[tuple[int, list[int], list[int]]]:
    """Yield each digit of both sets, with its candidates in the first and in the second."""
    for x in _digits(theory, first):
        b = _of_digit(theory, second, x)
        if b:
            yield x, _of_digit(theory, first, x), b


def _digits(theory: Theory, candidates: Collection[int]) -> set[int]:
    """Return the digits of candidates."""
    return {theory.coordinates(v)[2] for v in candidates}


def _of_digit(theory: Theory, candidates: Collection[int], digit: int) -> list[int]:
    """Return those of the candidates that are of a digit."""
    return [v for v in candidates if theory.coordinates(v)[2] == digit]


def _sight(theory: Theory, candidates: Collection[int]) -> frozenset[int]:
    """Return the variables that share a clause with each of the candidates."""
    return frozenset.intersection(*(frozenset(theory.peers(v)) for v in candidates))


def _ties(theory: Theory, first: Collection[int], second: Collection[int]) -> set[int]:
    """Return the digits of both sets of which each place in one sees each in the other."""
    pairs = _in_both(theory, first, second)
    return {x for x, a, b in pairs if all(see(theory, v, b) for v in a)}


def _seen(theory: Theory, sets: Collection[_Set], z: int) -> list[_Set]:
    """Return the sets that have z's digit, with all its places seen by z."""
    found = []
    for one in sets:
        places = [v for v in one[1] if alike(theory, v, z)]
        if places and see(theory, z, places):
            found.append(one)
    return found


@lru_cache(maxsize=8)
def _almost_locked(theory: Theory, status: bytes) -> set[_Set]:
    """Return the almost locked sets of up to `MOST_CELLS` cells at a position."""
    position = Position(theory, status)
    sets = set()
    for together in different(position.layout):
        free = open_cells(position, together)
        for size in range(1, MOST_CELLS + 1):
            for cells in combinations(free, size):
                digits = union(free[cell] for cell in cells)
                if len(digits) == size + 1:
                    held = (theory.variable_of(cell, d) for cell in cells for d in free[cell])
                    sets.add((frozenset(cells), frozenset(held)))
    return sets


@denying
def aligned(position: Position, z: int, others: int) -> bool:
    """Return whether no way to fill z's cell with z, and this number of other cells, is possible:
    two cells that see each other have the same digit, or some set loses more digits than it can."""
    theory = position.theory
    losing = _losing(theory, bytes(position.status))
    cells = open_cells(position, position.layout.all_cells)
    near = [cell for cell in cells if cell != theory.cell_of(z)]
    for chosen in combinations(near, others):
        held = [[theory.variable_of(cell, d) for d in cells[cell]] for cell in chosen]
        if all(_is_excluded(theory, losing, (z, *way)) for way in product(*held)):
            return True
    return False


def _is_excluded(theory: Theory, losing: Mapping[int, set[_Loss]], way: tuple[int, ...]) -> bool:
    """Return whether these candidates cannot be true together."""
    if any(w in theory.peers(v) for v, w in combinations(way, 2)):
        return True
    lost = {loss for v in way for loss in losing[v]}
    own = {theory.cell_of(v) for v in way}
    by_set = Counter((cells, most) for cells, most, _digit in lost if own.isdisjoint(cells))
    return any(number > most for (_cells, most), number in by_set.items())


@lru_cache(maxsize=8)
def _losing(theory: Theory, status: bytes) -> Mapping[int, set[_Loss]]:
    """Return by candidate which sets (almost locked ones, and single cells) lose its digit if it is
    true: the set's cells, the number of digits that it can lose, the digit."""
    position = Position(theory, status)
    sets = {*_almost_locked(theory, status)}
    for cell, left in open_cells(position, position.layout.all_cells).items():
        held = frozenset(theory.variable_of(cell, d) for d in left)
        sets.add((frozenset((cell,)), held))
    found = defaultdict[int, set[_Loss]](set)
    for cells, candidates in sets:
        digits = _digits(theory, candidates)
        for d in digits:
            for v in _sight(theory, _of_digit(theory, candidates, d)):
                found[v].add((cells, len(digits) - len(cells), d))
    return found


@denying
def blossom(position: Position, z: int) -> bool:
    """Return whether for each candidate of some cell z sees it, being of the same digit, or a set
    near z has all places of that candidate's digit in sight of the cell."""
    theory = position.theory
    near = _seen(theory, _almost_locked(theory, bytes(position.status)), z)
    own = theory.cell_of(z)

    def leads(stem: int, x: int) -> bool:
        if alike(theory, x, z):
            return see(theory, z, (x,))
        for cells, held in near:
            if stem in cells:
                continue
            petal = [v for v in held if alike(theory, v, x)]
            if petal and see(theory, x, petal):
                return True
        return False

    for stem, digits in open_cells(position, position.layout.all_cells).items():
        if stem != own and all(leads(stem, theory.variable_of(stem, d)) for d in digits):
            return True
    return False


@denying
def als_chain(position: Position, z: int, most: int = 3) -> bool:
    """Return whether at most `most` sets, each tied to the next by another digit than to the one
    before, lead from a set that lacks z's digit to one that then has it in sight of z.

    The search goes breadth first, set by set with the digit that it lacks.
    """
    theory = position.theory
    sets = _almost_locked(theory, bytes(position.status))
    digit = theory.coordinates(z)[2]
    ends = set(_seen(theory, sets, z))
    places_in = {}
    for one in sets:
        for d in _digits(theory, one[1]):
            places_in[one, d] = frozenset(_of_digit(theory, one[1], d))
    having = grouped((d, (one, places)) for (one, d), places in places_in.items())

    @cache
    def tied(d: int, places: frozenset[int]) -> list[_Set]:
        sight = _sight(theory, places)
        return [one for one, others in having[d] if others <= sight]

    reached = {(one, digit) for one in ends}  # (set, the digit that it lacks)
    layer = reached.copy()
    for _number in range(1, most):
        further = set[tuple[_Set, int]]()
        for one, lacks in layer:
            for d in _digits(theory, one[1]) - {lacks}:
                further.update((other, d) for other in tied(d, places_in[one, d]))
        layer = further - reached
        if any(d != digit and other in ends for other, d in layer):
            return True
        reached |= layer
    return False


# A breadth-first search over nodes that are supposed false. Whether the chain has used an almost
# locked set is part of the state: a node reached without one may have to be visited again with one.
def grouped_chain(position: Position, literal: int, _: Places, by_sets: bool = False) -> bool:
    """Return whether the opposite of the literal leads to the literal by a chain of nodes that are
    false and true by turns; by_sets: with an almost locked set among its strong links.

    If a node is true, a node all of whose candidates see all of it is false. If a node is false,
    the rest of its clause is true, and so is any other digit of its set.
    """
    theory = position.theory
    v = abs(literal)
    links = _strong_links(theory, bytes(position.status))
    by_first = grouped((min(node), node) for node in links)
    own = frozenset((v,))

    def after(node: _Node, enough: bool) -> set[tuple[_Node, bool]]:
        """Return the true nodes after a false one, each with whether the chain has its set."""
        found = set()
        for other, is_set in links.get(node, ()):
            if by_sets or not is_set:
                found.add((other, enough or is_set))
        return found

    start = (own, not by_sets)
    queue = [start] if literal < 0 else [*after(*start)]
    reached = set(queue)
    for node, enough in queue:  # grows during iteration
        sight = _sight(theory, node)
        is_end = node == own if literal > 0 else v in sight
        if enough and is_end:
            return True
        for first in sight & by_first.keys():
            for other in by_first[first]:
                if other <= sight:
                    news = after(other, enough) - reached
                    reached |= news
                    queue += news
    return False


#: The candidates of a node: of one digit, in two clauses or in a set; one of them is true, or none.
_Node = frozenset[int]


@lru_cache(maxsize=8)
def _strong_links(theory: Theory, status: bytes) -> dict[_Node, set[tuple[_Node, bool]]]:
    """Return by node the nodes that are true if it is false, each with whether an almost locked set
    says so."""
    position = Position(theory, status)
    links = dict[_Node, set[tuple[_Node, bool]]]()
    for clause, known in enumerate(theory.clauses):
        if not known.exactly_one:
            continue
        left = frozenset(position.open_members(clause))
        others = {c for w in left for c in theory.occurrences[w]} - {clause}
        groups = {left.intersection(theory.members[c]) for c in others}
        rests = {left - group for group in groups}
        for part in (groups | rests) - {left, frozenset()}:
            # Both sides of the link must see something together.
            if _lies_in(part, groups) and _lies_in(left - part, groups):
                links.setdefault(part, set()).add((left - part, False))
    for _cells, held in _almost_locked(theory, status):
        nodes = [frozenset(_of_digit(theory, held, d)) for d in _digits(theory, held)]
        for one, other in permutations(nodes, 2):
            links.setdefault(one, set()).add((other, True))
    return links


def _lies_in(part: _Node, groups: Collection[_Node]) -> bool:
    """Return whether one of the groups contains the node."""
    return any(part <= group for group in groups)
