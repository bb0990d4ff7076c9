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

from ...constraints.constraint import Constraint
from ...frozen import frozen
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
    on_board = theory.board_variables + 1
    known = bytes(position.status[:on_board]) + bytes(theory.variable_count + 1 - on_board)
    clauses = list[int]()
    cells = set[int]()
    for rule in chosen.rules:
        clauses += theory.rules[rule].clauses
        cells |= _cells_of_rules(theory)[rule]
    for house in chosen.houses:
        clauses += _clauses_of_houses(theory)[house]
        cells.update(theory.known_layout.houses[house].cells)
    if theory.cell_of(abs(literal)) not in cells:
        return False
    return is_entailed(theory, known, (*clauses, *among_cells(theory, cells)), literal)


# -- Premises to try ------------------------------------------------------------------------------


def _to_try(position: Position, literal: int, sizes: Sequence[int]) -> Iterator[Together]:
    """Yield premises: those that steps of the finder name, then any two."""
    theory = position.theory
    for size in sizes:
        for clauses in _suggested(theory, bytes(position.status), NAMES[size], literal):
            yield from _named(theory, clauses, size)
    if 2 in sizes and follows(position, literal):
        yield from _any_two(theory, theory.cell_of(abs(literal)))


def _suggested(theory: Theory, status: bytes, name: str, literal: int) -> list[Indexes]:
    """Return the clauses that steps of the finder name for a literal."""
    return _named_by_finder(theory, status, name).get(literal, [])


@lru_cache(maxsize=64)
def _named_by_finder(theory: Theory, status: bytes, name: str) -> dict[int, list[Indexes]]:
    found: dict[int, list[Indexes]] = {}
    for step in steps_at(Position(theory, status), name):
        for literal in step.literals:
            found.setdefault(literal, []).append(step.clauses)
    return found


def _named(theory: Theory, clauses: Indexes, size: int) -> Iterator[Together]:
    """Yield the rules named, each time with as many of the houses named as are still allowed."""
    named = set(clauses)
    rules = [k for k in _own_rules(theory) if named.issuperset(theory.rules[k].clauses)]
    houses = [k for k, own in enumerate(_clauses_of_houses(theory)) if not named.isdisjoint(own)]
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
                yield Together((min(one, two), max(one, two)), ())
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
        found.append(_cells_of_rule(theory, constraint, rule.clauses))
    return found


def _cells_of_rule(theory: Theory, constraint: Constraint, clauses: Indexes) -> frozenset[int]:
    cells = {cell for inside in constraint.all() for cell in inside.cells}
    if not cells:
        return frozenset()
    for c in clauses:
        cells.update(map(theory.cell_of, theory.on_board(theory.members[c])))
    return frozenset(cells)


@lru_cache(maxsize=8)
def _clauses_of_houses(theory: Theory) -> list[Indexes]:
    """Return the clauses of each house's digits."""
    numbers = {house: number for number, house in enumerate(theory.known_layout.houses)}
    found = [list[int]() for _ in numbers]
    for c, clause in enumerate(theory.clauses):
        if clause.rule is None and clause.digit and clause.house in numbers:
            found[numbers[clause.house]].append(c)
    return [tuple(clauses) for clauses in found]
