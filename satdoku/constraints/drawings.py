"""Which rules the picture of a board shows, and which are told in words beside it.

A reader takes a mark for what it usually says: a line visits the cells that it passes, an outline
is one piece, a clue outside sees the row up to the other side. And a mark that covers another one
hides a rule. So a rule is drawn only if its mark says all of its cells, and if the place is free;
else its sentence names its cells.

Each mark claims spots: (what, where). Two marks may not claim the same spot, unless they share it
by intention, as two arrows from one circle do; then their claims have the same owner. What can be
drawn side by side claims nothing: marks on an edge, clues outside, outlines within each other.

>>> from satdoku.layout import Layout
>>> layout = Layout.named("9x9+odd:r1c1,r1c2+even:r1c2+thermometer:r3c1,r3c3")
>>> [type(drawing.style).__name__ for drawing in rule_drawings(layout)]
['Shade', 'Note', 'Note']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, pairwise

from ..errors import LayoutError
from ..frozen import frozen
from ..geometry import Cells
from ..layout_data import LayoutData
from ..phrases import phrase
from . import styles
from .constraint import Constraint
from .geometry import Pair, distance, is_diagonal, pieces
from .kind_table import groups_of, kind_named
from .styles import NOTE, Along, Between, Meeting, Note, Outline, Outside, Shade, Style

#: What a mark claims: the spot, and who may share it (None: nobody).
Claim = tuple[Hashable, Hashable]
#: Outlines within each other.
MOST_OUTLINES = 6
#: Kinds with outlines that are about each cell by itself.
CELL_BY_CELL = ("snake", "schrodinger")


#: Width of a mark on an edge with its clearance, radius of a circle where cells meet; place of a
#: text in its cell's corner, and its width without and for each character. In pixels.
MARK, CIRCLE, LABEL_PLACE, LABEL_WIDTH, LABEL_CHARACTER = 15.5, 14, 2.5, 3, 6.4
#: How much wider a text becomes on a sheet, as far as a mark on the edge above it has room.
GROWN = 1.5


@frozen
class RuleDrawing:
    """A rule of a board and how it is drawn there: as a note if it is told in words. labelled: the
    cell with its text, if it has one. marks: of a mark between cells the two cells of each, and its
    distance from the middle of their edge."""

    constraint: Constraint
    style: Style
    labelled: int | None = None
    marks: tuple[tuple[int, int, float], ...] = ()


@lru_cache(maxsize=64)
def rule_drawings(layout: LayoutData) -> tuple[RuleDrawing, ...]:
    """Return how each rule of a board is drawn. What is there twice is drawn once."""
    drawn = _Drawn(layout)
    rules = dict.fromkeys(layout.constraints)
    found = {}
    # marks on edges are last: they have what room is left
    for constraint in sorted(rules, key=lambda rule: isinstance(style_of(rule), Between)):
        found[constraint] = drawn.drawing_of(constraint)
    return tuple([drawn.with_marks(found[constraint]) for constraint in rules])


class _Drawn:
    """What is drawn so far. owners: of spots; labels: the text in a cell's corner; circles: the
    cells around each; on_edges: the rules with a mark on an edge."""

    def __init__(self, layout: LayoutData) -> None:
        self.layout = layout
        self.owners: dict[Hashable, Hashable] = {}
        self.owners |= {("fill", cell): None for cell in shaded_houses(layout)}
        self.crowded = Counter(
            (_pattern(rule), cell) for rule in {*layout.constraints} for cell in rule.cells
        )
        self.outlines = Counter[int]()
        self.labels: dict[int, str] = {}
        self.circles: list[Cells] = []
        self.on_edges: dict[frozenset[int], list[Constraint]] = {}

    def drawing_of(self, constraint: Constraint) -> RuleDrawing:
        """Return how a rule is drawn beside those that are."""
        style = style_of(constraint)
        claims = list(_claims(constraint, style))
        told = RuleDrawing(constraint, NOTE)
        if any(_is_taken(self.owners, *claim) for claim in claims):
            return told
        if not _is_usual(constraint, style, self.layout):
            return told
        labelled = None
        said = text_of(constraint, style)
        if said:
            labelled = self._label_cell(constraint)
            if labelled is None:
                return told
        match style:
            case Outline():
                if max(self.outlines[cell] for cell in constraint.cells) >= MOST_OUTLINES:
                    return told
                self.outlines.update(constraint.cells)
            case Between():
                edges = list(_edges(constraint, self.layout))
                if not all(map(self._has_room, edges)):
                    return told
                for edge in edges:
                    self.on_edges.setdefault(frozenset(edge), []).append(constraint)
            case Meeting():
                self.circles.append(constraint.cells)
            case _:
                pass
        self.owners.update(claims)
        if labelled is not None:
            self.labels[labelled] = said
        return RuleDrawing(constraint, style, labelled)

    def _label_cell(self, constraint: Constraint) -> int | None:
        """Return the cell for a rule's text: the usual one of an outline, or one in no other mark
        with such a text."""
        cells = _for_labels(constraint, self.layout)
        found = [cell for cell in cells if self.crowded[_pattern(constraint), cell] == 1]
        if isinstance(style_of(constraint), Outline):
            found.insert(0, cells[0])
        return next((cell for cell in found if cell not in self.labels), None)

    def _has_room(self, edge: Pair) -> bool:
        """Whether one more mark has room on an edge."""
        count = len(self.on_edges.get(frozenset(edge), ())) + 1
        low, high = self._free(edge, count)
        return high - low >= MARK * count

    def _free(self, edge: Pair, marks: int) -> tuple[float, float]:
        """Return the part of an edge between circles at its ends and a text, from its middle. The
        text has room to grow, as far as so many marks leave it."""
        places = self.layout.places
        first, second = min(edge), max(edge)
        row, column = places.place(first)
        is_upright = places.place(second)[0] == row
        low = -styles.CELL / 2
        high = styles.CELL / 2
        if not is_upright and second in self.labels:
            start = label_start(second, self.circles)
            width = label_width(self.labels[second])
            room = styles.CELL - MARK * marks - start
            low += start + max(width, min(GROWN * width, room))
        for cells in self.circles:
            if not {first, second} <= {*cells}:
                continue
            corner_row, corner_column = places.place(min(cells))
            is_before = corner_row < row if is_upright else corner_column < column
            if is_before:
                low = max(low, CIRCLE - styles.CELL / 2)
            else:
                high = styles.CELL / 2 - CIRCLE
        return low, high

    def with_marks(self, drawing: RuleDrawing) -> RuleDrawing:
        """Return the drawing with the places of its marks, beside each other on their edges."""
        if not isinstance(drawing.style, Between):
            return drawing
        marks = []
        for edge in _edges(drawing.constraint, self.layout):
            some = self.on_edges[frozenset(edge)]
            low, high = self._free(edge, len(some))
            # in the middle of the edge, or as near to it as there is room
            length = MARK * len(some)
            start = min(max(-length / 2, low), high - length)
            number = some.index(drawing.constraint)
            marks.append((*edge, start + MARK * (number + 0.5)))
        return replace(drawing, marks=tuple(marks))


def _pattern(constraint: Constraint) -> str:
    """Return the text of a kind's mark, without its numbers."""
    style = style_of(constraint)
    return style.text if isinstance(style, Outline | Along) else ""


