"""A constraint and wishes of your own, solved by PySAT's RC2: `python own_constraint.py`.

Rule: of the four corners at most one is odd. Wishes, as soft clauses: a 9 in the centre counts 3,
each 1 on the diagonal counts 1. The rule is part of the board, so satdoku's own engines, formats
and certificates know it, too.
"""

from pysat.examples.rc2 import RC2

import satdoku

CORNERS = ("r1c1", "r1c9", "r9c1", "r9c9")
PUZZLE = "....6..8..2.........1.......7....1.................42.1......7..6..............5."


def best() -> tuple[satdoku.Puzzle, int]:
    """Return the best solution, and the weight of the wishes that it leaves unfulfilled."""
    odd = [f"{corner}={digit}" for corner in CORNERS for digit in (1, 3, 5, 7, 9)]
    layout = satdoku.Layout.named("9x9").with_clauses([odd], at_least=0, at_most=1)
    theory = satdoku.Theory.of(layout)
    wishes = {"r5c5=9": 3, **{f"r{n}c{n}=1": 1 for n in range(1, 10)}}
    with RC2(theory.wcnf(wishes, givens=PUZZLE)) as search:
        return theory.puzzle(search.compute()), search.cost


if __name__ == "__main__":
    solution, cost = best()
    print(solution.line, cost)
