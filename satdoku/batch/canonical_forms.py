"""Canonical forms: two boards are isomorphic exactly if their forms are equal.

The canonical form of a puzzle (or grid) is the lexically least board that results from renaming
digits, permuting rows and columns, and transposing, as the layout allows; a blank is less than any
digit. On a board with rules, only the maps that preserve them are used, and digits keep their names
unless the rules say only which cells differ or agree.

>>> from satdoku.layout import Layout
>>> form = canonical(Puzzle((0, 2, 0, 0, 3) + (0,) * 11, Layout.of_size(4)))
>>> form.puzzle.line, form.automorphisms
('...........1..2.', 16)
"""

from __future__ import annotations

from dataclasses import field

import numpy as np

from ..board import Puzzle
from ..constraints.symmetry import forms_on, names_may_change
from ..errors import PuzzleError
from ..formats.text.reader import PuzzleLike, parse
from ..frozen import frozen
from ..kernels.canonical.form_kernel import Forms, canonical_forms, move_count, shape_of
from ..layout import Layout
from ..operations.layout_symmetries import symmetries
from ..phrases import phrase
from ..plurals import plural
from ..record_types import BoardRecord, Line, Number

#: Kernels count automorphisms in 64 bits.
MOST_MOVES = 2**62


class CanonicalFormRecord(BoardRecord):
    """form: the canonical form: the same for all isomorphs. automorphisms: number of automorphisms
    of the puzzle."""

    form: Line
    automorphisms: Number


@frozen
class CanonicalForm:
    """The canonical form of a board. automorphisms: symmetries that map the board to itself (1 or
    more). puzzle: the form; of: the board.

    >>> canonical("12..34..........")
    <CanonicalForm ..........12..34, 32 automorphisms>
    """

    puzzle: Puzzle
    automorphisms: int
    of: Puzzle = field(compare=False)

    def record(self) -> CanonicalFormRecord:
        """Return the board, its form as a line, and the number of automorphisms."""
        found = {"form": self.puzzle.line, "automorphisms": self.automorphisms}
        return self.of.record() | found  # type: ignore[return-value]

    def line(self) -> str:
        """Return the form as a line."""
        return self.puzzle.line

    def text(self) -> str:
        """Return the form as a grid."""
        return str(self.puzzle)

    def __repr__(self) -> str:
        found = plural(self.automorphisms, "automorphism")
        return f"<CanonicalForm {self.puzzle.line[:81]}, {found}>"


def canonical(puzzle: PuzzleLike, *, layout: Layout | str | None = None) -> CanonicalForm:
    """Return the canonical form of one board: equal for all isomorphs.

    Raises `PuzzleError` for a board with a digit twice in a house, or if there are too many forms.

    layout: of a puzzle that is text, as for `parse`.

    >>> canonical("12..34..........") == canonical("..........43..21")
    True
    """
    puzzle = parse(puzzle, layout)
    board = np.array([puzzle.cells], np.uint8)
    if contradicts_itself(board, puzzle.layout).any():
        raise PuzzleError(
            "the puzzle has a digit twice in a row, column or box: it has no canonical form"
        )
    found = least_forms(board, puzzle.layout)
    form = Puzzle(tuple(found.forms[0].tolist()), puzzle.layout)
    return CanonicalForm(form, int(found.automorphisms[0]), puzzle)


def canonical_boards(boards: np.ndarray, layout: Layout) -> Forms:
    """Return the canonical forms of N × cells digits.

    Raises `PuzzleError` for a board with a digit twice in a house, and if the search has too many
    states (large boards that are nearly full) or the layout too many symmetries.
    """
    wrong = contradicts_itself(boards, layout)
    if wrong.any():
        raise PuzzleError(
            phrase(
                "board {number} (counting from 0) has a digit twice in a row, column or box: it "
                "has no canonical form",
                number=int(np.argmax(wrong)),
            )
        )
    return least_forms(boards, layout)


def least_forms(boards: np.ndarray, layout: Layout) -> Forms:
    """Return the canonical forms of boards that have no digit twice in a house; raise `PuzzleError`
    as `canonical_boards` does."""
    # The kernel searches the moves of boards whose rows, columns and boxes are permuted freely;
    # others have few symmetries, so that all images can be compared.
    shape = shape_of(layout)
    if shape is None:
        renames = names_may_change(forms_on(layout), layout.digits)
        return _by_all(boards, symmetries(layout), renames)
    found = canonical_forms(boards, shape, compiled=move_count(shape) < MOST_MOVES)
    if not found.automorphisms.all():
        raise PuzzleError(
            phrase(
                "board {number} (counting from 0) has too many starting points for its canonical "
                "form: large, nearly full boards have none",
                number=int(np.argmin(found.automorphisms)),
            )
        )
    return found


def contradicts_itself(boards: np.ndarray, layout: Layout) -> np.ndarray:
    """Return which boards have a digit twice in a house."""
    bits = (np.uint64(1) << boards.astype(np.uint64)) & ~np.uint64(1)  # 0 for a blank
    wrong = np.zeros(len(boards), bool)
    for cells in (list(house.cells) for house in layout.houses):
        inside = bits[:, cells]  # a sum of different bits is their union
        wrong |= inside.sum(1) != np.bitwise_or.reduce(inside, 1)
    return wrong


def _by_all(boards: np.ndarray, images: np.ndarray, renames: bool) -> Forms:
    """Return the least of all images of each board, with digits renamed if `renames`."""
    forms = np.zeros_like(boards)
    automorphisms = np.zeros(len(boards), np.int64)
    for i, board in enumerate(boards):
        moved = _named(board[images]) if renames else board[images]
        # Digits are single bytes, so the order of the bytes is that of the boards.
        least = min(row.tobytes() for row in moved)
        forms[i] = np.frombuffer(least, np.uint8)
        # As many maps lead to the least image as leave the board as it is: they are a coset of
        # those.
        automorphisms[i] = (moved == forms[i]).all(1).sum()
    return Forms(forms, automorphisms)


def _named(boards: np.ndarray) -> np.ndarray:
    """Return the boards with their digits renamed 1, 2, 3, … by first appearance."""
    top = int(boards.max(initial=0))
    width = boards.shape[1]
    # A blank is before all others, so it stays 0; digits that do not appear come last.
    first = np.full((len(boards), top + 1), width)
    first[:, 0] = -1
    for d in range(1, top + 1):
        here = boards == d
        first[:, d] = np.where(here.any(1), here.argmax(1), width)
    # The second sort turns the order of the digits into the rank of each: its new name.
    names = np.argsort(np.argsort(first, 1, kind="stable"), 1).astype(np.uint8)
    return np.take_along_axis(names, boards.astype(np.int64), 1)