def label_start(cell: int, circles: Iterable[Cells]) -> float:
    """Return where a text begins in its cell's corner: beside a circle there."""
    is_circled = any(cell == max(cells) and len(cells) == 4 for cells in circles)
    return LABEL_PLACE + CIRCLE if is_circled else LABEL_PLACE


def label_width(words: str) -> float:
    """Return about the width of a text in a cell's corner."""
    return LABEL_WIDTH + LABEL_CHARACTER * len(words)


def _edges(constraint: Constraint, layout: LayoutData) -> Iterator[Pair]:
    """Yield the cells of each edge with a mark of a rule."""
    for a, b in combinations(constraint.cells, 2):
        if _is_beside(layout, a, b):
            yield a, b


def style_of(constraint: Constraint) -> Style:
    """Return how a constraint is drawn by itself: as a note if it names no cells."""
    return kind_named(constraint.kind).draws if constraint.cells else NOTE


def _is_taken(owners: Mapping[Hashable, Hashable], spot: Hashable, owner: Hashable) -> bool:
    """Whether another mark has claimed the spot and does not share it."""
    return spot in owners and (owner is None or owners[spot] != owner)


def text_of(constraint: Constraint, style: Style) -> str:
    """Return the text in a cell's corner; "" if it has none, or needs a number that is not
    given."""
    if not isinstance(style, Outline | Along):
        return ""
    if "{" in style.text and not constraint.values:
        return ""
    return styles.worded(style.text, constraint.values)


