"""What stands below a puzzle and belongs to it: its state, its candidates, its solution."""

from __future__ import annotations

from ...board import Puzzle
from ..metadata import state, with_note, with_state
from .cell_meanings import CandidateGrid, repeats
from .cells import Companion
from .pencil import candidates_of


def with_companion(above: tuple[int, Puzzle] | None, found: Companion) -> tuple[int, Puzzle]:
    """Return the line and the puzzle above with what belongs to it; if there is none on the same
    board with the same givens, what was found as a puzzle of its own."""
    what = found.what
    puzzle = what.puzzle if isinstance(what, CandidateGrid) else what
    alone = found.number, puzzle
    if above is None:
        return alone
    line, puzzle = above
    if puzzle.layout.cell_count != what.layout.cell_count:
        return alone
    if found.kind == "solution" and isinstance(what, Puzzle):
        return line, _with_solution(puzzle, what, found.number)
    possible = _possible(what)
    for cell, digit in enumerate(puzzle.cells):
        here = possible[cell]
        if digit and here and digit not in here and isinstance(what, CandidateGrid):
            return alone
    placed, eliminated = state(puzzle)
    gone = set(eliminated)
    for cell, left in enumerate(candidates_of(puzzle)):
        here = possible[cell]
        if here:
            gone |= {(cell, digit) for digit in left if digit not in here}
    return line, with_state(puzzle, placed, sorted(gone))


def _possible(what: Puzzle | CandidateGrid) -> list[tuple[int, ...]]:
    """Return the digits that are left in each cell; none for a cell of which nothing is known."""
    if isinstance(what, CandidateGrid):
        return what.digits
    return [(digit,) if digit else () for digit in what.cells]


def _with_solution(puzzle: Puzzle, solution: Puzzle, line: int) -> Puzzle:
    """Return the puzzle; a solution that it cannot have is noted."""
    layout = puzzle.layout
    for cell, digit in enumerate(puzzle.cells):
        other = solution.cells[cell]
        if digit and other != digit:
            name = layout.cell_name(cell)
            why = f"{name} is {layout.symbol(other)}, the puzzle has {layout.symbol(digit)}"
            return with_note(puzzle, f"the solution on line {line} is not of this puzzle: {why}")
    if repeats(Puzzle(solution.cells, layout)):
        why = "a row, column or region holds a digit twice"
        return with_note(puzzle, f"the solution on line {line} is wrong: {why}")
    return puzzle
