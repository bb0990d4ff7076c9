"""The positions of everything in the picture of a board: the cells as in the layout, outside clues
beyond the row and column numbers, notes below."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...constraints.constraint import Constraint
from ...constraints.rules_text import note_of, style_of
from ...constraints.styles import Along, Note, Outline, Outside
from ...layout import Layout

#: In pixels: side of a cell, margin with row and column numbers, additional space for an outside
#: clue and for a line of notes.
CELL, MARGIN, BEYOND, NOTE_LINE = 54, 22, 34, 18
#: Margin without these numbers; font size of digits, normal and in large print.
BARE_MARGIN, DIGIT, LARGE_DIGIT = 3, 30, 40
#: Approximate width of a character of a note.
CHARACTER = 6.4
#: Inset of an outline, in cells; additional inset per level for outlines that share cells.
INSET, FURTHER = 0.075, 0.045
#: Space for a text in a cell's corner, and between an outline and candidates.
LABEL_ROOM, AIR = 12.5, 1.5
#: Offset of a digit from such a text on sheets.
BESIDE = 6

Point = tuple[float, float]
#: A constraint, its style, and the place (row, column) outside the board of its clue.
Clue = tuple[Constraint, Outside, tuple[float, float]]
#: The cells of an outline, and its inset level (from 0).
Part = tuple[tuple[int, ...], int]
#: The part of a cell for candidates, relative to the cell's corner: x, y, width, height.
Box = tuple[float, float, float, float]


class Plan:
    """left, top: corner of the board; width, height: of the picture; margin: around it. digit: font
    size of digits. numbered: whether rows and columns are numbered. summed: whether cages show
    their texts. clues: the constraints with outside clues. notes: lines below the board. labelled:
    cells with a text in their corner. outlines: the constraints drawn as outlines.
    insides: the area for candidates in each cell: inside outlines, below a text. If any cell with
    outlines has a text, all of them reserve space for one, so that they look alike."""

    def __init__(
        self,
        layout: Layout,
        *,
        noted: bool = True,
        numbered: bool = True,
        large: bool = False,
        summed: bool = True,
    ) -> None:
        """noted: list rules that are not drawn below the board. numbered: number rows and columns.
        large: larger digits. summed: show the texts of cages."""
        self.layout = layout
        self.numbered = numbered
        self.summed = summed
        self.digit = LARGE_DIGIT if large else DIGIT
        styles = [(c, style_of(c)) for c in layout.constraints]
        self.clues = _apart([(c, s) for c, s in styles if isinstance(s, Outside)], layout)
        low = min([0.0, *(min(place) for *_, place in self.clues)])
        high = max(
            [0.0, *(max(r - layout.height, c - layout.width) + 1 for *_, (r, c) in self.clues)]
        )
        before, after = BEYOND * round(-low), BEYOND * round(high)
        self.margin = MARGIN if numbered else BARE_MARGIN
        self.left = self.top = self.margin + before
        self.width = layout.width * CELL + 2 * self.margin + before + after
        room = int((self.width - 2 * self.margin) / CHARACTER)
        self.notes = tuple(
            line
            for c, style in styles
            if noted and isinstance(style, Note)
            for line in textwrap.wrap(note_of(c, layout), room)
        )
        around = 2 * self.margin + before + after + NOTE_LINE * len(self.notes)
        self.height = layout.height * CELL + around
        depth: dict[int, int] = {}
        self.outlines = tuple(
            [(c, s, tuple(_levels(c, s, depth))) for c, s in styles if isinstance(s, Outline)]
        )
        texts = [c for c, s in styles if isinstance(s, (Outline, Along)) and s.text]
        self.labelled = frozenset(c.cells[0] for c in texts if summed)
        labelled = self.labelled if self.labelled.isdisjoint(depth) else self.labelled | {*depth}
        cells = range(layout.cell_count)
        self.insides = tuple([_inside(depth.get(cell, 0), cell in labelled) for cell in cells])

    def corner(self, cell: int) -> tuple[float, float]:
        """Return (x, y) of a cell's upper left corner."""
        row, column = self.layout.places.place(cell)
        return self.left + column * CELL, self.top + row * CELL

    def middle(self, cell: int) -> Point:
        """Return (x, y) of a cell's centre."""
        x, y = self.corner(cell)
        return x + CELL / 2, y + CELL / 2

    def outside(self, place: tuple[float, float]) -> Point:
        """Return (x, y) of the centre of a place outside, which is closer to the board than a
        cell."""

        def at(k: float, count: int) -> float:
            if k < 0:
                return (k + 0.5) * BEYOND - self.margin + 4
            if k >= count:
                return count * CELL + (k - count + 0.5) * BEYOND + 4
            return (k + 0.5) * CELL

        r, c = place
        return self.left + at(c, self.layout.width), self.top + at(r, self.layout.height)

    def digit_middle(self, cell: int) -> Point:
        """Return (x, y) of a digit's centre; on sheets, where corner texts grow, it is offset from
        them."""
        x, y = self.middle(cell)
        aside = BESIDE if cell in self.labelled and not self.numbered else 0
        return x + aside, y + aside

    def candidate_size(self, cell: int) -> float:
        """Return the font size of the candidates in a cell."""
        across, down = grid_of(self.layout.size)
        _, _, width, height = self.insides[cell]
        return min(0.72 * width / across, 0.85 * height / down)

    def candidate(self, cell: int, digit: int) -> Point:
        """Return (x, y) of a candidate's centre."""
        across, down = grid_of(self.layout.size)
        (x, y), (left, top, width, height) = self.corner(cell), self.insides[cell]
        row, column = divmod(digit - 1, across)
        return (x + left + (column + 0.5) * width / across, y + top + (row + 0.5) * height / down)