def _for_labels(constraint: Constraint, layout: LayoutData) -> Cells:
    """Return the cells that may have the text, the usual one first. The others must be in no other
    mark of the kind; some rules mean their first cell by it."""
    cells = constraint.cells
    if "the first digit of" in kind_named(constraint.kind).sentence:
        return cells[:1]
    usual = cells[0]
    style = style_of(constraint)
    if isinstance(style, Outline) and not style.groups:
        usual = min(cells, key=layout.places.place)
    return (usual, *(cell for cell in cells if cell != usual))


def shaded_houses(layout: LayoutData) -> Cells:
    """Return the cells of extra houses that are shaded: none if these overlap or fill the board."""
    cells: list[int] = []
    for house in layout.extra_houses:
        if not is_diagonal(house, layout):
            cells += house.cells
    distinct = tuple(sorted({*cells}))
    do_overlap = len(distinct) < len(cells)
    return () if do_overlap or len(distinct) == layout.cell_count else distinct


def equal_groups(cells: Cells, groups: int) -> list[Cells]:
    """Return the cells in so many groups of one size, in order; raise `LayoutError` if none are."""
    if groups < 2 or len(cells) % groups:
        raise LayoutError(
            phrase(
                "{count!s} cells do not divide into {groups!s} groups of equal size",
                count=len(cells),
                groups=groups,
            )
        )
    size = len(cells) // groups
    return [cells[i : i + size] for i in range(0, len(cells), size)]


def outlined_parts(constraint: Constraint, style: Outline) -> list[Cells]:
    """Return the cells of each outline of a rule."""
    cells, values = constraint.cells, constraint.values
    if style.groups == "{0}":
        return equal_groups(cells, values[0])
    if style.groups == "{}":
        return groups_of(constraint)
    return [cells]


# -- What a mark usually says ---------------------------------------------------------------------


def _is_usual(constraint: Constraint, style: Style, layout: LayoutData) -> bool:
    """Whether a reader takes the mark for these cells."""
    cells = constraint.cells
    match style:
        case Along():
            if len(cells) == 1:
                return bool(style.start or style.ring)
            is_once = len({*cells}) == len(cells)
            steps = [_apart(layout, a, b) for a, b in pairwise(cells)]
            return is_once and max(map(max, steps)) == 1
        case Outline():
            is_told = bool(style.groups)  # which outlines belong together needs words anyway
            return is_told or constraint.kind in CELL_BY_CELL or is_whole(constraint, style, layout)
        case Between():
            # the meaning joins cells beyond edges that meet, and any two cells if there are no more
            pairs = list(combinations(cells, 2))
            if len(pairs) > 1:
                pairs = [pair for pair in pairs if distance(layout, *pair) == 1]
            return all(_is_beside(layout, *pair) for pair in pairs)
        case Meeting():
            return _are_around_a_point(cells, layout)
        case Outside():
            return cells == _line_of_sight(cells, layout)
        case Shade() | Note():
            return True


