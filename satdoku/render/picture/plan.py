"""The positions of everything in the picture of a board: the cells as in the layout, outside clues
beyond the row and column numbers, notes below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...constraints.constraint import Constraint
from ...constraints.drawings import (
    LABEL_PLACE,
    label_start,
    outlined_parts,
    rule_drawings,
)
from ...constraints.rules_text import note_of
from ...constraints.styles import CELL, Meeting, Outline, Outside
from ...geometry import Cells
from ...layout import Layout
from .insides import insides
from .notes import TellRule, notes

#: In pixels: margin with row and column numbers, additional space for an outside
#: clue and for a line of notes.
MARGIN, BEYOND, NOTE_LINE = 22, 34, 18
#: Margin without these numbers; font size of digits, normal and in large print.
BARE_MARGIN, DIGIT, LARGE_DIGIT = 3, 30, 40
#: Approximate width of a character of a note.
CHARACTER = 6.4
#: Offset of a digit from such a text on sheets.
BESIDE = 6

Point = tuple[float, float]
#: A constraint, its style, and the place (row, column) outside the board of its clue.
Clue = tuple[Constraint, Outside, tuple[float, float]]
#: The cells of an outline, and its inset level (from 0).
Ring = tuple[Cells, int]


class Plan:
    """left, top: corner of the board; width, height: of the picture; margin: around it. digit: font
    size of digits. numbered: whether rows and columns are numbered. summed: whether cages show
    their texts. clues: the constraints with outside clues. notes: lines below the board, which has
    room for `note_lines`. labelled: cells with a text in their corner. outlines: the constraints
    drawn as outlines.
    insides: the area for candidates in each cell."""

    def __init__(
        self,
        layout: Layout,
        *,
        noted: bool = True,
        numbered: bool = True,
        large: bool = False,
        summed: bool = True,
        tell: TellRule = note_of,
        note_lines: int = 0,
    ) -> None:
        """noted: list rules that are not drawn below the board. numbered: number rows and columns.
        large: larger digits. summed: show the texts of cages. tell: says one of those rules.
        note_lines: there is room for as many lines at least."""
        self.layout = layout
        self.numbered = numbered
        self.summed = summed
        self.digit = LARGE_DIGIT if large else DIGIT
        self.rules = rule_drawings(layout)
        styled = [(rule.constraint, rule.style) for rule in self.rules]
        self.clues = _apart([(c, s) for c, s in styled if isinstance(s, Outside)], layout)
        before, after = _room_for_clues(self.clues, layout)
        self.margin = MARGIN if numbered else BARE_MARGIN
        self.left = self.margin + before
        self.top = self.left
        around = 2 * self.margin + before + after
        self.width = layout.width * CELL + around
        self.notes: tuple[str, ...] = ()
        if noted:
            room = int((self.width - 2 * self.margin) / CHARACTER)
            self.notes = tuple(notes(self.rules, layout, room, tell))
        self.note_lines = max(note_lines, len(self.notes))
        self.height = layout.height * CELL + around + NOTE_LINE * self.note_lines
        depth: dict[int, int] = {}
        self.outlines = tuple(
            [
                (rule, rule.style, tuple(_rings(rule.constraint, rule.style, depth)))
                for rule in self.rules
                if isinstance(rule.style, Outline)
            ]
        )
        self.labelled: frozenset[int] = frozenset()
        if summed:
            labelled = [rule.labelled for rule in self.rules if rule.labelled is not None]
            self.labelled = frozenset(labelled)
        self._circles = [
            one.constraint.cells for one in self.rules if isinstance(one.style, Meeting)
        ]
        self.insides = insides(layout, self.rules, depth, self.labelled)

    def corner(self, cell: int) -> Point:
        """Return (x, y) of a cell's upper left corner."""
        row, column = self.layout.places.place(cell)
        return self.left + column * CELL, self.top + row * CELL

    def middle(self, cell: int) -> Point:
        """Return (x, y) of a cell's centre."""
        x, y = self.corner(cell)
        return x + CELL / 2, y + CELL / 2

    def outside(self, place: Point) -> Point:
        """Return (x, y) of the centre of a place outside, which is closer to the board than a
        cell."""
        r, c = place
        x = self._offset(c, self.layout.width)
        y = self._offset(r, self.layout.height)
        return self.left + x, self.top + y

    def _offset(self, place: float, count: int) -> float:
        """Return the centre of a row or column, from the board's edge. count: how many it has."""
        if place < 0:
            return (place + 0.5) * BEYOND - self.margin + 4
        if place >= count:
            return count * CELL + (place - count + 0.5) * BEYOND + 4
        return (place + 0.5) * CELL

    def digit_middle(self, cell: int) -> Point:
        """Return (x, y) of a digit's centre; on sheets, where corner texts grow, it is offset from
        them."""
        x, y = self.middle(cell)
        if cell in self.labelled and not self.numbered:
            return x + BESIDE, y + BESIDE
        return x, y

    def label_corner(self, cell: int) -> Point:
        """Return (x, y) of the upper left corner of a text."""
        x, y = self.corner(cell)
        return x + label_start(cell, self._circles), y + LABEL_PLACE

    def candidate_size(self, cell: int) -> float:
        """Return the font size of the candidates in a cell."""
        across, down = grid_of(self.layout.size)
        _, _, width, height = self.insides[cell]
        return min(0.72 * width / across, 0.85 * height / down)

    def candidate(self, cell: int, digit: int) -> Point:
        """Return (x, y) of a candidate's centre."""
        across, down = grid_of(self.layout.size)
        x, y = self.corner(cell)
        left, top, width, height = self.insides[cell]
        row, column = divmod(digit - 1, across)
        right = x + left + (column + 0.5) * width / across
        below = y + top + (row + 0.5) * height / down
        return right, below