def grid_of(size: int) -> tuple[int, int]:
    """Return (columns, rows) of the candidate grid in a cell, for `size` digits."""
    across = round(size**0.5 + 0.49)
    return across, -(-size // across)


def _levels(constraint: Constraint, style: Outline, depth: dict[int, int]) -> Iterator[Part]:
    """Yield the cells of each outline with its level. depth: the number of outlines so far, by
    cell."""
    for part in _parts(constraint, style):
        level = max(depth.get(cell, 0) for cell in part)
        depth.update(dict.fromkeys(part, level + 1))
        yield part, level


def _parts(constraint: Constraint, style: Outline) -> list[tuple[int, ...]]:
    cells, values = constraint.cells, constraint.values
    if style.groups == "{0}":
        size = len(cells) // values[0]
        return [cells[i : i + size] for i in range(0, len(cells), size)]
    if style.groups == "{}":
        ends = [sum(values[:k]) for k in range(len(values) + 1)]
        return [cells[a:b] for a, b in pairwise(ends)]
    return [cells]


def _inside(outlines: int, is_labelled: bool) -> Box:
    side = (INSET + FURTHER * (outlines - 1)) * CELL + AIR if outlines else 0.0
    top = max(side, LABEL_ROOM) if is_labelled else side
    return (side, top, CELL - 2 * side, CELL - top - side)


def _apart(constraints: list[tuple[Constraint, Outside]], layout: Layout) -> tuple[Clue, ...]:
    """Return each constraint with its place outside; if that is taken, further out."""
    clues: dict[tuple[float, float], tuple[Constraint, Outside]] = {}
    for constraint, style in constraints:
        r, c = _before(constraint.cells, layout)
        out = (-1 if r < 0 else r >= layout.height, -1 if c < 0 else c >= layout.width)
        while (r, c) in clues and any(out):
            r, c = r + out[0], c + out[1]
        clues[r, c] = constraint, style
    return tuple([(*clue, place) for place, clue in clues.items()])


def _before(cells: Sequence[int], layout: Layout) -> tuple[float, float]:
    """Return the place outside before the first cell that a clue sees; if that is inside the board,
    a point between two cells."""
    rows, columns = layout.height, layout.width
    r, c = layout.places.place(cells[0])
    if len(cells) > 1:
        r2, c2 = layout.places.place(cells[1])
        down, across = r2 - r, c2 - c
    else:  # from the nearest side
        down, across = (1, 0) if r == 0 else (-1, 0) if r == rows - 1 else (0, 1 if c == 0 else -1)
    place = (r - down, c - across)
    if 0 <= place[0] < rows and 0 <= place[1] < columns:
        return (r - 0.5 * down, c - 0.5 * across)
    return place
