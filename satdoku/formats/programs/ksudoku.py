"""Saved games of KSudoku: XML with the shape of the board and its values.

A value is a letter from `b` for 1 (`_` blank, `.` no cell); cells are counted down the columns. The
shape is `sudoku`, or `custom` with its houses (`clique`, `sudokugroups`) and cages, whose operators
are numbers (0 none, 4 add; products and the like are Mathdoku). The history has the digits placed.

Source: the files that KSudoku writes (invent.kde.org/games/ksudoku; facts only).

>>> puzzle = Puzzle((1, 0, 0, 0, 0, 0, 2) + (0,) * 9, Layout.of_size(4))
>>> read_ksudoku(ksudoku_text(puzzle)) == puzzle
True
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import TYPE_CHECKING

from ...board import Puzzle
from ...errors import LayoutError, ParseError
from ...layout import Layout
from ...phrases import phrase
from ..metadata import played, state
from .caging import cages_in, with_cages
from .certificate import layout_of_houses

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

HEAD = "<!DOCTYPE ksudoku>\n<ksudoku>\n"
#: The sizes that KSudoku's usual boards may have, and the largest with cages.
SIZES, MOST_CAGED = (4, 9, 16, 25), 9
NONE, ADD = "0", "4"


def read_ksudoku(text: str) -> Puzzle | None:
    """Return the puzzle of a saved game; None for other XML; raise `ParseError` for shapes that
    are no square."""
    from xml.etree import ElementTree

    if "<!ENTITY" in text:
        raise ParseError("an entity in XML: remove it, since it is not read")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ParseError(phrase("damaged XML of KSudoku: {error!s}", error=error)) from None
    except UnicodeEncodeError:  # bytes that are no text are read as halves of characters
        raise ParseError("damaged XML of KSudoku: it is not UTF-8 text") from None
    graph = root.find(".//graph")
    text = root.findtext(".//values") or ""
    values = text.strip()
    if graph is None or not values:
        raise ParseError("XML of KSudoku without a saved game: its shapes alone hold no puzzle")
    size = isqrt(len(values))
    kind = graph.get("type", "")
    order = graph.get("order")
    is_square = size * size == len(values) and order == str(size)
    is_flat = graph.get("sizeZ", "1") == "1" and "." not in values
    if kind not in ("sudoku", "custom") or not is_square or not is_flat:
        name = graph.get("name") or kind
        raise ParseError(
            phrase(
                "a board of KSudoku of the kind {name!r}: only squares can be read", name=name[:40]
            )
        )
    try:
        layout = _layout(graph, size)
        digits = [_digit(mark) for mark in values]
        puzzle = Puzzle(_by_rows(digits, size), layout)
        moves = _moves(root, size)
        return played(puzzle, moves)
    except (LayoutError, ValueError) as error:
        raise ParseError(phrase("damaged XML of KSudoku: {error!s}", error=error)) from None


def _digit(mark: str) -> int:
    if mark == "_":
        return 0
    return ord(mark) - ord("a")


def turned(cell: int, size: int) -> int:
    """Return the number of a cell in reading order that is counted down the columns, or the other
    way round."""
    c, r = divmod(cell, size)
    return r * size + c


def _by_rows(cells: list[int], size: int) -> tuple[int, ...]:
    """Return the contents of cells in the other order."""
    return tuple([cells[turned(cell, size)] for cell in range(size * size)])


def _cells(element: Element, size: int) -> tuple[int, ...]:
    """Return the cells of a house or a cage, in reading order."""
    text = element.text or ""
    cells = [turned(int(number), size) for number in text.split()]
    return tuple(sorted(cells))


def _layout(graph: Element, size: int) -> Layout:
    usual = Layout.of_size(size)
    if graph.get("type") == "sudoku":
        return usual
    lines = {house.cells for house in Layout(size).houses}
    houses = [_cells(one, size) for one in graph.findall("clique")]
    groups = graph.find("sudokugroups")
    if groups is not None:
        houses += lines
        if groups.get("withblocks", "1") == "1":
            boxes = [house.cells for house in usual.houses if house.kind == "box"]
            houses = boxes + houses
    if not lines.issubset(houses):
        raise LayoutError("not all of its rows and columns are houses")
    others = [list(cells) for cells in houses if cells not in lines]
    board = layout_of_houses(size, others, "")
    cages = []
    for cage in graph.findall("cage"):
        if cage.get("operator", ADD) not in (NONE, ADD):
            raise LayoutError("its cages are products or differences (Mathdoku)")
        total = int(cage.get("value", 0))
        cages.append((total, _cells(cage, size)))
    return with_cages(board, cages)


def _moves(root: Element, size: int) -> Iterator[tuple[int | None, int]]:
    """Yield the cells and digits that the history places; other events are marks."""
    for event in root.findall(".//history/simple-event"):
        index = event.get("index", "")
        value = event.get("value", "")
        if not (index.isdecimal() and value.isdecimal()):
            continue
        cell = int(index)
        if cell < size * size:
            yield turned(cell, size), int(value)


# -- Writing ----------------------------------------------------------------------------------


def ksudoku_text(puzzle: Puzzle) -> str:
    """Return a saved game; raise `LayoutError` for a board or rule that KSudoku does not have."""
    layout = puzzle.layout
    size = layout.size
    known = Layout(size, layout.regions, layout.extra_houses)
    is_square = layout.without_constraints() == known and bool(layout.regions)
    if size not in SIZES or not is_square:
        raise LayoutError("KSudoku saves squares of 4, 9, 16 or 25 digits with boxes or regions")
    if layout.constraints and size > MOST_CAGED:
        raise LayoutError("KSudoku has cages on boards of 4 or 9 digits only")
    placed, _ = state(puzzle)
    givens = list(puzzle.cells)
    events = ""
    for cell in placed:
        index = turned(cell, size)
        events += f'<simple-event index="{index}" value="{givens[cell]}"/>\n'
        givens[cell] = 0
    marks = "_" + "".join(chr(ord("a") + digit) for digit in range(1, size + 1))
    values = "".join(marks[digit] for digit in _by_rows(givens, size))
    return (
        f"{HEAD}<game>\n<puzzle>\n{_graph(layout)}<values>{values}</values>\n</puzzle>\n"
        f"<history>\n{events}</history>\n</game>\n</ksudoku>"
    )


def _graph(layout: Layout) -> str:
    size = layout.size
    if layout == Layout.of_size(size):
        return f'<graph order="{size}" type="sudoku" specific-type="Plain"/>\n'
    lines = ['<sudokugroups at="0" withblocks="0"/>']
    count = 2 * size
    for house in layout.houses:
        if house.kind in ("row", "column"):
            continue
        numbers = _numbers(house.cells, size)
        lines.append(f'<clique size="{len(house.cells)}">{numbers}</clique>')
        count += 1
    for total, cells in cages_in(layout, "KSudoku"):
        numbers = _numbers(cells, size)
        head = f'<cage operator="{ADD}" value="{total}" size="{len(cells)}">'
        lines.append(f"{head}{numbers}</cage>")
    kind = "KillerSudoku" if layout.constraints else "Jigsaw"
    head = f'<graph order="{size}" type="custom" specific-type="{kind}" name="{kind}" '
    sides = f'ncliques="{count}" sizeX="{size}" sizeY="{size}" sizeZ="1">'
    return "\n".join([head + sides, *lines, "</graph>\n"])


def _numbers(cells: tuple[int, ...], size: int) -> str:
    return " ".join(str(turned(cell, size)) for cell in cells)
