"""Convert cells found in a text to a puzzle."""

from __future__ import annotations

from ...board import Puzzle
from ...errors import LayoutError, ParseError
from ...layout import Layout
from ...layout_data import FROM_ZERO, default_box
from ...phrases import Name, phrase
from ...plurals import a_board
from ..cell_values import meanings
from .cell_meanings import in_rows, symbols_of, usual_board
from .cells import Cells, around


def decode(cells: Cells, layout: Layout | None, size: int) -> Puzzle:
    """Return the puzzle of these cells; raise `ParseError` for a symbol that the board lacks."""
    if cells.marks and layout is None:
        try:
            layout = Layout.jigsaw(cells.marks)
        except LayoutError as error:
            raise ParseError(str(error), cells.number) from None
    if layout is None:
        has_boxes = min(default_box(size)) > 1
        if not has_boxes:
            rows = in_rows(cells.texts, size)
            why = around(rows) or f": give its layout, such as {size}x{size}/latin"
            raise ParseError(
                phrase("a board of {size}x{size} cells has no boxes{why}", size=size, why=why),
                cells.number,
            )
        layout = usual_board(size, symbols_of(set(cells.texts), size))
    digits = meanings(layout.symbols)
    blank = ""
    values = []
    for place, text in enumerate(cells.texts):
        digit = digits.get(text)
        if digit is None:
            raise _error(cells, place, _no_symbol(text, layout))
        if digit == 0:
            blank = blank or text
            if text != blank:
                problem: str = phrase(
                    "blanks are {blank!r} before and {text!r} here: use only one of them",
                    blank=blank,
                    text=text,
                )
                if "0" in (blank, text) and layout.symbols[-1] not in cells.texts:
                    problem = phrase(
                        "{problem} (or give --symbols {symbols!s})",
                        problem=problem,
                        symbols=FROM_ZERO[: layout.size],
                    )
                raise _error(cells, place, problem)
        values.append(digit)
    if blank.isalpha() and not any(values):
        raise ParseError(
            phrase("only {blank!r}, no digit: this is no puzzle", blank=blank), cells.number
        )
    return Puzzle(tuple(values), layout)


def _no_symbol(text: str, layout: Layout) -> str:
    known: str = Name(layout.symbols)
    if layout.size > 1:
        known = phrase("{first!s} to {last!s}", first=layout.symbols[0], last=layout.symbols[-1])
    mark = text[:9]
    board = a_board(layout.size)
    if text.isdigit() and not text.isascii():
        said = "{text!r} is a digit of another script: {board} has {known}"
    else:
        said = "{text!r} is not a symbol of {board}: it has {known}"
    return phrase(said, text=mark, board=board, known=known)


def _error(cells: Cells, place: int, problem: str) -> ParseError:
    number, column = divmod(cells.columns[place], 10**6)
    return ParseError(problem, number or cells.number, column)
