"""LP, the format of integer programming: a zero-one variable a candidate, a row a clause.

Source: the CPLEX LP file format, as GLPK, CBC, SCIP, Gurobi and HiGHS read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from .problem import NATIVE, Problem, comments

#: Names a line; readers accept lines of at most 510 characters.
WIDTH = 40


def write(problem: Problem, stream: TextIO) -> None:
    """Write the problem; givens are bounds."""
    theory = problem.theory
    for line in comments(problem, NATIVE, theory.variable_count, len(theory.clauses)):
        stream.write(f"\\ {line[:500]}\n")
    stream.write("Minimize\n nothing: 0 x1\nSubject To\n")
    for number, clause in enumerate(theory.clauses, 1):
        relation = "=" if clause.exactly_one else "<="
        stream.write(f" c{number}: {_names(clause.variables, ' + ')} {relation} 1\n")
    stream.write("Bounds\n")
    stream.writelines(f" x{given} = 1\n" for given in problem.givens)
    stream.write(f"Binary\n {_names(range(1, theory.variable_count + 1), ' ')}\nEnd\n")


def _names(variables: Sequence[int], between: str) -> str:
    lines = [variables[i : i + WIDTH] for i in range(0, len(variables), WIDTH)]
    return f"{between}\n ".join(between.join(f"x{v}" for v in line) for line in lines)
