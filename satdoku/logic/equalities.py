"""Equal cells as objects: two cells hold the same digit, or cells hold each of some digits once;
and the check that this follows.

A claim follows from what it names alone: a rule, an equation of sums that holds on every board, or
a house in which the digit of one cell has no other place, together with the claims that it needs.
Each is checked by itself, so a chain of them is as certain as its parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..constraints.linear import Balance
from ..frozen import frozen
from ..geometry import Cells
from ..inference.balance_check import sums_to
from ..inference.entailment import TRUE, is_entailed_beside
from ..theory import Indexes, Theory, Variables
from .position import Position


@frozen
class OnceEach:
    """The cells hold each of the digits just once, by an equation for each digit."""

    cells: Cells
    digits: Cells
    equations: tuple[Balance, ...]

    form = "once each"

    def clauses_of(self, theory: Theory) -> Iterator[Variables]:
        """Yield the candidates of each digit, of which exactly one is true."""
        for d in self.digits:
            yield tuple(theory.variable_of(cell, d) for cell in self.cells)

    def follows(self, position: Position, _: Indexes) -> bool:
        """Return whether the equations count each digit once in the cells."""
        layout = position.layout
        once = dict.fromkeys(self.cells, 1)
        for d, equation in zip(self.digits, self.equations, strict=True):
            counted = tuple(int(e == d) for e in layout.digit_numbers)
            if equation.worths != counted or not sums_to(layout, equation, once, 1):
                return False
        return True


@frozen
class SameDigit:
    """Two cells hold the same digit.

    rule: the number of the rule that says so, -1 for none. equation: of sums, that says so.
    house: if the digit of the first can only go in the second there, the cells of a house (or of
    `once`, which hold each of its digits once). clauses: those by which it follows. needs: the
    claims without which it does not. rules: the numbers of those by which other places differ from
    the first.
    """

    first: int
    second: int
    rule: int = -1
    equation: Balance | None = None
    house: Cells = ()
    once: OnceEach | None = None
    clauses: Indexes = ()
    needs: tuple[SameDigit, ...] = ()
    rules: tuple[int, ...] = ()

    form = "same digit"

    def follows(self, position: Position, _: Indexes) -> bool:
        """Return whether it is so in every way to fulfil what it names."""
        if not all(claim.follows(position, ()) for claim in self.needs):
            return False
        if self.equation:
            layout = position.layout
            differ = {self.first: 1, self.second: -1}
            if self.equation.worths != tuple(layout.digits):
                return False
            opposite = {self.first: -1, self.second: 1}
            return any(sums_to(layout, self.equation, x, 0) for x in (differ, opposite))
        known = [*self.needs]
        if self.once:
            if not self.once.follows(position, ()):
                return False
            known.append(SameDigit(self.first, self.first, once=self.once))
        theory = position.theory
        for d in position.candidates_in(self.first):
            # With the digit in the first cell, it must be in the second.
            own = theory.variable_of(self.first, d)
            status = bytearray(position.status)
            status[own] = TRUE
            other = theory.variable_of(self.second, d)
            if not follows_beside(theory, status, self.clauses, other, known):
                return False
        return True


def follows_beside(
    theory: Theory,
    status: Sequence[int],
    clauses: Iterable[int],
    literal: int,
    claims: Iterable[SameDigit],
) -> bool:
    """Return whether clauses imply a literal where the claims hold."""
    known = list(claims)
    also = list[Variables]()
    for claim in known:
        if claim.once:
            also += claim.once.clauses_of(theory)
    return is_entailed_beside(theory, status, clauses, literal, _same(theory, known), also)


def _same(theory: Theory, claims: Iterable[SameDigit]) -> Mapping[int, int]:
    """Return for each candidate of equal cells that of the first of them."""
    groups = list[set[int]]()
    for claim in claims:
        joined = {claim.first, claim.second}
        apart = []
        for group in groups:
            if group & joined:
                joined |= group
            else:
                apart.append(group)
        groups = [*apart, joined]
    found = {}
    for group in groups:
        first = min(group)
        for cell in group - {first}:
            for d in theory.known_layout.digit_numbers:
                found[theory.variable_of(cell, d)] = theory.variable_of(first, d)
    return found
