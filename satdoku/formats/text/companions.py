"""What stands below a puzzle and belongs to it: its state, its candidates, its solution, its
regions; the puzzle once more."""

from __future__ import annotations

import re
from dataclasses import replace

from ...board import Puzzle
from ...errors import LayoutError
from ...layout import Layout
from ..metadata import MOST_SAID, state, with_about, with_note, with_state
from ..rules_in_text import stated, states_any
from .cell_meanings import CandidateGrid, repeats
from .cells import Companion
from .pencil import candidates_of

#: A mark of givens has this digit, or none.
MARKED = {0, 1}
OF_RULES = re.compile(
    r"cell|digit|number|diagonal|consecutive|king|knight|queen|camel|zebra|giraffe|thermo|arrow|cage|"
    r"line|dot|clue|rule|anti|adjacent|neighbo|differ|same|repeat|box|region|latin|edge|torus|"
    r"toroid|sum|whisper|kropki|killer|window|hyper|disjoint|block|square|touch|move|modulo|entropy|"
    r"taxicab|palindrome|renban|\beven\b|odd|between|sandwich|skyscraper|xs?\b|row|column|"
    r"doubler|negator|sign|jigsaw|yin|nurikabe|star|cave|chaos|doppel|flat|area",
    re.IGNORECASE,
)
#: Without one of these, the name of a mark in prose is no rule.
OF_MARKS = re.compile(
    r"rule|\b(?:digits?|numbers?|cages?)\b.*\b(?:must|sums?|differ|increase|repeat)\b",
    re.IGNORECASE,
)


def with_companion(puzzle: Puzzle, found: Companion, is_above_drawn: bool = True) -> Puzzle | None:
    """Return the puzzle above with what belongs to it; None if what was found is of another board,
    or has other givens.

    is_above_drawn: the puzzle above stands on several lines.
    """
    what = found.what
    if puzzle.layout.cell_count != what.layout.cell_count:
        return None
    if isinstance(what, Puzzle) and found.kind != "state":
        is_other_form = found.is_drawn != is_above_drawn
        return _with_board(puzzle, what, found, is_other_form)
    possible = _possible(what)
    # Only what was placed may be shown, without the givens.
    in_both = [cell for cell, digit in enumerate(puzzle.cells) if digit and possible[cell]]
    must_have_givens = bool(in_both) and isinstance(what, Puzzle)
    for cell, digit in enumerate(puzzle.cells):
        here = possible[cell]
        is_missing = digit and digit not in here
        if is_missing and (here or must_have_givens):
            return None
    placed, eliminated = state(puzzle)
    gone = set(eliminated)
    for cell, left in enumerate(candidates_of(puzzle)):
        here = possible[cell]
        if here:
            gone |= {(cell, digit) for digit in left if digit not in here}
    return with_state(puzzle, placed, sorted(gone))


def _with_board(
    puzzle: Puzzle, what: Puzzle, found: Companion, is_other_form: bool
) -> Puzzle | None:
    """Return the puzzle with a board below it that is no state; None if it is another puzzle.

    is_other_form: one of them stands in a line, the other on several.
    """
    if found.kind == "solution":
        return with_solution(puzzle, what, f"on line {found.number}")
    if found.kind == "regions":
        return with_regions(puzzle, what, f"on line {found.number}")
    if found.kind == "aside":
        return with_unread(puzzle, found)
    if found.kind == "output" and 0 in what.cells:
        pairs = zip(puzzle.cells, what.cells, strict=True)
        agrees = all(0 in pair or pair[0] == pair[1] for pair in pairs)
        return with_unread(puzzle, found) if agrees else None
    if found.kind == "mask" and set(what.cells) <= MARKED:
        return puzzle
    if what.cells == puzzle.cells and is_other_form:
        return puzzle
    return puzzle if solves(what, puzzle) and can_be_proper(puzzle) else None


def can_be_proper(puzzle: Puzzle) -> bool:
    """Whether a puzzle can have only one solution: without rules, two digits that it does not have
    can change places in any. A full board that happens to have its few givens is a puzzle, too."""
    digits = set(puzzle.cells) - {0}
    return bool(puzzle.constraints) or len(digits) >= puzzle.layout.size - 1


def solves(grid: Puzzle, puzzle: Puzzle) -> bool:
    """Whether a board is full and right, and has the givens of a puzzle with blanks."""
    if 0 in grid.cells or 0 not in puzzle.cells or len(grid.cells) != len(puzzle.cells):
        return False
    pairs = zip(puzzle.cells, grid.cells, strict=True)
    agrees = all(digit in (0, other) for digit, other in pairs)
    return agrees and not repeats(Puzzle(grid.cells, puzzle.layout))


def with_regions(puzzle: Puzzle, marks: Puzzle, where: str) -> Puzzle:
    """Return the puzzle on the board with the regions that the marks draw, one per cell; if they
    draw none, this is noted. where: for the note."""
    layout = puzzle.layout
    if layout == Layout.of_size(layout.size, layout.symbols):
        try:
            irregular = Layout.jigsaw(marks.line.replace(".", "0"))
        except LayoutError:
            pass
        else:
            return replace(puzzle, layout=replace(irregular, symbols=layout.symbols))
    return with_note(puzzle, f"the regions {where} were not read")


def says_rules(text: str) -> bool:
    """Whether a few lines of prose state a rule about the whole board, or, if they speak of rules
    or of the digits of a variant, about marks: the names of techniques are those of marks, too.
    Most prose has no word that all rules need."""
    if len(text) > MOST_SAID or not OF_RULES.search(text):
        return False
    return states_any(text) if OF_MARKS.search(text) else bool(stated(text))


def with_words(puzzle: Puzzle, text: str) -> Puzzle:
    """Return the puzzle with the prose around it, if that states rules and the puzzle has no text
    of its own."""
    if "ruleset" in puzzle.kept or not says_rules(text):
        return puzzle
    return with_about(puzzle, {"ruleset": text})


def with_unread(puzzle: Puzzle, found: Companion) -> Puzzle:
    """Return the puzzle; what says something aside of its cells is noted as not read."""
    return with_note(puzzle, f"what line {found.number} begins is no puzzle: it was not read")


def _possible(what: Puzzle | CandidateGrid) -> list[tuple[int, ...]]:
    """Return the digits that are left in each cell; none for a cell of which nothing is known."""
    if isinstance(what, CandidateGrid):
        return what.digits
    return [(digit,) if digit else () for digit in what.cells]


def with_solution(puzzle: Puzzle, solution: Puzzle, where: str) -> Puzzle:
    """Return the puzzle; a solution that it cannot have is noted. where: for the note."""
    layout = puzzle.layout
    for cell, digit in enumerate(puzzle.cells):
        other = solution.cells[cell]
        if digit and other != digit:
            name = layout.cell_name(cell)
            why = f"{name} is {layout.symbol(other)}, the puzzle has {layout.symbol(digit)}"
            return with_note(puzzle, f"the solution {where} is not of this puzzle: {why}")
    if repeats(Puzzle(solution.cells, layout)):
        why = "a row, column or region holds a digit twice"
        return with_note(puzzle, f"the solution {where} is wrong: {why}")
    return puzzle
