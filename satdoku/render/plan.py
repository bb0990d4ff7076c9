"""Where everything of a board stands in its picture: the cells where the layout has them, clues
outside beyond the numbers of rows and columns, notes beneath."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..constraints.constraint import Constraint
from ..constraints.kinds import kind_named, short_name
from ..constraints.styles import Along, Note, Outline, Outside
from ..layout import Layout

#: The side of a cell, the margin with the numbers of rows and columns, and what a clue outside and
#: a line of notes take more, in pixels.
CELL, MARGIN, BEYOND, NOTE_LINE = 54, 22, 34, 18
#: The margin without these numbers; the font size of digits, and in large print.
BARE_MARGIN, DIGIT, LARGE_DIGIT = 3, 30, 40
#: Width of a character of a note, about.
CHARACTER = 6.4
#: How far inside its cells an outline is, in cells; of outlines that share cells, each further in.
INSET, FURTHER = 0.075, 0.045
#: Room for a text in a cell's corner, and between an outline and candidates.
LABEL_ROOM, AIR = 12.5, 1.5
#: How far a digit stands aside from such a text on sheets.
BESIDE = 6

Point = tuple[float, float]
#: What is drawn of a constraint: it, and (row, column) of the place outside that its clue takes.
Clue = tuple[Constraint, tuple[float, float]]
#: A constraint that is drawn as outlines: each outline's cells, and how far in it is (from 0).
Outlined = tuple[Constraint, tuple[tuple[tuple[int, ...], int], ...]]
#: The part of a cell that candidates may fill, from the cell's corner: x, y, width, height.
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Plan:
    """left, top, width, height: of the board's cells and of the picture; margin: around it. digit:
    the font size of digits. numbered: rows and columns have their numbers. summed: cages have
    their texts. clues: the constraints
    that are told outside. notes: lines beneath. labelled: cells with a text in their corner.
    outlines: the constraints that are drawn so.
    insides: of each cell, where its candidates stand: inside outlines, beneath a text. In cells
    with outlines they leave room for a text where any of these has one, so that all look alike."""

    layout: Layout
    left: float = MARGIN
    top: float = MARGIN
    width: float = 0
    height: float = 0
    margin: float = MARGIN
    digit: float = DIGIT
    numbered: bool = True
    summed: bool = True
    clues: tuple[Clue, ...] = ()
    notes: tuple[str, ...] = ()
    labelled: frozenset[int] = frozenset()
    outlines: tuple[Outlined, ...] = ()
    insides: tuple[Box, ...] = ()

    @classmethod
    def of(
        cls,
        layout: Layout,
        *,
        noted: bool = True,
        numbered: bool = True,
        large: bool = False,
        summed: bool = True,
    ) -> Plan:
        """The plan of a layout's picture. noted: with notes of what is not drawn; large: digits
        are larger."""
        rows, columns = extent(layout)
        styles = [(c, kind_named(c.kind).draws) for c in layout.constraints]
        clues = _apart([c for c, s in styles if isinstance(s, Outside)], layout)
        low = min([0.0, *(min(place) for _, place in clues)])
        high = max([0.0, *(max(r - rows, c - columns) + 1 for _, (r, c) in clues)])
        before, after = (BEYOND * round(-low), BEYOND * round(high))
        margin = MARGIN if numbered else BARE_MARGIN
        width = columns * CELL + 2 * margin + before + after
        notes = tuple(
            line
            for c, style in styles
            if noted and isinstance(style, Note)
            for line in textwrap.wrap(said(c, layout), int((width - 2 * margin) / CHARACTER))
        )
        height = rows * CELL + 2 * margin + before + after + NOTE_LINE * len(notes)
        at = margin + before
        depth: dict[int, int] = {}
        outlines = tuple(
            [(c, tuple(_levels(c, s, depth))) for c, s in styles if isinstance(s, Outline)]
        )
        texts = [c for c, s in styles if isinstance(s, (Outline, Along)) and s.text]
        labelled = {c.cells[0] for c in texts if summed}
        own = frozenset(labelled)
        if not labelled.isdisjoint(depth):
            labelled |= depth.keys()
        insides = tuple(
            [_inside(depth.get(cell, 0), cell in labelled) for cell in range(layout.cell_count)]
        )
        return cls(
            layout, at, at, width, height, margin, LARGE_DIGIT if large else DIGIT, numbered,
            summed, clues, notes, own, outlines, insides,
        )  # fmt: skip

    def corner(self, cell: int) -> tuple[float, float]:
        """(x, y) of a cell's upper left corner."""
        row, column = place_of(cell, self.layout)
        return self.left + column * CELL, self.top + row * CELL

    def middle(self, cell: int) -> Point:
        """(x, y) of a cell's middle."""
        x, y = self.corner(cell)
        return x + CELL / 2, y + CELL / 2

    def outside(self, place: tuple[float, float]) -> Point:
        """(x, y) of the middle of a place outside: nearer to the board than a cell's would be."""
        rows, columns = extent(self.layout)

        def at(k: float, count: int) -> float:
            if k < 0:
                return (k + 0.5) * BEYOND - self.margin + 4
            if k >= count:
                return count * CELL + (k - count + 0.5) * BEYOND + 4
            return (k + 0.5) * CELL

        return self.left + at(place[1], columns), self.top + at(place[0], rows)

    def digit_middle(self, cell: int) -> Point:
        """(x, y) of a digit's middle: on sheets, where texts in corners grow, aside from them."""
        x, y = self.middle(cell)
        aside = BESIDE if cell in self.labelled and not self.numbered else 0
        return x + aside, y + aside

    def candidate_size(self, cell: int) -> float:
        """The font size of the candidates in a cell."""
        across, down = grid_of(self.layout.size)
        _, _, width, height = self.insides[cell]
        return min(0.72 * width / across, 0.85 * height / down)

    def candidate(self, cell: int, digit: int) -> Point:
        """(x, y) of a candidate's middle."""
        across, down = grid_of(self.layout.size)
        (x, y), (left, top, width, height) = self.corner(cell), self.insides[cell]
        row, column = divmod(digit - 1, across)
        return (
            x + left + (column + 0.5) * width / across,
            y + top + (row + 0.5) * height / down,
        )


