"""Starting positions: from a puzzle, a grid of candidates, a library line, or a player's state.

A grid of candidates is what solvers and forums print: the digits possible in each cell. A cell with
one candidate holds that digit.

>>> position("..1..23..4......", entries="..1..23..4..2...")
<Position 4x4: 5 placed, 20 candidates left>

>>> grid = read_candidates("1 234 34 2 / 24 24 1 3 / 23 1 24 4 / 4 23 23 1".replace("/", " "))
>>> grid.layout.name, grid.digit_in(0)
('4x4', 1)
"""

from __future__ import annotations

from ..board import Puzzle
from ..errors import ParseError
from ..formats.metadata import state as kept_state
from ..formats.metadata import with_state
from ..formats.programs.library import hodoku_line, is_library_line
from ..formats.text.reader import PuzzleLike, parse
from ..formats.text.states import are_candidates, candidates_in_text
from ..layout import Layout, as_layout
from ..sanitize import columns as columns_of
from .mistakes import PlayerState, checked, state_of
from .position import Position

#: The types of value to start from.
Start = PuzzleLike | Position | PlayerState


def position(
    start: Start, *, entries: str | None = None, layout: Layout | str | None = None
) -> Position:
    """Return the starting position, digits placed and candidates left, for `explain`, `hint`,
    `steps`, `available` and `rate`.

    >>> position("..1..23..4......").candidates_in(0)
    [3, 4]

    start: a puzzle; or a text with a puzzle, a grid of candidates, or a line of a technique
    library. entries: the player's state of a puzzle, a grid of digits or candidates. layout: None
    to detect it.

    Raises `ParseError` for other text, `Inconsistency` if two digits contradict each other or the
    state has a mistake, `PuzzleError` for entries in a puzzle without exactly one solution.
    """
    if entries is not None and not isinstance(start, Position | PlayerState):
        start = state_of(entries, start, layout)
    return position_of(start, layout)


def position_of(start: Start, layout: Layout | str | None = None) -> Position:
    """Return the position at which a start begins; a position is returned as it is."""
    found = start_of(start, layout)
    if isinstance(found, Puzzle):
        return Position.of(found)
    if isinstance(found, PlayerState):
        return checked(found)
    return found


def start_of(start: Start, layout: Layout | str | None = None) -> Puzzle | Position | PlayerState:
    """Return what a text contains; a puzzle that records removed candidates (from a library line,
    or Susser's format) becomes a state, and so does a grid of candidates."""
    if isinstance(start, str):
        if is_library_line(start):
            return state_of(start, layout=layout)
        try:
            puzzle = parse(start, layout)
        except ParseError as error:
            try:
                return state_of(start, layout=layout)
            except ParseError:
                raise error from None
        # As a puzzle, a grid of candidates has a rule for each cell whose digits it limits.
        if _limits_cells(puzzle) and are_candidates(start, as_layout(layout)):
            return state_of(start, layout=layout)
        return start_of(puzzle)
    if isinstance(start, (Position, PlayerState)):
        return start
    puzzle = parse(start, layout)  # raises `ParseError` if it is no puzzle
    return _state_in(puzzle) or puzzle


def _limits_cells(puzzle: Puzzle) -> bool:
    """Whether a rule says which digits some cells can hold."""
    return any(rule.kind == "candidates" for rule in puzzle.layout.constraints)


def board_of(start: Puzzle | Position | PlayerState) -> Puzzle:
    """Return the givens of a start, or the digits placed if its givens are not known."""
    if isinstance(start, PlayerState):
        return start.puzzle or start.placed
    if isinstance(start, Position):
        return start.board
    return start


def puzzle_at(start: Start, layout: Layout | str | None = None) -> Puzzle:
    """Return the puzzle of a start, for questions about its solutions: a grid of candidates is one
    with a rule for each cell that it limits."""
    found = start_of(start, layout)
    if isinstance(start, str) and isinstance(found, PlayerState) and found.puzzle is None:
        return parse(start, layout)
    return board_of(found)


def _state_in(puzzle: Puzzle) -> PlayerState | None:
    """Return the state that came with a puzzle; None if no candidate was removed."""
    placed, gone = kept_state(puzzle)
    if not gone:
        return None
    every = frozenset(puzzle.layout.digit_numbers)
    cells = [frozenset({digit}) if digit else every for digit in puzzle.cells]
    for cell, digit in gone:
        cells[cell] -= {digit}
    digits = [0 if cell in placed else digit for cell, digit in enumerate(puzzle.cells)]
    givens = Puzzle(tuple(digits), puzzle.layout)
    return PlayerState(tuple(cells), puzzle.layout, givens, digits=puzzle.cells)


def read_candidates(text: str, layout: Layout | None = None) -> Position:
    """Return the position that a grid of candidates describes; for the formats see
    `formats.text.candidates`.

    Raises `ParseError` if the text is not such a grid, `Inconsistency` if two placed digits
    contradict each other.
    """
    cells, board = candidates_in_text(text, layout)
    return Position.from_candidates(cells, board)


def write_candidates(position: Position) -> str:
    """Return the grid of candidates: columns of equal width, boxes apart; '-' for a cell without
    any.

    `read_candidates` restores the position, except that a cell with a single candidate becomes
    placed.
    """
    layout = position.layout
    cells = []
    for cell in layout.all_cells:
        symbols = [layout.symbol(d) for d in position.candidates_in(cell)]
        cells.append("".join(symbols) or "-")
    width = max(map(columns_of, cells))
    rows, columns = layout.box_shape or (layout.height, layout.width)
    lines = []
    for r, drawn in enumerate(layout.places.drawn(cells, "")):
        if r and r % rows == 0:
            lines.append("")
        row = [cell + " " * (width - columns_of(cell)) for cell in drawn]
        groups = [" ".join(row[c : c + columns]) for c in range(0, layout.width, columns)]
        between = " | " if "" not in drawn else "   "
        lines.append(between.join(groups).rstrip())
    return "\n".join(lines)


def write_library_line(position: Position, puzzle: Puzzle | None = None) -> str:
    """Return the line of a technique library with this position, from which `position` reads it.

    >>> write_library_line(position(":0000:x:+12..............:334:::"))
    ':0000:x:+12..............:334:::'

    puzzle: its givens, if the position does not know them; otherwise all digits count as givens.
    Raises `LayoutError` for boards other than the standard ones from 4×4 to 9×9.
    """
    layout = position.layout
    cells = [position.digit_in(cell) for cell in layout.all_cells]
    asserted = frozenset(position.asserted)
    given = position.given or (puzzle.givens if puzzle else asserted)
    found = sorted(layout.cell_of(v) for v in asserted.difference(given))
    sees = Position.of(Puzzle(tuple(cells), layout))
    gone = []
    for cell in layout.all_cells:
        left = position.candidates_in(cell)
        gone += [(cell, d) for d in sees.candidates_in(cell) if d not in left]
    return hodoku_line(with_state(Puzzle(tuple(cells), layout), found, gone))
