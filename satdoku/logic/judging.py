"""Judging a name: does a conclusion follow at a position by the technique that is named?

Each judge looks for one instance of a technique's definition that gives the one literal asked for
(v: the variable is true, -v: it is false). It is written from the definition alone, and shares no
code with the search for steps; so a name is right only if both agree. Where a definition allows a
wide choice (groups, nested suppositions), the judge is as wide: it may say yes to a step that a
person would give a simpler name, never to one that does not follow.

Source: docs/logic.md and the usual definitions (Sudopedia, HoDoKu).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache, partial
from itertools import combinations, product

from ..inference.deduction import DENIED, OPEN, Deduction
from ..inference.entailment import is_entailed
from ..inference.search import Search
from ..nearest import folded
from ..theory import Theory
from .names import ALIASES
from .position import Position
from .uniqueness import unique_rectangles, universal_grave

#: Whether a literal follows; cells: those that the step mentions, as (row, column).
Judge = Callable[[Position, int, Collection[tuple[int, int]]], bool]
Places = Collection[tuple[int, int]]

LINES = ("row", "column")


def judge_of(name: str) -> Judge | None:
    """The judge of a technique by name; None for a name that is not known here."""
    house = re.fullmatch(r"hidden single in (?:an? )?(\w+)", name.strip(), re.IGNORECASE)
    if house and house[1] != "line":
        return partial(_single, kinds=({"block": "box"}.get(house[1], house[1].lower()),))
    aliases = {folded(alias): known for alias, known in ALIASES.items()}
    known = folded(name)
    return _judges().get(known) or _judges().get(folded(aliases.get(known, "")))


def follows(position: Position, literal: int) -> bool:
    """Whether the literal is true in every completion, by search."""
    deduction = _deduced(position, -literal)
    return deduction is None or next(Search(deduction).completions(), None) is None


def _deduced(position: Position, literal: int) -> Deduction | None:
    """The position with a literal supposed; None where the base rules break a clause."""
    deduction = Deduction(position.theory)
    denied = [-v for v, status in enumerate(position.status) if status == DENIED]
    return deduction if deduction.extend([*position.asserted, *denied, literal]) else None


# -- What clauses there are -----------------------------------------------------------------------


def _digit_clauses(position: Position, v: int) -> list[int]:
    """The clauses of houses that speak of the variable's digit."""
    digit = position.theory.coordinates(v)[2]
    return [c for c, clause in enumerate(position.theory.clauses) if clause.digit == digit]


def _kind(theory: Theory, clause: int) -> str:
    house = theory.clauses[clause].house
    return house.kind if house else "cell"


def _see(theory: Theory, v: int, others: Collection[int]) -> bool:
    """The variable shares a clause with each of the others."""
    return set(others) <= set(theory.peers(v))


# -- Singles and covers ---------------------------------------------------------------------------


def _single(position: Position, literal: int, _: Places, kinds: tuple[str, ...] = ()) -> bool:
    """The last candidate of a clause of these kinds (any house, if none are given)."""
    theory = position.theory
    return literal > 0 and any(
        theory.clauses[c].exactly_one
        and position.open_members(c) == [literal]
        and (_kind(theory, c) in kinds if kinds else _kind(theory, c) != "cell")
        for c in theory.occurrences[literal]
    )


def _last_digit(position: Position, literal: int, _: Places) -> bool:
    if literal < 0:
        return False
    r, c, _d = position.theory.coordinates(literal)
    layout = position.layout
    cell = (r - 1) * layout.size + c - 1
    return _single(position, literal, (), ("cell",)) and any(
        all(position.digit_in(other) for other in house.cells if other != cell)
        for house in layout.houses
        if cell in house.cells and len(house.cells) == layout.size
    )


def _locked(position: Position, literal: int, _: Places, from_lines: bool | None = None) -> bool:
    """All candidates of a clause lie with this one in another."""
    theory, v = position.theory, -literal
    if literal > 0:
        return False
    for base in _digit_clauses(position, v):
        left = position.open_members(base)
        if not left or v in left or not theory.clauses[base].exactly_one:
            continue
        if from_lines is not None and (_kind(theory, base) in LINES) != from_lines:
            continue
        if set.intersection(*(set(theory.occurrences[w]) for w in (v, *left))):
            return True
    return False