def grid_of(size: int) -> tuple[int, int]:
    """(columns, rows) of the candidates in a cell, for so many digits."""
    across = round(size**0.5 + 0.49)
    return across, -(-size // across)


def _levels(
    constraint: Constraint, style: Outline, depth: dict[int, int]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The cells of each outline with its level. depth: by cell how many outlines it has so far."""
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


def place_of(cell: int, layout: Layout) -> tuple[int, int]:
    """(row, column) of a cell, from 0."""
    return layout.places.place(cell)


def extent(layout: Layout) -> tuple[int, int]:
    """(rows, columns) of the board."""
    return layout.height, layout.width


def said(constraint: Constraint, layout: Layout) -> str:
    """A constraint as a note tells it."""
    kind = kind_named(constraint.kind)
    if constraint.parts:
        ways = (" and ".join(short_name(c, layout) for c in part) for part in constraint.parts)
        return "one of these holds, or several: " + "; ".join(ways)
    formula = constraint.on(layout.places).formula
    return f"{constraint.kind}: {kind.said(constraint.values, formula)}"


def _apart(constraints: Sequence[Constraint], layout: Layout) -> tuple[Clue, ...]:
    """Each with its place outside; where that is taken already, further out."""
    rows, columns = extent(layout)
    clues: dict[tuple[float, float], Constraint] = {}
    for constraint in constraints:
        r, c = _before(constraint.cells, layout)
        out = (-1 if r < 0 else r >= rows, -1 if c < 0 else c >= columns)
        while (r, c) in clues and any(out):
            r, c = r + out[0], c + out[1]
        clues[r, c] = constraint
    return tuple([(constraint, place) for place, constraint in clues.items()])


def _before(cells: Sequence[int], layout: Layout) -> tuple[float, float]:
    """The place outside before the first cell of what a clue sees; stays on the board, between two
    cells, where that is inside."""
    rows, columns = extent(layout)
    (r, c) = place_of(cells[0], layout)
    if len(cells) > 1:
        r2, c2 = place_of(cells[1], layout)
        down, across = r2 - r, c2 - c
    else:  # from the nearest side
        down, across = (1, 0) if r == 0 else (-1, 0) if r == rows - 1 else (0, 1 if c == 0 else -1)
    place = (r - down, c - across)
    if 0 <= place[0] < rows and 0 <= place[1] < columns:
        return (r - 0.5 * down, c - 0.5 * across)
    return place
