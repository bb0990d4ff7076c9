"""The judge of arguments of several premises: two or three rules, or rules and a house, together.

By definition, the premises together entail the literal, with what their cells see of each other;
without any one of them they do not, nor do the houses alone. CP-SAT is asked, in its own words for
what the rules say (`encodings.cpsat_forms`); the finder searches clauses for ways to fill cells.

What is known is what a person knows: the candidates of the cells of the premises. Cells see each
other by houses, and by rules about the whole board (anti-knight).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any

from ...cancellation import stop_if_cancelled
from ...constraints.forms import Distinct, Relation
from ...constraints.kind_table import forms_of
from ...encodings.cpsat_forms import say_rules
from ...frozen import frozen
from ...layout import Layout
from ...theory import Theory
from ..position import Position
from .base import Places

#: Arguments with names of their own: the kinds of their rules, the fewest of these, and whether a
#: house is among the premises (None: either).
_CAGES, _DOTS = {"killer", "sum"}, {"difference", "ratio", "pair-sum"}
NAMED: dict[str, tuple[set[str], int, bool | None]] = {
    "killer pair": (_CAGES, 2, True),
    "cages must contain": (_CAGES, 1, True),
    "hidden cage": (_CAGES, 1, True),
    "cages together": (_CAGES, 2, False),
    "renban must contain": ({"renban"}, 1, True),
    "whisper polarity": ({"whisper"}, 1, None),
    "circle must contain": ({"quadruple", "contain-exactly"}, 1, True),
    "dot chain": (_DOTS, 2, False),
    "dots in a house": (_DOTS, 1, True),
    "thermometer bounds": ({"thermometer", "slow-thermometer"}, 1, None),
    "arrow bounds": ({"arrow"}, 1, None),
}
#: Arguments of these for which what is concluded is of cells outside the rules.
OUTSIDE = ("killer pair", "cages must contain", "renban must contain", "circle must contain")
#: The most work of CP-SAT on one question, in its deterministic seconds.
MOST_WORK = 1.0


@frozen
class Premise:
    """A rule of the layout, by its number and kind, or a house (rule -1); its cells."""

    rule: int
    kind: str
    cells: frozenset[int]


def together(
    position: Position,
    literal: int,
    places: Places,
    sizes: Sequence[int] = (2, 3),
    name: str = "",
    among: Collection[int] | None = None,
) -> bool:
    """Return whether so many premises, and no fewer of them, give the literal.

    name: of the argument, if it has one of its own. among: the clauses that the step names, by
    index; None if it is text, with the cells that it mentions instead.
    """
    theory = position.theory
    own = theory.cell_of(abs(literal))
    premises = _premises(theory)
    # What the step names or mentions says which rules are meant; others are tried afterwards. (It
    # does not say which houses: those by which cells see each other are named, too.)
    if among is None:
        mentioned = _cells_at(theory.known_layout, places)
        meant = [one for one in premises if one.rule < 0 or one.cells <= mentioned]
    else:
        numbers = {theory.clauses[clause].rule for clause in among}
        meant = [one for one in premises if one.rule < 0 or one.rule in numbers]
    for known in (meant, premises) if len(meant) < len(premises) else (premises,):
        for size in sizes:
            for chosen in _sufficient(position, literal, known, size):
                if _fits(chosen, name, own) and _is_needed(position, literal, chosen):
                    return True
    return False


def _cells_at(layout: Layout, places: Places) -> set[int]:
    """Return the cells at these rows and columns, from 1."""
    named = set()
    for cell in layout.all_cells:
        row, column = layout.places.place(cell)
        if (row + 1, column + 1) in places:
            named.add(cell)
    return named


def _fits(chosen: Sequence[Premise], name: str, own: int) -> bool:
    """Return whether the premises are those of an argument of this name."""
    rules = [one for one in chosen if one.rule >= 0]
    if not name:
        return bool(rules)
    kinds, fewest, with_house = NAMED[name]
    if len(rules) < fewest or any(rule.kind not in kinds for rule in rules):
        return False
    if name in OUTSIDE and any(own in rule.cells for rule in rules):
        return False
    return with_house in (None, len(rules) < len(chosen))


@lru_cache(maxsize=8)
def _premises(theory: Theory) -> list[Premise]:
    """Return the rules that have cells of their own, and the houses that hold every digit."""
    layout = theory.known_layout
    found = []
    for number, rule in enumerate(theory.rules):
        constraint = layout.constraints[number]
        members = {v for clause in rule.clauses for v in theory.on_board(theory.members[clause])}
        cells = frozenset(map(theory.cell_of, members)) | frozenset(constraint.cells)
        if constraint.cells:
            found.append(Premise(number, constraint.kind, cells))
    for house in layout.houses:
        if len(house.cells) == layout.size:
            found.append(Premise(-1, house.kind, frozenset(house.cells)))
    return found


# Idea: what some premises entail, all premises entail. So sets of premises are halved as long as
# they entail the literal, and few sets are left to try one by one.
def _sufficient(
    position: Position, literal: int, premises: Sequence[Premise], size: int
) -> Iterator[tuple[Premise, ...]]:
    """Yield so many premises each that entail the literal, one of which has its cell."""
    own = position.theory.cell_of(abs(literal))
    having = [one for one in premises if own in one.cells]
    for number, first in enumerate(having):
        others = [one for one in premises if one not in having[: number + 1]]
        # Those that share a cell with the first come first, since most arguments are of such.
        others.sort(key=lambda one: one.cells.isdisjoint(first.cells))
        yield from _halved(position, literal, [((first,), 1), (tuple(others), size - 1)])


def _halved(
    position: Position, literal: int, parts: Sequence[tuple[tuple[Premise, ...], int]]
) -> Iterator[tuple[Premise, ...]]:
    """Yield premises that entail the literal, of each part as many as it says."""
    stop_if_cancelled()
    parts = [part for part in parts if part[1]]
    if any(len(some) < number for some, number in parts):
        return
    every = tuple(one for some, _ in parts for one in some)
    is_last = all(len(some) == number for some, number in parts)
    verdict = refuted(position, -literal, every)
    if verdict is False or (is_last and not verdict):
        return
    if is_last:
        yield every
        return
    some, number = max(parts, key=lambda part: len(part[0]) - part[1])
    rest = [part for part in parts if part != (some, number)]
    middle = len(some) // 2
    for taken in range(number, -1, -1):
        halves = [(some[:middle], taken), (some[middle:], number - taken)]
        yield from _halved(position, literal, [*rest, *halves])


def _is_needed(position: Position, literal: int, chosen: Sequence[Premise]) -> bool:
    """Return whether premises that entail the literal do not without any one of them; or whether
    there is no way at all to fill their cells."""
    if refuted(position, literal, chosen):
        return True
    for left_out in chosen:
        others = [one for one in chosen if one is not left_out]
        if refuted(position, -literal, others):
            return False
    cells = frozenset[int]().union(*(one.cells for one in chosen))
    return not refuted(position, -literal, [Premise(-1, "", cells)])


def refuted(position: Position, literal: int, chosen: Sequence[Premise]) -> bool | None:
    """Return whether no way to fill the cells of these premises, by them and by what the cells see
    of each other, has the literal; None if that takes too long."""
    from ortools.sat.python import cp_model

    layout = position.layout
    own, digit = layout.cell_and_digit(abs(literal))
    cells = frozenset[int]().union(*(one.cells for one in chosen))
    if own not in cells:
        return False
    model = cp_model.CpModel()
    variables: list[Any] = [None] * layout.cell_count
    for cell in sorted(cells):
        placed = position.digit_in(cell)
        digits = [placed] if placed else list(position.candidates_in(cell))
        if cell == own:
            digits = [d for d in digits if (d == digit) == (literal > 0)]
        if not digits:
            return True
        domain = cp_model.Domain.from_values(digits)
        variables[cell] = model.new_int_var_from_domain(domain, layout.cell_name(cell))
    for house in layout.houses:
        inside = [variables[cell] for cell in house.cells if cell in cells]
        if len(inside) > 1:
            model.add_all_different(inside)
    _say_global_rules(model, variables, layout)
    rules = tuple(sorted(one.rule for one in chosen if one.rule >= 0))
    if rules:
        say_rules(model, variables, _layout_with(layout, rules))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = MOST_WORK
    status = solver.solve(model)
    return None if status == cp_model.UNKNOWN else bool(status == cp_model.INFEASIBLE)


@lru_cache(maxsize=256)
def _layout_with(layout: Layout, rules: tuple[int, ...]) -> Layout:
    """Return the layout with these of its rules, by number."""
    return layout.without_constraints().with_constraints(*(layout.constraints[k] for k in rules))


def _say_global_rules(model: Any, variables: Sequence[Any], layout: Layout) -> None:
    """Add what rules about the whole board say of pairs and sets of the variables."""
    shift = 1 - layout.digits[0]
    for constraint in layout.constraints:
        if constraint.cells:
            continue
        for form in forms_of(constraint, layout):
            match form:
                case Distinct(cells):
                    inside = [variables[cell] for cell in cells if variables[cell] is not None]
                    if len(inside) > 1:
                        model.add_all_different(inside)
                case Relation(a, b, pairs):
                    if variables[a] is not None and variables[b] is not None:
                        allowed = [(x + shift, y + shift) for x, y in pairs]
                        model.add_allowed_assignments([variables[a], variables[b]], allowed)
