"""SMT-LIB 2: one Boolean per variable, one assertion per clause, pairwise.

Source: Barrett, Fontaine and Tinelli, "The SMT-LIB standard, version 2.6" (2017).
"""

from __future__ import annotations

from itertools import combinations
from typing import TextIO

from .problem import Problem, comments


def write(problem: Problem, stream: TextIO) -> None:
    """Write the problem; `check-sat` and `get-model` at its end."""
    theory = problem.theory
    how = "encoding pairwise: each clause an `or`, and for each pair not both"
    for line in comments(problem, how, theory.variable_count, len(theory.clauses)):
        stream.write(f"; {line}\n")
    stream.write("(set-logic QF_UF)\n(set-option :produce-models true)\n")
    variables = range(1, theory.variable_count + 1)
    stream.writelines(f"(declare-const x{variable} Bool)\n" for variable in variables)
    stream.writelines(f"(assert x{given})\n" for given in problem.givens)
    for clause in theory.clauses:
        names = [f"x{variable}" for variable in clause.variables]
        if clause.exactly_one:
            stream.write(f"(assert (or {' '.join(names)} false))\n")
        pairs = [f"(not (and {a} {b}))" for a, b in combinations(names, 2)]
        if pairs:
            stream.write(f"(assert (and {' '.join(pairs)} true))\n")
    stream.write("(check-sat)\n(get-model)\n")
