"""The clauses for solvers that take them as they are, or nearly: KNF, CNF+, OPB, LP, SMT-LIB 2 and
MiniZinc.

KNF's lines `k B literals 0` require at least B of the literals; in CNF+, the format of minicard and
PySAT, `literals <= B` allows at most B. OPB and LP, the format of integer programming, have a sum
per clause, SMT-LIB an `or` and pairs. MiniZinc has integers and all_different on a plain board, and
Boolean sums if there is no board or if there are auxiliary variables (rules of a variant).

Sources: Reeves, Heule and Bryant, "From clauses to klauses" (CAV 2024); Liffiton and Maglalang, "A
cardinality solver: more expressive constraints for free" (SAT 2012); Roussel and Manquinho,
"Input/output format of the pseudo-Boolean competition" (2012); the CPLEX LP file format, as GLPK,
CBC, SCIP, Gurobi and HiGHS read it; Barrett, Fontaine and Tinelli, "The SMT-LIB standard, version
2.6" (2017); Nethercote et al., "MiniZinc: towards a standard CP modelling language" (CP 2007).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import TextIO

from ...layout import Layout
from .problem import Problem, cardinality_size, comments

NATIVE = "encoding native: each clause as a cardinality constraint"
#: LP: names per line, characters of a comment; readers accept lines of at most 510 characters.
WIDTH, LONGEST = 40, 450


def write_knf(problem: Problem, stream: TextIO) -> None:
    """Write the problem as KNF."""

    def all_but_one_false(variables: Sequence[int]) -> str:
        negated = _words(-variable for variable in variables)
        # A row of KNF is a lower bound only: at most one of n is at least n - 1 of the opposites.
        return f"k {len(variables) - 1} {negated} 0"

    _cardinality(problem, stream, "knf", all_but_one_false)


def write_cnfplus(problem: Problem, stream: TextIO) -> None:
    """Write the problem as CNF+."""

    def at_most_one(variables: Sequence[int]) -> str:
        return f"{_words(variables)} <= 1"

    _cardinality(problem, stream, "cnf+", at_most_one)


def _cardinality(
    problem: Problem, stream: TextIO, name: str, at_most_one: Callable[[Sequence[int]], str]
) -> None:
    """Write a clause and an at-most-one constraint for each exactly-one clause."""
    theory = problem.theory
    variables = theory.variable_count
    count = cardinality_size(problem)
    about = comments(problem, NATIVE, variables, count)
    stream.writelines(f"c {line}\n" for line in about)
    total = count + len(problem.givens)
    stream.write(f"p {name} {variables} {total}\n")
    stream.writelines(f"{given} 0\n" for given in problem.givens)
    for clause in theory.clauses:
        # Neither format has an equation, so exactly one is two rows.
        if clause.exactly_one:
            stream.write(f"{_words(clause.variables)} 0\n")
        stream.write(f"{at_most_one(clause.variables)}\n")


def _words(literals: Iterable[int]) -> str:
    return " ".join(map(str, literals))


def _describe(problem: Problem, stream: TextIO, mark: str, how: str = NATIVE) -> None:
    theory = problem.theory
    about = comments(problem, how, theory.variable_count, len(theory.clauses))
    stream.writelines(f"{mark} {line}\n" for line in about)


def write_opb(problem: Problem, stream: TextIO) -> None:
    """Write the problem as OPB; at most one is written as `-x … >= -1`."""
    theory = problem.theory
    total = len(theory.clauses) + len(problem.givens)
    stream.write(f"* #variable= {theory.variable_count} #constraint= {total}\n")
    _describe(problem, stream, "*")
    stream.writelines(f"+1 x{given} = 1 ;\n" for given in problem.givens)
    for clause in theory.clauses:
        # The format has only = and >=, so an upper bound is a lower bound of the negated sum.
        sign = "+" if clause.exactly_one else "-"
        relation = "= 1" if clause.exactly_one else ">= -1"
        terms = " ".join(f"{sign}1 x{variable}" for variable in clause.variables)
        stream.write(f"{terms} {relation} ;\n")


def write_lp(problem: Problem, stream: TextIO) -> None:
    """Write the problem as LP: a zero-one variable per candidate, a row per clause, givens as
    bounds. A long comment continues in lines `word+ …`."""
    theory = problem.theory
    for line in comments(problem, NATIVE, theory.variable_count, len(theory.clauses)):
        stream.write(f"\\ {line[:LONGEST]}\n")
        word = line.partition(" ")[0]
        for start in range(LONGEST, len(line), LONGEST):
            more = line[start : start + LONGEST]
            stream.write(f"\\ {word}+ {more}\n")
    # Readers number columns by first appearance: make these the variables' numbers. Where the
    # clauses already name them in order, one term is enough, since an objective needs one.
    seen = dict.fromkeys(v for clause in theory.clauses for v in clause.variables)
    named = sorted(seen)
    if named == list(seen):
        named = [1]
    terms = [f"0 x{variable}" for variable in named]
    objective = _joined(terms, " + ")
    stream.write(f"Minimize\n nothing: {objective}\nSubject To\n")
    for number, clause in enumerate(theory.clauses, 1):
        relation = "=" if clause.exactly_one else "<="
        total = _names(clause.variables, " + ")
        stream.write(f" c{number}: {total} {relation} 1\n")
    stream.write("Bounds\n")
    stream.writelines(f" x{given} = 1\n" for given in problem.givens)
    variables = _names(theory.variable_range, " ")
    stream.write(f"Binary\n {variables}\nEnd\n")


def _names(variables: Sequence[int], between: str) -> str:
    return _joined([f"x{variable}" for variable in variables], between)


def _joined(words: Sequence[str], between: str) -> str:
    starts = range(0, len(words), WIDTH)
    lines = [between.join(words[start : start + WIDTH]) for start in starts]
    return f"{between}\n ".join(lines)


def write_smtlib(problem: Problem, stream: TextIO) -> None:
    """Write the problem as SMT-LIB 2: one Boolean per variable, one assertion per clause, pairwise;
    `check-sat` and `get-model` at its end."""
    theory = problem.theory
    how = "encoding pairwise: each clause an `or`, and for each pair not both"
    _describe(problem, stream, ";", how)
    stream.write("(set-logic QF_UF)\n(set-option :produce-models true)\n")
    variables = theory.variable_range
    stream.writelines(f"(declare-const x{variable} Bool)\n" for variable in variables)
    stream.writelines(f"(assert x{given})\n" for given in problem.givens)
    for clause in theory.clauses:
        names = [f"x{variable}" for variable in clause.variables]
        if clause.exactly_one:
            some = " ".join(names)
            # `or` and `and` take two arguments or more, while a clause may have a single variable
            # or pair: the constant does not change the value.
            stream.write(f"(assert (or {some} false))\n")
        if len(names) > 1:
            apart = " ".join(f"(not (and {a} {b}))" for a, b in combinations(names, 2))
            stream.write(f"(assert (and {apart} true))\n")
    stream.write("(check-sat)\n(get-model)\n")


def write_minizinc(problem: Problem, stream: TextIO) -> None:
    """Write the problem as MiniZinc; the output is the grid in digits, or the true variables."""
    theory = problem.theory
    layout = theory.layout
    if layout and layout.is_regular and not layout.constraints and not theory.has_helpers:
        _describe(problem, stream, "%", "model integers with all_different")
        _write_board(problem, layout, stream)
    else:
        _describe(problem, stream, "%", "model Boolean sums")
        _write_sums(problem, stream)
    stream.write("solve satisfy;\n")


def _write_board(problem: Problem, layout: Layout, stream: TextIO) -> None:
    n = layout.size
    stream.write('include "all_different.mzn";\n')
    stream.write(f"array[1..{n}, 1..{n}] of var 1..{n}: x;\n")
    for given in problem.givens:
        r, c, d = problem.theory.coordinates(given)
        stream.write(f"constraint x[{r},{c}] = {d};\n")
    for house in layout.houses:
        places = [divmod(cell, n) for cell in house.cells]
        cells = ", ".join(f"x[{r + 1},{c + 1}]" for r, c in places)
        stream.write(f"constraint all_different([{cells}]);  % {house}\n")
    end = f'if c == {n} then "\\n" else " " endif'
    stream.write(f"output [show(x[r,c]) ++ {end} | r in 1..{n}, c in 1..{n}];\n")


def _write_sums(problem: Problem, stream: TextIO) -> None:
    count = problem.theory.variable_count
    stream.write(f"array[1..{count}] of var bool: x;\n")
    stream.writelines(f"constraint x[{given}];\n" for given in problem.givens)
    for clause in problem.theory.clauses:
        terms = " + ".join(f"x[{variable}]" for variable in clause.variables)
        relation = "=" if clause.exactly_one else "<="
        stream.write(f"constraint {terms} {relation} 1;\n")
    stream.write(f'output [show(i) ++ " " | i in 1..{count} where fix(x[i])];\n')
