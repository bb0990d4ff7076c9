"""An export's input, a theory and givens, and the comments at the start of every file.

The comments describe the file to a reader, and the meaning of its variables to `decode`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ... import __version__
from ...board import Puzzle
from ...frozen import frozen
from ...sanitize import shown
from ...theory import Theory, Variables


@frozen
class Problem:
    """A theory with some variables asserted."""

    theory: Theory
    givens: Variables = ()

    @classmethod
    def of(cls, puzzle: Puzzle) -> Problem:
        """Return a puzzle as a problem."""
        return cls(Theory.of(puzzle.layout), puzzle.givens)


def comments(problem: Problem, how: str, variables: int, constraints: int) -> Iterator[str]:
    """Yield lines that describe the file. how: the encoding; constraints: without the givens."""
    theory, layout = problem.theory, problem.theory.layout
    yield f"satdoku {__version__}"
    yield how
    if layout:
        n = layout.size
        yield f"layout {layout.name}"
        yield f"symbols {layout.symbols}"
        yield f"puzzle {Puzzle.from_variables(theory.on_board(problem.givens), layout).line}"
        if layout.is_regular:
            yield (
                f"variable {n * n}(r-1)+{n}(c-1)+d: the cell in row r, column c holds d "
                f"(r, c, d from 1 to {n})"
            )
        else:
            yield (
                f"variable {n}(i-1)+d: cell i, counted row by row, holds the digit number d "
                f"(i from 1 to {layout.cell_count}, d from 1 to {n})"
            )
    for number, name in enumerate(theory.helper_names, theory.board_variables + 1):
        yield f"helper {number} {shown(name)}"
    auxiliary = variables - theory.variable_count
    yield f"{theory.variable_count} variables of the theory, {auxiliary} auxiliary after them"
    yield f"{constraints} constraints of the theory, {len(problem.givens)} givens"


def cardinality_size(problem: Problem) -> int:
    """Return the number of at-least-one clauses and at-most-one constraints of native cardinality
    formats."""
    clauses = problem.theory.clauses
    return sum(clause.exactly_one for clause in clauses) + len(clauses)
