"""The judge of the tests: theories as pairwise CNF for PySAT, sharing nothing with our engines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, count

from pysat.solvers import Solver

from satdoku import Layout, Puzzle, Theory

JIGSAW_6 = "6x6/jigsaw:112333112433122443122544666545666555"
JIGSAW_9 = (
    "9x9/jigsaw:111122222113333322114433352144663552446666555447666588747995588777999998777998888"
)
LAYOUTS = ["4x4", "6x6", "9x9", "9x9+diagonal", JIGSAW_6, "8x8", "7x7", "6x6+house:r1c1,r2c3,r3c5"]

#: puzzles of the seeds, by hand into lines
LECTURE = "..7.5...9.....3...4..7...3.2..6...8...1.3..4.36...1.25.2...57.88..............4.."
LECTURE_SOLUTION = (
    "637458219592163874418729536275694183981532647364871925129345768846917352753286491"
)
HARD = "..5.34.....67..3.....9...72..28..5.3.1.....4.8.4..32..25...8.....7..61.....49.7.."
NEFARIOUS = "....6..8..2.........1.......7....1.25...3..........4....42.1...3..7..6.........5."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def puzzle(line: str, layout: str = "9x9") -> Puzzle:
    board = Layout.named(layout)
    digits = {symbol: digit for digit, symbol in enumerate(board.symbols, 1)}
    return Puzzle(tuple(digits.get(character, 0) for character in line), board)


def cnf(clauses) -> list[list[int]]:
    """Pairwise CNF of exactly-one (or at-most-one) clauses."""
    formula = []
    for clause in clauses:
        if clause.exactly_one:
            formula.append(list(clause.variables))
        formula += [[-a, -b] for a, b in combinations(clause.variables, 2)]
    return formula


@lru_cache(maxsize=8)
def solver_of(theory: Theory) -> tuple[Solver, Iterator[int]]:
    """A solver that keeps a theory's clauses, and variables that are in none of them."""
    return Solver("glucose4", bootstrap_with=cnf(theory.clauses)), count(theory.variable_count + 1)


def models(theory: Theory, assertions, limit: int) -> set[tuple[int, ...]]:
    """Up to `limit` completions, as tuples of true variables.

    Clauses that keep what was found from being found again hold until `over` is true.
    """
    solver, unused = solver_of(theory)
    found, over = set(), next(unused)
    while len(found) < limit and solver.solve([-over, *assertions]):
        true = tuple(v for v in solver.get_model() if 0 < v <= theory.variable_count)
        found.add(true)
        solver.add_clause([over, *(-v for v in true)])
    solver.add_clause([over])
    return found