def _apart(layout: LayoutData, a: int, b: int) -> Pair:
    """Return how many rows and columns two cells are apart, not counted beyond edges that meet."""
    r, c = layout.places.place(a)
    other_r, other_c = layout.places.place(b)
    return abs(r - other_r), abs(c - other_c)


def _is_beside(layout: LayoutData, a: int, b: int) -> bool:
    return sum(_apart(layout, a, b)) == 1


def is_whole(constraint: Constraint, style: Outline, layout: LayoutData) -> bool:
    """Whether each outline of a rule is around cells that are joined."""
    for cells in outlined_parts(constraint, style):
        joined = [pair for pair in combinations(cells, 2) if _is_beside(layout, *pair)]
        if len(pieces(cells, joined)) > 1:
            return False
    return True


def _are_around_a_point(cells: Cells, layout: LayoutData) -> bool:
    """Whether the cells are all those that touch a point."""
    places = {layout.places.place(cell) for cell in cells}
    rows = {r for r, _ in places}
    columns = {c for _, c in places}
    is_near = max(rows) - min(rows) <= 1 and max(columns) - min(columns) <= 1
    return is_near and len(places) == len(rows) * len(columns)


def _line_of_sight(cells: Cells, layout: LayoutData) -> Cells:
    """Return the cells that a clue sees whose first two are these; () if it is not at a side."""
    if len(cells) < 2:
        return ()
    places = layout.places
    r, c = places.place(cells[0])
    second_r, second_c = places.place(cells[1])
    down = second_r - r
    across = second_c - c
    if max(abs(down), abs(across)) != 1 or places.cell_at(r - down, c - across) is not None:
        return ()
    line = []
    cell: int | None = cells[0]
    while cell is not None and cell < places.board_count:
        line.append(cell)
        r += down
        c += across
        cell = places.cell_at(r, c)
    return tuple(line)


# -- What a mark claims ---------------------------------------------------------------------------


def _claims(constraint: Constraint, style: Style) -> Iterator[Claim]:
    match style:
        case Along():
            yield from _of_line(constraint, style)
        case Shade():
            yield from _of_shade(constraint, style)
        case Meeting():
            yield ("point", frozenset(constraint.cells)), None
        case Between():
            for pair in combinations(constraint.cells, 2):
                yield ("point", frozenset(pair)), Between
        case Outside() | Outline() | Note():
            pass


def _of_line(constraint: Constraint, style: Along) -> Iterator[Claim]:
    """A line may cross others of another colour in a cell, and begin in one circle or bulb with
    others of its kind."""
    cells = constraint.cells
    for pair in pairwise(cells):
        yield ("step", frozenset(pair)), None
    is_shared = style.start == "bulb" or (style.ring and constraint.values in ((), (1,)))
    owner = ("start", constraint.kind) if is_shared else None
    first, *others = cells
    yield ("colour", style.colour, first), owner
    for cell in others:
        yield ("colour", style.colour, cell), None
    if style.ring and not is_shared:  # a pill hides what is in it
        for cell in cells[: constraint.values[0]]:
            yield ("mark", cell), None
    start = "circle" if style.ring else style.start
    if start:
        # a bulb is as large as a shaded circle
        yield ("mark" if start == "bulb" else start, first), owner
    if style.end and style.end != "arrow":
        yield (style.end, cells[-1]), None


def _of_shade(constraint: Constraint, style: Shade) -> Iterator[Claim]:
    is_mark = style.shape in ("circle", "square")
    for cell in constraint.cells:
        yield ("tint", style.colour, cell), None
        if is_mark:
            yield ("mark", cell), None
        else:
            yield ("fill", cell), None
            yield ("colour", style.colour, cell), None
        if style.colour == styles.WHITE:
            yield ("circle", cell), None
