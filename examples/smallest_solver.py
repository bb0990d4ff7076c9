"""The smallest solver: from a theory to a SAT solver in a few lines.

Each exactly-one clause becomes "at least one" and, for each pair, "not both".
"""

from itertools import combinations

from pysat.solvers import Cadical153

import satdoku


def solve(line: str) -> str:
    """The solution of a 9×9 puzzle of 81 characters."""
    puzzle = satdoku.parse(line)
    theory = satdoku.Theory.of(puzzle.layout)
    with Cadical153() as solver:
        for clause in theory.clauses:
            solver.add_clause(clause.variables)
            solver.append_formula([-a, -b] for a, b in combinations(clause.variables, 2))
        solver.solve(assumptions=puzzle.givens)
        true = [variable for variable in solver.get_model() if variable > 0]
    return satdoku.Puzzle.from_variables(true, puzzle.layout).line


if __name__ == "__main__":
    print(
        solve("....6..8..2.........1.......7....1.25...3..........4....42.1...3..7..6.........5.")
    )
