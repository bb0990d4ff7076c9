"""MiniZinc: on a plain board, integers and all_different; Boolean sums if there is no board or if
there are auxiliary variables (rules of a variant).

Source: Nethercote et al., "MiniZinc: towards a standard CP modelling language" (CP 2007).
"""

from __future__ import annotations

from typing import TextIO

from ...layout import Layout
from .problem import Problem, comments


def write(problem: Problem, stream: TextIO) -> None:
    """Write the problem; the output is the grid in digits, or the true variables."""
    theory = problem.theory
    board = theory.layout if _is_plain(theory.layout) and not theory.has_helpers else None
    how = "model integers with all_different" if board else "model Boolean sums"
    for line in comments(problem, how, theory.variable_count, len(theory.clauses)):
        stream.write(f"% {line}\n")
    if board:
        _write_board(problem, board, stream)
    else:
        _write_sums(problem, stream)
    stream.write("solve satisfy;\n")


def _is_plain(layout: Layout | None) -> bool:
    return layout is not None and layout.is_regular and not layout.constraints


def _write_board(problem: Problem, layout: Layout, stream: TextIO) -> None:
    n = layout.size
    stream.write('include "all_different.mzn";\n')
    stream.write(f"array[1..{n}, 1..{n}] of var 1..{n}: x;\n")
    for given in problem.givens:
        r, c, d = problem.theory.coordinates(given)
        stream.write(f"constraint x[{r},{c}] = {d};\n")
    for house in layout.houses:
        cells = ", ".join(f"x[{cell // n + 1},{cell % n + 1}]" for cell in house.cells)
        stream.write(f"constraint all_different([{cells}]);  % {house}\n")
    stream.write(
        f'output [show(x[r,c]) ++ if c == {n} then "\\n" else " " endif '
        f"| r in 1..{n}, c in 1..{n}];\n"
    )


def _write_sums(problem: Problem, stream: TextIO) -> None:
    count = problem.theory.variable_count
    stream.write(f"array[1..{count}] of var bool: x;\n")
    stream.writelines(f"constraint x[{given}];\n" for given in problem.givens)
    for clause in problem.theory.clauses:
        terms = " + ".join(f"x[{variable}]" for variable in clause.variables)
        stream.write(f"constraint {terms} {'=' if clause.exactly_one else '<='} 1;\n")
    stream.write(f'output [show(i) ++ " " | i in 1..{count} where fix(x[i])];\n')
