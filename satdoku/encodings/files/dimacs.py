"""DIMACS CNF, by any encoding; streamed, whatever its size.

The givens are unit clauses in front of the theory's clauses, separated by a comment.

A CNF may be simplified, by unit propagation of the givens: decided variables are removed, the rest
renumbered.

Source: the optimised encodings of Weber ("A SAT-based Sudoku solver", LPAR 2005) and of Kwon and
Jain ("Optimized CNF encoding for Sudoku puzzles", LPAR 2006).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TextIO

from ...errors import need_pysat
from ...frozen import frozen
from ..cnf.exactly_one import Encoding, Literals
from .problem import Problem, comments

LINES_AT_ONCE = 4096


def write(problem: Problem, encoding: Encoding, stream: TextIO, distinct: bool = False) -> None:
    """Write the problem. distinct: each clause once (two houses may share a pair of cells)."""
    # The header comes first, so sizes are computed: clauses are written as they are made, unless
    # `distinct` has to remember them.
    variables, count = encoding.size(problem.theory)
    clauses: Iterable[Literals] = encoding.clauses(problem.theory)
    if distinct:
        clauses = {frozenset(clause): clause for clause in clauses}.values()
        count = len(clauses)
    how = f"encoding {encoding.name}: {encoding.title} ({encoding.reference})"
    stream.writelines(f"c {line}\n" for line in comments(problem, how, variables, count))
    total = count + len(problem.givens)
    stream.write(f"p cnf {variables} {total}\n")
    if problem.givens:
        stream.write("c givens\n")
        write_clauses(((given,) for given in problem.givens), stream)
        stream.write("c theory\n")
    write_clauses(clauses, stream)


def write_clauses(clauses: Iterable[Sequence[int]], stream: TextIO) -> None:
    """Write clauses, one per line."""
    lines = []
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
    # Auxiliary variables of the encoding mean nothing to who decodes a model.
    top = problem.theory.variable_count
    numbered = enumerate(simplified.originals, 1)
    pairs = [f"{new}={old}" for new, old in numbered if old <= top]
    true = [str(variable) for variable in simplified.true if variable <= top]
    _write_words("map", pairs, stream)
    _write_words("true", true, stream)
    stream.write(f"p cnf {len(simplified.originals)} {len(simplified.clauses)}\n")
    write_clauses(simplified.clauses, stream)


def _write_words(name: str, words: Sequence[str], stream: TextIO) -> None:
    """Write words as comments of that name, sixteen a line."""
    for start in range(0, len(words), 16):
        some = " ".join(words[start : start + 16])
        stream.write(f"c {name} {some}\n")


@frozen
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
        return Simplified(clauses=[()], originals=[], true=[])
    known = set(implied)
    rest = []
    for clause in clauses:
        if known.isdisjoint(clause):
            left = [literal for literal in clause if -literal not in known]
            rest.append(left)
    originals = sorted({abs(literal) for clause in rest for literal in clause})
    new = {}
    for number, old in enumerate(originals, 1):
        new[old] = number
        new[-old] = -number
    renumbered = (tuple([new[literal] for literal in clause]) for clause in rest)
    unique = list(dict.fromkeys(renumbered))
    true = sorted(literal for literal in known if literal > 0)
    return Simplified(unique, originals, true)
