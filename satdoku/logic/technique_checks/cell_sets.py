"""Judges of sets of cells that need all places their digits can take in them.

A digit can be at most as often in some cells as it has places there that do not see each other. If
a candidate would leave the digits, all together, fewer places than there are cells, it is false.
Sue de Coq, bent sets, SK loops and multi-sector locked sets differ only in where the cells stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from ...layout import Layout
from ...theory import Theory
from ..position import Position
from .base import LINES, Places, denying, houses_of, open_cells, union

#: Rows and columns at least and at most of multi-sector locked sets, and cells at least.
FEWEST, MOST, CELLS = 3, 5, 9


def are_short(position: Position, cells: Collection[int], z: int = 0) -> bool:
    """Return whether the open cells have fewer places for digits than there are cells, given that z
    is true (0: nothing is)."""
    theory = position.theory
    own = -1
    seen = set[int]()
    if z:
        own = theory.cell_of(z)
        seen.update(theory.peers(z))
    places = dict[int, list[int]]()
    size = 0
    for cell, digits in open_cells(position, cells).items():
        if cell == own:
            continue
        size += 1
        for d in digits:
            v = theory.variable_of(cell, d)
            if v not in seen:
                places.setdefault(d, []).append(v)
    return sum(_most_apart(theory, some) for some in places.values()) < size


# Exact, by cases on the first candidate: true or false. Sets here are small, and a candidate that
# sees no other needs no second case, so the recursion stays shallow.
def _most_apart(theory: Theory, places: list[int]) -> int:
    """Return the largest number of the candidates none of which sees another."""
    if not places:
        return 0
    first, *rest = places
    apart = [v for v in rest if v not in theory.peers(first)]
    with_first = 1 + _most_apart(theory, apart)
    if len(apart) == len(rest):
        return with_first
    return max(with_first, _most_apart(theory, rest))


def _digits(left: dict[int, frozenset[int]], cells: Iterable[int]) -> frozenset[int]:
    """Return the digits that some of the cells can hold."""
    return union(left[cell] for cell in cells)


def _lines(position: Position, *kinds: str) -> list[set[int]]:
    """Return the open cells of each house of these kinds."""
    return [
        set(open_cells(position, house.cells))
        for house in position.layout.houses
        if house.kind in kinds
    ]


def _subsets(cells: Collection[int], fewest: int, most: int) -> Iterator[set[int]]:
    for k in range(fewest, min(most, len(cells)) + 1):
        yield from map(set, combinations(sorted(cells), k))


@denying
def sue_de_coq(position: Position, z: int) -> bool:
    """Return whether cells of a crossing of a line and a box, of the line and of the box, are as
    many as their digits can be there, and too many if z is true."""
    own = position.theory.cell_of(z)
    left = open_cells(position, position.layout.all_cells)
    for line, box in product(_lines(position, "row", "column"), _lines(position, "box")):
        if own not in line | box:
            continue
        for crossing, a in product(_subsets(line & box, 2, 3), _subsets(line - box, 1, 5)):
            ahead = _digits(left, crossing | a)
            for b in _subsets(box - line, 1, 5):
                cells = crossing | a | b
                if len(ahead | _digits(left, b)) > len(cells):
                    continue
                if are_short(position, cells, z):
                    return True
    return False


@denying
def bent(position: Position, z: int, size: int = 4) -> bool:
    """Return whether `size` cells, each seeing some other, with as many digits, of which one at
    most can be there twice, are too many if z is true."""
    theory = position.theory
    own, digit = theory.cell_and_digit(z)
    left = open_cells(position, position.layout.all_cells)
    near = {}
    for cell in left:
        peers = {theory.cell_of(v) for v in _alike(theory, cell, digit)}
        near[cell] = [other for other in left if other in peers]
    known = {frozenset([cell]) for cell in near[own] if digit in left[cell]}
    # Sets grow cell by cell, so those with too many digits are dropped before they are large.
    for _number in range(1, size):
        known = {
            larger
            for cells in known
            for larger in _one_more(near, cells)
            if len(_digits(left, larger)) <= size
        }
    for cells in known:
        digits = _digits(left, cells)
        apart = sum(not _is_together(near, [c for c in cells if d in left[c]]) for d in digits)
        if len(digits) == size and apart < 2 and are_short(position, cells, z):
            return True
    return False


def _alike(theory: Theory, cell: int, digit: int) -> Iterator[int]:
    """Yield the candidates of a digit that the one in a cell denies."""
    for v in theory.peers(theory.variable_of(cell, digit)):
        if theory.is_board(v) and theory.cell_and_digit(v)[1] == digit:
            yield v


def _one_more(near: dict[int, list[int]], cells: frozenset[int]) -> Iterator[frozenset[int]]:
    """Yield the cells with one more, near one of them."""
    for cell in cells:
        for other in near[cell]:
            if other not in cells:
                yield cells | {other}


def _is_together(near: dict[int, list[int]], cells: list[int]) -> bool:
    return all(b in near[a] for a, b in combinations(cells, 2))


@denying
def sk_loop(position: Position, z: int) -> bool:
    """Return whether the cells of two rows and two columns in the four boxes where they cross, in
    cells that hold digits, are too many if z is true."""
    lines, across, every = houses_of(position.layout, "row", "column", "box")
    for rows, columns in product(combinations(lines, 2), combinations(across, 2)):
        corners = set()
        for row, column in product(rows, columns):
            corners |= row & column
        boxes = [box for box in every if corners & box]
        if len(boxes) != 4:
            continue
        if not all(position.digit_in(c) for c in corners):
            continue
        in_lines = union((*rows, *columns))
        in_boxes = union(boxes)
        if are_short(position, in_lines & in_boxes, z):
            return True
    return False


@denying
def sectors(position: Position, z: int) -> bool:
    """Return whether the cells where some rows cross some columns are as many as the rows, columns
    or boxes that hold their digits there, and too many if z is true."""
    for cells in _locked_sectors(position.theory, bytes(position.status)):
        if are_short(position, cells, z):
            return True
    return False


class _ColumnPart(NamedTuple):
    """The open cells of a column in some rows. held: by digit, its places there as two numbers,
    with a bit for each row and for each box."""

    cells: set[int]
    held: dict[int, tuple[int, int]]


@lru_cache(maxsize=8)
def _locked_sectors(theory: Theory, status: bytes) -> list[frozenset[int]]:
    """Return such cells: for each digit the kind of house is taken of which the fewest are
    needed."""
    position = Position(theory, status)
    found = []
    rows = _lines(position, "row")
    for number in range(FEWEST, MOST + 1):
        for some in combinations(rows, number):
            parts = _parts(position, some)
            for k in range(FEWEST, min(MOST, len(parts)) + 1):
                for chosen in combinations(parts, k):
                    cells = union(part.cells for part in chosen)
                    if len(cells) >= CELLS and _houses(chosen) == len(cells):
                        found.append(cells)
    return found


def _parts(position: Position, rows: Sequence[set[int]]) -> list[_ColumnPart]:
    """Return the parts of the columns in these rows, without empty ones."""
    boxes = {cell: k for k, box in enumerate(_lines(position, "box")) for cell in box}
    parts = []
    for column in _lines(position, "column"):
        held = dict[int, tuple[int, int]]()
        for r, row in enumerate(rows):
            for cell in row & column:
                # A cell in no box counts as one of its own.
                box = boxes.get(cell, cell + len(boxes))
                for d in position.candidates_in(cell):
                    in_rows, in_boxes = held.get(d, (0, 0))
                    held[d] = in_rows | 1 << r, in_boxes | 1 << box
        if held:
            parts.append(_ColumnPart(column.intersection(union(rows)), held))
    return parts


def _houses(parts: Sequence[_ColumnPart]) -> int:
    """Return the number of rows, columns or boxes (whichever are fewest) for all digits."""
    rows = Counter[int]()
    boxes = Counter[int]()
    columns = Counter[int]()
    for part in parts:
        for d, (in_rows, in_boxes) in part.held.items():
            # (Bits, not numbers: a digit that several columns hold in one row needs that row once.)
            rows[d] |= in_rows
            boxes[d] |= in_boxes
            columns[d] += 1
    return sum(min(rows[d].bit_count(), boxes[d].bit_count(), columns[d]) for d in rows)


def equivalence(position: Position, literal: int, _: Places) -> bool:
    """Return whether, if the literal were false, some lines without some regions would hold its
    digit more often than these, as many regions, can without the lines; or the other way round."""
    theory = position.theory
    digit = theory.cell_and_digit(abs(literal))[1]
    free, sure = _supposed(position, literal)
    most = {}
    for sides in _differences(position.layout):
        counts = [_count(side, sure) for side in sides]
        needed = counts[0] - counts[1]
        if not needed:
            continue
        # The side that holds it less often must have room for the difference.
        once, twice = sides[needed > 0]
        room = (free & once, free & twice)
        if room not in most:
            places = [theory.variable_of(c, digit) for c in _cells(room[0])]
            doubled = [theory.variable_of(c, digit) for c in _cells(room[1])]
            # A cell that counts twice is there twice; it does not see itself.
            most[room] = _most_apart(theory, places + doubled + doubled)
        if abs(needed) > most[room]:
            return True
    return False


def _supposed(position: Position, literal: int) -> tuple[int, int]:
    """Return, if a literal is false, the cells that may hold its digit, and those that do."""
    theory = position.theory
    own, digit = theory.cell_and_digit(abs(literal))
    decided = {abs(literal)}
    free = 0
    sure = 0
    if literal < 0:
        decided.update(theory.peers(-literal))
        sure = 1 << own
    for cell in position.layout.all_cells:
        v = theory.variable_of(cell, digit)
        if position.digit_in(cell) == digit:
            sure |= 1 << cell
        elif position.is_open(v) and v not in decided:
            free |= 1 << cell
    return free, sure


def _count(side: _Side, cells: int) -> int:
    """Return how many of these cells a side has."""
    once, twice = side
    return (once & cells).bit_count() + 2 * (twice & cells).bit_count()


def _cells(bits: int) -> list[int]:
    """Return the cells of a set."""
    return [cell for cell in range(bits.bit_length()) if bits >> cell & 1]


#: Cells that count once, and twice.
_Side = tuple[int, int]


@lru_cache(maxsize=8)
def _differences(layout: Layout) -> list[tuple[_Side, _Side]]:
    """Return, for two to four rows, columns, or as many rows as columns, and as many regions, the
    cells that the lines hold more often, and the others: two houses of cells at most each."""
    full = [house for house in layout.houses if len(house.cells) == layout.size]
    regions = [h.cells for h in full if h.kind not in LINES]
    found = []
    for lines in _line_choices(layout):
        k = len(lines)
        held = Counter(c for line in lines for c in line)
        able = {region: sum(held[c] for c in region) for region in regions}
        for some in combinations(regions, k):
            # The regions would leave more than two houses of the lines' cells.
            if sum(able[region] for region in some) < (k - 2) * layout.size:
                continue
            more = held.copy()
            more.subtract(c for region in some for c in region)
            if sum(n for n in more.values() if n > 0) <= 2 * layout.size:
                of_lines = (_weighing(more, 1), _weighing(more, 2))
                of_regions = (_weighing(more, -1), _weighing(more, -2))
                found.append((of_lines, of_regions))
    return found


def _line_choices(layout: Layout) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield two to four rows, columns, or as many rows as columns."""
    full = [house for house in layout.houses if len(house.cells) == layout.size]
    rows = [h.cells for h in full if h.kind == "row"]
    columns = [h.cells for h in full if h.kind == "column"]
    for k in (2, 3, 4):
        yield from combinations(rows, k)
        yield from combinations(columns, k)
        if k % 2 == 0:
            halves = product(combinations(rows, k // 2), combinations(columns, k // 2))
            yield from ((*some, *others) for some, others in halves)


def _weighing(weights: Counter[int], wanted: int) -> int:
    """Return the cells of this weight."""
    return sum(1 << cell for cell, weight in weights.items() if weight == wanted)
