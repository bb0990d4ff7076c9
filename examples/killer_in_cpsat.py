"""A killer in CP-SAT with an objective of your own: `python killer_in_cpsat.py`.

The model has a variable for each cell, by name; add constraints and an objective as in any
OR-Tools program. Here: of all grids of the cages, the one with the greatest sum on the diagonal.
"""

from ortools.sat.python import cp_model

import satdoku

CAGES = "9x9+killer:10:r1c1,r1c2,r2c1+killer:7:r5c5,r5c6+killer:24:r9c7,r9c8,r9c9"


def greatest() -> tuple[str, int]:
    """Return (the grid as a line, the sum of its diagonal)."""
    model = satdoku.Theory.of(CAGES).cp_model("integers")
    cells = model.variables
    model.add(cells["r1c9"] == cells["r9c1"])  # a constraint of your own
    diagonal = [cells[f"r{n}c{n}"] for n in range(1, 10)]
    model.maximize(sum(diagonal))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    names = [f"r{r}c{c}" for r in range(1, 10) for c in range(1, 10)]
    line = "".join(str(solver.value(cells[name])) for name in names)
    return line, sum(map(solver.value, diagonal))


if __name__ == "__main__":
    line, total = greatest()
    print(line, total)
