"""The number of completions of any theory, clause by clause, with equal states counted together.

The exactly-one clauses are taken in a fixed order, cell by cell from the top, each rule's clauses
as soon as the cells they name are decided. In a clause that is not satisfied yet, each variable
that clashes with none of the satisfied clauses is tried. All that later choices need to know is
which of the clauses that they share are satisfied already: ways that agree on these are one state
with their number. So the work grows with the number of states (the width of a decision diagram),
not with the number of solutions. Rules need nothing special: auxiliary variables are chosen, too.

Narrow boards and local rules have few states. The order is fixed: choosing the tightest clause for
each state prunes more, but then fewer states agree.

Source: M. Nishino, N. Yasuda, S. Minato, M. Nagata, "Dancing with Decision Diagrams: A Combined
Approach to Exact Cover" (2017).

>>> from satdoku.layout import Layout
>>> count_by_states(Puzzle((0,) * 16, Layout.of_size(4)), Clock(None))
288
"""

from __future__ import annotations

from ..backends.base import Clock
from ..board import Puzzle
from ..cancellation import stop_if_cancelled
from ..constraints.symmetry import forms_on, names_may_change
from ..inference.deduction import ASSERTED, Deduction
from ..theory import Theory

#: The most choices that are tried: a few seconds. States between two looks at the clock.
CHOICES, CHUNK = 8_000_000, 2000


def count_by_states(puzzle: Puzzle, clock: Clock) -> int | None:
    """Return the number of solutions; None if there are too many states.

    Raises `TimeLimitReached`.
    """
    theory = Theory.of(puzzle.layout)
    deduction = Deduction(theory)
    if not deduction.extend(puzzle.givens):
        return 0
    status = deduction.status
    clauses = {}
    for index, members in enumerate(theory.members):
        if not any(status[v] == ASSERTED for v in members):
            clauses[index] = [v for v in members if not status[v]]
    masks = [0] * (theory.variable_count + 1)  # the open clauses of each variable, as bits
    for bit, variables in enumerate(clauses.values()):
        for v in variables:
            masks[v] |= 1 << bit
    bits = {index: 1 << bit for bit, index in enumerate(clauses)}
    exact = {c: variables for c, variables in clauses.items() if theory.exactly[c]}
    order = _order(theory, exact)
    # needed[k]: the clauses that the choices after the k-th share
    needed = []
    shared = 0
    for clause in reversed(order):
        needed.append(shared)
        for v in clauses[clause]:
            shared |= masks[v]
    needed.reverse()
    ranks = _spare_digits(puzzle)
    new = 1 << len(clauses)  # the bits from here on: how many of these digits have been chosen
    states = {0: 1}
    choices = 0
    for clause, later in zip(order, needed, strict=True):
        own = bits[clause]
        # (-new has all bits from `new` on, which no clause needs and every state keeps.)
        keep = later | -new
        following = dict[int, int]()
        is_cell = clause < puzzle.layout.cell_count
        tried = []
        for v in clauses[clause]:
            rank = -1
            if is_cell:
                _, digit = theory.cell_and_digit(v)
                rank = ranks.get(digit, -1)
            tried.append((masks[v], rank))
        for k, (state, number) in enumerate(states.items()):
            if k % CHUNK == 0:
                stop_if_cancelled()
                clock.check()
            # Satisfied by an earlier choice: the state only forgets what no later choice shares.
            if state & own:
                after = state & keep
                following[after] = following.get(after, 0) + number
                continue
            chosen = state // new
            for mask, rank in tried:
                if not state & mask and rank <= chosen:
                    after = (state | mask) & keep
                    ways = number
                    if rank == chosen:  # the first of the digits that are still alike: for each
                        after += new
                        ways *= len(ranks) - rank
                    following[after] = following.get(after, 0) + ways
        choices += len(states) * len(tried)
        if choices > CHOICES:
            return None
        states = following
    return sum(states.values())


def _spare_digits(puzzle: Puzzle) -> dict[int, int]:
    """Number the digits that can be exchanged from 0 on: those in no given, if the rules only say
    which cells agree. They are first chosen in this order, each for all that are left."""
    layout = puzzle.layout
    if layout.constraints and not names_may_change(forms_on(layout), layout.digits):
        return {}
    spare = [d for d in layout.digit_numbers if d not in puzzle.cells]
    return {d: rank for rank, d in enumerate(spare)}


def _order(theory: Theory, clauses: dict[int, list[int]]) -> list[int]:
    """Return the exactly-one clauses in the order in which the cells decide them.

    A clause is due when the last of its cells is decided, and so are its auxiliary variables.
    """
    size = theory.layout.size if theory.layout else 1
    due = {v: (v - 1) // size for v in theory.board_range}
    for variables in clauses.values():
        on_board = [v for v in variables if v <= theory.board_variables]
        if not on_board:
            continue
        last = max(due[v] for v in on_board)
        for v in variables:
            if v > theory.board_variables:
                due[v] = min(due.get(v, last), last)

    def when(clause: int) -> tuple[int, int]:
        times = [due.get(v, 0) for v in clauses[clause]]
        return max(times, default=0), clause

    return sorted(clauses, key=when)
