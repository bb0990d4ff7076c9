"""Colours: the cells that are known to be equal at a position, and what they see together."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ....constraints.differing import apart_by_rules, equal_by_rules
from ....constraints.equations import count_balances, sum_balances
from ....constraints.linear import Balance
from ....frozen import frozen
from ....theory import Indexes, Theory
from ...equalities import OnceEach, SameDigit
from ...view import View, bits_of, ones


@frozen
class PlacesOfDigits:
    """Cells that hold each of some digits once. clauses: by digit. equations: by digit, where no
    clause says it."""

    cells: int
    clauses: dict[int, int]
    equations: dict[int, Balance]


@lru_cache(maxsize=8)
def apart(theory: Theory) -> list[list[int]]:
    """Return for each digit and cell the cells that cannot hold the digit too, as bits."""
    layout = theory.known_layout
    found = [[0] * layout.cell_count for _ in range(layout.size + 1)]
    for cell in range(layout.cell_count):
        for d in layout.digit_numbers:
            v = theory.variable_of(cell, d)
            for w in theory.on_board(theory.peers(v)):
                other, e = theory.cell_and_digit(w)
                if e == d:
                    found[d][cell] |= 1 << other
    for (one, other), (digits, _) in apart_by_rules(layout).items():
        for d in ones(digits):
            found[d][one] |= 1 << other
    return found


@lru_cache(maxsize=8)
def places_of_digits(theory: Theory) -> tuple[PlacesOfDigits, ...]:
    """Return the sets of cells that hold digits once: houses, rules, and what equations leave."""
    layout = theory.known_layout
    clauses: dict[int, dict[int, int]] = {}
    for c, clause in enumerate(theory.clauses):
        members = theory.members[c]
        is_of_board = theory.is_board(max(members))
        if clause.cell or not clause.exactly_one or not is_of_board:
            continue
        digits = {theory.cell_and_digit(v)[1] for v in members}
        if len(digits) == 1:
            cells = bits_of(theory.cell_of(v) for v in members)
            own = clauses.setdefault(cells, {})
            own.setdefault(digits.pop(), c)
    equations: dict[int, dict[int, Balance]] = {}
    for balance in count_balances(layout):
        is_plain = balance.total == 1 and all(weight == 1 for _, weight in balance.weights)
        if is_plain and sum(balance.worths) == 1 and balance.cell_bits not in clauses:
            counted = equations.setdefault(balance.cell_bits, {})
            digit = balance.worths.index(1) + 1
            counted.setdefault(digit, balance)
    found = [PlacesOfDigits(cells, own, {}) for cells, own in clauses.items()]
    found += [PlacesOfDigits(cells, {}, counted) for cells, counted in equations.items()]
    return tuple(found)


def clauses_of_rule(theory: Theory, rule: int, cells: Iterable[int]) -> Indexes:
    """Return the clauses of a rule, and those by which these cells hold one digit each."""
    of_cells = []
    for cell in cells:
        own = theory.occurrences[theory.variable_of(cell, 1)]
        of_cells += [c for c in own if theory.clauses[c].cell]
    return (*theory.rules[rule].clauses, *of_cells)


@lru_cache(maxsize=8)
def equal_at_once(theory: Theory) -> tuple[SameDigit, ...]:
    """Return what rules and equations of sums say of two cells."""
    layout = theory.known_layout
    found: dict[tuple[int, int], SameDigit] = {}
    for pair, rule in equal_by_rules(layout).items():
        found[pair] = SameDigit(*pair, rule=rule, clauses=clauses_of_rule(theory, rule, pair))
    for balance in sum_balances(layout):
        weights = sorted(weight for _, weight in balance.weights)
        if balance.total == 0 and weights == [-1, 1]:
            first, second = (cell for cell, _ in balance.weights)
            found.setdefault((first, second), SameDigit(first, second, equation=balance))
    return tuple(found.values())


@frozen
class Evidence:
    """What a conclusion rests on: clauses, claims of equal cells, and perhaps cells that hold some
    digits once. rules: by which cells differ. linked: two candidates that a clause links."""

    clauses: Indexes
    needs: tuple[SameDigit, ...]
    once: OnceEach | None = None
    rules: tuple[int, ...] = ()
    linked: tuple[int, int] | None = None


def together(
    view: View, parts: Iterable[Evidence], clauses: Iterable[int], once: OnceEach | None = None
) -> Evidence:
    """Return all that parts rest on, and these clauses; of those that link candidates, few."""
    linked = dict[tuple[int, int], None]()
    named = dict.fromkeys(clauses)
    needs = dict[SameDigit, None]()
    rules = dict[int, None]()
    for part in parts:
        named |= dict.fromkeys(part.clauses)
        needs |= dict.fromkeys(part.needs)
        rules |= dict.fromkeys(part.rules)
        if part.linked:
            linked[part.linked] = None
    named |= dict.fromkeys(view.linking_pairs(linked))
    return Evidence(tuple(named), tuple(needs), once, tuple(rules))


class Colours:
    """Cells known to be equal at a position: `of_cell`, by cell, the cells of its colour as bits.

    Invariant: cells have one colour just if claims (`joined`) lead from one to the other. A claim
    rests on those before it alone.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.apart = apart(view.theory)
        self.joined: list[SameDigit] = []
        self.of_cell = [1 << cell for cell in range(view.cells)]
        self._seen: dict[tuple[int, int], int] = {}
        for claim in equal_at_once(view.theory):
            if view.left[claim.first] and view.left[claim.second]:
                self.join(claim)

    def join(self, claim: SameDigit) -> bool:
        """Give two cells one colour; return whether they did not have it."""
        if self.of_cell[claim.first] >> claim.second & 1:
            return False
        both = self.of_cell[claim.first] | self.of_cell[claim.second]
        for cell in ones(both):
            self.of_cell[cell] = both
        self.joined.append(claim)
        self._seen.clear()
        return True

    @property
    def first_cells(self) -> list[int]:
        """The first cell of each colour whose cells are open."""
        left = self.view.left
        lowest = {own & -own for own in self.of_cell}
        firsts = sorted(bit.bit_length() - 1 for bit in lowest)
        return [cell for cell in firsts if left[cell]]

    def seen(self, d: int, cell: int) -> int:
        """Return the cells that cannot hold a digit if the cell does."""
        key = d, self.of_cell[cell]
        if key not in self._seen:
            near = 0
            for own in ones(self.of_cell[cell]):
                near |= self.apart[d][own]
            found = near
            for other in ones(near):
                found |= self.of_cell[other]
            self._seen[key] = found
        return self._seen[key]

    def path(self, first: int, second: int) -> list[SameDigit]:
        """Return the fewest claims that lead from a cell to another of its colour."""
        before: dict[int, tuple[int, SameDigit]] = {}
        queue = [first]
        for cell in queue:  # grows during iteration
            for claim in self.joined:
                ends = (claim.first, claim.second)
                if cell in ends:
                    other = ends[1] if cell == ends[0] else ends[0]
                    if other != first and other not in before:
                        before[other] = cell, claim
                        queue.append(other)
        found = []
        while second != first:
            second, claim = before[second]
            found.append(claim)
        return found

    def why_seen(self, d: int, cell: int, other: int) -> Evidence:
        """Return why a cell of one colour sees a cell of another in a digit, with as few claims as
        possible that they have these colours."""
        best: tuple[int, int, list[SameDigit]] | None = None
        theory = self.view.theory
        for one in ones(self.of_cell[cell]):
            for two in ones(self.apart[d][one] & self.of_cell[other]):
                needs = [*self.path(cell, one), *self.path(other, two)]
                if best is None or len(needs) < len(best[2]):
                    best = one, two, needs
        assert best
        one, two, needs = best
        linked = theory.variable_of(one, d), theory.variable_of(two, d)
        if theory.common_clause(*linked) is not None:
            return Evidence((), tuple(needs), linked=linked)
        _, rule = apart_by_rules(self.view.layout)[one, two]
        clauses = clauses_of_rule(theory, rule, (one, two))
        return Evidence(clauses, tuple(needs), rules=(rule,))
