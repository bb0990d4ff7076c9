"""A CNF after unit propagation of the givens: decided variables removed, the rest renumbered.

Source: the optimised encodings of Weber ("A SAT-based Sudoku solver", LPAR 2005) and of Kwon and
Jain ("Optimized CNF encoding for Sudoku puzzles", LPAR 2006).
"""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import need_pysat
from ..files.problem import Problem
from .base import Encoding
from .exactly_one import Literals


@dataclass(frozen=True, slots=True)
class Simplified:
    """clauses over 1 … n, where new variable i was originals[i-1]; true: the original variables
    that propagation made true. A contradiction is one empty clause."""

    clauses: list[Literals]
    originals: list[int]
    true: list[int]


def simplify(problem: Problem, encoding: Encoding) -> Simplified:
    """Propagate the givens (with PySAT) and remove everything that they decide."""
    need_pysat()
    from pysat.solvers import Solver

    clauses = list(encoding.clauses(problem.theory))
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        consistent, implied = solver.propagate(assumptions=list(problem.givens))
    if not consistent:
        return Simplified([()], [], [])
    known = set(implied)
    rest = [
        tuple([literal for literal in clause if -literal not in known])
        for clause in clauses
        if known.isdisjoint(clause)
    ]
    originals = sorted({abs(literal) for clause in rest for literal in clause})
    new = {old: number for number, old in enumerate(originals, 1)}
    renumbered = [tuple([new[x] if x > 0 else -new[-x] for x in clause]) for clause in rest]
    unique = list(dict.fromkeys(renumbered))
    return Simplified(unique, originals, sorted(literal for literal in known if literal > 0))