def grid_of(size: int) -> tuple[int, int]:
    """Return (columns, rows) of the candidate grid in a cell, for `size` digits."""
    across = round(size**0.5 + 0.49)
    return across, -(-size // across)


# -- Outside clues --------------------------------------------------------------------------------


def _apart(constraints: list[tuple[Constraint, Outside]], layout: Layout) -> tuple[Clue, ...]:
    """Return each constraint with its place outside; if that is taken, further out."""
    clues: dict[tuple[float, float], tuple[Constraint, Outside]] = {}
    for constraint, style in constraints:
        r, c = _before(constraint.cells, layout)
        down: float = _outward(r, layout.height)
        across: float = _outward(c, layout.width)
        if style.arrow:  # stays in line with its cells
            first_r, first_c = layout.places.place(constraint.cells[0])
            down = r - first_r
            across = c - first_c
        while (r, c) in clues and (down or across):
            r += down
            c += across
        clues[r, c] = (constraint, style)
    return tuple([(*clue, place) for place, clue in clues.items()])


def _outward(place: float, count: int) -> int:
    """Return the step that leads away from the rows or columns 0 to count - 1; 0 within them."""
    if place < 0:
        return -1
    if place >= count:
        return 1
    return 0


def _before(cells: Sequence[int], layout: Layout) -> tuple[float, float]:
    """Return the place outside before the first cell that a clue sees; if that is inside the board,
    a point between two cells."""
    r, c = layout.places.place(cells[0])
    if len(cells) > 1:
        r2, c2 = layout.places.place(cells[1])
        down = r2 - r
        across = c2 - c
    else:
        down, across = _from_side(r, c, layout)
    row = r - down
    column = c - across
    if 0 <= row < layout.height and 0 <= column < layout.width:
        return (r - 0.5 * down, c - 0.5 * across)
    return (row, column)


def _from_side(r: int, c: int, layout: Layout) -> tuple[int, int]:
    """Return the direction (down, across) into the board from the side at a cell."""
    from_top = (1, 0)
    from_bottom = (-1, 0)
    from_left = (0, 1)
    from_right = (0, -1)
    if r == 0:
        return from_top
    if r == layout.height - 1:
        return from_bottom
    if c == 0:
        return from_left
    return from_right


def _room_for_clues(clues: Sequence[Clue], layout: Layout) -> tuple[int, int]:
    """Return the space that clues take before the board (left, above) and after it."""
    before = after = 0.0
    for _, _, (r, c) in clues:
        before = max(before, -r, -c)
        after = max(after, r - layout.height + 1, c - layout.width + 1)
    return BEYOND * round(before), BEYOND * round(after)


# -- Outlines -------------------------------------------------------------------------------------


def _rings(constraint: Constraint, style: Outline, depth: dict[int, int]) -> Iterator[Ring]:
    """Yield the cells of each outline with its level. depth: the number of outlines so far, by
    cell."""
    for cells in outlined_parts(constraint, style):
        level = max(depth.get(cell, 0) for cell in cells)
        depth.update(dict.fromkeys(cells, level + 1))
        yield cells, level
