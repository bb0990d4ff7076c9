"""A solver that keeps what it learnt, under changing assumptions: `python kept_solver.py`.

A puzzle's givens are assumptions, so one solver answers for every set of givens. Here it removes
givens from a full grid as long as there is one solution: a minimal puzzle, by about 80 questions.
"""

from pysat.solvers import Solver

import satdoku

GRID = "172549683645873219389261745496327851813456972257198436964715328731682594528934167"


def minimal(grid: str) -> satdoku.Puzzle:
    """Return a minimal puzzle with this solution."""
    theory = satdoku.Theory.of("9x9")
    givens = list(satdoku.parse(grid).givens)
    with Solver("cadical153", bootstrap_with=theory.cnf()) as solver:
        solver.add_clause([-v for v in givens])  # another grid than this one
        for given in list(givens):
            fewer = [v for v in givens if v != given]
            if not solver.solve(assumptions=fewer):  # still no other grid
                givens = fewer
    return satdoku.Puzzle.from_variables(givens, theory.layout)


if __name__ == "__main__":
    puzzle = minimal(GRID)
    print(puzzle.line, len(puzzle.givens))
    assert satdoku.is_proper(puzzle)
