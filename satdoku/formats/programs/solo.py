"""Solo of Simon Tatham's Portable Puzzle Collection: its game IDs and saved games.

An ID is `PARAMS:DESC`. PARAMS: `CxR` for blocks of C columns and R rows, or `Nj` for a jigsaw of N;
then `j` (a jigsaw of that size), `x` (both diagonals) and `k` (killer), and symmetry and level,
which the puzzle does not need. DESC: the givens, then after commas the regions of a jigsaw, the
cages of a killer, and their sums. A saved game has the same texts in its lines PARAMS and DESC.

Source: the collection's own documentation and the IDs that it prints
(chiark.greenend.org.uk/~sgtatham/puzzles).

>>> puzzle = read_solo("2x2:1e2b3e4")
>>> puzzle.line, solo_id(puzzle)
('1.....2..3.....4', '2x2:1e2b3e4')
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ...board import Puzzle
from ...constraints.geometry import pieces
from ...errors import LayoutError, ParseError, PuzzleError
from ...layout import Layout
from ...layout_data import MAX_SIZE, SYMBOLS
from ...phrases import phrase
from .caging import cages_in, with_cages

#: An ID. What follows the flags is symmetry (r2, m4, md2, a) and level (dt, da, du, …).
ID = re.compile(
    r"(?P<first>\d{1,2})(?:x(?P<second>\d{1,2})|(?=j))(?P<flags>[jxk]*)"
    r"(?:m?d?[rm]\d?|a|d[tbiaeu])*:(?P<desc>[0-9a-z_,]+)"
)
IN_SENTENCE = re.compile(rf"(?:(?<!\S)|(?<=solo\.html#)){ID.pattern}(?=[.!?)]*(?:\s|$))")
#: What DESC of the givens and sums consists of: runs of blanks, and numbers.
PARTS = re.compile(r"[a-z_]|\d+")
#: The lines of a saved game that hold its puzzle and its moves.
GAME = "Simon Tatham's Portable Puzzle Collection"
LINE = re.compile(r"(?P<key>[A-Z]{1,8}) *:\d+:(?P<text>.*)")
MOVE = re.compile(r"R(\d+),(\d+),(\d+)")


def read_solo(text: str, ignore: Collection[str] = ()) -> Puzzle | None:
    """Return the puzzle of a game ID, None for other text; raise `ParseError` if it is damaged."""
    whole = ID.fullmatch(text.strip())
    match = whole or IN_SENTENCE.search(text)
    if not match:
        return None
    first = int(match["first"])
    second = match["second"]
    flags = match["flags"]
    size = first * int(second) if second else first
    if not 1 < size <= MAX_SIZE and whole:
        raise ParseError(
            phrase(
                "a game of Solo with {size!s} digits: boards have up to {most!s}",
                size=size,
                most=MAX_SIZE,
            )
        )
    try:
        return _puzzle(match["desc"].split(","), size, (first, second), flags)
    except (LayoutError, PuzzleError) as error:
        if not whole:
            return None
        raise ParseError(phrase("the game ID of Solo is damaged: {error}", error=error)) from None


def _puzzle(fields: list[str], size: int, block: tuple[int, str | None], flags: str) -> Puzzle:
    """Return the puzzle of the fields of DESC; block: columns and rows of a box as in PARAMS."""
    wanted = 1 + ("j" in flags) + 2 * ("k" in flags)
    if len(fields) != wanted:
        raise PuzzleError(
            phrase(
                "{count!s} parts between commas, expected {wanted!s}",
                count=len(fields),
                wanted=wanted,
            )
        )
    givens = _numbers(fields.pop(0), size)
    if "j" in flags:
        regions = _areas(fields.pop(0), size)
        layout = Layout.jigsaw("".join(SYMBOLS[region] for region in regions))
    else:
        columns, rows = block
        layout = Layout.boxes(int(rows or 1), columns)
    if "x" in flags:
        layout = layout.with_houses("diagonal")
    if "k" in flags:
        lines, sums = fields
        layout = with_cages(layout, _cages(lines, sums, size))
    return Puzzle(givens, layout)


def _numbers(text: str, size: int) -> list[int]:
    """Return a number for each cell, 0 for blank; a letter is a run of up to 26 blanks."""
    found: list[int] = []
    for part in PARTS.findall(text):
        if part.isdigit():
            found.append(int(part))
        elif part != "_":  # which only keeps two numbers apart
            found += [0] * (ord(part) - ord("a") + 1)
    if len(found) != size * size:
        raise PuzzleError(
            phrase("{count!s} cells, expected {wanted!s}", count=len(found), wanted=size * size)
        )
    return found


def _areas(text: str, size: int) -> list[int]:
    """Return the number of each cell's area, from 0, given the lines between cells.

    The lines inside the board: those between columns row by row, then those between rows column by
    column, and one at the end. `_` is a line, a letter so many places without one and then a line.
    """
    count = 2 * size * (size - 1)
    # A z stands for 25 places without a line where it is written, and for 26 where it is read.
    for places in (25, 26):
        lines = _lines(text, places)
        if len(lines) == count + 1:
            break
    else:
        raise PuzzleError(
            phrase(
                "{count!s} places between cells, expected {wanted!s}",
                count=len(lines) - 1,
                wanted=count,
            )
        )
    between = zip(_pairs(size), lines, strict=False)  # the line at the end is between none
    joined = [pair for pair, is_line in between if not is_line]
    areas = [0] * size**2
    for number, piece in enumerate(pieces(range(size**2), joined)):
        for cell in piece:
            areas[cell] = number
    return areas


def _lines(text: str, longest: int) -> list[bool]:
    found: list[bool] = []
    for mark in text:
        if mark == "z":
            found += [False] * longest
        elif mark == "_":
            found.append(True)
        else:
            found += [False] * (ord(mark) - ord("a") + 1)
            found.append(True)
    return found


def _cages(lines: str, sums: str, size: int) -> list[tuple[int, list[int]]]:
    """Return the sum and the cells of each cage."""
    areas = _areas(lines, size)
    totals = _numbers(sums, size)
    cages: dict[int, list[int]] = {}
    for cell, area in enumerate(areas):
        cages.setdefault(area, []).append(cell)
    found = []
    for cells in cages.values():
        known = [totals[cell] for cell in cells if totals[cell]]
        if known != [totals[cells[0]]]:
            raise PuzzleError("each cage needs one sum, in its first cell")
        found.append((known[0], cells))
    return found


# -- Saved games ------------------------------------------------------------------------------


def read_save(text: str) -> Puzzle:
    """Return the puzzle of a saved game, with the digits placed up to its position; raise
    `ParseError` for another game."""
    from ..metadata import played

    known = {}
    moves = []
    for line in text.splitlines():
        match = LINE.fullmatch(line.rstrip())
        if match and match["key"] == "MOVE":
            moves.append(match["text"])
        elif match:
            known[match["key"]] = match["text"]
    if known.get("GAME") != "Solo":
        game = known.get("GAME", "an unknown game")[:40]
        raise ParseError(phrase("a saved game of {game!s}: only Solo is a Sudoku", game=game))
    puzzle = read_solo(f"{known.get('PARAMS', '')}:{known.get('DESC', '')}")
    if puzzle is None:
        raise ParseError("the saved game lacks PARAMS or DESC of a game of Solo")
    position = known.get("STATEPOS", "")
    made = int(position) - 1 if position.isdecimal() else len(moves)
    digits = []
    for move in moves[: max(made, 0)]:
        if match := MOVE.fullmatch(move):  # others are pencil marks, or show the solution
            x, y, digit = map(int, match.groups())
            digits.append((puzzle.layout.places.cell_at(y, x), digit))
    return played(puzzle, digits)


# -- Writing ----------------------------------------------------------------------------------


def solo_id(puzzle: Puzzle) -> str:
    """Return the game ID; raise `LayoutError` for a board or rule that Solo does not have."""
    layout = puzzle.layout
    size = layout.size
    has_diagonals = may_have_diagonals(layout, "Solo has boards with boxes or regions")
    fields = [_number_text(puzzle.cells)]
    if layout.box_shape:
        rows, columns = layout.box_shape
        params = f"{columns}x{rows}"
    else:
        params = f"{size}j"
        fields.append(_area_text(list(layout.regions), size))
    if has_diagonals:
        params += "x"
    if layout.constraints:
        params += "k"
        fields += _cage_texts(layout)
    return f"{params}:{','.join(fields)}"


def may_have_diagonals(layout: Layout, what: str) -> bool:
    """Return whether a board has both diagonals; raise `LayoutError`, beginning with what a program
    has, for a board with other houses than these beyond its regions."""
    base = layout.without_constraints()
    has_diagonals = base.name.endswith("+diagonal")
    plain = Layout(layout.size, layout.regions)
    if base != (plain.with_houses("diagonal") if has_diagonals else plain) or not layout.regions:
        raise LayoutError(f"{what} and diagonals, nothing else")
    return has_diagonals


def _number_text(numbers: Collection[int]) -> str:
    """Return numbers as DESC has them: a letter for up to 26 blanks, _ between two numbers."""
    text = ""
    blanks = 0
    for number in [*numbers, None]:
        if number == 0:
            blanks += 1
            continue
        text += "z" * (blanks // 26)
        if blanks % 26:
            text += chr(ord("a") + blanks % 26 - 1)
        blanks = 0
        if number is not None:
            text += f"_{number}" if text[-1:].isdigit() else str(number)
    return text


def _area_text(areas: list[int], size: int) -> str:
    """Return the lines between areas as DESC has them; raise `LayoutError` where they would need
    the letter that programs read in two ways."""
    lines = []
    for first, second in _pairs(size):
        lines.append(areas[first] != areas[second])
    text = ""
    places = 0
    for line in [*lines, True]:
        if not line:
            places += 1
            continue
        if places > 25:
            raise LayoutError("Solo reads more than 25 places without a line in two ways")
        text += chr(ord("a") + places - 1) if places else "_"
        places = 0
    return text


def _pairs(size: int) -> Iterator[tuple[int, int]]:
    """Yield the neighbours in a row, row by row, then those in a column, column by column."""
    for r in range(size):
        for c in range(size - 1):
            yield r * size + c, r * size + c + 1
    for c in range(size):
        for r in range(size - 1):
            yield r * size + c, (r + 1) * size + c


def _cage_texts(layout: Layout) -> list[str]:
    """Return the cages and their sums; raise `LayoutError` unless they tile the board."""
    areas = [-1] * layout.cell_count
    totals = [0] * layout.cell_count
    for number, (total, cells) in enumerate(cages_in(layout, "Solo")):
        for cell in cells:
            areas[cell] = number
        totals[min(cells)] = total
    if -1 in areas:
        raise LayoutError("in Solo each cell of a killer is in a cage")
    text = _area_text(areas, layout.size)
    if len(set(_areas(text, layout.size))) != len(layout.constraints):
        raise LayoutError("cages in Solo must be connected")
    return [text, _number_text(totals)]