def _open_cells(position: Position, cells: Collection[int]) -> dict[int, frozenset[int]]:
    return {
        cell: frozenset(position.candidates_in(cell))
        for cell in cells
        if not position.digit_in(cell)
    }


def _mentioned(position: Position, cells: Collection[int], places: Places) -> bool:
    """These are the cells that the step mentions, if it mentions so many."""
    n = position.layout.size
    return len(places) != len(cells) or {(c // n + 1, c % n + 1) for c in cells} == set(places)


def _naked(position: Position, literal: int, places: Places, size: int = 2) -> bool:
    if literal > 0:
        return False
    n = position.layout.size
    r, c, digit = position.theory.coordinates(-literal)
    cell = (r - 1) * n + c - 1
    for house in position.layout.houses:
        if cell not in house.cells:
            continue
        small = {
            other: digits
            for other, digits in _open_cells(position, house.cells).items()
            if other != cell and len(digits) <= size
        }
        for chosen in combinations(small, size):
            union = frozenset[int]().union(*(small[other] for other in chosen))
            if len(union) == size and digit in union and _mentioned(position, chosen, places):
                return True
    return False


def _hidden(position: Position, literal: int, places: Places, size: int = 2) -> bool:
    if literal > 0:
        return False
    n = position.layout.size
    r, c, digit = position.theory.coordinates(-literal)
    cell = (r - 1) * n + c - 1
    for house in position.layout.houses:
        if cell not in house.cells or len(house.cells) != n:
            continue
        free = _open_cells(position, house.cells)
        where = {
            d: frozenset(other for other, digits in free.items() if d in digits)
            for d in range(1, n + 1)
            if d != digit and not any(position.digit_in(other) == d for other in house.cells)
        }
        few = {d: cells for d, cells in where.items() if len(cells) <= size}
        for chosen in combinations(few, size):
            union = frozenset[int]().union(*(few[d] for d in chosen))
            if len(union) == size and cell in union and _mentioned(position, union, places):
                return True
    return False


def _fish(position: Position, literal: int, _: Places, size: int = 2) -> bool:
    """So many lines in which the digit has only so many crossing lines."""
    if literal > 0:
        return False
    theory, v = position.theory, -literal
    clauses = _digit_clauses(position, v)
    for kind, axis in (("row", 1), ("column", 0)):
        own = theory.coordinates(v)[axis]
        places = []
        for clause in clauses:
            left = position.open_members(clause)
            if _kind(theory, clause) == kind and v not in left and 0 < len(left) <= size:
                places.append(frozenset(theory.coordinates(w)[axis] for w in left))
        for chosen in combinations(places, size):
            union = frozenset[int]().union(*chosen)
            if len(union) == size and own in union:
                return True
    return False


def _direct(position: Position, literal: int, places: Places, judge: Judge) -> bool:
    """What the technique denies leaves a digit one place in a house."""
    theory = position.theory
    return literal > 0 and any(
        theory.clauses[c].exactly_one
        and theory.clauses[c].house is not None
        and all(judge(position, -w, places) for w in position.open_members(c) if w != literal)
        for c in theory.occurrences[literal]
    )


# -- Wings and sets -------------------------------------------------------------------------------


def _twos(position: Position) -> Iterator[tuple[int, int]]:
    """The candidates of each cell that has two, in both orders."""
    for clause, known in enumerate(position.theory.clauses):
        if known.house is None and len(pair := position.open_members(clause)) == 2:
            yield pair[0], pair[1]
            yield pair[1], pair[0]


def _wing(position: Position, literal: int, _: Places, size: int = 2) -> bool:
    """A pivot of two (XY) or three (XYZ) candidates, and wings that share the literal's digit."""
    if literal > 0:
        return False
    theory, z = position.theory, -literal
    digit = theory.coordinates(z)[2]
    # (the wing's other candidate, its candidate of the digit, which z sees)
    wings = [
        (other, end)
        for other, end in _twos(position)
        if theory.coordinates(end)[2] == digit and end in theory.peers(z)
    ]
    for clause, known in enumerate(theory.clauses):
        pivot = position.open_members(clause) if known.house is None else []
        rest = [v for v in pivot if theory.coordinates(v)[2] != digit]
        own = [v for v in pivot if v not in rest]
        if len(pivot) != size or len(rest) != 2 or not _see(theory, z, own):
            continue
        for (a, _end), (b, _other) in product(wings, repeat=2):
            pairs = zip(rest, (a, b), strict=True)
            if all(_alike(theory, v, w) and w in theory.peers(v) for v, w in pairs):
                return True
    return False


def _alike(theory: Theory, v: int, w: int) -> bool:
    """Candidates of one digit."""
    return theory.coordinates(v)[2] == theory.coordinates(w)[2]


def _w_wing(position: Position, literal: int, _: Places) -> bool:
    """Two equal pairs that see z, linked by a digit with two places in a house."""
    if literal > 0:
        return False
    theory, z = position.theory, -literal
    ends = [
        other for other, end in _twos(position) if _alike(theory, end, z) and end in theory.peers(z)
    ]
    for a, b in combinations(ends, 2):
        if not _alike(theory, a, b):
            continue
        for clause in _digit_clauses(position, a):
            left = position.open_members(clause)
            if len(left) != 2 or not theory.clauses[clause].exactly_one or {a, b} & set(left):
                continue
            for v, w in (left, left[::-1]):
                if v in theory.peers(a) and w in theory.peers(b):
                    return True
    return False


def _als_xz(position: Position, literal: int, _: Places) -> bool:
    """Two sets of k cells and k + 1 digits; one lacks x, so that z is in the other."""
    if literal > 0:
        return False
    theory, z = position.theory, -literal
    digit, n = theory.coordinates(z)[2], position.layout.size
    sets = set[tuple[frozenset[int], frozenset[int]]]()  # (cells, candidates)
    for house in position.layout.houses:
        free = _open_cells(position, house.cells)
        for size in range(1, 5):
            for cells in combinations(free, size):
                digits = frozenset[int]().union(*(free[cell] for cell in cells))
                if len(digits) != size + 1 or digit not in digits:
                    continue
                held = frozenset(cell * n + d for cell in cells for d in free[cell])
                ends = [v for v in held if _alike(theory, v, z)]
                if _see(theory, z, ends):
                    sets.add((frozenset(cells), held))
    for (own, first), (others, second) in combinations(sets, 2):
        if own & others:
            continue
        for x in {theory.coordinates(v)[2] for v in first} - {digit}:
            a = [v for v in first if theory.coordinates(v)[2] == x]
            b = [v for v in second if theory.coordinates(v)[2] == x]
            if b and all(_see(theory, v, b) for v in a):
                return True
    return False


# -- Chains and refutations -----------------------------------------------------------------------


def _chain(
    position: Position,
    literal: int,
    _: Places,
    one_digit: bool = False,
    cells_only: bool = False,
    any_end: bool = False,
) -> bool:
    """Supposing the opposite, clauses of two candidates lead to one with none.

    That is an alternating chain. any_end: the clause that breaks may have more (a forcing chain).
    """
    theory = position.theory
    digit = theory.coordinates(abs(literal))[2]

    def fits(clause: int) -> bool:
        known = theory.clauses[clause]
        return known.exactly_one and not (
            (one_digit and known.digit != digit) or (cells_only and known.house is not None)
        )

    strong = {
        c: left
        for c in range(len(theory.clauses))
        if fits(c) and len(left := position.open_members(c)) == 2
    }
    true, false, queue = set[int](), set[int](), [-literal]
    for supposed in queue:  # grows while it is read
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


def _two_strong(
    position: Position, literal: int, _: Places, kinds: tuple[str, str] | None = None
) -> bool:
    """Two clauses of the digit with two places each: one of their far ends is true."""
    if literal > 0:
        return False
    theory, z = position.theory, -literal
    links = [
        (_kind(theory, c), left)
        for c in _digit_clauses(position, z)
        if theory.clauses[c].exactly_one and len(left := position.open_members(c)) == 2
    ]
    for (kind, first), (other, second) in combinations(links, 2):
        if kinds and sorted((kind, other)) != sorted(kinds):
            continue
        for (a, b), (c, d) in product((first, first[::-1]), (second, second[::-1])):
            if c in theory.peers(b) and _see(theory, z, (a, d)):
                return True
    return False


def _either(position: Position, literal: int, places: Places, judges: tuple[Judge, ...]) -> bool:
    return any(judge(position, literal, places) for judge in judges)


def _of_one_digit(position: Position, literal: int, _: Places) -> bool:
    """The clauses of one digit entail it."""
    clauses = _digit_clauses(position, abs(literal))
    return is_entailed(position.theory, position.status, clauses, literal)


def _refutation(position: Position, literal: int, _: Places) -> bool:
    """Supposing the opposite, the base rules break a clause."""
    return _deduced(position, -literal) is None


def _nested(position: Position, literal: int, _: Places) -> bool:
    """Whatever follows at all has a nested refutation."""
    return follows(position, literal)


def _rectangle(position: Position, literal: int, _: Places) -> bool:
    return any(-literal in step.denied for step in unique_rectangles(position))


def _grave(position: Position, literal: int, _: Places) -> bool:
    step = universal_grave(position)
    return step is not None and literal in step.asserted


# -- By name --------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _judges() -> dict[str, Judge]:
    pointing, claiming = partial(_locked, from_lines=False), partial(_locked, from_lines=True)
    sky = _either_of(("row", "row"), ("column", "column"))
    grouped = (_chain, _nested)
    by_names: dict[str, Judge] = {
        "last digit, full house": _last_digit,
        "hidden single, hidden single in a line": _single,
        "naked single": partial(_single, kinds=("cell",)),
        "pointing, locked candidates type 1 (pointing), pointing pair, pointing triple": pointing,
        "claiming, locked candidates type 2 (claiming), box/line reduction": claiming,
        "locked candidates, intersection": _locked,
        "direct pointing": partial(_direct, judge=pointing),
        "direct claiming": partial(_direct, judge=claiming),
        "direct hidden pair": partial(_direct, judge=_hidden),
        "direct hidden triple": partial(_direct, judge=partial(_hidden, size=3)),
        "naked pair, locked pair": _naked,
        "naked triple, locked triple": partial(_naked, size=3),
        "naked quad, naked quadruple": partial(_naked, size=4),
        "hidden pair": _hidden,
        "hidden triple": partial(_hidden, size=3),
        "hidden quad, hidden quadruple": partial(_hidden, size=4),
        "X-wing": _fish,
        "swordfish": partial(_fish, size=3),
        "jellyfish": partial(_fish, size=4),
        "XY-wing, Y-wing": _wing,
        "XYZ-wing": partial(_wing, size=3),
        "W-wing": _w_wing,
        "ALS-XZ, almost locked set XZ-rule": _als_xz,
        "skyscraper": sky,
        "two-string kite, 2-string kite": partial(_two_strong, kinds=LINES),
        "turbot fish": _two_strong,
        "X-chain": partial(_chain, one_digit=True),
        "XY-chain": partial(_chain, cells_only=True),
        "chain, AIC, alternating inference chain, continuous loop, continuous nice loop, "
        "discontinuous nice loop, nice loop, remote pair": _chain,
        "forcing chain, cell forcing chain, region forcing chain": partial(_chain, any_end=True),
        "grouped X-chain, empty rectangle, finned X-wing, sashimi X-wing, finned swordfish, "
        "sashimi swordfish, finned jellyfish, sashimi jellyfish, single-digit refutation, "
        "general cover, franken X-wing, franken swordfish, franken jellyfish, mutant X-wing, "
        "mutant swordfish, mutant jellyfish": _of_one_digit,
        "grouped chain, grouped AIC, grouped continuous nice loop, "
        "grouped discontinuous nice loop": partial(_either, judges=grouped),
        "refutation, nishio, forcing net": _refutation,
        "refutation with locked candidates, nested refutation": _nested,
        "unique rectangle, uniqueness test 1, unique rectangle type 1": _rectangle,
        "BUG+1, bivalue universal grave + 1": _grave,
    }
    return {folded(name): judge for names, judge in by_names.items() for name in names.split(", ")}


def _either_of(*kinds: tuple[str, str]) -> Judge:
    return partial(_either, judges=tuple(partial(_two_strong, kinds=pair) for pair in kinds))
