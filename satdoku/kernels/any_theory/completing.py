"""A quick search for the completions of any theory, for rules whose boards are mostly easy.

Most puzzles with rules take the base rules and a few hundred guesses: less time than it takes to
load their clauses into a solver. This search learns no clauses, so it gives up early; the caller
then goes to a solver.

It branches on the clauses that come first, the board's own: they decide the auxiliary variables.
Of these it takes the clause with the fewest candidates for its weight. Each conflict adds to the
weight of the clause that was being decided and to the weights of the cells in the clause that
broke, so that search soon branches where the puzzle is tight. A refuted candidate is denied, which
may decide more, before the next clause is chosen; and a clause that led to a conflict is decided
next, until one of its candidates holds, so that search goes back to the choice that matters.

Measured on 53 puzzles of a setters' index and 36 hard killers, with up to 20,000 conflicts each:
70 decided without the last two ideas, 76 with denials, 78 with both, and a third fewer conflicts.
Restarts that keep the weights (at 50, 75, 112 … or 100, 200, 400 … conflicts) gained nothing.

Sources: F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, "Boosting systematic search by weighting
constraints" (2004); C. Lecoutre, L. Sais, S. Tabary, V. Vidal, "Reasoning from last conflict(s) in
constraint programming" (2009).
"""

from __future__ import annotations

from ..kernel import kernel, part
from ..lockstep.simd import Words, get, put
from . import csr
from .csr import FlatTheory, Knowledge, Levels

#: Places in the result `results`: completions found, conflicts, decisions, and 1 if search gave up.
FOUND, CONFLICTS, DECISIONS, GAVE_UP = range(4)


@kernel
def flat_completions(
    theory: FlatTheory,
    known: Knowledge,
    levels: Levels,
    assertions: Words,
    blank: Words,
    weights: Words,
    shift: int,
    patience: int,
    completions: Words,
    results: Words,
    stop: Words,
) -> None:
    """Write the completions, one byte (0 or 1) per variable from 0 on, as many as fit.

    assertions: variables. blank: 0 for each cell. weights: 1 for each clause that may be chosen,
    those of cells first. shift: the unit of `left` is 1 << shift. results: the four numbers
    above, all 0 at the start. `levels.tried` holds the candidate that each level asserts.
    """
    variables = len(known.status)
    limit = len(completions) // variables
    csr.push_board(theory, known, blank, 0)
    for k in range(len(assertions)):
        csr.push(known, get(assertions, k))
    depth = 0
    last = -1
    consistent = csr.extend(theory, known)
    while not get(stop, 0):
        if not consistent:
            # A conflict below every decision: what was found so far is all there is, and nothing
            # was given up.
            if not depth:
                return
            depth -= 1
            csr.restore(known, levels, depth)
            # The denial belongs to the level below, whose state was just restored: so it holds for
            # as long as that level's decision does, and needs no level of its own.
            csr.push(known, -get(levels.tried, depth))
            consistent = csr.extend(theory, known)
            if not consistent:
                blame(theory, known, weights, get(levels.choice, depth))
        else:
            clause = last
            if last < 0 or not is_open(theory, known, last):
                clause = tightest_clause(theory, known, weights, shift)
            if clause < 0:
                found = get(results, FOUND)
                for variable in range(variables):
                    is_true = get(known.status, variable) == csr.ASSERTED
                    put(completions, found * variables + variable, is_true)
                put(results, FOUND, found + 1)
                if found + 1 == limit:
                    return
                # A completion is left like a conflict, by denying the last candidate: every other
                # completion differs in one of the decisions. No weight grows, since no clause
                # broke.
                consistent = False
            elif depth == len(levels.choice):
                put(results, GAVE_UP, 1)
                return
            else:
                csr.save(known, levels, depth, clause)
                variable = csr.next_candidate(theory, known, levels, depth)
                put(levels.tried, depth, variable)
                depth += 1
                put(results, DECISIONS, get(results, DECISIONS) + 1)
                csr.push(known, variable)
                consistent = csr.extend(theory, known)
                if consistent:
                    last = -1
                else:
                    last = clause
                    conflicts = get(results, CONFLICTS) + 1
                    put(results, CONFLICTS, conflicts)
                    if conflicts == patience:
                        put(results, GAVE_UP, 1)
                        return
                    blame(theory, known, weights, clause)


@part
def is_open(theory: FlatTheory, known: Knowledge, clause: int) -> bool:
    """Return whether it is an exactly-one clause with several candidates."""
    return 2 * theory.unit <= get(known.left, clause) < theory.at_most


@part
def blame(theory: FlatTheory, known: Knowledge, weights: Words, choice: int) -> None:
    """Increase the weights of the clause that was being decided and of the cells in the clause that
    broke."""
    if choice < len(weights):
        put(weights, choice, get(weights, choice) + 1)
    broken = 0
    # Only the count of an exactly-one clause can fall below one unit: that of an at-most-one clause
    # keeps its surplus of `at_most` even when all of its members have left.
    while broken < len(theory.left) and get(known.left, broken) >= theory.unit:
        broken += 1
    if broken < len(theory.left):
        start = get(theory.member_starts, broken)
        end = get(theory.member_starts, broken + 1)
        for m in range(start, end):
            cell = (get(theory.members, m) - 1) // theory.size
            # The clauses of cells come first, so a cell's number is its clause's. An auxiliary
            # variable is beyond the cells and has no clause of its own to blame.
            if cell < theory.cells and cell < len(weights):
                put(weights, cell, get(weights, cell) + 1)


@part
def tightest_clause(theory: FlatTheory, known: Knowledge, weights: Words, shift: int) -> int:
    """Return the open exactly-one clause with the fewest candidates for its weight, the first of
    equals; the smallest open clause if none with a weight is open; -1 if everything is decided."""
    best = -1
    fewest = 1
    heaviest = 0
    for clause in range(len(weights)):
        if is_open(theory, known, clause):
            count, weight = get(known.left, clause) >> shift, get(weights, clause)
            # This is count / weight < fewest / heaviest without a division, and with `heaviest` at
            # 0 the first open clause wins.
            if count * heaviest < fewest * weight:
                best = clause
                fewest = count
                heaviest = weight
    if best < 0:
        best = csr.smallest_clause(theory, known)
    return best
