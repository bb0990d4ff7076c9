"""LP, the format of integer programming: one zero-one variable per candidate, one row per clause.

Source: the CPLEX LP file format, as GLPK, CBC, SCIP, Gurobi and HiGHS read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from .problem import NATIVE, Problem, comments

#: Names per line, characters of a comment; readers accept lines of at most 510 characters.
WIDTH, LONGEST = 40, 450


def write(problem: Problem, stream: TextIO) -> None:
    """Write the problem; givens are bounds."""
    theory = problem.theory
    for line in comments(problem, NATIVE, theory.variable_count, len(theory.clauses)):
        _write_comment(line, stream)
    # readers number columns by first appearance: make these the variables' numbers
    seen = dict.fromkeys(v for clause in theory.clauses for v in clause.variables)
    terms = ["0 x1"] if list(seen) == sorted(seen) else [f"0 x{v}" for v in sorted(seen)]
    stream.write(f"Minimize\n nothing: {_joined(terms, ' + ')}\nSubject To\n")
    for number, clause in enumerate(theory.clauses, 1):
        relation = "=" if clause.exactly_one else "<="
        stream.write(f" c{number}: {_names(clause.variables, ' + ')} {relation} 1\n")
    stream.write("Bounds\n")
    stream.writelines(f" x{given} = 1\n" for given in problem.givens)
    stream.write(f"Binary\n {_names(range(1, theory.variable_count + 1), ' ')}\nEnd\n")


def _names(variables: Sequence[int], between: str) -> str:
    return _joined([f"x{variable}" for variable in variables], between)


def _joined(words: Sequence[str], between: str) -> str:
    lines = [words[i : i + WIDTH] for i in range(0, len(words), WIDTH)]
    return f"{between}\n ".join(between.join(line) for line in lines)


def _write_comment(line: str, stream: TextIO) -> None:
    """Write a comment; a long one continues in lines `word+ …`."""
    word = line.partition(" ")[0]
    stream.write(f"\\ {line[:LONGEST]}\n")
    for start in range(LONGEST, len(line), LONGEST):
        stream.write(f"\\ {word}+ {line[start : start + LONGEST]}\n")
