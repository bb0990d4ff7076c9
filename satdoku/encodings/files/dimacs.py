"""DIMACS CNF, by any encoding; streamed, whatever its size.

The givens are unit clauses in front of the theory's clauses, separated by a comment.

A CNF may be simplified, by unit propagation of the givens: decided variables are removed, the rest
renumbered.

Source: the optimised encodings of Weber ("A SAT-based Sudoku solver", LPAR 2005) and of Kwon and
Jain ("Optimized CNF encoding for Sudoku puzzles", LPAR 2006).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TextIO

from ...errors import need_pysat
from ..cnf.exactly_one import Encoding, Literals
from .problem import Problem, comments

LINES_AT_ONCE = 4096


def write(problem: Problem, encoding: Encoding, stream: TextIO, distinct: bool = False) -> None:
    """Write the problem. distinct: each clause once (two houses may share a pair of cells)."""
    variables, count = encoding.size(problem.theory)
    clauses: Iterable[Literals] = encoding.clauses(problem.theory)
    if distinct:
        clauses = {frozenset(clause): clause for clause in clauses}.values()
        count = len(clauses)
    how = f"encoding {encoding.name}: {encoding.title} ({encoding.reference})"
    stream.writelines(f"c {line}\n" for line in comments(problem, how, variables, count))
    stream.write(f"p cnf {variables} {count + len(problem.givens)}\n")
    if problem.givens:
        stream.write("c givens\n")
        write_clauses(((given,) for given in problem.givens), stream)
        stream.write("c theory\n")
    write_clauses(clauses, stream)


def write_clauses(clauses: Iterable[Sequence[int]], stream: TextIO) -> None:
    """Write clauses, one per line."""
    lines: list[str] = []
    for clause in clauses:
        lines.append(" ".join(map(str, clause)))
        if len(lines) == LINES_AT_ONCE:
            stream.write(" 0\n".join(lines) + " 0\n")
            lines.clear()
    if lines:
        stream.write(" 0\n".join(lines) + " 0\n")


def write_simplified(problem: Problem, encoding: Encoding, stream: TextIO) -> None:
    """Write the clauses that are left after unit propagation of the givens, renumbered.

    The comments `c map NEW=OLD …` and `c true OLD …` lead back to the theory's variables.
    """
    simplified = simplify(problem, encoding)
    how = f"encoding {encoding.name}, simplified by its givens: {encoding.title}"
    variables, count = encoding.size(problem.theory)
    stream.writelines(f"c {line}\n" for line in comments(problem, how, variables, count))
    top = problem.theory.variable_count
    pairs = [f"{new}={old}" for new, old in enumerate(simplified.originals, 1) if old <= top]
    true = [str(variable) for variable in simplified.true if variable <= top]
    for word, items in (("map", pairs), ("true", true)):
        for start in range(0, len(items), 16):
            stream.write(f"c {word} {' '.join(items[start : start + 16])}\n")
    stream.write(f"p cnf {len(simplified.originals)} {len(simplified.clauses)}\n")
    write_clauses(simplified.clauses, stream)


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
