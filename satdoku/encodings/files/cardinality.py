"""Clauses and cardinality constraints: KNF, whose lines `k B literals 0` require at least B of the
literals, and CNF+, the format of minicard and PySAT, whose lines `literals <= B` allow at most B.

Sources: Reeves, Heule and Bryant, "From clauses to klauses" (CAV 2024); Liffiton and Maglalang, "A
cardinality solver: more expressive constraints for free" (SAT 2012).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TextIO

from .problem import NATIVE, Problem, cardinality_size, comments


def write_knf(problem: Problem, stream: TextIO) -> None:
    """Write the problem as KNF."""
    _write(problem, stream, "knf", lambda v: f"k {len(v) - 1} {_words(-x for x in v)} 0")


def write_cnfplus(problem: Problem, stream: TextIO) -> None:
    """Write the problem as CNF+."""
    _write(problem, stream, "cnf+", lambda v: f"{_words(v)} <= 1")


def _write(
    problem: Problem, stream: TextIO, name: str, at_most_one: Callable[[Sequence[int]], str]
) -> None:
    """Write a clause and an at-most-one constraint for each exactly-one clause."""
    theory = problem.theory
    count = sum(cardinality_size(problem))
    for line in comments(problem, NATIVE, theory.variable_count, count):
        stream.write(f"c {line}\n")
    stream.write(f"p {name} {theory.variable_count} {count + len(problem.givens)}\n")
    stream.writelines(f"{given} 0\n" for given in problem.givens)
    for clause in theory.clauses:
        if clause.exactly_one:
            stream.write(f"{_words(clause.variables)} 0\n")
        stream.write(f"{at_most_one(clause.variables)}\n")


def _words(literals: Iterable[int]) -> str:
    return " ".join(map(str, literals))
