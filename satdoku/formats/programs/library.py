"""Lines of a technique library in HoDoKu's format: a position, and the step that it illustrates.

`:technique:candidates:grid:deleted:eliminations:placements:extra`. In the grid, `+d` is a digit
that is placed, not given; deleted lists further eliminated candidates as digit, row and column
(`411`), and so do eliminations and placements.

>>> line = library_line(":0000:1:+1.2.............::114::")
>>> line.placed[:3], line.given[:3], line.layout.name, line.eliminations
((1, 0, 2), (0, 0, 2), '4x4', ((3, 1),))
"""

from __future__ import annotations

import re
from collections.abc import Collection

from ...board import Puzzle
from ...errors import LayoutError, ParseError
from ...frozen import frozen
from ...layout import Layout
from ...layout_data import MAX_SIZE
from ...phrases import phrase
from ...plurals import a_board, plural
from ...sanitize import shown
from ..metadata import with_state
from .susser import gone_text, marked

#: Matches certain library lines: a technique's code, its digits, a board.
CERTAIN = re.compile(r":[0-9a-fA-F]{4}[^:]{0,20}:[^:]{0,99}:[+.0-9A-Za-z]{16,7000}:.*", re.ASCII)


@frozen
class LibraryLine:
    """placed, given: the digit of each cell, or 0. deleted, eliminations, placements: (cell from 0,
    digit). technique: the library's own name for it."""

    technique: str
    layout: Layout
    placed: tuple[int, ...]
    given: tuple[int, ...]
    deleted: tuple[tuple[int, int], ...]
    eliminations: tuple[tuple[int, int], ...]
    placements: tuple[tuple[int, int], ...]


def is_library_line(text: str) -> bool:
    """Whether it looks like one: it begins with a colon and has fields separated by colons."""
    return text.lstrip().startswith(":") and text.count(":") >= 4


def library_line(text: str, layout: Layout | None = None) -> LibraryLine:
    """Return the content of a line; raise `ParseError` for other text."""
    fields = text.strip().split(":")
    if len(fields) < 5 or fields[0]:
        raise ParseError("a line of a library is :technique:candidates:grid:deleted:eliminations:…")
    grid = fields[3].replace("0", ".")
    cells = re.findall(r"\+?[^+\s]", grid)
    size = round(len(cells) ** 0.5)
    is_square = size * size == len(cells) and 1 <= size <= MAX_SIZE
    if not is_square or "".join(cells) != grid:
        raise ParseError(
            phrase(
                "{cells} in the grid of this line: a 9x9 board has 81",
                cells=plural(len(cells), "cell"),
            )
        )
    board = layout or Layout.of_size(size)
    if board.cell_count != len(cells):
        raise ParseError(
            phrase(
                "{cells} in this line: {board} has {count!s}",
                cells=plural(len(cells), "cell"),
                board=a_board(board.name),
                count=board.cell_count,
            )
        )
    placed = []
    given = []
    for number, cell in enumerate(cells):
        mark = cell[-1]
        if mark not in "." + board.symbols:
            name = board.cell_name(number)
            raise ParseError(
                phrase(
                    "{name!s} holds {cell!r}: digits are {symbols!s}",
                    name=name,
                    cell=cell[:9],
                    symbols=board.symbols,
                )
            )
        digit = board.symbols.find(mark) + 1
        placed.append(digit)
        given.append(0 if cell[0] == "+" else digit)
    more = [_candidates(field, board) for field in (*fields[4:7], "", "")]
    return LibraryLine(
        technique=fields[1],
        layout=board,
        placed=tuple(placed),
        given=tuple(given),
        deleted=more[0],
        eliminations=more[1],
        placements=more[2],
    )


def _candidates(field: str, board: Layout) -> tuple[tuple[int, int], ...]:
    found = []
    for word in field.split():
        digit, *place = [board.symbols.find(mark) + 1 for mark in word]
        if not digit or len(place) != 2 or 0 in place:
            raise ParseError(
                phrase(
                    "{word!r} is not a candidate: write digit, row and column, as 411",
                    word=word[:9],
                )
            )
        r, c = place
        cell = (r - 1) * board.size + c - 1
        found.append((cell, digit))
    return tuple(found)


def read_hodoku(text: str, ignore: Collection[str] = ()) -> Puzzle | None:
    """Return the board of such a line, as far as it is solved; None for other text."""
    if text[:1] != ":" or not CERTAIN.fullmatch(text):
        return None
    # Without eliminations and placements: these are the step that the line illustrates, not yet
    # taken.
    first_fields = text.split(":")[:5]
    line = library_line(":".join(first_fields))
    placed = [cell for cell, digit in enumerate(line.placed) if digit and not line.given[cell]]
    return with_state(Puzzle(line.placed, line.layout), placed, line.deleted)


def hodoku_line(puzzle: Puzzle) -> str:
    """Return a line with the board and the eliminated candidates, and no technique (0000).

    Raises `LayoutError` for boards other than the standard ones from 4×4 to 9×9.
    """
    layout = puzzle.layout
    if not 4 <= layout.size <= 9 or layout != Layout.of_size(layout.size):
        raise LayoutError(
            phrase(
                "a library line holds standard boards from 4x4 to 9x9, not {name!s}",
                name=shown(layout.name, 40),
            )
        )
    grid = "".join(marked(puzzle))
    return f":0000:x:{grid}:{gone_text(puzzle)}:::"
