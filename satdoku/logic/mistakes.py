"""A player's mistakes: where the current state contradicts the solution of the givens.

A wrong digit, or the removal of a candidate of the solution, makes every later step worthless; so
mistakes are reported before any step.

>>> state = state_of("..1..23..4..3...", puzzle="..1..23..4......")
>>> [str(mistake) for mistake in mistakes_in(state)]
['r4c1 cannot be 3']
>>> [str(mistake) for mistake in mistakes_in(state_of("r1c1=3, r4c1<>2", "..1..23..4......"))]
['r1c1 cannot be 3', 'r4c1 must keep its candidate 2']
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from ..board import Puzzle
from ..errors import Inconsistency, ParseError, PuzzleError, SatdokuError
from ..formats.programs.library import LibraryLine, is_library_line, library_line
from ..formats.text.reader import PuzzleLike, parse
from ..formats.text.states import candidates_in_text
from ..frozen import frozen
from ..layout import Layout, as_layout
from ..operations.solving import solutions
from ..phrases import phrase
from ..record_types import CellName, TypedDict
from ..theory import Theory
from .position import Position


@frozen
class PlayerState:
    """A player's state.

    cells: the digits possible in each cell (one: it is placed), row by row; puzzle: the givens,
    None if only the digits placed are known. digits: the digits placed, for sources where a cell
    with one candidate is not necessarily placed.
    """

    cells: tuple[frozenset[int], ...]
    layout: Layout
    puzzle: Puzzle | None = None
    digits: tuple[int, ...] | None = None

    @classmethod
    def of(
        cls,
        placed: Sequence[int],
        marks: Sequence[Collection[int]],
        layout: Layout,
        puzzle: Puzzle | None = None,
    ) -> PlayerState:
        """Return the state of digits placed, 0 for none, and marks; a cell without either may hold
        every digit."""
        every = frozenset(layout.digit_numbers)
        cells = [
            frozenset({digit}) if digit else frozenset(some) or every
            for digit, some in zip(placed, marks, strict=True)
        ]
        return cls(tuple(cells), layout, puzzle, tuple(placed))

    @property
    def placed(self) -> Puzzle:
        """The digits placed, right or wrong."""
        if self.digits is not None:
            return Puzzle(self.digits, self.layout)
        digits = (min(cell) if len(cell) == 1 else 0 for cell in self.cells)
        return Puzzle(tuple(digits), self.layout)

    @property
    def position(self) -> Position:
        """The state as a position; raises `Inconsistency` if two digits contradict each other."""
        if self.digits is not None:
            position = Position.of(self.placed)
            for cell, digits in enumerate(self.cells):
                for d in set(self.layout.digit_numbers) - digits:
                    position.deny(position.theory.variable_of(cell, d))
        else:
            position = Position.from_candidates(self.cells, self.layout)
        if self.puzzle:
            position.given = frozenset(self.puzzle.givens)
        return position


class MistakeRecord(TypedDict):
    """taken_away: whether the player removed the right candidate; false if a wrong digit was
    placed. given: the original given of the cell, if it was changed. why: what the digit would
    break, then the lines of the refutation."""

    cell: CellName
    digit: str
    taken_away: bool
    given: str | None
    why: list[str]


@frozen
class Mistake:
    """A digit (its symbol) in a cell ('r1c3') that was placed or removed wrongly.

    taken_away: whether it was removed. given: the symbol of the given that was changed, or "". why:
    one line on what the digit would break, followed by the refutation; empty unless requested.
    """

    cell: str
    symbol: str
    taken_away: bool
    given: str = ""
    why: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.told()

    def told(self) -> str:
        """Return what is wrong, and why."""
        if self.given:
            changed = "{cell} is a given {digit}, and {other} was entered"
            return phrase(changed, cell=self.cell, digit=self.given, other=self.symbol)
        wrong = "{cell} cannot be {digit}"
        if self.taken_away:
            wrong = "{cell} must keep its candidate {digit}"
        said = phrase(wrong, cell=self.cell, digit=self.symbol)
        return phrase("{text}: {reason}", text=said, reason=self.why[0]) if self.why else said

    @property
    def place(self) -> str:
        """Where it is, without naming the digit."""
        if self.given:
            return phrase("{cell} is a given, and another digit was entered", cell=self.cell)
        if self.taken_away:
            return phrase("a candidate was removed from {cell} that must stay", cell=self.cell)
        return phrase("the digit in {cell} is wrong", cell=self.cell)

    def record(self) -> MistakeRecord:
        """Return a record for JSON."""
        return {
            "cell": self.cell,
            "digit": self.symbol,
            "taken_away": self.taken_away,
            "given": self.given or None,
            "why": list(self.why),
        }


def state_of(
    text: str, puzzle: PuzzleLike | None = None, layout: Layout | str | None = None
) -> PlayerState:
    """Return the state in a text: a grid of candidates, a line of a technique library, or (with the
    puzzle) a grid of digits, or moves.

    Raises `ParseError` for other text.
    """
    layout = as_layout(layout)
    if is_library_line(text):
        return _of_library(library_line(text, layout))
    givens = None if puzzle is None else parse(puzzle, layout)
    board = givens.layout if givens else layout
    try:
        digits, board = candidates_in_text(text, board)
        cells = list(map(frozenset, digits))
    except ParseError:
        if givens is None:
            raise
        board = givens.layout
        cells = _entered(text, board)
    if givens:  # the entries may leave out the givens
        cells = [
            frozenset({digit}) if digit in cell else cell
            for cell, digit in zip(cells, givens.cells, strict=True)
        ]
    return PlayerState(tuple(cells), board, givens)


def _entered(text: str, layout: Layout) -> list[frozenset[int]]:
    """Return the digits that are left in each cell by a grid of digits, or by moves such as
    "r1c3=4, r2c1<>5"."""
    from .moves import literals_of  # which knows all techniques, that grids need not

    every = frozenset(layout.digit_numbers)
    try:
        entries = parse(text, layout)
    except ParseError as error:
        theory = Theory.of(layout)
        try:
            literals = literals_of("", ",".join(text.split()), theory)
        except SatdokuError:
            raise ParseError(
                phrase(
                    "the entries are neither a file nor a grid of this board: {problem}",
                    problem=error.problem,
                )
            ) from None
        cells = [every] * layout.cell_count
        for literal in literals:
            cell, digit = theory.cell_and_digit(abs(literal))
            cells[cell] &= {digit} if literal > 0 else every - {digit}
        return cells
    return [frozenset({digit}) if digit else every for digit in entries.cells]


def _of_library(line: LibraryLine) -> PlayerState:
    every = line.layout.digit_numbers
    gone = set(line.deleted)
    cells = []
    for cell, digit in enumerate(line.placed):
        left = [digit] if digit else [d for d in every if (cell, d) not in gone]
        cells.append(frozenset(left))
    puzzle = Puzzle(line.given, line.layout)
    return PlayerState(tuple(cells), line.layout, puzzle, digits=line.placed)


def mistakes_in(state: PlayerState) -> tuple[Mistake, ...]:
    """Return the mistakes, wrong digits first.

    Without the givens, the solution of the digits placed is used. Raises `Inconsistency` if there
    is a mistake that cannot be located; `PuzzleError` unless the givens have exactly one solution.
    """
    found = list(solutions(state.puzzle or state.placed, limit=2))
    if len(found) != 1 and state.puzzle and state.digits:  # a library line does not mark its givens
        return mistakes_in(replace(state, puzzle=None))
    if state.puzzle:
        if len(found) != 1:
            many = "several solutions" if found else "no solution"
            raise PuzzleError(
                phrase(
                    "the givens have {many}: entries cannot be checked (`satdoku diagnose` "
                    "explains why)",
                    many=many,
                )
            )
    elif not found:
        raise Inconsistency(
            "the digits placed have no solution, so one of them is wrong: give the puzzle, with "
            "this as its --entries, to find out which"
        )
    elif len(found) > 1:
        if next(state.position.completions(), None) is None:
            raise Inconsistency(
                "no solution is left among these candidates: one was removed that must stay, or a "
                "digit is wrong (give the puzzle, with this as its --entries, to find out which)"
            )
        return ()
    return _against(state, found[0].cells)


def _against(state: PlayerState, solution: Sequence[int]) -> tuple[Mistake, ...]:
    layout = state.layout
    wrong = []
    away = []
    for cell, (digits, right) in enumerate(zip(state.cells, solution, strict=True)):
        if right in digits:
            continue
        name = layout.cell_name(cell)
        given = state.puzzle.cells[cell] if state.puzzle else 0
        if len(digits) == 1:
            known = layout.symbol(given) if given else ""
            symbol = layout.symbol(min(digits))
            wrong.append(Mistake(name, symbol, taken_away=False, given=known))
        else:
            away.append(Mistake(name, layout.symbol(right), taken_away=True))
    return (*wrong, *away)


def with_reasons(
    state: PlayerState, mistakes: Sequence[Mistake], time_limit: float | None = None
) -> tuple[Mistake, ...]:
    """Return the mistakes with reasons, shortest first: for each wrong digit, why the givens and
    the other right digits exclude it; for each removed candidate, why they leave nothing else.
    Raises `TimeLimitReached`."""
    from .reasons import why_false, why_true

    wrong = {mistake.cell for mistake in mistakes if not mistake.taken_away}
    digits = list(state.placed.cells)
    for cell in range(len(digits)):
        if state.layout.cell_name(cell) in wrong:
            digits[cell] = state.puzzle.cells[cell] if state.puzzle else 0
    position = Position.of(Puzzle(tuple(digits), state.layout))
    if state.puzzle:
        position.given = frozenset(state.puzzle.givens)
    cell_named = {state.layout.cell_name(cell): cell for cell in range(len(digits))}
    found = []
    for mistake in mistakes:
        if mistake.given:
            found.append(mistake)
            continue
        digit = state.layout.symbols.index(mistake.symbol) + 1
        v = state.layout.variable_of(cell_named[mistake.cell], digit)
        reason = why_true if mistake.taken_away else why_false
        found.append(replace(mistake, why=reason(position, v, time_limit)))
    return tuple(sorted(found, key=lambda one: (one.taken_away, not one.given, len(one.why))))


def checked(state: PlayerState) -> Position:
    """Return the position of a state; raise `Inconsistency`, naming the first mistake, if it has
    any."""
    found = mistakes_in(state)
    if found:
        more = f" ({len(found) - 1} more)" if len(found) > 1 else ""
        raise Inconsistency(phrase("{found}{more}", found=found[0], more=more))
    return state.position
