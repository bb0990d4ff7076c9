"""CNF+, the format of minicard and PySAT: clauses, and lines that end in `<= k`.

Source: Liffiton and Maglalang, "A cardinality solver: more expressive constraints for free"
(SAT 2012).
"""

from __future__ import annotations

from typing import TextIO

from .problem import NATIVE, Problem, cardinality_size, comments


def write(problem: Problem, stream: TextIO) -> None:
    """Write the problem: a clause and an at-most-one line for each exactly-one clause."""
    theory = problem.theory
    least, most = cardinality_size(problem)
    for line in comments(problem, NATIVE, theory.variable_count, least + most):
        stream.write(f"c {line}\n")
    stream.write(f"p cnf+ {theory.variable_count} {least + most + len(problem.givens)}\n")
    stream.writelines(f"{given} 0\n" for given in problem.givens)
    for clause in theory.clauses:
        members = " ".join(map(str, clause.variables))
        if clause.exactly_one:
            stream.write(f"{members} 0\n")
        stream.write(f"{members} <= 1\n")
