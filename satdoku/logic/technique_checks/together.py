"""The judge of arguments of several premises: two or three rules, or rules and houses, together.

By definition the premises entail the literal, with what their cells see of each other. This is
asked of the clauses of these rules and houses alone, by the checker of steps. Fewer premises may
be enough: such a step is simpler than it says, and not wrong.

Nothing that the finder concludes is believed: its steps say which premises to try first, and no
more. Then any two premises are tried, if the literal is true at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from ...frozen import frozen
from ...geometry import House
from ...inference.entailment import is_entailed
from ...layout import Layout
from ...theory import Indexes, Theory
from ..position import Position
from ..search.listing import steps_at
from .base import Places, follows
from .covers import among_cells

#: The technique of so many premises.
NAMES = {2: "two rules together", 3: "three rules together"}
#: Arguments with names of their own: the kinds of their rules, the fewest of these, and whether a
#: house may be among the premises.
CAGES, DOTS = {"killer", "sum"}, {"difference", "ratio", "pair-sum"}
NAMED: dict[str, tuple[set[str], int, bool]] = {
    "killer pair": (CAGES, 2, True),
    "cages must contain": (CAGES, 1, True),
    "hidden cage": (CAGES, 1, True),
    "cages together": (CAGES, 2, False),
    "renban must contain": ({"renban"}, 1, True),
    "whisper polarity": ({"whisper"}, 1, True),
    "circle must contain": ({"quadruple", "contain-exactly"}, 1, True),
    "dot chain": (DOTS, 2, False),
    "dots in a house": (DOTS, 1, True),
    "thermometer bounds": ({"thermometer", "slow-thermometer"}, 1, True),
    "arrow bounds": ({"arrow"}, 1, True),
}


@frozen
class Together:
    """Rules and houses, by their numbers in the layout."""

    rules: tuple[int, ...]
    houses: tuple[int, ...]


def together(
    position: Position, literal: int, _: Places, sizes: Sequence[int] = (2, 3), name: str = ""
) -> bool:
    """Return whether so many premises give the literal. name: of the argument, if it has one of its
    own."""
    layout = position.layout
    tried = set[Together]()
    for chosen in _to_try(position, literal, sizes):
        if chosen in tried or not _fits(layout, chosen, name):
            continue
        tried.add(chosen)
        if _entail(position, literal, chosen):
            return True
    return False


def _fits(layout: Layout, chosen: Together, name: str) -> bool:
    """Return whether these are premises of an argument of this name."""
    if not name:
        return True
    kinds, fewest, takes_houses = NAMED[name]
    own = [layout.constraints[rule].kind for rule in chosen.rules]
    if len(own) < fewest or not kinds.issuperset(own):
        return False
    return takes_houses or not chosen.houses


def _entail(position: Position, literal: int, chosen: Together) -> bool:
    """Return whether the premises entail the literal, with the candidates of their cells and what
    these see of each other. (What is known of auxiliary variables may rest on other rules.)"""
    theory = position.theory
    known = bytearray(position.status)
    known[theory.board_variables + 1 :] = bytes(len(theory.helper_names))
    of_rules = _cells_of_rules(theory)
    of_houses = _clauses_of_houses(theory)
    clauses = list[int]()
    cells = set[int]()
    for rule in chosen.rules:
        clauses += theory.rules[rule].clauses
        cells |= of_rules[rule]
    for number in chosen.houses:
        house = theory.known_layout.houses[number]
        clauses += of_houses[number]
        cells.update(house.cells)
    own = theory.cell_of(abs(literal))
    if own not in cells:
        return False
    clauses += among_cells(theory, cells)
    return is_entailed(theory, known, clauses, literal)


# -- Premises to try ------------------------------------------------------------------------------


def _to_try(position: Position, literal: int, sizes: Sequence[int]) -> Iterator[Together]:
    """Yield premises: those that steps of the finder name, then any two."""
    theory = position.theory
    status = bytes(position.status)
    for size in sizes:
        named = _named_by_finder(theory, status, NAMES[size])
        for clauses in named.get(literal, ()):
            yield from _named(theory, clauses, size)
    if 2 in sizes and follows(position, literal):
        own = theory.cell_of(abs(literal))
        yield from _any_two(theory, own)


@lru_cache(maxsize=64)
def _named_by_finder(theory: Theory, status: bytes, name: str) -> dict[int, list[Indexes]]:
    """Return the clauses that steps of the finder name, by literal."""
    position = Position(theory, status)
    found: dict[int, list[Indexes]] = {}
    for step in steps_at(position, name):
        for literal in step.literals:
            named = found.setdefault(literal, [])
            named.append(step.clauses)
    return found


def _named(theory: Theory, clauses: Indexes, size: int) -> Iterator[Together]:
    """Yield the rules named, each time with as many of the houses named as are still allowed."""
    named = set(clauses)
    rules = list[int]()
    for rule in _own_rules(theory):
        own = theory.rules[rule].clauses
        # (A rule that always holds has no clauses, and no step rests on it.)
        if own and named.issuperset(own):
            rules.append(rule)
    houses = list[int]()
    for house, of_house in enumerate(_clauses_of_houses(theory)):
        if not named.isdisjoint(of_house):
            houses.append(house)
    left = min(size - len(rules), len(houses))
    for number in range(left, -1, -1):
        for some in combinations(houses, number):
            yield Together(tuple(rules), some)


def _any_two(theory: Theory, cell: int) -> Iterator[Together]:
    """Yield two premises, rules or houses of which one has the cell and one at least is a rule."""
    layout = theory.known_layout
    of_rules = _cells_of_rules(theory)
    rules = _own_rules(theory)
    with_cell = [rule for rule in rules if cell in of_rules[rule]]
    for one in with_cell:
        for two in rules:
            if two != one:
                both = sorted((one, two))
                yield Together(tuple(both), ())
        for house in range(len(layout.houses)):
            yield Together((one,), (house,))
    for house, known in enumerate(layout.houses):
        if cell in known.cells:
            for rule in rules:
                yield Together((rule,), (house,))


def _own_rules(theory: Theory) -> list[int]:
    """Return the rules that have cells of their own. (By others, cells see each other.)"""
    return [rule for rule, cells in enumerate(_cells_of_rules(theory)) if cells]


@lru_cache(maxsize=8)
def _cells_of_rules(theory: Theory) -> list[frozenset[int]]:
    """Return the cells of each rule that has cells of its own."""
    found = []
    for constraint, rule in zip(theory.known_layout.constraints, theory.rules, strict=True):
        cells = set[int]()
        for inside in constraint.all():
            cells.update(inside.cells)
        if cells:
            cells |= _cells_in(theory, rule.clauses)
        found.append(frozenset(cells))
    return found


def _cells_in(theory: Theory, clauses: Indexes) -> set[int]:
    """Return the cells of the board's variables in clauses."""
    cells = set[int]()
    for c in clauses:
        for v in theory.on_board(theory.members[c]):
            cell = theory.cell_of(v)
            cells.add(cell)
    return cells


@lru_cache(maxsize=8)
def _clauses_of_houses(theory: Theory) -> list[Indexes]:
    """Return the clauses of each house's digits."""
    houses = theory.known_layout.houses
    found: dict[House, list[int]] = {house: [] for house in houses}
    for c, clause in enumerate(theory.board_clauses):
        if clause.digit and clause.house in found:
            own = found[clause.house]
            own.append(c)
    return [tuple(found[house]) for house in houses]
