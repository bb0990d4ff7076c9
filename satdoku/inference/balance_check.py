"""The judge of steps by equations: do houses and rules, added up, force the conclusion?

It shares no code with the search for equations. What each rule is claimed to say is compared with
the rule's own forms; the houses and rules are added up again; and the cells left over are tried
with all digits that they may hold, the opposite of the conclusion among them: a digit that would be
placed is taken from those of them that see it. Of what the cells see of each other only the clauses
that the step names are used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from ..constraints.forms import Distinct, Form, Relation, Sets, Sum
from ..constraints.linear import Balance, LinearRow
from ..constraints.registry import all_forms
from ..layout_data import LayoutData
from ..theory import Theory
from .deduction import DENIED

#: Most cells whose ways are tried.
FEW = 4


def follows_by_equation(
    theory: Theory, status: Sequence[int], equation: Balance, clauses: Iterable[int], literal: int
) -> bool:
    """Return whether the equation, with what is known, forces the literal (v or -v). clauses: those
    that say which cells see each other."""
    layout = theory.known_layout
    if not _holds(layout, equation):
        return False
    weights, total = _added_up(equation)
    own, own_digit = theory.cell_and_digit(abs(literal))
    is_outside = own not in weights
    if is_outside and literal > 0:
        return False
    named = set(clauses)
    values = {}
    for cell, weight in weights.items():
        own_values = {}
        for d in layout.digit_numbers:
            v = theory.variable_of(cell, d)
            is_possible = status[v] != DENIED
            if cell == own and (d == own_digit) != (literal < 0):
                is_possible = False
            if literal < 0 and cell != own and _share_one(theory, v, -literal, named):
                is_possible = False
            if is_possible:
                own_values[d] = weight * equation.worths[d - 1]
        values[cell] = own_values
    reached = {0}
    for cells in _seeing(theory, values, equation.parts, named):
        some = [values[cell] for cell in cells]
        sets = _sets_among(theory, cells, named)
        sums = _sums(layout, some, sets)
        reached = {before + after for before in reached for after in sums}
    return total not in reached


def sums_to(layout: LayoutData, equation: Balance, weights: Mapping[int, int], total: int) -> bool:
    """Return whether the equation holds on every board, and leaves over just this."""
    return _holds(layout, equation) and _added_up(equation) == (dict(weights), total)


def _holds(layout: LayoutData, equation: Balance) -> bool:
    """Return whether the full sets are full, and the rules say what is claimed."""
    worth = dict(zip(layout.digits, equation.worths, strict=True))
    for full in (*equation.added, *equation.taken):
        if not _is_full(layout, full.cells):
            return False
    for said, _ in equation.rules:
        own = all_forms(layout)[said.rule]
        says = any(_says(form, said, worth) for form in own)
        if not (says or _say_together(own, said, worth)):
            return False
    return True


def _added_up(equation: Balance) -> tuple[dict[int, int], int]:
    """Return the weights of the cells that are left over, and the total."""
    weights = Counter[int]()
    whole = sum(equation.worths)
    total = 0
    for full in equation.added:
        weights.update(full.cells)
        total += whole
    for full in equation.taken:
        weights.subtract(full.cells)
        total -= whole
    for said, times in equation.rules:
        total -= times * said.total
        for cell, weight in said.weights:
            weights[cell] -= times * weight
    left = {cell: weight for cell, weight in weights.items() if weight}
    return left, total


def _is_full(layout: LayoutData, cells: Sequence[int]) -> bool:
    """Return whether a house, or a rule, makes the cells hold every digit."""
    wanted = set(cells)
    if len(wanted) != layout.size:
        return False
    if any(wanted == set(house.cells) for house in layout.houses):
        return True
    for some in all_forms(layout):
        for form in some:
            if isinstance(form, Distinct | Sets) and wanted == set(form.cells):
                return True
    return False


def _says(form: Form, said: LinearRow, worth: Mapping[int, int]) -> bool:
    """Return whether a form of the rule says this."""
    weights = dict(said.weights)
    match form:
        case Sum(cells, coefficients, total):
            is_plain = all(worth[d] == d for d in worth)
            same = weights == dict(zip(cells, coefficients, strict=True))
            return is_plain and same and said.total == total
        case Sets(cells, sets):
            same = weights == dict.fromkeys(cells, 1)
            return same and all(sum(worth[d] for d in some) == said.total for some in sets)
        case Relation(first, second, pairs):
            if set(weights) != {first, second}:
                return False
            one = weights[first]
            other = weights[second]
            return all(one * worth[a] + other * worth[b] == said.total for a, b in pairs)
    return False


def _say_together(some: Sequence[Form], said: LinearRow, worth: Mapping[int, int]) -> bool:
    """Return whether the pairs of few cells, all of them together, say this: every way to fill the
    cells is tried."""
    weights = dict(said.weights)
    if len(weights) > FEW:
        return False
    apart = dict[tuple[int, int], frozenset[tuple[int, int]]]()
    for form in some:
        if isinstance(form, Relation):
            apart[form.first, form.second] = frozenset(form.pairs)
    ways: list[dict[int, int]] = [{}]
    for cell in weights:
        longer = []
        for way in ways:
            for digit in worth:
                fits = True
                for other, held in way.items():
                    one = apart.get((cell, other))
                    two = apart.get((other, cell))
                    fits = fits and (one is None or (digit, held) in one)
                    fits = fits and (two is None or (held, digit) in two)
                if fits:
                    longer.append({**way, cell: digit})
        ways = longer
    totals = [sum(weights[cell] * worth[d] for cell, d in way.items()) for way in ways]
    return all(total == said.total for total in totals)


def _seeing(
    theory: Theory, cells: Iterable[int], parts: Sequence[Sequence[int]], named: set[int]
) -> list[list[int]]:
    """Return the cells in the parts as claimed if their cells see each other by the named clauses,
    the others one by one."""
    left = set(cells)
    groups = []
    for part in parts:
        own = [cell for cell in part if cell in left]
        if all(_see(theory, cell, other, named) for cell, other in combinations(own, 2)):
            groups.append(own)
            left.difference_update(own)
    return [*groups, *([cell] for cell in sorted(left))]


def _see(theory: Theory, cell: int, other: int, named: set[int]) -> bool:
    """Return whether a named clause keeps each digit that both may hold from being in both."""
    for d in theory.known_layout.digit_numbers:
        first = theory.variable_of(cell, d)
        second = theory.variable_of(other, d)
        if not _share_one(theory, first, second, named):
            return False
    return True


def _share_one(theory: Theory, first: int, second: int, named: set[int]) -> bool:
    """Return whether a named clause has both candidates, so that not both are true."""
    shared = named.intersection(theory.occurrences[first], theory.occurrences[second])
    return bool(shared)


def _sets_among(theory: Theory, cells: list[int], named: set[int]) -> list[frozenset[int]] | None:
    """Return the sets of digits of a rule on exactly these cells that a named clause belongs to."""
    for number, some in enumerate(all_forms(theory.known_layout)):
        if not any(theory.clauses[c].rule == number for c in named):
            continue
        for form in some:
            if isinstance(form, Sets) and set(form.cells) == set(cells):
                return list(form.sets)
    return None


def _sums(
    layout: LayoutData, values: Sequence[Mapping[int, int]], sets: list[frozenset[int]] | None
) -> set[int]:
    """Return the sums that different digits of some cells can have; sets: those they can hold."""
    reached: set[tuple[frozenset[int], int]] = {(frozenset(), 0)}
    for own in values:
        longer = set()
        for used, total in reached:
            for d, value in own.items():
                if d not in used:
                    longer.add((used | {d}, total + value))
        reached = longer
    low = layout.digits[0] - 1
    found = set()
    for used, total in reached:
        digits = frozenset(d + low for d in used)
        if sets is None or digits in sets:
            found.add(total)
    return found
