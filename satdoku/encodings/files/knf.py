"""KNF, the format of cardinality-CDCL: a line `k B literals 0` requires at least B of them.

Source: Reeves, Heule and Bryant, "From clauses to klauses" (CAV 2024).
"""

from __future__ import annotations

from typing import TextIO

from .problem import NATIVE, Problem, cardinality_size, comments


def write(problem: Problem, stream: TextIO) -> None:
    """Write the problem: a clause and a cardinality constraint for each exactly-one clause."""
    theory = problem.theory
    least, most = cardinality_size(problem)
    for line in comments(problem, NATIVE, theory.variable_count, least + most):
        stream.write(f"c {line}\n")
    stream.write(f"p knf {theory.variable_count} {least + most + len(problem.givens)}\n")
    stream.writelines(f"{given} 0\n" for given in problem.givens)
    for clause in theory.clauses:
        members = clause.variables
        if clause.exactly_one:
            stream.write(" ".join(map(str, members)) + " 0\n")
        negated = " ".join(str(-variable) for variable in members)
        stream.write(f"k {len(members) - 1} {negated} 0\n")
