"""OPB, the pseudo-Boolean format: each clause a sum that is (at most) one.

Source: Roussel and Manquinho, "Input/output format of the pseudo-Boolean competition" (2012).
"""

from __future__ import annotations

from typing import TextIO

from .problem import NATIVE, Problem, comments


def write(problem: Problem, stream: TextIO) -> None:
    """Write the problem; at most one is written as `-x … >= -1`."""
    theory = problem.theory
    count = len(theory.clauses)
    total = count + len(problem.givens)
    stream.write(f"* #variable= {theory.variable_count} #constraint= {total}\n")
    for line in comments(problem, NATIVE, theory.variable_count, count):
        stream.write(f"* {line}\n")
    stream.writelines(f"+1 x{given} = 1 ;\n" for given in problem.givens)
    for clause in theory.clauses:
        sign, relation = ("+", "= 1") if clause.exactly_one else ("-", ">= -1")
        terms = " ".join(f"{sign}1 x{variable}" for variable in clause.variables)
        stream.write(f"{terms} {relation} ;\n")
