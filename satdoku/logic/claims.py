"""Claims: what a reason says of cells, as objects, and the check that it follows from its premises.

A sentence such as "r1c12 hold 2 and 5 in some order" is written from a claim and can be read back
as the same claim. Invariant: a claim follows from the clauses that its step names and from the
candidates of `among` alone; those of all other cells are forgotten, those of auxiliary variables
always.

The check shares nothing with the search that found the claim: it assumes that every case fails,
counts the digits of cells in unary (Sinz's sequential counter), and asks a SAT solver.

Source: C. Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints" (CP 2005).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..frozen import frozen
from ..geometry import Cells
from ..theory import Indexes, Theory
from .position import Position
from .premises import MANY_CONFLICTS, Premises

#: Digits (from 1) in increasing order, with repetitions.
Digits = tuple[int, ...]


@frozen
class Holding:
    """The cells hold one of these multisets of digits, in any order."""

    cells: Cells
    sets: tuple[Digits, ...]

    def excludes(self, theory: Theory, v: int) -> bool:
        """Return whether a candidate is in none of the sets, or sees all cells of which one has its
        digit in each of the sets."""
        cell, d = theory.cell_and_digit(v)
        if cell in self.cells:
            return all(d not in digits for digits in self.sets)
        if not all(d in digits for digits in self.sets):
            return False
        seen = theory.peers(v)
        return all(theory.variable_of(own, d) in seen for own in self.cells)


@frozen
class CellClaim:
    """One of the cases holds: all of its holdings do. No case: the premises contradict each other.

    form: how it is said, one of `claim_text.WRITERS`. among: the cells whose candidates it rests
    on. clause: the one that has no member left, of "no place".
    """

    form: str
    cases: tuple[tuple[Holding, ...], ...]
    among: Cells
    clause: int = -1

    def shows(self, theory: Theory, literal: int) -> bool:
        """Return whether it is plain from the claim that the literal (v or -v) holds."""
        if literal < 0:
            return all(any(h.excludes(theory, -literal) for h in case) for case in self.cases)
        cell, d = theory.cell_and_digit(literal)
        only = Holding((cell,), ((d,),))
        return all(only in case for case in self.cases)

    def goal(self, premises: Premises) -> int:
        """Return a goal that may be true only if each case fails."""
        goal = premises.variable()
        for cell in {cell for case in self.cases for holding in case for cell in holding.cells}:
            premises.add_cell(goal, cell)
        for case in self.cases:
            premises.add([-goal, *(_fails(premises, holding) for holding in case)])
        return goal

    def follows(self, position: Position, clauses: Indexes) -> bool:
        """Return whether the clauses and the candidates of `among` imply it."""
        with Premises(position, (clauses,), (), self.among) as premises:
            return premises.imply(self.goal(premises), premises.guards, MANY_CONFLICTS)


def _fails(premises: Premises, holding: Holding) -> int:
    """Return a variable that may be true only if the cells hold none of the sets."""
    fails = premises.variable()
    digits = premises.position.layout.digit_numbers
    at_least = {d: _counted(premises, holding.cells, d) for d in digits}
    for one in holding.sets:
        held = Counter(one)
        differs = []
        for d, reached in at_least.items():
            if held[d]:
                differs.append(-reached[held[d] - 1])
            if held[d] < len(reached):
                differs.append(reached[held[d]])
        premises.add([-fails, *differs])
    return fails


def _counted(premises: Premises, cells: Cells, digit: int) -> list[int]:
    """Return variables of which the j-th (from 0) is true just if more than j of the cells hold the
    digit."""
    before: list[int] = []
    for cell in cells:
        here = premises.theory.variable_of(cell, digit)
        after = [premises.variable() for _ in range(len(before) + 1)]
        for j, reached in enumerate(after):
            # Reached if it was, or if one less was and the digit is here.
            was = before[j : j + 1]
            less = before[j - 1 : j] if j else []
            premises.add([reached, -here, *(-v for v in less)])
            premises.add([-reached, here, *was])
            for v in was:
                premises.add([reached, -v])
            for v in less:
                premises.add([-reached, v])
        before = after
    return before


@frozen
class SumBound:
    """The digits of the cells add up to at least (sign 1) or at most (-1) as much as `digits` (as
    they are printed), by their candidates and since those that see each other differ.

    So `own` holds none of `denied`, by what a sum says: the cell and those beside it, which hold
    `beside_digits` at the other extreme, add up to as much as `cells`; or (total is not None) the
    cell and `cells` add up to the total.
    """

    cells: Cells
    sign: int
    digits: Digits
    own: int
    denied: Digits
    beside: Cells = ()
    beside_digits: Digits = ()
    total: int | None = None

    form = "bound"

    def shows(self, theory: Theory, literal: int) -> bool:
        """Return whether the sentence concludes the literal from it."""
        return theory.cell_and_digit(abs(literal)) in [(self.own, d) for d in self.denied]

    def follows(self, position: Position, clauses: Indexes) -> bool:
        """Return whether no digits of the cells add up to less (or more)."""
        return _holds_at_least(position, clauses, self.cells, self.digits, self.sign) and (
            _holds_at_least(position, clauses, self.beside, self.beside_digits, -self.sign)
        )


def _holds_at_least(
    position: Position, clauses: Indexes, cells: Cells, digits: Digits, sign: int
) -> bool:
    theory = position.theory
    together = [{*theory.members[c]} for c in clauses]
    worth = position.layout.digits[0] - 1
    options = []
    for cell in cells:
        left = position.candidates_in(cell)
        options.append([(sign * (d + worth), theory.variable_of(cell, d)) for d in left])
    return not _is_below(sign * sum(digits), options, together)


def _is_below(
    bound: int, options: Sequence[Sequence[tuple[int, int]]], together: Sequence[set[int]]
) -> bool:
    """Return whether one option (number, variable) of each list can be chosen such that the numbers
    add up to less than the bound, and no clause has two of the variables."""
    if not options:
        return bound > 0
    least = sum(min(own)[0] for own in options[1:])
    for number, v in options[0]:
        if number + least >= bound:
            continue
        gone = {w for clause in together if v in clause for w in clause}
        rest = [[one for one in own if one[1] not in gone] for own in options[1:]]
        if all(rest) and _is_below(bound - number, rest, together):
            return True
    return False
