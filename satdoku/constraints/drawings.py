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
from collections.abc import Hashable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, pairwise

from ..frozen import frozen
from ..geometry import Cells
from ..layout_data import LayoutData
from . import styles
from .constraint import Constraint
from .geometry import distance, is_diagonal, pieces
from .kind_table import kind_named
from .styles import NOTE, Along, Between, Meeting, Note, Outline, Outside, Shade, Style

#: What a mark claims: the spot, and who may share it (None: nobody).
Claim = tuple[Hashable, Hashable]
#: Outlines within each other.
MOST_OUTLINES = 6
#: Kinds with outlines that are about each cell by itself.
CELL_BY_CELL = ("snake", "schrodinger")


@frozen
class RuleDrawing:
    """A rule of a board and how it is drawn there: as a note if it is told in words. labelled: the
    cell with its text, if it has one."""

    constraint: Constraint
    style: Style
    labelled: int | None = None


def style_of(constraint: Constraint) -> Style:
    """Return how a constraint is drawn by itself: as a note if it names no cells."""
    return kind_named(constraint.kind).draws if constraint.cells else NOTE


@lru_cache(maxsize=64)
def rule_drawings(layout: LayoutData) -> tuple[RuleDrawing, ...]:
    """Return how each rule of a board is drawn. What is there twice is drawn once."""
    owners: dict[Hashable, Hashable] = {("fill", cell): None for cell in shaded_houses(layout)}
    rules = list(dict.fromkeys(layout.constraints))
    crowded = Counter((c.kind, cell) for c in rules for cell in c.cells)
    outlines = Counter[int]()
    found = []
    for constraint in rules:
        style = style_of(constraint)
        claims = list(_claims(constraint, style))
        is_free = not any(_is_taken(owners, *claim) for claim in claims)
        labelled = None
        if text_of(constraint, style):
            usual, *others = _for_labels(constraint, layout)
            alone = [cell for cell in others if crowded[constraint.kind, cell] == 1]
            free = [cell for cell in (usual, *alone) if ("label", cell) not in owners]
            labelled = free[0] if free else None
            is_free = is_free and bool(free)
        if isinstance(style, Outline):
            is_free = is_free and max(outlines[cell] for cell in constraint.cells) < MOST_OUTLINES
        if not is_free or not _is_usual(constraint, style, layout):
            found.append(RuleDrawing(constraint, NOTE))
            continue
        owners.update(claims)
        if labelled is not None:
            owners["label", labelled] = None
        if isinstance(style, Outline):
            outlines.update(constraint.cells)
        found.append(RuleDrawing(constraint, style, labelled))
    return tuple(found)


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
    houses = [house for house in layout.extra_houses if not is_diagonal(house, layout)]
    cells = [cell for house in houses for cell in house.cells]
    distinct = tuple(sorted(set(cells)))
    return distinct if len(distinct) == len(cells) < layout.cell_count else ()


def outlined_parts(constraint: Constraint, style: Outline) -> list[Cells]:
    """Return the cells of each outline of a rule."""
    cells, values = constraint.cells, constraint.values
    if style.groups == "{0}":
        size = len(cells) // values[0]
        return [cells[i : i + size] for i in range(0, len(cells), size)]
    if style.groups == "{}":
        ends = [sum(values[:k]) for k in range(len(values) + 1)]
        return [cells[start:end] for start, end in pairwise(ends)]
    return [cells]


# -- What a mark usually says ---------------------------------------------------------------------


def _is_usual(constraint: Constraint, style: Style, layout: LayoutData) -> bool:
    """Whether a reader takes the mark for these cells."""
    cells = constraint.cells
    match style:
        case Along():
            has_shape = bool(style.start or style.ring)
            steps = [_apart(layout, a, b) for a, b in pairwise(cells)]
            is_once = len(set(cells)) == len(cells)
            return is_once and all(step == 1 for step in steps) and bool(steps or has_shape)
        case Outline():
            is_told = bool(style.groups)  # which outlines belong together needs words anyway
            return is_told or constraint.kind in CELL_BY_CELL or is_whole(constraint, style, layout)
        case Between():
            # the meaning joins cells beyond edges that meet, and any two cells if there are no more
            return all(
                _is_beside(layout, a, b)
                for a, b in combinations(cells, 2)
                if len(cells) == 2 or distance(layout, a, b) == 1
            )
        case Meeting():
            return {*cells} == _around(cells, layout)
        case Outside():
            return cells == _line_of_sight(cells, layout)
        case Shade() | Note():
            return True


def _apart(layout: LayoutData, a: int, b: int) -> int:
    """Return the number of king's steps between two cells, which do not lead beyond edges."""
    r, c = layout.places.place(a)
    other_r, other_c = layout.places.place(b)
    return max(abs(r - other_r), abs(c - other_c))


def _is_beside(layout: LayoutData, a: int, b: int) -> bool:
    r, c = layout.places.place(a)
    other_r, other_c = layout.places.place(b)
    return abs(r - other_r) + abs(c - other_c) == 1


def is_whole(constraint: Constraint, style: Outline, layout: LayoutData) -> bool:
    """Whether each outline of a rule is around cells that are joined."""
    for cells in outlined_parts(constraint, style):
        joined = [pair for pair in combinations(cells, 2) if _is_beside(layout, *pair)]
        if len(pieces(cells, joined)) > 1:
            return False
    return True


def _around(cells: Cells, layout: LayoutData) -> set[int]:
    """Return the cells around the middle of some."""
    places = [layout.places.place(cell) for cell in cells]
    # (twice the middle, so that it is a whole number where cells meet)
    down, across = (2 * sum(each) / len(cells) for each in zip(*places, strict=True))
    if down % 1 or across % 1:
        return set()
    rows = {int(down) // 2, (int(down) + 1) // 2}
    columns = {int(across) // 2, (int(across) + 1) // 2}
    around = {layout.places.cell_at(r, c) for r in rows for c in columns}
    return {cell for cell in around if cell is not None}


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
        case Between() | Outside() | Outline() | Note():
            pass


def _of_line(constraint: Constraint, style: Along) -> Iterator[Claim]:
    """A line may cross others of another colour in a cell, and begin in one circle or bulb with
    others of its kind."""
    cells = constraint.cells
    for pair in pairwise(cells):
        yield ("step", frozenset(pair)), None
    is_shared = style.start == "bulb" or (style.ring and constraint.values in ((), (1,)))
    owner = ("start", constraint.kind) if is_shared else None
    for cell in cells:
        yield ("colour", style.colour, cell), owner if cell == cells[0] else None
    if style.ring and not is_shared:  # a pill hides what is in it
        for cell in cells[: constraint.values[0]]:
            yield ("mark", cell), None
    start: styles.End = "circle" if style.ring else style.start
    for end, cell in ((start, cells[0]), (style.end, cells[-1])):
        if end and end != "arrow":
            what = "mark" if end == "bulb" else end
            yield (what, cell), owner if cell == cells[0] else None


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
